/**
 * `kill -9` during a write to thousands of records leaves all of it or nothing (decision 30), at ten different moments
 * on each database. Uploads with an Idempotency-Key are repeated after the restart, and carried out once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkCounters } from '../../src/server/store/counters'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { countRows, insertRow } from '../support/rows'
import {
  bundleServer,
  eachDatabase,
  environmentOf,
  type Place,
  startServer,
  stopServer,
} from '../support/spawnServer'
import { type ApiRequest, imeiOf } from '../support/walk'

bundleServer()

const KILLS = 10
/** A request for so many takes long enough to be interrupted at each step. PGlite accepts so many. */
const DEVICES = 5_000
/** An import saves record by record, and takes longer. */
const IMPORTED = 1_000
/** The serials: half of the devices have A and are in the batch, the others have B. */
const LISTS = ['A', 'B'] as const

interface Fleet {
  batch: number
  /** All devices, those of the demo included. */
  devices: number
}

interface Round extends Fleet {
  round: number
  /** How many requests of earlier rounds were stored. */
  written: number
}

interface Write {
  /** How many devices one request changes. */
  count: (fleet: Fleet) => number
  request: (round: Round) => ApiRequest
  /** The table of the records; devices by default. */
  table?: 'models'
  /** The condition of the records that the request of this round has changed. */
  changed: (round: Round) => RawBuilder<unknown>
  /** The history entries of each request, and the number of records in each. */
  history: { action: string; count: RawBuilder<unknown> }
  /** Counts the stored requests, where one has several history entries. */
  stored?: RawBuilder<number>
  /** The payload of the response, where a request with the same key may be repeated. */
  payload?: object
}

const numbers = Array.from({ length: DEVICES }, (_, index) => index)
const versionOf = ({ round }: Round) => `round ${round}`
/** The batch gets list B first, then A again, and so on. */
const listOf = ({ written }: Round) => LISTS[(written + 1) % 2]!
const listOfDevice = (index: number) => LISTS[index % 2]!

const WRITES: Record<string, Write> = {
  'a registration of devices': {
    count: () => DEVICES,
    request: round => ({
      method: 'POST',
      url: '/api/devices/roster/ul',
      key: randomUUID(),
      file: [
        'IMEI,전화번호,시리얼,모델,업체',
        ...numbers.map(index => {
          const number = (round.round + 1) * DEVICES + index
          return `${imeiOf(number)},0107${String(number).padStart(7, '0')},R${round.round},FT-100,한빛텔레매틱스`
        }),
      ].join('\n'),
    }),
    changed: round => sql`serial = ${`R${round.round}`}`,
    history: { action: 'registered', count: sql`after ->> 'added'` },
    payload: { added: DEVICES },
  },
  'an update by a sheet': {
    count: () => DEVICES,
    request: round => ({
      method: 'POST',
      url: '/api/devices/roster/update',
      key: randomUUID(),
      file: [
        'IMEI,버전,시리얼',
        ...numbers.map(index => `${imeiOf(index)},${versionOf(round)},${round.round}.${index}`),
      ].join('\n'),
    }),
    // One of the columns suffices, so that a device with only one new value is found as well.
    changed: round => sql`version = ${versionOf(round)} or serial like ${`${round.round}.%`}`,
    history: { action: 'changedMany', count: sql`after ->> 'devices'` },
    payload: { changed: DEVICES, unchanged: 0 },
  },
  'a change of many devices': {
    count: ({ devices }) => devices,
    request: round => ({
      method: 'POST',
      url: '/api/bulk/devices',
      payload: {
        name: randomUUID(),
        kind: 'change',
        filter: {},
        expected: round.devices,
        values: { version: versionOf(round) },
      },
    }),
    changed: round => sql`version = ${versionOf(round)}`,
    history: { action: 'changedMany', count: sql`after ->> 'devices'` },
    stored: sql`(select count(*)::integer from bulk_changes where stage = 'done')`,
  },
  'the sheet of a batch': {
    count: () => DEVICES,
    request: round => ({
      method: 'POST',
      url: `/api/batches/devices/ul/${round.batch}`,
      file: ['IMEI', ...numbers.filter(index => listOfDevice(index) === listOf(round)).map(imeiOf)].join(
        '\n',
      ),
    }),
    // One list has joined and the other one has left.
    changed: round => sql`serial in ('A', 'B')
      and batch_id is not distinct from case serial when ${listOf(round)} then ${round.batch}::integer end`,
    history: { action: 'replaced', count: sql`${DEVICES}::text` },
  },
  'an import of models': {
    count: () => IMPORTED,
    table: 'models',
    request: ({ round }) => ({
      method: 'POST',
      url: '/api/import/models?mode=add',
      key: randomUUID(),
      file: ['이름', ...numbers.slice(0, IMPORTED).map(index => `R${round}-${index}`)].join('\n'),
    }),
    changed: ({ round }) => sql`name like ${`R${round}-%`}`,
    history: { action: 'created', count: sql`case resource when 'models' then 1 end` },
    stored: sql`(select (count(*) / ${IMPORTED}::integer)::integer from history
      where action = 'created' and resource = 'models')`,
    payload: { added: IMPORTED, changed: 0 },
  },
}

