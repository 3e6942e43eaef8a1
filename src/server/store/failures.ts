/** Classifies database errors: unreachable, overloaded, blocked by another transaction, or a violated constraint. */

/** Why a database is not opened: `start.{code}` in i18n is the message for the terminal. */
export class StoreProblem extends Error {
  override name = 'StoreProblem'

  constructor(
    readonly code:
      | 'folderInUse'
      | 'folderForeign'
      | 'folderVersion'
      | 'migrationLocked'
      | 'migrationsMissing'
      | 'databaseNewer',
    readonly params: Readonly<Record<string, string | number>>,
  ) {
    super(`${code} ${JSON.stringify(params)}`)
  }
}

/** The database cannot be reached, or the connection broke: the request may be repeated later (503). */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

/** The database is overloaded, or a statement or transaction exceeded its time limit (503). */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/**
 * SQLSTATEs: connection lost or refused, read-only (a standby), password or role refused, no such database, out of
 * connections, disk or memory, database that accepts no connections, shutting down or starting up.
 */
const GONE_STATES = /^(08|25006|28|3D|53|55000|57P0|58)/
const GONE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ECONNABORTED'],
])
const GONE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

/** Whether the database was unreachable. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseGone) return true
  const code = errorCode(error) ?? ''
  return GONE_STATES.test(code) || GONE_CODES.has(code) || GONE_MESSAGES.test(error.message)
}

/** Whether the server did not answer in time, or said that it is starting up. */
export const isStarting = (error: unknown): boolean =>
  error instanceof DatabaseGone ||
  errorCode(error) === '57P03' ||
  (error instanceof Error && error.message === 'Connection terminated due to connection timeout')

const QUERY_CANCELED = '57014'

/** Whether the statement was cancelled: by a time limit, or by `stopJob` of `commands/changes/job`. */
export const isCancelled = (error: unknown): boolean => errorCode(error) === QUERY_CANCELED

/** SQLSTATEs: transaction ended because it was idle or too long. */
const TIMEOUT_STATES = new Set(['25P03', '25P04', '57P05'])

/** Whether a time limit was exceeded. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || isCancelled(error) || TIMEOUT_STATES.has(errorCode(error) ?? '')
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether another transaction holds a lock: the request may be repeated (409). */
export function isLocked(error: unknown): boolean {
  return errorCode(error) === LOCK_NOT_AVAILABLE || isDeadlock(error)
}

/** The SQLSTATE or system code of an error, such as `23505`; the same for both databases. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** SQLSTATEs of violated unique and exclusion constraints. */
const DUPLICATE_STATES = ['23505', '23P01']

/** Whether values must be unique and are not: those of this constraint, if given, or of any. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  if (!DUPLICATE_STATES.includes(errorCode(error) ?? '')) return false
  return constraint === undefined || (Object(error) as { constraint?: string }).constraint === constraint
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Whether a foreign key was violated: other records refer to a deleted one, or a referenced one does not exist. */
export const isReferenceViolation = (error: unknown): boolean => errorCode(error) === FOREIGN_KEY_VIOLATION

/** Whether it is a deadlock or serialization failure: the transaction was rolled back and may be retried. */
export const isDeadlock = (error: unknown): boolean => ['40P01', '40001'].includes(errorCode(error) ?? '')
