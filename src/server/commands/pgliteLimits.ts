/**
 * What PGlite may be asked for at once. It has one connection, so that everybody waits for the longest transaction: the
 * limits of `server.pglite` keep that under two seconds, and the refusal of more names PostgreSQL.
 */
import type { Compiled } from '../../engine/compiled'
import { Refusal, type RefusalDetails } from '../refusal'
import { type Db, isPglite } from '../store/database'

/** Limits of `server.pglite` that lower one of the product: rows of a spreadsheet, or targets of an order. */
export type LoweredLimit = 'rosterRows' | 'batchDevices' | 'orderTargets'

/**
 * Does the work under the limits of this database.
 *
 * @throws Refusal of the work; where PGlite's limit was too low it says so
 */
export async function withPgliteLimits<Result>(
  db: Db,
  config: Compiled,
  what: LoweredLimit,
  work: (config: Compiled) => Promise<Result>,
): Promise<Result> {
  const { rosterRows, batchDevices, orderTargets: targets } = config.server.pglite
  const max = { rosterRows, batchDevices, orderTargets: targets }[what]
  const { app } = config.shared
  const { upload, orderTargets } = app.limits
  const isOrder = what === 'orderTargets'
  if (!isPglite(db) || (isOrder ? orderTargets : upload.rows) <= max) return work(config)
  const lowered = isOrder ? { orderTargets: max } : { upload: { ...upload, rows: max } }
  try {
    const limited = { ...app, limits: { ...app.limits, ...lowered } }
    return await work({ ...config, shared: { ...config.shared, app: limited } })
  } catch (error) {
    const code = isOrder ? 'order.tooMany' : 'sheet.rows'
    if (!(error instanceof Refusal) || error.code !== code) throw error
    const fields = Object.keys(error.details.errors ?? {}).map(field => [field, TOO_MANY])
    throw tooMany(max, fields.length > 0 ? { errors: Object.fromEntries(fields) } : {})
  }
}

/** @throws Refusal 422 where PGlite would need too long */
export function refuseTooMany(db: Db, devices: number, max: number): void {
  if (isPglite(db) && devices > max) throw tooMany(max)
}

const TOO_MANY = 'pglite.tooMany'

const tooMany = (max: number, details: RefusalDetails = {}) =>
  new Refusal(422, TOO_MANY, { max: max.toLocaleString('en-US') }, details)
