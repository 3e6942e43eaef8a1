/** PGlite has one connection and no background: what it is asked for at once is bounded, and it is tidied up. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contract/endpoints'
import { luhnDigit } from '../../src/domain/imei'
import type { Db } from '../../src/server/store/database'
import { pgliteTidier } from '../../src/server/store/pglite/tidyPglite'
import { testConfig } from '../support/config'
import { newDatabase, onPglite, openFolder } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}

/** Devices number 0 to `count` - 1, all in the batch, or none of them. */
async function addDevices(db: Db, count: number, batch_id: number | null) {
  if (count === 0) return
  await db
    .insertInto('devices')
    .values(
      Array.from({ length: count }, (_, n) => ({
        id: imei(n),
        isdn: `010${String(n).padStart(8, '0')}`,
        model_id: 1,
        vendor_id: 1,
        batch_id,
      })),
    )
    .execute()
}

const inBatch = async (api: TestApp) =>
  (await api.ask('master', '/api/devices?batch=1')).json<{ count: number }>().count

async function fleet(devices: number, batch: number | null) {
  const api = await startTestApp(await newDatabase(), {
    config: testConfig(({ server }) => {
      server.pglite = { ...server.pglite, rosterRows: 3, batchDevices: 3, orderTargets: 3 }
    }),
  })
  await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
  await api.db.insertInto('batches').values({ name: '수도권', vendor_id: 1, model_id: 1 }).execute()
  await api.db
    .insertInto('methods')
    .values({ code: 'RST', caption: '단말 재시작', content: JSON.stringify({ Type: 'text' }) })
    .execute()
  await addDevices(api.db, devices, batch)
  const upload = (url: string, text: string) =>
    api.ask('vendor', {
      method: 'POST',
      url,
      payload: `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })
  return { api, upload }
}

/** On PGlite refused in words that help; on a PostgreSQL done. */
const expectBounded = (answer: { statusCode: number; json(): unknown }) => {
  if (!onPglite) return expect(answer.statusCode).toBe(200)
  expect(answer.statusCode).toBe(422)
  return expect(answer.json()).toMatchObject({
    code: 'pglite.tooMany',
    message: expect.stringMatching(/3대까지.*PostgreSQL\(DATABASE_URL\)/),
  })
}

describe('more than PGlite does at once', () => {
  it('is refused as a roster', async () => {
    const { api, upload } = await fleet(0, null)
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `${imei(from + n)},0101234000${from + n},S,FT-100`)
    const roster = (from: number, to: number) =>
      upload('/api/devices/roster/ul', ['IMEI,전화번호,시리얼,모델', ...rows(from, to)].join('\n'))
    expectBounded(await roster(0, 4))
    expect((await roster(4, 7)).statusCode).toBe(200)
    expect((await api.ask('master', '/api/devices')).json().count).toBe(onPglite ? 3 : 7)
  })

  it('is refused as the devices of a batch, also where few rows make many leave', async () => {
    const { api, upload } = await fleet(5, 1)
    const url = endpoints.batches.upload.path.replace('{id}', '1')
    const sheet = (...numbers: number[]) => upload(url, ['IMEI', ...numbers.map(imei)].join('\n'))
    expect((await sheet(0, 1, 2)).statusCode).toBe(200)
    expect(await inBatch(api)).toBe(3)
    // Three leave and one joins.
    expectBounded(await sheet(3))
    expectBounded(await sheet(0, 1, 2, 3))
    expect(await inBatch(api)).toBe(onPglite ? 3 : 4)
  })

  it('is refused as the removal of a batch', async () => {
    const { api } = await fleet(4, 1)
    const url = endpoints.batches.remove.path.replace('{id}', '1')
    expectBounded(await api.ask('master', { method: 'DELETE', url }))
    expect(await inBatch(api)).toBe(onPglite ? 4 : 0)
  })

  it('is refused as an order and as its preview', async () => {
    const { api } = await fleet(4, 1)
    const send = (url: string, aim: object) =>
      api.ask('vendor', { method: 'POST', url, payload: { code: 'RST', data: 'NOW', ...aim } })
    for (const { path } of [endpoints.orders.register, endpoints.orders.preview])
      for (const aim of [{ batch: 1 }, { targets: [0, 1, 2, 3].map(imei) }])
        expectBounded(await send(path, aim))
    const few = await send(endpoints.orders.register.path, { targets: [0, 1, 2].map(imei) })
    expect(few.statusCode).toBe(200)
  })
})

it('tidying up is for PGlite alone: it counts its dead rows, and others are read meanwhile', async () => {
  const { api } = await fleet(2_000, 1)
  await sql`update devices set modem_rsrp = 1`.execute(api.db)
  const dead = async () => {
    const { rows } = await sql<{ dead: number; analyzed: boolean }>`
        select n_dead_tup as dead, last_analyze is not null as analyzed
        from pg_stat_user_tables where relname = 'devices' and schemaname = current_schema()`.execute(api.db)
    return rows[0]
  }
  const tidy = pgliteTidier(api.db)
  const [answer] = await Promise.all([api.ask('master', '/api/devices'), tidy()])
  expect(answer.statusCode).toBe(200)
  if (!onPglite) return expect(await dead()).toMatchObject({ analyzed: false })
  // As the server does: again and again. What a statement did is counted a moment later.
  for (let found = await dead(); !found?.analyzed || found.dead > 0; found = await dead()) await tidy()
  return expect(await dead()).toEqual({ dead: 0, analyzed: true })
})

describe('the log of PGlite’s changes', () => {
  it('does not grow with every change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-log-'))
    const db = await openFolder(folder)
    try {
      const tidy = pgliteTidier(db)
      await sql`create table noise (text text)`.execute(db)
      const log = () =>
        readdirSync(join(folder, 'pg/pg_wal'))
          .map(file => statSync(join(folder, 'pg/pg_wal', file)).size)
          .reduce((sum, size) => sum + size)
      for (let round = 0; round < 4; round++) {
        await sql`insert into noise select repeat(md5(n::text), 200) from generate_series(1, 6000) n`.execute(
          db,
        )
        await tidy()
      }
      expect(log()).toBeLessThan(80 * 1024 * 1024)
    } finally {
      await db.destroy()
      rmSync(folder, { recursive: true })
    }
  })
})
