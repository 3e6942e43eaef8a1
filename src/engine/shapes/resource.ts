/** `config/resources/{name}.json`: everything about one resource. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES } from '../../domain/authority'
import { type FieldType, KINDS } from '../kinds'
import {
  ACTIONS,
  BULK_ACTIONS,
  DERIVATIONS,
  FORMATS,
  ICONS,
  INPUTS,
  MESSAGES,
  type MessageName,
  PAGE_TABS,
  RULES,
} from '../registry'
import { Check, Choices } from './check'
import { Condition, ExpressionText } from './condition'
import { ConfigFile, Few, LevelRef, Strict, Text } from './text'

/** A kind gives a field its rules, its input and its cell. */
export const FIELD_TYPES = Object.keys(KINDS) as FieldType[]
export type { FieldType }

const RuleName = Few(RULES, 'Name of a registered rule, such as brn')

const Rule = Type.Union([
  RuleName,
  Strict({
    rule: RuleName,
    message: Type.Optional(Text),
    value: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  }),
])

const FormatName = Few(FORMATS, 'How a value is shown')

const Action = Type.Union([
  Few(ACTIONS, 'Name of a registered action'),
  Strict({ action: Few(ACTIONS), level: LevelRef }, 'An action for this level and above'),
])

const BulkAction = Type.Union([
  Few(BULK_ACTIONS, 'Name of a registered action for chosen rows'),
  Strict({ action: Few(BULK_ACTIONS), level: LevelRef }, 'An action for this level and above'),
])

/** A field of the resource. The key is its name on the wire; dots reach into objects (`modem.rsrp`). */
export const Field = Strict({
  type: Few(FIELD_TYPES, 'The kind of field'),
  label: Text,
  help: Type.Optional(
    Type.Union([Text, Strict({ text: Text, when: Condition }, 'Help that is only sometimes there')]),
  ),
  placeholder: Type.Optional(Text),
  format: Type.Optional(FormatName),
  input: Type.Optional(Few(INPUTS, 'How a value is entered, where the kind’s own input does not fit')),
  mask: Type.Optional(Type.String({ description: '# stands for a digit: ###-##-#####' })),
  required: Type.Optional(
    Type.Union([Type.Boolean(), Strict({ message: Type.Optional(Text), when: Type.Optional(Condition) })]),
  ),
  rules: Type.Optional(Type.Array(Rule)),
  min: Type.Optional(Type.Number({ description: 'Least value, or least length of text' })),
  max: Type.Optional(Type.Number({ description: 'Greatest value, or greatest length of text' })),
  choices: Type.Optional(Choices),
  reference: Type.Optional(Type.String({ description: 'The resource that a reference points to' })),
  dependsOn: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Of a reference: only records that agree with this one are choices. {"batch": "group"}: those whose batch is what the field group has',
    }),
  ),
  empty: Type.Optional(
    Strict(
      { value: Type.Union([Type.String(), Type.Number()]), label: Text },
      'The choice that stands for none, and what is sent for it',
    ),
  ),
  confirm: Type.Optional(
    Strict(
      { label: Text, placeholder: Type.Optional(Text) },
      'For a password: the field in which it is entered again',
    ),
  ),
  shown: Type.Optional(
    Few(DERIVATIONS, 'What lists show, order and filter by in place of the record’s own value'),
  ),
  default: Type.Optional(
    Type.Unknown({
      description: 'What a new record begins with: a value, or {"expression": "…"} that is worked out then',
    }),
  ),
  computed: Type.Optional(
    ExpressionText('Worked out by the server at each save, never entered, such as "price * quantity"'),
  ),
  read: Type.Optional(LevelRef),
  write: Type.Optional(Few([...LEVEL_NAMES, 'manager', 'never'], 'From which level on it may be changed')),
  readOnly: Type.Optional(Condition),
  visible: Type.Optional(Condition),
  whenHidden: Type.Optional(Few(['keep', 'clear'], 'What becomes of the value while the field is hidden')),
  renamedFrom: Type.Optional(Type.String()),
  inDialog: Type.Optional(
    Type.Boolean({
      description: 'Of orders: the control dialog of a device asks for it too, as for all that is required',
    }),
  ),
})
export type Field = Static<typeof Field>

/** A column: a field by name, or with what differs from the field. `index` is the running number. */
export const Column = Type.Union([
  Type.String({ description: 'A field of this resource, or "index" for the running number' }),
  Strict({
    field: Type.String(),
    label: Type.Optional(Text),
    format: Type.Optional(FormatName),
    align: Type.Optional(Few(['left', 'right', 'center'])),
    sortable: Type.Optional(Type.Boolean()),
    hidden: Type.Optional(Type.Boolean({ description: 'Not shown until the user turns it on' })),
    avatar: Type.Optional(Type.Boolean({ description: 'The record’s picture beside the value' })),
    actions: Type.Optional(Type.Array(Action, { description: 'Actions shown in the cell' })),
  }),
])
export type Column = Static<typeof Column>

