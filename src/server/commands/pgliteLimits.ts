/**
 * Limits on PGlite (`server.pglite`). It has one connection, so all requests wait for the longest transaction: the
 * limits keep it under two seconds. The error message recommends PostgreSQL for more.
 */
import type { Compiled } from '../../engine/compiled'
import { Refusal, type RefusalDetails } from '../refusal'
import { type Db, isPglite } from '../store/database'

/** Names of the limits in `server.pglite`. */
export type LoweredLimit = 'rosterRows' | 'batchDevices' | 'orderTargets'

/**
 * Calls `work` with the config; on PGlite with this limit lowered.
 *
 * @throws the errors of `work`; if the lowered limit was exceeded, a Refusal that explains it
 */
export async function withPgliteLimits<Result>(
  db: Db,
  config: Compiled,
  limit: LoweredLimit,
  work: (config: Compiled) => Promise<Result>,
): Promise<Result> {
  const max = config.server.pglite[limit]
  const { app } = config.shared
  const { upload, orderTargets } = app.limits
  const isOrder = limit === 'orderTargets'
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

/** @throws Refusal 422 for more devices than PGlite may change at once */
export function refuseTooMany(db: Db, devices: number, max: number): void {
  if (isPglite(db) && devices > max) throw tooMany(max)
}

const TOO_MANY = 'pglite.tooMany'

const tooMany = (max: number, details: RefusalDetails = {}) =>
  new Refusal(422, TOO_MANY, { max: max.toLocaleString('en-US') }, details)
