/**
 * Sign-in by Google, Microsoft and others, against providers that this test runs (§2 Register, decisions 328 and 331).
 */
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Logins } from '../../src/contract/auth'
import { readEnv } from '../../src/server/start/env'
import type { Db } from '../../src/server/store/database'
import { testConfig } from '../support/config'
import { startProvider, type TestProvider, Visitor } from '../support/oidc'
import { countRows, findRow, findRows, insertRow, insertRows, updateRows } from '../support/rows'
import {
  payloadOf,
  refusalOf,
  refusedFields,
  startTestApp,
  statusOf,
  TEST_NOW,
  TEST_PASSWORD,
  type TestApp,
} from '../support/server'

const BASE = 'http://localhost'
let clock = TEST_NOW
const secondsLater = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

const config = testConfig(({ server }) => {
  server.social = { timeoutSeconds: 60, discoveryMinutes: 60 }
})
const { server: limits } = config.current()

const startConsole = (db: Db | undefined, variables: Record<string, string>, publicUrl?: string) => {
  const { social } = readEnv(variables)
  const env = { trustProxy: false as const, social, ...(publicUrl && { publicUrl }) }
  return startTestApp(db, { bare: db !== undefined, env, now: () => clock, config })
}

const google = await startProvider('google', [BASE])
const microsoft = await startProvider('microsoft', [BASE])
const api = await startConsole(undefined, { ...google.env, ...microsoft.env })
/** Another process of the installation, on the same database. */
const second = await startConsole(api.db, { ...google.env, ...microsoft.env })
afterAll(() => Promise.all([google.stop(), microsoft.stop()]))

beforeEach(async () => {
  clock = TEST_NOW
  google.misbehave = google.broken = undefined
  for (const table of ['signin_failures', 'account_logins', 'signin_tokens', 'history'] as const)
    await api.db.deleteFrom(table).execute()
  await api.db.deleteFrom('clients').where('email', 'like', '%@oidc.local').execute()
})

/** A browser with the cookies of this console, and its visits to a provider. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly visitor = new Visitor()

  /** Returns a new browser that has the cookies of another. */
  static like({ cookies }: Browser): Browser {
    const same = new Browser()
    for (const [name, value] of cookies) same.cookies.set(name, value)
    return same
  }

  async go(
    url: string,
    { payload, token, server = api }: { payload?: object; token?: string; server?: TestApp } = {},
  ) {
    const cookie = [...this.cookies].map(pair => pair.join('=')).join('; ')
    const response = await server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: url.replace(BASE, ''),
      headers: { cookie, host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) },
      ...(payload && { payload }),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return response
  }

  /** Visits the provider and returns the address to which it redirects. */
  async visit(login: string, provider = 'google', app?: string, consent: 'yes' | 'no' = 'yes') {
    const query = app === undefined ? '' : `?${new URLSearchParams({ app })}`
    const response = await this.go(`/auth/signin/${provider}${query}`)
    return this.visitor.through(response.headers.location!, login, consent)
  }

  async signIn(login: string, provider = 'google', app?: string) {
    return redirect(await this.go(await this.visit(login, provider, app)))
  }

  exchange = (token: string, server = api) => this.go('/api/auth/exchange', { payload: { token }, server })

  link = (password = TEST_PASSWORD) => this.go('/api/auth/pending', { payload: { password } })
}

/** Path and query of a redirect. */
function redirect(response: LightMyRequestResponse): Record<string, string> & { path: string } {
  expect(response.statusCode).toBe(303)
  const { pathname, searchParams } = new URL(response.headers.location!, BASE)
  return { path: pathname, ...Object.fromEntries(searchParams) }
}
const failedLogin = (problem: string, social = 'google') => ({ path: '/login', social, problem })
const history = async () =>
  (await findRows(api.db, 'history')).map(({ action, after, record }) => ({ action, after, record }))
const userOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).user as Record<string, unknown>
/** Signs in in a new browser and returns the e-mail of the account. */
const signInAs = async (login: string, provider = 'google') => {
  const browser = new Browser()
  const { token } = await browser.signIn(login, provider)
  return userOf(await payloadOf(browser.exchange(token!))).email
}
const linkAccount = async (email: string, subject: string, { issuer, name: provider } = google) => {
  const { id: client_id } = await findRow(api.db, 'clients', { email })
  await insertRows(api.db, 'account_logins', [{ issuer, subject, client_id, provider, email }])
}
const lock = (key: string, failures: number) => {
  const locked = new Date(clock.getTime() + 60_000)
  return insertRows(api.db, 'signin_failures', [{ key: `${key} 127.0.0.1`, failures, since: clock, locked }])
}

describe('the redirect to the provider', () => {
  it('asks for a code with PKCE, state and nonce, and stores them in an HttpOnly cookie', async () => {
    const response = await new Browser().go('/auth/signin/google')
    const url = new URL(response.headers.location!)
    expect(url.origin).toBe(google.issuer)
    const random = expect.stringMatching(/^.{43}$/)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${BASE}/auth/callback/google`,
      code_challenge_method: 'S256',
      code_challenge: random,
      state: random,
      nonce: random,
    })
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toMatch(/^signin-try-[\w-]+=[\w.-]+; Path=\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(url.searchParams.get('nonce'))
  })

  it('reads the metadata of the provider at most once for several users at a time', async () => {
    google.discovered = 0
    await Promise.all(Array.from({ length: 5 }, () => new Browser().go('/auth/signin/google')))
    expect(google.discovered).toBeLessThanOrEqual(1)
  })

  it('uses PUBLIC_URL and not the host of the request, with a secure cookie under https', async () => {
    const request = { url: '/auth/signin/google', headers: { host: 'evil.example' } }
    const { app } = await startConsole(api.db, google.env, 'https://fleet.example')
    const response = await app.inject(request)
    const { searchParams } = new URL(response.headers.location!)
    expect(searchParams.get('redirect_uri')).toBe('https://fleet.example/auth/callback/google')
    expect(response.headers['set-cookie']).toMatch(/; Secure$/)
    expect(redirect(await api.app.inject(request))).toEqual(failedLogin('unconfigured'))
  })

  it('keeps the last five attempts of a browser', async () => {
    const browser = new Browser()
    for (let attempt = 0; attempt < 7; attempt++) {
      secondsLater(1)
      await browser.go('/auth/signin/google')
    }
    expect(browser.cookies.size).toBe(5)
  })
})

describe('the account', () => {
  it('of an unknown address is a new guest without a password', async () => {
    const browser = new Browser()
    const { path, token, app } = await browser.signIn('new', 'google', '/app/devices?x=1')
    expect([path, app]).toEqual(['/login', '/app/devices?x=1'])
    const user = userOf(await payloadOf(browser.exchange(token!)))
    expect(user).toMatchObject({ email: 'new@oidc.local', level: 1, vendor: 0 })
    const row = { name: 'new', level: 1, vendor_id: 0, active: true, password_hash: null }
    expect(await findRow(api.db, 'clients', { email: 'new@oidc.local' })).toMatchObject(row)
    expect((await history()).map(({ action, after }) => [action, after])).toEqual([
      ['signedUp', { provider: 'google' }],
      ['linked', { provider: 'google', email: 'new@oidc.local' }],
      ['signedIn', { provider: 'google' }],
    ])
  })

  it('stays the same when the address at the provider changes', async () => {
    await new Browser().signIn('twice')
    google.people.set('twice', { email: 'elsewhere@oidc.local', email_verified: true })
    expect(await signInAs('twice')).toBe('twice@oidc.local')
    expect(await findRows(api.db, 'clients', { email: 'elsewhere@oidc.local' })).toEqual([])
    google.people.delete('twice')
  })

  it('of a new user who signs in twice at the same time is created once', async () => {
    const browsers = [new Browser(), new Browser()]
    const callbacks = await Promise.all(browsers.map(browser => browser.visit('both')))
    const responses = await Promise.all(browsers.map((browser, index) => browser.go(callbacks[index]!)))
    for (const response of responses) expect(redirect(response).token).toMatch(/^once_/)
    expect(await findRows(api.db, 'clients', { email: 'both@oidc.local' })).toHaveLength(1)
  })

  it('with an unproved address is linked after its password was entered', async () => {
    google.people.set('member', { email: 'Client@test.local', email_verified: true })
    const browser = new Browser()
    const pending = { ...failedLogin('password'), app: '/app/orders' }
    expect(await browser.signIn('member', 'google', '/app/orders')).toEqual(pending)
    const login = { provider: 'google', email: 'client@test.local' }
    expect(await payloadOf(browser.go('/api/auth/pending'))).toEqual(login)
    expect(await refusalOf(browser.link('not-this-one'))).toEqual([401, 'signIn.wrong'])
    // This browser sends the request again, as after a lost response.
    const again = Browser.like(browser)
    expect(userOf(await payloadOf(browser.link())).email).toBe('client@test.local')
    expect(await statusOf(browser.go('/api/auth/pending'))).toBe(404)
    expect(await statusOf(again.link())).toBe(200)
    expect(await signInAs('member')).toBe('client@test.local')
  })

  it('is not linked from another browser, or after ten minutes', async () => {
    google.people.set('member', { email: 'client@test.local', email_verified: true })
    const browser = new Browser()
    await browser.signIn('member')
    expect(await statusOf(new Browser().go('/api/auth/pending'))).toBe(404)
    expect(await statusOf(new Browser().link())).toBe(404)
    secondsLater(601)
    expect(await refusalOf(browser.link())).toEqual([404, 'login.nothingPending'])
    expect(await countRows(api.db, 'account_logins')).toBe(0)
  })

  it('is found by an address that another provider has proved', async () => {
    await new Browser().signIn('known')
    microsoft.people.set('ms-known', { email: 'known@oidc.local' })
    expect(await signInAs('ms-known', 'microsoft')).toBe('known@oidc.local')
  })

  it('is not found by an address that was changed since it was proved', async () => {
    await new Browser().signIn('mover')
    await updateRows(api.db, 'clients', { email: 'mover@oidc.local' }, { email: 'moved@oidc.local' })
    microsoft.people.set('ms-moved', { email: 'moved@oidc.local' })
    expect(await new Browser().signIn('ms-moved', 'microsoft')).toMatchObject({ problem: 'taken' })
  })

  it('is not found by an address that now belongs to another person at the same provider', async () => {
    await new Browser().signIn('first')
    google.people.set('heir', { email: 'first@oidc.local', email_verified: true })
    expect(await new Browser().signIn('heir')).toMatchObject({ problem: 'otherAccount' })
  })

  it.each([
    ['google', { email_verified: false }],
    ['microsoft', { xms_edov: false }],
  ])('is not found by an address that %s has not verified: %j', async (name, claims) => {
    const provider = name === 'google' ? google : microsoft
    provider.people.set('unverified', { email: 'unverified@oidc.local', ...claims })
    expect(await new Browser().signIn('unverified', name)).toEqual(failedLogin('unverified', name))
    expect(await findRows(api.db, 'clients', { email: 'unverified@oidc.local' })).toEqual([])
    const after = { provider: name, problem: 'unverified' }
    expect(await history()).toEqual([{ action: 'signInRefused', after, record: '' }])
  })

  it('is not created after too many sign-ups from one address', async () => {
    await lock('signUp', limits.signUp.perHour)
    expect(await new Browser().signIn('crowd')).toMatchObject({ problem: 'locked' })
    expect(await findRows(api.db, 'clients', { email: 'crowd@oidc.local' })).toEqual([])
  })
})

describe('a failed attempt', () => {
  /** No account is linked, no session begins, and the history has the reason. */
  const expectRefusal = async (problem: string) => {
    expect(await countRows(api.db, 'signin_tokens')).toBe(0)
    expect(await countRows(api.db, 'account_logins')).toBe(0)
    const after = { provider: 'google', problem }
    expect(await history()).toEqual([{ action: 'signInRefused', after, record: '' }])
  }

  it.each<[string, TestProvider['misbehave'], string]>([
    ['an ID token for another audience', claims => ({ ...claims, aud: 'somebody else' }), 'rejected'],
    ['an expired ID token', claims => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 }), 'rejected'],
    ['an ID token with another nonce', claims => ({ ...claims, nonce: 'of another tab' }), 'rejected'],
    ['an ID token with a wrong signature', 'forged', 'rejected'],
    ['an ID token issued tomorrow', claims => ({ ...claims, iat: claims.iat! + 86_400 }), 'rejected'],
    ['a subject with NUL', claims => ({ ...claims, sub: 'a\0b' }), 'rejected'],
    ['a subject that is too long', claims => ({ ...claims, sub: 'x'.repeat(100_000) }), 'rejected'],
    ['a subject with half of a surrogate pair', claims => ({ ...claims, sub: 'x\ud800' }), 'rejected'],
    ['an address with NUL', claims => ({ ...claims, email: 'a\0b@oidc.local' }), 'rejected'],
    ['a long address', claims => ({ ...claims, email: `${'x'.repeat(100_000)}@oidc.local` }), 'rejected'],
    ['HTML instead of tokens', 'html', 'away'],
    ['no response of the provider', 'hang', 'away'],
  ])('by %s', async (_what, misbehaviour, problem) => {
    const browser = new Browser()
    const callback = await browser.visit('x')
    google.misbehave = misbehaviour
    limits.social.timeoutSeconds = misbehaviour === 'hang' ? 1 : 60
    expect(redirect(await browser.go(callback))).toEqual(failedLogin(problem))
    limits.social.timeoutSeconds = 60
    await expectRefusal(problem)
  })

  it('by unreadable metadata of the provider', async () => {
    // The first app has read the metadata already.
    const other = await startConsole(api.db, google.env)
    google.broken = 'html'
    const response = await new Browser().go('/auth/signin/google', { server: other })
    expect(redirect(response)).toEqual(failedLogin('away'))
    await expectRefusal('away')
  })

  it('by a callback in another browser, or one that was used before', async () => {
    const browser = new Browser()
    const callback = await browser.visit('x')
    expect(redirect(await new Browser().go(callback))).toMatchObject({ problem: 'attempt' })
    await expectRefusal('attempt')
    expect(redirect(await browser.go(callback)).token).toMatch(/^once_/)
    expect(redirect(await browser.go(callback))).toMatchObject({ problem: 'attempt' })
  })

  it('by the state or the code of another browser', async () => {
    const [browser, other] = [new Browser(), new Browser()]
    const [callback, foreign] = [new URL(await browser.visit('x')), new URL(await other.visit('y'))]
    const withForeign = (name: string) => {
      const mixed = new URL(callback)
      mixed.searchParams.set(name, foreign.searchParams.get(name)!)
      return mixed.href
    }
    for (const [name, problem] of Object.entries({ state: 'attempt', code: 'rejected' }))
      expect(redirect(await browser.go(withForeign(name)))).toMatchObject({ problem })
    expect((await history()).map(({ after }) => after?.problem)).toEqual(['attempt', 'rejected'])
  })

  it('by a callback that comes after ten minutes', async () => {
    const browser = new Browser()
    const callback = await browser.visit('x')
    secondsLater(601)
    expect(redirect(await browser.go(callback))).toMatchObject({ problem: 'attempt' })
  })

  it('by a user who refuses at the provider', async () => {
    const browser = new Browser()
    const callback = await browser.visit('x', 'google', '/app/devices', 'no')
    expect(redirect(await browser.go(callback))).toEqual(failedLogin('refused'))
    await expectRefusal('refused')
  })

  it.each(['//evil.example', 'https://evil.example/app', '/%2fevil.example'])(
    'by an app address outside the console: %s',
    async app => {
      const response = await new Browser().go(`/auth/signin/google?${new URLSearchParams({ app })}`)
      expect(redirect(response)).toEqual(failedLogin('app'))
      await expectRefusal('app')
    },
  )

  it('leaves one row of history in a minute, and none once the origin is locked', async () => {
    const url = '/auth/callback/google?state=x&code=y'
    for (let times = 0; times < 3; times++) await new Browser().go(url)
    expect(await history()).toHaveLength(1)
    await api.db.deleteFrom('signin_failures').execute()
    await lock('social', limits.signIn.originFailures)
    expect(redirect(await new Browser().go(url))).toMatchObject({ problem: 'locked' })
    expect(await history()).toHaveLength(1)
  })
})

describe('the one-time token', () => {
  it('works once, also with several requests at a time to different processes', async () => {
    const browser = new Browser()
    const { token } = await browser.signIn('once')
    const apps = [api, second, api, second]
    const exchanges = apps.map(app => statusOf(Browser.like(browser).exchange(token!, app)))
    expect((await Promise.all(exchanges)).sort()).toEqual([200, 401, 401, 401])
  })

  it('is refused after a minute, in another browser, and if it is made up', async () => {
    const browser = new Browser()
    const { token } = await browser.signIn('late')
    const refusal = [401, 'signIn.tokenOver']
    expect(await refusalOf(new Browser().exchange(token!))).toEqual(refusal)
    expect(await refusalOf(browser.exchange(`once_${'x'.repeat(43)}`))).toEqual(refusal)
    secondsLater(61)
    expect(await refusalOf(browser.exchange(token!))).toEqual(refusal)
  })

  it('is stored as a hash', async () => {
    const { token } = await new Browser().signIn('stored')
    const rows = JSON.stringify(await findRows(api.db, 'signin_tokens'))
    expect(rows).toContain('google')
    expect(rows).not.toContain(token!.slice(5))
  })
})

describe('signing in checks that the account is active', () => {
  const email = 'way@oidc.local'
  const outcome = (response: LightMyRequestResponse) =>
    response.statusCode === 200 ? 'in' : String(response.json().code).replace('signIn.', '')
  const outcomeOf = async (browser: Browser, { token, problem }: Record<string, string>) =>
    token ? outcome(await browser.exchange(token)) : problem

  /** Each way to sign in, returning its outcome; `change` changes the account before the last step. */
  const WAYS: Record<string, (change: () => Promise<unknown>) => Promise<string | undefined>> = {
    password: async change => {
      await change()
      const payload = { email, password: TEST_PASSWORD }
      return outcome(await new Browser().go('/api/auth/login', { payload }))
    },
    'linked account': async change => {
      await linkAccount(email, 'way')
      await change()
      const browser = new Browser()
      return outcomeOf(browser, await browser.signIn('way'))
    },
    'address proved by another provider': async change => {
      await linkAccount(email, 'way')
      microsoft.people.set('ms-way', { email })
      await change()
      const browser = new Browser()
      return outcomeOf(browser, await browser.signIn('ms-way', 'microsoft'))
    },
    'password for linking': async change => {
      const browser = new Browser()
      await browser.signIn('way')
      await change()
      return outcome(await browser.link())
    },
    'one-time token': async change => {
      await linkAccount(email, 'way')
      const browser = new Browser()
      const { token } = await browser.signIn('way')
      await change()
      return outcome(await browser.exchange(token!))
    },
  }

  it.each(Object.keys(WAYS))('with %s', async way => {
    const inactiveVendor = await insertRow(api.db, 'vendors', { name: '닫힌 업체', active: false })
    // Each expected outcome, with the change of the account that leads to it.
    const states = {
      in: { name: '같은 계정' },
      inactive: { active: false },
      vendorInactive: { vendor_id: inactiveVendor },
    }
    for (const [state, values] of Object.entries(states)) {
      await api.db.deleteFrom('clients').where('email', '=', email).execute()
      const id = await api.addAccount({ email, level: 3 })
      const change = () => updateRows(api.db, 'clients', { id }, values)
      expect([state, await WAYS[way]!(change)]).toEqual([state, state])
      expect(await findRows(api.db, 'sessions', { client_id: id })).toHaveLength(state === 'in' ? 1 : 0)
    }
  })
})

describe('in the profile', () => {
  const profileOf = async (email = 'client@test.local') => {
    const browser = new Browser()
    const token = await api.tokenOf(email)
    return {
      browser,
      logins: () => payloadOf(browser.go('/api/auth/logins', { token })),
      begin: (provider: string, payload: object) =>
        browser.go(`/api/auth/logins/${provider}`, { token, payload }),
      unlink: (provider: string) => api.remove(token, `/api/auth/logins/${provider}`),
      setPassword: (password: string) => api.put(token, '/api/client/', { password }),
    }
  }

  it('an account is linked with the password, listed and unlinked', async () => {
    const { browser, logins, begin, unlink } = await profileOf()
    const offered = ['google', 'microsoft']
    expect(await logins()).toEqual({ password: true, fresh: true, offered, logins: [] })
    // Only masters learn why a provider is not offered.
    const bare = await startConsole(api.db, {})
    const missing = ['OIDC_GOOGLE_CLIENT_ID', 'OIDC_GOOGLE_CLIENT_SECRET']
    const toMaster = await payloadOf<Logins>(bare.ask('master', '/api/auth/logins'))
    expect(toMaster).toMatchObject({ offered: [], unconfigured: [{ provider: 'google', missing }, {}] })
    expect(await payloadOf(bare.ask('vendor', '/api/auth/logins'))).not.toHaveProperty('unconfigured')
    const begun = await begin('google', { password: TEST_PASSWORD })
    expect(String(begun.headers['set-cookie'])).toMatch(/^signin-link-google=/)
    const callback = await browser.visitor.through(begun.json().payload, 'mine')
    expect(redirect(await browser.go(callback))).toEqual({ path: '/app/profile', social: 'google' })
    expect((await logins()).logins).toMatchObject([{ provider: 'google', email: 'mine@oidc.local' }])
    expect(await statusOf(unlink('google'))).toBe(200)
    expect((await logins()).logins).toEqual([])
    expect(await statusOf(unlink('google'))).toBe(404)
    expect((await history()).map(({ action }) => action)).toEqual(['linked', 'unlinked'])
  })

  it.each([
    [{}, 'client.currentMissing'],
    [{ password: 'not-this-one' }, 'client.currentWrong'],
  ])('linking needs the password: %j', async (payload, code) => {
    const response = await (await profileOf()).begin('google', payload)
    expect([response.statusCode, response.json().code]).toEqual([422, code])
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['is linked to another user', () => linkAccount('guest@test.local', 'theirs'), 'linkedElsewhere'],
    ['is the second of its provider', () => linkAccount('client@test.local', 'earlier'), 'otherAccount'],
    ['belongs to a session that has ended', () => api.db.deleteFrom('sessions').execute(), 'signedOut'],
  ])('an account is not linked if it %s', async (_what, before, problem) => {
    const { browser, begin } = await profileOf()
    const address = await payloadOf(begin('google', { password: TEST_PASSWORD }))
    await before()
    const response = await browser.go(await browser.visitor.through(address, 'theirs'))
    expect(redirect(response)).toEqual({ path: '/app/profile', social: 'google', problem })
  })

  it('another browser cannot finish the linking', async () => {
    const { begin } = await profileOf()
    const other = new Browser()
    const address = await payloadOf(begin('google', { password: TEST_PASSWORD }))
    const callback = await other.visitor.through(address, 'victim')
    expect(redirect(await other.go(callback))).toMatchObject({ path: '/login', problem: 'attempt' })
    expect(await countRows(api.db, 'account_logins')).toBe(0)
  })

  it('the last login is not unlinked before a password is set, and setting one needs a fresh session', async () => {
    await new Browser().signIn('only')
    const { logins, unlink, begin, setPassword } = await profileOf('only@oidc.local')
    expect(await logins()).toMatchObject({ password: false, fresh: true })
    expect((await unlink('google')).json().code).toBe('login.lastWay')
    secondsLater(601)
    expect(await refusedFields(setPassword('Brand-new2@'))).toEqual([422, ['password']])
    expect((await begin('microsoft', {})).json().code).toBe('login.stale')
    clock = TEST_NOW
    expect(await statusOf(setPassword('Brand-new2@'))).toBe(200)
    expect(await statusOf(unlink('google'))).toBe(200)
    expect(await api.login('only@oidc.local', 'Brand-new2@')).toMatch(/^ey/)
  })

  it('of two logins that are unlinked at the same time, one stays', async () => {
    await new Browser().signIn('pair')
    await linkAccount('pair@oidc.local', 'ms-pair', microsoft)
    const { unlink } = await profileOf('pair@oidc.local')
    const statuses = await Promise.all([unlink('google'), unlink('microsoft')].map(statusOf))
    expect(statuses.sort()).toEqual([200, 409])
  })
})
