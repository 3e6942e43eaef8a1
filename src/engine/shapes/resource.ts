/** `config/resources/{name}.json`: everything about one resource. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES } from '../../domain/authority'
import { type FieldType, KINDS } from '../kinds'
import { DERIVATIONS, ICONS, INPUTS, PAGE_TABS, RULES } from '../registry'
import { ConditionFor, ExpressionText } from './condition'
import { Bound, Check, DependsOn, OF_CHILDREN, OnDelete, Unique } from './fieldRules'
import { Action, Choices, Column, Filter, FormatName, List } from './list'
import { Messages } from './messages'
import { Related } from './related'
import { Few, FileShape, LevelFor, Strict, TextFor } from './text'

/** A kind gives a field its rules, its input and its cell. */
export const FIELD_TYPES = Object.keys(KINDS) as FieldType[]
export type { FieldType }
export { Column, Filter }

const RuleName = Few(RULES, 'Name of a registered rule, such as brn')

const Rule = Type.Union([
  RuleName,
  Strict({
    rule: RuleName,
    message: Type.Optional(TextFor('What is said at the field in place of the usual sentence')),
    value: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description:
          'What the rule holds a value against: the regular expression of pattern, the number of length',
      }),
    ),
  }),
])

/** A field of the resource. The key is its name on the wire; dots reach into objects (`modem.rsrp`). */
export const Field = Strict({
  type: Few(FIELD_TYPES, 'The kind of field'),
  label: TextFor('What users read: at the input, at the head of the column'),
  help: Type.Optional(
    Type.Union(
      [
        TextFor('The sentence'),
        Strict(
          { text: TextFor('The sentence'), when: ConditionFor('Where it is there') },
          'Help that is only sometimes there',
        ),
      ],
      { description: 'A sentence beneath the input' },
    ),
  ),
  placeholder: Type.Optional(TextFor('Shown in the empty input')),
  format: Type.Optional(FormatName),
  input: Type.Optional(Few(INPUTS, 'How a value is entered, where the kind’s own input does not fit')),
  mask: Type.Optional(Type.String({ description: '# stands for a digit: ###-##-#####' })),
  required: Type.Optional(
    Type.Union(
      [
        Type.Boolean(),
        Strict({
          message: Type.Optional(TextFor('What is said at the field in place of the usual sentence')),
          when: Type.Optional(ConditionFor('Where it must be filled in; everywhere without it')),
        }),
      ],
      { description: 'Whether it must be filled in' },
    ),
  ),
  rules: Type.Optional(
    Type.Array(Rule, { description: 'What a value must be, by the names of registered rules' }),
  ),
  min: Type.Optional(
    Bound(
      'Least value, least length of text, or fewest choices or rows; of a date the earliest, which is allowed',
    ),
  ),
  max: Type.Optional(
    Bound(
      'Greatest value, greatest length of text, or most choices or rows; of a date the latest, which is allowed',
    ),
  ),
  unique: Type.Optional(Unique),
  choices: Type.Optional(Choices('What can be chosen')),
  reference: Type.Optional(
    Type.String({
      description: 'The resource that a reference points to, or of children, whose records they are',
    }),
  ),
  ...OF_CHILDREN,
  dependsOn: Type.Optional(DependsOn),
  onDelete: Type.Optional(OnDelete),
  empty: Type.Optional(
    Strict(
      {
        value: Type.Union([Type.String(), Type.Number()], { description: 'What is sent and stored for it' }),
        label: TextFor('What users read'),
      },
      'The choice that stands for none, and what is sent for it',
    ),
  ),
  confirm: Type.Optional(
    Strict(
      {
        label: TextFor('What users read'),
        placeholder: Type.Optional(TextFor('Shown in the empty input')),
      },
      'For a password: the field in which it is entered again',
    ),
  ),
  shown: Type.Optional(
    Few(DERIVATIONS, 'What lists show, order and filter by in place of the record’s own value'),
  ),
  default: Type.Optional(
    Type.Unknown({
      description:
        'What a new record begins with: a value of the kind, or {"expression": "…"} that is worked out then',
    }),
  ),
  computed: Type.Optional(
    ExpressionText('Worked out by the server at each save, never entered, such as "price * quantity"'),
  ),
  read: Type.Optional(LevelFor('From which level on it is seen')),
  write: Type.Optional(Few([...LEVEL_NAMES, 'manager', 'never'], 'From which level on it may be changed')),
  readOnly: Type.Optional(ConditionFor('Where it is shown and cannot be changed')),
  visible: Type.Optional(ConditionFor('Where it is shown; everywhere without it')),
  whenHidden: Type.Optional(
    Few(['keep', 'clear'], 'What becomes of the value while the field is hidden', 'keep'),
  ),
  renamedFrom: Type.Optional(
    Type.String({ description: 'Its name before: records keep their values under the new one' }),
  ),
  inDialog: Type.Optional(
    Type.Boolean({
      description: 'Of orders: the control dialog of a device asks for it too, as for all that is required',
    }),
  ),
})
export type Field = Static<typeof Field>

