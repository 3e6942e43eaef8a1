/** The shape of `config/resources/{name}.json`, which describes one resource. */
import Type, { type Static } from 'typebox'
import { FIELD_TYPES, type FieldType } from '../kinds'
import { DERIVATIONS, ICONS, INPUTS, PAGE_TABS } from '../registry'
import { RULES } from '../validation/rules'
import { ConditionFor, ExpressionText } from './condition'
import { Check, KIND_KEYS, Unique } from './fieldRules'
import { Action, Column, Filter, FormatName, List } from './list'
import { Messages } from './messages'
import { Related } from './related'
import { FileShape, LEVEL_REFS, LevelFor, OneOf, StrictObject, type Text, TextFor } from './text'

export { Column, FIELD_TYPES, type FieldType, Filter }

export const RuleName = OneOf(RULES, 'Name of a rule, such as brn')

export const Rule = Type.Union([
  RuleName,
  StrictObject({
    rule: RuleName,
    message: Type.Optional(TextFor('Message instead of the usual one')),
    value: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: 'Argument of the rule; the regular expression of pattern, the number of length',
      }),
    ),
  }),
])

/** A field of the resource; its key is its API name, whose dots reach into objects (`modem.rsrp`). */
export const Field = StrictObject({
  type: OneOf(FIELD_TYPES, 'Kind of field'),
  label: Type.Optional(TextFor('Label of input and column; by default the name')),
  help: Type.Optional(
    Type.Union(
      [
        TextFor('Sentence below the input'),
        StrictObject(
          { text: TextFor('Sentence below the input'), when: ConditionFor('When it is shown') },
          'Help that is shown only sometimes',
        ),
      ],
      { description: 'Sentence below the input' },
    ),
  ),
  placeholder: Type.Optional(TextFor('Text in the empty input')),
  format: Type.Optional(FormatName),
  input: Type.Optional(OneOf(INPUTS, 'How a value is entered; the kind has a default')),
  required: Type.Optional(
    Type.Union(
      [
        Type.Boolean(),
        StrictObject({
          message: Type.Optional(TextFor('Message instead of the usual one')),
          when: Type.Optional(ConditionFor('When it must be filled in; without it always')),
        }),
      ],
      { description: 'Whether it must be filled in' },
    ),
  ),
  rules: Type.Optional(Type.Array(Rule, { description: 'Rules that a value must follow' })),
  ...KIND_KEYS,
  unique: Type.Optional(Unique),
  shown: Type.Optional(OneOf(DERIVATIONS, 'Value for lists, sorting and filters instead of the stored one')),
  default: Type.Optional(
    Type.Unknown({
      description: 'Initial value of a new record; a value of the kind, or {"expression": "…"}',
    }),
  ),
  computed: Type.Optional(
    ExpressionText(
      'Expression that the server computes at each save; such as "price * quantity". Users cannot enter the field',
    ),
  ),
  read: Type.Optional(LevelFor('Lowest level that sees it')),
  write: Type.Optional(OneOf([...LEVEL_REFS, 'never'], 'Lowest level that may change it')),
  readOnly: Type.Optional(ConditionFor('When it is shown but cannot be changed')),
  visible: Type.Optional(ConditionFor('When it is shown; without it always')),
  whenHidden: Type.Optional(
    OneOf(['keep', 'clear'], 'What happens to the value while the field is hidden', 'keep'),
  ),
  renamedFrom: Type.Optional(
    Type.String({ description: 'Former name; records keep their values under the new one' }),
  ),
  inDialog: Type.Optional(
    Type.Boolean({
      description:
        'Of orders: the control dialog of a device asks for it too; it always asks for required fields',
    }),
  ),
})
type FieldFile = Static<typeof Field>
/** A field with its label. */
export type Field = FieldFile & { label: Text }

type Keys = readonly (keyof Field)[]

/** Keys that the compiled field has unchanged; without a value if it is empty or false. */
export const COPIED_KEYS = ['type', 'mask', 'dependsOn', 'shown', 'renamedFrom', 'inDialog'] as const

/** Texts of the field itself. */
export const TEXT_KEYS = ['label', 'placeholder'] as const

/** Keys that have an effect only in forms. */
export const FORM_KEYS: Keys = ['help', 'placeholder', 'input', 'mask', 'confirm']

/** Further keys that have an effect only if users enter the value. */
export const ENTRY_KEYS: Keys = ['rules', 'min', 'max', 'unique', 'default', 'dependsOn', 'readOnly']

/** Keys that contradict `computed`, besides `FORM_KEYS` and `ENTRY_KEYS`. */
export const NOT_COMPUTED_KEYS: Keys = ['write', 'empty', 'whenHidden', 'inDialog']

const ActionAccess = StrictObject(
  {
    list: Type.Optional(LevelFor('Lowest level that sees the list; guest by default')),
    show: Type.Optional(LevelFor('Lowest level that sees a record; guest by default')),
    create: Type.Optional(LevelFor('Lowest level that creates records; master by default')),
    edit: Type.Optional(LevelFor('Lowest level that changes records; master by default')),
    delete: Type.Optional(LevelFor('Lowest level that deletes records; master by default')),
    secrets: Type.Optional(
      LevelFor('Of devices and batches: lowest level that issues secrets for devices; vendor by default'),
    ),
    rows: Type.Optional(
      ConditionFor('Records that may be edited and deleted; by default all that a user sees'),
    ),
  },
  'Lowest level for each action, and which records it may change',
)

