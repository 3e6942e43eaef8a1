/** Rules of a field that are more than a number or a name, and rules over several fields. */
import Type from 'typebox'
import { ExpressionText } from './condition'
import { Few, Strict, TextFor } from './text'

/** A bound: a number, or of a date what `domain/dateBounds` understands, or another field. */
export const Bound = (description: string) =>
  Type.Union(
    [
      Type.Number({ description: 'Of numbers, texts and lists' }),
      Type.String({
        description:
          'Of dates: a day such as 2026-01-31, "today" or "now"; also shifted: "today+30d", "today-1y", "now+2h" (h hours, d days, w weeks, m months, y years). Days begin and end in Korean time',
      }),
      Strict(
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
    Strict({
      with: Type.Optional(
        Type.Array(Type.String(), {
          maxItems: 8,
          description: 'Further fields; only records that agree in all of them are duplicates',
        }),
      ),
      within: Type.Optional(
        Few(
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

/** What can happen to a record when the record it refers to is deleted. */
const DELETIONS = ['refuse', 'clear', 'cascade'] as const

export const OnDelete = Few(
  DELETIONS,
  'What happens when the record it refers to is deleted; refuse: that deletion is refused, clear: the reference is emptied or the id removed from the list, cascade: this record is deleted too',
  'refuse',
)

/** Keys of a field of the type `children`. */
export const OF_CHILDREN = {
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
export const Check = Strict({
  name: Type.String({ pattern: '^[a-z][A-Za-z0-9_]{0,62}$', description: 'Name of the rule' }),
  check: ExpressionText('Expression that must be true for every record; such as "empty(end) || end > start"'),
  message: TextFor('Message if it is false'),
  at: Type.Optional(
    Type.String({
      description: 'Field that shows the message; without it the message stands above the form',
    }),
  ),
})
