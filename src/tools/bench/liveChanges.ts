/** Measures the delay until consoles receive a change while many client accounts are connected. */
import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { sql } from 'kysely'
import { buildApp } from '../../server/app'
import { openConfig } from '../../server/config/openConfig'
import { listenToPostgres } from '../../server/live/listener'
import { packageRoot } from '../../server/packageRoot'
import { type Db, openDatabase } from '../../server/store/database'
import { createTokens } from '../../server/tokens'
import { newDatabase } from './fleet/largeFleet'
import { formatCount, ms, print, targetNote } from './print'
import { percentile } from './timing'

const LISTENERS = 1_000
const DEVICES_EACH = 20
const CHANGES = 20
/** Maximum delay (p99), as a multiple of `batchMs`. */
const MAX_BATCHES = 2
/** The bench fails if a change has not arrived at all consoles within this time. */
const LIMIT_MS = 60_000

/** Measures on PGlite, and on PostgreSQL too if `TEST_DATABASE_URL` names a server. */
export async function benchLiveChanges(): Promise<void> {
  await using pglite = await openDatabase({ memory: true })
  await measure('PGlite', pglite)
  const server = process.env.TEST_DATABASE_URL
  if (!server) return print('Live changes on PostgreSQL: NOT RUN (needs TEST_DATABASE_URL)')
  await using database = await newDatabase(server)
  await using db = await openDatabase(database)
  await measure('PostgreSQL', db, database.url)
}

async function measure(engine: string, db: Db, url?: string): Promise<void> {
  const config = await openConfig({ folder: `${packageRoot}/config`, watch: false })
  const { numbers: levels } = config.current().shared.levels
  const { batchMs } = config.current().server.live
  await fill(db, levels)
  const tokens = createTokens(randomUUID() + randomUUID())
  const now = () => new Date()
  const app = await buildApp({
    db,
    config,
    tokens,
    // Each console sends another address in X-Forwarded-For, because streams are limited per address.
    env: { trustProxy: 1 },
    now,
    ...(url && { listen: listenToPostgres(url, db) }),
  })
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const tokenOf = (id: number, level: number) =>
      tokens.issue({ id, name: '', email: '', level, vendor: 1 }, now(), 60, `bench ${id}`)
    const master = await tokenOf(1, levels.master)
    await untilListening(port, master)
    /** What a console does with a change; replaced for each change. */
    let onChange: () => void = () => undefined
    for (let id = 2; id < 2 + LISTENERS; id++)
      await listen(port, await tokenOf(id, levels.client), id, () => onChange())
    const delays: number[] = []
    for (let change = 0; change < CHANGES; change++) {
      // Send the changes at different moments of the interval `batchMs`.
      await wait((batchMs * change) / CHANGES)
      const began = performance.now()
      const allReceived = new Promise<void>((resolve, reject) => {
        let missing = LISTENERS
        const limit = setTimeout(() => reject(new Error(`${missing} consoles received nothing`)), LIMIT_MS)
        onChange = () => {
          delays.push(performance.now() - began)
          if (--missing > 0) return
          clearTimeout(limit)
          resolve()
        }
      })
      const answer = await fetch(`http://127.0.0.1:${port}/api/batches/1`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${master}`, 'content-type': 'application/json' },
        body: JSON.stringify({ comment: `change ${change}` }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      await allReceived
    }
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)]
    print(
      `A change of a batch, received by ${formatCount(LISTENERS)} client accounts that listen, on ${engine}`,
    )
    const note = targetNote(
      `p99 ${ms(MAX_BATCHES * batchMs)} (${MAX_BATCHES} × batchMs)`,
      p99 <= MAX_BATCHES * batchMs,
    )
    print(`  ${'request to event'.padEnd(22)} p50 ${ms(p50)}, p99 ${ms(p99)}${note}`)
  } finally {
    await app.close()
  }
}

/** Inserts a master, and clients with some devices each, one of them in batch 1. */
async function fill(db: Db, levels: { client: number; master: number }): Promise<void> {
  await sql
    .raw(`insert into vendors (id, name, brn) values (1, 'vendor', '0000000001');
      insert into clients (id, vendor_id, level, name, email, password_hash)
        select i, case i when 1 then 0 else 1 end, case i when 1 then ${levels.master} else ${levels.client} end,
            'client ' || i, i || '@test.local', 'x' from generate_series(1, ${LISTENERS + 1}) i;
      insert into sessions (id, client_id) select 'bench ' || id, id from clients;
      insert into models (id, name) values (1, 'model');
      insert into batches (id, vendor_id, model_id, name) values (1, 1, 1, 'batch');
      insert into devices (id, isdn, vendor_id, client_id, model_id, batch_id)
        select '35' || lpad(i::text, 13, '0'), '010' || lpad(i::text, 8, '0'), 1, 2 + i % ${LISTENERS}, 1,
            case when i < ${LISTENERS} then 1 end from generate_series(0, ${LISTENERS * DEVICES_EACH - 1}) i;
      analyze`)
    .execute(db)
}

/** Waits until the server accepts streams: on PostgreSQL it answers 404 until its test notification has arrived. */
async function untilListening(port: number, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  while (!(await fetch(`http://127.0.0.1:${port}/api/events`, { headers })).ok) await wait(50)
}

/** Opens the stream of one console and waits for `ready`. */
function listen(port: number, token: string, id: number, onChange: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: '/api/events',
      agent: false,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.0.${Math.floor(id / 256)}.${id % 256}`,
      },
    })
    request.on('error', reject)
    request.on('response', response => {
      if (response.statusCode !== 200) reject(new Error(`a stream is answered ${response.statusCode}`))
      const parser = createParser({
        onEvent: ({ event }) => (event === 'ready' ? resolve() : event === 'change' && onChange()),
      })
      response.setEncoding('utf8').on('data', text => parser.feed(text))
      response.on('error', () => undefined)
    })
  })
}
