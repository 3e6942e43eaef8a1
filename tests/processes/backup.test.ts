/** `npm run backup` and `npm run restore`: all of one moment, while the server is at work. */
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
import { ordersByHalves } from '../support/crash'
import { createDatabase, openFolder, openPglite, openPostgres } from '../support/databases'
import { atScale } from '../support/scale'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  preparedFolder,
  signedIn,
  spawnServer,
} from '../support/spawnServer'
import { expectLists, expectWrites } from '../support/walk'

bundleServer()

const { translate } = testConfig()
const say = (key: string, params?: Record<string, string | number>) =>
  translate('ko', `config.${key}`, params)
const engines = process.env.TEST_DATABASE_URL ? ['PGlite', 'PostgreSQL'] : ['PGlite']

interface Place {
  data: string
  databaseUrl?: string
}

async function newPlace(engine: string): Promise<Place> {
  const data = dataFolder()
  return engine === 'PGlite' ? { data } : { data, databaseUrl: await createDatabase() }
}

const environment = ({ data, databaseUrl }: Place): Record<string, string> => ({
  FLEET_DATA: data,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})

/** Of what the server works on, and what it is restored into; each into its own kind by `npm run crash`. */
const atWork = atScale(0, 1) === 1 ? engines.map(engine => [engine, engine]) : [['PGlite', engines.at(-1)!]]

describe.each(atWork)('on %s, restored into %s', (engine = '', into = '') => {
  test('a backup made while people work is of one moment, and serves as before once it is restored', async () => {
    const source = engine === 'PGlite' ? { data: await preparedFolder() } : await newPlace(engine)
    const first = spawnServer(environment(source))
    const ask = askOverHttp(await first.ready(), await signedIn(await first.ready()))
    const targets = (
      JSON.parse((await ask({ method: 'GET', url: '/api/devices?page_limit=20' })).text) as {
        data: { id: string }[]
      }
    ).data.map(({ id }) => id)
    const order = async () => {
      const { status, text } = await ask({
        method: 'POST',
        url: '/api/orders/order',
        payload: { code: 'reboot', data: 'NOW', targets },
      })
      expect(status).toBe(200)
      return (JSON.parse(text) as { payload: { id: number } }).payload.id
    }
    const before = await order()
    let over = false
    const working = [1, 2].map(async () => {
      while (!over) await order()
    })
    const file = join(dataFolder(), 'fleet.backup')
    const made = await backUp(file, source, say)
    over = true
    await Promise.all(working)
    expect(made).toEqual({ ok: true, text: expect.stringContaining(file) })
    expect(made.text).toContain(say('backup.secret'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const after = await order()
    first.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(existsSync(join(source.data, 'copy'))).toBe(false)

    const target = await newPlace(into)
    expect(await restore(file, target, say)).toEqual({ ok: true, text: expect.stringContaining(file) })
    const db = await connectDatabase(
      target.databaseUrl ? { url: target.databaseUrl } : { folder: target.data },
    )
    expect(await ordersByHalves(db)).toEqual([])
    expect(await checkCounters(db)).toEqual([])
    const ids = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
    expect([ids.includes(before), ids.includes(after)]).toEqual([true, false])
    const devices = await db.selectFrom('devices').select('id').execute()
    expect(devices.length).toBe(2000)
    await db.destroy()

    const second = spawnServer(environment(target))
    const again = askOverHttp(await second.ready(), await signedIn(await second.ready()))
    await expectLists(again)
    await expectWrites(again)
    second.kill('SIGTERM')
    await second.ended
  })
})

test.each(engines)('every value comes back as it was, from PGlite into %s', async engine => {
  const source = await openPglite()
  await seedDemo(source, { now: NOW, levels: testConfig().current().shared.levels.numbers })
  const odd = 'one line\nanother "quoted" \\ \t \u2028 é한 😀'
  await sql`update clients set comment = ${odd}, extra = ${'{"a":[1.50,null,"x"]}'}, created = '2026-11-20T03:00:00.123456Z'
    where id = 1`.execute(source)
  await sql`insert into settings (key, value) values ('nothing', 'null'), ('text', '"null"')`.execute(source)
  await sql`insert into records (resource, data) values ('sims', '{"n":12345678901234567890.10}')`.execute(
    source,
  )
  const lines = await linesOf(source)
  const target = await (engine === 'PGlite' ? openPglite() : openPostgres())
  await restoreBackup(target, await checkBackup(eachOf(lines)), eachOf(lines))
  // In whatever order: a table has none, and the checksum goes by it.
  const rows = (all: string[]) => all.slice(0, -1).sort()
  expect(rows(await linesOf(target))).toEqual(rows(lines))
  // The next record gets a number that no other has.
  const { id } = await target
    .insertInto('orders')
    .values({ sender_name: 'x', code: 'reboot', caption: 'x', theme: 'search' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const known = await source
    .selectFrom('orders')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  expect(id).toBe(known.id + 1)
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
  test('goes by the files of a server that has ended, and never over another file', async () => {
    const data = await preparedFolder()
    const file = join(dataFolder(), 'fleet.backup')
    expect(await backUp(file, { data }, say)).toMatchObject({ ok: true })
    const before = readFileSync(file)
    expect(await backUp(file, { data }, say)).toEqual({ ok: false, text: say('backup.exists', { file }) })
    expect(readFileSync(file)).toEqual(before)
    expect(await backUp(`${file}2`, { data: join(data, 'none') }, say)).toMatchObject({ ok: false })
    const nowhere = join(data, 'none', 'fleet.backup')
    expect(await backUp(nowhere, { data }, say)).toEqual({
      ok: false,
      text: expect.stringContaining(nowhere),
    })
  })

  test('is refused where there is data, and where it is not whole: nothing is written then', async () => {
    const data = await preparedFolder()
    const db = await openFolder(data)
    await sql`insert into clients (name, email, password_hash, level) values ('a', 'a@b.kr', 'x', 9)`.execute(
      db,
    )
    await db.destroy()
    const file = join(dataFolder(), 'fleet.backup')
    await backUp(file, { data }, say)
    expect(await restore(file, { data }, say)).toEqual({
      ok: false,
      text: say('backup.notEmpty', { place: data }),
    })

    const text = gunzipSync(readFileSync(file)).toString()
    const spoilt = (name: string, content: string | Buffer) => {
      const path = `${file}.${name}`
      writeFileSync(path, content)
      return path
    }
    const cut = spoilt('cut', readFileSync(file))
    truncateSync(cut, statSync(cut).size - 20)
    const cases = [
      cut,
      spoilt('text', 'a letter'),
      spoilt('other', gzipSync('{"format":"other"}\n')),
      spoilt('changed', gzipSync(text.replace('a@b.kr', 'c@b.kr'))),
      spoilt('less', gzipSync(text.split('\n').toSpliced(-3, 1).join('\n'))),
      spoilt('newer', gzipSync(text.replace('"version":1', '"version":2'))),
      spoilt('tomorrow', gzipSync(text.replace(/"migrations":\[[^\]]*/, '$&,"9999_of_tomorrow"'))),
      `${file}.absent`,
    ]
    for (const path of cases) {
      const place = join(dataFolder(), 'new')
      const { ok, text: said } = await restore(path, { data: place }, say)
      expect([path, ok, said.includes(path)]).toEqual([path, false, true])
      expect(existsSync(place)).toBe(false)
    }
  })
})
