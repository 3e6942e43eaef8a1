/** The figures of the dashboard (§3, §7). */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope, Time } from './envelope'

const Count = Type.Integer({ minimum: 0 })
/** Ours: the id, so that a row can link to the filtered device list. */
const Id = Type.Optional(Type.Integer())
const Share = Type.Object({ id: Id, name: Type.String(), devices: Count, linked: Count })

export const DashboardStats = Type.Object({
  amount: Type.Object({ device: Count, placed: Count, linked: Count, closed: Count }),
  vendors: Type.Array(Share),
  models: Type.Array(Share),
  clients: Type.Array(
    Type.Object({ id: Id, name: Type.String(), vendor: Type.String(), devices: Count, linked: Count }),
  ),
})
export type DashboardStats = Static<typeof DashboardStats>

/** `placed`, `linked` and `closed` are ours: a map can show them without a call for each region. */
export const ProvinceCount = Type.Object({
  sido: Type.String({ description: 'Region id; empty for devices whose region is unknown' }),
  count: Count,
  placed: Type.Optional(Count),
  linked: Type.Optional(Count),
  closed: Type.Optional(Count),
})
export type ProvinceCount = Static<typeof ProvinceCount>

export const ProvinceFigures = Type.Object({ count: Count, placed: Count, linked: Count, closed: Count })
export type ProvinceFigures = Static<typeof ProvinceFigures>

const Region = Type.String({ description: 'Region id; empty for devices whose region is unknown' })

/** Devices that went offline within the last hour and have not returned, grouped by `of`; the largest group first. */
const LostGroup = Type.Object({
  of: Type.Enum(['sido', 'model', 'vendor', 'client']),
  id: Type.String({ description: 'Region id, or the id of a model, vendor or client' }),
  name: Type.Optional(Type.String()),
  lost: Count,
})

/**
 * What needs attention. Devices are counted in the background; parts that the caller may not see are absent.
 */
export const Attention = Type.Object({
  at: Type.Optional(Time),
  lost: Type.Optional(
    Type.Object({
      count: Count,
      since: Time,
      groups: Type.Array(LostGroup),
    }),
  ),
  weak: Type.Optional(
    Type.Object(
      { count: Count, below: Type.Integer({ description: 'Signals below this are weak, in dBm' }) },
      { description: 'Online devices with a weak signal' },
    ),
  ),
  below: Type.Array(
    Type.Object({
      sido: Region,
      share: Type.Number({ description: 'Percent online' }),
      normal: Type.Number({ description: 'Mean of the last seven days, in percent' }),
    }),
    { description: 'Regions with fewer online devices than usual' },
  ),
  failed: Type.Optional(
    Type.Object({
      count: Count,
      more: Type.Boolean({ description: 'Whether there are more than `count`' }),
      since: Time,
      latest: Type.Array(
        Type.Object({
          id: Type.Integer(),
          title: Type.String(),
          caption: Type.String(),
          failure: Count,
          total: Count,
        }),
      ),
    }),
  ),
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      count: Count,
      more: Type.Boolean(),
    }),
    { description: 'The items of `attention` in config' },
  ),
})
export type Attention = Static<typeof Attention>

/** The figures at some times, in ascending order. */
const Curve = Type.Object({ at: Type.Array(Time), devices: Type.Array(Count), linked: Type.Array(Count) })
export type Curve = Static<typeof Curve>

const Shares = Type.Array(
  Type.Object({
    id: Type.String(),
    shares: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      description: 'Percent online in each of the last 24 hours, oldest first; null if unknown',
    }),
    hour: Type.Optional(Count),
    day: Type.Optional(Count),
  }),
  { description: '`hour` and `day`: online devices an hour and a day ago' },
)

export const OnlineHistory = Type.Object({
  since: Type.Optional(Time),
  day: Curve,
  week: Curve,
  regions: Shares,
  models: Shares,
  vendors: Shares,
  orders: Type.Array(Type.Object({ id: Type.Integer(), at: Time, title: Type.String(), total: Count }), {
    description: 'Orders to many devices',
  }),
})
export type OnlineHistory = Static<typeof OnlineHistory>

export const dashboard = {
  stats: get('/api/dashboard/stats', 'guest', {
    summary: 'The national figures and tables',
    answer: Envelope(DashboardStats),
  }),
  place: get('/api/dashboard/place', 'guest', {
    summary: 'Devices by province, or the figures of one province',
    query: Type.Object({ sido: Type.Optional(Type.String({ maxLength: 8 })) }),
    answer: Envelope(Type.Union([Type.Array(ProvinceCount), ProvinceFigures])),
  }),
  attention: get('/api/dashboard/attention', 'guest', {
    ours: true,
    summary: 'Devices, regions and orders that need attention',
    answer: Envelope(Attention),
  }),
  history: get('/api/dashboard/history', 'guest', {
    ours: true,
    summary: 'Online devices over the last day and week; empty for roles whose rows are limited',
    answer: Envelope(OnlineHistory),
  }),
}
