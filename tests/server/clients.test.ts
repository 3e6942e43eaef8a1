import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client, ProfileClient } from '../../src/contract/clients'
import type { CompiledConfig } from '../../src/engine/compiled'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '../support/server'

const KIM = {
  id: 0,
  name: '김하늘',
  email: 'kim@test.local',
  password: 'kim-haneul',
  phone: '010-1234-5678',
  zone: '관제팀',
  duty: '팀장',
  comment: '',
  level: 3,
  vendor: 0,
  active: true,
  paid: false,
}
const NEW_PASSWORD = 'Fleet-new2!'
const COMMON = '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'
const OWN = ['guest', 'client', 'vendor', 'master']

let api: TestApp
let config: CompiledConfig
/** Time moves by itself with every look at it: tokens and passwords have their order. */
let clock = TEST_NOW.getTime()
beforeAll(async () => {
  config = packageConfig().shared
  const source = testConfig()
  const current = source.current()
  api = await startTestApp(await newDatabase(), {
    config: { ...source, current: () => ({ ...current, shared: config }) },
    now: () => {
      clock += 1_000
      return new Date(clock)
    },
  })
  await api.db.insertInto('vendors').values({ name: '누리통신' }).execute()
})
beforeEach(async () => {
  config = packageConfig().shared
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('signin_failures').execute()
  await api.db
    .deleteFrom('clients')
    .where(
      'email',
      'not in',
      OWN.map(name => `${name}@test.local`),
    )
    .execute()
})

const save = (who: string, payload: object) => api.ask(who, { method: 'PUT', url: '/api/clients/', payload })
const saveOwn = (who: string, payload: object) =>
  api.ask(who, { method: 'PUT', url: '/api/client/', payload })
const create = async (client: object = {}, who = 'master'): Promise<Client> => {
  const answer = await save(who, { ...KIM, ...client })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json().payload
}
const read = async (id: number, who = 'master'): Promise<Client> =>
  (await api.ask(who, `/api/clients/${id}`)).json().payload
const idOf = async (name: string) =>
  (
    await api.db
      .selectFrom('clients')
      .select('id')
      .where('email', '=', `${name}@test.local`)
      .executeTakeFirstOrThrow()
  ).id
