/** The shapes of a field's larger rules (bounds, uniqueness, deletion), and of rules over several fields. */
import Type from 'typebox'
import { ExpressionText } from './condition'
import { OneOf, StrictObject, TextFor } from './text'

/** A number; or for dates a text that `domain/dateBounds` parses, or another field. */
export const Bound = (description: string) =>
  Type.Union(
    [
      Type.Number({ description: 'Of numbers, texts and lists' }),
      Type.String({
        description:
          'Of dates: a day such as 2026-01-31, "today" or "now"; also shifted: "today+30d", "today-1y", "now+2h" (h hours, d days, w weeks, m months, y years). Days begin and end in Korean time',
      }),
      StrictObject(
        { field: Type.String({ description: 'Field of the same kind whose value is the bound' }) },
        'Of dates: another field of the record',
      ),
    ],
    { description },
  )

export const Unique = Type.Union(
  [
    Type.Boolean({
      description: 'true: compared within the vendor; records without a vendor are compared everywhere',
    }),
    StrictObject({
      with: Type.Optional(
        Type.Array(Type.String(), {
          maxItems: 8,
          description: 'Further fields; only records that agree in all of them are duplicates',
        }),
      ),
      within: Type.Optional(
        OneOf(
          ['vendor', 'everywhere'],
          'Where to look for duplicates; vendor (default): among the records of one vendor, everywhere: among all records, so that a vendor learns that another vendor has the value',
        ),
      ),
      message: Type.Optional(TextFor('Message instead of the usual one')),
    }),
  ],
  {
    description:
      'No two records have the same value; upper and lower case count as equal, and empty values are never duplicates',
  },
)

export const DependsOn = Type.Record(Type.String(), Type.String(), {
  description:
    'Of a reference: offers only matching records; {"batch": "group"} offers those whose batch equals the field group',
})

/** What happens to a record when the record it refers to is deleted. */
const ON_DELETE_ACTIONS = ['refuse', 'clear', 'cascade'] as const

export const OnDelete = OneOf(
  ON_DELETE_ACTIONS,
  'What happens when the record it refers to is deleted; refuse: that deletion is refused, clear: the reference is emptied or the id removed from the list, cascade: this record is deleted too',
  'refuse',
)

/** Keys that only fields of the type `children` have. */
export const CHILDREN_KEYS = {
  by: Type.Optional(Type.String({ description: 'Of children: their field that refers to this record' })),
  fields: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 12,
      description: 'Of children: their fields in the table; from left to right',
    }),
  ),
  order: Type.Optional(
    Type.String({
      description:
        'Of children: their number field for the position of a row; the server counts from 0. Without it rows stay in the order in which they were added',
    }),
  ),
}

/** A rule over several fields. */
export const Check = StrictObject({
  name: Type.String({ pattern: '^[a-z][A-Za-z0-9_]{0,62}$', description: 'Name of the rule' }),
  check: ExpressionText('Expression that must be true for every record; such as "empty(end) || end > start"'),
  message: TextFor('Message if it is false'),
  at: Type.Optional(
    Type.String({
      description: 'Field that shows the message; without it the message stands above the form',
    }),
  ),
})
