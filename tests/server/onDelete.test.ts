/**
 * A deletion does what config says (`onDelete`) with the records that refer to the deleted one: all of it, or nothing.
 */
import { describe, expect, it } from 'vitest'
import { configWithDeletions } from '../support/deletions'
import { findRow, findRows, insertRow, insertRows, updateRows } from '../support/rows'
import { bodyOf, payloadOf, recordUrl, refusalOf, startTestApp } from '../support/server'

type Json = Record<string, unknown>

const DEVICE = '490154203237518'
const OTHER_DEVICE = '356938035643809'
const TWO_DEVICES = ['356938035643817', '356938035643825']
const current = configWithDeletions()

const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'models', { id: 900, name: '바탕' })
const devices = [DEVICE, OTHER_DEVICE, ...TWO_DEVICES]
for (const [index, id] of devices.entries())
  await insertRow(api.db, 'devices', { id, isdn: `0101234567${index}`, model_id: 900, vendor_id: 1 })
const client = await api.addAccount({ email: 'own@test.local', level: 2, vendor: 1 })

const create = async (resource: string, values: Json = {}, who = 'vendor'): Promise<number> =>
  (await bodyOf(api.post(who, recordUrl(resource), { name: '이름', ...values }))).id
/** The record, or the status if it is not found. */
const read = async (resource: string, id: number): Promise<Json | number> => {
  const response = await api.ask('master', recordUrl(resource, id))
  return response.statusCode === 200 ? response.json() : response.statusCode
}
const remove = async (resource: string, id: number | string, who = 'vendor') => {
  const response = await api.remove(who, recordUrl(resource, id))
  const { code, message } = response.json()
  return { status: response.statusCode, code, message }
}
const preview = async (resource: string, id: number | string, who = 'vendor') => {
  const response = await api.ask(who, `/api/removals/${resource}/${id}`)
  return { status: response.statusCode, ...(response.json() as Json) }
}
const lastChange = async (resource: string, id: number | string) =>
  (await findRows(api.db, 'history', { resource, record: String(id) })).at(-1)
const counted = (resource: string, count: number) => ({ resource, count })
const insertRecord = (resource: string, values: Json) =>
  insertRow(api.db, 'records', { resource, vendor_id: 1, data: JSON.stringify(values) })
const addBatch = (name: string) => insertRow(api.db, 'batches', { name, vendor_id: 1, model_id: 900 })
const addBunch = (batch_id: number) => insertRow(api.db, 'bunches', { name: '하위', batch_id })

