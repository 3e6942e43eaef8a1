/** `npm run backup` and `npm run restore`: a backup shows one moment, also while the server works. */
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seedDemo } from '../../src/server/demo'
import { backupLines } from '../../src/server/store/backup/backup'
import { checkBackup, restoreBackup } from '../../src/server/store/backup/restore'
import { checkCounters } from '../../src/server/store/counters'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { backUp, restore } from '../../src/tools/backupTasks'
import { testConfig } from '../support/config'
import { ordersWithWrongCounts } from '../support/crash'
import { openFolder, openPglite, openPostgres } from '../support/databases'
import { countRows, findRows, insertRow } from '../support/rows'
import { atScale } from '../support/scale'
import {
  bundleServer,
  dataFolder,
  eachDatabase,
  environmentOf,
  type Place,
  preparedFolder,
  startServer,
  stopServer,
} from '../support/spawnServer'
import { expectLists, expectWrites } from '../support/walk'

bundleServer()

const { translate } = testConfig()
/** The Korean sentence of a command. */
const say = (key: string, params?: Record<string, string | number>) =>
  translate('ko', `config.${key}`, params)

/** The place as the commands take it. */
const dataPlaceOf = (place: Place) =>
  'url' in place ? { data: dataFolder(), databaseUrl: place.url } : { data: place.folder }

/** Normally one pair; `npm run crash` restores each kind of database into the same kind. */
const pairs =
  atScale(0, 1) === 1 ? eachDatabase.map(one => [one, one]) : [[eachDatabase[0], eachDatabase.at(-1)]]

