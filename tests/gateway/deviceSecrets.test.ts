/** Secrets of devices (security 61): issued, replaced with an overlap, revoked, and stored as hashes only. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { isSecretOf } from '../support/gateway'
import { countRows, findRows, insertDevices, insertRows } from '../support/rows'
import { startTestApp, TEST_NOW } from '../support/server'
import { sheetRows } from '../support/sheetRows'
import { imeiOf } from '../support/walk'

const HOUR = 3_600_000
const MANY = 200
const phone = (n: number) => `0101${String(n).padStart(7, '0')}`

let now = TEST_NOW
const config = testConfig()

const api = await startTestApp(await newDatabase(), { config, now: () => now })
const { db } = api
await insertRows(db, 'vendors', [{ id: 2, name: '누리' }])
await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
await insertRows(db, 'models', [{ name: 'FT-100' }])
const ofFirst = { vendor_id: 1, model_id: 1 }
await insertRows(
  db,
  'batches',
  ['=수도권', '빈 그룹'].map(name => ({ name, ...ofFirst })),
)
await insertDevices(db, MANY, () => ({ batch_id: 1 }))
beforeEach(async () => {
  now = TEST_NOW
  await api.db.deleteFrom('device_secrets').execute()
  await api.db.deleteFrom('history').execute()
})

const call = async (method: 'GET' | 'POST' | 'DELETE', n = 1) =>
  api.ask('vendor', { method, url: `/api/devices/${imeiOf(n)}/secret` })
const issue = async (n = 1) =>
  (await call('POST', n)).json<{ payload: { secret: string; old_until: string | null } }>().payload
const isValid = (secret: string, n = 1) => isSecretOf(api.db, imeiOf(n), secret, now)

it('a secret is shown once, is valid for its device only, and is stored nowhere in plain text', async () => {
  const { secret, old_until } = await issue()
  expect([secret.length, old_until]).toEqual([32, null])
  const validities = [await isValid(secret), await isValid(secret, 2), await isValid(`${secret}x`)]
  expect(validities).toEqual([true, false, false])
  const status = (await call('GET')).json().payload
  expect(status).toEqual({
    issued: TEST_NOW.toISOString(),
    old_until: null,
    former: null,
    overlap_hours: 24,
    after_move_days: 30,
  })
  const { rows } = await sql<{ text: string }>`
      select (select json_agg(h)::text from history h) || (select json_agg(s)::text from device_secrets s) as text`.execute(
    api.db,
  )
  expect(rows[0]!.text).toContain('secretsIssued')
  expect(rows[0]!.text).not.toContain(secret)
})

it('a replaced secret stays valid until its overlap ends, but only the newest of the replaced ones', async () => {
  const first = await issue()
  const second = await issue()
  expect(second.old_until).toBe(new Date(TEST_NOW.getTime() + 24 * HOUR).toISOString())
  now = new Date(TEST_NOW.getTime() + HOUR)
  const third = await issue()
  const validity = () => Promise.all([first, second, third].map(({ secret }) => isValid(secret)))
  expect(await validity()).toEqual([false, true, true])
  now = new Date(TEST_NOW.getTime() + 24 * HOUR)
  expect(await validity()).toEqual([false, true, true])
  now = new Date(TEST_NOW.getTime() + 25 * HOUR)
  expect(await validity()).toEqual([false, false, true])
  // Issuing a secret deletes expired ones.
  await issue()
  expect(await countRows(api.db, 'device_secrets')).toBe(2)
})

it('without an overlap the replaced secret is invalid at once', async () => {
  config.current().server.deviceSecrets.overlapHours = 0
  const first = await issue()
  const second = await issue()
  config.current().server.deviceSecrets.overlapHours = 24
  expect(second.old_until).toBeNull()
  expect([await isValid(first.secret), await isValid(second.secret)]).toEqual([false, true])
})

it('revoking removes the secrets of the overlap too, and is one entry of the history', async () => {
  const both = [await issue(), await issue()]
  expect((await call('DELETE')).statusCode).toBe(200)
  expect(await Promise.all(both.map(({ secret }) => isValid(secret)))).toEqual([false, false])
  expect((await call('GET')).json().payload.issued).toBeNull()
  // Nothing is left to revoke, so there is no second entry.
  await call('DELETE')
  const actions = (await findRows(api.db, 'history')).map(({ action }) => action)
  expect(actions).toEqual(['secretsIssued', 'secretsIssued', 'secretsRevoked'])
})

describe('for a batch', () => {
  const issueAll = (devices: number, { batch = 1, who = 'vendor' } = {}) =>
    api.ask(who, { method: 'POST', url: `/api/batches/${batch}/secrets`, payload: { devices } })

  it('secrets are issued as a sheet with one for each device', async () => {
    const before = await issue(7)
    const status = await api.ask('vendor', '/api/batches/1/secrets')
    expect(status.json().payload).toEqual({ devices: MANY, issued: 1, overlap_hours: 24 })
    const answer = await issueAll(MANY)
    expect(answer.headers['content-disposition']).toContain('=_')
    const rows = await sheetRows(answer)
    expect(rows).toHaveLength(MANY + 1)
    expect(new Set(rows.map(row => row[2])).size).toBe(MANY + 1)
    const seventh = rows.find(row => row[1] === imeiOf(7))!
    expect([await isValid(seventh[2]!, 7), await isValid(before.secret, 7)]).toEqual([true, true])
    const history = await findRows(api.db, 'history', { resource: 'batches' })
    expect(history).toMatchObject([{ record: '1', after: { devices: MANY } }])
  })

  it('issuing is refused, and changes nothing, if the number of devices has changed', async () => {
    const { secret } = await issue()
    const answer = await issueAll(MANY - 1)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'secrets.changed'])
    expect(answer.json().message).toContain('200')
    expect([await countRows(api.db, 'device_secrets'), await isValid(secret)]).toEqual([1, true])
  })

  it('issuing is refused for an empty batch, above the limit, and for users of other vendors', async () => {
    const { limits } = config.current().shared.app
    limits.upload.rows = 10
    const tooMany = await issueAll(MANY)
    limits.upload.rows = 100_000
    const none = await issueAll(0, { batch: 2 })
    const foreign = await issueAll(MANY, { who: 'other@test.local' })
    expect([tooMany, none, foreign].map(({ statusCode }) => statusCode)).toEqual([422, 422, 404])
  })
})

describe('in a sheet of new devices', () => {
  const upload = (who: string, file: string) => api.upload(who, '/api/devices/roster/ul', file)
  const row = (n: number, secret: string) => `${imeiOf(n)},${phone(n)},S${n},FT-100,${secret}`
  const HEAD = 'IMEI,전화번호,시리얼,모델,접속 비밀키'
  const SECRET = 'Zk4#vQ2n=B7mX4cT1yR6'

  it('a secret in a row is valid for that device', async () => {
    const answer = await upload('vendor', [HEAD, row(5001, SECRET), row(5002, '')].join('\n'))
    expect(answer.json()).toMatchObject({ payload: { added: 2 } })
    expect(await findRows(api.db, 'device_secrets')).toMatchObject([{ device_id: imeiOf(5001) }])
    expect(await isValid(SECRET, 5001)).toBe(true)
  })

  it.each(['short', '공개키가아니라비밀키입니다비밀키입니다비밀'])(
    'a malformed secret is refused and not repeated in the response: %s',
    async secret => {
      const answer = await upload('vendor', [HEAD, row(6001, secret)].join('\n'))
      expect(answer.statusCode).toBe(422)
      expect(answer.json().rows).toMatchObject([{ row: 2, column: '접속 비밀키', value: '' }])
      expect(answer.body).not.toContain(secret)
    },
  )

  it('clients, who may not issue secrets, can neither send nor see the column', async () => {
    const answer = await upload('client', [HEAD, row(6001, SECRET)].join('\n'))
    expect([answer.statusCode, answer.body.includes(SECRET)]).toEqual([422, false])
    const headers = async (who: string) => (await sheetRows(await api.ask(who, '/api/devices/roster/sf')))[0]
    expect(await headers('vendor')).toContain('접속 비밀키')
    expect(await headers('client')).not.toContain('접속 비밀키')
  })
})
