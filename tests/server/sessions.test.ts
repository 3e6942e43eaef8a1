/** Sessions end when they should, whatever races with that (security 17 and 44). */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepSessions } from '../../src/server/commands/accounts/sessions'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../support/server'

const NEW_PASSWORD = 'Another-pass9!'
const EMAIL = 'client@test.local'

describe('A session', () => {
  let api: TestApp
  const { session: ages } = testConfig().current().server

  beforeAll(async () => {
    api = await startTestApp(await newDatabase(), { now: () => new Date() })
  })
  beforeEach(async () => {
    await api.db.deleteFrom('sessions').execute()
    await api.db.deleteFrom('signin_failures').execute()
    const { password_hash } = await api.db
      .selectFrom('clients')
      .select('password_hash')
      .where('email', '=', 'guest@test.local')
      .executeTakeFirstOrThrow()
    await api.db.updateTable('clients').set({ password_hash }).where('email', '=', EMAIL).execute()
  })

  const askWith = (token: string, url: string, payload?: object) =>
    api.app.inject({
      method: payload ? 'PUT' : 'POST',
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  const refresh = (token: string) => askWith(token, '/api/auth/refresh')
  const changePassword = (token: string) =>
    askWith(token, '/api/client/', { password: NEW_PASSWORD, current_password: TEST_PASSWORD })

  it('that is renewed while the password is changed is over all the same, and so is its new token', async () => {
    const here = await api.login(EMAIL)
    const others = []
    for (let at = 0; at < 8; at++) others.push(await api.login(EMAIL))
    const renewing = async (token: string) => {
      const tokens = [token]
      for (let times = 0; times < 12; times++) {
        const answer = await refresh(tokens.at(-1)!)
        if (answer.statusCode === 200) tokens.push(answer.json().payload)
      }
      return tokens
    }
    const [changed, ...renewed] = await Promise.all([changePassword(here), ...others.map(renewing)])
    expect(changed.statusCode).toBe(200)
    expect((await refresh(here)).statusCode).toBe(200)
    const statuses = await Promise.all(renewed.flat().map(async token => (await refresh(token)).statusCode))
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  it('that begins with the old password while it is changed is over with it', async () => {
    const here = await api.login(EMAIL)
    const signIn = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '198.51.100.7',
        payload: { email: EMAIL, password: TEST_PASSWORD },
      })
    const [changed, ...begun] = await Promise.all([changePassword(here), signIn(), signIn(), signIn()])
    expect(changed.statusCode).toBe(200)
    const tokens = begun.filter(one => one.statusCode === 200).map(one => one.json().payload as string)
    expect(await Promise.all(tokens.map(async token => (await refresh(token)).statusCode))).toEqual(
      tokens.map(() => 401),
    )
  })

  it('that was signed out stays dead, whatever is swept and however long a token lives', async () => {
    const token = await api.login(EMAIL)
    await askWith(token, '/api/auth/logout')
    await sweepSessions(api.db, { idleMinutes: 100_000, hours: 100_000 }, new Date())
    const longer = await startTestApp(api.db, {
      bare: true,
      now: () => new Date(),
      config: testConfig(({ server }) => {
        server.session = { idleMinutes: 10_080, hours: 8760 }
      }),
    })
    const answer = await longer.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(401)
  })

  it.each([
    ['was not renewed for longer than config allows', 'seen', ages.idleMinutes],
    ['is older than config allows', 'begun', ages.hours * 60],
  ] as const)('that %s is over, and its row is swept', async (_what, column, minutes) => {
    const token = await api.login(EMAIL)
    const back = (by: number) =>
      sql`update sessions set ${sql.ref(column)} = now() - make_interval(mins => ${by}::integer)`.execute(
        api.db,
      )
    await back(minutes - 1)
    await sweepSessions(api.db, ages, new Date())
    expect((await refresh(token)).statusCode).toBe(200)
    await back(minutes + 1)
    expect((await refresh(token)).statusCode).toBe(401)
    await sweepSessions(api.db, ages, new Date())
    expect(await api.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  it('knows where it came from, when, and by which browser', async () => {
    await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '198.51.100.8',
      headers: { 'user-agent': `Firefox/${'9'.repeat(400)}` },
      payload: { email: EMAIL, password: TEST_PASSWORD },
    })
    const [row] = await api.db.selectFrom('sessions').selectAll().execute()
    expect(row).toMatchObject({
      origin: '198.51.100.8',
      browser: expect.stringMatching(/^Firefox\/9{192}$/),
    })
  })
})
