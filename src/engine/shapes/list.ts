/** The list of a resource: its columns, filters and buttons. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES } from '../../domain/authority'
import { ACTION_NAMES, BULK_ACTION_NAMES, CHOICE_SOURCES, FORMATS } from '../registry'
import { ConditionFor } from './condition'
import { Few, LevelFor, Strict, TextFor } from './text'

const Choice = Strict({
  value: Type.Union([Type.String(), Type.Number()], { description: 'What is stored' }),
  label: TextFor('What users read'),
})

/** @param description of whose choices they are */
export const Choices = (description: string) =>
  Type.Union(
    [
      Type.Array(Choice, { minItems: 1 }),
      Strict(
        { from: Few(CHOICE_SOURCES, 'The list of the product that has them') },
        'Choices that are not written out, such as {"from": "levels"}',
      ),
    ],
    { description },
  )

export const FormatName = Few(FORMATS, 'How a value is shown; without it as is usual for the kind')

export const Action = Type.Union([
  Few(ACTION_NAMES, 'Name of a registered action'),
  Strict(
    {
      action: Few(ACTION_NAMES, 'Name of a registered action'),
      level: LevelFor('From which level on the button is there'),
    },
    'An action for this level and above',
  ),
])

const BulkAction = Type.Union([
  Few(BULK_ACTION_NAMES, 'Name of a registered action for chosen rows'),
  Strict(
    {
      action: Few(BULK_ACTION_NAMES, 'Name of a registered action for chosen rows'),
      level: LevelFor('From which level on the button is there'),
    },
    'An action for this level and above',
  ),
])

/** A column: a field by name, or with what differs from the field. `index` is the running number. */
export const Column = Type.Union([
  Type.String({ description: 'A field of this resource, or "index" for the running number' }),
  Strict({
    field: Type.String({ description: 'A field of this resource, or "index" for the running number' }),
    label: Type.Optional(TextFor('The head of the column; without it the label of the field')),
    format: Type.Optional(FormatName),
    align: Type.Optional(
      Few(['left', 'right', 'center'], 'Where values stand; without it as is usual for the kind'),
    ),
    sortable: Type.Optional(
      Type.Boolean({
        description: 'Whether a click on the head orders the list; usual where the kind can be',
      }),
    ),
    hidden: Type.Optional(
      Type.Boolean({
        description: 'Not shown until the user turns it on; of orders, offered for the spreadsheet alone',
        default: false,
      }),
    ),
    avatar: Type.Optional(
      Type.Boolean({ description: 'The record’s picture beside the value', default: false }),
    ),
    actions: Type.Optional(Type.Array(Action, { description: 'Actions shown in the cell' })),
  }),
])
export type Column = Static<typeof Column>

/** A filter above the list. */
export const Filter = Strict({
  name: Type.String({ description: 'The key under which it is kept in the address' }),
  type: Few(
    ['search', 'select', 'reference', 'boolean'],
    'search: a text that is looked for; select: one of a few choices; reference: a record; boolean: a switch',
  ),
  field: Type.Optional(Type.String({ description: 'The field it filters by, when it is not the name' })),
  fields: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, description: 'Of a search: the fields it looks in' }),
  ),
  where: Type.Optional(ConditionFor('Of a switch: the records that are left when it is on')),
  label: TextFor('What users read'),
  placeholder: Type.Optional(TextFor('Shown in the empty input')),
  accept: Type.Optional(
    Type.String({ description: 'Characters a search takes, as a regular-expression class body: 0-9.' }),
  ),
  all: Type.Optional(
    Strict(
      {
        value: Type.String({ description: 'What is sent for it' }),
        label: TextFor('What users read'),
      },
      'The choice that stands for no filter, and what is sent for it',
    ),
  ),
  choices: Type.Optional(Choices('Of a select: what can be chosen, where it is not that of the field')),
  level: Type.Optional(LevelFor('From which level on the filter is there')),
  reference: Type.Optional(Type.String({ description: 'Resource whose records are the choices' })),
  dependsOn: Type.Optional(
    Type.String({ description: 'Filter that must be chosen first; passed on to the choices' }),
  ),
  shownFrom: Type.Optional(
    Type.Integer({ description: 'Shown when there are at least this many choices', default: 0 }),
  ),
})
export type Filter = Static<typeof Filter>

const Buttons = (description: string) => Type.Optional(Type.Array(Action, { description }))

export const List = Strict(
  {
    columns: Type.Array(Column, { minItems: 1, description: 'From left to right' }),
    phone: Type.Optional(
      Type.Array(Type.String(), { description: 'On a phone: the fields of the card, most telling first' }),
    ),
    sort: Type.Optional(
      Strict(
        {
          field: Type.String({ description: 'The field by which it is ordered' }),
          order: Few(['ASC', 'DESC'], 'ASC: the smallest first; DESC: the greatest'),
        },
        'The order until the user chooses another',
      ),
    ),
    filters: Type.Optional(Type.Array(Filter, { description: 'Above the list, in this order' })),
    perPage: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Rows of a page', default: 20 }),
    ),
    pageWindow: Type.Optional(
      Type.Integer({ minimum: 3, description: 'Page numbers shown at once', default: 10 }),
    ),
    actions: Buttons('Buttons above the list'),
    rowActions: Buttons('Buttons at the end of a row'),
    bulkActions: Type.Optional(Type.Array(BulkAction, { description: 'Buttons for chosen rows' })),
    export: Type.Optional(
      Few([...LEVEL_NAMES, 'manager'], 'From which level on the list can be downloaded as a spreadsheet'),
    ),
    texts: Type.Optional(
      Strict(
        {
          found: Type.Optional(TextFor('How many there are: %{count}')),
          none: Type.Optional(TextFor('Said when the filters leave nothing')),
          empty: Type.Optional(TextFor('Said while there are no records at all')),
          loading: Type.Optional(TextFor('Said while the list is fetched')),
        },
        'Sentences of the list in place of the usual ones',
      ),
    ),
  },
  'The list of the records; without it there is no page and no menu link',
)
