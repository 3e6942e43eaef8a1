/** The figures of the dashboard (§3, §7). */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

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
}
