/** Deletes many rows, few per statement, so that other requests are served in between. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/database'

const ROWS_PER_STATEMENT = 5_000

export async function deleteInSteps(
  db: Db,
  table: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<void> {
  for (let deleted = ROWS_PER_STATEMENT; deleted >= ROWS_PER_STATEMENT; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${ROWS_PER_STATEMENT}::integer))`.execute(
      db,
    )
    deleted = Number(numAffectedRows)
  }
}
