/** Sign-in by Google, Microsoft and others, against a provider that this test runs (§2 Register, decisions 328 and 331). */

import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '../../src/server/start/env'
import { testConfig } from '../support/config'
import { openPglite } from '../support/databases'
import { startProvider, type TestProvider, Visitor } from '../support/oidc'
import { startTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '../support/server'

const BASE = 'http://localhost'
let google: TestProvider
let microsoft: TestProvider
let api: TestApp
/** The same database, as another process of the installation has it. */
let second: TestApp
let clock = TEST_NOW

const config = testConfig()
const current = config.current()
const quick = {
  ...current,
  server: { ...current.server, social: { timeoutSeconds: 1, discoveryMinutes: 60 } },
}

beforeAll(async () => {
  ;[google, microsoft] = await Promise.all([
    startProvider('google', [BASE]),
    startProvider('microsoft', [BASE]),
  ])
  const env = { trustProxy: false as const, social: readEnv({ ...google.env, ...microsoft.env }).social }
  const options = { env, now: () => clock, config: { ...config, current: () => quick } }
  api = await startTestApp(await openPglite(), options)
  second = await startTestApp(api.db, { ...options, bare: true })
})
afterAll(() => Promise.all([google.stop(), microsoft.stop()]))

beforeEach(async () => {
  clock = TEST_NOW
  google.misbehave = google.broken = undefined
  for (const table of ['signin_failures', 'account_logins', 'signin_tokens', 'history'] as const)
    await api.db.deleteFrom(table).execute()
  await api.db.deleteFrom('clients').where('email', 'like', '%@oidc.local').execute()
})

/** One browser: what it keeps of this console's cookies, and its way through a provider. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly visitor = new Visitor()

  async go(
    url: string,
    { in: where = api, ...more }: { in?: TestApp; payload?: object; token?: string } = {},
  ) {
    const { payload, token } = more
    const cookie = [...this.cookies].map(pair => pair.join('=')).join('; ')
    const answer = await where.app.inject({
      method: payload ? 'POST' : 'GET',
      url: url.replace(BASE, ''),
      headers: { cookie, host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) },
      ...(payload && { payload }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return answer
  }

  /** Out to the provider and back to where it leads. */
  async out(login: string, provider = 'google', app?: string, go: 'yes' | 'no' = 'yes') {
    const query = app === undefined ? '' : `?${new URLSearchParams({ app })}`
    const answer = await this.go(`/auth/signin/${provider}${query}`)
    return this.visitor.through(answer.headers.location!, login, go)
  }

  async signIn(login: string, provider = 'google', app?: string) {
    return landed(await this.go(await this.out(login, provider, app)))
  }

  exchange = (token: string, where = api) => this.go('/api/auth/exchange', { payload: { token }, in: where })
}

/** Where an answer leads, by the parts of its query. */
function landed(answer: LightMyRequestResponse): Record<string, string> & { path: string } {
  expect(answer.statusCode).toBe(303)
  const { pathname, searchParams } = new URL(answer.headers.location!, BASE)
  return { path: pathname, ...Object.fromEntries(searchParams) }
}

const accountOf = (email: string) =>
  api.db.selectFrom('clients').selectAll().where('email', '=', email).executeTakeFirst()
const history = async () =>
  (await api.db.selectFrom('history').selectAll().orderBy('id').execute()).map(
    ({ action, after, record }) => ({ action, after, record }),
  )
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const link = (email: string, subject: string, provider = google) =>
  accountOf(email).then(account =>
    api.db
      .insertInto('account_logins')
      .values({ issuer: provider.issuer, subject, client_id: account!.id, provider: provider.name, email })
      .execute(),
  )

