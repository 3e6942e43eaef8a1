/** How long the database may keep anybody waiting, by kind of work (security 54). */
export interface Waits {
  /** A statement outside a transaction that takes longer is cancelled: nearly all of them only read. */
  statementMs: number
  /** A statement within a transaction. */
  writeMs: number
  /** Waiting for the lock of another transaction. */
  lockMs: number
  /** A transaction in which nothing happens is ended: its process is frozen or lost, and holds locks. */
  idleMs: number
}

/** Calls of users. */
export const CALL_WAITS: Waits = { statementMs: 15_000, writeMs: 30_000, lockMs: 3_000, idleMs: 15_000 }

/** Uploads, downloads and what runs by itself. */
export const BULK_WAITS: Waits = {
  statementMs: 300_000,
  writeMs: 300_000,
  lockMs: 10_000,
  idleMs: 15_000,
}

/** Migrations: there are no requests yet, and a large table takes its time. */
export const NO_END: Waits = { statementMs: 86_400_000, writeMs: 0, lockMs: 0, idleMs: 0 }
