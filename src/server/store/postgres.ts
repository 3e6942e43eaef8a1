/** Kysely on a PostgreSQL server, read as PGlite is (`pgliteWorker.ts`). */
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
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

/** Statements are unnamed throughout: a named one with `LIKE $1` falls to a generic plan (notes/server.md). */
export function postgresDialect(url: string, onIdleError: (error: Error) => void = () => undefined): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: '-c timezone=UTC',
    application_name: 'fleet-console',
  })
  // An idle connection that breaks must not end the process; the pool opens another when needed.
  pool.on('error', onIdleError)
  // Nor must one at work: its query is refused with the same error.
  pool.on('connect', client => client.on('error', () => undefined))
  return new PostgresDialect({ pool: watchedPool(pool) })
}
