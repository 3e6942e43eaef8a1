/**
 * Vacuums and analyzes tables, and runs checkpoints that shorten the write-ahead log. A PostgreSQL server does this in
 * background processes, which PGlite does not have.
 */
import { sql } from 'kysely'
import { readValue } from '../counts'
import { type Db, isPglite } from '../database'

/**
 * A table is vacuumed after more changed rows than `CHANGED_ROWS` plus this share of its rows: the rule of autovacuum,
 * with a share of 0.1 instead of 0.2.
 */
const CHANGED_ROWS = 1_000
const CHANGED_SHARE = 0.1
/** Above this length of the write-ahead log, a checkpoint shortens it. */
const MAX_LOG_BYTES = 32 * 1024 * 1024
/** If the check itself takes longer, other queries are running: vacuuming is postponed. */
const BUSY_MS = 250
/** After this many checks, tables are vacuumed even if the database is busy. */
const MAX_POSTPONEMENTS = 10

/**
 * Returns a function that runs the overdue tasks, one table per statement, so that other queries run in between. Does
 * nothing on PostgreSQL.
 */
export function pgliteTidier(db: Db): () => Promise<void> {
  let postponements = 0
  return async () => {
    if (!isPglite(db)) return
    const began = performance.now()
    const { tables, logBytes } = await findOverdue(db)
    const isBusy = performance.now() - began > BUSY_MS
    if (logBytes > MAX_LOG_BYTES) await sql`checkpoint`.execute(db)
    if (isBusy && tables.length > 0 && ++postponements < MAX_POSTPONEMENTS) return
    postponements = 0
    for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  }
}

async function findOverdue(db: Db): Promise<{ tables: string[]; logBytes: number }> {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || relname as name from pg_stat_all_tables
    where schemaname in (current_schema(), 'pg_catalog')
      and greatest(n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum) > ${CHANGED_ROWS}::integer + ${CHANGED_SHARE}::float8 * n_live_tup`.execute(
    db,
  )
  const logBytes = sql<number>`(
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 from pg_control_checkpoint())`
  return { tables: rows.map(({ name }) => name), logBytes: await readValue(db, logBytes) }
}
