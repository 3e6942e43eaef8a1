/**
 * `kill -9` in the middle of a change of many devices, and of a batch's new sheet, leaves all of it or none (decision
 * 30): ten times on each database, each time at another moment between the first byte and the answer.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkCounters } from '../../src/server/store/counters'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { createDatabase } from '../support/databases'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  preparedFolder,
  signedIn,
  spawnServer,
} from '../support/spawnServer'
import { type AskMaster, imeiOf } from '../support/walk'

bundleServer()

const KILLS = 10
/** In each of two lists: so many that judging and storing them take a while; together below the limit of PGlite. */
const DEVICES = 3_000
const LISTS = ['A', 'B'] as const

type Place = { folder: string } | { url: string }
type Outcome = 'all' | 'none'

/** What is done to many devices in each round, and what is there of it once the server was killed. */
interface Deed {
  send(ask: AskMaster): Promise<{ status: number; text: string }>
  /** Fails where it is there by halves. */
  outcome(db: Db): Promise<Outcome>
}

const imeisOf = (list: (typeof LISTS)[number]) =>
  Array.from({ length: DEVICES }, (_, at) => imeiOf(LISTS.indexOf(list) * DEVICES + at + 1))

const sheetWith = (list: (typeof LISTS)[number]) => ['IMEI', ...imeisOf(list)].join('\n')

/** The devices of both lists, and a batch with those of the first. */
async function prepare(ask: AskMaster): Promise<{ batch: number; devices: number }> {
  const made = async (method: string, url: string, more: { payload?: object; file?: string } = {}) => {
    const { status, text } = await ask({ method, url, ...more })
    expect([url, status, text]).toEqual([url, 200, expect.any(String)])
    return JSON.parse(text) as { payload: { id: number }; id: number; count: number }
  }
  const vendor = (
    await made('PUT', '/api/admin/vendors', { payload: { name: '견디는 업체', brn: '1208147521' } })
  ).payload.id
  const { id: model } = await made('POST', '/api/resources/models', { payload: { name: '견디는 모델' } })
  const batch = { name: '견디는 그룹', comment: '시험용', model, vendor }
  const { id } = (await made('PUT', '/api/batches/-1', { payload: batch })).payload
  const rows = LISTS.flatMap(list => imeisOf(list).map(imei => ({ imei, list }))).map(
    ({ imei, list }, at) => `${imei},0107${String(at).padStart(7, '0')},${list},견디는 모델,견디는 업체`,
  )
  await made('POST', '/api/devices/roster/ul', {
    file: ['IMEI,전화번호,시리얼,모델,업체', ...rows].join('\n'),
  })
  await made('POST', `/api/batches/devices/ul/${id}`, { file: sheetWith('A') })
  const { count } = await made('GET', '/api/devices?page_limit=1')
  return { batch: id, devices: count }
}

function changeOfMany(devices: number): Deed {
  let version = ''
  return {
    send: ask => {
      version = randomUUID().slice(0, 8)
      const payload = { name: version, kind: 'change', filter: {}, expected: devices, values: { version } }
      return ask({ method: 'POST', url: '/api/devices/bulk', payload })
    },
    async outcome(db) {
      const { rows } = await sql<{ changed: number; jobs: number; told: number }>`
        select (select count(*)::integer from devices where version = ${version}) as changed,
          (select count(*)::integer from bulk_changes where stage = 'done' and name = ${version}) as jobs,
          (select coalesce(sum((after ->> 'devices')::integer), 0)::integer from history
            where action = 'changedMany' and after ->> 'version' = ${version}) as told`.execute(db)
      const { changed, jobs, told } = rows[0]!
      expect([0, devices]).toContain(changed)
      // Whether it is done is known where it is done, and the history tells of what is there alone.
      expect({ jobs, told }).toEqual({ jobs: changed === 0 ? 0 : 1, told: changed })
      return changed === 0 ? 'none' : 'all'
    },
  }
}