describe('a deletion', () => {
  it('deletes referring records or clears their reference, as `onDelete` says, and writes history of each', async () => {
    const customer = await create('customers', { name: '가나상사' })
    const other = await create('customers', { name: '다른 고객' })
    const [first, second] = [await create('contracts', { customer }), await create('contracts', { customer })]
    const visit = await create('visits', { contract: first })
    const sim = await create('sims', { contract: second }, 'master')
    await updateRows(api.db, 'records', { id: sim }, { vendor_id: 1 })
    const team = await create('teams', { customers: [other, customer] })
    const kept = await create('contracts', { customer: other })
    const before = (await read('sims', sim)) as Json
    expect(before).toMatchObject({ contract: second, used: 'yes' })

    const deleted = [counted('contracts', 2), counted('visits', 1)]
    const cleared = expect.arrayContaining([counted('sims', 1), counted('teams', 1)])
    expect(await preview('customers', customer)).toEqual({ status: 200, deleted, cleared })
    expect(await read('contracts', first)).toMatchObject({ customer })

    expect((await remove('customers', customer)).status).toBe(200)
    for (const [resource, id] of [
      ['customers', customer],
      ['contracts', first],
      ['contracts', second],
      ['visits', visit],
    ] as const) {
      expect([resource, await read(resource, id)]).toEqual([resource, 404])
      const deletion = { action: 'deleted', client: 'vendor', after: null }
      expect(await lastChange(resource, id)).toMatchObject(deletion)
    }
    const after = (await read('sims', sim)) as Json
    expect(after).toMatchObject({ contract: null, used: 'no' })
    expect(new Date(String(after.updated)) > new Date(String(before.updated))).toBe(true)
    const changeOfSim = { before: { contract: second, used: 'yes' }, after: { contract: null, used: 'no' } }
    expect(await lastChange('sims', sim)).toMatchObject({ action: 'changed', ...changeOfSim })
    expect(await read('teams', team)).toMatchObject({ customers: [other] })
    const changeOfTeam = { before: { customers: [other, customer] }, after: { customers: [other] } }
    expect(await lastChange('teams', team)).toMatchObject(changeOfTeam)
    expect(await read('contracts', kept)).toMatchObject({ customer: other })
  })

  it('changes nothing if one of the records prevents it', async () => {
    const customer = await create('customers')
    const contract = await create('contracts', { customer })
    const team = await create('teams', { customers: [customer] })
    const invoice = await create('invoices', { contract })
    const refusal = { status: 409, code: 'record.referred', message: expect.stringMatching(/청구서 1\./) }
    expect(await preview('customers', customer)).toMatchObject(refusal)
    expect(await remove('customers', customer)).toMatchObject(refusal)
    expect(await read('contracts', contract)).toMatchObject({ customer })
    expect(await read('teams', team)).toMatchObject({ customers: [customer] })
    await remove('invoices', invoice)
    expect((await remove('customers', customer)).status).toBe(200)
  })

  it('is refused if the affected records are not those that the user has confirmed', async () => {
    const customer = await create('customers')
    const team = await create('teams', { customers: [customer] })
    await create('contracts', { customer })
    const confirmed = (query: string) =>
      refusalOf(api.remove('vendor', recordUrl('customers', customer) + query))
    const added = await create('contracts', { customer })
    expect(await confirmed('?deleted=1&cleared=1')).toEqual([409, 'record.removalChanged'])
    expect(await read('contracts', added)).toMatchObject({ customer })
    expect(await read('teams', team)).toMatchObject({ customers: [customer] })
    await remove('contracts', added)
    await remove('teams', team)
    expect(await confirmed('?deleted=1&cleared=1')).toEqual([409, 'record.removalChanged'])
    expect((await confirmed('?deleted=-1'))[0]).toBe(400)
    expect(await confirmed('?deleted=1&cleared=0')).toEqual([200, undefined])
  })

  it('is not prevented by a record that is deleted with it', async () => {
    const customer = await create('customers')
    await create('visits', { contract: await create('contracts', { customer }), customer })
    expect((await remove('customers', customer)).status).toBe(200)
    const other = await create('customers')
    await create('visits', { customer: other })
    expect(await remove('customers', other)).toMatchObject({ status: 409, code: 'record.referred' })
  })

  it.each([
    ['breaks a rule of config', { group: 'bound' }, /유심 "막는 유심".*bound: 묶인 유심에는 계약이/],
    ['has no required value', { kind: 'kept' }, /유심 "막는 유심".*사유: /],
  ])('changes nothing if a cleared record then %s', async (_what, values, message) => {
    const customer = await create('customers')
    const contract = await create('contracts', { customer })
    const sim = await insertRecord('sims', { name: '막는 유심', contract, ...values })
    const refusal = { status: 409, code: 'record.clearRefused', message: expect.stringMatching(message) }
    expect(await remove('customers', customer)).toEqual(refusal)
    expect(await read('contracts', contract)).toMatchObject({ customer })
    expect(await read('sims', sim)).toMatchObject({ contract })
  })

  it('clears a reference under the former name of its field, and in a hidden field', async () => {
    const contract = await create('contracts')
    const former = await insertRecord('sims', { name: '옛', former: contract, kind: 'spare' })
    const hidden = await insertRecord('sims', { name: '숨은', spare: contract })
    expect((await remove('contracts', contract)).status).toBe(200)
    for (const id of [former, hidden]) expect(await read('sims', id)).toMatchObject({ spare: null })
  })

  it('clears references of accounts and devices', async () => {
    const customer = await create('customers')
    const extra = JSON.stringify({ customer })
    await updateRows(api.db, 'devices', { id: DEVICE }, { extra })
    await updateRows(api.db, 'clients', { id: client }, { extra })
    expect((await remove('customers', customer)).status).toBe(200)
    expect((await findRow(api.db, 'devices', { id: DEVICE })).extra).toEqual({ customer: null })
    expect((await findRow(api.db, 'clients', { id: client })).extra).toEqual({ customer: null })
    expect(await lastChange('devices', DEVICE)).toMatchObject({ action: 'changed', before: { customer } })
  })

  it('of a device clears references to it; of a batch, references to its bunches', async () => {
    const batch = await addBatch('그룹')
    const contract = await create('contracts', { device: DEVICE, part: await addBunch(batch) })
    const cleared = [counted('contracts', 1)]
    expect(await preview('devices', DEVICE, 'master')).toMatchObject({ cleared })
    expect(await preview('batches', batch)).toMatchObject({ cleared })
    expect((await remove('batches', batch)).status).toBe(200)
    expect(await read('contracts', contract)).toMatchObject({ device: DEVICE, part: null })
    expect((await remove('devices', DEVICE, 'master')).status).toBe(200)
    expect(await read('contracts', contract)).toMatchObject({ device: null })
  })

  it('also clears fields that depend on a cleared one, and is refused if the rest is invalid', async () => {
    const batch = await addBatch('묶음')
    const place = await create('places', { group: batch, part: await addBunch(batch) })
    expect((await remove('batches', batch)).status).toBe(200)
    expect(await read('places', place)).toMatchObject({ group: null, part: null })
    const other = await addBatch('남은 묶음')
    const odd = await insertRecord('places', { name: '어긋난 자리', group: other, part: 999_999 })
    const message = expect.stringMatching(/자리 "어긋난 자리".*bunches: /)
    expect(await remove('batches', other)).toEqual({ status: 409, code: 'record.clearRefused', message })
    expect(await read('places', odd)).toMatchObject({ group: other })
  })
})

