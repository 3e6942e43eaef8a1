/** The log of PGlite's changes on disk. The size of the whole folder after 320,000 changes: `sec/pgliteTidy`. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pgliteTidier } from '../../src/server/store/pglite/pgliteTidier'
import { afterFile } from '../support/afterFile'
import { openFolder } from '../support/databases'
import { dataFolder } from '../support/dataFolder'

test('the log does not grow with each change', async () => {
  const folder = dataFolder()
  const db = await openFolder(folder)
  afterFile(() => db.destroy())
  const tidy = pgliteTidier(db)
  await sql`create table noise (text text)`.execute(db)
  for (let round = 0; round < 5; round++) {
    // Each round adds 16 MB of text that PostgreSQL cannot compress.
    await sql`insert into noise
      select (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 200) m)
      from generate_series(1, 2500) n`.execute(db)
    await tidy()
  }
  const log = join(folder, 'pg/pg_wal')
  const bytes = readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0)
  expect(bytes).toBeLessThan(64 * 1024 * 1024)
})
