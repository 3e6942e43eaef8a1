/** The shape of a resource's list: columns, filters and buttons. */
import Type, { type Static } from 'typebox'
import { ACTION_NAMES, BULK_ACTION_NAMES, CHOICE_SOURCES, FORMATS } from '../registry'
import { ConditionFor } from './condition'
import { LevelFor, OneOf, StrictObject, TextFor } from './text'

/** The keys of filters in config. */
export const FILTER_VALUES =
  'Filters of the list, names of fields, or `{field}_gte` and `{field}_lte`; a time may be `now-24h` or `today+30d`'

const Choice = StrictObject({
  value: Type.Union([Type.String(), Type.Number()], { description: 'Stored value' }),
  label: TextFor('Shown to users'),
})

export const Choices = (description: string) =>
  Type.Union(
    [
      Type.Array(Choice, { minItems: 1 }),
      StrictObject(
        { from: OneOf(CHOICE_SOURCES, 'Built-in list') },
        'Choices of a built-in list, such as {"from": "levels"}',
      ),
    ],
    { description },
  )

export const FormatName = OneOf(FORMATS, 'How a value is shown; the kind has a default')

export const Action = Type.Union([
  OneOf(ACTION_NAMES, 'Action'),
  StrictObject(
    {
      action: OneOf(ACTION_NAMES, 'Action'),
      level: LevelFor('Lowest level that sees the button'),
    },
    'An action for this level and above',
  ),
])

const RowAction = Type.Union([
  OneOf(ACTION_NAMES, 'Action'),
  StrictObject(
    {
      action: OneOf(ACTION_NAMES, 'Action'),
      level: Type.Optional(LevelFor('Lowest level that sees the button')),
      menu: Type.Optional(Type.Boolean({ description: 'In the menu at the end of the row', default: false })),
    },
    'An action for this level and above, or in the menu of the row',
  ),
])

export const BulkAction = Type.Union([
  OneOf(BULK_ACTION_NAMES, 'Action for selected rows'),
  StrictObject(
    {
      action: OneOf(BULK_ACTION_NAMES, 'Action for selected rows'),
      level: LevelFor('Lowest level that sees the button'),
    },
    'An action for this level and above',
  ),
])

/** The name of a field, or an object that overrides parts of the field. `index` is the running number. */
export const Column = Type.Union([
  Type.String({ description: 'Field of this resource, or "index" for the running number' }),
  StrictObject({
    field: Type.String({ description: 'Field of this resource, or "index" for the running number' }),
    label: Type.Optional(TextFor('Header; by default the label of the field')),
    format: Type.Optional(FormatName),
    align: Type.Optional(OneOf(['left', 'right', 'center'], 'Alignment; the kind has a default')),
    sortable: Type.Optional(
      Type.Boolean({
        description: 'A click on the header sorts the list; by default if the kind can be sorted',
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({
        description: 'Hidden until the user turns it on; of orders, only in the spreadsheet',
        default: false,
      }),
    ),
    avatar: Type.Optional(
      Type.Boolean({ description: 'Shows the record’s picture beside the value', default: false }),
    ),
    actions: Type.Optional(Type.Array(Action, { description: 'Actions in the cell' })),
  }),
])
export type Column = Static<typeof Column>

/** Values of filters: by name of a filter or field, or as bounds of a field. */
export const FilterValues = (description: string) =>
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), { description })
export type FilterValues = Static<ReturnType<typeof FilterValues>>

const View = StrictObject({
  name: Type.String({
    pattern: '^[a-z][a-zA-Z0-9-]{0,40}$',
    description: 'Unique among the views of the list',
  }),
  label: TextFor('Name of its tab'),
  level: Type.Optional(LevelFor('Lowest level that sees the tab')),
  filter: FilterValues(FILTER_VALUES),
})

