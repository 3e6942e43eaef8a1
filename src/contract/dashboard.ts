/** The figures of the dashboard (§3, §7). */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope, Open } from './envelope'

const Count = Type.Integer({ minimum: 0 })
/** Ours: what the device list can be filtered by. */
const Id = Type.Optional(Type.Integer())
const Share = Open({ id: Id, name: Type.String(), devices: Count, linked: Count })

export const DashboardStats = Open({
  amount: Open({ device: Count, placed: Count, linked: Count, closed: Count }),
  vendors: Type.Array(Share),
  models: Type.Array(Share),
  clients: Type.Array(
    Open({ id: Id, name: Type.String(), vendor: Type.String(), devices: Count, linked: Count }),
  ),
})
export type DashboardStats = Static<typeof DashboardStats>

/** The further figures are ours: a map can show all of them without a call for each region. */
export const ProvinceCount = Open({
  sido: Type.String({ description: 'Region id; empty for the devices without a known place' }),
  count: Count,
  placed: Type.Optional(Count),
  linked: Type.Optional(Count),
  closed: Type.Optional(Count),
})
export type ProvinceCount = Static<typeof ProvinceCount>

export const ProvinceFigures = Open({ count: Count, placed: Count, linked: Count, closed: Count })
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
