/** Secrets of devices that move to another vendor (security 61). */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SecretStatus } from '../../src/contract/deviceSecrets'
import type { RosterDifferences } from '../../src/contract/devices'
import { storeFirstUses } from '../../src/server/commands/gateway/formerSecrets'
import { currentAccess, hashOfSecret } from '../../src/server/store/gateway/secrets'
import { newDatabase } from '../support/databases'
import { insertRows, updateRows } from '../support/rows'
import { payloadOf, startTestApp, TEST_NOW } from '../support/server'
import { imeiOf } from '../support/walk'

const DAY = 86_400_000
const IMEI = imeiOf(1)
const SECRET = `/api/devices/${IMEI}/secret`

let now = TEST_NOW
const api = await startTestApp(await newDatabase(), { now: () => now })
await insertRows(api.db, 'vendors', [
  { id: 2, name: '누리' },
  { id: 3, name: '한빛' },
])
await insertRows(api.db, 'models', [{ name: 'FT-100' }])
beforeEach(async () => {
  now = TEST_NOW
  await api.db.deleteFrom('devices').execute()
  await insertRows(api.db, 'devices', [{ id: IMEI, isdn: '01012345678', vendor_id: 2, model_id: 1 }])
})

const issue = async () => {
  now = new Date(now.getTime() + 1000)
  const { secret } = await payloadOf<{ secret: string }>(api.post('master', SECRET))
  return secret
}
const signIn = (secret: string) =>
  storeFirstUses(api.db, [{ imei: IMEI, hash: hashOfSecret(IMEI, secret) }], now)
/** Which of the secrets are valid after some days. */
const valid = async (secrets: readonly string[], days = 0) => {
  const access = await currentAccess(api.db, [IMEI], new Date(now.getTime() + days * DAY))
  const { hashes } = access.get(IMEI)!
  expect(hashes.length).toBeLessThanOrEqual(2)
  return secrets.map(secret => hashes.includes(hashOfSecret(IMEI, secret)))
}
const moveInDatabase = (vendor: number) => updateRows(api.db, 'devices', { id: IMEI }, { vendor_id: vendor })
const moveByForm = async (vendor: number, query = '') => {
  const answer = await api.put('master', `/api/devices/${IMEI}${query}`, { vendor })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
}
const sheetFor = (vendor: number) => `IMEI,업체\n${IMEI},${vendor === 3 ? '한빛' : '누리'}`
const moveBySheet = async (vendor: number, query = '') => {
  const answer = await api.upload('master', `/api/devices/roster/update${query}`, sheetFor(vendor), {
    'changing-devices': '1',
  })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
}

describe.each([
  ['the form', moveByForm, false],
  ['a sheet', moveBySheet, false],
  ['no call, but within the database', moveInDatabase, true],
] as const)('a device moved by %s without a choice', (_way, move, staysForever) => {
  it('keeps its secret until it first uses one of the new vendor, at the latest after 30 days', async () => {
    const former = await issue()
    await signIn(former)
    await move(3)
    expect([await valid([former], 29), await valid([former], 31)]).toEqual([[true], [staysForever]])
    const next = await issue()
    expect(await valid([former, next])).toEqual([true, true])
    await signIn(next)
    expect(await valid([former, next])).toEqual([false, true])
  })
})

describe.each([
  ['the form', moveByForm],
  ['a sheet', moveBySheet],
] as const)('a device moved by %s with a choice', (_way, moveBy) => {
  const move = (choice: string) => moveBy(3, `?former_secrets=${choice}`)

  it('loses its secrets now', async () => {
    const [old, former] = [await issue(), await issue()]
    await move('now')
    expect(await valid([old, former])).toEqual([false, false])
  })

  it('loses them at the first use of a new one, at the latest after 30 days', async () => {
    const former = await issue()
    await move('firstUse')
    expect([await valid([former], 29), await valid([former], 31)]).toEqual([[true], [false]])
    const next = await issue()
    await signIn(next)
    expect(await valid([former, next])).toEqual([false, true])
  })
})

describe('a user who may see secrets', () => {
  const compare = async () => {
    const comparing = api.upload('master', '/api/devices/roster/compare', sheetFor(3))
    return (await payloadOf<RosterDifferences>(comparing)).former_secrets
  }
  const status = () => payloadOf<SecretStatus>(api.ask('master', SECRET))

  it('is told how many devices with secrets a sheet would move, and after how many days these end', async () => {
    expect(await compare()).toBeUndefined()
    await issue()
    expect(await compare()).toEqual({ devices: 1, after_days: 30 })
    await moveInDatabase(0)
    expect(await compare()).toBeUndefined()
  })

  it('is told until when a secret of a former vendor is valid', async () => {
    await issue()
    expect(await status()).toMatchObject({ issued: expect.any(String), former: null, after_move_days: 30 })
    await moveInDatabase(3)
    expect(await status()).toMatchObject({ issued: null, old_until: null, former: { until: null } })
    await moveInDatabase(2)
    await moveByForm(3, '?former_secrets=firstUse')
    const until = new Date(now.getTime() + 30 * DAY).toISOString()
    expect(await status()).toMatchObject({ issued: null, old_until: null, former: { until } })
    now = new Date(now.getTime() + 31 * DAY)
    expect(await status()).toMatchObject({ issued: null, old_until: null, former: null })
  })
})

it.each(['now', 'firstUse'])(
  'a device that had no vendor keeps its secret after a move, although the choice is %s',
  async choice => {
    await moveInDatabase(0)
    const secret = await issue()
    await moveByForm(3, `?former_secrets=${choice}`)
    expect(await valid([secret], 1000)).toEqual([true])
  },
)

it('a device that returns to its vendor has its secret again', async () => {
  const former = await issue()
  await moveByForm(3, '?former_secrets=firstUse')
  const ofOther = await issue()
  await moveInDatabase(2)
  expect(await valid([former, ofOther], 1000)).toEqual([true, true])
  await signIn(former)
  expect(await valid([former, ofOther], 1000)).toEqual([true, false])
})

it('a device that had no vendor keeps both of its secrets after a move and the use of one', async () => {
  await moveInDatabase(0)
  const [first, second] = [await issue(), await issue()]
  await moveInDatabase(3)
  await signIn(second)
  expect(await valid([first, second])).toEqual([true, true])
})

it('at most two secrets are valid; the one that the device uses is kept', async () => {
  const used = await issue()
  await signIn(used)
  const [second, third] = [await issue(), await issue()]
  expect(await valid([used, second, third])).toEqual([true, false, true])
  await signIn(third)
  const fourth = await issue()
  expect(await valid([used, third, fourth])).toEqual([false, true, true])
})
