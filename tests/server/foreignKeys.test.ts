/**
 * Deleting or changing a referenced row looks up the referencing rows: without an index PostgreSQL reads their whole
 * table.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newDatabase } from '../support/databases'

it('the database has an index that begins with the columns of each foreign key', async () => {
  const db = await newDatabase()
  const { rows } = await sql<{ constraint: string; isIndexed: boolean }>`
    select conrelid::regclass || '.' || conname as "constraint", exists (
        select from pg_index
          where indrelid = conrelid and indisvalid and indpred is null
            -- \`indkey\` counts from 0. The columns may lead in any order.
            and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
      ) as "isIndexed"
      from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace
      order by 1`.execute(db)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ isIndexed }) => !isIndexed)).toEqual([])
})
