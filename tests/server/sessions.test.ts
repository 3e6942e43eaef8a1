/** Sessions end when they must, also when several requests come at the same time (security 17 and 44). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepSessions } from '../../src/server/commands/accounts/sessions'
import { testConfig } from '../support/config'
import { countRows, findRow, findRows, updateRows } from '../support/rows'
import { startTestApp, statusOf, TEST_PASSWORD, type TestApp } from '../support/server'

const NEW_PASSWORD = 'Another-pass9!'
const EMAIL = 'client@test.local'
const { session: limits } = testConfig().current().server

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(undefined, { now: () => new Date() })
})
beforeEach(async () => {
  await api.db.deleteFrom('sessions').execute()
  await api.db.deleteFrom('signin_failures').execute()
  const { password_hash } = await findRow(api.db, 'clients', { email: 'guest@test.local' })
  await updateRows(api.db, 'clients', { email: EMAIL }, { password_hash })
})

const askWith = (token: string, url: string, payload?: object, { app } = api) =>
  app.inject({
    method: payload ? 'PUT' : 'POST',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
const refresh = (token: string) => askWith(token, '/api/auth/refresh')
const statusesOf = (tokens: string[]) => Promise.all(tokens.map(token => statusOf(refresh(token))))
const changePassword = (token: string) =>
  askWith(token, '/api/client/', { password: NEW_PASSWORD, current_password: TEST_PASSWORD })
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
  await askWith(token, '/api/auth/logout')
  await sweepSessions(api.db, { idleMinutes: 100_000, hours: 100_000 }, new Date())
  const config = testConfig(({ server }) => {
    server.session = { idleMinutes: 10_080, hours: 8760 }
  })
  const longer = await startTestApp(api.db, { bare: true, now: () => new Date(), config })
  expect(await statusOf(askWith(token, '/api/auth/refresh', undefined, longer))).toBe(401)
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
