/** Orders (§3, §7, decisions 6, 18 and 32). */
import Type, { type Static } from 'typebox'
import { ORDER_STATUSES, STARS, THEMES } from '../domain/orders'
import { DeviceHit } from './devices'
import { get, post } from './endpoint'
import { Envelope, Id, Open, Time } from './envelope'
import { methods } from './methods'
import { OrderTarget, ResultsQuery, TargetPage, TargetQuery } from './orderTargets'
import { DataLine, OrderValue } from './orderValues'
import { pageKeys } from './pages'

const Count = Type.Integer({ minimum: 0 })

export const Order = Open({
  id: Type.Integer(),
  unreaded: Type.Boolean(),
  starred: Type.Boolean({ description: 'Whether the caller has starred the order' }),
  star: Type.Optional(
    Type.Enum([...STARS], { description: 'Ours: the caller’s star if set, else the share of successes' }),
  ),
  success: Count,
  failure: Count,
  waiting: Count,
  ongoing: Count,
  total: Count,
  status: Type.Optional(Type.Enum([...ORDER_STATUSES], { description: 'Ours: derived from the counts' })),
  title: Type.String(),
  code: Type.Optional(Type.String({ description: 'Ours: the code of the order method' })),
  caption: Type.String(),
  data: Type.String({ description: 'The value; JSON for a command with several values' }),
  dataLines: Type.Optional(
    Type.Array(DataLine, { description: 'Ours: for a command with several values, the values to display' }),
  ),
  theme: Type.String({ description: 'What the order was aimed at: device, search, batch or bunch' }),
  content: Type.String(),
  from: Type.String(),
  started: Time,
  expired: Time,
  created: Time,
})
export type Order = Static<typeof Order>

/** What an order was aimed at; the console turns it into text. */
export const OrderAim = Type.Object({
  theme: Type.Enum([...THEMES]),
  model: Type.Optional(Type.String({ description: 'Name of the model of the batch' })),
  batch: Type.Optional(Type.String({ description: 'Name of the batch, absent once it is deleted' })),
  bunch: Type.Optional(Type.String({ description: 'Name of the bunch, absent once it is deleted' })),
  batch_id: Type.Integer({ description: '0 for none' }),
  bunch_id: Type.Integer({ description: '0 for none' }),
  first: Type.Optional(
    Type.Object(
      { device: Type.String(), number: Type.String() },
      { description: 'The first of its devices' },
    ),
  ),
})
export type OrderAim = Static<typeof OrderAim>

/** A file that belongs to an order (§3). */
export const Attachment = Type.Object({
  id: Type.Integer(),
  photo: Type.String({ description: 'URL of the file; a path is fetched with the token' }),
  photoName: Type.String(),
  weight: Type.Integer({ minimum: 0, description: 'Approximate size in bytes' }),
})
export type Attachment = Static<typeof Attachment>

export const OrderDetail = Type.Object(
  {
    ...Order.properties,
    holdUntil: Time,
    aim: OrderAim,
    cancellable: Type.Integer({ minimum: 0, description: 'Waiting targets that the caller may cancel' }),
    attachments: Type.Array(Attachment),
  },
  { additionalProperties: true },
)
export type OrderDetail = Static<typeof OrderDetail>

/** An order in a path. */
const OrderParams = Type.Object({ id: Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER }) })

const TimeText = Type.String({ maxLength: 32, description: 'UTC, YYYY MM-DD HH:mm:ss; empty for none' })

/** Makes undeclared keys errors (decision 40). */
const CLOSED = { additionalProperties: false }

/** Further keys are fields that config adds; any other is refused. */
export const OrderSheet = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 64 }),
    data: Type.Optional(OrderValue),
    title: Type.Optional(Type.String({ maxLength: 10_000 })),
    started: Type.Optional(TimeText),
    expired: Type.Optional(TimeText),
    // 0 or below for none.
    batch: Type.Optional(Id),
    bunch: Type.Optional(Id),
    targets: Type.Optional(Type.Array(OrderTarget, { maxItems: 100_001 })),
  },
  { additionalProperties: true },
)
export type OrderSheet = Static<typeof OrderSheet>

