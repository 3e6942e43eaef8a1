/** Devices edited one at a time and many at once: rights, refusals, undoing, and cancelling. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BulkDone } from '../../src/contract/bulk'
import type { Compiled, CompiledField } from '../../src/engine/compiled'
import { storeTelemetry } from '../../src/server/commands/gateway/telemetry'
import { isPglite } from '../../src/server/store/database'
import { testConfig } from '../support/config'
import {
  findRow,
  findRows,
  holdLocks,
  insertDevices,
  insertRow,
  insertRows,
  phoneOf,
  updateRows,
} from '../support/rows'
import { bodyOf, LEAVES, leaveEarly, payloadOf, startTestApp, statusOf } from '../support/server'
import { imeiOf } from '../support/walk'

/** The IMEIs of the devices `from` to `to - 1`. */
const imeis = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => imeiOf(from + n))

/** The id of each account, by the part of its e-mail before the @. */
const accounts: Record<string, number> = {}
let names = 0

const api = await startTestApp(undefined, { config: testConfig(addFields) })
leaveEarly(api)
const withRule = testConfig(config => {
  addFields(config)
  const hasOwner = [
    { field: 'client', ne: 0 },
    { field: 'batch_id', ne: 0 },
  ]
  config.shared.resources.devices!.fields.site!.visible = { any: hasOwner }
})
/** An app on the same database, with a config whose rule depends on the client and the group of a device. */
const ruled = await startTestApp(api.db, { bare: true, config: withRule })
await insertRow(api.db, 'vendors', { name: '누리통신' })
await insertRows(api.db, 'models', [{ name: 'FT-100' }, { name: 'FT-200' }])
await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
await api.addAccount({ email: 'foreign@test.local', level: 3, vendor: 2 })
for (const { id, email } of await findRows(api.db, 'clients')) accounts[email.split('@')[0]!] = id
await insertRows(api.db, 'batches', [
  { name: '가', model_id: 1, vendor_id: 1 },
  { name: '나', model_id: 1, vendor_id: 1 },
  { name: '다', model_id: 2, vendor_id: 1 },
  { name: '라', model_id: 1, vendor_id: 2 },
])
await insertRow(api.db, 'bunches', { name: '하나', batch_id: 1 })
await insertRow(api.db, 'bunches', { name: '둘', batch_id: 2 })

// Devices 0 to 23 belong to vendor 1: 0 to 11 are in batch 1, and 0 to 5 belong to the client.
// Devices 24 to 29 belong to vendor 2.
// Every fourth device is online.
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  await insertDevices(api.db, 30, n => ({
    vendor_id: n < 24 ? 1 : 2,
    client_id: n < 6 ? accounts.client! : null,
    batch_id: n < 12 ? 1 : null,
    bunch_id: n < 3 ? 1 : null,
    online: n % 4 === 0,
    linked: n % 4 === 0 ? new Date('2026-11-20T00:00:00Z') : null,
    extra: JSON.stringify(n === 7 ? { site: '창고', note: '옛 것' } : {}),
  }))
})

/** Adds a text, a reference to a client, and a field that is read-only for the device with the serial 1002. */
function addFields({ shared }: Compiled): void {
  const { fields } = shared.resources.devices!
  const added = { storage: 'extra', write: 'none' } as const
  const text: CompiledField = { ...fields.version!, ...added }
  fields.site = { ...text, name: 'site', label: { ko: '설치 장소', en: 'Site' } }
  const caretaker = { name: 'caretaker', label: { ko: '관리인', en: 'Caretaker' }, reference: 'clients' }
  fields.caretaker = { ...fields.model_id!, ...added, ...caretaker }
  const label = { ko: '등급', en: 'Grade' }
  fields.grade = { ...text, name: 'grade', label, readOnly: { field: 'serial', eq: '1002' } }
}

