/** The figures of the dashboard and its map (§7). */
import type { ProvinceCount, ProvinceFigures } from '../../contract/dashboard'
import type { Client } from './client'

export function createDashboardCalls(client: Client) {
  return {
    dashboardStats: (signal?: AbortSignal) => client.payload('dashboard.stats', { signal }),

    /** The count of every province. */
    places: async (signal?: AbortSignal): Promise<ProvinceCount[]> => {
      const places = await logged(client.payload('dashboard.place', { signal }))
      return Array.isArray(places) ? places : []
    },

    /** The figures of one province. */
    place: async (sido: string, signal?: AbortSignal) =>
      (await logged(client.payload('dashboard.place', { query: { sido }, signal }))) as ProvinceFigures,

    /** The outlines of the regions, as GeoJSON, from the address that config names. */
    countryMap: async (url: string, signal?: AbortSignal): Promise<unknown> =>
      (await client.http(url, { signal })).json,
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
