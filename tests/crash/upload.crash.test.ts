/**
 * `kill -9` in the middle of an upload of many devices leaves all of them or none; sent once more with the same key
 * they are registered once (decisions 29 and 109): ten times on each database, each time at another moment between the
 * first byte and the answer.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkCounters } from '../../src/server/store/counters'
import { connectDatabase } from '../../src/server/store/database'
import { createDatabase } from '../support/databases'
import { bundleServer, dataFolder, preparedFolder, signedIn, spawnServer } from '../support/spawnServer'
import { fileBody, imeiOf } from '../support/walk'

bundleServer()

const KILLS = 10
/** So many that reading, judging and storing them each take a while; below the limit of PGlite. */
const DEVICES = 5_000

interface Answer {
  status: number
  ms: number
  payload?: unknown
}

/** Devices that no other round has. */
async function upload(url: string, token: string, { round, key }: { round: number; key: string }) {
  const rows = Array.from({ length: DEVICES }, (_, at) => {
    const number = round * DEVICES + at + 1
    return `${imeiOf(number)},0107${String(number).padStart(7, '0')},R${round},FT-100,한빛텔레매틱스`
  })
  const { body, type } = fileBody(['IMEI,전화번호,시리얼,모델,업체', ...rows].join('\n'))
  const began = performance.now()
  const answer = await fetch(`${url}/api/devices/roster/ul`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': key },
    body: new Uint8Array(body),
  })
  const { payload } = (await answer.json()) as { payload?: unknown }
  return { status: answer.status, payload, ms: performance.now() - began } satisfies Answer
}

/** What is stored of a round, and what the history says of all of them. */
async function storedOf(place: { folder: string } | { url: string }, round: number) {
  const db = await connectDatabase(place)
  try {
    const { rows } = await sql<{ devices: number; entries: number; counted: number }>`
      select (select count(*)::integer from devices where serial = ${`R${round}`}) as devices,
        (select count(*)::integer from history where action = 'registered') as entries,
        (select coalesce(sum((after ->> 'added')::integer), 0)::integer from history where action = 'registered') as counted`.execute(
      db,
    )
    return { ...rows[0]!, counters: await checkCounters(db) }
  } finally {
    await db.destroy()
  }
}

/** @returns what was there of each upload when the server had been killed */
async function killAgainAndAgain(place: { folder: string } | { url: string }): Promise<string[]> {
  const env: Record<string, string> =
    'url' in place ? { DATABASE_URL: place.url, FLEET_DATA: dataFolder() } : { FLEET_DATA: place.folder }
  const start = async () => {
    const server = spawnServer(env)
    const url = await server.ready()
    return { server, url, token: await signedIn(url) }
  }
  const outcomes: string[] = []
  let whole = 0
  for (let round = 0; round < KILLS; round++) {
    const { server, url, token } = await start()
    const sheet = { round, key: randomUUID() }
    const cut = upload(url, token, sheet).catch(() => undefined)
    // The first tells how long it takes; then at another moment of it each time, also when it is nearly done.
    await (round === 0 ? cut : wait((whole * round) / (KILLS - 1)))
    server.kill('SIGKILL')
    const [answered] = await Promise.all([cut, server.ended])
    whole ||= answered!.ms

    const { devices, counters, entries, counted } = await storedOf(place, round)
    expect([0, DEVICES]).toContain(devices)
    expect(counters).toEqual([])
    // What was acknowledged is there, and the history tells of what is there alone.
    if (answered?.status === 200) expect(devices).toBe(DEVICES)
    const uploads = round + (devices > 0 ? 1 : 0)
    expect({ entries, counted }).toEqual({ entries: uploads, counted: uploads * DEVICES })
    outcomes.push(devices === 0 ? 'none' : 'all')

    const again = await start()
    const repeated = await upload(again.url, again.token, sheet)
    expect([repeated.status, repeated.payload]).toEqual([200, { added: DEVICES }])
    again.server.kill('SIGTERM')
    expect(await again.server.ended).toBe(0)
    expect(await storedOf(place, round)).toMatchObject({ devices: DEVICES, entries: round + 1 })
  }
  console.log(`${DEVICES} devices in ${whole.toFixed(0)} ms; killed: ${outcomes.join(' ')}`)
  return outcomes
}

test('on PGlite', { timeout: 600_000 }, async () => {
  const outcomes = await killAgainAndAgain({ folder: await preparedFolder() })
  expect(outcomes).toEqual(expect.arrayContaining(['all', 'none']))
})

test.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', { timeout: 600_000 }, async () => {
  const outcomes = await killAgainAndAgain({ url: await createDatabase() })
  expect(outcomes).toEqual(expect.arrayContaining(['all', 'none']))
})
