/** The clock of the machine that the server runs on is a day ahead for a while (security 58). */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { createDatabase } from '../support/databases'
import { jumpingClock } from '../support/jumpingClock'
import { bundleServer, dataFolder, preparedFolder, spawnServer } from '../support/spawnServer'

bundleServer()

/** Looks for orders at their end every second. */
function quickConfig(): string {
  const folder = join(dataFolder(), 'config')
  cpSync(join(packageRoot, 'config'), folder, { recursive: true })
  const file = join(folder, 'app.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"sweepSeconds": \d+/, '"sweepSeconds": 1'))
  return folder
}

const post = async (url: string, body: object, token = '') =>
  (
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  ).json()

const databases: [string, () => Promise<Record<string, string>>][] = [
  ['PGlite', async () => ({ FLEET_DATA: await preparedFolder() })],
  ...(process.env.TEST_DATABASE_URL
    ? [
        ['PostgreSQL', async () => ({ DATABASE_URL: await createDatabase() })] as [
          string,
          () => Promise<Record<string, string>>,
        ],
      ]
    : []),
]

test.each(databases)('orders that wait are not failed for it (%s)', async (_name, place) => {
  const clock = jumpingClock()
  const server = spawnServer({ FLEET_CONFIG: quickConfig(), ...clock.env, ...(await place()) })
  const url = await server.ready()
  const signIn = async (): Promise<string> =>
    (await post(`${url}/api/auth/login`, { email: 'master@demo.local', password: 'Fleet-demo1!' })).payload
  const token = await signIn()
  const get = async (path: string, by: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${by}` } })).json()
  const { data } = await get('/api/devices?page_index=1&page_limit=1', token)
  const order = { code: 'reboot', data: 'NOW', targets: [data[0].id] }
  const { payload } = await post(`${url}/api/orders/order`, order, token)
  clock.moveBy(25 * 3_600_000)
  await wait(4_000)
  clock.moveBy(0)
  await wait(1_500)
  const { data: found } = await post(`${url}/api/orders`, {}, await signIn())
  expect(found.find((one: { id: number }) => one.id === payload.id)).toMatchObject({
    status: 'waiting',
    failure: 0,
  })
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
})
