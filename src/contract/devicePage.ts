/** The page of one device (ours, beside §7): its fields, its signal over time, and its timeline. */
import Type, { type Static } from 'typebox'
import { ORDER_STATUSES } from '../domain/orders'
import { Device } from './devices'
import { get } from './endpoint'
import { Envelope, Open, Time } from './envelope'
import { HISTORY_ACTIONS } from './history'

/** What a timeline is made of, as its filter names it. */
export const TIMELINE_KINDS = ['order', 'result', 'connection', 'change'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** An IMEI in a path; anything else is a device that there is not. */
const DeviceParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const DeviceDetail = Type.Object(
  {
    ...Device.properties,
    sees: Type.Object(
      {
        signals: Type.Boolean(),
        timeline: Type.Array(Type.Enum([...TIMELINE_KINDS])),
      },
      { description: 'What of the page the caller may ask for' },
    ),
  },
  { additionalProperties: true },
)
export type DeviceDetail = Static<typeof DeviceDetail>

/** As many points has an answer at most. */
export const MOST_SIGNAL_POINTS = 500

const SignalQuery = Type.Object(
  { from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) },
  { additionalProperties: false },
)

const Dbm = Type.Number({ description: 'dBm' })

/** The signal of a stretch of time. */
export const SignalPoint = Type.Object({
  at: Time,
  seconds: Type.Integer({ minimum: 1, description: 'How long it lasts' }),
  rsrp: Type.Number({ description: 'The mean, in dBm' }),
  min: Dbm,
  max: Dbm,
  gap: Type.Boolean({
    description: 'The device was not connected all the time between the point before and this one',
  }),
})
export type SignalPoint = Static<typeof SignalPoint>

export const SignalHistory = Type.Object({
  from: Time,
  to: Time,
  points: Type.Array(SignalPoint, { maxItems: MOST_SIGNAL_POINTS }),
})
export type SignalHistory = Static<typeof SignalHistory>

const Fields = Type.Union([Open({}), Type.Null()])

const Entry = { at: Time, key: Type.String({ description: 'Unique in the timeline' }) }

const OrderPart = {
  order: Type.Integer(),
  title: Type.String(),
  caption: Type.String(),
  status: Type.Enum([...ORDER_STATUSES], { description: 'What became of it at this device' }),
  reason: Type.String({ description: 'As in `GET /api/orders/{id}/targets`' }),
}

/** One thing that happened; its time decides about the order. */
export const TimelineEntry = Type.Union([
  Type.Object({
    kind: Type.Literal('order'),
    ...Entry,
    ...OrderPart,
    from: Type.String({ description: 'Who sent it' }),
    changed: Type.String({ format: 'date-time', description: 'Since when the status is what it is' }),
  }),
  Type.Object({ kind: Type.Literal('result'), ...Entry, ...OrderPart }),
  Type.Object({
    kind: Type.Literal('connection'),
    ...Entry,
    closed: Type.String({ format: 'date-time', description: 'Its end; the absent time while it lasts' }),
  }),
  Type.Object({
    kind: Type.Literal('change'),
    ...Entry,
    action: Type.Enum([...HISTORY_ACTIONS]),
    client_name: Type.String({ description: 'Who did it; empty for the installation itself' }),
    before: Fields,
    after: Fields,
  }),
])
export type TimelineEntry = Static<typeof TimelineEntry>

const TimelineQuery = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...TIMELINE_KINDS])),
    before: Type.Optional(
      Type.String({ maxLength: 600, description: '`next` of the page before; the newest without it' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
  },
  { additionalProperties: false },
)

export const devicePage = {
  get: get('/api/devices/{id}', 'guest', {
    summary: 'A device, and what of its page the caller may see',
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
    summary: 'What a device lived through, newest first, page by page',
    ours: true,
    params: DeviceParams,
    query: TimelineQuery,
    answer: Type.Object({
      ...Envelope(Type.Array(TimelineEntry)).properties,
      next: Type.Optional(
        Type.String({ description: 'For the following page, as `before`; absent on the last one' }),
      ),
    }),
  }),
}
