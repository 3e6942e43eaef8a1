/** Order methods and orders (§3, §7, decisions 6, 18, 20 and 32). */
import Type, { type Static } from 'typebox'
import { ORDER_STATUSES } from '../domain/orders'
import { endpoint } from './endpoint'
import { Envelope, Open, Time } from './envelope'

export const Method = Open({
  code: Type.String(),
  caption: Type.String(),
  content: Open({
    Type: Type.String({
      description: 'text, url, password, number or array; config/order-methods.json may add more',
    }),
    Value: Type.Optional(
      Type.Array(Type.Union([Type.Number(), Type.String()]), {
        description: 'text and number: [min, max]; array: the choices',
      }),
    ),
    Holder: Type.Optional(Type.String({ description: 'Placeholder' })),
  }),
})
export type Method = Static<typeof Method>

const Count = Type.Integer({ minimum: 0 })

export const Order = Open({
  id: Type.Integer(),
  unreaded: Type.Boolean(),
  starred: Type.Boolean(),
  success: Count,
  failure: Count,
  waiting: Count,
  ongoing: Count,
  total: Count,
  status: Type.Optional(Type.Enum([...ORDER_STATUSES], { description: 'Ours: follows from the counts' })),
  title: Type.String(),
  code: Type.Optional(Type.String({ description: 'Ours: of the order method' })),
  caption: Type.String(),
  data: Type.String(),
  theme: Type.String({ description: 'What the order was aimed at: device, search, batch or bunch' }),
  content: Type.String(),
  from: Type.String(),
  started: Time,
  expired: Time,
  created: Time,
})
export type Order = Static<typeof Order>

/** A target of the order sheet: a device id alone (device dialog), or with its number (compose). */
export const OrderTarget = Type.Union([
  Type.String({ minLength: 1, maxLength: 32 }),
  Open({
    device: Type.String({ minLength: 1, maxLength: 32 }),
    number: Type.Optional(Type.String({ maxLength: 32 })),
  }),
])

/** An order value is sent as text; numbers are taken too. */
export const OrderValue = Type.Union([Type.String({ maxLength: 100_000 }), Type.Number()])

const TimeText = Type.String({ maxLength: 32, description: 'UTC, YYYY MM-DD HH:mm:ss; empty for none' })

/** 0 or below for none. */
const GroupId = Type.Integer({ minimum: -1, maximum: 2147483647 })

export const OrderSheet = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 64 }),
  data: Type.Optional(OrderValue),
  title: Type.Optional(Type.String({ maxLength: 10_000 })),
  started: Type.Optional(TimeText),
  expired: Type.Optional(TimeText),
  batch: Type.Optional(GroupId),
  bunch: Type.Optional(GroupId),
  targets: Type.Optional(Type.Array(OrderTarget, { maxItems: 100_001 })),
})
export type OrderSheet = Static<typeof OrderSheet>

/** `all` is the status buttons' first one; the spec sends no value for it. */
export const OrderQuery = Type.Object({
  page_index: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
  page_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 5 })),
  status: Type.Optional(Type.Enum([...ORDER_STATUSES])),
  search: Type.Optional(Type.String({ maxLength: 200 })),
})
export type OrderQuery = Static<typeof OrderQuery>

export const OrderPage = Type.Object({ count: Count, data: Type.Array(Order) })
export type OrderPage = Static<typeof OrderPage>

export const OrderCounts = Type.Object({
  overall: Count,
  success: Count,
  failure: Count,
  waiting: Count,
  ongoing: Count,
})
export type OrderCounts = Static<typeof OrderCounts>

export const orders = {
  methods: endpoint({
    method: 'GET',
    path: '/api/methods',
    access: 'guest',
    summary: 'The control commands',
    query: Type.Object({ subject: Type.Optional(Type.Literal('order')) }),
    answer: Envelope(Type.Array(Method)),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/orders/order',
    access: 'client',
    summary: 'Register an order; header Idempotency-Key makes a repeat harmless',
    body: OrderSheet,
    answer: Envelope(Type.Object({ id: Type.Integer(), total: Count })),
  }),
  list: endpoint({
    method: 'POST',
    path: '/api/orders',
    access: 'guest',
    summary: 'A page of the orders in reach, newest first',
    body: OrderQuery,
    answer: OrderPage,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/orders/status',
    access: 'guest',
    summary: 'How many orders stand where',
    answer: Envelope(OrderCounts),
  }),
}
