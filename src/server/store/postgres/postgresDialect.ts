/** Kysely on a PostgreSQL server. Values are parsed as in `pgliteWorker.ts`. */
import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { BoundedDriver } from './boundedDriver'
import type { TimeLimits } from './timeLimits'
import { watchedPool } from './watchedPool'

const { builtins } = pg.types

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: text => text,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/**
 * Takes no lock for migrations: Kysely's lock belongs to a session, which is not safe with a pooler. `migrate` takes
 * another lock.
 */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

interface Connections {
  /** Maximum number of connections. */
  size: number
  timeLimits: TimeLimits
  /** Whether marked statements are prepared (`prepared`); by default unless a pooler is in between. */
  isPreparing?: boolean | undefined
}

/**
 * Connections get no settings when they are opened, and no statement depends on their time zone, because a pooler would
 * refuse or lose such settings.
 */
export function postgresDialect(url: string, { size, timeLimits, isPreparing }: Connections): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: size,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'fleet-console',
  })
  // Without a listener, a broken idle connection would end the process; the pool opens another when needed.
  pool.on('error', () => undefined)
  // Likewise for a connection in use; its query is rejected with the error anyway.
  pool.on('connect', client => client.on('error', () => undefined))
  return {
    createAdapter: () => new UnlockedAdapter(),
    createDriver: () => new BoundedDriver(watchedPool(pool, timeLimits, isPreparing), { size, timeLimits }),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
