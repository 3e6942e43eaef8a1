/** The figures of the dashboard and its map (§7). */
import type { DashboardStats, ProvinceCount, ProvinceFigures } from '../../contract/dashboard'
import type { Client } from './client'

export interface DashboardCalls {
  dashboardStats(signal?: AbortSignal): Promise<DashboardStats>
  /** The count of every province. */
  places(signal?: AbortSignal): Promise<ProvinceCount[]>
  /** The figures of one province. */
  place(sido: string, signal?: AbortSignal): Promise<ProvinceFigures>
  /** The outlines of the regions, as GeoJSON, from the address that config names. */
  countryMap(url: string, signal?: AbortSignal): Promise<unknown>
}

export function createDashboardCalls(client: Client): DashboardCalls {
  return {
    dashboardStats: signal => client.payload('dashboard.stats', { signal }),
    places: async signal => {
      const places = await logged(client.payload('dashboard.place', { signal }))
      return Array.isArray(places) ? places : []
    },
    place: async (sido, signal) =>
      (await logged(client.payload('dashboard.place', { query: { sido }, signal }))) as ProvinceFigures,
    countryMap: async (url, signal) => (await client.http(url, { signal })).json,
  }
}

/** §8: failures of the place call are logged, with the server's message when its `result` is false; a 401 has ended the session. */
async function logged<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error instanceof Error ? error.message : error)
    throw error
  }
}
