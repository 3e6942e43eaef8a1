import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTokens } from '../../src/server/tokens'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, TEST_PASSWORD, TEST_SECRET, type TestApp } from '../support/server'

let test_: TestApp
let clock = TEST_NOW
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

beforeAll(async () => {
  test_ = await startTestApp(await newDatabase(), { now: () => clock })
})
beforeEach(async () => {
  await test_.db.deleteFrom('signin_failures').execute()
  clock = TEST_NOW
})

const signIn = (email: string, password: string, remoteAddress = '192.0.2.1') =>
  test_.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress })

/** A call that any signed-in user may make. */
const whoAmI = (token: string) =>
  test_.app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { authorization: `Bearer ${token}` },
  })

describe('signing in', () => {
  test('with the right password gives a token that says who one is and ends within the hour', async () => {
    const answer = await signIn(' Client@Test.local ', TEST_PASSWORD)
    expect(answer.statusCode).toBe(200)
    const claims = decodeJwt(answer.json().payload)
    expect(claims).toMatchObject({
      iss: 'fleet-console',
      aud: 'fleet-console',
      jti: expect.any(String),
      user: { level: 3, name: 'client', email: 'client@test.local', vendor: 1, id: expect.any(Number) },
    })
    expect(claims.exp! - TEST_NOW.getTime() / 1000).toBeLessThanOrEqual(3600)
  })

  test('answers a wrong password and an unknown address alike, in the language asked for', async () => {
    const wrong = await signIn('client@test.local', 'wrong')
    const unknown = await signIn('nobody@test.local', 'wrong')
    expect(wrong.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
    expect(wrong.json()).toEqual({
      result: false,
      code: 'signIn.wrong',
      message: '이메일 또는 비밀번호가 올바르지 않습니다.',
    })
    const english = await test_.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'client@test.local', password: 'wrong' },
      headers: { 'accept-language': 'en-GB,en;q=0.9,ko;q=0.8' },
    })
    expect(english.json().message).toBe('The e-mail or the password is wrong.')
  })

  test('with an empty field names the field', async () => {
    const answer = await signIn('', 'x')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'invalidFields',
      errors: { email: '필수 입력 항목입니다.' },
    })
  })

  test('is refused to an account that is not in use, with the reason only for who knows the password', async () => {
    await test_.addAccount({ email: 'gone@test.local', level: 3, vendor: 1, active: false })
    expect((await signIn('gone@test.local', 'wrong')).json().code).toBe('signIn.wrong')
    const right = await signIn('gone@test.local', TEST_PASSWORD)
    expect([right.statusCode, right.json().code]).toEqual([403, 'signIn.inactive'])
  })

  test('is refused to the accounts of a vendor that is not in use', async () => {
    await test_.db.insertInto('vendors').values({ id: 50, name: '중지된 업체', active: false }).execute()
    await test_.addAccount({ email: 'closed@test.local', level: 3, vendor: 50 })
    const answer = await signIn('closed@test.local', TEST_PASSWORD)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'signIn.vendorInactive'])
  })
})

