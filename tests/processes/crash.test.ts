/**
 * `kill -9` during uploads, orders and edits (security 35, 36): once here, fifty times on each database in `npm run
 * crash`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../src/server/store/database'
import { afterFile } from '../support/afterFile'
import { expectEditsKept, expectWorkKept, prepareWork, wholeUploads, workUntilGone } from '../support/crash'
import { atScale } from '../support/scale'
import {
  askOverHttp,
  bundleServer,
  eachDatabase,
  environmentOf,
  type Place,
  spawnServer,
  startServer,
  stopServer,
} from '../support/spawnServer'

bundleServer()

const KILLS = atScale(1, 50)

/** @returns milliseconds from each start to the first response */
async function killRepeatedly(place: Place): Promise<number[]> {
  const env = environmentOf(place)
  let { server, url, token, ask } = await startServer(env)
  const work = await prepareWork(ask)
  const recoveries: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = { orders: work.orders.length + 1, uploads: kill % 3 > 0 ? 0 : wholeUploads(work) + 1 }
    const working = workUntilGone(ask, work)
    while (work.orders.length < enough.orders || wholeUploads(work) < enough.uploads) await wait(10)
    // Each kill comes at another moment of the work.
    await wait((kill * 397) % 1000)
    server.kill('SIGKILL')
    await Promise.all([server.ended, working])
    const began = performance.now()
    server = spawnServer(env)
    url = await server.ready()
    ask = askOverHttp(url, token)
    expect((await ask({ method: 'GET', url: '/api/devices' })).status).toBe(200)
    recoveries.push(performance.now() - began)
    await expectEditsKept(ask, work)
  }
  await stopServer(server)
  const db = await connectDatabase(place)
  afterFile(() => db.destroy())
  await expectWorkKept(db, work)
  const { orders, uploads } = work
  expect(orders.length).toBeGreaterThanOrEqual(KILLS)
  const median = recoveries.toSorted((a, b) => a - b)[recoveries.length >> 1]!
  console.log(
    `${KILLS} kills, ${orders.length} orders, ${work.edited} edits, ${wholeUploads(work)} of ${uploads.length} uploads; ` +
      `recovered after ${median.toFixed(0)} ms (at most ${Math.max(...recoveries).toFixed(0)} ms)`,
  )
  return recoveries
}

test.each(eachDatabase.slice(0, atScale(1, 2)))(
  '%s keeps every acknowledged write, and no write in part',
  { timeout: 1_200_000 },
  async (_name, open) => {
    expect(await killRepeatedly(await open())).toHaveLength(KILLS)
  },
)