const rows = () => api.db.selectFrom('clients').selectAll().orderBy('id').execute()
const signIn = async (email: string, password: string) =>
  (await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode
const askWith = (token: string) =>
  api.app.inject({ url: '/api/models', headers: { authorization: `Bearer ${token}` } })

it('is created, signs in, is changed and deleted, each with its sentence', async () => {
  const created = await save('master', KIM)
  expect(created.json()).toMatchObject({ result: true, message: '회원을 생성하였습니다.' })
  const { password: _, ...shown } = KIM
  const client: Client = created.json().payload
  expect(client).toMatchObject({ ...shown, id: client.id, phone: '01012345678', level_name: '회원' })
  expect(created.body).not.toContain(KIM.password)
  expect(created.body).not.toContain('argon2')
  expect(await signIn('Kim@test.local', 'kim-haneul')).toBe(200)
  const changed = await save('master', { ...client, name: '김바다', vendor: 1 })
  expect(changed.json()).toMatchObject({
    message: '회원을 수정하였습니다.',
    payload: { name: '김바다', vendor: 1, vendor_name: '한빛통신' },
  })
  expect(await signIn('kim@test.local', 'kim-haneul')).toBe(200)
  const removed = await api.ask('master', { method: 'DELETE', url: `/api/admin/clients/${client.id}` })
  expect(removed.json()).toEqual({ result: true, message: 'Client has been deleted!' })
  expect(await signIn('kim@test.local', 'kim-haneul')).toBe(401)
})

it('is of level client, active and of no vendor where the form says nothing else', async () => {
  const { name, email, password } = KIM
  const client = (await save('master', { name, email, password })).json().payload
  expect(client).toMatchObject({ level: 3, active: true, paid: false, vendor: 0, comment: '' })
})

describe('a refused save', () => {
  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'name', '필수 회원 생성 데이터가 없습니다!'],
    ['no address', { email: '  ' }, 'email', '필수 회원 생성 데이터가 없습니다!'],
    ['half an address', { email: 'kim@' }, 'email', '정확한 이메일을 입력해 주십시요!'],
    ['a short number', { phone: '010-123' }, 'phone', '정확한 전화번호를 입력해 주십시요!'],
    [
      'a short password',
      { password: 'abcdefg' },
      'password',
      '비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!',
    ],
    ['a password that everybody has', { password: 'Qwer1234!' }, 'password', COMMON],
    ['the address as password', { password: KIM.email }, 'password', COMMON],
    ['an endless password', { password: 'Aa1!'.repeat(40) }, 'password', '128자 이하로 입력해 주세요.'],
    ['an endless name', { name: '가'.repeat(10_000) }, 'name', '100자 이하로 입력해 주세요.'],
    ['a level that there is not', { level: 4 }, 'level', expect.stringMatching(/[가-힣]/)],
    ['a vendor that there is not', { vendor: 9_999 }, 'vendor', '목록에서 선택해 주세요.'],
    ['an impossible end', { paid: true, expired: 'tomorrow' }, 'expired', '정확한 날짜를 입력해 주세요.'],
    ['a NUL', { comment: 'a\u0000' }, 'comment', expect.stringMatching(/[가-힣]/)],
  ])('of %s is told at its field and stores nothing', async (_what, wrong, field, sentence) => {
    const before = await rows()
    const answer = await save('master', { ...KIM, ...wrong })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      expect.objectContaining({ [field]: sentence }),
    ])
    expect(await rows()).toEqual(before)
  })

  it('without name or address of an edit has the sentence of edits', async () => {
    const client = await create()
    for (const field of ['name', 'email'])
      expect((await save('master', { ...client, [field]: '' })).json()).toMatchObject({
        message: '필수 회원 데이터가 없습니다!',
        errors: { [field]: '필수 회원 데이터가 없습니다!' },
      })
  })

  it('of an address that somebody has is told, in whatever case it is written', async () => {
    const client = await create()
    const taken = { email: '이미 사용 중인 이메일입니다' }
    expect((await save('master', { ...KIM, email: ' KIM@test.local ' })).json().errors).toEqual(taken)
    expect((await save('master', { ...client, email: 'GUEST@test.local' })).json().errors).toEqual(taken)
    expect((await saveOwn('client', { email: 'Kim@Test.Local' })).json().errors).toEqual(taken)
  })
})

it.each([`'); drop table clients; --`, '<svg onload=alert(1)>', '=1+1', '%{name} {{1}}'])(
  'keeps %s in every text field as the text that it is',
  async text => {
    const texts = { name: text, zone: text, duty: text, comment: text }
    const { id } = await create(texts)
    expect(await read(id)).toMatchObject(texts)
  },
)

