/** Time limits of the database by kind of work (security 54). */
export interface Waits {
  /** Limit of a statement outside a transaction; nearly all of these only read. */
  statementMs: number
  /** Limit of a statement in a transaction. */
  writeMs: number
  /** Limit for waiting for a lock. */
  lockMs: number
  /** An idle transaction is ended after this time: its process is frozen or lost, but holds locks. */
  idleMs: number
}

/** For requests of users. */
export const CALL_WAITS: Waits = { statementMs: 15_000, writeMs: 30_000, lockMs: 3_000, idleMs: 15_000 }

/** For uploads, downloads and background work. */
export const BULK_WAITS: Waits = {
  statementMs: 300_000,
  writeMs: 300_000,
  lockMs: 10_000,
  idleMs: 15_000,
}

/** For migrations, which may take long on large tables and run before any request. */
export const NO_END: Waits = { statementMs: 86_400_000, writeMs: 0, lockMs: 0, idleMs: 0 }
