import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Vendor } from '../../src/contract/vendors'
import type { CompiledConfig, CompiledField } from '../../src/engine/compiled'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const NURI = {
  id: 0,
  name: '누리통신',
  brn: '2208162517',
  comment: '차량 관제',
  addr: '서울특별시 중구 세종대로 110',
  post: '04524',
  page: 'https://nuri.example.com',
  active: true,
  maker: true,
  paid: true,
  expired: '2027-03-31T15:00:00.000Z',
}

/** A field that an operator adds in config/resources/vendors.json. */
const added = (field: Partial<CompiledField> & { name: string }): CompiledField => ({
  type: 'text',
  label: { ko: '등급', en: 'Grade' },
  format: 'text',
  input: 'text',
  rules: [],
  read: 'none',
  write: 'none',
  whenHidden: 'keep',
  storage: 'extra',
  ...field,
})

let api: TestApp
let config: CompiledConfig
beforeAll(async () => {
  config = packageConfig().shared
  const source = testConfig()
  const current = source.current()
  api = await startTestApp(await newDatabase(), {
    config: { ...source, current: () => ({ ...current, shared: config }) },
  })
})
beforeEach(async () => {
  config = packageConfig().shared
  for (const table of ['orders', 'devices', 'batches', 'models'] as const)
    await api.db.deleteFrom(table).execute()
  await api.db.deleteFrom('clients').where('vendor_id', '>', 1).execute()
  await api.db.updateTable('clients').set({ vendor_id: 0 }).where('level', '=', 9).execute()
  await api.db.deleteFrom('vendors').where('id', '>', 1).execute()
})
const put = (url: string, payload: object, who = 'master', language = 'ko') =>
  api.ask(who, { method: 'PUT', url, payload, headers: { 'accept-language': language } })
const create = async (vendor: object = NURI): Promise<Vendor> => {
  const answer = await put('/api/admin/vendors', vendor)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json().payload
}
const read = async (id: number, who = 'master') =>
  (await api.ask(who, `/api/admin/vendors/${id}`)).json().payload
const url = (id: number) => `/api/admin/vendors/${id}`

it('is created, listed, changed and deleted, each with its sentence', async () => {
  const created = await put('/api/admin/vendors', NURI)
  expect(created.json()).toMatchObject({ result: true, message: '업체를 생성하였습니다.' })
  const { id } = created.json().payload
  expect(await read(id)).toMatchObject({ ...NURI, id })
  const list = (await api.ask('master', '/api/admin/vendors')).json().payload
  expect(list.map((vendor: Vendor) => vendor.name)).toEqual(['한빛통신', '누리통신'])
  const changed = await put(url(id), { ...created.json().payload, name: '누리', maker: false })
  expect(changed.json().message).toBe('업체을 수정하였습니다.')
  expect(await read(id)).toMatchObject({ ...NURI, id, name: '누리', maker: false })
  const removed = await api.ask('master', { method: 'DELETE', url: url(id) })
  expect(removed.json()).toEqual({ result: true, message: 'Vendor has been Deleted!' })
  expect((await api.ask('master', url(id))).statusCode).toBe(404)
})

it('never lists or changes the provider itself, which is vendor 0', async () => {
  const nobody = [404, (await api.ask('master', url(9_999))).body]
  for (const answer of [
    await api.ask('master', url(0)),
    await put(url(0), { name: '없음' }),
    await api.ask('master', { method: 'DELETE', url: url(0) }),
  ])
    expect([answer.statusCode, answer.body]).toEqual(nobody)
})

it('an end that the form has emptied is none', async () => {
  const vendor = await create()
  expect(
    (await put(url(vendor.id), { ...vendor, paid: true, expired: '2030-01-01T00:00:00Z' })).statusCode,
  ).toBe(200)
  const { updated } = (await put(url(vendor.id), { expired: '2031-01-01T00:00:00Z' })).json().payload
  const answer = await put(url(vendor.id), { expired: null, updated })
  expect([answer.statusCode, answer.json().payload.expired]).toEqual([200, '0001-01-01T00:00:00Z'])
})

