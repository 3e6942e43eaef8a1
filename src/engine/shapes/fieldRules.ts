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
          'Of dates: a day such as 2026-01-31, "today" or "now", also moved: "today+30d", "today-1y", "now+2h" (h hours, d days, w weeks, m months, y years). Days begin and end in Korean time',
      }),
      Strict(
        { field: Type.String({ description: 'The field of the same kind whose value is the bound' }) },
        'Of dates: another field of the record',
      ),
    ],
    { description },
  )

export const Unique = Type.Union(
  [
    Type.Boolean({ description: 'true: compared within the vendor; of records without one, everywhere' }),
    Strict({
      with: Type.Optional(
        Type.Array(Type.String(), {
          maxItems: 8,
          description: 'Further fields: only records that have the same values in all of them are duplicates',
        }),
      ),
      within: Type.Optional(
        Few(
          ['vendor', 'everywhere'],
          'vendor: among the records of one vendor, the usual case; everywhere: among those of all, so that one vendor learns that another has the value',
        ),
      ),
      message: Type.Optional(TextFor('What is said at the field in place of the usual sentence')),
    }),
  ],
  {
    description:
      'No two records have the same value. Upper and lower case are alike; what is empty is never a duplicate',
  },
)

export const DependsOn = Type.Record(Type.String(), Type.String(), {
  description:
    'Of a reference: only records that agree with this one are choices. {"batch": "group"}: those whose batch is what the field group has',
})

/** What can become of a record that refers to one that is deleted. */
const DELETIONS = ['refuse', 'clear', 'cascade'] as const

export const OnDelete = Few(
  DELETIONS,
  'When what it refers to is deleted. refuse: that is refused while this refers to it; clear: the reference is emptied, or the id leaves the list; cascade: this record is deleted too',
  'refuse',
)

/** Whose rows a table of children has, and which of their fields. */
export const OF_CHILDREN = {
  by: Type.Optional(
    Type.String({ description: 'Of children: the field of that resource that refers to this record' }),
  ),
  fields: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 12,
      description: 'Of children: the fields of that resource that the table shows, from left to right',
    }),
  ),
  order: Type.Optional(
    Type.String({
      description:
        'Of children: the number field of that resource in which the server keeps the place of each row, from 0; without it rows stand as they were added',
    }),
  ),
}

/** A rule over several fields. */
export const Check = Strict({
  name: Type.String({ pattern: '^[a-z][A-Za-z0-9_]{0,62}$', description: 'By which the rule is told apart' }),
  check: ExpressionText('What must hold of every record, such as "empty(end) || end > start"'),
  message: TextFor('What is said where it does not hold'),
  at: Type.Optional(Type.String({ description: 'The field at which it is said; above the form without it' })),
})