const newName = () => `test-bulk-${++names}`
const bulk = (body: object, who = 'vendor', app = api) => {
  const payload = { name: newName(), kind: 'change', ...body }
  return app.post(who, '/api/bulk/devices', payload)
}
const changed = (body: object, who?: string) => payloadOf<BulkDone>(bulk(body, who))
const undo = (name: string, who = 'vendor') => api.post(who, `/api/bulk/devices/${name}/undo`, {})
const progress = (name: string, who = 'vendor') => api.ask(who, `/api/bulk/devices/${name}`)
const cancel = (name: string) => api.remove('vendor', `/api/bulk/devices/${name}`)
const put = (n: number, payload: object, who = 'vendor') => api.put(who, `/api/devices/${imeiOf(n)}`, payload)
const device = (n: number) => findRow(api.db, 'devices', { id: imeiOf(n) })
const withVersion = (version: string) => findRows(api.db, 'devices', { version })
const newestHistory = async (query: string, who = 'vendor') =>
  (await payloadOf(api.ask(who, `/api/history?${query}`)))[0]
/** Values in which accounts are given by name. */
const withAccounts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, accounts[value] ?? value]))

describe('Editing one device', () => {
  it('changes its fields, including those that config adds, and is recorded in the history', async () => {
    const answer = await put(7, { serial: '77', batch_id: 2, sido: 'KR-11', site: '서버실' })
    expect(answer.json()).toMatchObject({
      message: '단말을 수정하였습니다.',
      payload: { id: imeiOf(7), serial: '77', batch: '나', batch_id: 2, sido: 'KR-11', site: '서버실' },
    })
    expect((await device(7)).extra).toEqual({ site: '서버실', note: '옛 것' })
    expect(await newestHistory(`resource=devices&record=${imeiOf(7)}`)).toMatchObject({
      action: 'changed',
      before: { serial: '1007', site: '창고' },
    })
  })

  it('clears the region if null is sent, as a bulk change does', async () => {
    await put(7, { sido: 'KR-11' })
    expect((await payloadOf(put(7, { sido: null }))).sido).toBe('')
    await put(7, { sido: 'KR-11' })
    await changed({ ids: imeis(7, 8), expected: 1, values: { sido: null } })
    expect((await device(7)).sido).toBeNull()
  })

  it.each([
    ['a batch of another model', 'vendor', { batch_id: 3 }, 'batch_id'],
    ['a bunch of another batch', 'vendor', { bunch_id: 2 }, 'bunch_id'],
    ['a client of another vendor', 'master', { client: 'foreign' }, 'client'],
    ['staff as the client', 'vendor', { client: 'vendor' }, 'client'],
    ['the phone number of another device', 'vendor', { isdn: phoneOf(1) }, 'isdn'],
    ['no model', 'vendor', { model_id: 0 }, 'model_id'],
    ['another vendor, by staff', 'vendor', { vendor: 2 }, 'vendor'],
    ['another client, by a client', 'client', { client: 'vendor' }, 'client'],
    ['an unknown key', 'vendor', { nonsense: 1 }, 'nonsense'],
  ])('refuses %s at its field', async (_value, who, values, field) => {
    const answer = await put(who === 'client' ? 5 : 20, withAccounts(values), who)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })

  it('is refused after another user has changed it, but not after the device has reported values', async () => {
    const [opened] = (await bodyOf(api.ask('vendor', `/api/devices?ids=${imeiOf(4)}`))).data
    const values = { online: false, closed: new Date(), modem_rsrp: -70 }
    await updateRows(api.db, 'devices', { id: imeiOf(4) }, values)
    const report = { device: imeiOf(4), at: new Date(), isSignalDue: false, province: 'KR-41', rsrp: -71 }
    await storeTelemetry(api.db, [report])
    expect((await device(4)).sido).toBe('KR-41')
    // A form sends the whole record, with the values that the device had reported before.
    expect(await statusOf(put(4, { ...opened, serial: '44' }))).toBe(200)
    const second = await put(4, { ...opened, serial: '45' })
    expect(second.json()).toMatchObject({ code: 'conflict', record: { serial: '44' } })
  })

  it('that moves it to another vendor removes its batch, bunch and client', async () => {
    const moved = await payloadOf(put(1, { vendor: 2 }, 'master'))
    expect(moved).toMatchObject({ vendor: 2, batch_id: 0, bunch_id: 0, client: 0 })
    expect((await put(8, { vendor: 2, batch_id: 2 }, 'master')).json().errors).toHaveProperty('batch_id')
  })
})

