/** `kill -9` in the middle of a change of many devices leaves all of it or none (decision 334): ten times on each database. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../src/server/store/database'
import { createDatabase } from '../support/databases'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  preparedFolder,
  signedIn,
  spawnServer,
} from '../support/spawnServer'

bundleServer()

const KILLS = 10

async function killAgainAndAgain(place: { folder: string } | { url: string }): Promise<string[]> {
  const env: Record<string, string> =
    'url' in place ? { DATABASE_URL: place.url, FLEET_DATA: dataFolder() } : { FLEET_DATA: place.folder }
  const outcomes: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const server = spawnServer(env)
    const url = await server.ready()
    const ask = askOverHttp(url, await signedIn(url))
    const { text } = await ask({ method: 'GET', url: '/api/devices?page_limit=1' })
    const { count } = JSON.parse(text) as { count: number }
    const version = `kill ${kill}`
    const payload = { name: randomUUID(), kind: 'change', filter: {}, expected: count, values: { version } }
    const changing = ask({ method: 'POST', url: '/api/devices/bulk', payload }).then(
      ({ status }) => status,
      () => 'cut',
    )
    // At another moment of the change each time, and twice not before its end.
    await (kill % 5 === 4 ? changing : wait(kill * 15))
    server.kill('SIGKILL')
    await Promise.all([server.ended, changing])
    const db = await connectDatabase(place)
    try {
      const { rows } = await sql<{ changed: number; jobs: number }>`
        select (select count(*)::integer from devices where version = ${version}) as changed,
          (select count(*)::integer from bulk_changes where stage = 'done' and patch #>> '{columns,version}' = ${version}) as jobs`.execute(
        db,
      )
      const { changed, jobs } = rows[0]!
      expect([0, count]).toContain(changed)
      // Whether it is done is known where it is done.
      expect(jobs).toBe(changed === 0 ? 0 : 1)
      outcomes.push(changed === 0 ? 'none' : 'all')
    } finally {
      await db.destroy()
    }
  }
  return outcomes
}

test('on PGlite', { timeout: 300_000 }, async () => {
  expect(await killAgainAndAgain({ folder: await preparedFolder() })).toContain('all')
})

test.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', { timeout: 300_000 }, async () => {
  expect(await killAgainAndAgain({ url: await createDatabase() })).toContain('all')
})