const ImportColumn = StrictObject({
  field: Type.String({ description: 'Field that the column fills in' }),
  header: Type.Optional(TextFor('Header of the column; by default the label of the field')),
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'Other accepted headers' }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'Each new row must fill it in', default: false })),
  examples: Type.Optional(
    Type.Array(Type.String(), { maxItems: 10, description: 'Example cells in the sample' }),
  ),
  help: Type.Optional(TextFor('Note on the column in the sample; by default the help of the field')),
  width: Type.Optional(Type.Integer({ minimum: 4, maximum: 80, description: 'Width in characters' })),
})

const Import = Type.Union(
  [
    LevelFor('Lowest level that imports records'),
    StrictObject({
      level: LevelFor('Lowest level that imports records'),
      key: Type.Optional(
        Type.String({
          description:
            'Field with unique by which rows find stored records, to update them; without it rows only add records',
        }),
      ),
      columns: Type.Optional(
        Type.Array(ImportColumn, {
          minItems: 1,
          description: 'Columns; from left to right. By default every field that the form can write',
        }),
      ),
    }),
  ],
  { description: 'Import of records by a spreadsheet; without it there is none' },
)

const FieldNames = Type.Array(Type.String(), {
  minItems: 1,
  description: 'Names of fields; from top to bottom',
})

const SectionName = Type.String({
  description: 'Name of the group; your config folder refers to the group by this name',
})

export const ResourceFile = FileShape({
  label: Type.Optional(TextFor('Name of the records; by default the name of the file')),
  labelOne: Type.Optional(TextFor('Name of one record, in the titles of its form; by default the label')),
  path: Type.Optional(Type.String({ pattern: '^/app(/[a-z0-9_-]+)+$', description: 'Address of the list' })),
  recordName: Type.Optional(Type.String({ description: 'Field that names a record' })),
  source: Type.Optional(
    StrictObject(
      {
        dialect: OneOf(
          ['console', 'simple-rest'],
          'console: built in, simple-rest: your own; the server stores its records',
        ),
      },
      'Who stores the records',
    ),
  ),
  access: Type.Optional(ActionAccess),
  menu: Type.Optional(
    StrictObject(
      {
        slot: OneOf(['bar', 'settings'], 'Top bar or settings menu'),
        order: Type.Optional(
          Type.Integer({ description: 'Position; smaller numbers come first', default: 100 }),
        ),
        label: Type.Optional(TextFor('Text of the link; by default the label of the resource')),
        icon: Type.Optional(OneOf(ICONS, 'Icon of the link')),
        level: Type.Optional(LevelFor('Lowest level that sees the link')),
      },
      'Link to the list; without it there is none',
    ),
  ),
  fields: Type.Record(Type.String(), Field, {
    maxProperties: 300,
    description: 'Fields by name; a dot leads into an object (modem.rsrp)',
  }),
  checks: Type.Optional(Type.Array(Check, { maxItems: 100, description: 'Rules over several fields' })),
  list: Type.Optional(List),
  form: Type.Optional(
    StrictObject(
      {
        sections: Type.Optional(
          Type.Array(
            StrictObject({
              name: Type.Optional(SectionName),
              title: Type.Optional(TextFor('Heading of the group')),
              fields: FieldNames,
            }),
            {
              description: 'Groups of fields; from top to bottom. By default one with all fields',
            },
          ),
        ),
        width: Type.Optional(OneOf(['narrow', 'medium', 'wide'], 'Width of the form', 'medium')),
      },
      'Form to create and edit records',
    ),
  ),
  screens: Type.Optional(
    Type.Boolean({
      description: 'false: without `list` there is no list, and without `form` no form',
      default: true,
    }),
  ),
  page: Type.Optional(
    StrictObject(
      {
        sections: Type.Array(
          StrictObject({
            name: Type.Optional(SectionName),
            label: Type.Optional(TextFor('Heading of the group')),
            fields: FieldNames,
          }),
          {
            minItems: 1,
            description: 'Groups of fields; from top to bottom',
          },
        ),
        tabs: Type.Array(
          StrictObject({
            tab: OneOf(PAGE_TABS, 'What it shows'),
            label: TextFor('Shown to users'),
            level: Type.Optional(LevelFor('Lowest level that sees the tab')),
          }),
          { description: 'Tabs; from left to right' },
        ),
        actions: Type.Optional(Type.Array(Action, { description: 'Buttons beside the title' })),
      },
      'Page of a device',
    ),
  ),
  import: Type.Optional(Import),
  related: Type.Optional(Related),
  messages: Type.Optional(Messages),
})
/** A file as it is written. */
export type ResourceFile = Static<typeof ResourceFile>

type Part<Key extends keyof ResourceFile> = NonNullable<ResourceFile[Key]>

/** A file with the defaults of what it leaves out. */
export interface Resource
  extends Omit<ResourceFile, 'label' | 'source' | 'fields' | 'menu' | 'list' | 'form'> {
  label: Text
  source: Part<'source'>
  fields: Record<string, Field>
  menu?: (Part<'menu'> & { order: number }) | undefined
  list?: (Part<'list'> & { columns: Column[] }) | undefined
  form?: (Part<'form'> & { sections: NonNullable<Part<'form'>['sections']> }) | undefined
}