describe('levels', () => {
  const allowed: [who: string, level: number, status: number][] = [
    ['master', 9, 200],
    ['master', 6, 200],
    ['master', 1, 200],
    ['vendor', 9, 422],
    ['vendor', 7, 422],
    ['vendor', 6, 200],
    ['vendor', 3, 200],
    ['vendor', 1, 200],
    ['vendor', 0, 422],
    ['client', 3, 403],
    ['guest', 1, 403],
  ]
  it.each(allowed)('%s creating level %i is answered %i', async (who, level, status) => {
    const before = await rows()
    const answer = await save(who, { ...KIM, level })
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect((await read(answer.json().payload.id)).level).toBe(level)
    else expect(await rows()).toEqual(before)
  })

  it('are not raised above one’s own by an edit', async () => {
    const client = await create({ vendor: 1 })
    expect((await save('vendor', { id: client.id, level: 9 })).statusCode).toBe(422)
    expect((await read(client.id)).level).toBe(3)
  })

  it('above one’s own are out of reach, as if they were not there', async () => {
    const boss = await create({ vendor: 1, level: 9 })
    const nobody = await save('vendor', { id: 9_999, name: 'x' })
    const answer = await save('vendor', { id: boss.id, name: 'x' })
    expect([answer.statusCode, answer.body]).toEqual([404, nobody.body])
    const removed = await api.ask('vendor', { method: 'DELETE', url: `/api/admin/clients/${boss.id}` })
    expect([removed.statusCode, removed.body]).toEqual([404, nobody.body])
  })

  it('of one’s own account, its activity and its life are not one’s own to end', async () => {
    const id = await idOf('master')
    expect((await save('master', { id, level: 3 })).json().errors).toHaveProperty('level')
    expect((await save('master', { id, active: false })).json().errors).toHaveProperty('active')
    const removed = await api.ask('master', { method: 'DELETE', url: `/api/admin/clients/${id}` })
    expect([removed.statusCode, removed.json().message]).toEqual([403, '자신의 계정은 삭제할 수 없습니다.'])
  })

  it('count from the next request on when somebody is demoted, deactivated or deleted', async () => {
    const client = await create({ level: 6, vendor: 1 })
    const token = await api.login('kim@test.local', 'kim-haneul')
    const list = () =>
      api.app.inject({ url: '/api/admin/clients', headers: { authorization: `Bearer ${token}` } })
    expect((await list()).statusCode).toBe(200)
    await save('master', { id: client.id, level: 3 })
    expect((await list()).statusCode).toBe(403)
    await save('master', { id: client.id, active: false })
    expect((await askWith(token)).statusCode).toBe(401)
    await save('master', { id: client.id, active: true })
    expect((await askWith(token)).statusCode).toBe(200)
    await api.ask('master', { method: 'DELETE', url: `/api/admin/clients/${client.id}` })
    expect((await askWith(token)).statusCode).toBe(401)
  })
})

describe('staff of a vendor', () => {
  it('create clients of their own vendor, and settle nothing about payment: what they may not set is named', async () => {
    const client = await create({ vendor: 1, paid: false, expired: '0001-01-01T00:00:00Z' }, 'vendor')
    expect(client).toMatchObject({ vendor: 1, paid: false, expired: '0001-01-01T00:00:00Z' })
    const before = await rows()
    const refused = { vendor: 2, paid: true, expired: '2030-01-01T00:00:00Z' }
    for (const id of [0, client.id]) {
      const answer = await save('vendor', { ...client, ...refused, id, email: 'two@test.local' })
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual(expect.arrayContaining(['expired', 'paid', 'vendor']))
    }
    expect(await rows()).toEqual(before)
    const renamed = await save('vendor', { ...client, name: '김둘' })
    expect(renamed.json().payload).toMatchObject({ vendor: 1, paid: false, name: '김둘' })
  })

  it('see, change and delete no one of another vendor', async () => {
    const foreign = await create({ vendor: 2 })
    const before = await rows()
    const list = await api.ask('vendor', '/api/admin/clients')
    expect(list.body).not.toContain('kim@test.local')
    expect((await api.ask('vendor', `/api/clients/${foreign.id}`)).statusCode).toBe(404)
    expect((await api.ask('vendor', '/api/clients/email/kim@test.local')).statusCode).toBe(404)
    expect((await save('vendor', { id: foreign.id, name: 'x' })).statusCode).toBe(404)
    const url = `/api/admin/clients/${foreign.id}`
    expect((await api.ask('vendor', { method: 'DELETE', url })).statusCode).toBe(404)
    expect(await rows()).toEqual(before)
  })

  it('have as many in their list as their vendor has below and beside them', async () => {
    await create({ vendor: 1 })
    await create({ vendor: 1, level: 9, email: 'boss@test.local' })
    await create({ vendor: 2, email: 'far@test.local' })
    const list: Client[] = (await api.ask('vendor', '/api/admin/clients')).json().payload
    expect(list.map(client => client.email).sort()).toEqual(
      ['guest', 'client', 'vendor', 'kim'].map(name => `${name}@test.local`).sort(),
    )
  })
})

