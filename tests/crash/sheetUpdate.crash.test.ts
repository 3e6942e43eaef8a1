/**
 * `kill -9` in the middle of an update of many devices by a sheet leaves all of it or none; sent once more with the
 * same key it is carried out once: ten times on each database.
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

/** All devices get this version and, by it, another serial. */
async function update(url: string, token: string, { version, key }: { version: string; key: string }) {
  const rows = Array.from(
    { length: DEVICES },
    (_, at) => `${imeiOf(at + 1)},${version},${version.slice(-1)}${at}`,
  )
  const { body, type } = fileBody(['IMEI,버전,시리얼', ...rows].join('\n'))
  const began = performance.now()
  const answer = await fetch(`${url}/api/devices/roster/update`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': key },
    body: new Uint8Array(body),
  })
  const { payload } = (await answer.json()) as { payload?: unknown }
  return { status: answer.status, payload, ms: performance.now() - began } satisfies Answer
}

/** What is stored of a version. */
async function storedOf(place: { folder: string } | { url: string }, version: string) {
  const db = await connectDatabase(place)
  try {
    const { rows } = await sql<{ versions: number; serials: number; tellings: number; counted: number }>`
      select (select count(*)::integer from devices where version = ${version}) as versions,
        (select count(*)::integer from devices where version = ${version} and serial like ${`${version.slice(-1)}%`}) as serials,
        (select count(*)::integer from history where action = 'changedMany') as tellings,
        (select coalesce(sum((after ->> 'devices')::integer), 0)::integer from history where action = 'changedMany') as counted`.execute(
      db,
    )
    return { ...rows[0]!, counters: await checkCounters(db) }
  } finally {
    await db.destroy()
  }
}

async function addDevices(place: { folder: string } | { url: string }): Promise<void> {
  const db = await connectDatabase(place)
  try {
    const ids = Array.from({ length: DEVICES }, (_, at) => imeiOf(at + 1))
    await sql`insert into devices (id, isdn, serial, model_id, vendor_id)
      select id, '0108' || lpad(number::text, 7, '0'), '0', (select min(id) from models), 1
      from unnest(${ids}::text[]) with ordinality as given (id, number)`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** @returns what was there of each update when the server had been killed */
async function killAgainAndAgain(place: { folder: string } | { url: string }): Promise<string[]> {
  const env: Record<string, string> =
    'url' in place ? { DATABASE_URL: place.url, FLEET_DATA: dataFolder() } : { FLEET_DATA: place.folder }
  const start = async () => {
    const server = spawnServer(env)
    const url = await server.ready()
    return { server, url, token: await signedIn(url) }
  }
  // The demo fleet comes with the first start.
  const first = await start()
  first.server.kill('SIGTERM')
  await first.server.ended
  await addDevices(place)
  const outcomes: string[] = []
  let whole = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { server, url, token } = await start()
    const sheet = { version: `kill ${kill}`, key: randomUUID() }
    const cut = update(url, token, sheet).catch(() => undefined)
    // The first tells how long it takes; then at another moment of it each time, also when it is nearly done.
    await (kill === 0 ? cut : wait((whole * kill) / (KILLS - 2)))
    server.kill('SIGKILL')
    const [answered] = await Promise.all([cut, server.ended])
    whole ||= answered!.ms

    const { versions, serials, tellings, counted, counters } = await storedOf(place, sheet.version)
    expect([0, DEVICES]).toContain(versions)
    expect({ serials, counters }).toEqual({ serials: versions, counters: [] })
    // What was acknowledged is there, and the history tells of what is there alone.
    if (answered?.status === 200) expect(versions).toBe(DEVICES)
    const updates = kill + (versions > 0 ? 1 : 0)
    expect({ tellings, counted }).toEqual({ tellings: updates, counted: updates * DEVICES })
    outcomes.push(versions === 0 ? 'none' : 'all')

    const again = await start()
    const repeated = await update(again.url, again.token, sheet)
    expect([repeated.status, repeated.payload]).toEqual([200, { changed: DEVICES, unchanged: 0 }])
    again.server.kill('SIGTERM')
    expect(await again.server.ended).toBe(0)
    expect(await storedOf(place, sheet.version)).toMatchObject({ versions: DEVICES, tellings: kill + 1 })
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