describe('the way out', () => {
  it('asks for a code with PKCE, state and nonce, and remembers them where no script reads them', async () => {
    const answer = await api.app.inject({ url: '/auth/signin/google', headers: { host: 'localhost' } })
    const url = new URL(answer.headers.location!)
    expect(url.origin).toBe(google.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${BASE}/auth/callback/google`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^signin-try-[\w-]+=[\w.-]+; Path=\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(url.searchParams.get('nonce'))
  })

  it('asks a provider about itself once, also when many go at once', async () => {
    google.discovered = 0
    await Promise.all(Array.from({ length: 5 }, () => new Browser().go('/auth/signin/google')))
    expect(google.discovered).toBeLessThanOrEqual(1)
  })

  it('takes cookies over TLS alone where the console is reached so, and its address from PUBLIC_URL', async () => {
    const env = {
      trustProxy: false as const,
      publicUrl: 'https://fleet.example',
      social: readEnv(google.env).social,
    }
    const { app } = await startTestApp(api.db, { bare: true, env })
    const answer = await app.inject({ url: '/auth/signin/google', headers: { host: 'evil.example' } })
    expect(new URL(answer.headers.location!).searchParams.get('redirect_uri')).toBe(
      'https://fleet.example/auth/callback/google',
    )
    expect(answer.headers['set-cookie']).toMatch(/; Secure$/)
  })

  it('goes nowhere for a host that only the request names', async () => {
    const answer = await api.app.inject({ url: '/auth/signin/google', headers: { host: 'evil.example' } })
    expect(landed(answer)).toEqual({ path: '/login', social: 'google', problem: 'unconfigured' })
  })

  it('keeps five tries of a browser and forgets the oldest', async () => {
    const browser = new Browser()
    for (let tries = 0; tries < 7; tries++) {
      clock = new Date(clock.getTime() + 1000)
      await browser.go('/auth/signin/google')
    }
    expect(browser.cookies.size).toBe(5)
  })

  it('is not there for a provider that config does not name', async () => {
    expect((await new Browser().go('/auth/signin/nobody')).statusCode).toBe(404)
    expect((await new Browser().go('/auth/callback/nobody')).statusCode).toBe(404)
  })
})

describe('whose account it is', () => {
  it('an unknown address becomes a guest, who has no password', async () => {
    const browser = new Browser()
    const { path, token, app } = await browser.signIn('new', 'google', '/app/devices?x=1')
    expect([path, app]).toEqual(['/login', '/app/devices?x=1'])
    const answer = await browser.exchange(token!)
    expect(claimsOf(answer.json().payload).user).toMatchObject({
      email: 'new@oidc.local',
      level: 1,
      vendor: 0,
    })
    expect(await accountOf('new@oidc.local')).toMatchObject({
      name: 'new',
      level: 1,
      vendor_id: 0,
      active: true,
      password_hash: null,
    })
    expect((await history()).map(({ action, after }) => [action, after])).toEqual([
      ['signedUp', { provider: 'google' }],
      ['linked', { provider: 'google', email: 'new@oidc.local' }],
      ['signedIn', { provider: 'google' }],
    ])
  })

  it('the second time it is the same account, also when its address there has changed', async () => {
    const first = await new Browser().signIn('twice')
    google.people.set('twice', { email: 'elsewhere@oidc.local', email_verified: true })
    const browser = new Browser()
    const { token } = await browser.signIn('twice')
    const answer = await browser.exchange(token!)
    expect(first.token).not.toBe(token)
    expect(claimsOf(answer.json().payload).user.email).toBe('twice@oidc.local')
    expect(await accountOf('elsewhere@oidc.local')).toBeUndefined()
    google.people.delete('twice')
  })

  it('two tabs of somebody new make one account', async () => {
    const tabs = [new Browser(), new Browser()]
    const ways = await Promise.all(tabs.map(tab => tab.out('both')))
    const answers = await Promise.all(tabs.map((tab, at) => tab.go(ways[at]!)))
    for (const answer of answers) expect(landed(answer).token).toMatch(/^once_/)
    const rows = await api.db
      .selectFrom('clients')
      .select('id')
      .where('email', '=', 'both@oidc.local')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('several tabs of one browser do not disturb each other', async () => {
    const browser = new Browser()
    const [one, two] = [await browser.out('tab'), await browser.out('tab')]
    expect(landed(await browser.go(two)).token).toMatch(/^once_/)
    expect(landed(await browser.go(one)).token).toMatch(/^once_/)
  })

  it('an account that never proved its address is linked after its password was given once', async () => {
    google.people.set('member', { email: 'Client@test.local', email_verified: true })
    const browser = new Browser()
    expect(await browser.signIn('member', 'google', '/app/orders')).toEqual({
      path: '/login',
      social: 'google',
      problem: 'password',
      app: '/app/orders',
    })
    expect((await browser.go('/api/auth/pending')).json().payload).toEqual({
      provider: 'google',
      email: 'client@test.local',
    })
    const wrong = await browser.go('/api/auth/pending', { payload: { password: 'not-this-one' } })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'signIn.wrong'])
    const before = new Map(browser.cookies)
    const right = await browser.go('/api/auth/pending', { payload: { password: TEST_PASSWORD } })
    expect(claimsOf(right.json().payload).user.email).toBe('client@test.local')
    expect((await browser.go('/api/auth/pending')).statusCode).toBe(404)
    // The answer to the first try was lost, and with it that nothing is pending any more.
    const repeated = new Browser()
    for (const pair of before) repeated.cookies.set(...pair)
    expect(
      (await repeated.go('/api/auth/pending', { payload: { password: TEST_PASSWORD } })).statusCode,
    ).toBe(200)
    const again = new Browser()
    const { token } = await again.signIn('member')
    expect((await again.exchange(token!)).statusCode).toBe(200)
  })

  it('the password of another account links nothing, and another browser has nothing to link', async () => {
    google.people.set('member', { email: 'client@test.local', email_verified: true })
    const browser = new Browser()
    await browser.signIn('member')
    expect((await new Browser().go('/api/auth/pending')).statusCode).toBe(404)
    const stranger = await new Browser().go('/api/auth/pending', { payload: { password: TEST_PASSWORD } })
    expect(stranger.statusCode).toBe(404)
    clock = new Date(clock.getTime() + 11 * 60_000)
    const late = await browser.go('/api/auth/pending', { payload: { password: TEST_PASSWORD } })
    expect(late.json().code).toBe('login.nothingPending')
    expect(await api.db.selectFrom('account_logins').selectAll().execute()).toEqual([])
  })

  it('an address that one provider has proved is believed of another one', async () => {
    await new Browser().signIn('known')
    microsoft.people.set('ms-known', { email: 'known@oidc.local' })
    const browser = new Browser()
    const { token } = await browser.signIn('ms-known', 'microsoft')
    const answer = await browser.exchange(token!)
    expect(claimsOf(answer.json().payload).user.email).toBe('known@oidc.local')
  })

  it('an address that was changed since is not', async () => {
    await new Browser().signIn('mover')
    await api.db
      .updateTable('clients')
      .set({ email: 'moved@oidc.local' })
      .where('email', '=', 'mover@oidc.local')
      .execute()
    microsoft.people.set('ms-moved', { email: 'moved@oidc.local' })
    expect(await new Browser().signIn('ms-moved', 'microsoft')).toMatchObject({ problem: 'taken' })
  })

  it('an address that went to another person at the same provider is not', async () => {
    await new Browser().signIn('first')
    google.people.set('heir', { email: 'first@oidc.local', email_verified: true })
    expect(await new Browser().signIn('heir')).toMatchObject({ problem: 'otherAccount' })
  })

  it.each([
    ['google', { email_verified: false }],
    ['google', {}],
    ['microsoft', { xms_edov: false }],
  ])('an address that %s does not vouch for signs nobody in: %j', async (name, claims) => {
    const provider = name === 'google' ? google : microsoft
    provider.people.set('unverified', { email: 'unverified@oidc.local', ...claims })
    const browser = new Browser()
    expect(await browser.signIn('unverified', name)).toEqual({
      path: '/login',
      social: name,
      problem: 'unverified',
    })
    expect(await accountOf('unverified@oidc.local')).toBeUndefined()
    expect(await history()).toEqual([
      { action: 'signInRefused', after: { provider: name, problem: 'unverified' }, record: '' },
    ])
  })

  it.each([
    ['inactive', { active: false }],
    ['vendorInactive', {}],
  ])('a deactivated account is told so, linked or not: %s', async (problem, change) => {
    const vendor = await api.db
      .insertInto('vendors')
      .values({ name: '닫힌 업체', active: problem !== 'vendorInactive' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await new Browser().signIn('closed')
    await api.db
      .updateTable('clients')
      .set({ ...change, vendor_id: vendor.id })
      .where('email', '=', 'closed@oidc.local')
      .execute()
    expect(await new Browser().signIn('closed')).toMatchObject({ problem })
    await api.db.deleteFrom('account_logins').execute()
    expect(await new Browser().signIn('closed')).toMatchObject({ problem })
    expect((await history()).at(-1)).toMatchObject({
      action: 'signInRefused',
      after: { provider: 'google', problem },
    })
  })

  it('sign-ups by a provider are counted with all others', async () => {
    const limit = quick.server.signUp.perHour
    const limits = {
      key: 'signUp 127.0.0.1',
      failures: limit,
      since: clock,
      locked: new Date(clock.getTime() + 60_000),
    }
    await api.db.insertInto('signin_failures').values(limits).execute()
    expect(await new Browser().signIn('crowd')).toMatchObject({ problem: 'locked' })
    expect(await accountOf('crowd@oidc.local')).toBeUndefined()
  })
})

describe('what is wrong signs nobody in and says why', () => {
  const nobody = async (problem: string) => {
    expect(await api.db.selectFrom('signin_tokens').selectAll().execute()).toEqual([])
    expect(await api.db.selectFrom('account_logins').selectAll().execute()).toEqual([])
    expect(await history()).toEqual([
      { action: 'signInRefused', after: { provider: 'google', problem }, record: '' },
    ])
  }

  it.each<[string, TestProvider['misbehave'], string]>([
    ['an ID token for another audience', claims => ({ ...claims, aud: 'somebody else' }), 'rejected'],
    ['of another issuer', claims => ({ ...claims, iss: 'https://evil.example' }), 'rejected'],
    ['past its time', claims => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 }), 'rejected'],
    ['with another nonce', claims => ({ ...claims, nonce: 'of another tab' }), 'rejected'],
    ['without a nonce', ({ nonce: _, ...claims }) => claims, 'rejected'],
    ['signed by somebody else', 'forged', 'rejected'],
    ['a provider that answers HTML', 'html', 'away'],
    ['that fails', 'error', 'away'],
    ['that never answers', 'hang', 'away'],
  ])('%s', async (_what, misbehaviour, problem) => {
    const browser = new Browser()
    const back = await browser.out('x')
    google.misbehave = misbehaviour
    expect(landed(await browser.go(back))).toEqual({ path: '/login', social: 'google', problem })
    await nobody(problem)
  })

  it.each(['html', 'error', 'hang'] as const)(
    'a provider that answers nothing but %s at the way out',
    async broken => {
      // Its metadata is known to the first app already.
      const env = { trustProxy: false as const, social: readEnv(google.env).social }
      const { app } = await startTestApp(api.db, {
        bare: true,
        env,
        config: { ...config, current: () => quick },
      })
      google.broken = broken
      const answer = await app.inject({ url: '/auth/signin/google', headers: { host: 'localhost' } })
      expect(landed(answer)).toEqual({ path: '/login', social: 'google', problem: 'away' })
      await nobody('away')
    },
  )

  it('a way back that this browser has not begun, and one that has been gone already', async () => {
    const browser = new Browser()
    const back = await browser.out('x')
    expect(landed(await new Browser().go(back))).toMatchObject({ problem: 'attempt' })
    await nobody('attempt')
    expect(landed(await browser.go(back)).token).toMatch(/^once_/)
    expect(landed(await browser.go(back))).toMatchObject({ problem: 'attempt' })
  })

  it('a state of another tab, and a code of another’s', async () => {
    const [browser, other] = [new Browser(), new Browser()]
    const [mine, theirs] = [new URL(await browser.out('x')), new URL(await other.out('y'))]
    const mixed = new URL(mine)
    mixed.searchParams.set('state', theirs.searchParams.get('state')!)
    expect(landed(await browser.go(mixed.href))).toMatchObject({ problem: 'attempt' })
    mine.searchParams.set('code', theirs.searchParams.get('code')!)
    expect(landed(await browser.go(mine.href))).toMatchObject({ problem: 'rejected' })
    expect((await history()).map(({ after }) => after?.problem)).toEqual(['attempt', 'rejected'])
  })

  it('a try of ten minutes ago', async () => {
    const browser = new Browser()
    const back = await browser.out('x')
    clock = new Date(clock.getTime() + 601_000)
    expect(landed(await browser.go(back))).toMatchObject({ problem: 'attempt' })
  })

  it('a no at the provider', async () => {
    const browser = new Browser()
    const back = await browser.out('x', 'google', '/app/devices', 'no')
    expect(landed(await browser.go(back))).toEqual({ path: '/login', social: 'google', problem: 'refused' })
    await nobody('refused')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/app',
    '/%2fevil.example',
    'http://localhost.evil/',
  ])('an app that leads elsewhere: %s', async app => {
    const answer = await new Browser().go(`/auth/signin/google?${new URLSearchParams({ app })}`)
    expect(landed(answer)).toEqual({ path: '/login', social: 'google', problem: 'app' })
    await nobody('app')
  })

  it('the console’s own address in front of the path is taken off', async () => {
    expect(await new Browser().signIn('x', 'google', `${BASE}/app/orders`)).toMatchObject({
      app: '/app/orders',
    })
  })

  it('so many tries of one origin, and then none: without further rows', async () => {
    const { originFailures } = quick.server.signIn
    await api.db
      .insertInto('signin_failures')
      .values({
        key: 'social 127.0.0.1',
        failures: originFailures,
        since: clock,
        locked: new Date(clock.getTime() + 60_000),
      })
      .execute()
    expect(landed(await new Browser().go('/auth/callback/google?state=x&code=y'))).toMatchObject({
      problem: 'locked',
    })
    expect(await history()).toEqual([])
  })

  it('the same again within a minute leaves no further row of history', async () => {
    for (let times = 0; times < 3; times++) await new Browser().go('/auth/callback/google?state=x&code=y')
    expect(await history()).toHaveLength(1)
  })
})

describe('the one-time token', () => {
  it('is good once, however many ask at once and in whichever process', async () => {
    const browser = new Browser()
    const { token } = await browser.signIn('once')
    const cookies = new Map(browser.cookies)
    const answers = await Promise.all(
      [api, second, api, second].map(where => {
        const same = new Browser()
        for (const pair of cookies) same.cookies.set(...pair)
        return same.exchange(token!, where)
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401])
  })

  it('is worth nothing after a minute, in another browser, or made up', async () => {
    const browser = new Browser()
    const { token } = await browser.signIn('late')
    expect((await new Browser().exchange(token!)).json().code).toBe('signIn.tokenOver')
    expect((await browser.exchange(`once_${'x'.repeat(43)}`)).statusCode).toBe(401)
    clock = new Date(clock.getTime() + 61_000)
    expect((await browser.exchange(token!)).statusCode).toBe(401)
  })

  it('begins no session for who was deactivated meanwhile', async () => {
    const browser = new Browser()
    const { token } = await browser.signIn('gone')
    await api.db
      .updateTable('clients')
      .set({ active: false })
      .where('email', '=', 'gone@oidc.local')
      .execute()
    expect((await browser.exchange(token!)).json().code).toBe('signIn.inactive')
  })

  it('stands in the database as nothing that could be used', async () => {
    const { token } = await new Browser().signIn('stored')
    const rows = JSON.stringify(await api.db.selectFrom('signin_tokens').selectAll().execute())
    expect(rows).toContain('google')
    expect(rows).not.toContain(token!.slice(5))
  })
})

describe('every way in asks the same of the account', () => {
  const EMAIL = 'way@oidc.local'
  const reached = async (browser: Browser, { token, problem }: Record<string, string>) =>
    token ? said(await browser.exchange(token)) : problem
  const said = (answer: LightMyRequestResponse) =>
    answer.statusCode === 200 ? 'in' : String(answer.json().code).replace('signIn.', '')

  /** @param change what becomes of the account before the last step */
  const WAYS: Record<string, (change: () => Promise<unknown>) => Promise<string | undefined>> = {
    'its password': async change => {
      await change()
      const payload = { email: EMAIL, password: TEST_PASSWORD }
      return said(await new Browser().go('/api/auth/login', { payload }))
    },
    'a linked account': async change => {
      await link(EMAIL, 'way')
      await change()
      const browser = new Browser()
      return reached(browser, await browser.signIn('way'))
    },
    'an address that another provider has proved': async change => {
      await link(EMAIL, 'way')
      microsoft.people.set('ms-way', { email: EMAIL })
      await change()
      const browser = new Browser()
      return reached(browser, await browser.signIn('ms-way', 'microsoft'))
    },
    'its password once': async change => {
      const browser = new Browser()
      await browser.signIn('way')
      await change()
      return said(await browser.go('/api/auth/pending', { payload: { password: TEST_PASSWORD } }))
    },
    'a one-time token': async change => {
      await link(EMAIL, 'way')
      const browser = new Browser()
      const { token } = await browser.signIn('way')
      await change()
      return said(await browser.exchange(token!))
    },
  }
  const STATES = {
    in: {},
    inactive: { active: false },
    vendorInactive: { vendor_id: -1 },
  }

  it.each(Object.keys(WAYS).flatMap(way => Object.keys(STATES).map(state => [way, state] as const)))(
    '%s: %s',
    async (way, state) => {
      const vendor = { name: '닫힌 업체', active: false }
      const { id } = await api.db
        .insertInto('vendors')
        .values(vendor)
        .returning('id')
        .executeTakeFirstOrThrow()
      const account = await api.addAccount({ email: EMAIL, level: 3 })
      const more = STATES[state as keyof typeof STATES]
      const change = () =>
        api.db
          .updateTable('clients')
          .set({ name: '같은 계정', ...more, ...('vendor_id' in more && { vendor_id: id }) })
          .where('id', '=', account)
          .execute()
      expect(await WAYS[way]!(change)).toBe(state)
      const sessions = await api.db
        .selectFrom('sessions')
        .select('id')
        .where('client_id', '=', account)
        .execute()
      expect(sessions).toHaveLength(state === 'in' ? 1 : 0)
    },
  )
})

describe('in the profile', () => {
  const own = async (email = 'client@test.local') => {
    const browser = new Browser()
    const token = await api.tokenOf(email)
    return {
      browser,
      token,
      list: async () => (await browser.go('/api/auth/logins', { token })).json().payload,
      begin: (provider: string, payload: object) =>
        browser.go(`/api/auth/logins/${provider}`, { token, payload }),
      unlink: (provider: string) =>
        api.app.inject({
          method: 'DELETE',
          url: `/api/auth/logins/${provider}`,
          headers: { authorization: `Bearer ${token}` },
        }),
    }
  }

  it('an account is linked by its password, shown, and unlinked', async () => {
    const { browser, list, begin, unlink } = await own()
    expect(await list()).toEqual({
      password: true,
      fresh: true,
      offered: ['google', 'microsoft'],
      logins: [],
    })
    const begun = await begin('google', { password: TEST_PASSWORD })
    expect(String(begun.headers['set-cookie'])).toMatch(/^signin-link-google=/)
    const back = await browser.visitor.through(begun.json().payload, 'mine')
    expect(landed(await browser.go(back))).toEqual({ path: '/app/profile', social: 'google' })
    expect((await list()).logins).toMatchObject([{ provider: 'google', email: 'mine@oidc.local' }])
    expect((await unlink('google')).statusCode).toBe(200)
    expect((await list()).logins).toEqual([])
    expect((await unlink('google')).statusCode).toBe(404)
    expect((await history()).map(({ action }) => action)).toEqual(['linked', 'unlinked'])
  })

  it.each([
    [{}, 'client.currentMissing'],
    [{ password: 'not-this-one' }, 'client.currentWrong'],
  ])('nothing begins without the password: %j', async (payload, code) => {
    const { begin } = await own()
    const answer = await begin('google', payload)
    expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['of another user', () => link('guest@test.local', 'theirs'), 'linkedElsewhere'],
    ['beside another one of the same provider', () => link('client@test.local', 'earlier'), 'otherAccount'],
    ['for a session that has ended', () => api.db.deleteFrom('sessions').execute(), 'signedOut'],
  ])('an account %s is not linked', async (_what, before, problem) => {
    const { browser, begin } = await own()
    const { payload } = (await begin('google', { password: TEST_PASSWORD })).json()
    await before()
    const answer = await browser.go(await browser.visitor.through(payload, 'theirs'))
    expect(landed(answer)).toEqual({ path: '/app/profile', social: 'google', problem })
  })

  it('the last way in stays, until there is a password', async () => {
    await new Browser().signIn('only')
    const { list, unlink, token, browser } = await own('only@oidc.local')
    expect(await list()).toMatchObject({ password: false, fresh: true })
    expect((await unlink('google')).json().code).toBe('login.lastWay')
    const change = () =>
      api.app.inject({
        method: 'PUT',
        url: '/api/client/',
        payload: { password: 'Brand-new2@' },
        headers: { authorization: `Bearer ${token}` },
      })
    clock = new Date(clock.getTime() + 11 * 60_000)
    const stale = await change()
    expect([stale.statusCode, Object.keys(stale.json().errors)]).toEqual([422, ['password']])
    const begun = await browser.go('/api/auth/logins/microsoft', { token, payload: {} })
    expect(begun.json().code).toBe('login.stale')
    clock = TEST_NOW
    expect((await change()).statusCode).toBe(200)
    expect((await unlink('google')).statusCode).toBe(200)
    expect(await api.login('only@oidc.local', 'Brand-new2@')).toMatch(/^ey/)
  })

  it('of two last ones that are unlinked at once one stays', async () => {
    await new Browser().signIn('pair')
    await link('pair@oidc.local', 'ms-pair', microsoft)
    const { unlink } = await own('pair@oidc.local')
    const answers = await Promise.all([unlink('google'), unlink('microsoft')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('a stranger’s browser cannot finish what another has begun', async () => {
    const { begin } = await own()
    const victim = new Browser()
    const { payload } = (await begin('google', { password: TEST_PASSWORD })).json()
    const back = await victim.visitor.through(payload, 'victim')
    expect(landed(await victim.go(back))).toMatchObject({ path: '/login', problem: 'attempt' })
    expect(await api.db.selectFrom('account_logins').selectAll().execute()).toEqual([])
  })
})