/** Selects the devices of an order, for the preview. The whole order sheet may be sent. */
export const OrderAimSheet = Open({
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'With it, the command’s conditions on devices are checked too',
    }),
  ),
  batch: OrderSheet.properties.batch,
  bunch: OrderSheet.properties.bunch,
  targets: OrderSheet.properties.targets,
})
export type OrderAimSheet = Static<typeof OrderAimSheet>

export const OrderPreview = Type.Object({ devices: Count, online: Count, offline: Count })
export type OrderPreview = Static<typeof OrderPreview>

/** Marks belong to the user (decision 6). Absent marks stay as they are. */
export const OrderMarks = Type.Object(
  {
    ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      minItems: 1,
      maxItems: 1000,
    }),
    read: Type.Optional(Type.Boolean()),
    starred: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'null: the star shows the share of successes',
      }),
    ),
    archived: Type.Optional(Type.Boolean()),
  },
  CLOSED,
)
export type OrderMarks = Static<typeof OrderMarks>

/** Without `status` (the button `all`), orders of every status. */
export const OrderQuery = Type.Object(
  {
    ...pageKeys(5),
    status: Type.Optional(Type.Enum([...ORDER_STATUSES])),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    archived: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Ours: true for the orders that the caller has archived, false for all others',
      }),
    ),
  },
  { additionalProperties: true, description: 'Further keys are the filters of config' },
)
export type OrderQuery = Static<typeof OrderQuery>

export const OrderPage = Type.Object({ count: Count, data: Type.Array(Order) })
export type OrderPage = Static<typeof OrderPage>

export const OrderCounts = Type.Object({
  overall: Count,
  success: Count,
  failure: Count,
  waiting: Count,
  ongoing: Count,
  archived: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Ours: how many orders the caller has archived' }),
  ),
})
export type OrderCounts = Static<typeof OrderCounts>

const status = Type.Optional(Type.Enum([...ORDER_STATUSES]))

export const orders = {
  methods,
  register: post('/api/orders/order', 'client', {
    summary: 'Register an order; header Idempotency-Key makes a repeat harmless',
    body: OrderSheet,
    answer: Envelope(
      Type.Object({
        id: Type.Integer(),
        total: Count,
        holdUntil: Type.Optional(
          Type.String({
            format: 'date-time',
            description:
              'Ours: devices get the order at this time at the earliest; the absent time if it is not held back',
          }),
        ),
      }),
    ),
  }),
  list: post('/api/orders', 'guest', {
    summary: 'A page of the orders in the caller’s scope, newest first',
    reads: true,
    body: OrderQuery,
    answer: OrderPage,
  }),
  counts: get('/api/orders/status', 'guest', {
    summary: 'How many orders have each status',
    answer: Envelope(OrderCounts),
  }),
  get: get('/api/orders/{id}', 'guest', {
    summary: 'An order with its aim and attachments',
    ours: true,
    params: OrderParams,
    answer: Envelope(OrderDetail),
  }),
  targets: get('/api/orders/{id}/targets', 'guest', {
    summary: 'A page of the devices of an order, by phone number',
    ours: true,
    params: OrderParams,
    query: TargetQuery,
    answer: TargetPage,
  }),
  recipients: get('/api/orders/{id}/recipients', 'client', {
    summary: 'The devices of an order that are still in the caller’s scope, for a new order',
    ours: true,
    params: OrderParams,
    query: Type.Object({ status }),
    answer: Envelope(Type.Array(DeviceHit)),
  }),
  results: get('/api/orders/{id}/results', 'guest', {
    summary: 'The results of an order by device, as a spreadsheet',
    ours: true,
    params: OrderParams,
    query: ResultsQuery,
    gives: 'file',
  }),
  cancel: post('/api/orders/{id}/cancel', 'client', {
    summary: 'Cancel an order for the devices that have not received it yet',
    ours: true,
    params: OrderParams,
    answer: Envelope(Type.Object({ cancelled: Count })),
  }),
  marks: post('/api/orders/marks', 'guest', {
    summary: 'Mark orders as read, starred or archived, for the caller only',
    ours: true,
    body: OrderMarks,
    answer: Envelope(Type.Object({})),
  }),
  preview: post('/api/orders/preview', 'client', {
    summary:
      'How many devices an order would be sent to; refused for the same reasons as registering the order',
    reads: true,
    ours: true,
    body: OrderAimSheet,
    answer: Envelope(OrderPreview),
  }),
}
