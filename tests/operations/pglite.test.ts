/**
 * PGlite has one connection: large requests are refused, and the server tidies it up because it does not do so itself.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { endpoints } from '../../src/contract/endpoints'
import type { Db } from '../../src/server/store/database'
import { pgliteTidier } from '../../src/server/store/pglite/pgliteTidier'
import { testConfig } from '../support/config'
import { openPglite, openPostgres } from '../support/databases'
import { insertDevices, insertRow } from '../support/rows'
import { bodyOf, startTestApp, statusOf, type TestApp } from '../support/server'
import { imeiOf } from '../support/walk'

const config = testConfig(({ server }) => {
  server.pglite = { ...server.pglite, rosterRows: 3, batchDevices: 3, orderTargets: 3 }
})

/** An app with devices in batch 1. */
async function startFleet(db: Db, count: number): Promise<TestApp> {
  const api = await startTestApp(db, { config })
  await insertRow(db, 'models', { name: 'FT-100' })
  await insertRow(db, 'batches', { name: '수도권', vendor_id: 1, model_id: 1 })
  const content = JSON.stringify({ Type: 'text' })
  await insertRow(db, 'methods', { code: 'RST', caption: '단말 재시작', content })
  await insertDevices(db, count, () => ({ batch_id: 1 }))
  return api
}

const upload = (api: TestApp, url: string, lines: string[]) => api.upload('vendor', url, lines.join('\n'))
/** Registers new devices with these numbers. */
const register = (api: TestApp, ...numbers: number[]) => {
  const rows = numbers.map(n => `${imeiOf(n)},010123400${n},S,FT-100`)
  return upload(api, '/api/devices/roster/ul', ['IMEI,전화번호,시리얼,모델', ...rows])
}
const order = (api: TestApp, path: string, target: object) =>
  api.post('vendor', path, { code: 'RST', data: 'NOW', ...target })
const countOf = async (api: TestApp, query = ''): Promise<number> =>
  (await bodyOf(api.ask('master', `/api/devices${query}`))).count
const batchPath = (path: string) => path.replace('{id}', '1')

describe('on PGlite more devices at once than allowed are refused with a hint to PostgreSQL', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startFleet(await openPglite(), 5)
  })
  const expectRefused = (response: { statusCode: number; json(): unknown }) => {
    const message = expect.stringMatching(/3대까지.*PostgreSQL\(DATABASE_URL\)/)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'pglite.tooMany', message })
  }

  it('in an order and its preview', async () => {
    for (const { path } of [endpoints.orders.register, endpoints.orders.preview])
      for (const target of [{ batch: 1 }, { targets: [0, 1, 2, 3].map(imeiOf) }])
        expectRefused(await order(api, path, target))
    const targets = [0, 1, 2].map(imeiOf)
    expect(await statusOf(order(api, endpoints.orders.register.path, { targets }))).toBe(200)
  })

  it('in the removal of a batch', async () => {
    const url = batchPath(endpoints.batches.remove.path)
    expectRefused(await api.remove('master', url))
    expect(await countOf(api, '?batch=1')).toBe(5)
  })

  it('in the sheet of a batch, also where few rows let many devices leave', async () => {
    const sheet = (...numbers: number[]) =>
      upload(api, batchPath(endpoints.batches.upload.path), ['IMEI', ...numbers.map(imeiOf)])
    expect(await statusOf(sheet(0, 1, 2))).toBe(200)
    // Three devices leave and one joins.
    expectRefused(await sheet(3))
    expectRefused(await sheet(0, 1, 2, 3))
    expect(await countOf(api, '?batch=1')).toBe(3)
  })

  it('in a sheet that updates devices', async () => {
    const sheet = (...numbers: number[]) =>
      upload(api, endpoints.devices.rosterUpdate.path, ['IMEI,시리얼', ...numbers.map(n => `${imeiOf(n)},9`)])
    expectRefused(await sheet(0, 1, 2, 3))
    expect(await statusOf(sheet(0, 1, 2))).toBe(200)
  })

  it('in a registration', async () => {
    expectRefused(await register(api, 10, 11, 12, 13))
    expect(await statusOf(register(api, 14, 15, 16))).toBe(200)
    expect(await countOf(api)).toBe(8)
  })
})

const deadRows = async (db: Db) => {
  const { rows } = await sql<{ dead: number; analyzed: boolean }>`
    select n_dead_tup as dead, last_analyze is not null as analyzed
    from pg_stat_user_tables where relname = 'devices' and schemaname = current_schema()`.execute(db)
  return rows[0]
}

it('tidying up removes dead rows while others read', async () => {
  const { db, ask } = await startFleet(await openPglite(), 2_000)
  await sql`update devices set modem_rsrp = 1`.execute(db)
  const tidy = pgliteTidier(db)
  const [response] = await Promise.all([ask('master', '/api/devices'), tidy()])
  expect(response.statusCode).toBe(200)
  // Statistics arrive a moment later.
  for (let found = await deadRows(db); !found?.analyzed || found.dead > 0; found = await deadRows(db))
    await tidy()
  expect(await deadRows(db)).toEqual({ dead: 0, analyzed: true })
})

test.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL has no such limits, and tidies up itself', async () => {
  const api = await startFleet(await openPostgres(), 4)
  expect(await statusOf(order(api, endpoints.orders.register.path, { batch: 1 }))).toBe(200)
  expect(await statusOf(register(api, 10, 11, 12, 13))).toBe(200)
  await pgliteTidier(api.db)()
  expect(await deadRows(api.db)).toMatchObject({ analyzed: false })
})
