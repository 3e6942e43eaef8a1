/** Accounts: the form with its refusals, levels, devices of an account, and the own profile. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Client, ProfileClient } from '../../src/contract/clients'
import { findRow, findRows, insertRow, updateRows } from '../support/rows'
import { payloadOf, refusedFields, startTestApp, statusOf, TEST_NOW, TEST_PASSWORD } from '../support/server'

const KIM = {
  id: 0,
  name: '김하늘',
  email: 'kim@test.local',
  password: 'kim-haneul',
  phone: '010-1234-5678',
  zone: '관제팀',
  level: 3,
}
const NEW_PASSWORD = 'Fleet-new2!'
const COMMON = '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'
const TEST_ACCOUNTS = ['guest', 'client', 'vendor', 'master'].map(name => `${name}@test.local`)

/** Each reading is a second later, so that tokens and passwords have an order. */
let clock = TEST_NOW.getTime()
const now = () => {
  clock += 1_000
  return new Date(clock)
}
const api = await startTestApp(undefined, { now })
await insertRow(api.db, 'vendors', { name: '누리통신' })
await insertRow(api.db, 'models', { id: 70, name: 'FT-100' })
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('signin_failures').execute()
  await api.db.deleteFrom('clients').where('email', 'not in', TEST_ACCOUNTS).execute()
})

const put = (url: string) => (who: string, payload: object) => api.put(who, url, payload)
const save = put('/api/clients/')
const saveOwn = put('/api/client/')
const remove = (who: string, id: number) => api.remove(who, `/api/admin/clients/${id}`)
const create = (client: object = {}, who = 'master') => payloadOf<Client>(save(who, { ...KIM, ...client }))
const read = (id: number) => payloadOf<Client>(api.ask('master', `/api/clients/${id}`))
const idOf = async (name: string) => (await findRow(api.db, 'clients', { email: `${name}@test.local` })).id
const accounts = () => findRows(api.db, 'clients')
const errorsOf = async (saving: ReturnType<typeof save>) => (await saving).json().errors
const signIn = (email: string, password: string) =>
  statusOf(api.post(undefined, '/api/auth/login', { email, password }))
const askWith = (token: string, url = '/api/models') => statusOf(api.ask(token, url))

describe('an account', () => {
  it('is created, signs in, is changed and deleted, each with its message', async () => {
    const created = await save('master', KIM)
    expect(created.json()).toMatchObject({ result: true, message: '회원을 생성하였습니다.' })
    const { password: _, ...shown } = KIM
    const client: Client = created.json().payload
    expect(client).toMatchObject({ ...shown, id: client.id, phone: '01012345678', level_name: '회원' })
    expect(created.body).not.toMatch(new RegExp(`${KIM.password}|argon2`))
    expect(await signIn('Kim@test.local', KIM.password)).toBe(200)
    const changed = await save('master', { ...client, name: '김바다', vendor: 1 })
    expect(changed.json()).toMatchObject({
      message: '회원을 수정하였습니다.',
      payload: { name: '김바다', vendor: 1, vendor_name: '한빛통신' },
    })
    expect(await signIn(KIM.email, KIM.password)).toBe(200)
    const removed = await remove('master', client.id)
    expect(removed.json()).toEqual({ result: true, message: 'Client has been deleted!' })
    expect(await signIn(KIM.email, KIM.password)).toBe(401)
  })

  it('is by default of level client, active and without a vendor', async () => {
    const { name, email, password } = KIM
    const client = await payloadOf(save('master', { name, email, password }))
    expect(client).toMatchObject({ level: 3, active: true, paid: false, vendor: 0, comment: '' })
  })

  it('is signed out everywhere when staff set its password', async () => {
    const client = await create()
    const token = await api.login(KIM.email, KIM.password)
    expect(await statusOf(save('master', { id: client.id, name: '그대로', password: '' }))).toBe(200)
    expect(await askWith(token)).toBe(200)
    expect(await statusOf(save('master', { id: client.id, password: NEW_PASSWORD }))).toBe(200)
    expect(await askWith(token)).toBe(401)
    expect(await signIn(KIM.email, NEW_PASSWORD)).toBe(200)
  })

  it('of a vendor keeps its own payment, and shows that of the vendor', async () => {
    await updateRows(api.db, 'vendors', { id: 2 }, { paid: true, expired: '2029-12-31T00:00:00Z' })
    const payment = { paid: true, expired: '2028-01-01T00:00:00.000Z' }
    const client = await create(payment)
    expect(client).toMatchObject({ ...payment, vendor_paid: false, vendor_expired: '0001-01-01T00:00:00Z' })
    const ofVendor = { vendor_paid: true, vendor_expired: '2029-12-31T00:00:00.000Z' }
    const moved = await payloadOf(save('master', { ...client, vendor: 2, paid: false }))
    expect(moved).toMatchObject({ ...payment, ...ofVendor })
  })
})