const ActionAccess = Strict(
  {
    list: Type.Optional(LevelFor('Who sees the list; guest without it')),
    show: Type.Optional(LevelFor('Who sees a record; guest without it')),
    create: Type.Optional(LevelFor('Who makes records; master without it')),
    edit: Type.Optional(LevelFor('Who changes records; master without it')),
    delete: Type.Optional(LevelFor('Who deletes records; master without it')),
    secrets: Type.Optional(
      LevelFor('Of devices and batches: who issues what devices sign in with; vendor without it'),
    ),
  },
  'From which level on each action is allowed',
)

const FieldNames = Type.Array(Type.String(), {
  minItems: 1,
  description: 'Names of fields, from top to bottom',
})

export const Resource = FileShape({
  label: TextFor('What the records are called'),
  path: Type.Optional(Type.String({ pattern: '^/app(/[a-z0-9_-]+)+$', description: 'Address of the list' })),
  recordName: Type.Optional(Type.String({ description: 'The field that names a record' })),
  source: Strict(
    {
      dialect: Few(
        ['console', 'simple-rest'],
        'console: the calls of the product itself; simple-rest: a resource of your own, kept by the server from this file',
      ),
    },
    'Who keeps the records',
  ),
  access: Type.Optional(ActionAccess),
  menu: Type.Optional(
    Strict(
      {
        slot: Few(['bar', 'settings'], 'The top bar, or the settings menu'),
        order: Type.Integer({ description: 'Smaller comes first' }),
        label: Type.Optional(TextFor('What the link says; without it the label of the resource')),
        icon: Type.Optional(Few(ICONS, 'The picture of the link')),
        level: Type.Optional(LevelFor('From which level on the link is there')),
      },
      'The link to the list; without it there is none',
    ),
  ),
  fields: Type.Record(Type.String(), Field, {
    maxProperties: 300,
    description: 'By their names on the wire; dots reach into objects (modem.rsrp)',
  }),
  checks: Type.Optional(Type.Array(Check, { maxItems: 100, description: 'Rules over several fields' })),
  list: Type.Optional(List),
  form: Type.Optional(
    Strict(
      {
        sections: Type.Array(
          Strict({ title: Type.Optional(TextFor('Above the fields')), fields: FieldNames }),
          {
            description: 'Groups of fields, from top to bottom',
          },
        ),
        width: Type.Optional(Few(['narrow', 'medium', 'wide'], 'How wide the form is', 'medium')),
      },
      'The form in which records are made and changed; without it there is none',
    ),
  ),
  page: Type.Optional(
    Strict(
      {
        sections: Type.Array(
          Strict({ label: Type.Optional(TextFor('Above the fields')), fields: FieldNames }),
          {
            minItems: 1,
            description: 'Groups of fields, from top to bottom',
          },
        ),
        tabs: Type.Array(
          Strict({
            tab: Few(PAGE_TABS, 'What it shows'),
            label: TextFor('What users read'),
            level: Type.Optional(LevelFor('From which level on the tab is there')),
          }),
          { description: 'From left to right' },
        ),
        actions: Type.Optional(Type.Array(Action, { description: 'Buttons beside the title' })),
      },
      'What the page of one device shows',
    ),
  ),
  related: Type.Optional(Related),
  messages: Type.Optional(Messages),
})
export type Resource = Static<typeof Resource>
