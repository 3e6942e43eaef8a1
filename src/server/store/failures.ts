/** Classifies failures of the database: not reachable, overloaded, or blocked by another transaction. */

/** The database cannot be reached, or went away in the middle: the request may be repeated later (503). */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

/**
 * The database is there and had no time for this: too much is under way, or a statement or transaction ran out of time
 * (503).
 */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** Connection lost or refused, shutting down or starting up, out of connections, disk or memory. */
const GONE_STATES = /^(08|53|57P0|58)/
const GONE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
const GONE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

/** True when the database, not the request, is to blame. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseGone) return true
  const code = errorCode(error) ?? ''
  return GONE_STATES.test(code) || GONE_CODES.has(code) || GONE_MESSAGES.test(error.message)
}

/** Cancelled statement; transaction ended because nothing happened in it. */
const BUSY_STATES = new Set(['57014', '25P03', '25P04', '57P05'])

/** True when the database ran out of time for it. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || BUSY_STATES.has(errorCode(error) ?? '')
}

/** True when another transaction is in the way of this one: it may be repeated (409). */
export function isLocked(error: unknown): boolean {
  return errorCode(error) === '55P03' || isDeadlock(error)
}

/** The SQLSTATE or system code of an error, such as `23505`; the same for both databases. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** True when a unique index (this one, if named) already holds such a row. */
export function isDuplicate(error: unknown, index?: string): boolean {
  if (errorCode(error) !== '23505') return false
  return index === undefined || (Object(error) as { constraint?: string }).constraint === index
}

/** Two transactions waited for each other, or could not be put in order: this one was undone, and may be run again. */
export const isDeadlock = (error: unknown): boolean => ['40P01', '40001'].includes(errorCode(error) ?? '')