describe('a save is refused', () => {
  const short = '비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!'
  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'name', '필수 회원 생성 데이터가 없습니다!'],
    ['no e-mail', { email: '  ' }, 'email', '필수 회원 생성 데이터가 없습니다!'],
    ['a short phone number', { phone: '010-123' }, 'phone', '정확한 전화번호를 입력해 주십시요!'],
    ['a short password', { password: 'abcdefg' }, 'password', short],
    ['the e-mail as password', { password: KIM.email }, 'password', COMMON],
    ['a very long password', { password: 'Aa1!'.repeat(40) }, 'password', '128자 이하로 입력해 주세요.'],
    ['an unknown level', { level: 4 }, 'level', expect.stringMatching(/[가-힣]/)],
    ['an unknown vendor', { vendor: 9_999 }, 'vendor', '목록에서 선택해 주세요.'],
  ])('with %s, with a message at the field, and stores nothing', async (_what, wrong, field, message) => {
    const before = await accounts()
    const response = await save('master', { ...KIM, ...wrong })
    const errors = expect.objectContaining({ [field]: message })
    expect([response.statusCode, response.json().errors]).toEqual([422, errors])
    expect(await accounts()).toEqual(before)
  })

  it('if an edit has no name or e-mail, with its own message', async () => {
    const client = await create()
    const message = '필수 회원 데이터가 없습니다!'
    for (const field of ['name', 'email'])
      expect((await save('master', { ...client, [field]: '' })).json()).toMatchObject({
        message,
        errors: { [field]: message },
      })
  })

  it('with the e-mail of another account, in upper or lower case', async () => {
    const client = await create()
    const taken = { email: '이미 사용 중인 이메일입니다' }
    expect(await errorsOf(save('master', { ...KIM, email: ' KIM@test.local ' }))).toEqual(taken)
    expect(await errorsOf(save('master', { ...client, email: 'GUEST@test.local' }))).toEqual(taken)
    expect(await errorsOf(saveOwn('client', { email: 'Kim@Test.Local' }))).toEqual(taken)
  })
})

