/** Sign-in by password, its lock after failures, sessions, and forged tokens. */
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testConfig } from '../support/config'
import { countRows, insertRow, updateRows } from '../support/rows'
import {
  payloadOf,
  refusalOf,
  startTestApp,
  statusOf,
  TEST_NOW,
  TEST_PASSWORD,
  TEST_SECRET,
} from '../support/server'

const CLIENT = 'client@test.local'
const LOGIN = '/api/auth/login'

let clock = TEST_NOW
const minutesLater = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

const api = await startTestApp(undefined, { now: () => clock })
beforeEach(async () => {
  await api.db.deleteFrom('signin_failures').execute()
  clock = TEST_NOW
})

const signIn = (
  email: string,
  password: string,
  { from: remoteAddress = '192.0.2.1', headers = {}, app = api.app } = {},
) => app.inject({ method: 'POST', url: LOGIN, payload: { email, password }, remoteAddress, headers })

const signInStatus = (...login: Parameters<typeof signIn>) => statusOf(signIn(...login))
const failTimes = async (times: number, email = CLIENT) => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt++) statuses.push(await signInStatus(email, 'wrong'))
  return statuses
}

/** A call that every signed-in user may make. */
const refresh = (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return api.app.inject({ method: 'POST', url: '/api/auth/refresh', headers })
}

describe('a sign-in', () => {
  test('responds with a token that names the user and expires within an hour', async () => {
    const response = await signIn(' Client@Test.local ', TEST_PASSWORD)
    expect(response.statusCode).toBe(200)
    const claims = decodeJwt(response.json().payload)
    expect(claims).toMatchObject({
      iss: 'fleet-console',
      aud: 'fleet-console',
      jti: expect.any(String),
      user: { level: 3, name: 'client', email: CLIENT, vendor: 1, id: expect.any(Number) },
    })
    expect(claims.exp! - TEST_NOW.getTime() / 1000).toBeLessThanOrEqual(3600)
  })

  test('is refused alike for a wrong password and an unknown address, in the language of the request', async () => {
    const wrong = await signIn(CLIENT, 'wrong')
    const unknown = await signIn('nobody@test.local', 'wrong')
    expect([wrong.statusCode, unknown.body]).toEqual([401, wrong.body])
    const message = '이메일 또는 비밀번호가 올바르지 않습니다.'
    expect(wrong.json()).toEqual({ result: false, code: 'signIn.wrong', message })
    const english = await signIn(CLIENT, 'wrong', { headers: { 'accept-language': 'en-GB' } })
    expect(english.json().message).toBe('The e-mail or the password is wrong.')
  })

  // Accounts of deactivated vendors, and other ways to sign in: `socialSignIn`.
  test('says that the account is deactivated only if the password is right', async () => {
    await api.addAccount({ email: 'gone@test.local', level: 3, vendor: 1, active: false })
    expect(await refusalOf(signIn('gone@test.local', 'wrong'))).toEqual([401, 'signIn.wrong'])
    expect(await refusalOf(signIn('gone@test.local', TEST_PASSWORD))).toEqual([403, 'signIn.inactive'])
  })
})