/** A filter above the list. */
export const Filter = Strict({
  name: Type.String({ description: 'The key under which it is kept in the address' }),
  type: Few(['search', 'select', 'reference', 'boolean']),
  field: Type.Optional(Type.String({ description: 'The field it filters by, when it is not the name' })),
  fields: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, description: 'Of a search: the fields it looks in' }),
  ),
  where: Type.Optional(Condition),
  label: Text,
  placeholder: Type.Optional(Text),
  accept: Type.Optional(
    Type.String({ description: 'Characters a search takes, as a regular-expression class body: 0-9.' }),
  ),
  all: Type.Optional(
    Strict(
      { value: Type.String(), label: Text },
      'The choice that stands for no filter, and what is sent for it',
    ),
  ),
  choices: Type.Optional(Choices),
  level: Type.Optional(LevelRef),
  reference: Type.Optional(Type.String({ description: 'Resource whose records are the choices' })),
  dependsOn: Type.Optional(
    Type.String({ description: 'Filter that must be chosen first; passed on to the choices' }),
  ),
  shownFrom: Type.Optional(Type.Integer({ description: 'Shown when there are at least this many choices' })),
})
export type Filter = Static<typeof Filter>

const ActionAccess = Strict({
  list: Type.Optional(LevelRef),
  show: Type.Optional(LevelRef),
  create: Type.Optional(LevelRef),
  edit: Type.Optional(LevelRef),
  delete: Type.Optional(LevelRef),
  secrets: Type.Optional(LevelRef),
})

const Messages = Strict(
  Object.fromEntries(MESSAGES.map(name => [name, Type.Optional(Text)])) as Record<
    MessageName,
    ReturnType<typeof Type.Optional<typeof Text>>
  >,
  'What is said when records are created, changed and deleted',
)

export const Resource = ConfigFile({
  label: Text,
  path: Type.Optional(Type.String({ pattern: '^/app(/[a-z0-9_-]+)+$', description: 'Address of the list' })),
  recordName: Type.Optional(Type.String({ description: 'The field that names a record' })),
  source: Strict({
    dialect: Few(
      ['console', 'simple-rest'],
      'console: the calls of the product itself; simple-rest: a resource of your own, kept by the server from this file',
    ),
  }),
  access: Type.Optional(ActionAccess),
  menu: Type.Optional(
    Strict({
      slot: Few(['bar', 'settings'], 'The top bar, or the settings menu'),
      order: Type.Integer(),
      label: Type.Optional(Text),
      icon: Type.Optional(Few(ICONS)),
      level: Type.Optional(LevelRef),
    }),
  ),
  fields: Type.Record(Type.String(), Field, { maxProperties: 300 }),
  checks: Type.Optional(Type.Array(Check, { maxItems: 100, description: 'Rules over several fields' })),
  list: Type.Optional(
    Strict({
      columns: Type.Array(Column, { minItems: 1 }),
      phone: Type.Optional(
        Type.Array(Type.String(), { description: 'On a phone: the fields of the card, most telling first' }),
      ),
      sort: Type.Optional(Strict({ field: Type.String(), order: Few(['ASC', 'DESC']) })),
      filters: Type.Optional(Type.Array(Filter)),
      perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      pageWindow: Type.Optional(Type.Integer({ minimum: 3, description: 'Page numbers shown at once' })),
      actions: Type.Optional(Type.Array(Action, { description: 'Buttons above the list' })),
      rowActions: Type.Optional(Type.Array(Action, { description: 'Buttons at the end of a row' })),
      bulkActions: Type.Optional(Type.Array(BulkAction, { description: 'Buttons for chosen rows' })),
      export: Type.Optional(
        Few([...LEVEL_NAMES, 'manager'], 'From which level on the list can be downloaded as a spreadsheet'),
      ),
      texts: Type.Optional(
        Strict({
          found: Type.Optional(Text),
          none: Type.Optional(Text),
          empty: Type.Optional(Text),
          loading: Type.Optional(Text),
        }),
      ),
    }),
  ),
  form: Type.Optional(
    Strict({
      sections: Type.Array(
        Strict({ title: Type.Optional(Text), fields: Type.Array(Type.String(), { minItems: 1 }) }),
      ),
      width: Type.Optional(Few(['narrow', 'medium', 'wide'])),
    }),
  ),
  page: Type.Optional(
    Strict(
      {
        sections: Type.Array(
          Strict({ label: Type.Optional(Text), fields: Type.Array(Type.String(), { minItems: 1 }) }),
          { minItems: 1 },
        ),
        tabs: Type.Array(Strict({ tab: Few(PAGE_TABS), label: Text, level: Type.Optional(LevelRef) })),
        actions: Type.Optional(Type.Array(Action, { description: 'Buttons beside the title' })),
      },
      'What the page of one device shows',
    ),
  ),
  messages: Type.Optional(Messages),
})
export type Resource = Static<typeof Resource>
