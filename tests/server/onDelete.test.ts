/** What config says of those that refer to a record comes true when it is deleted: all of it, or nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { configWithDeletions } from '../support/deletions'
import { startTestApp, type TestApp } from '../support/server'

type Json = Record<string, unknown>

const DEVICE = '490154203237518'
const IMEIS = ['356938035643817', '356938035643825']
const current = configWithDeletions()
const config = { ...testConfig(), current: () => current }

let api: TestApp
let client = 0
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  const { db } = api
  await db.insertInto('models').values({ id: 900, name: '바탕' }).execute()
  await db.insertInto('batches').values({ id: 900, name: '그룹', vendor_id: 1, model_id: 900 }).execute()
  await db
    .insertInto('devices')
    .values({ id: DEVICE, isdn: '01012345678', model_id: 900, vendor_id: 1 })
    .execute()
  client = await api.addAccount({ email: 'own@test.local', level: 2, vendor: 1 })
})

const url = (resource: string, id?: number | string) =>
  resource === 'devices'
    ? `/api/devices/${id}`
    : resource === 'clients'
      ? `/api/admin/clients/${id}`
      : resource === 'batches'
        ? `/api/batches/${id}`
        : `/api/resources/${resource}${id === undefined ? '' : `/${id}`}`
const make = async (resource: string, values: Json, who = 'vendor'): Promise<number> => {
  const answer = await api.ask(who, {
    method: 'POST',
    url: url(resource),
    payload: { name: '이름', ...values },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"id"')])
  return answer.json().id
}
const read = async (resource: string, id: number): Promise<Json | number> => {
  const answer = await api.ask('master', url(resource, id))
  return answer.statusCode === 200 ? (answer.json() as Json) : answer.statusCode
}
const remove = async (resource: string, id: number | string, who = 'vendor') => {
  const answer = await api.ask(who, { method: 'DELETE', url: url(resource, id) })
  return { status: answer.statusCode, ...(answer.json() as { code?: string; message?: string }) }
}
const preview = async (resource: string, id: number | string, who = 'vendor') => {
  const answer = await api.ask(who, `/api/removals/${resource}/${id}`)
  return { status: answer.statusCode, ...(answer.json() as Json) }
}
const history = async (resource: string, id: number | string) => {
  const rows = await api.db
    .selectFrom('history')
    .select(['action', 'before', 'after', 'client'])
    .where('resource', '=', resource)
    .where('record', '=', String(id))
    .orderBy('id', 'desc')
    .execute()
  return rows[0]
}
const insert = async (resource: string, values: Json, vendor = 1): Promise<number> => {
  const row = { resource, vendor_id: vendor, data: JSON.stringify(values) }
  return (await api.db.insertInto('records').values(row).returning('id').executeTakeFirstOrThrow()).id
}

it('what says cascade goes too, and what says clear is emptied, each with its history', async () => {
  const customer = await make('customers', { name: '가나상사' })
  const other = await make('customers', { name: '다른 고객' })
  const contracts = [await make('contracts', { customer }), await make('contracts', { customer })]
  const visit = await make('visits', { contract: contracts[0] })
  const sim = await make('sims', { contract: contracts[1] }, 'master').then(async id => {
    await api.db.updateTable('records').set({ vendor_id: 1 }).where('id', '=', id).execute()
    return id
  })
  const team = await make('teams', { customers: [other, customer] })
  const kept = await make('contracts', { customer: other })
  const before = (await read('sims', sim)) as Json
  expect(before).toMatchObject({ contract: contracts[1], used: 'yes' })

  expect(await preview('customers', customer)).toEqual({
    status: 200,
    deleted: [
      { resource: 'contracts', count: 2 },
      { resource: 'visits', count: 1 },
    ],
    cleared: expect.arrayContaining([
      { resource: 'sims', count: 1 },
      { resource: 'teams', count: 1 },
    ]),
  })
  expect(await read('contracts', contracts[0]!)).toMatchObject({ customer })

  expect((await remove('customers', customer)).status).toBe(200)
  for (const [resource, id] of [
    ['customers', customer],
    ['contracts', contracts[0]],
    ['contracts', contracts[1]],
    ['visits', visit],
  ] as const) {
    expect([resource, await read(resource, id!)]).toEqual([resource, 404])
    expect(await history(resource, id!)).toMatchObject({ action: 'deleted', client: 'vendor', after: null })
  }
  const after = (await read('sims', sim)) as Json
  expect(after).toMatchObject({ contract: null, used: 'no' })
  expect(new Date(String(after.updated)) > new Date(String(before.updated))).toBe(true)
  expect(await history('sims', sim)).toMatchObject({
    action: 'changed',
    before: { contract: contracts[1], used: 'yes' },
    after: { contract: null, used: 'no' },
  })
  expect(await read('teams', team)).toMatchObject({ customers: [other] })
  expect(await history('teams', team)).toMatchObject({
    before: { customers: [other, customer] },
    after: { customers: [other] },
  })
  expect(await read('contracts', kept)).toMatchObject({ customer: other })
})

it('a refusal anywhere on the way keeps all of it', async () => {
  const customer = await make('customers', {})
  const contract = await make('contracts', { customer })
  const team = await make('teams', { customers: [customer] })
  const invoice = await make('invoices', { contract })
  const refused = { code: 'record.referred', message: expect.stringMatching(/청구서 1\./) }
  expect(await preview('customers', customer)).toMatchObject({ status: 409, ...refused })
  expect(await remove('customers', customer)).toMatchObject({ status: 409, ...refused })
  expect(await read('contracts', contract)).toMatchObject({ customer })
  expect(await read('teams', team)).toMatchObject({ customers: [customer] })
  await remove('invoices', invoice)
  expect((await remove('customers', customer)).status).toBe(200)
})

it('does nothing else than was agreed to: whoever came to refer to it since is asked about anew', async () => {
  const customer = await make('customers', {})
  const team = await make('teams', { customers: [customer] })
  await make('contracts', { customer })
  const said = '?deleted=1&cleared=1'
  const ask = async (query: string) => {
    const answer = await api.ask('vendor', {
      method: 'DELETE',
      url: `${url('customers', customer)}${query}`,
    })
    return [answer.statusCode, (answer.json() as { code?: string }).code]
  }
  const added = await make('contracts', { customer })
  expect(await ask(said)).toEqual([409, 'record.removalChanged'])
  expect(await read('contracts', added)).toMatchObject({ customer })
  expect(await read('teams', team)).toMatchObject({ customers: [customer] })
  // What refers no more is another deletion too.
  await remove('contracts', added)
  await remove('teams', team)
  expect(await ask(said)).toEqual([409, 'record.removalChanged'])
  expect((await ask('?deleted=-1'))[0]).toBe(400)
  expect(await ask('?deleted=1&cleared=0')).toEqual([200, undefined])
})

it('what goes too does not hold what it goes with', async () => {
  const customer = await make('customers', {})
  const contract = await make('contracts', { customer })
  await make('visits', { contract, customer })
  expect((await remove('customers', customer)).status).toBe(200)
  const alone = await make('customers', {})
  await make('visits', { customer: alone })
  expect(await remove('customers', alone)).toMatchObject({ status: 409, code: 'record.referred' })
})

it.each([
  ['a rule', { group: 'bound' }, /유심 "막는 유심".*bound: 묶인 유심에는 계약이 있어야 합니다\./],
  ['what must be filled in then', { kind: 'kept' }, /유심 "막는 유심".*사유: /],
])('%s of a record that would be emptied keeps all of it', async (_, values, message) => {
  const customer = await make('customers', {})
  const contract = await make('contracts', { customer })
  const sim = await insert('sims', { name: '막는 유심', contract, ...values })
  const { status, code, message: said } = await remove('customers', customer)
  expect([status, code, said]).toEqual([409, 'record.clearRefused', expect.stringMatching(message)])
  expect(await read('contracts', contract)).toMatchObject({ customer })
  expect(await read('sims', sim)).toMatchObject({ contract })
  const english = await api.ask('vendor', {
    method: 'DELETE',
    url: url('customers', customer),
    headers: { 'accept-language': 'en' },
  })
  expect(english.json().message).toMatch(
    /^This was not deleted, for it cannot be taken out of 유심 "막는 유심"\./,
  )
})

it('what a field had under its former name, or while it is not shown, is emptied as well', async () => {
  const contract = await make('contracts', {})
  const former = await insert('sims', { name: '옛', former: contract, kind: 'spare' })
  const hidden = await insert('sims', { name: '숨은', spare: contract })
  expect((await remove('contracts', contract)).status).toBe(200)
  for (const id of [former, hidden]) expect(await read('sims', id)).toMatchObject({ spare: null })
})

it('accounts and devices are emptied by the rights of who deletes', async () => {
  const customer = await make('customers', {})
  const extra = JSON.stringify({ customer })
  await api.db.updateTable('devices').set({ extra }).where('id', '=', DEVICE).execute()
  await api.db.updateTable('clients').set({ extra }).where('id', '=', client).execute()
  expect((await remove('customers', customer)).status).toBe(200)
  const device = await api.db
    .selectFrom('devices')
    .select('extra')
    .where('id', '=', DEVICE)
    .executeTakeFirst()
  const account = await api.db
    .selectFrom('clients')
    .select('extra')
    .where('id', '=', client)
    .executeTakeFirst()
  expect([device?.extra, account?.extra]).toEqual([{ customer: null }, { customer: null }])
  expect(await history('devices', DEVICE)).toMatchObject({ action: 'changed', before: { customer } })
})

it('a device, and the bunches of a group, leave what leads to them', async () => {
  const bunch = await api.db
    .insertInto('bunches')
    .values({ name: '하위', batch_id: 900 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contract = await make('contracts', { device: DEVICE, part: bunch.id })
  expect(await preview('devices', DEVICE, 'master')).toMatchObject({
    cleared: [{ resource: 'contracts', count: 1 }],
  })
  expect(await preview('batches', 900)).toMatchObject({ cleared: [{ resource: 'contracts', count: 1 }] })
  expect(await remove('batches', 900)).toMatchObject({ status: 200 })
  expect(await read('contracts', contract)).toMatchObject({ device: DEVICE, part: null })
  expect((await remove('devices', DEVICE, 'master')).status).toBe(200)
  expect(await read('contracts', contract)).toMatchObject({ device: null })
})

it('of many devices at once none goes that something leads to, whatever config says', async () => {
  const id = '356938035643809'
  await api.db
    .insertInto('devices')
    .values({ id, isdn: '01012345679', model_id: 900, vendor_id: 1 })
    .execute()
  const contract = await make('contracts', { device: id })
  const answer = await api.ask('master', {
    method: 'POST',
    url: '/api/devices/bulk',
    payload: { name: 'on-delete', kind: 'remove', ids: [id], expected: 1 },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'record.referred'])
  expect(await read('contracts', contract)).toMatchObject({ device: id })
})

it('an undone change of many leads to nothing that is gone since', async () => {
  const [first, second] = [await make('customers', {}), await make('customers', {})]
  const bulk = async (values: Json, name: string) => {
    const payload = { name, kind: 'change', ids: IMEIS, expected: IMEIS.length, values }
    const answer = await api.ask('master', { method: 'POST', url: '/api/devices/bulk', payload })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  }
  await api.db
    .insertInto('devices')
    .values(IMEIS.map((id, at) => ({ id, isdn: `0101111000${at}`, model_id: 900, vendor_id: 1 })))
    .execute()
  const held = async () =>
    (await api.db.selectFrom('devices').select('extra').where('id', 'in', IMEIS).orderBy('id').execute()).map(
      ({ extra }) => extra.customer ?? null,
    )
  const set = (customer: number, at: number) =>
    api.db
      .updateTable('devices')
      .set({ extra: JSON.stringify({ customer }) })
      .where('id', '=', IMEIS[at]!)
      .execute()
  await set(first, 0)
  await set(second, 1)
  await bulk({ customer: null }, 'undone-on-delete')
  expect(await held()).toEqual([null, null])
  expect((await remove('customers', first)).status).toBe(200)
  const undone = await api.ask('master', { method: 'POST', url: '/api/devices/bulk/undone-on-delete/undo' })
  expect([undone.statusCode, undone.json().payload]).toEqual([
    200,
    { restored: 1, left: 1, names: [expect.objectContaining({ id: IMEIS[0] })] },
  ])
  expect(await held()).toEqual([null, second])
})

it('what depends on what is emptied is judged as in a save', async () => {
  const { id: batch } = await api.db
    .insertInto('batches')
    .values({ name: '묶음', vendor_id: 1, model_id: 900 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: part } = await api.db
    .insertInto('bunches')
    .values({ name: '하위', batch_id: batch })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = await make('places', { group: batch, part })
  expect((await remove('batches', batch)).status).toBe(200)
  expect(await read('places', place)).toMatchObject({ group: null, part: null })
  const ofOther = await api.db
    .insertInto('batches')
    .values({ name: '남은 묶음', vendor_id: 1, model_id: 900 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const odd = await insert('places', { name: '어긋난 자리', group: ofOther.id, part: 999_999 })
  expect(await remove('batches', ofOther.id)).toMatchObject({
    status: 409,
    code: 'record.clearRefused',
    message: expect.stringMatching(/자리 "어긋난 자리".*bunches: /),
  })
  expect(await read('places', odd)).toMatchObject({ group: ofOther.id })
})

describe('a deletion of much', () => {
  const many = async (customer: number, count: number) =>
    await api.db
      .insertInto('records')
      .values(
        Array.from({ length: count }, () => ({
          resource: 'contracts',
          vendor_id: 1,
          data: JSON.stringify({ customer }),
        })),
      )
      .execute()

  it('goes up to a thousand, and says the number beyond', async () => {
    const customer = await make('customers', {})
    await many(customer, 1000)
    const team = await make('teams', { customers: [customer] })
    const refused = {
      status: 409,
      code: 'record.tooManyReferring',
      message: expect.stringMatching(/1,001건 이상.*1,000건까지/),
    }
    expect(await preview('customers', customer)).toMatchObject(refused)
    expect(await remove('customers', customer)).toMatchObject(refused)
    await remove('teams', team)
    expect((await remove('customers', customer)).status).toBe(200)
    const { count } = await api.db
      .selectFrom('records')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('resource', '=', 'contracts')
      .where(eb => eb('data', '@>', JSON.stringify({ customer }) as never))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })

  it('says the whole number of those that refer', async () => {
    const customer = await make('customers', {})
    await many(customer, 1500)
    expect((await remove('customers', customer)).message).toMatch(/1,500건 이상/)
  })
})
