/** The page of one device: its fields, its signal over time, and its timeline. Our own calls, beyond §7. */
import Type, { type Static } from 'typebox'
import { ORDER_STATUSES } from '../domain/orders'
import { Misunderstood } from './deviceMessages'
import { Device } from './devices'
import { get } from './endpoint'
import { Envelope, Open, Time } from './envelope'
import { HISTORY_ACTIONS } from './history'

/** Kinds of timeline entries. */
export const TIMELINE_KINDS = ['order', 'result', 'connection', 'change'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** An IMEI in a path; for any other text the response is 404. */
const DeviceParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const DeviceDetail = Type.Object(
  {
    ...Device.properties,
    sees: Type.Object(
      {
        signals: Type.Boolean(),
        timeline: Type.Array(Type.Enum([...TIMELINE_KINDS])),
      },
      { description: 'Which calls of the page the caller may make' },
    ),
    misunderstood: Type.Union([Misunderstood, Type.Null()], {
      description: 'The last message of the device that the server could not read',
    }),
  },
  { additionalProperties: true },
)
export type DeviceDetail = Static<typeof DeviceDetail>

/** The most points in a response. */
export const MAX_SIGNAL_POINTS = 500

const SignalQuery = Type.Object(
  { from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) },
  { additionalProperties: false },
)

const Dbm = Type.Number({ description: 'dBm' })

/** The signal during a period of time. */
export const SignalPoint = Type.Object({
  at: Time,
  seconds: Type.Integer({ minimum: 1, description: 'Length of the period' }),
  rsrp: Type.Number({ description: 'The mean, in dBm' }),
  min: Dbm,
  max: Dbm,
  gap: Type.Boolean({
    description: 'True if the device was disconnected at some time since the previous point',
  }),
})
export type SignalPoint = Static<typeof SignalPoint>

export const SignalHistory = Type.Object({
  from: Time,
  to: Time,
  points: Type.Array(SignalPoint, { maxItems: MAX_SIGNAL_POINTS }),
})
export type SignalHistory = Static<typeof SignalHistory>

const Fields = Type.Union([Open({}), Type.Null()])

const Entry = { at: Time, key: Type.String({ description: 'Unique in the timeline' }) }

const OrderPart = {
  order: Type.Integer(),
  title: Type.String(),
  caption: Type.String(),
  status: Type.Enum([...ORDER_STATUSES], { description: 'Status of the order at this device' }),
  reason: Type.String({ description: 'As in `GET /api/orders/{id}/targets`' }),
}

/** One event; the timeline is sorted by `at`. */
export const TimelineEntry = Type.Union([
  Type.Object({
    kind: Type.Literal('order'),
    ...Entry,
    ...OrderPart,
    from: Type.String({ description: 'Who sent it' }),
    changed: Type.String({ format: 'date-time', description: 'When the status last changed' }),
  }),
  Type.Object({ kind: Type.Literal('result'), ...Entry, ...OrderPart }),
  Type.Object({
    kind: Type.Literal('connection'),
    ...Entry,
    closed: Type.String({
      format: 'date-time',
      description: 'When the connection ended; the absent time (year 1) while it is open',
    }),
    reconnects: Type.Integer({
      description:
        'An entry may join connections of a device that reconnects all the time: their number minus one',
    }),
  }),
  Type.Object({
    kind: Type.Literal('change'),
    ...Entry,
    action: Type.Enum([...HISTORY_ACTIONS]),
    client_name: Type.String({ description: 'Who did it; empty for the system itself' }),
    before: Fields,
    after: Fields,
  }),
])
export type TimelineEntry = Static<typeof TimelineEntry>

const TimelineQuery = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...TIMELINE_KINDS])),
    before: Type.Optional(
      Type.String({
        maxLength: 600,
        description: '`next` of the previous page; absent for the newest entries',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
  },
  { additionalProperties: false },
)

export const devicePage = {
  get: get('/api/devices/{id}', 'guest', {
    summary: 'A device, and which calls of its page the caller may make',
    ours: true,
    params: DeviceParams,
    answer: Envelope(DeviceDetail),
  }),
  signals: get('/api/devices/{id}/signals', 'guest', {
    summary: 'The signal of a device over time, in at most 500 points',
    ours: true,
    params: DeviceParams,
    query: SignalQuery,
    answer: Envelope(SignalHistory),
  }),
  timeline: get('/api/devices/{id}/timeline', 'guest', {
    summary: 'The timeline of a device, newest first, page by page',
    ours: true,
    params: DeviceParams,
    query: TimelineQuery,
    answer: Type.Object({
      ...Envelope(Type.Array(TimelineEntry)).properties,
      next: Type.Optional(
        Type.String({ description: 'Send it as `before` to get the next page; absent on the last page' }),
      ),
    }),
  }),
}
