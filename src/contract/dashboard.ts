/** The figures of the dashboard (§3, §7). */
import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint'
import { Envelope, Open } from './envelope'

const Count = Type.Integer({ minimum: 0 })
const Share = Open({ name: Type.String(), devices: Count, linked: Count })

export const DashboardStats = Open({
  amount: Open({ device: Count, placed: Count, linked: Count, closed: Count }),
  vendors: Type.Array(Share),
  models: Type.Array(Share),
  clients: Type.Array(Open({ name: Type.String(), vendor: Type.String(), devices: Count, linked: Count })),
})
export type DashboardStats = Static<typeof DashboardStats>

export const ProvinceCount = Open({ sido: Type.String(), count: Count })
export const ProvinceFigures = Open({ count: Count, placed: Count, linked: Count, closed: Count })

export const dashboard = {
  stats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats',
    access: 'guest',
    summary: 'The national figures and tables',
    answer: Envelope(DashboardStats),
  }),
  place: endpoint({
    method: 'GET',
    path: '/api/dashboard/place',
    access: 'guest',
    summary: 'Devices by province, or the figures of one province',
    query: Type.Object({ sido: Type.Optional(Type.String({ maxLength: 8 })) }),
    answer: Envelope(Type.Union([Type.Array(ProvinceCount), ProvinceFigures])),
  }),
}