describe('a refused save', () => {
  it.each<[string, object, string, string]>([
    ['no name', { name: '  ' }, 'name', '업체명이 없습니다!'],
    ['no number', { brn: '' }, 'brn', '정확한 사업자 등록번호를 입력해 주십시요!'],
    ['a wrong check digit', { brn: '2208162518' }, 'brn', '정확한 사업자 등록번호를 입력해 주십시요!'],
    ['a long postal code', { post: '1234567' }, 'post', '6자 이하로 입력해 주세요.'],
    ['a page that is a script', { page: 'javascript:alert(1)' }, 'page', '정확한 주소(URL)를 입력해 주세요.'],
    ['an impossible time', { expired: '2027-13-45T00:00:00Z' }, 'expired', '정확한 날짜를 입력해 주세요.'],
    [
      'a time beyond the years',
      { expired: '+020000-01-01T00:00:00Z' },
      'expired',
      '정확한 날짜를 입력해 주세요.',
    ],
    ['an endless name', { name: '가'.repeat(10_000) }, 'name', '100자 이하로 입력해 주세요.'],
    ['a picture that is a page', { img: 'data:text/html,<script>' }, 'img', expect.stringMatching(/[가-힣]/)],
  ])('of %s is told at its field and stores nothing', async (_what, wrong, field, sentence) => {
    const before = await create()
    for (const answer of [
      await put('/api/admin/vendors', { ...NURI, brn: '1208147521', ...wrong }),
      await put(url(before.id), { ...before, ...wrong }),
    ]) {
      const { message, errors } = answer.json()
      expect([answer.statusCode, errors[field]]).toEqual([422, sentence])
      expect(message).toEqual(sentence)
    }
    expect(await read(before.id)).toEqual(before)
    expect((await api.ask('master', '/api/admin/vendors')).json().payload).toHaveLength(2)
  })

  it('speaks the language of who asks', async () => {
    const answer = await put('/api/admin/vendors', { ...NURI, brn: '1' }, 'master', 'en-US')
    expect(answer.json().errors.brn).toMatch(/^[\x20-\x7e]+$/)
  })

  it('of a number that another vendor has is told, however it is written', async () => {
    await create()
    const answer = await put('/api/admin/vendors', { ...NURI, brn: '220-81-62517' })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { brn: '이미 등록된 사업자 등록번호입니다.' },
    ])
  })

  it('of text that no database keeps is told at its field', async () => {
    for (const comment of ['a\u0000b', 'a\ud800b']) {
      const answer = await put('/api/admin/vendors', { ...NURI, comment })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['comment']])
    }
  })

  it('of the vendor that one belongs to oneself keeps nobody out', async () => {
    await api.db
      .updateTable('clients')
      .set({ vendor_id: 1 })
      .where('email', '=', 'master@test.local')
      .execute()
    const answer = await put(url(1), { active: false })
    expect(answer.json().errors).toEqual({ active: '자신이 속한 업체는 사용 중지할 수 없습니다.' })
  })
})

it.each([
  `'; drop table vendors; --`,
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://x","y")',
  '{{7*7}} $' + '{7*7} %{name} \\',
  "@SUM(1+1)*cmd|' /C calc'!A0",
])('keeps %s in every text field as the text that it is', async text => {
  const texts = { name: text, comment: text, addr: text }
  const { id } = await create({ ...NURI, ...texts })
  expect(await read(id)).toMatchObject(texts)
  expect((await put(url(id), texts)).json().payload).toMatchObject(texts)
})

it('keeps what is not sent, and names keys that nobody declared or may write', async () => {
  const before = await create()
  const refused = await put(url(before.id), {
    comment: '새 설명',
    created: '2020-01-01T00:00:00Z',
    no: 1,
  })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { created: '변경할 수 없는 항목입니다.', no: '알 수 없는 항목입니다.' },
  ])
  const answer = await put(url(before.id), { comment: '새 설명', id: 77, created: before.created })
  const { updated: _, ...rest } = before
  expect(answer.json().payload).toEqual({ ...rest, comment: '새 설명', updated: expect.any(String) })
})

it('is not overwritten by who has not seen the last change, and shown to them instead', async () => {
  const seen = await create()
  const first = await put(url(seen.id), { ...seen, name: '먼저' })
  const second = await put(url(seen.id), { ...seen, comment: '나중' })
  expect([second.statusCode, second.json()]).toEqual([
    409,
    {
      result: false,
      code: 'conflict',
      message: '그 사이 다른 사용자가 이 내용을 먼저 수정하였습니다.',
      record: first.json().payload,
    },
  ])
  expect(await read(seen.id)).toMatchObject({ name: '먼저', comment: NURI.comment })
  const again = await put(url(seen.id), { ...seen, comment: '나중', updated: second.json().record.updated })
  expect(again.statusCode).toBe(200)
  const { updated: _, ...unaware } = seen
  expect((await put(url(seen.id), unaware)).statusCode).toBe(200)
})

it('has one winner among saves at the same moment', async () => {
  const seen = await create()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => put(url(seen.id), { ...seen, comment: `${at}` })),
  )
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
})

