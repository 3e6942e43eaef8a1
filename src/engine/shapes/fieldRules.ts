/** The shapes of the keys that only some kinds of field have, of uniqueness, and of rules over several fields. */
import Type from 'typebox'
import { ExpressionText } from './condition'
import { Choices } from './list'
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

const DependsOn = Type.Record(Type.String(), Type.String(), {
  description:
    'Of a reference: offers only matching records; {"batch": "group"} offers those whose batch equals the field group',
})

const OnDelete = OneOf(
  ['refuse', 'clear', 'cascade'],
  'What happens when the record it refers to is deleted; refuse: that deletion is refused, clear: the reference is emptied or the id removed from the list, cascade: this record is deleted too',
  'refuse',
)

/** Keys of a field that only some kinds have: `optionKeys` of a kind. */
export const KIND_KEYS = {
  mask: Type.Optional(
    Type.String({ description: 'Pattern of what is entered; # stands for a digit: ###-##-#####' }),
  ),
  min: Type.Optional(
    Bound('Smallest value, shortest text, fewest choices or rows; of a date the earliest that is allowed'),
  ),
  max: Type.Optional(
    Bound('Largest value, longest text, most choices or rows; of a date the latest that is allowed'),
  ),
  choices: Type.Optional(Choices('Choices')),
  reference: Type.Optional(
    Type.String({
      description: 'Resource that a reference points to; of children, their resource',
    }),
  ),
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
  dependsOn: Type.Optional(DependsOn),
  onDelete: Type.Optional(OnDelete),
  empty: Type.Optional(
    StrictObject(
      {
        value: Type.Union([Type.String(), Type.Number()], { description: 'Value sent and stored for it' }),
        label: TextFor('Shown to users'),
      },
      'Choice that stands for none',
    ),
  ),
  confirm: Type.Optional(
    StrictObject(
      {
        label: TextFor('Shown to users'),
        placeholder: Type.Optional(TextFor('Text in the empty input')),
      },
      'Of a password: field to enter it again',
    ),
  ),
}

/** Keys that each field must have whose kind has them. */
export const REQUIRED_KEYS: readonly (keyof typeof KIND_KEYS)[] = ['choices', 'reference', 'by', 'fields']

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