/** A filter above the list. */
export const Filter = StrictObject({
  name: Type.String({ description: 'Key in the address' }),
  type: OneOf(
    ['search', 'select', 'reference', 'boolean', 'range'],
    'Kind of filter; search: a text, select: one of the choices, reference: a record, boolean: a switch, range: from and to of a number or time',
  ),
  field: Type.Optional(Type.String({ description: 'Field it filters by; by default its name' })),
  fields: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, description: 'Of a search: fields it looks in' }),
  ),
  where: Type.Optional(ConditionFor('Of a switch: records that are shown when it is on')),
  label: Type.Optional(TextFor('Shown to users; by default the label of the field')),
  placeholder: Type.Optional(TextFor('Text in the empty input')),
  accept: Type.Optional(
    Type.String({
      description:
        'Of a search: characters it accepts, as the body of a regular-expression class; such as 0-9.',
    }),
  ),
  all: Type.Optional(
    StrictObject(
      {
        value: Type.String({ description: 'Value sent for it' }),
        label: TextFor('Shown to users'),
      },
      'Choice that stands for no filter',
    ),
  ),
  choices: Type.Optional(Choices('Of a select: its choices; by default those of the field')),
  level: Type.Optional(LevelFor('Lowest level that sees the filter')),
  more: Type.Optional(
    Type.Boolean({
      description: 'Added by "+ Filter" instead of standing above the list; ranges always are',
      default: false,
    }),
  ),
  with: Type.Optional(
    FilterValues('Of a range: filters that are set together with it, such as {"status": "closed"}'),
  ),
  reference: Type.Optional(Type.String({ description: 'Resource whose records are the choices' })),
  dependsOn: Type.Optional(
    Type.String({ description: 'Filter that must be chosen first; its value limits the choices' }),
  ),
  shownFrom: Type.Optional(
    Type.Integer({ description: 'Fewest choices for the filter to appear', default: 0 }),
  ),
})
export type Filter = Static<typeof Filter>

const Buttons = (description: string) => Type.Optional(Type.Array(Action, { description }))

export const List = StrictObject(
  {
    columns: Type.Optional(
      Type.Array(Column, {
        minItems: 1,
        description: 'Columns; from left to right. Without them the list has all usual parts',
      }),
    ),
    phone: Type.Optional(
      Type.Array(Type.String(), {
        description: 'On a phone: fields of the card; the first two make its first line',
      }),
    ),
    sort: Type.Optional(
      StrictObject(
        {
          field: Type.String({ description: 'Field to sort by' }),
          order: OneOf(['ASC', 'DESC'], 'Ascending or descending'),
        },
        'Order until the user chooses another',
      ),
    ),
    filters: Type.Optional(Type.Array(Filter, { description: 'Filters above the list; in this order' })),
    views: Type.Optional(
      Type.Array(View, { description: 'Saved views: tabs above the list; with the number of records' }),
    ),
    perPage: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Rows per page', default: 20 }),
    ),
    pageWindow: Type.Optional(
      Type.Integer({ minimum: 3, description: 'Page numbers shown at once', default: 10 }),
    ),
    actions: Buttons('Buttons above the list'),
    rowActions: Type.Optional(Type.Array(RowAction, { description: 'Buttons at the end of a row' })),
    bulkActions: Type.Optional(Type.Array(BulkAction, { description: 'Buttons for selected rows' })),
    export: Type.Optional(LevelFor('Lowest level that may download the list as a spreadsheet')),
    texts: Type.Optional(
      StrictObject(
        {
          found: Type.Optional(TextFor('Number of records, %{count}')),
          none: Type.Optional(TextFor('Shown if the filters match nothing')),
          empty: Type.Optional(TextFor('Shown while there are no records')),
          loading: Type.Optional(TextFor('Shown while the list loads')),
          counted: Type.Optional(
            TextFor('A number of records in a sentence, %{count}; by default the label and the number'),
          ),
        },
        'Sentences of the list instead of the usual ones',
      ),
    ),
  },
  'List of the records',
)
export type List = Static<typeof List>
