/** Sessions end when they must, also when several requests come at the same time (security 17 and 44). */
import { beforeEach, describe, expect, it } from 'vitest'
import { sweepSessions } from '../../src/server/commands/accounts/sessions'
import { testConfig } from '../support/config'
import { countRows, findRow, findRows, updateRows } from '../support/rows'
import { payloadOf, startTestApp, statusOf, TEST_PASSWORD } from '../support/server'

const NEW_PASSWORD = 'Another-pass9!'
const EMAIL = 'client@test.local'
const { session: limits } = testConfig().current().server

const api = await startTestApp(undefined, { now: () => new Date() })
beforeEach(async () => {
  await api.db.deleteFrom('sessions').execute()
  await api.db.deleteFrom('signin_failures').execute()
  const { password_hash } = await findRow(api.db, 'clients', { email: 'guest@test.local' })
  await updateRows(api.db, 'clients', { email: EMAIL }, { password_hash })
})

const refresh = (token: string, { post } = api) => post(token, '/api/auth/refresh')
const statusesOf = (tokens: string[]) => Promise.all(tokens.map(token => statusOf(refresh(token))))
const changePassword = (token: string) =>
  api.put(token, '/api/client/', { password: NEW_PASSWORD, current_password: TEST_PASSWORD })
const signIn = (headers: object = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '198.51.100.7',
    headers: { ...headers },
    payload: { email: EMAIL, password: TEST_PASSWORD },
  })

describe('a change of the password', () => {
  it('ends other sessions with all their tokens while they are being refreshed', async () => {
    const own = await api.login(EMAIL)
    const others: string[] = []
    for (let nth = 0; nth < 4; nth++) others.push(await api.login(EMAIL))
    const refreshOften = async (token: string) => {
      const tokens = [token]
      for (let times = 0; times < 8; times++) {
        const response = await refresh(tokens.at(-1)!)
        if (response.statusCode === 200) tokens.push(response.json().payload)
      }
      return tokens
    }
    const [changed, ...tokens] = await Promise.all([changePassword(own), ...others.map(refreshOften)])
    expect(changed.statusCode).toBe(200)
    expect((await refresh(own)).statusCode).toBe(200)
    expect(new Set(await statusesOf(tokens.flat()))).toEqual(new Set([401]))
  })

  it('ends sessions that begin with the old password at the same time', async () => {
    const own = await api.login(EMAIL)
    const [changed, ...logins] = await Promise.all([changePassword(own), signIn(), signIn(), signIn()])
    expect(changed.statusCode).toBe(200)
    const tokens = logins.filter(login => login.statusCode === 200).map(login => login.json().payload)
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 401))
  })
})

it('a session that was signed out stays ended, also if config later allows longer sessions', async () => {
  const token = await api.login(EMAIL)
  await api.post(token, '/api/auth/logout')
  await sweepSessions(api.db, { idleMinutes: 100_000, hours: 100_000 }, new Date())
  const config = testConfig(({ server }) => {
    server.session = { idleMinutes: 10_080, hours: 8760 }
  })
  const longer = await startTestApp(api.db, { bare: true, now: () => new Date(), config })
  expect(await statusOf(refresh(token, longer))).toBe(401)
})

it.each([
  ['was not refreshed for the idle time of config', 'seen', limits.idleMinutes],
  ['has the maximum age of config', 'begun', limits.hours * 60],
] as const)('a session that %s has ended, and its row is deleted', async (_what, column, minutes) => {
  const token = await api.login(EMAIL)
  const setAge = (age: number) =>
    updateRows(api.db, 'sessions', {}, { [column]: new Date(Date.now() - age * 60_000) })
  await setAge(minutes - 1)
  await sweepSessions(api.db, limits, new Date())
  expect(await statusOf(refresh(token))).toBe(200)
  await setAge(minutes + 1)
  expect(await statusOf(refresh(token))).toBe(401)
  await sweepSessions(api.db, limits, new Date())
  expect(await countRows(api.db, 'sessions')).toBe(0)
})

it('a session stores its origin and the first 200 characters of its browser', async () => {
  await signIn({ 'user-agent': `Firefox/${'9'.repeat(400)}` })
  const browser = expect.stringMatching(/^Firefox\/9{192}$/)
  expect(await findRows(api.db, 'sessions')).toMatchObject([{ origin: '198.51.100.7', browser }])
})

/** A wall display opens the console with `?wall=1`, where no user can sign in again. */
describe('a wall display', () => {
  const DAY = 24 * 60
  const withWall = async (wallHours?: number) => {
    const config = testConfig(({ server }) => {
      server.session = { idleMinutes: 60, hours: 24, ...(wallHours && { wallHours }) }
    })
    return startTestApp(api.db, { bare: true, now: () => new Date(), config })
  }
  const setAge = (minutes: number) =>
    updateRows(api.db, 'sessions', {}, { begun: new Date(Date.now() - minutes * 60_000) })
  const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  const renewOn = (wall: typeof api, token: string, url = '/api/auth/refresh?wall=1') =>
    payloadOf<string>(wall.post(token, url))

  it('extends its session, which may only read from then on', async () => {
    const wall = await withWall(72)
    const token = await api.login(EMAIL)
    await setAge(DAY - 30)
    const last = claims(await renewOn(wall, token, '/api/auth/refresh'))
    expect(last.exp).toBe(last.ends)
    const extended = await renewOn(wall, token)
    expect(claims(extended).ends - last.ends).toBe(48 * 3600)
    await setAge(DAY + 30)
    const read = () => statusOf(wall.ask(extended, '/api/devices'))
    expect(await read()).toBe(200)
    const change = await wall.put(extended, '/api/client/', { name: 'x' })
    expect([change.statusCode, change.json().message]).toEqual([403, expect.stringContaining('조회만')])
    expect(await statusOf(refresh(extended, wall))).toBe(200)
    await setAge(3 * DAY + 1)
    expect(await read()).toBe(401)
    await sweepSessions(api.db, { idleMinutes: 60, hours: 24, wallHours: 72 }, new Date())
    expect(await countRows(api.db, 'sessions')).toBe(0)
  })

  it('ends like every session where config has no wallHours', async () => {
    const wall = await withWall()
    const token = await api.login(EMAIL)
    await setAge(DAY - 30)
    const renewed = await renewOn(wall, token)
    expect(claims(renewed).ends - Date.now() / 1000).toBeLessThan(31 * 60)
    expect(await statusOf(wall.put(renewed, '/api/client/', { name: 'Kim' }))).toBe(200)
  })
})