describe('a bulk change of devices', () => {
  const bulk = (path: string, payload?: Json) => api.post('master', `/api/bulk/devices${path}`, payload)

  it('deletes no device that a record refers to, whatever config says', async () => {
    const contract = await create('contracts', { device: OTHER_DEVICE })
    const request = { name: 'on-delete', kind: 'remove', ids: [OTHER_DEVICE], expected: 1 }
    expect(await refusalOf(bulk('', request))).toEqual([409, 'record.referred'])
    expect(await read('contracts', contract)).toMatchObject({ device: OTHER_DEVICE })
  })

  it('that is undone restores no reference to a deleted record', async () => {
    const customers = [await create('customers'), await create('customers')] as const
    for (const [index, id] of TWO_DEVICES.entries()) {
      const extra = JSON.stringify({ customer: customers[index] })
      await updateRows(api.db, 'devices', { id }, { extra })
    }
    const customerOf = async (id: string) => (await findRow(api.db, 'devices', { id })).extra.customer ?? null
    const stored = () => Promise.all(TWO_DEVICES.map(customerOf))
    const both = { ids: TWO_DEVICES, expected: 2 }
    const name = 'undone-on-delete'
    await bodyOf(bulk('', { name, kind: 'change', ...both, values: { customer: null } }))
    expect(await stored()).toEqual([null, null])
    expect((await remove('customers', customers[0])).status).toBe(200)
    const names = [expect.objectContaining({ id: TWO_DEVICES[0] })]
    expect(await payloadOf(bulk(`/${name}/undo`))).toEqual({ restored: 1, left: 1, names })
    expect(await stored()).toEqual([null, customers[1]])
  })
})

it('a deletion changes up to a thousand other records', async () => {
  const customer = await create('customers')
  const contract = { resource: 'contracts', vendor_id: 1, data: JSON.stringify({ customer }) }
  await insertRows(api.db, 'records', Array(1000).fill(contract))
  const team = await create('teams', { customers: [customer] })
  const message = expect.stringMatching(/1,001건 이상.*1,000건까지/)
  const refusal = { status: 409, code: 'record.tooManyReferring', message }
  expect(await preview('customers', customer)).toMatchObject(refusal)
  expect(await remove('customers', customer)).toEqual(refusal)
  await remove('teams', team)
  expect((await remove('customers', customer)).status).toBe(200)
  const contracts = await findRows(api.db, 'records', { resource: 'contracts' })
  expect(contracts.filter(({ data }) => data.customer === customer)).toEqual([])
})