it('The values that narrow choices are given as shared by all chosen devices, and as usual among them', async () => {
  const values = (choice: object, who = 'master') =>
    payloadOf(api.post(who, '/api/bulk/devices/values', { expected: 0, ...choice }))
  const ofGroup = { vendor: 1, model_id: 1, batch_id: 1 }
  const withoutGroup = { ...ofGroup, batch_id: 0 }
  expect(await values({ ids: imeis(0, 12) })).toEqual({ shared: ofGroup, usual: ofGroup })
  const sameVendorAndModel = { vendor: 1, model_id: 1 }
  expect(await values({ ids: imeis(9, 14) })).toEqual({ shared: sameVendorAndModel, usual: ofGroup })
  expect(await values({ ids: imeis(11, 14) })).toEqual({ shared: sameVendorAndModel, usual: withoutGroup })
  const sameModel = { model_id: 1, batch_id: 0 }
  expect(await values({ ids: imeis(12, 30) })).toEqual({ shared: sameModel, usual: withoutGroup })
  // Devices out of scope do not count, and fields that the caller may not see are left out.
  expect(await values({ filter: {} }, 'vendor')).toEqual({ shared: sameVendorAndModel, usual: ofGroup })
  const { vendor: _, ...seenByClient } = ofGroup
  expect(await values({ filter: {} }, 'client')).toEqual({ shared: seenByClient, usual: seenByClient })
  expect(await values({ ids: imeis(0, 12) }, 'other')).toEqual({ shared: {}, usual: {} })
})

