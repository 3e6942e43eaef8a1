/** The value of an order as the API receives it, and the lines to display if the command has several values. */
import Type, { type Static } from 'typebox'

/** A text or a number; several values as an object or its JSON text. */
export const OrderValue = Type.Union([
  Type.String({ maxLength: 100_000 }),
  Type.Number(),
  Type.Object({}, { additionalProperties: true }),
])

const BilingualText = Type.Object({ ko: Type.String(), en: Type.String() })

/** One of several values of an order, to display. */
export const DataLine = Type.Object({
  label: BilingualText,
  group: Type.Optional(BilingualText),
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), BilingualText], {
    description: 'For a choice its title, for a password a mask',
  }),
})
export type DataLine = Static<typeof DataLine>
