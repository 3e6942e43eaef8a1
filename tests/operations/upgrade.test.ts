/**
 * Databases of earlier versions are migrated to the present schema. Each folder in `tests/fixtures/upgrades` is one;
 * `npm run upgrade:fixture` creates it.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { splitLines } from '../../src/server/store/backup/backupFile'
import { checkBackup, restoreBackup } from '../../src/server/store/backup/restore'
import { checkCounters } from '../../src/server/store/counters'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { knownMigrations, migrate, migrationsFolder } from '../../src/server/store/migrate'
import { afterFile } from '../support/afterFile'
import { createDatabase, onPglite } from '../support/databases'
import { askInApp, startTestApp } from '../support/server'
import { expectLists, expectWrites } from '../support/walk'

const folder = join(packageRoot, 'tests/fixtures/upgrades')
/** Records of users: no migration may lose one. */
const RECORDS =
  'vendors clients models batches bunches methods devices orders order_targets order_marks records'.split(' ')

/** An empty database without tables. */
async function connect(): Promise<Db> {
  const db = await connectDatabase(onPglite ? { memory: true } : { url: await createDatabase() })
  afterFile(() => db.destroy())
  return db
}

describe.each(readdirSync(folder))('a database of %s', name => {
  const lines = () => splitLines(createReadStream(join(folder, name, 'records.jsonl'), 'utf8'))

  test('was created by migrations whose files are unchanged', () => {
    const sums = readFileSync(join(folder, name, 'migrations.sha256'), 'utf8')
      .trim()
      .split('\n')
    expect(sums.length).toBeGreaterThan(0)
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ')
      const text = readFileSync(join(migrationsFolder, file))
      expect([file, createHash('sha256').update(text).digest('hex')]).toEqual([file, sum])
    }
  })

  test('keeps its records through all later migrations, and the API works on it', async () => {
    const db = await connect()
    const header = await checkBackup(lines())
    await restoreBackup(db, header, lines())

    const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(applied.rows.map(row => row.name)).toEqual(await knownMigrations())
    for (const { name: table, rows } of header.tables.filter(known => RECORDS.includes(known.name))) {
      const found = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
      expect([table, found.rows[0]!.rows]).toEqual([table, rows])
    }
    expect(await checkCounters(db)).toEqual([])

    const api = await startTestApp(db, { bare: true })
    const ask = askInApp(api, await api.login('master@demo.local', 'Fleet-demo1!'))
    await expectLists(ask)
    await expectWrites(ask)
    expect(await checkCounters(db)).toEqual([])
  })
})

test('names that were stored decomposed are composed, unless the composed one is taken', async () => {
  const db = await connect()
  await migrate(db, { last: '0031_former_secrets' })
  const apart = (text: string) => text.normalize('NFD')
  const add = async (table: string, row: object) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map(name => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db)
  await add('vendors', {
    name: apart('한빛'),
    comment: apart('서울'),
    extra: JSON.stringify({ 창고: apart('강북') }),
  })
  await add('models', { name: '가나' })
  await add('models', { name: apart('가나') })
  await add('models', { name: apart('다라') })
  await add('records', { resource: 'sims', data: JSON.stringify({ name: apart('유심'), cost: 3 }) })
  await migrate(db)
  const read = async (table: string, ...columns: string[]) => {
    const selected = sql.join(columns.map(name => sql.ref(name)))
    const { rows } = await sql<object>`select ${selected} from ${sql.table(table)} order by id`.execute(db)
    return rows.map(row => Object.values(row))
  }
  const vendors = await read('vendors', 'name', 'comment', 'extra')
  expect(vendors.at(-1)).toEqual(['한빛', '서울', { 창고: '강북' }])
  expect(await read('models', 'name')).toEqual([['가나'], [apart('가나')], ['다라']])
  expect(await read('records', 'data')).toEqual([[{ name: '유심', cost: 3 }]])
})
