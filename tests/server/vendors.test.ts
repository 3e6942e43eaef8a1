/** Vendors: the form with its refusals, deletion, and fields that config adds. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Vendor } from '../../src/contract/vendors'
import { addedField, packageConfig } from '../support/config'
import { insertRow, updateRows } from '../support/rows'
import { payloadOf, startTestApp, statusOf } from '../support/server'

const NURI = {
  id: 0,
  name: '누리통신',
  brn: '2208162517',
  comment: '차량 관제',
  paid: true,
  expired: '2027-03-31T15:00:00.000Z',
}

let current = packageConfig()
const api = await startTestApp(undefined, { current: () => current })
beforeEach(async () => {
  current = packageConfig()
  for (const table of ['orders', 'devices', 'batches', 'models'] as const)
    await api.db.deleteFrom(table).execute()
  await api.db.deleteFrom('clients').where('vendor_id', '>', 1).execute()
  await updateRows(api.db, 'clients', { level: 9 }, { vendor_id: 0 })
  await api.db.deleteFrom('vendors').where('id', '>', 1).execute()
})

const LIST = '/api/admin/vendors'
const url = (id: number) => `${LIST}/${id}`
const put = (to: string, payload: object, who = 'master') => api.put(who, to, payload)
const errorsOf = async (saving: ReturnType<typeof put>) => (await saving).json().errors
const create = (vendor: object = NURI) => payloadOf<Vendor>(put(LIST, vendor))
const read = (id: number, who = 'master') => payloadOf(api.ask(who, url(id)))
const remove = (id: number) => api.remove('master', url(id))

describe('a vendor', () => {
  it('that is the provider (vendor 0) is neither shown nor changed', async () => {
    const unknown = await api.ask('master', url(9_999))
    for (const asking of [api.ask('master', url(0)), put(url(0), { name: '없음' }), remove(0)]) {
      const { statusCode, body } = await asking
      expect([statusCode, body]).toEqual([404, unknown.body])
    }
  })

  it('has no end of payment once the form has emptied it', async () => {
    const { id } = await create()
    expect((await payloadOf(put(url(id), { expired: null }))).expired).toBe('0001-01-01T00:00:00Z')
  })

  it('keeps fields that are not sent; unknown and locked fields are refused by name', async () => {
    const before = await create()
    const wrong = { comment: '새 설명', created: '2020-01-01T00:00:00Z', no: 1 }
    expect(await errorsOf(put(url(before.id), wrong))).toEqual({
      created: '변경할 수 없는 항목입니다.',
      no: '알 수 없는 항목입니다.',
    })
    const sent = { comment: '새 설명', id: 77, created: before.created }
    const saved = await payloadOf(put(url(before.id), sent))
    expect(saved).toEqual({ ...before, comment: '새 설명', updated: expect.any(String) })
  })

  it('is not deleted while it owns records, and the message counts them', async () => {
    const { id } = await create()
    await insertRow(api.db, 'models', { id: 50, name: 'FT-100' })
    await insertRow(api.db, 'batches', { name: '1차', vendor_id: id, model_id: 50 })
    await api.addAccount({ email: 'a@nuri.test', level: 3, vendor: id })
    const device = { id: '490154203237518', isdn: '01010000000', model_id: 50, vendor_id: id }
    await insertRow(api.db, 'devices', device)
    const refused = await remove(id)
    const message = '이 업체에 단말 1대, 회원 1명, 그룹 1개, 모델 0개가 있어 삭제할 수 없습니다.'
    expect([refused.statusCode, refused.json().message]).toEqual([409, message])
    await api.db.deleteFrom('devices').execute()
    await api.db.deleteFrom('batches').execute()
    const order = { sender_name: 'a', code: 'reboot', caption: '', theme: 'device' as const, success: 1 }
    await insertRow(api.db, 'orders', { ...order, vendor_id: id })
    expect((await remove(id)).statusCode).toBe(409)
    await api.db.deleteFrom('clients').where('vendor_id', '=', id).execute()
    expect((await remove(id)).statusCode).toBe(200)
    expect(await api.db.selectFrom('orders').select('vendor_id').execute()).toEqual([{ vendor_id: 0 }])
  })
})

describe('a save is refused', () => {
  const brn = '정확한 사업자 등록번호를 입력해 주십시요!'
  it.each<[string, object, string, string]>([
    ['no name', { name: '  ' }, 'name', '업체명이 없습니다!'],
    ['no registration number', { brn: '' }, 'brn', brn],
    ['a wrong check digit', { brn: '2208162518' }, 'brn', brn],
    ['a script as page', { page: 'javascript:alert(1)' }, 'page', '정확한 주소(URL)를 입력해 주세요.'],
  ])('with %s, with a message at the field, and stores nothing', async (_what, wrong, field, message) => {
    const before = await create()
    const created = await put(LIST, { ...NURI, brn: '1208147521', ...wrong })
    for (const response of [created, await put(url(before.id), { ...before, ...wrong })]) {
      const { errors, message: first } = response.json()
      expect([response.statusCode, errors[field], first]).toEqual([422, message, message])
    }
    expect(await read(before.id)).toEqual(before)
    expect((await api.ask('master', LIST)).json().payload).toHaveLength(2)
  })

  it('with the registration number of another vendor, with or without dashes', async () => {
    await create()
    const errors = { brn: '이미 등록된 사업자 등록번호입니다.' }
    expect(await errorsOf(put(LIST, { ...NURI, brn: '220-81-62517' }))).toEqual(errors)
  })

  it('if it would deactivate the vendor of the user', async () => {
    await updateRows(api.db, 'clients', { email: 'master@test.local' }, { vendor_id: 1 })
    const errors = { active: '자신이 속한 업체는 사용 중지할 수 없습니다.' }
    expect(await errorsOf(put(url(1), { active: false }))).toEqual(errors)
  })
})

it('a field that config adds is not shown below its level; config cannot give a right that the contract denies', async () => {
  const { access, fields } = current.shared.resources.vendors!
  Object.assign(access, { show: 'vendor', edit: 'vendor' })
  fields.secret = addedField('secret', { read: 'master' })
  fields.grade = addedField('grade', { write: 'master' })
  fields.comment = { ...fields.comment!, read: 'master' }
  await put(url(1), { secret: '가', grade: 'A', comment: '내부' })
  const seen = await read(1, 'vendor')
  expect(seen).toMatchObject({ grade: 'A', comment: '' })
  expect(seen).not.toHaveProperty('secret')
  expect(await statusOf(put(url(1), seen, 'vendor'))).toBe(403)
})
