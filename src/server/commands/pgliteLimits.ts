/**
 * What PGlite may be asked for at once. It has one connection, so that everybody waits for the longest transaction: the limits of
 * `server.pglite` keep that under two seconds, and whoever needs more is told about PostgreSQL.
 */
import type { Compiled, CompiledConfig, ServerSettings } from '../../engine/compiled'
import { Refusal, type RefusalDetails } from '../refusal'
import { type Db, isPglite } from '../store/database'

type Limits = CompiledConfig['app']['limits']

/** Which limit of the product each one of PGlite lowers, and the refusal of what is beyond. */
const LOWERED = {
  rosterRows: {
    code: 'sheet.rows',
    max: pglite => pglite.rosterRows,
    most: limits => limits.upload.rows,
    lower: lowerRows,
  },
  batchDevices: {
    code: 'sheet.rows',
    max: pglite => pglite.batchDevices,
    most: limits => limits.upload.rows,
    lower: lowerRows,
  },
  orderTargets: {
    code: 'order.tooMany',
    max: pglite => pglite.orderTargets,
    most: limits => limits.orderTargets,
    lower: (limits, orderTargets) => ({ ...limits, orderTargets }),
  },
} as const satisfies Partial<
  Record<
    keyof ServerSettings['pglite'],
    {
      code: string
      max: (pglite: ServerSettings['pglite']) => number
      most: (limits: Limits) => number
      lower: (limits: Limits, max: number) => Limits
    }
  >
>

function lowerRows(limits: Limits, rows: number): Limits {
  return { ...limits, upload: { ...limits.upload, rows } }
}

/**
 * Does the work under the limits of this database.
 *
 * @throws Refusal of the work; where PGlite's limit was too low it says so
 */
export async function withinLimits<Result>(
  db: Db,
  config: Compiled,
  what: keyof typeof LOWERED,
  work: (config: Compiled) => Promise<Result>,
): Promise<Result> {
  const { code, most, lower } = LOWERED[what]
  const max = LOWERED[what].max(config.server.pglite)
  const { app } = config.console
  if (!isPglite(db) || most(app.limits) <= max) return work(config)
  try {
    return await work({
      ...config,
      console: { ...config.console, app: { ...app, limits: lower(app.limits, max) } },
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== code) throw error
    const fields = Object.keys(error.details.errors ?? {}).map(field => [field, TOO_MANY])
    throw tooMany(max, fields.length > 0 ? { errors: Object.fromEntries(fields) } : {})
  }
}

/** @throws Refusal 422 where PGlite would be at it for too long */
export function refuseTooMany(db: Db, devices: number, max: number): void {
  if (isPglite(db) && devices > max) throw tooMany(max)
}

const TOO_MANY = 'pglite.tooMany'

const tooMany = (max: number, details: RefusalDetails = {}) =>
  new Refusal(422, TOO_MANY, { max: max.toLocaleString('en-US') }, details)