describe('devices', () => {
  const give = async (client: number, vendor: number) => {
    await api.db
      .insertInto('models')
      .values({ id: 70, name: 'FT-100' })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    for (const [at, id] of ['490154203237518', '356938035643809'].entries())
      await api.db
        .insertInto('devices')
        .values({
          id,
          isdn: `0101000000${at}`,
          model_id: 70,
          vendor_id: vendor,
          client_id: client,
          online: at === 0,
          linked: TEST_NOW,
        })
        .execute()
  }

  it('keep their client from being deleted and from leaving for another vendor', async () => {
    const client = await create({ vendor: 1 })
    await give(client.id, 1)
    const url = `/api/admin/clients/${client.id}`
    const removed = await api.ask('master', { method: 'DELETE', url })
    expect([removed.statusCode, removed.json().message]).toEqual([409, expect.stringContaining('2대')])
    expect((await save('master', { id: client.id, vendor: 2 })).json().errors.vendor).toContain('2대')
    await api.db.deleteFrom('devices').execute()
    expect((await save('master', { id: client.id, vendor: 2 })).statusCode).toBe(200)
    expect((await api.ask('master', { method: 'DELETE', url })).statusCode).toBe(200)
  })

  it('are counted in the profile, as far as who asks can see them', async () => {
    const client = await create({ vendor: 1 })
    await give(client.id, 1)
    const profile = async (who: string, of = who): Promise<ProfileClient> =>
      (await api.ask(who, `/api/clients/email/${of}@test.local`)).json().payload
    expect(await profile('kim')).toMatchObject({
      vendor_name: '한빛통신',
      vendor_devices: 2,
      vendor_linked: 1,
      client_devices: 2,
      client_linked: 1,
    })
    expect(await profile('client')).toMatchObject({ vendor_devices: 0, client_devices: 0 })
    expect(await profile('vendor')).toMatchObject({
      vendor_devices: 2,
      vendor_linked: 1,
      client_devices: 0,
    })
    expect(await profile('master')).toMatchObject({ vendor: 0, vendor_devices: 2, client_devices: 0 })
    expect(await profile('master', 'kim')).toMatchObject({ client_devices: 2, client_linked: 1 })
  })
})

describe('the profile', () => {
  it('changes name, address, number, department and duty; what else would change is named', async () => {
    const id = await idOf('client')
    const before = await read(id)
    const sent = { name: '새 이름', phone: '02-1234-5678', zone: '영업', duty: '과장' }
    const foreign = {
      level: 9,
      vendor: 2,
      paid: true,
      active: false,
      expired: '2030-01-01T00:00:00Z',
      comment: '내가 썼다',
      created: '2020-01-01T00:00:00Z',
      nobody: 1,
    }
    for (const [key, value] of Object.entries(foreign)) {
      const refused = await saveOwn('client', { ...before, ...sent, [key]: value })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [key]])
    }
    const answer = await saveOwn('client', { ...before, ...sent })
    const { updated, ...rest } = before
    expect(answer.json().payload).toEqual({
      ...rest,
      ...sent,
      phone: '0212345678',
      updated: expect.any(String),
    })
    await saveOwn('client', { name: before.name })
  })

  it('is newDatabase to guests, for their own record', async () => {
    expect((await saveOwn('guest', { zone: '견학' })).json().payload).toMatchObject({
      level: 1,
      zone: '견학',
    })
  })

  it('is never somebody else’s', async () => {
    const before = await rows()
    expect((await saveOwn('client', { id: await idOf('vendor'), name: 'x' })).statusCode).toBe(404)
    expect(await rows()).toEqual(before)
  })

  it.each<[object, string, string]>([
    [{ name: ' ' }, 'name', '변경하고자 하는 값을 입력하여 주세요!'],
    [{ email: '' }, 'email', '변경하고자 하는 값을 입력하여 주세요!'],
    [{ email: 'x@y' }, 'email', '정확한 이메일을 입력해 주십시요!'],
    [{ phone: '12' }, 'phone', '정확한 전화번호를 입력해 주십시요!'],
    [{ password: 'kim-haneul' }, 'password', '잘못된 비밀번호 입니다'],
    [{ password: '비밀번호Aa1!' }, 'password', '한글 사용은 가능하지 않습니다!'],
    [{ password: 'Abc def1!' }, 'password', '공백 사용은 가능하지 않습니다!'],
    [{ password: 'Aaaaa111!' }, 'password', '같은 문자를 4번 이상 사용하실 수 없습니다.'],
    [{ password: 'P@ssw0rd' }, 'password', COMMON],
    [{ password: NEW_PASSWORD }, 'current_password', '현재 비밀번호를 입력해 주세요.'],
    [
      { password: NEW_PASSWORD, current_password: 'x' },
      'current_password',
      '현재 비밀번호가 올바르지 않습니다.',
    ],
  ])('refuses %j at its field and changes nothing', async (wrong, field, sentence) => {
    const before = await rows()
    const answer = await saveOwn('client', wrong)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [field]: sentence }])
    expect(await rows()).toEqual(before)
  })

  it('changes the password, ends the other sessions and keeps this one', async () => {
    await create({ password: TEST_PASSWORD })
    const [here, there] = [await api.login('kim@test.local'), await api.login('kim@test.local')]
    const answer = await api.app.inject({
      method: 'PUT',
      url: '/api/client/',
      headers: { authorization: `Bearer ${here}` },
      payload: { password: NEW_PASSWORD, current_password: TEST_PASSWORD },
    })
    expect(answer.statusCode).toBe(200)
    expect([(await askWith(here)).statusCode, (await askWith(there)).statusCode]).toEqual([200, 401])
    expect(await signIn('kim@test.local', TEST_PASSWORD)).toBe(401)
    expect(await signIn('kim@test.local', NEW_PASSWORD)).toBe(200)
  })

  it('has the password already when the same change is asked for again, and nothing changes', async () => {
    await create({ password: TEST_PASSWORD })
    const change = { password: NEW_PASSWORD, current_password: TEST_PASSWORD }
    const token = await api.login('kim@test.local')
    const ask = () =>
      api.app.inject({
        method: 'PUT',
        url: '/api/client/',
        headers: { authorization: `Bearer ${token}` },
        payload: change,
      })
    expect((await ask()).statusCode).toBe(200)
    const since = await rows()
    expect((await ask()).statusCode).toBe(200)
    const kept = (list: Awaited<ReturnType<typeof rows>>) => list.map(one => one.password_hash)
    expect(kept(await rows())).toEqual(kept(since))
    expect(await signIn('kim@test.local', NEW_PASSWORD)).toBe(200)
  })

  it('slows down whoever guesses the current password', async () => {
    await create({ password: TEST_PASSWORD })
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++)
      statuses.push(
        (await saveOwn('kim', { password: NEW_PASSWORD, current_password: `x${turn}` })).statusCode,
      )
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})