describe('A bulk change', () => {
  it('is refused if another number of devices is found than the user confirmed', async () => {
    const refusal = async (devices: object) => (await bulk({ ...devices, values: { version: 'v9' } })).json()
    const changedTo = (found: number) => ({ code: 'bulk.changed', found })
    expect(await refusal({ filter: { batch: 1 }, expected: 11 })).toMatchObject(changedTo(12))
    expect(await refusal({ ids: [imeiOf(1), imeiOf(25)], expected: 2 })).toMatchObject(changedTo(1))
    expect(await refusal({ filter: { vendor: 2 }, expected: 6 })).toMatchObject(changedTo(0))
    expect(await refusal({ filter: { batch: 99 }, expected: 0 })).toMatchObject({ code: 'bulk.nobody' })
    expect(await withVersion('v9')).toEqual([])
  })

  it.each([
    ['a batch of another model', { batch_id: 3 }, undefined],
    ['staff as the client', { client: 'vendor' }, 'client'],
    ['an unknown key', { nonsense: 'x' }, 'nonsense'],
    ['a bunch of the batch that it removes', { batch_id: 0, bunch_id: 1 }, 'bunch_id'],
    ['no value', {}, undefined],
  ])('refuses %s', async (_value, values, field) => {
    const answer = await bulk({ ids: imeis(0, 4), expected: 4, values: withAccounts(values) })
    expect(answer.statusCode).toBe(422)
    if (field) expect(Object.keys(answer.json().errors)).toEqual([field])
    else expect(answer.json().message).toMatch(/니다|주세요/)
    expect(await device(3)).toMatchObject({ batch_id: 1, bunch_id: null })
  })

  it('is refused with a list of the devices that do not fit, unless the user leaves out as many as were listed', async () => {
    await updateRows(api.db, 'devices', { id: imeiOf(20) }, { model_id: 2 })
    const answer = await bulk({ ids: imeis(0, 24), expected: 24, values: { batch_id: 2 } })
    expect(answer.json()).toMatchObject({
      code: 'bulk.rows',
      rowsTotal: 1,
      rows: [{ column: 'IMEI', value: imeiOf(20), code: 'device.batchOther' }],
    })
    expect((await device(1)).batch_id).toBe(1)
    const leaveOut = (misfits: number) =>
      bulk({ ids: imeis(0, 24), expected: 24, values: { batch_id: 2 }, leaveOut: misfits })
    expect((await leaveOut(2)).json()).toMatchObject({ code: 'bulk.rows', rowsTotal: 1 })
    expect(await payloadOf(leaveOut(1))).toEqual({ records: 23, undoSeconds: 60 })
    expect([(await device(1)).batch_id, (await device(20)).batch_id]).toEqual([2, null])
    await updateRows(api.db, 'devices', { id: imeiOf(20) }, { model_id: 1 })
    expect((await leaveOut(1)).json()).toMatchObject({ code: 'bulk.changed', found: 24 })
  })

  it('applies rules of config to each device', async () => {
    const body = { ids: imeis(0, 4), expected: 4, values: { grade: 'gold' } }
    const refused = await bulk(body)
    expect(refused.json()).toMatchObject({ code: 'bulk.rows', rowsTotal: 1, rows: [{ value: imeiOf(2) }] })
    const without = newName()
    expect(await payloadOf(bulk({ ...body, name: without, leaveOut: 1 }))).toMatchObject({ records: 3 })
    expect([(await device(2)).extra, (await device(3)).extra]).toEqual([{}, { grade: 'gold' }])
    expect((await payloadOf(undo(without))).restored).toBe(3)
    const name = newName()
    await changed({ name, ids: imeis(0, 2), expected: 2, values: { grade: 'gold' } })
    expect((await device(0)).extra).toEqual({ grade: 'gold' })
    expect((await payloadOf(undo(name))).restored).toBe(2)
    expect((await device(0)).extra).toEqual({})
    const { after } = await newestHistory('action=undone')
    expect(after).toEqual({ restored: 2, left: 0, grade: 'gold' })
  })

  it.each([
    ['client', { client: 'client' }, 'device.clientOther'],
    ['batch', { batch_id: 1 }, 'device.batchOther'],
  ])(
    'checks the vendor of the %s also if config has a rule that depends on each device',
    async (_what, values, code) => {
      const body = { ids: imeis(20, 27), expected: 7, values: withAccounts(values) }
      const refused = await bulk(body, 'master', ruled)
      const row = { code }
      expect(refused.json()).toMatchObject({ code: 'bulk.rows', rowsTotal: 3, rows: [row, row, row] })
      expect(await device(25)).toMatchObject({ client_id: null, batch_id: null })
      const accepted = bulk({ ...body, ids: imeis(20, 24), expected: 4 }, 'master', ruled)
      expect(await payloadOf(accepted)).toEqual({ records: 4, undoSeconds: 60 })
    },
  )

  it('is refused if the user may not write one of its fields', async () => {
    const body = { ids: imeis(0, 3), expected: 3, values: { client: 1 } }
    expect(await statusOf(bulk(body, 'client'))).toBe(422)
  })

  it('that deletes devices keeps their orders, and marks their open targets as failed', async () => {
    const order = { sender_name: 'vendor', vendor_id: 1, code: 'x', caption: 'x', waiting: 1 }
    const sender = { sender_id: accounts.vendor!, theme: 'device' as const }
    const id = await insertRow(api.db, 'orders', { ...order, ...sender })
    await insertRows(api.db, 'order_targets', [{ order_id: id, device_id: imeiOf(3), number: phoneOf(3) }])
    const { undoSeconds } = await changed({ kind: 'remove', ids: imeis(3, 5), expected: 2 })
    expect(undoSeconds).toBe(0)
    expect(await findRows(api.db, 'order_targets', { order_id: id })).toMatchObject([
      { status: 'failure', reason: 'gone', number: phoneOf(3) },
    ])
    expect(await newestHistory(`resource=devices&record=${imeiOf(3)}`)).toMatchObject({
      action: 'deleted',
      before: { isdn: phoneOf(3) },
    })
  })

  it('does not begin if the HTTP client has disconnected', async () => {
    const devices = { ids: imeis(0, 3), expected: 3 }
    const payload = { name: newName(), kind: 'change', ...devices, values: { version: 'no' } }
    const request = { method: 'POST' as const, url: '/api/bulk/devices', payload, headers: { [LEAVES]: '1' } }
    await expect(api.ask('vendor', request)).rejects.toThrow()
    // Changes of one user run one after another: once the next is done, the first would be done too.
    await changed({ ids: imeis(4, 5), expected: 1, values: { version: 'next' } })
    expect(await withVersion('no')).toEqual([])
  })

  it('is done once for each name; only its user can read its progress', async () => {
    const body = { name: newName(), ids: imeis(0, 3), expected: 3, values: { version: 'once' } }
    await changed(body)
    const { updated } = await device(0)
    expect(await changed(body)).toEqual({ records: 3, undoSeconds: 60 })
    expect((await device(0)).updated).toEqual(updated)
    const done = { stage: 'done', result: { records: 3 } }
    expect(await payloadOf(progress(body.name))).toMatchObject(done)
    expect(await statusOf(progress(body.name, 'master'))).toBe(404)
    expect(await statusOf(cancel(body.name))).toBe(404)
  })
})

