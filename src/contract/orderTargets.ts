/** The targets of an order: its devices with their status. Our own calls, beyond §7. */
import Type, { type Static } from 'typebox'
import { EXPORT_FORMATS } from '../domain/fileName'
import { ORDER_STATUSES } from '../domain/orders'
import { Open, Time } from './envelope'
import { pageKeys } from './pages'

/** A target of the order sheet: the id of a device (device dialog), or the id with the phone number (compose). */
export const OrderTarget = Type.Union([
  Type.String({ minLength: 1, maxLength: 32 }),
  Open({
    device: Type.String({ minLength: 1, maxLength: 32 }),
    number: Type.Optional(Type.String({ maxLength: 32 })),
  }),
])

export const TargetState = Type.Object({
  device: Type.String(),
  number: Type.String(),
  model: Type.String({ description: 'Name of the model' }),
  online: Type.Boolean(),
  status: Type.Enum([...ORDER_STATUSES]),
  reason: Type.String({
    description: 'expired, cancelled, refused, or a text from the device; empty for none',
  }),
  changed: Time,
})
export type TargetState = Static<typeof TargetState>

export const TargetQuery = Type.Object({
  status: Type.Optional(Type.Enum([...ORDER_STATUSES])),
  search: Type.Optional(
    Type.String({ maxLength: 32, pattern: '^[0-9.]*$', description: 'Digits of the phone number or IMEI' }),
  ),
  ...pageKeys(20),
})
export type TargetQuery = Static<typeof TargetQuery>

const { status, search } = TargetQuery.properties
/** The query for all targets as a spreadsheet. */
export const ResultsQuery = Type.Object({
  status,
  search,
  locale: Type.Optional(Type.Enum(['ko', 'en'])),
  format: Type.Optional(Type.Enum([...EXPORT_FORMATS], { description: 'xlsx if absent' })),
})

export const TargetPage = Type.Object({ count: Type.Integer({ minimum: 0 }), data: Type.Array(TargetState) })
export type TargetPage = Static<typeof TargetPage>
