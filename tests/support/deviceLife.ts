/** Rows of a device's history, which the product writes while devices are connected. */
import type { Db } from '../../src/server/store/database'

export interface Life {
  signals?: {
    at: Date | string
    rsrp: number
    min?: number
    max?: number
    samples?: number
    grain?: 0 | 1 | 2
  }[]
  connections?: { linked: Date | string; closed?: Date | string; session?: string }[]
}

export async function addLife(
  db: Db,
  device: string,
  { signals = [], connections = [] }: Life,
): Promise<void> {
  if (signals.length > 0)
    await db
      .insertInto('device_signals')
      .values(
        signals.map(({ at, rsrp, min = rsrp, max = rsrp, samples = 1, grain = 0 }) => ({
          device_id: device,
          grain,
          at,
          rsrp,
          samples,
          rsrp_min: min,
          rsrp_max: max,
        })),
      )
      .execute()
  if (connections.length > 0)
    await db
      .insertInto('device_connections')
      .values(
        connections.map(({ linked, closed, session = 'test' }) => ({
          device_id: device,
          session,
          linked,
          closed: closed ?? null,
        })),
      )
      .execute()
}
