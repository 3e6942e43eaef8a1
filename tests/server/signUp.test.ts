/** Sign-up, and the social sign-in that is not configured (§2 Register, decision 27). */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const PASSWORD = 'haneul-2026'

let api: TestApp
let clock = TEST_NOW
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { now: () => clock })
})
beforeEach(async () => {
  clock = TEST_NOW
  await api.db.deleteFrom('signin_failures').execute()
  await api.db.deleteFrom('clients').where('email', 'like', 'new%').execute()
})

const signUp = (body: object, headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
  api.app.inject({ method: 'POST', url: '/api/auth/signup', payload: body, headers, remoteAddress })
const accounts = () => api.db.selectFrom('clients').selectAll().orderBy('id').execute()

describe('signing up', () => {
  test.each([{ level: 9 }, { vendor: 1 }, { paid: true }, { active: false }, { id: 1 }, { name: '관리자' }])(
    'is refused with what nobody gives themselves, by its name: %j',
    async more => {
      const before = await accounts()
      const answer = await signUp({ email: 'new@test.local', password: PASSWORD, ...more })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, Object.keys(more)])
      expect(await accounts()).toEqual(before)
    },
  )

  test('makes an active guest without a vendor, who can sign in', async () => {
    const answer = await signUp({ email: ' New.Person@Test.local ', password: PASSWORD })
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: true, message: '' }])
    expect((await accounts()).find(one => one.email === 'new.person@test.local')).toMatchObject({
      name: 'new.person',
      level: 1,
      vendor_id: 0,
      active: true,
      paid: false,
      expired: null,
      extra: {},
    })
    expect(await api.login('new.person@test.local', PASSWORD)).toMatch(/^ey/)
  })

  test('gives an account that sees nothing of anybody’s and may change itself', async () => {
    await signUp({ email: 'new@test.local', password: PASSWORD })
    expect((await api.ask('new@test.local', '/api/devices')).json()).toMatchObject({ count: 0, data: [] })
    expect((await api.ask('new@test.local', '/api/admin/clients')).statusCode).toBe(403)
    const own = await api.ask('new@test.local', {
      method: 'PUT',
      url: '/api/client/',
      payload: { name: '새 이름' },
    })
    expect(own.json().payload).toMatchObject({ name: '새 이름', level: 1 })
  })

  test('is found by masters among those who wait for a vendor', async () => {
    await signUp({ email: 'new@test.local', password: PASSWORD })
    const list = (await api.ask('master', '/api/admin/clients')).json().payload
    expect(list.find((one: { email: string }) => one.email === 'new@test.local')).toMatchObject({
      vendor: 0,
      level: 1,
    })
  })

  test.each<[object, number, Record<string, string>]>([
    [{ password: PASSWORD }, 422, { email: '필수 입력 항목입니다.' }],
    [{ email: 'new@test.local' }, 422, { password: '필수 입력 항목입니다.' }],
    [{ email: '', password: PASSWORD }, 422, { email: '필수 입력 항목입니다.' }],
    [{ email: 'new@test.local', password: '' }, 422, { password: '필수 입력 항목입니다.' }],
    [{ email: 'new@local', password: PASSWORD }, 422, { email: '정확한 이메일을 입력해 주십시요!' }],
    [
      { email: 'new@test.local', password: 'short-1' },
      422,
      { password: '비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!' },
    ],
    [
      { email: 'new@test.local', password: 'password' },
      422,
      { password: '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.' },
    ],
    [
      { email: 'new@test.local', password: 'New@Test.local' },
      422,
      { password: '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.' },
    ],
    [{ email: 'Master@Test.local', password: PASSWORD }, 422, { email: '이미 사용 중인 이메일입니다' }],
  ])('with %j is refused (%i) with its sentence and makes nothing', async (body, status, errors) => {
    const before = await accounts()
    const answer = await signUp(body)
    expect([answer.statusCode, answer.json().errors]).toEqual([status, errors])
    if (status === 422 && 'email' in body && 'password' in body && body.email && body.password)
      expect(answer.json().message).toBe(Object.values(errors)[0])
    expect(await accounts()).toEqual(before)
  })

  test('says it in English to who asks so', async () => {
    const answer = await signUp(
      { email: 'master@test.local', password: PASSWORD },
      { 'accept-language': 'en' },
    )
    expect(answer.json().message).not.toMatch(/[가-힣]/)
  })

  test('twenty times an hour from one address, the tries counted that find an address taken', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const email = turn % 2 ? `new${turn}@test.local` : 'master@test.local'
      expect((await signUp({ email, password: PASSWORD })).statusCode).toBe(turn % 2 ? 200 : 422)
    }
    const more = { email: 'new99@test.local', password: PASSWORD }
    const locked = await signUp(more)
    expect([locked.statusCode, locked.headers['retry-after'], locked.json()]).toEqual([
      429,
      '3600',
      {
        result: false,
        code: 'signUp.locked',
        message: '가입을 여러 번 시도하여 잠시 제한되었습니다. 60분 후 다시 시도해 주세요.',
      },
    ])
    expect((await accounts()).some(one => one.email === more.email)).toBe(false)
    expect((await signUp(more, {}, '198.51.100.9')).statusCode).toBe(200)
    clock = new Date(TEST_NOW.getTime() + 61 * 60_000)
    expect((await signUp({ ...more, email: 'new100@test.local' })).statusCode).toBe(200)
  })

  test('of one address twenty times at once makes one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        signUp({ email: 'new@test.local', password: PASSWORD }, {}, `192.0.2.${at + 20}`),
      ),
    )
    expect(answers.filter(one => one.statusCode === 200)).toHaveLength(1)
    expect((await accounts()).filter(one => one.email === 'new@test.local')).toHaveLength(1)
  })

  test('keeps no password that can be read', async () => {
    await signUp({ email: 'new@test.local', password: PASSWORD })
    const { password_hash } = (await accounts()).find(one => one.email === 'new@test.local')!
    expect(password_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(await accounts())).not.toContain(PASSWORD)
  })
})

describe('a social sign-in', () => {
  test.each(['google', 'microsoft'])(
    'by %s that is not configured leads back to the login and says so',
    async social => {
      const answer = await api.app.inject(`/auth/signin/${social}?app=https://stranger.example`)
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        `/login?social=${social}&problem=unconfigured`,
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test('by somebody unknown is not there', async () => {
    const answer = await api.app.inject('/auth/signin/elsewhere?app=x')
    expect([answer.statusCode, answer.json().result]).toEqual([404, false])
  })
})