describe('Undoing a bulk change', () => {
  it('restores each device, except those that were changed or deleted since, and names these', async () => {
    const name = newName()
    const body = { name, ids: imeis(0, 20), expected: 20, values: { batch_id: 2 } }
    expect(await changed(body)).toEqual({ records: 20, undoSeconds: 60 })
    expect(await device(1)).toMatchObject({ batch_id: 2, bunch_id: null })
    expect(await statusOf(put(15, { serial: '15' }))).toBe(200)
    await api.db.deleteFrom('devices').where('id', '=', imeiOf(16)).execute()
    expect(await payloadOf(undo(name))).toEqual({
      restored: 18,
      left: 2,
      names: [
        { id: imeiOf(15), name: phoneOf(15) },
        { id: imeiOf(16), name: '' },
      ],
    })
    expect(await device(1)).toMatchObject({ batch_id: 1, bunch_id: 1 })
    expect(await device(14)).toMatchObject({ batch_id: null })
    expect(await device(15)).toMatchObject({ batch_id: 2, serial: '15' })
    const undone = (await newestHistory('action=undone')).after
    expect(undone).toEqual({ restored: 18, left: 2, batch_id: 2, bunch_id: null })
    const change = (await newestHistory('action=changedMany')).after
    expect(change).toEqual({ devices: 20, batch_id: 2, bunch_id: null })
    expect((await undo(name)).json().code).toBe('bulk.undone')
    expect((await undo(name, 'master')).statusCode).toBe(404)
  })

  it.each([
    ['moved to another vendor', { vendor: 2 }, { restored: 0, left: 3 }],
    // The caretaker is restored: an added field may refer to any account of the vendor.
    ['became a guest', { level: 1 }, { restored: 3, left: 0 }],
  ])('does not restore the client of a device if the account %s', async (_reason, change, references) => {
    const addClient = (name: string) =>
      api.addAccount({ email: `${name}${++names}@test.local`, level: 3, vendor: 1 })
    const [former, next] = [await addClient('former'), await addClient('next')]
    const extra = JSON.stringify({ caretaker: former })
    for (const id of imeis(6, 9)) await updateRows(api.db, 'devices', { id }, { client_id: former })
    for (const id of imeis(9, 12)) await updateRows(api.db, 'devices', { id }, { extra })
    const ofClient = { name: newName(), ids: imeis(6, 9), expected: 3, values: { client: next } }
    const ofCaretaker = { name: newName(), ids: imeis(9, 12), expected: 3, values: { caretaker: next } }
    await changed(ofClient, 'master')
    await changed(ofCaretaker, 'master')
    await bodyOf(api.put('master', '/api/clients/', { id: former, ...change }))
    expect(await payloadOf(undo(ofClient.name, 'master'))).toMatchObject({ restored: 0, left: 3 })
    expect((await device(6)).client_id).toBe(next)
    expect(await payloadOf(undo(ofCaretaker.name, 'master'))).toMatchObject(references)
  })

  it('restores added fields, also empty ones, within a minute, unless PostgreSQL has lost the former values', async () => {
    const change = async (site: string) => {
      const name = newName()
      await changed({ name, ids: imeis(6, 9), expected: 3, values: { site } })
      return name
    }
    const first = await change('옥상')
    expect((await device(7)).extra).toEqual({ site: '옥상', note: '옛 것' })
    expect(await payloadOf(undo(first))).toMatchObject({ restored: 3, left: 0 })
    expect([(await device(6)).extra, (await device(7)).extra]).toEqual([{}, { site: '창고', note: '옛 것' }])
    const late = await change('옥상')
    await sql`update bulk_changes set finished = finished - interval '61 seconds'
      where name = ${late}`.execute(api.db)
    expect((await undo(late)).json().code).toBe('bulk.undoLate')
    // A crash of PostgreSQL would empty this unlogged table.
    const lost = await change('마당')
    await sql`truncate bulk_rows`.execute(api.db)
    expect((await undo(lost)).json().code).toBe('bulk.undoLost')
    expect((await device(6)).extra).toEqual({ site: '마당' })
  })

  it('is in the history of each vendor and of each restored device', async () => {
    const name = newName()
    await changed({ name, ids: imeis(22, 26), expected: 4, values: { release: '9' } }, 'master')
    expect(await statusOf(put(23, { serial: '23' }))).toBe(200)
    expect(await payloadOf(undo(name, 'master'))).toMatchObject({ restored: 3, left: 1 })
    const undone = async (who: string) => (await newestHistory('action=undone', who)).after
    expect(await undone('vendor')).toEqual({ restored: 1, left: 1, release: '9' })
    expect(await undone('other@test.local')).toEqual({ restored: 2, left: 0, release: '9' })
    expect(await newestHistory(`resource=devices&record=${imeiOf(22)}`)).toMatchObject({
      action: 'changed',
      before: { release: '9' },
      after: { release: '' },
    })
    const notRestored = await newestHistory(`resource=devices&record=${imeiOf(23)}`)
    expect(notRestored).toMatchObject({ after: { serial: '23' } })
  })
})