test.each(pairs.map(([from, to]) => [from![0], to![0], from![1], to![1]] as const))(
  'a backup of %s made during changes shows one moment, and a server works on it after the restore into %s',
  async (_from, _to, openSource, openTarget) => {
    const source = await openSource()
    const first = await startServer(environmentOf(source))
    const page = await first.ask({ method: 'GET', url: '/api/devices?page_limit=20' })
    const targets = (JSON.parse(page.text) as { data: { id: string }[] }).data.map(({ id }) => id)
    const order = async () => {
      const payload = { code: 'reboot', data: 'NOW', targets }
      const { status, text } = await first.ask({ method: 'POST', url: '/api/orders/order', payload })
      expect(status).toBe(200)
      return (JSON.parse(text) as { payload: { id: number } }).payload.id
    }
    const before = await order()
    let isOver = false
    const working = [1, 2].map(async () => {
      while (!isOver) await order()
    })
    const file = join(dataFolder(), 'fleet.backup')
    const written = await backUp(file, dataPlaceOf(source), say)
    isOver = true
    await Promise.all(working)
    expect(written).toEqual({ ok: true, text: expect.stringContaining(file) })
    expect(written.text).toContain(say('backup.secret'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const after = await order()
    await stopServer(first.server)
    if ('folder' in source) expect(existsSync(join(source.folder, 'copy'))).toBe(false)

    const opened = await openTarget()
    // The restore itself creates a PGlite database, in an empty folder.
    const target = 'folder' in opened ? { folder: dataFolder() } : opened
    const done = { ok: true, text: expect.stringContaining(file) }
    expect(await restore(file, dataPlaceOf(target), say)).toEqual(done)
    const db = await connectDatabase(target)
    expect(await ordersWithWrongCounts(db)).toEqual([])
    expect(await checkCounters(db)).toEqual([])
    const ids = (await findRows(db, 'orders')).map(({ id }) => id)
    expect([ids.includes(before), ids.includes(after)]).toEqual([true, false])
    expect(await countRows(db, 'devices')).toBe(2000)
    await db.destroy()

    const second = await startServer(environmentOf(target))
    await expectLists(second.ask)
    await expectWrites(second.ask)
    await stopServer(second.server)
  },
)

test('every value is the same after the restore into each kind of database', async () => {
  const source = await openPglite()
  await seedDemo(source, { now: NOW, levels: testConfig().current().shared.levels.numbers })
  const odd = 'one line\nanother "quoted" \\ \t \u2028 é한 😀'
  await sql`update clients set comment = ${odd}, extra = ${'{"a":[1.50,null,"x"]}'}, created = '2026-11-20T03:00:00.123456Z'
    where id = 1`.execute(source)
  await sql`insert into settings (key, value) values ('nothing', 'null'), ('text', '"null"')`.execute(source)
  await insertRow(source, 'records', { resource: 'sims', data: '{"n":12345678901234567890.10}' })
  const lines = await linesOf(source)
  const last = (await findRows(source, 'orders')).at(-1)!
  // The last line, the checksum, is left out: it depends on the order of rows, which a table does not have.
  const rows = (all: string[]) => all.slice(0, -1).sort()
  for (const open of process.env.TEST_DATABASE_URL ? [openPglite, openPostgres] : [openPglite]) {
    const target = await open()
    await restoreBackup(target, await checkBackup(eachOf(lines)), eachOf(lines))
    expect(rows(await linesOf(target))).toEqual(rows(lines))
    // The sequences go on after the restored ids.
    const order = { sender_name: 'x', code: 'reboot', caption: 'x', theme: 'search' as const }
    expect(await insertRow(target, 'orders', order)).toBe(last.id + 1)
  }
})

const NOW = new Date('2026-11-20T03:00:00.000Z')

async function linesOf(db: Db): Promise<string[]> {
  const lines: string[] = []
  for await (const line of backupLines(db, NOW)) lines.push(line)
  return lines
}

async function* eachOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

describe('a backup', () => {
  test('is made of the files of a stopped server, and never overwrites a file', async () => {
    const data = await preparedFolder()
    const file = join(dataFolder(), 'fleet.backup')
    expect(await backUp(file, { data }, say)).toMatchObject({ ok: true })
    const before = readFileSync(file)
    expect(await backUp(file, { data }, say)).toEqual({ ok: false, text: say('backup.exists', { file }) })
    expect(readFileSync(file)).toEqual(before)
    expect(await backUp(`${file}2`, { data: join(data, 'none') }, say)).toMatchObject({ ok: false })
    const inMissing = join(data, 'none', 'fleet.backup')
    const refused = { ok: false, text: expect.stringContaining(inMissing) }
    expect(await backUp(inMissing, { data }, say)).toEqual(refused)
  })

  test('is not restored into a database with records, nor from a damaged file: nothing is written', async () => {
    const data = await preparedFolder()
    const db = await openFolder(data)
    await insertRow(db, 'clients', { name: 'a', email: 'a@b.kr', password_hash: 'x', level: 9 })
    await db.destroy()
    const file = join(dataFolder(), 'fleet.backup')
    await backUp(file, { data }, say)
    const refused = { ok: false, text: say('backup.notEmpty', { place: data }) }
    expect(await restore(file, { data }, say)).toEqual(refused)

    const text = gunzipSync(readFileSync(file)).toString()
    const damaged = (name: string, content: string | Buffer) => {
      const path = `${file}.${name}`
      writeFileSync(path, content)
      return path
    }
    const cut = damaged('cut', readFileSync(file))
    truncateSync(cut, statSync(cut).size - 20)
    const cases = [
      cut,
      damaged('text', 'a letter'),
      damaged('other', gzipSync('{"format":"other"}\n')),
      damaged('changed', gzipSync(text.replace('a@b.kr', 'c@b.kr'))),
      damaged('missing-row', gzipSync(text.split('\n').toSpliced(-3, 1).join('\n'))),
      damaged('newer', gzipSync(text.replace('"version":1', '"version":2'))),
      damaged('tomorrow', gzipSync(text.replace(/"migrations":\[[^\]]*/, '$&,"9999_of_tomorrow"'))),
      `${file}.absent`,
    ]
    for (const path of cases) {
      const data = join(dataFolder(), 'new')
      const { ok, text: message } = await restore(path, { data }, say)
      expect([path, ok, message.includes(path)]).toEqual([path, false, true])
      expect(existsSync(data)).toBe(false)
    }
  })
})