describe('levels', () => {
  it.each<[who: string, level: number, status: number]>([
    ['master', 9, 200],
    ['vendor', 9, 422],
    ['vendor', 6, 200],
    ['vendor', 1, 200],
    ['vendor', 0, 422],
    ['client', 3, 403],
  ])('a %s who creates an account of level %i gets %i', async (who, level, status) => {
    const before = await accounts()
    const response = await save(who, { ...KIM, level })
    expect(response.statusCode).toBe(status)
    if (status === 200) expect((await read(response.json().payload.id)).level).toBe(level)
    else expect(await accounts()).toEqual(before)
  })

  it('cannot be raised above the level of the caller', async () => {
    const { id } = await create({ vendor: 1 })
    expect(await statusOf(save('vendor', { id, level: 9 }))).toBe(422)
    expect((await read(id)).level).toBe(3)
  })

  it('above that of the caller hide an account', async () => {
    const boss = await create({ vendor: 1, level: 9 })
    const unknown = await save('vendor', { id: 9_999, name: 'x' })
    for (const asking of [save('vendor', { id: boss.id, name: 'x' }), remove('vendor', boss.id)]) {
      const { statusCode, body } = await asking
      expect([statusCode, body]).toEqual([404, unknown.body])
    }
  })

  it('are not changed by users for themselves, who can neither deactivate nor delete their own account', async () => {
    const id = await idOf('master')
    expect(await errorsOf(save('master', { id, level: 3 }))).toHaveProperty('level')
    expect(await errorsOf(save('master', { id, active: false }))).toHaveProperty('active')
    const removed = await remove('master', id)
    expect([removed.statusCode, removed.json().message]).toEqual([403, '자신의 계정은 삭제할 수 없습니다.'])
  })

  it('take effect at once: the next request of an account that is demoted, deactivated or deleted is refused', async () => {
    const { id } = await create({ level: 6, vendor: 1 })
    const token = await api.login(KIM.email, KIM.password)
    const list = () => askWith(token, '/api/admin/clients')
    expect(await list()).toBe(200)
    await save('master', { id, level: 3 })
    expect(await list()).toBe(403)
    await save('master', { id, active: false })
    expect(await askWith(token)).toBe(401)
    await save('master', { id, active: true })
    expect(await askWith(token)).toBe(200)
    await remove('master', id)
    expect(await askWith(token)).toBe(401)
  })
})

it('staff of a vendor creates accounts for it, and cannot set the vendor or the payment', async () => {
  const unpaid = { vendor: 1, paid: false, expired: '0001-01-01T00:00:00Z' }
  const client = await create(unpaid, 'vendor')
  expect(client).toMatchObject(unpaid)
  const before = await accounts()
  const locked = { vendor: 2, paid: true, expired: '2030-01-01T00:00:00Z' }
  for (const id of [0, client.id]) {
    const saving = save('vendor', { ...client, ...locked, id, email: 'two@test.local' })
    expect(await refusedFields(saving)).toEqual([422, expect.arrayContaining(Object.keys(locked))])
  }
  expect(await accounts()).toEqual(before)
  const renamed = await payloadOf(save('vendor', { ...client, name: '김둘' }))
  expect(renamed).toMatchObject({ vendor: 1, paid: false, name: '김둘' })
})

describe('devices of an account', () => {
  const addDevices = async (client_id: number) => {
    const owned = { model_id: 70, vendor_id: 1, client_id, linked: TEST_NOW }
    for (const [index, id] of ['490154203237518', '356938035643809'].entries())
      await insertRow(api.db, 'devices', { id, isdn: `0101000000${index}`, ...owned, online: index === 0 })
  }

  it('prevent its deletion and its move to another vendor', async () => {
    const { id } = await create({ vendor: 1 })
    await addDevices(id)
    const removed = await remove('master', id)
    expect([removed.statusCode, removed.json().message]).toEqual([409, expect.stringContaining('2대')])
    expect((await errorsOf(save('master', { id, vendor: 2 }))).vendor).toContain('2대')
    await api.db.deleteFrom('devices').execute()
    expect(await statusOf(save('master', { id, vendor: 2 }))).toBe(200)
    expect(await statusOf(remove('master', id))).toBe(200)
  })

  it('are counted in the profile, as far as the user sees them', async () => {
    await addDevices((await create({ vendor: 1 })).id)
    const profile = (who: string, of = who) =>
      payloadOf<ProfileClient>(api.ask(who, `/api/clients/email/${of}@test.local`))
    const ofVendor = { vendor_devices: 2, vendor_linked: 1 }
    const ofClient = { client_devices: 2, client_linked: 1 }
    expect(await profile('kim')).toMatchObject({ vendor_name: '한빛통신', ...ofVendor, ...ofClient })
    expect(await profile('client')).toMatchObject({ vendor_devices: 0, client_devices: 0 })
    expect(await profile('vendor')).toMatchObject({ ...ofVendor, client_devices: 0 })
    expect(await profile('master')).toMatchObject({ vendor: 0, vendor_devices: 2, client_devices: 0 })
    expect(await profile('master', 'kim')).toMatchObject(ofClient)
  })
})