describe('a field that config adds', () => {
  it('is checked, stored, shown and kept when config no longer has it', async () => {
    const { fields } = config.resources.vendors!
    fields.grade = added({ name: 'grade', max: 3, required: { message: { ko: '등급!', en: 'Grade!' } } })
    expect((await put('/api/admin/vendors', NURI)).json().errors).toEqual({ grade: '등급!' })
    expect((await put('/api/admin/vendors', { ...NURI, grade: 'GOLD' })).json().errors).toEqual({
      grade: '3자 이하로 입력해 주세요.',
    })
    const { id } = await create({ ...NURI, grade: ' A ' })
    expect(await read(id)).toMatchObject({ grade: 'A' })
    fields.grade = undefined as never
    delete fields.grade
    expect(await read(id)).not.toHaveProperty('grade')
    await put(url(id), { comment: '그 사이', grade: 'B' })
    fields.grade = added({ name: 'grade' })
    expect(await read(id)).toMatchObject({ grade: 'A', comment: '그 사이' })
  })

  it('carries its value over to a new name, and lets it be emptied there', async () => {
    const { fields } = config.resources.vendors!
    fields.grade = added({ name: 'grade' })
    const { id } = await create({ ...NURI, grade: 'A' })
    delete fields.grade
    fields.rank = added({ name: 'rank', renamedFrom: 'grade' })
    expect(await read(id)).toMatchObject({ rank: 'A' })
    expect((await put(url(id), { rank: '' })).json().payload.rank).toBe('')
    expect(await read(id)).toMatchObject({ rank: '' })
  })

  it('is neither shown to nor taken from those below its levels', async () => {
    config.resources.vendors!.access.show = 'vendor'
    config.resources.vendors!.access.edit = 'vendor'
    const { fields } = config.resources.vendors!
    fields.secret = added({ name: 'secret', read: 'master', write: 'none' })
    fields.grade = added({ name: 'grade', read: 'none', write: 'master' })
    fields.comment = { ...fields.comment!, read: 'master' }
    await put(url(1), { secret: '가', grade: 'A', comment: '내부' })
    const seen = await read(1, 'vendor')
    expect(seen).toMatchObject({ grade: 'A', comment: '' })
    expect(seen).not.toHaveProperty('secret')
    // The contract asks for a master to change it, whatever config says.
    expect((await put(url(1), seen, 'vendor')).statusCode).toBe(403)
  })

  it('must lead to a record that is there when it is a reference', async () => {
    config.resources.vendors!.fields.model = added({
      name: 'model',
      type: 'reference',
      reference: 'models',
    })
    expect((await put('/api/admin/vendors', { ...NURI, model: 99 })).json().errors).toEqual({
      model: '목록에서 선택해 주세요.',
    })
  })
})

it('is not deleted while it owns anything, and says what', async () => {
  const { id } = await create()
  await api.db.insertInto('models').values({ id: 50, name: 'FT-100' }).execute()
  await api.db.insertInto('batches').values({ name: '1차', vendor_id: id, model_id: 50 }).execute()
  await api.addAccount({ email: 'a@nuri.test', level: 3, vendor: id })
  await api.db
    .insertInto('devices')
    .values({ id: '490154203237518', isdn: '01010000000', model_id: 50, vendor_id: id })
    .execute()
  const remove = () => api.ask('master', { method: 'DELETE', url: url(id) })
  const refused = await remove()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    '이 업체에 단말 1대, 회원 1명, 그룹 1개, 모델 0개가 있어 삭제할 수 없습니다.',
  ])
  await api.db.deleteFrom('devices').execute()
  await api.db.deleteFrom('batches').execute()
  await api.db
    .insertInto('orders')
    .values({
      sender_name: 'a',
      vendor_id: id,
      code: 'reboot',
      caption: '',
      theme: 'device',
      success: 1,
    })
    .execute()
  expect((await remove()).statusCode).toBe(409)
  await api.db.deleteFrom('clients').where('vendor_id', '=', id).execute()
  expect((await remove()).statusCode).toBe(200)
  expect(await api.db.selectFrom('orders').select('vendor_id').execute()).toEqual([{ vendor_id: 0 }])
})

it('shows a picture in its own record and in the list of images, and not in the list', async () => {
  const img = 'data:image/png;base64,iVBORw0KGgo='
  const { id } = await create({ ...NURI, img })
  expect(await read(id)).toMatchObject({ img })
  const list = await api.ask('master', '/api/admin/vendors')
  expect(list.body).not.toContain('base64')
  expect((await api.ask('master', '/api/admin/vendors/images-list')).json().payload).toEqual([{ id, img }])
  await put(url(id), { img: '' })
  expect((await api.ask('master', '/api/admin/vendors/images-list')).json().payload).toEqual([])
})
