/** Kysely on a PostgreSQL server, read as PGlite is (`pgliteWorker.ts`). */
import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { BoundedDriver } from './boundedDriver'
import type { Waits } from './waits'
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

interface Connections {
  /** How many at most. */
  size: number
  waits: Waits
  /** Called when an idle connection breaks. */
  onIdleError?: ((error: Error) => void) | undefined
}

/**
 * Statements are unnamed throughout: a named one with `LIKE $1` gets a generic plan after some runs, which
 * cannot use the trigram indexes. Nothing is asked of a
 * connection when it is opened, and no statement depends on its time zone: a pooler would refuse or lose it.
 */
export function postgresDialect(url: string, { size, waits, onIdleError }: Connections): Dialect {
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
  // An idle connection that breaks must not end the process; the pool opens another when needed.
  pool.on('error', error => onIdleError?.(error))
  // Nor must one at work: its query is refused with the same error.
  pool.on('connect', client => client.on('error', () => undefined))
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new BoundedDriver(watchedPool(pool, waits), { size, waits }),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
