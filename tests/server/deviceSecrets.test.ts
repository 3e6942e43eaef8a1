/** What devices sign in with (security 61): issued, replaced with an overlap, revoked, and never kept readable. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { readSheet } from '../../src/sheet'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { isSecretOf } from '../support/gateway'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const HOUR = 3_600_000
const MANY = 2_000
const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const phone = (n: number) => `0101${String(n).padStart(7, '0')}`

let api: TestApp
let now = TEST_NOW
const config = testConfig()

beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config, now: () => now })
  const { db } = api
  await db.insertInto('vendors').values({ id: 2, name: '누리' }).execute()
  await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
  await db.insertInto('models').values({ name: 'FT-100' }).execute()
  await db
    .insertInto('batches')
    .values([
      { name: '=수도권', vendor_id: 1, model_id: 1 },
      { name: '빈 그룹', vendor_id: 1, model_id: 1 },
    ])
    .execute()
  await sql`insert into devices (id, isdn, vendor_id, model_id, batch_id)
      select * from json_to_recordset(${JSON.stringify(
        Array.from({ length: MANY }, (_, n) => ({
          id: imei(n),
          isdn: phone(n),
          vendor_id: 1,
          model_id: 1,
          batch_id: 1,
        })),
      )}::json) as d (id text, isdn text, vendor_id integer, model_id integer, batch_id integer)`.execute(db)
})
beforeEach(async () => {
  now = TEST_NOW
  await api.db.deleteFrom('device_secrets').execute()
  await api.db.deleteFrom('history').execute()
})

const call = async (method: 'GET' | 'POST' | 'DELETE', n = 1, who = 'vendor') =>
  api.ask(who, { method, url: `/api/devices/${imei(n)}/secret` })
const issue = async (n = 1) =>
  (await call('POST', n)).json<{ payload: { secret: string; old_until: string | null } }>().payload
const isGood = (secret: string, n = 1) => isSecretOf(api.db, imei(n), secret, now)

it('is told once, is the device’s alone, and stands nowhere', async () => {
  const { secret, old_until } = await issue()
  expect([secret.length, old_until]).toEqual([32, null])
  expect([await isGood(secret), await isGood(secret, 2), await isGood(`${secret}x`)]).toEqual([
    true,
    false,
    false,
  ])
  const status = (await call('GET')).json().payload
  expect(status).toEqual({ issued: TEST_NOW.toISOString(), old_until: null, overlap_hours: 24 })
  const { rows } = await sql<{ text: string }>`
      select (select json_agg(h)::text from history h) || (select json_agg(s)::text from device_secrets s) as text`.execute(
    api.db,
  )
  expect(rows[0]!.text).toContain('secretsIssued')
  expect(rows[0]!.text).not.toContain(secret)
})

it('the old one stays good beside a new one until the overlap is over, however often it is replaced', async () => {
  const first = await issue()
  const second = await issue()
  expect(second.old_until).toBe(new Date(TEST_NOW.getTime() + 24 * HOUR).toISOString())
  now = new Date(TEST_NOW.getTime() + HOUR)
  const third = await issue()
  const good = () => Promise.all([first, second, third].map(({ secret }) => isGood(secret)))
  expect(await good()).toEqual([true, true, true])
  now = new Date(TEST_NOW.getTime() + 24 * HOUR)
  expect(await good()).toEqual([false, true, true])
  now = new Date(TEST_NOW.getTime() + 25 * HOUR)
  expect(await good()).toEqual([false, false, true])
  // What is over goes with the next one.
  await issue()
  const { rows } = await sql`select 1 from device_secrets`.execute(api.db)
  expect(rows).toHaveLength(2)
})

it('without an overlap the old one is refused at once', async () => {
  config.current().server.deviceSecrets.overlapHours = 0
  const first = await issue()
  const second = await issue()
  config.current().server.deviceSecrets.overlapHours = 24
  expect([second.old_until, await isGood(first.secret), await isGood(second.secret)]).toEqual([
    null,
    false,
    true,
  ])
})

it('is taken away with those of the overlap, and with the device', async () => {
  const both = [await issue(), await issue()]
  expect((await call('DELETE')).statusCode).toBe(200)
  expect(await Promise.all(both.map(({ secret }) => isGood(secret)))).toEqual([false, false])
  expect((await call('GET')).json().payload.issued).toBeNull()
  // Nothing is left to take away: no second row.
  await call('DELETE')
  const { rows } = await sql<{ action: string }>`select action from history order by id`.execute(api.db)
  expect(rows.map(({ action }) => action)).toEqual(['secretsIssued', 'secretsIssued', 'secretsRevoked'])
})

it.each(['other@test.local', 'client', 'guest'])('is none of the business of %s', async who => {
  const { secret } = await issue()
  const refused = [await call('GET', 1, who), await call('POST', 1, who), await call('DELETE', 1, who)]
  const status = who.includes('@') ? 404 : 403
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([status, status, status])
  expect(await isGood(secret)).toBe(true)
})

it('config can ask for more than the staff of a vendor', async () => {
  const { access } = config.current().shared.resources.devices!
  access.secrets = 'master'
  const [vendor, master] = [await call('POST'), await call('POST', 1, 'master')]
  access.secrets = 'vendor'
  expect([vendor.statusCode, master.statusCode]).toEqual([403, 200])
})

describe('of a batch', () => {
  const issueAll = (devices: number, { batch = 1, who = 'vendor' } = {}) =>
    api.ask(who, { method: 'POST', url: `/api/batches/${batch}/secrets`, payload: { devices } })

  it(`of ${MANY} devices is a sheet that tells each of them its own`, async () => {
    const before = await issue(7)
    const status = await api.ask('vendor', '/api/batches/1/secrets')
    expect(status.json().payload).toEqual({ devices: MANY, issued: 1, overlap_hours: 24 })
    const answer = await issueAll(MANY)
    expect(answer.headers['content-disposition']).toContain('=_')
    const rows: string[][] = []
    for await (const { cells } of readSheet(Readable.from([answer.rawPayload])))
      rows.push(cells.map(({ text }) => text))
    expect(rows).toHaveLength(MANY + 1)
    expect(new Set(rows.map(row => row[2])).size).toBe(MANY + 1)
    const seventh = rows.find(row => row[1] === imei(7))!
    expect([await isGood(seventh[2]!, 7), await isGood(before.secret, 7)]).toEqual([true, true])
    const history = await sql<{ record: string; after: object }>`
        select record, after from history where resource = 'batches'`.execute(api.db)
    expect(history.rows).toEqual([{ record: '1', after: { devices: MANY } }])
  })

  it('is refused where the batch holds another number than was asked about, and changes nothing', async () => {
    const { secret } = await issue()
    const answer = await issueAll(MANY - 1)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'secrets.changed'])
    expect(answer.json().message).toContain('2,000')
    const { rows } = await sql`select 1 from device_secrets`.execute(api.db)
    expect([rows.length, await isGood(secret)]).toEqual([1, true])
  })

  it('is refused for one without devices, for more than the limit, and to strangers', async () => {
    const { limits } = config.current().shared.app
    limits.upload.rows = 100
    const tooMany = await issueAll(MANY)
    limits.upload.rows = 100_000
    const none = await issueAll(0, { batch: 2 })
    const strange = await issueAll(MANY, { who: 'other@test.local' })
    expect([tooMany, none, strange].map(({ statusCode }) => statusCode)).toEqual([422, 422, 404])
  })
})

describe('in a roster', () => {
  const upload = (who: string, file: string) =>
    api.ask(who, {
      method: 'POST',
      url: '/api/devices/roster/ul',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--edge--\r\n`,
    })
  const row = (n: number, secret: string) => `${imei(n)},${phone(n)},S${n},FT-100,${secret}`
  const HEAD = 'IMEI,전화번호,시리얼,모델,접속 비밀키'
  const SECRET = 'Zk4#vQ2n=B7mX4cT1yR6'

  it('is the device’s own from then on, where its row has one', async () => {
    const answer = await upload('vendor', [HEAD, row(5001, SECRET), row(5002, '')].join('\n'))
    expect(answer.json()).toMatchObject({ payload: { added: 2 } })
    const { rows } = await sql<{ device_id: string }>`select device_id from device_secrets`.execute(api.db)
    expect(rows).toEqual([{ device_id: imei(5001) }])
    expect(await isGood(SECRET, 5001)).toBe(true)
  })

  it.each([
    'short',
    'x'.repeat(65),
    '공개키가아니라비밀키입니다비밀키입니다비밀',
    'a secret with spaces in it',
  ])('is refused when it is none, without being repeated: %s', async secret => {
    const answer = await upload('vendor', [HEAD, row(6001, secret)].join('\n'))
    expect([answer.statusCode, answer.json().rows]).toEqual([
      422,
      [expect.objectContaining({ row: 2, column: '접속 비밀키', value: '' })],
    ])
    expect(answer.body).not.toContain(secret)
  })

  it('is not for clients, who may not issue secrets, and is in no sample of theirs', async () => {
    const answer = await upload('client', [HEAD, row(6001, SECRET)].join('\n'))
    expect([answer.statusCode, answer.body.includes(SECRET)]).toEqual([422, false])
    const headers = async (who: string) => {
      const sample = await api.ask(who, '/api/devices/roster/sf')
      for await (const { cells } of readSheet(Readable.from([sample.rawPayload])))
        return cells.map(({ text }) => text)
    }
    expect(await headers('vendor')).toContain('접속 비밀키')
    expect(await headers('client')).not.toContain('접속 비밀키')
  })

  it('a list of a batch’s devices has no such column', async () => {
    const answer = await api.ask('master', '/api/batches/devices/dl/1')
    for await (const { cells } of readSheet(Readable.from([answer.rawPayload]))) {
      expect(cells.map(({ text }) => text)).not.toContain('접속 비밀키')
      break
    }
  })
})
