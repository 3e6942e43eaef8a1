/**
 * The housekeeping that a PostgreSQL server does in the background and PGlite does not, having no processes for it:
 * dead rows give their room back, the planner learns what the tables hold, and the log of changes ends at a checkpoint.
 */
import { sql } from 'kysely'
import { readValue } from '../counts'
import { type Db, isPglite } from '../database'

/**
 * A table is due once so many rows, and this part of it, have changed: as autovacuum has it, at a tenth instead of a
 * fifth.
 */
const CHANGED_ROWS = 1_000
const CHANGED_PART = 0.1
/** So much of the log may stand. */
const LOG_BYTES = 32 * 1024 * 1024
/** Who waits longer for a look is not alone: tables wait for a quieter moment, but not for ever. */
const BUSY_MS = 250
const PATIENCE = 10

/** @returns does what is due, a table at a time, with others served in between; on a PostgreSQL nothing */
export function pgliteTidier(db: Db): () => Promise<void> {
  let putOff = 0
  return async () => {
    if (!isPglite(db)) return
    const began = performance.now()
    const { tables, log } = await lookAt(db)
    const busy = performance.now() - began > BUSY_MS
    if (log > LOG_BYTES) await sql`checkpoint`.execute(db)
    if (busy && tables.length > 0 && ++putOff < PATIENCE) return
    putOff = 0
    for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  }
}

async function lookAt(db: Db): Promise<{ tables: string[]; log: number }> {
  const { rows: due } = await sql<{ name: string }>`
    select schemaname || '.' || relname as name from pg_stat_all_tables
    where schemaname in (current_schema(), 'pg_catalog')
      and greatest(n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum) > ${CHANGED_ROWS}::integer + ${CHANGED_PART}::float8 * n_live_tup`.execute(
    db,
  )
  const log = sql<number>`(
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 from pg_control_checkpoint())`
  return { tables: due.map(({ name }) => name), log: await readValue(db, log) }
}