function sheetOfBatch(batch: number): Deed {
  let next: (typeof LISTS)[number] = 'B'
  // Of the sheet that the batch began with.
  let told = 1
  return {
    send: ask => ask({ method: 'POST', url: `/api/batches/devices/ul/${batch}`, file: sheetWith(next) }),
    async outcome(db) {
      const { rows } = await sql<{ members: string[]; entries: number }>`
        select coalesce((select array_agg(distinct serial || ' ' || number) from (
            select serial, count(*) as number from devices where batch_id = ${batch} group by serial) lists), '{}') as members,
          (select count(*)::integer from history where action = 'replaced') as entries`.execute(db)
      const { members, entries } = rows[0]!
      expect(LISTS.map(list => `${list} ${DEVICES}`)).toContain(members.join())
      const isThere = members[0]!.startsWith(next)
      told += isThere ? 1 : 0
      expect(entries).toBe(told)
      if (isThere) next = next === 'A' ? 'B' : 'A'
      return isThere ? 'all' : 'none'
    },
  }
}

/** @returns what was there of each deed whose server was killed, but for the first, which was waited for */
async function killAgainAndAgain(
  place: Place,
  deedOf: (prepared: Awaited<ReturnType<typeof prepare>>) => Deed,
): Promise<Outcome[]> {
  const env: Record<string, string> =
    'url' in place ? { DATABASE_URL: place.url, FLEET_DATA: dataFolder() } : { FLEET_DATA: place.folder }
  const start = async () => {
    const server = spawnServer(env)
    const url = await server.ready()
    return { server, ask: askOverHttp(url, await signedIn(url)) }
  }
  const outcomes: Outcome[] = []
  // By a server of its own: one that has worked already would be faster than those that are killed.
  const first = await start()
  const deed = deedOf(await prepare(first.ask))
  first.server.kill('SIGTERM')
  expect(await first.server.ended).toBe(0)
  let whole = 0
  for (let round = 0; round < KILLS; round++) {
    const { server, ask } = await start()
    const began = performance.now()
    const cut = deed.send(ask).then(
      given => ({ ...given, ms: performance.now() - began }),
      () => undefined,
    )
    // The first tells how long it takes; then at another moment of it each time, and at last as soon as it is
    // acknowledged.
    const isWaitedFor = round === 0 || round === KILLS - 1
    await (isWaitedFor ? cut : wait((whole * round) / (KILLS - 2)))
    server.kill('SIGKILL')
    const [answered] = await Promise.all([cut, server.ended])
    whole ||= answered!.ms
    if (answered) expect([answered.status, answered.text]).toEqual([200, expect.any(String)])
    const db = await connectDatabase(place)
    try {
      const outcome = await deed.outcome(db)
      // What was acknowledged is there.
      if (answered) expect(outcome).toBe('all')
      expect(await checkCounters(db)).toEqual([])
      outcomes.push(outcome)
    } finally {
      await db.destroy()
    }
  }
  console.log(`${whole.toFixed(0)} ms; killed: ${outcomes.join(' ')}`)
  return outcomes.slice(1)
}

const places: [string, () => Promise<Place>][] = [
  ['PGlite', async () => ({ folder: await preparedFolder() })],
  ...(process.env.TEST_DATABASE_URL
    ? ([['PostgreSQL', async () => ({ url: await createDatabase() })]] as [string, () => Promise<Place>][])
    : []),
]

for (const [name, open] of places) {
  test(`a change of many devices, on ${name}`, { timeout: 600_000 }, async () => {
    const outcomes = await killAgainAndAgain(await open(), ({ devices }) => changeOfMany(devices))
    expect(outcomes).toEqual(expect.arrayContaining(['all', 'none']))
  })

  test(`a batch's new sheet, on ${name}`, { timeout: 600_000 }, async () => {
    const outcomes = await killAgainAndAgain(await open(), ({ batch }) => sheetOfBatch(batch))
    expect(outcomes).toEqual(expect.arrayContaining(['all', 'none']))
  })
}
