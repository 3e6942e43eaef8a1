/**
 * `kill -9` in the middle of uploads, orders and edits (security 35, 36): twice in `npm test`, fifty times on each
 * database in `npm run crash`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../src/server/store/database'
import { expectEditsKept, expectWorkKept, prepareWork, wholeUploads, workUntilGone } from '../support/crash'
import { createDatabase } from '../support/databases'
import { atScale } from '../support/scale'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  preparedFolder,
  signedIn,
  spawnServer,
} from '../support/spawnServer'

bundleServer()

const KILLS = atScale(1, 50)

/** @returns milliseconds from every start to the first answer */
async function killAgainAndAgain(place: { folder: string } | { url: string }): Promise<number[]> {
  const env: Record<string, string> =
    'url' in place ? { DATABASE_URL: place.url, FLEET_DATA: dataFolder() } : { FLEET_DATA: place.folder }
  let server = spawnServer(env)
  let url = await server.ready()
  const token = await signedIn(url)
  const work = await prepareWork(askOverHttp(url, token))
  const back: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = { orders: work.orders.length + 1, uploads: kill % 3 > 0 ? 0 : wholeUploads(work) + 1 }
    const working = workUntilGone(askOverHttp(url, token), work)
    while (work.orders.length < enough.orders || wholeUploads(work) < enough.uploads) await wait(10)
    // At another moment of the work each time.
    await wait((kill * 397) % 1000)
    server.kill('SIGKILL')
    await Promise.all([server.ended, working])
    const began = performance.now()
    server = spawnServer(env)
    url = await server.ready()
    const ask = askOverHttp(url, token)
    expect((await ask({ method: 'GET', url: '/api/devices' })).status).toBe(200)
    back.push(performance.now() - began)
    await expectEditsKept(ask, work)
  }
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const db = await connectDatabase(place)
  try {
    await expectWorkKept(db, work)
  } finally {
    await db.destroy()
  }
  const { orders, uploads } = work
  expect(orders.length).toBeGreaterThanOrEqual(KILLS)
  report(
    back,
    `${orders.length} orders, ${work.made} edits, ${wholeUploads(work)} of ${uploads.length} uploads`,
  )
  return back
}

function report(back: number[], work: string): void {
  const [middle, most] = [back.toSorted((a, b) => a - b)[back.length >> 1]!, Math.max(...back)]
  console.log(`${KILLS} kills, ${work}; back after ${middle.toFixed(0)} ms (most ${most.toFixed(0)} ms)`)
}

test('PGlite keeps what was acknowledged, and nothing by halves', { timeout: 1_200_000 }, async () => {
  expect(await killAgainAndAgain({ folder: await preparedFolder() })).toHaveLength(KILLS)
})

test.runIf(process.env.TEST_DATABASE_URL && process.env.TEST_SCALE === 'promised')(
  'PostgreSQL keeps what was acknowledged, and nothing by halves',
  { timeout: 1_200_000 },
  async () => {
    expect(await killAgainAndAgain({ url: await createDatabase() })).toHaveLength(KILLS)
  },
)