it('is signed out everywhere when staff give it a new password, and nobody changes their own that way', async () => {
  const client = await create()
  const token = await api.login('kim@test.local', 'kim-haneul')
  expect((await save('master', { id: client.id, name: '그대로', password: '' })).statusCode).toBe(200)
  expect((await askWith(token)).statusCode).toBe(200)
  expect((await save('master', { id: client.id, password: NEW_PASSWORD })).statusCode).toBe(200)
  expect((await askWith(token)).statusCode).toBe(401)
  expect(await signIn('kim@test.local', NEW_PASSWORD)).toBe(200)
  const own = await save('master', { id: await idOf('master'), password: NEW_PASSWORD })
  expect(own.json().errors).toEqual({ password: '자신의 비밀번호는 내 정보에서 바꿔 주세요.' })
})

it('is not overwritten by who has not seen the last change', async () => {
  const seen = await create()
  expect((await save('master', { ...seen, zone: '먼저' })).statusCode).toBe(200)
  const second = await save('master', { ...seen, duty: '나중' })
  expect([second.statusCode, second.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', record: await read(seen.id) }),
  ])
})

it('keeps the end of its payment while it is of a vendor, and shows the vendor’s', async () => {
  await api.db
    .updateTable('vendors')
    .set({ paid: true, expired: '2029-12-31T00:00:00Z' })
    .where('id', '=', 2)
    .execute()
  const own = { paid: true, expired: '2028-01-01T00:00:00.000Z' }
  const client = await create(own)
  expect(client).toMatchObject({ ...own, vendor_paid: false, vendor_expired: '0001-01-01T00:00:00Z' })
  const moved = await save('master', { ...client, vendor: 2, paid: false })
  expect(moved.json().payload).toMatchObject({
    ...own,
    vendor_paid: true,
    vendor_expired: '2029-12-31T00:00:00.000Z',
  })
})