describe('the own profile', () => {
  it('changes name, e-mail, phone number, department and duty; other changes are refused by name', async () => {
    const before = await read(await idOf('client'))
    const sent = { name: '새 이름', phone: '02-1234-5678', zone: '영업', duty: '과장' }
    const locked = {
      level: 9,
      vendor: 2,
      paid: true,
      active: false,
      expired: '2030-01-01T00:00:00Z',
      comment: '내가 썼다',
      created: '2020-01-01T00:00:00Z',
      nobody: 1,
    }
    for (const [key, value] of Object.entries(locked)) {
      const saving = saveOwn('client', { ...before, ...sent, [key]: value })
      expect(await refusedFields(saving)).toEqual([422, [key]])
    }
    const saved = await payloadOf(saveOwn('client', { ...before, ...sent }))
    expect(saved).toEqual({ ...before, ...sent, phone: '0212345678', updated: expect.any(String) })
    await saveOwn('client', { name: before.name })
  })

  it('can be changed by guests, and is never that of another user', async () => {
    expect(await payloadOf(saveOwn('guest', { zone: '견학' }))).toMatchObject({ level: 1, zone: '견학' })
    const before = await accounts()
    expect(await statusOf(saveOwn('client', { id: await idOf('vendor'), name: 'x' }))).toBe(404)
    expect(await accounts()).toEqual(before)
  })

  const missing = '변경하고자 하는 값을 입력하여 주세요!'
  it.each<[object, string, string]>([
    [{ name: ' ' }, 'name', missing],
    [{ password: 'kim-haneul' }, 'password', '잘못된 비밀번호 입니다'],
    [{ password: '비밀번호Aa1!' }, 'password', '한글 사용은 가능하지 않습니다!'],
    [{ password: 'Abc def1!' }, 'password', '공백 사용은 가능하지 않습니다!'],
    [{ password: 'Aaaaa111!' }, 'password', '같은 문자를 4번 이상 사용하실 수 없습니다.'],
  ])('refuses %j with a message at the field, and stores nothing', async (wrong, field, message) => {
    const before = await accounts()
    const response = await saveOwn('client', wrong)
    expect([response.statusCode, response.json().errors]).toEqual([422, { [field]: message }])
    expect(await accounts()).toEqual(before)
  })

  it.each(['/api/clients/', '/api/client/'])(
    'gets a new password at %s only with the current one, which ends its other sessions',
    async url => {
      const { id } = await create({ level: 9, password: TEST_PASSWORD })
      const [own, other] = [await api.login(KIM.email), await api.login(KIM.email)]
      const change = (current_password?: string) =>
        api.put(own, url, { id, password: NEW_PASSWORD, zone: '새 부서', current_password })
      const missing = { current_password: '현재 비밀번호를 입력해 주세요.' }
      const wrong = { current_password: '현재 비밀번호가 올바르지 않습니다.' }
      expect([await errorsOf(change()), await errorsOf(change('x'))]).toEqual([missing, wrong])
      expect(await read(id)).toMatchObject({ zone: KIM.zone })
      const hashOf = async () => (await findRow(api.db, 'clients', { id })).password_hash
      expect(await statusOf(change(TEST_PASSWORD))).toBe(200)
      const hash = await hashOf()
      // The request is repeated, as after a lost response.
      expect(await statusOf(change(TEST_PASSWORD))).toBe(200)
      expect(await hashOf()).toBe(hash)
      expect([await askWith(own), await askWith(other)]).toEqual([200, 401])
      const [before, after] = [await signIn(KIM.email, TEST_PASSWORD), await signIn(KIM.email, NEW_PASSWORD)]
      expect([before, after]).toEqual([401, 200])
    },
  )

  it('locks after five wrong current passwords', async () => {
    await create({ password: TEST_PASSWORD })
    const statuses: number[] = []
    for (const current_password of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'])
      statuses.push(await statusOf(saveOwn('kim', { password: NEW_PASSWORD, current_password })))
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})
