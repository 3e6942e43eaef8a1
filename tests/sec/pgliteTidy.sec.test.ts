/** The size of PGlite's folder after 320,000 changes: without tidying up it grew from 113 to 989 MB. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pgliteTidier } from '../../src/server/store/pglite/pgliteTidier'
import { afterFile } from '../support/afterFile'
import { openFolder } from '../support/databases'
import { dataFolder } from '../support/dataFolder'

const DEVICES = 20_000
const ROUNDS = 16

const megabytes = (folder: string) =>
  Math.round(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => statSync(join(entry.parentPath, entry.name)).size)
      .reduce((sum, size) => sum + size, 0) /
      1024 /
      1024,
  )

it('tidied up as the server does, the folder stays below three times its size', async () => {
  const folder = dataFolder()
  const db = await openFolder(folder)
  afterFile(() => db.destroy())
  const tidy = pgliteTidier(db)
  await sql`insert into models (name) values ('FT-100')`.execute(db)
  await sql`insert into batches (name, model_id) values ('A', 1), ('B', 1)`.execute(db)
  await sql`
    insert into devices (id, isdn, serial, model_id, batch_id)
    select (350000000000000 + n)::text, '010' || lpad(n::text, 8, '0'), n::text, 1, 1
    from generate_series(1, ${sql.lit(DEVICES)}) n`.execute(db)
  await tidy()
  const before = megabytes(folder)
  for (let round = 0; round < ROUNDS; round++) {
    // Two statements change all devices; each has the size of the largest request.
    for (const half of [0, 1])
      await sql`update devices set batch_id = ${sql.lit((round % 2) + 1)}
        where right(id, 1)::integer % 2 = ${sql.lit(half)}`.execute(db)
    await tidy()
  }
  const after = megabytes(folder)
  console.log('320,000 changes', { before, after })
  expect(after).toBeLessThan(before * 3)
})