describe('failing to sign in', () => {
  test('five times locks the sixth attempt, right or not, and says for how long', async () => {
    for (let attempt = 1; attempt <= 5; attempt++)
      expect((await signIn('client@test.local', 'wrong')).statusCode).toBe(401)
    const sixth = await signIn('client@test.local', TEST_PASSWORD)
    expect(sixth.statusCode).toBe(429)
    expect(sixth.headers['retry-after']).toBe('900')
    expect(sixth.json().message).toBe(
      '로그인에 여러 번 실패하여 잠시 잠겼습니다. 15분 후 다시 시도해 주세요.',
    )
    later(15)
    expect((await signIn('client@test.local', TEST_PASSWORD)).statusCode).toBe(200)
  })

  test('locks unknown addresses just the same', async () => {
    const codes: number[] = []
    for (let attempt = 1; attempt <= 6; attempt++)
      codes.push((await signIn('nobody@test.local', 'wrong')).statusCode)
    expect(codes).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('cannot be got around by claiming another address', async () => {
    const claim = (address: string) =>
      test_.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'client@test.local', password: 'wrong' },
        headers: { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` },
      })
    for (let attempt = 1; attempt <= 5; attempt++) await claim(`198.51.100.${attempt}`)
    expect((await claim('198.51.100.6')).statusCode).toBe(429)
  })

  test('locks nobody else: the right password from another address works', async () => {
    for (let attempt = 1; attempt <= 6; attempt++) await signIn('client@test.local', 'wrong')
    expect((await signIn('client@test.local', TEST_PASSWORD, '192.0.2.2')).statusCode).toBe(200)
    expect((await signIn('vendor@test.local', TEST_PASSWORD)).statusCode).toBe(200)
  })

  test('is counted for a whole IPv6 network', async () => {
    for (let attempt = 1; attempt <= 5; attempt++)
      await signIn('client@test.local', 'wrong', `2001:db8:0:7::${attempt}`)
    expect((await signIn('client@test.local', 'wrong', '2001:db8:0:7:ffff::1')).statusCode).toBe(429)
    expect((await signIn('client@test.local', 'wrong', '2001:db8:0:8::1')).statusCode).toBe(401)
  })

  test('twenty times at once lets five through', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('client@test.local', 'wrong')))
    expect(answers.filter(answer => answer.statusCode === 401)).toHaveLength(5)
  })

  test('with one password on many addresses is slowed for the place it comes from, and leaves few rows', async () => {
    const config = testConfig(({ server }) => {
      server.signIn.originFailures = 8
    })
    const { app } = await startTestApp(test_.db, { now: () => clock, bare: true, config })
    const spray = async (nth: number, remoteAddress = '192.0.2.1') => {
      const payload = { email: `spray${nth}@test.local`, password: 'Summer2026!' }
      const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })
      return answer.statusCode
    }
    const enter = async () => {
      const payload = { email: 'client@test.local', password: TEST_PASSWORD }
      const url = '/api/auth/login'
      return (await app.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.1' })).statusCode
    }
    const codes: number[] = []
    for (let nth = 1; nth <= 12; nth++) {
      // Who signs in is no attempt, however often.
      if (nth <= 8) expect(await enter()).toBe(200)
      codes.push(await spray(nth))
    }
    expect(codes).toEqual([...Array(8).fill(401), ...Array(4).fill(429)])
    const { count } = await test_.db
      .selectFrom('signin_failures')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(9)
    expect(await spray(13, '192.0.2.2')).toBe(401)
    later(15)
    expect(await spray(14)).toBe(401)
  })

  test('is remembered over a restart of the server', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) await signIn('client@test.local', 'wrong')
    const again = await startTestApp(test_.db, { now: () => clock, bare: true })
    const answer = await again.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'client@test.local', password: TEST_PASSWORD },
      remoteAddress: '192.0.2.1',
    })
    expect(answer.statusCode).toBe(429)
  })

  test('is forgotten after a right password, and after a while', async () => {
    for (let attempt = 1; attempt <= 4; attempt++) await signIn('client@test.local', 'wrong')
    expect((await signIn('client@test.local', TEST_PASSWORD)).statusCode).toBe(200)
    for (let attempt = 1; attempt <= 4; attempt++) await signIn('client@test.local', 'wrong')
    later(16)
    expect((await signIn('client@test.local', 'wrong')).statusCode).toBe(401)
    expect((await signIn('client@test.local', TEST_PASSWORD)).statusCode).toBe(200)
  })

  test('many right sign-ins at once are all let in', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn('client@test.local', TEST_PASSWORD)),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual(Array(12).fill(200))
  })
})

describe('a password', () => {
  test('is kept as argon2id of at least 19 MiB and two passes, and nowhere as it is', async () => {
    await signIn('client@test.local', TEST_PASSWORD)
    const { rows } = await sql<{ dump: string }>`
        select string_agg(dump, ' ') as dump from (
          select clients::text as dump from clients union all
          select settings::text from settings union all
          select signin_failures::text from signin_failures
        ) as everything`.execute(test_.db)
    expect(rows[0]!.dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(rows[0]!.dump).not.toContain(TEST_PASSWORD)
  })

  test('takes as long to refuse for an unknown address as for a known one', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    await signIn('warm@test.local', 'wrong')
    for (let round = 0; round < 15; round++)
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? 'client@test.local' : 'nobody@test.local'
        const began = performance.now()
        await signIn(email, 'wrong', `198.51.100.${round}`)
        times[kind].push(performance.now() - began)
      }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    // Without the work on an unknown address the ratio is above ten.
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
  })
})

describe('a session', () => {
  test('is renewed with a later end, and the earlier token stays good until its own', async () => {
    const first = await test_.login('client@test.local')
    later(30)
    const answer = await whoAmI(first)
    const second: string = answer.json().payload
    expect(decodeJwt(second).exp! - decodeJwt(first).exp!).toBe(1800)
    expect(decodeJwt(second).jti).not.toBe(decodeJwt(first).jti)
    later(31)
    expect((await whoAmI(first)).statusCode).toBe(401)
    expect((await whoAmI(second)).statusCode).toBe(200)
  })

  test('ends for all its tokens with logging out, and for no other session', async () => {
    const first = await test_.login('client@test.local')
    const second: string = (await whoAmI(first)).json().payload
    const elsewhere = await test_.login('client@test.local')
    const out = await test_.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { authorization: `Bearer ${second}` },
    })
    expect(out.json()).toEqual({ result: true, message: '' })
    expect((await whoAmI(first)).statusCode).toBe(401)
    expect((await whoAmI(second)).statusCode).toBe(401)
    expect((await whoAmI(elsewhere)).statusCode).toBe(200)
  })

  test('of an account that is deactivated stops at once', async () => {
    const email = 'deactivated@test.local'
    const id = await test_.addAccount({ email, level: 6, vendor: 1 })
    const token = await test_.login(email)
    expect((await whoAmI(token)).statusCode).toBe(200)
    await test_.db.updateTable('clients').set({ active: false }).where('id', '=', id).execute()
    const answer = await whoAmI(token)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signedOut'])
  })

  test('of a deleted account, or one whose vendor is deactivated, stops at once', async () => {
    await test_.db.insertInto('vendors').values({ id: 60, name: '곧 중지될 업체' }).execute()
    const id = await test_.addAccount({ email: 'deleted@test.local', level: 3, vendor: 1 })
    await test_.addAccount({ email: 'staff60@test.local', level: 3, vendor: 60 })
    const [deleted, staff] = [
      await test_.login('deleted@test.local'),
      await test_.login('staff60@test.local'),
    ]
    await test_.db.deleteFrom('clients').where('id', '=', id).execute()
    await test_.db.updateTable('vendors').set({ active: false }).where('id', '=', 60).execute()
    expect((await whoAmI(deleted)).statusCode).toBe(401)
    expect((await whoAmI(staff)).statusCode).toBe(401)
  })

  test('of a demoted account is renewed with the level it has now', async () => {
    const id = await test_.addAccount({ email: 'demoted@test.local', level: 9 })
    const token = await test_.login('demoted@test.local')
    await test_.db.updateTable('clients').set({ level: 1 }).where('id', '=', id).execute()
    expect(decodeJwt((await whoAmI(token)).json().payload)).toMatchObject({ user: { level: 1 } })
  })
})

describe('a token that is not ours', () => {
  const seconds = TEST_NOW.getTime() / 1000
  const key = new TextEncoder().encode(TEST_SECRET)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  /** Good in every point that `change` leaves alone. */
  async function forge(change: {
    claims?: Record<string, unknown>
    header?: Record<string, unknown>
    key?: Parameters<SignJWT['sign']>[0]
  }): Promise<string> {
    const good = decodeJwt(await test_.tokenOf('master@test.local'))
    const claims = Object.fromEntries(
      Object.entries({ ...good, ...change.claims }).filter(([, value]) => value !== undefined),
    )
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...change.header })
      .sign(change.key ?? key)
  }

  test('is told from one that is: the same claims with our key are good', async () => {
    expect((await whoAmI(await forge({}))).statusCode).toBe(200)
  })

  const forgeries: [string, () => Promise<string>][] = [
    [
      'has no signature (none)',
      async () => {
        const [, body] = (await forge({})).split('.')
        return `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`
      },
    ],
    [
      'is signed by HS512',
      () =>
        forge({ header: { alg: 'HS512' }, key: new Uint8Array(Buffer.from(TEST_SECRET.padEnd(64, 'x'))) }),
    ],
    ['is signed by RS256', () => forge({ header: { alg: 'RS256' }, key: privateKey })],
    [
      'is signed with another key',
      () => forge({ key: new TextEncoder().encode('another key of more than thirty-two bytes') }),
    ],
    ['has expired', () => forge({ claims: { exp: seconds - 1 } })],
    ['is not good yet', () => forge({ claims: { nbf: seconds + 600 } })],
    ['never expires', () => forge({ claims: { exp: undefined } })],
    ['has an end that is no time', () => forge({ claims: { exp: 'tomorrow' as unknown as number } })],
    ...[1e300, -1, -1e300, 253_402_300_800].map((time): (typeof forgeries)[number] => [
      `began at ${time}`,
      () => forge({ claims: { iat: time, exp: seconds + 60 } }),
    ]),
    ...[1e300, 253_402_300_800].map((time): (typeof forgeries)[number] => [
      `ends at ${time}`,
      () => forge({ claims: { exp: time } }),
    ]),
    ['began at a text', () => forge({ claims: { iat: '1' as unknown as number } })],
    ['is from another issuer', () => forge({ claims: { iss: 'somebody' } })],
    ['is for another audience', () => forge({ claims: { aud: 'somebody' } })],
    ['has no name of its own', () => forge({ claims: { jti: undefined } })],
    ['belongs to no session', () => forge({ claims: { sid: undefined } })],
    ['names no user', () => forge({ claims: { user: undefined } })],
    ['names a user that is no number', () => forge({ claims: { user: { id: "1' or '1'='1" } } })],
    ['names a user beyond all numbers', () => forge({ claims: { user: { id: 2 ** 53 } } })],
    [
      'demands an extension (crit)',
      async () => {
        const [, body] = (await forge({})).split('.')
        const head = `${encode({ alg: 'HS256', typ: 'JWT', crit: ['x'], x: 1 })}.${body}`
        return `${head}.${createHmac('sha256', TEST_SECRET).update(head).digest('base64url')}`
      },
    ],
    [
      'points to its key (jku)',
      async () =>
        forge({
          header: { jku: 'https://attacker.example/keys' },
          key: new TextEncoder().encode('attacker key of more than thirty-two bytes'),
        }),
    ],
    ['is garbage', async () => 'garbage'],
    ['is three dots of garbage', async () => 'a.b.c.d'],
    ['is empty parts', async () => '..'],
    ['is very long', async () => 'a'.repeat(9000)],
  ]

  test.each(forgeries)('because it %s is refused with 401', async (_why, make) => {
    const answer = await whoAmI(await make())
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signedOut'])
  })

  test('is not taken from the address', async () => {
    const token = await test_.tokenOf('master@test.local')
    const answer = await test_.app.inject({ method: 'POST', url: `/api/auth/refresh?token=${token}` })
    expect(answer.statusCode).toBe(401)
  })

  test('is refused after the secret has changed', async () => {
    const other = createTokens('another key of more than thirty-two bytes')
    const good = decodeJwt<{ user: never }>(await test_.tokenOf('master@test.local'))
    expect((await whoAmI(await other.issue(good.user, TEST_NOW, 60, 'test 4'))).statusCode).toBe(401)
  })
})

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