describe('failed sign-ins', () => {
  test('lock the account for 15 minutes after the fifth, even for the right password', async () => {
    expect(await failTimes(5)).toEqual(Array(5).fill(401))
    const sixth = await signIn(CLIENT, TEST_PASSWORD)
    expect([sixth.statusCode, sixth.headers['retry-after']]).toEqual([429, '900'])
    const message = '로그인에 여러 번 실패하여 잠시 잠겼습니다. 15분 후 다시 시도해 주세요.'
    expect(sixth.json().message).toBe(message)
    minutesLater(15)
    expect(await signInStatus(CLIENT, TEST_PASSWORD)).toBe(200)
  })

  test('lock unknown addresses as well', async () => {
    expect(await failTimes(6, 'nobody@test.local')).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('are counted for the address of the connection, whatever address the headers name', async () => {
    const failAs = (nth: number) => {
      const address = `198.51.100.${nth}`
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` }
      return signInStatus(CLIENT, 'wrong', { headers })
    }
    for (let attempt = 1; attempt <= 5; attempt++) await failAs(attempt)
    expect(await failAs(6)).toBe(429)
  })

  test('do not lock other accounts or other addresses of the sender', async () => {
    await failTimes(6)
    expect(await signInStatus(CLIENT, TEST_PASSWORD, { from: '192.0.2.2' })).toBe(200)
    expect(await signInStatus('vendor@test.local', TEST_PASSWORD)).toBe(200)
  })

  test('are counted for a whole IPv6 network', async () => {
    for (let attempt = 1; attempt <= 5; attempt++)
      await signIn(CLIENT, 'wrong', { from: `2001:db8:0:7::${attempt}` })
    expect(await signInStatus(CLIENT, 'wrong', { from: '2001:db8:0:7:ffff::1' })).toBe(429)
    expect(await signInStatus(CLIENT, 'wrong', { from: '2001:db8:0:8::1' })).toBe(401)
  })

  test('are counted also when they come at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => signInStatus(CLIENT, 'wrong')))
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
  })

  test('with one password for many accounts lock the sender, and store few rows', async () => {
    const config = testConfig(({ server }) => {
      server.signIn.originFailures = 8
    })
    const { app } = await startTestApp(api.db, { now: () => clock, bare: true, config })
    const spray = (nth: number, from?: string) =>
      signInStatus(`spray${nth}@test.local`, 'Summer2026!', { app, from })
    const statuses: number[] = []
    for (let nth = 1; nth <= 12; nth++) {
      // Successful sign-ins are not counted.
      if (nth <= 8) expect(await signInStatus(CLIENT, TEST_PASSWORD, { app })).toBe(200)
      statuses.push(await spray(nth))
    }
    expect(statuses).toEqual([...Array(8).fill(401), ...Array(4).fill(429)])
    expect(await countRows(api.db, 'signin_failures')).toBe(9)
    expect(await spray(13, '192.0.2.2')).toBe(401)
    minutesLater(15)
    expect(await spray(14)).toBe(401)
  })

  test('are remembered after a restart of the server', async () => {
    await failTimes(5)
    const { app } = await startTestApp(api.db, { now: () => clock, bare: true })
    expect(await signInStatus(CLIENT, TEST_PASSWORD, { app })).toBe(429)
  })

  test('are forgotten after a successful sign-in, and after 15 minutes', async () => {
    await failTimes(4)
    expect(await signInStatus(CLIENT, TEST_PASSWORD)).toBe(200)
    await failTimes(4)
    minutesLater(16)
    expect(await signInStatus(CLIENT, 'wrong')).toBe(401)
    expect(await signInStatus(CLIENT, TEST_PASSWORD)).toBe(200)
  })
})

describe('a password', () => {
  test('is stored as an argon2id hash of at least 19 MiB and two passes, and nowhere as text', async () => {
    await signIn(CLIENT, TEST_PASSWORD)
    const { rows } = await sql<{ dump: string }>`
        select string_agg(dump, ' ') as dump from (
          select clients::text as dump from clients union all
          select settings::text from settings union all
          select signin_failures::text from signin_failures
        ) as everything`.execute(api.db)
    expect(rows[0]!.dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(rows[0]!.dump).not.toContain(TEST_PASSWORD)
  })

  test('takes as long to refuse for an unknown address as for a known one', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    await signIn('warm@test.local', 'wrong')
    for (let round = 0; round < 5; round++)
      for (const kind of ['known', 'unknown'] as const) {
        const started = performance.now()
        const email = kind === 'known' ? CLIENT : 'nobody@test.local'
        await signIn(email, 'wrong', { from: `198.51.100.${round}` })
        times[kind].push(performance.now() - started)
      }
    // The quickest of each: others may have waited for a busy machine.
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    // If the server did not hash for an unknown address, the ratio would be above ten.
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
  })
})

describe('a session', () => {
  test('is extended by a refresh, and the earlier token is valid until its own end', async () => {
    const first = await api.login(CLIENT)
    minutesLater(30)
    const second = await payloadOf<string>(refresh(first))
    expect(decodeJwt(second).exp! - decodeJwt(first).exp!).toBe(1800)
    expect(decodeJwt(second).jti).not.toBe(decodeJwt(first).jti)
    minutesLater(31)
    expect((await refresh(first)).statusCode).toBe(401)
    expect((await refresh(second)).statusCode).toBe(200)
  })

  test('ends with all its tokens at the sign-out; other sessions go on', async () => {
    const first = await api.login(CLIENT)
    const second = await payloadOf<string>(refresh(first))
    const other = await api.login(CLIENT)
    expect((await api.post(second, '/api/auth/logout')).json()).toEqual({ result: true, message: '' })
    expect((await refresh(first)).statusCode).toBe(401)
    expect((await refresh(second)).statusCode).toBe(401)
    expect((await refresh(other)).statusCode).toBe(200)
  })

  test('ends at once when the vendor of the account is deactivated', async () => {
    const vendor = await insertRow(api.db, 'vendors', { id: 60, name: '곧 중지될 업체' })
    await api.addAccount({ email: 'staff60@test.local', level: 3, vendor })
    const token = await api.login('staff60@test.local')
    expect((await refresh(token)).statusCode).toBe(200)
    await updateRows(api.db, 'vendors', { id: vendor }, { active: false })
    expect(await refusalOf(refresh(token))).toEqual([401, 'signedOut'])
  })

  test('gets the new level of the account with a refresh', async () => {
    const id = await api.addAccount({ email: 'demoted@test.local', level: 9 })
    const token = await api.login('demoted@test.local')
    await updateRows(api.db, 'clients', { id }, { level: 1 })
    expect(decodeJwt(await payloadOf(refresh(token)))).toMatchObject({ user: { level: 1 } })
  })
})

describe('a token', () => {
  const seconds = TEST_NOW.getTime() / 1000
  const keyOf = (text: string) => new TextEncoder().encode(text)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

  /** A token that is valid except for the change; `undefined` removes a claim. */
  async function forge(
    change: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
    key: Parameters<SignJWT['sign']>[0] = keyOf(TEST_SECRET),
  ): Promise<string> {
    const valid = decodeJwt(await api.tokenOf('master@test.local'))
    const claims = Object.entries({ ...valid, ...change }).filter(([, value]) => value !== undefined)
    return new SignJWT(Object.fromEntries(claims))
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
      .sign(key)
  }

  const withHeader = async (header: object) => `${encode(header)}.${(await forge()).split('.')[1]}`

  test('that these tests forge is accepted if nothing is changed', async () => {
    expect((await refresh(await forge())).statusCode).toBe(200)
  })

  test.each<[string, () => Promise<string>]>([
    ['has no signature', async () => `${await withHeader({ alg: 'none', typ: 'JWT' })}.`],
    ['is signed by HS512', () => forge({}, { alg: 'HS512' }, keyOf(TEST_SECRET.padEnd(64, 'x')))],
    ['is signed by RS256', () => forge({}, { alg: 'RS256' }, privateKey)],
    ['is signed with another key', () => forge({}, {}, keyOf('another key of more than thirty-two bytes'))],
    [
      'points to its own key (jku)',
      () => forge({}, { jku: 'https://attacker.example/keys' }, keyOf('attacker key of thirty-two bytes.')),
    ],
    [
      'demands an extension (crit)',
      async () => {
        const head = await withHeader({ alg: 'HS256', typ: 'JWT', crit: ['x'], x: 1 })
        return `${head}.${createHmac('sha256', TEST_SECRET).update(head).digest('base64url')}`
      },
    ],
    ['is no token', async () => 'garbage'],
    ['is very long', async () => 'a'.repeat(9000)],
  ])('is refused if it %s', async (_why, make) => {
    expect(await refusalOf(refresh(await make()))).toEqual([401, 'signedOut'])
  })

  test.each<Record<string, unknown>>([
    { exp: seconds - 1 },
    { nbf: seconds + 600 },
    { exp: undefined },
    ...[1e300, 253_402_300_800].map(exp => ({ exp })),
    ...[1e300, -1, -1e300, 253_402_300_800].map(iat => ({ iat, exp: seconds + 60 })),
    { iss: 'somebody' },
    { aud: 'somebody' },
    { jti: undefined },
    { sid: undefined },
    { user: undefined },
    { user: { id: "1' or '1'='1" } },
  ])('is refused with the claims %o', async claims => {
    expect((await refresh(await forge(claims))).statusCode).toBe(401)
  })

  test('in the query of the address is ignored', async () => {
    const url = `/api/auth/refresh?token=${await api.tokenOf('master@test.local')}`
    expect(await statusOf(api.post(undefined, url))).toBe(401)
  })
})