/** Runs on a stopped server's database. */
async function inDatabase<Result>(place: Place, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await connectDatabase(place)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Adds the devices of the test to the demo fleet. */
const prepare = (place: Place): Promise<Fleet> =>
  inDatabase(place, async db => {
    const batch = await insertRow(db, 'batches', { name: '견디는 그룹', model_id: 1, vendor_id: 1 })
    await sql`insert into devices (id, isdn, serial, model_id, vendor_id, batch_id)
      select id, '0108' || lpad(number::text, 7, '0'), list, 1, 1, case list when 'A' then ${batch}::integer end
      from unnest(${numbers.map(imeiOf)}::text[], ${numbers.map(listOfDevice)}::text[]) with ordinality as given (id, list, number)`.execute(
      db,
    )
    return { batch, devices: await countRows(db, 'devices') }
  })

/** What is stored of a round, and the history of all rounds. */
const storedOf = (place: Place, write: Write, round: Round) =>
  inDatabase(place, async db => {
    const { action, count } = write.history
    const stored = write.stored ?? sql`(select count(*)::integer from history where action = ${action})`
    const { rows } = await sql<{ records: number; requests: number; counted: number }>`
      select (select count(*)::integer from ${sql.ref(write.table ?? 'devices')} where ${write.changed(round)}) as records,
        ${stored} as requests,
        (select coalesce(sum((${count})::integer), 0)::integer from history where action = ${action}) as counted`.execute(
      db,
    )
    return { ...rows[0]!, counters: await checkCounters(db) }
  })

/**
 * Kills a server in each round, each time at another moment of the request: the first and the last one after it has
 * answered. @returns what the servers had stored, without the first
 */
async function killInEachRound(place: Place, write: Write): Promise<('all' | 'none')[]> {
  const env = environmentOf(place)
  const start = () => startServer(env)
  // The first start creates the demo fleet.
  await stopServer((await start()).server)
  const fleet = await prepare(place)
  const count = write.count(fleet)
  const outcomes: ('all' | 'none')[] = []
  let [written, wholeMs] = [0, 0]
  for (let nth = 0; nth < KILLS; nth++) {
    const { server, ask } = await start()
    const round = { ...fleet, round: nth, written }
    const request = write.request(round)
    const began = performance.now()
    const answered = ask(request).then(
      response => ({ ...response, ms: performance.now() - began }),
      () => undefined,
    )
    const isAwaited = nth === 0 || nth === KILLS - 1
    await (isAwaited ? answered : wait((wholeMs * nth) / (KILLS - 2)))
    server.kill('SIGKILL')
    const [response] = await Promise.all([answered, server.ended])
    wholeMs ||= response!.ms
    if (response) expect([response.status, response.text]).toEqual([200, expect.any(String)])

    const stored = await storedOf(place, write, round)
    expect([0, count]).toContain(stored.records)
    const isStored = stored.records > 0
    // A request that the server has acknowledged must be stored.
    if (response) expect(isStored).toBe(true)
    written += isStored ? 1 : 0
    expect(stored).toMatchObject({ requests: written, counted: written * count, counters: [] })
    outcomes.push(isStored ? 'all' : 'none')

    if (!write.payload) continue
    const again = await start()
    const repeated = await again.ask(request)
    expect([repeated.status, JSON.parse(repeated.text).payload]).toMatchObject([200, write.payload])
    await stopServer(again.server)
    written += isStored ? 0 : 1
    expect(await storedOf(place, write, round)).toMatchObject({ records: count, requests: written })
  }
  console.log(`${count} records in ${wholeMs.toFixed(0)} ms; killed: ${outcomes.join(' ')}`)
  return outcomes.slice(1)
}

describe.each(eachDatabase)('%s', (_name, open) => {
  test.each(Object.entries(WRITES))(
    '%s is stored completely or not at all',
    { timeout: 600_000 },
    async (_write, write) => {
      const outcomes = await killInEachRound(await open(), write)
      expect(outcomes).toEqual(expect.arrayContaining(['all', 'none']))
    },
  )
})
