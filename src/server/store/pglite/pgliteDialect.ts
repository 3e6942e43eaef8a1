/** Kysely on PGlite's thread: one connection, handed out to one transaction or query at a time, in order. */
import {
  type Dialect,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import { Semaphore } from '../../semaphore'
import { DatabaseGone } from '../failures'
import type { PgliteThread } from './pgliteThread'

/** @param onClose called after the database was closed, such as to unlock the folder */
export const pgliteDialect = (thread: PgliteThread, onClose?: () => void | Promise<void>): Dialect =>
  new PgliteDialect(thread, poolOfOne(thread, onClose))

class PgliteDialect extends PostgresDialect {
  constructor(
    private readonly thread: PgliteThread,
    pool: PostgresPool,
  ) {
    super({ pool })
  }

  override createAdapter(): PgliteAdapter {
    return new PgliteAdapter(this.thread)
  }
}

/** Identifies a database on PGlite (`isPglite`), and receives its notifications. */
export class PgliteAdapter extends PostgresAdapter {
  constructor(readonly thread: PgliteThread) {
    super()
  }
}

/** How long a query or transaction may wait for the connection before it fails. */
const WAIT_MS = 30_000

/** PGlite as a pool of one connection, so that Kysely's own PostgreSQL driver can be used. */
function poolOfOne(thread: PgliteThread, onClose?: () => void | Promise<void>): PostgresPool {
  const queue = new Semaphore(() => 1)
  return {
    async connect() {
      const release = await queue.acquire(WAIT_MS)
      if (!release) throw new DatabaseGone('the database is busy')
      return { query: query as PostgresPoolClient['query'], release }
    },
    async end() {
      await thread.close()
      await onClose?.()
    },
  }

  async function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const { rows = [], affected = 0 } = await thread.request({ do: 'query', sql, parameters })
    // PGlite does not return the command; for UPDATE, Kysely reports `rowCount` as the number of affected rows.
    return { command: 'UPDATE', rowCount: affected, rows: rows as R[] }
  }
}
