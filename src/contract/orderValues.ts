/** The value of an order: as it is sent, and, where a command has several, as people read it. */
import Type, { type Static } from 'typebox'

/** An order value is sent as text; numbers are taken too, and several values as an object or as its JSON. */
export const OrderValue = Type.Union([
  Type.String({ maxLength: 100_000 }),
  Type.Number(),
  Type.Object({}, { additionalProperties: true }),
])

const InBoth = Type.Object({ ko: Type.String(), en: Type.String() })

/** One of several values of an order, as people read it. */
export const DataLine = Type.Object({
  label: InBoth,
  group: Type.Optional(InBoth),
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), InBoth], {
    description: 'A choice by its title; a password is concealed',
  }),
})
export type DataLine = Static<typeof DataLine>
