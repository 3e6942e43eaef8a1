/** Time limits of database work in milliseconds, by kind of work (security 54); 0 for none. */
export interface TimeLimits {
  /** For a statement outside a transaction; nearly all of these only read. Must not be 0. */
  statementMs: number
  /** For a statement in a transaction. */
  writeMs: number
  /** For a wait for a lock. */
  lockMs: number
  /** For an idle transaction: its process is frozen or lost, but holds locks. */
  idleMs: number
}

/** For the requests of users. */
export const REQUEST_LIMITS: TimeLimits = {
  statementMs: 15_000,
  writeMs: 30_000,
  lockMs: 3_000,
  idleMs: 15_000,
}

/** For uploads, downloads and background work. */
export const BULK_LIMITS: TimeLimits = {
  statementMs: 300_000,
  writeMs: 300_000,
  lockMs: 10_000,
  idleMs: 15_000,
}

/** For migrations and index builds, which may take long on large tables. Outside transactions the limit is a day. */
export const NO_LIMITS: TimeLimits = { statementMs: 86_400_000, writeMs: 0, lockMs: 0, idleMs: 0 }
