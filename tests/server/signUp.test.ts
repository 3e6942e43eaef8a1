/** Sign-up (§2 Register, decision 27). */
import { beforeEach, describe, expect, test } from 'vitest'
import { findRow, findRows } from '../support/rows'
import { refusedFields, startTestApp, statusOf, TEST_NOW } from '../support/server'

const NEW = { email: 'new@test.local', password: 'haneul-2026' }

let clock = TEST_NOW
const api = await startTestApp(undefined, { now: () => clock })
beforeEach(async () => {
  clock = TEST_NOW
  await api.db.deleteFrom('signin_failures').execute()
  await api.db.deleteFrom('clients').where('email', 'like', 'new%').execute()
})

const signUp = (payload: object, remoteAddress = '192.0.2.7') =>
  api.app.inject({ method: 'POST', url: '/api/auth/signup', payload, remoteAddress })
const accounts = () => findRows(api.db, 'clients')

describe('a sign-up', () => {
  test('creates an active guest without a vendor, who can sign in', async () => {
    const response = await signUp({ ...NEW, email: ' New.Person@Test.local ' })
    expect([response.statusCode, response.json()]).toEqual([200, { result: true, message: '' }])
    expect(await findRow(api.db, 'clients', { email: 'new.person@test.local' })).toMatchObject({
      name: 'new.person',
      level: 1,
      vendor_id: 0,
      active: true,
      paid: false,
      expired: null,
      extra: {},
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    })
    expect(await api.login('new.person@test.local', NEW.password)).toMatch(/^ey/)
    expect(JSON.stringify(await accounts())).not.toContain(NEW.password)
  })

  test.each([{ level: 9 }, { vendor: 1 }, { paid: true }, { id: 1 }])(
    'is refused with a field that users cannot set: %j',
    async more => {
      const before = await accounts()
      expect(await refusedFields(signUp({ ...NEW, ...more }))).toEqual([422, Object.keys(more)])
      expect(await accounts()).toEqual(before)
    },
  )

  const required = '필수 입력 항목입니다.'
  const common = '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'
  test.each<[object, Record<string, string>]>([
    [{ password: undefined }, { password: required }],
    [{ email: '' }, { email: required }],
    [{ password: 'password' }, { password: common }],
    [{ email: 'Master@Test.local' }, { email: '이미 사용 중인 이메일입니다' }],
  ])('is refused with %j, and its message names the problem', async (change, errors) => {
    const before = await accounts()
    const response = await signUp({ ...NEW, ...change })
    expect([response.statusCode, response.json().errors]).toEqual([422, errors])
    if (!Object.values(errors).includes(required))
      expect(response.json().message).toBe(Object.values(errors)[0])
    expect(await accounts()).toEqual(before)
  })

  test('is allowed twenty times an hour from one address; refused ones count as well', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const email = turn === 19 ? NEW.email : 'master@test.local'
      expect(await statusOf(signUp({ ...NEW, email }))).toBe(turn === 19 ? 200 : 422)
    }
    const more = { ...NEW, email: 'new99@test.local' }
    const locked = await signUp(more)
    const message = '가입을 여러 번 시도하여 잠시 제한되었습니다. 60분 후 다시 시도해 주세요.'
    expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '3600'])
    expect(locked.json()).toEqual({ result: false, code: 'signUp.locked', message })
    expect(await findRows(api.db, 'clients', { email: more.email })).toEqual([])
    expect(await statusOf(signUp(more, '198.51.100.9'))).toBe(200)
    clock = new Date(TEST_NOW.getTime() + 61 * 60_000)
    expect(await statusOf(signUp({ ...more, email: 'new100@test.local' }))).toBe(200)
  })

  test('with one e-mail several times at once creates one account', async () => {
    const signUps = Array.from({ length: 6 }, (_, n) => statusOf(signUp(NEW, `192.0.2.${n + 20}`)))
    expect((await Promise.all(signUps)).filter(status => status === 200)).toHaveLength(1)
    expect(await findRows(api.db, 'clients', { email: NEW.email })).toHaveLength(1)
  })
})