it('A cancelled bulk change changes no device', async () => {
  const name = newName()
  if (isPglite(api.db)) {
    // PGlite has one connection: a change of many devices under a rule gives way to other requests between its steps.
    const many = 6_000
    await sql`insert into devices (id, isdn, model_id, vendor_id)
      select (350000000100000 + i)::text, '0109' || lpad(i::text, 7, '0'), 1, 1
      from generate_series(1, ${sql.lit(many)}) i`.execute(api.db)
    const changing = bulk({ name, filter: {}, expected: many + 24, values: { grade: 'no' } })
    await expect.poll(async () => (await cancel(name)).statusCode, { interval: 5 }).toBe(200)
    expect((await changing).json().code).toBe('bulk.cancelled')
    const graded = (await findRows(api.db, 'devices')).filter(({ extra }) => extra.grade === 'no')
    expect(graded).toEqual([])
    expect(await statusOf(progress(name))).toBe(404)
    return
  }
  // Another transaction holds a device: the change waits for it in its last step.
  await holdLocks(api.db, async holder => {
    await updateRows(holder, 'devices', { id: imeiOf(2) }, { modem_rsrp: -1 })
    const changing = bulk({ name, ids: imeis(0, 10), expected: 10, values: { version: 'no' } })
    await expect.poll(async () => (await progress(name)).json().payload?.stage).toBe('applying')
    const cancelled = async () => {
      await cancel(name)
      return Promise.race([changing.then(({ statusCode }) => statusCode), wait(20)])
    }
    await expect.poll(cancelled).toBe(409)
    expect((await changing).json().code).toBe('bulk.cancelled')
  })
  expect(await withVersion('no')).toEqual([])
})

it.each([
  ['change', { values: { version: 'left' } }],
  ['removal', { kind: 'remove' }],
])('A bulk %s is refused if a device leaves the filter before the last step', async (_kind, body) => {
  // PGlite has one connection: no device can move while a change is stored.
  if (isPglite(api.db)) return
  const name = newName()
  const { changing } = await holdLocks(api.db, async holder => {
    await updateRows(holder, 'devices', { id: imeiOf(2) }, { batch_id: 2, bunch_id: null })
    const changing = bulk({ name, filter: { batch: 1 }, expected: 12, ...body })
    await expect.poll(async () => (await progress(name)).json().payload?.stage).toBe('applying')
    // The promise is returned in an object, because a returned promise would be awaited before the commit.
    return { changing }
  })
  expect((await changing).json()).toMatchObject({ code: 'bulk.changed', found: 11 })
  expect(await device(2)).toMatchObject({ batch_id: 2, version: '' })
  expect(await device(3)).toMatchObject({ batch_id: 1, version: '' })
})
