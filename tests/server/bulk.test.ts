/** Devices edited one by one and many at once: who may, what fits, what is undone, what is stopped. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { BulkDone, BulkUndone } from '../../src/contract/bulk'
import type { Device } from '../../src/contract/devices'
import type { Compiled, CompiledField } from '../../src/engine/compiled'
import { storeTelemetry } from '../../src/server/commands/gateway/telemetry'
import { isPglite } from '../../src/server/store/database'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { LEAVES, leaveEarly, startTestApp, type TestApp } from '../support/server'

const imei = (at: number) => String(350000000000000 + at)

let api: TestApp
/** The same database, and a rule of config that looks at group and client. */
let ruled: TestApp
const accounts: Record<string, number> = {}
let named = 0

beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config: testConfig(withSite) })
  leaveEarly(api)
  ruled = await startTestApp(api.db, { bare: true, config: testConfig(withRules) })
  await api.db.insertInto('vendors').values({ name: '누리통신' }).execute()
  await api.db
    .insertInto('models')
    .values([{ name: 'FT-100' }, { name: 'FT-200' }])
    .execute()
  accounts.other = await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
  accounts.foreign = await api.addAccount({ email: 'foreign@test.local', level: 3, vendor: 2 })
  for (const { id, email } of await api.db.selectFrom('clients').select(['id', 'email']).execute())
    accounts[email.split('@')[0]!] = id
  await api.db
    .insertInto('batches')
    .values([
      { name: '가', model_id: 1, vendor_id: 1 },
      { name: '나', model_id: 1, vendor_id: 1 },
      { name: '다', model_id: 2, vendor_id: 1 },
      { name: '라', model_id: 1, vendor_id: 2 },
    ])
    .execute()
  await api.db
    .insertInto('bunches')
    .values([
      { name: '하나', batch_id: 1 },
      { name: '둘', batch_id: 2 },
    ])
    .execute()
})

// 24 devices of vendor 1 (the first 12 in group 1, the first 6 of its client), 6 of vendor 2; every fourth is
// connected.
beforeEach(async () => {
  await api.db.deleteFrom('devices').execute()
  await api.db
    .insertInto('devices')
    .values(
      Array.from({ length: 30 }, (_, at) => ({
        id: imei(at),
        isdn: `010${String(20000000 + at)}`,
        serial: String(1000 + at),
        model_id: 1,
        vendor_id: at < 24 ? 1 : 2,
        client_id: at < 6 ? accounts.client! : null,
        batch_id: at < 12 ? 1 : null,
        bunch_id: at < 3 ? 1 : null,
        online: at % 4 === 0,
        linked: at % 4 === 0 ? new Date('2026-11-20T00:00:00Z') : null,
        extra: JSON.stringify(at === 7 ? { site: '창고', note: '옛 것' } : {}),
      })),
    )
    .execute()
})

const name = () => `test-bulk-${++named}`
const bulk = (payload: object, who = 'vendor') =>
  api.ask(who, {
    method: 'POST',
    url: '/api/devices/bulk',
    payload: { name: name(), kind: 'change', ...payload },
  })
const done = async (payload: object, who?: string): Promise<BulkDone> => {
  const answer = await bulk(payload, who)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json().payload
}
const undo = (called: string, who = 'vendor') =>
  api.ask(who, { method: 'POST', url: `/api/devices/bulk/${called}/undo`, payload: {} })
const put = (at: number, payload: object, who = 'vendor') =>
  api.ask(who, { method: 'PUT', url: `/api/devices/${imei(at)}`, payload })
const row = (at: number) =>
  api.db.selectFrom('devices').selectAll().where('id', '=', imei(at)).executeTakeFirstOrThrow()
const listed = async (who: string, query: string): Promise<Device[]> => {
  const found: Device[] = []
  for (let page = 1; ; page++) {
    const { data, count } = (
      await api.ask(who, `/api/devices?page_limit=5&page_index=${page}${query && `&${query}`}`)
    ).json()
    found.push(...data)
    if (found.length >= count) return found
  }
}
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => imei(from + at))

it('edits a device by its form, with the fields that config adds, and says so in the history', async () => {
  const answer = await put(7, { serial: '77', batch_id: 2, sido: 'KR-11', site: '서버실' })
  expect(answer.json()).toMatchObject({
    message: '단말을 수정하였습니다.',
    payload: { id: imei(7), serial: '77', batch: '나', batch_id: 2, sido: 'KR-11', site: '서버실' },
  })
  expect((await row(7)).extra).toEqual({ site: '서버실', note: '옛 것' })
  const told = (await api.ask('vendor', `/api/history?resource=devices&record=${imei(7)}`)).json().payload[0]
  expect(told).toMatchObject({ action: 'changed', before: { serial: '1007', site: '창고' } })
})

it('takes the region away, one by one and from many, as the form sends it where none is chosen', async () => {
  await put(7, { sido: 'KR-11' })
  const answer = await put(7, { sido: null, serial: '8' })
  expect([answer.statusCode, answer.json().payload]).toEqual([
    200,
    expect.objectContaining({ sido: '', serial: '8' }),
  ])
  await put(7, { sido: 'KR-11' })
  await done({ ids: ids(7, 9), expected: 2, values: { sido: null } })
  expect([(await row(7)).sido, (await row(8)).sido]).toEqual([null, null])
})

it.each([
  ['a group of another model', 'vendor', { batch_id: 3 }, 'batch_id'],
  ['a group of another vendor', 'vendor', { batch_id: 4 }, 'batch_id'],
  ['a bunch of another group', 'vendor', { bunch_id: 2 }, 'bunch_id'],
  ['a user of another vendor', 'master', { client: 'foreign' }, 'client'],
  ['an employee in place of a user', 'vendor', { client: 'vendor' }, 'client'],
  ['a phone number that is taken', 'vendor', { isdn: '01020000001' }, 'isdn'],
  ['no model', 'vendor', { model_id: 0 }, 'model_id'],
  ['another vendor, by its staff', 'vendor', { vendor: 2 }, 'vendor'],
  ['a user, by a user', 'client', { client: 'client' }, 'client'],
  ['a name of a group without its id', 'vendor', { batch: '나' }, 'batch'],
  ['a key that nobody knows', 'vendor', { nonsense: 1 }, 'nonsense'],
])('refuses %s at its field', async (_case, who, values, field) => {
  const at = who === 'client' ? 5 : 20
  const payload = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, accounts[value as string] ?? value]),
  )
  if (who === 'client') payload.client = accounts.vendor
  const answer = await put(at, payload, who)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual([field])
})

it('lets nobody edit or remove what is out of reach', async () => {
  expect((await put(25, { serial: '1' })).statusCode).toBe(404)
  expect((await put(8, { serial: '1' }, 'client')).statusCode).toBe(404)
  expect((await put(1, { serial: '1' }, 'guest')).statusCode).toBe(403)
  const remove = (at: number, who: string) =>
    api.ask(who, { method: 'DELETE', url: `/api/devices/${imei(at)}` })
  expect((await remove(25, 'vendor')).statusCode).toBe(404)
  expect((await remove(1, 'client')).statusCode).toBe(403)
  expect((await remove(1, 'vendor')).statusCode).toBe(200)
  expect((await listed('vendor', '')).map(({ id }) => id)).not.toContain(imei(1))
})

it('notices another’s change, and not what the device reports of itself', async () => {
  const [opened] = (await api.ask('vendor', `/api/devices?ids=${imei(4)}`)).json().data
  await api.db
    .updateTable('devices')
    .set({ online: false, closed: new Date(), modem_rsrp: -70 })
    .where('id', '=', imei(4))
    .execute()
  const at = new Date()
  await storeTelemetry(api.db, [{ device: imei(4), at, kept: false, province: 'KR-41', rsrp: -71 }])
  expect((await row(4)).sido).toBe('KR-41')
  // The whole record comes back, as a form sends it: what it reports is of yesterday.
  const first = await put(4, { ...opened, serial: '44' })
  expect([first.statusCode, first.json().message]).toEqual([200, expect.any(String)])
  const second = await put(4, { ...opened, serial: '45' })
  expect(second.json()).toMatchObject({ code: 'conflict', record: { serial: '44' } })
})

it('gives a device to another vendor without what does not fit', async () => {
  const answer = await put(1, { vendor: 2 }, 'master')
  expect(answer.json().payload).toMatchObject({ vendor: 2, batch_id: 0, bunch_id: 0, client: 0 })
  expect((await put(8, { vendor: 2, batch_id: 2 }, 'master')).json().errors).toHaveProperty('batch_id')
})

it('keeps what a removed device was ordered: what it had still to do fails', async () => {
  const order = (await api.ask('vendor', { method: 'GET', url: '/api/orders/status' })).statusCode
  expect(order).toBe(200)
  const { id } = await api.db
    .insertInto('orders')
    .values({
      sender_id: accounts.vendor!,
      sender_name: 'vendor',
      vendor_id: 1,
      code: 'x',
      caption: 'x',
      theme: 'device',
      waiting: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db
    .insertInto('order_targets')
    .values({ order_id: id, device_id: imei(3), number: '01020000003' })
    .execute()
  expect((await done({ kind: 'remove', ids: [imei(3), imei(4)], expected: 2 })).undoSeconds).toBe(0)
  const target = await api.db
    .selectFrom('order_targets')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(target).toMatchObject({ status: 'failure', reason: 'gone', number: '01020000003' })
  const told = (await api.ask('vendor', `/api/history?resource=devices&record=${imei(3)}`)).json().payload[0]
  expect(told).toMatchObject({ action: 'deleted', before: { isdn: '01020000003' } })
})

// Any filter's "all N" is what the list shows over all its pages, for each level.
it.each(['client', 'vendor', 'other@test.local', 'master'])(
  'touches of all that %s finds exactly what the list shows over its pages',
  async who => {
    const filters: Record<string, string | number>[] = [
      {},
      { status: 'linked' },
      { batch: 1 },
      { 'search[topic]': 'all', 'search[alike]': '2000001' },
      { model: 1, status: 'closed' },
    ]
    for (const filter of filters) {
      const query = new URLSearchParams(Object.entries(filter).map(([key, value]) => [key, String(value)]))
      const shown = (await listed(who, query.toString())).map(({ id }) => id)
      const mark = name()
      const sent = { filter, expected: shown.length, values: { version: mark } }
      if (shown.length > 0) expect((await done(sent, who)).devices).toBe(shown.length)
      else expect((await bulk(sent, who)).json().code).toBe('bulk.nobody')
      const touched = await api.db
        .selectFrom('devices')
        .select('id')
        .where('version', '=', mark)
        .orderBy('id')
        .execute()
      expect(touched.map(({ id }) => id)).toEqual(shown.sort())
    }
  },
)

it('asks again where it is another number by now, and changes nothing', async () => {
  const answer = await bulk({ filter: { batch: 1 }, expected: 11, values: { version: 'v9' } })
  expect(answer.json()).toMatchObject({ code: 'bulk.changed', found: 12 })
  const fewer = await bulk({ ids: [imei(1), imei(25)], expected: 2, values: { version: 'v9' } })
  expect(fewer.json()).toMatchObject({ code: 'bulk.changed', found: 1 })
  const sent = await api.db.selectFrom('devices').where('version', '=', 'v9').select('id').execute()
  expect(sent).toEqual([])
})

it('moves to a group and gives back what each had; what was changed since stays, by name', async () => {
  const called = name()
  expect(await done({ name: called, ids: ids(0, 20), expected: 20, values: { batch_id: 2 } })).toEqual({
    devices: 20,
    undoSeconds: 60,
  })
  expect(await row(1)).toMatchObject({ batch_id: 2, bunch_id: null })
  expect((await put(15, { serial: '15' })).statusCode).toBe(200)
  await api.db.deleteFrom('devices').where('id', '=', imei(16)).execute()
  const undone = (await undo(called)).json().payload as BulkUndone
  expect(undone).toEqual({
    restored: 18,
    left: 2,
    names: [
      { id: imei(15), isdn: '01020000015' },
      { id: imei(16), isdn: '' },
    ],
  })
  expect(await row(1)).toMatchObject({ batch_id: 1, bunch_id: 1 })
  expect(await row(14)).toMatchObject({ batch_id: null })
  expect(await row(15)).toMatchObject({ batch_id: 2, serial: '15' })
  const told = async (action: string) =>
    (await api.ask('vendor', `/api/history?action=${action}`)).json().payload[0].after
  expect(await told('undone')).toEqual({ restored: 18, left: 2, batch_id: 2, bunch_id: null })
  expect(await told('changedMany')).toEqual({ devices: 20, batch_id: 2, bunch_id: null })
  expect((await undo(called)).json().code).toBe('bulk.undone')
  expect((await undo(called, 'master')).statusCode).toBe(404)
})

it.each([
  ['went to another vendor', { vendor: 2 }, { restored: 0, left: 3 }],
  // A field that config added may lead to any account of the vendor.
  ['became a guest', { level: 1 }, { restored: 3, left: 0 }],
])('gives no device back to a client whose account %s since', async (_case, became, references) => {
  const [former, next] = await Promise.all(
    ['former', 'next'].map(who =>
      api.addAccount({ email: `${who}${++named}@test.local`, level: 3, vendor: 1 }),
    ),
  )
  const own = api.db.updateTable('devices').set({ client_id: former! })
  await own.where('id', 'in', ids(6, 9)).execute()
  const cared = api.db.updateTable('devices').set({ extra: JSON.stringify({ caretaker: former }) })
  await cared.where('id', 'in', ids(9, 12)).execute()
  const [owned, kept] = [name(), name()]
  await done({ name: owned, ids: ids(6, 9), expected: 3, values: { client: next } }, 'master')
  await done({ name: kept, ids: ids(9, 12), expected: 3, values: { caretaker: next } }, 'master')
  const payload = { id: former, ...became }
  const moved = await api.ask('master', { method: 'PUT', url: '/api/clients/', payload })
  expect([moved.statusCode, moved.body]).toEqual([200, expect.any(String)])
  expect((await undo(owned, 'master')).json().payload).toEqual({
    restored: 0,
    left: 3,
    names: ids(6, 9).map((id, at) => ({ id, isdn: String(1020000006 + at).padStart(11, '0') })),
  })
  expect([(await row(6)).client_id, (await row(8)).client_id]).toEqual([next, next])
  expect((await undo(kept, 'master')).json().payload).toMatchObject(references)
})

it('undoes a field that config added, one that was empty too; and nothing after a minute', async () => {
  const called = name()
  await done({ name: called, ids: ids(6, 9), expected: 3, values: { site: '옥상' } })
  expect((await row(7)).extra).toEqual({ site: '옥상', note: '옛 것' })
  expect((await undo(called)).json().payload).toMatchObject({ restored: 3, left: 0 })
  expect([(await row(6)).extra, (await row(7)).extra]).toEqual([{}, { site: '창고', note: '옛 것' }])
  const late = name()
  await done({ name: late, ids: ids(6, 9), expected: 3, values: { site: '옥상' } })
  await sql`update bulk_changes set finished = finished - interval '61 seconds' where name = ${late}`.execute(
    api.db,
  )
  expect((await undo(late)).json().code).toBe('bulk.undoLate')
  // What a crash of the database empties.
  const lost = name()
  await done({ name: lost, ids: ids(6, 9), expected: 3, values: { site: '마당' } })
  await sql`truncate bulk_rows`.execute(api.db)
  expect((await undo(lost)).json().code).toBe('bulk.undoLost')
  expect((await row(6)).extra).toEqual({ site: '마당' })
})

it.each([
  ['a group of another vendor', { batch_id: 4 }, 422, 'batch_id'],
  ['a group of another model', { batch_id: 3 }, 422, undefined],
  ['an employee in place of a user', { client: 4 }, 422, 'client'],
  ['a phone number', { isdn: '01099998888' }, 422, 'isdn'],
  ['what config does not know', { nonsense: 'x' }, 422, 'nonsense'],
  ['a text that is too long', { release: '1'.repeat(80) }, 422, 'release'],
  ['nothing', {}, 422, undefined],
])('refuses %s for all', async (_case, values, status, field) => {
  const answer = await bulk({ ids: ids(0, 4), expected: 4, values: values as object })
  expect(answer.statusCode).toBe(status)
  if (field) expect(Object.keys(answer.json().errors)).toEqual([field])
  else expect(answer.json().message).toMatch(/니다|주세요/)
})

it('names the devices that do not fit, and changes none', async () => {
  await api.db
    .updateTable('devices')
    .set({ model_id: 2, batch_id: null })
    .where('id', '=', imei(20))
    .execute()
  const answer = await bulk({ ids: ids(0, 24), expected: 24, values: { batch_id: 2 } })
  expect(answer.json()).toMatchObject({
    code: 'bulk.rows',
    rowsTotal: 1,
    rows: [{ column: 'IMEI', value: imei(20), code: 'device.batchOther' }],
  })
  expect((await row(1)).batch_id).toBe(1)
})

it('judges each device by itself where a rule of config looks at the rest of it', async () => {
  // Devices with the serial 1002 have a grade that nobody may change.
  const wrong = await bulk({ ids: ids(0, 4), expected: 4, values: { grade: 'gold' } })
  expect(wrong.json()).toMatchObject({ code: 'bulk.rows', rowsTotal: 1, rows: [{ value: imei(2) }] })
  const called = name()
  await done({ name: called, ids: [imei(0), imei(1)], expected: 2, values: { grade: 'gold' } })
  expect((await row(0)).extra).toEqual({ grade: 'gold' })
  expect((await undo(called)).json().payload.restored).toBe(2)
  expect((await row(0)).extra).toEqual({})
  const [told] = (await api.ask('vendor', '/api/history?action=undone')).json().payload
  expect(told.after).toEqual({ restored: 2, left: 0, grade: 'gold' })
})

it.each([
  ['the client', { client: 'client' }, 'device.clientOther'],
  ['the group', { batch_id: 1 }, 'device.batchOther'],
])('judges whose %s is also where it judges each device by itself', async (_case, values, code) => {
  const sent = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, accounts[value] ?? value]),
  )
  const answer = await ruled.ask('master', {
    method: 'POST',
    url: '/api/devices/bulk',
    payload: { name: name(), kind: 'change', ids: ids(20, 27), expected: 7, values: sent },
  })
  expect(answer.json()).toMatchObject({
    code: 'bulk.rows',
    rowsTotal: 3,
    rows: [{ code }, { code }, { code }],
  })
  expect(await row(25)).toMatchObject({ client_id: null, batch_id: null })
  const fitting = { name: name(), kind: 'change', ids: ids(20, 24), expected: 4, values: sent }
  const stored = await ruled.ask('master', { method: 'POST', url: '/api/devices/bulk', payload: fitting })
  expect([stored.statusCode, stored.json().payload]).toEqual([200, { devices: 4, undoSeconds: 60 }])
})

it('puts no device into a bunch while it takes it out of the group', async () => {
  const values = { batch_id: 0, bunch_id: 1 }
  const one = await put(1, values)
  const many = await bulk({ ids: ids(0, 4), expected: 4, values })
  for (const answer of [one, many])
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, ['bunch_id']])
  expect(await row(3)).toMatchObject({ batch_id: 1, bunch_id: null })
})

it('tells each vendor, and of each device, that its change was undone', async () => {
  const called = name()
  await done({ name: called, ids: ids(22, 26), expected: 4, values: { release: '9' } }, 'master')
  expect((await put(23, { serial: '23' })).statusCode).toBe(200)
  expect((await undo(called, 'master')).json().payload).toMatchObject({ restored: 3, left: 1 })
  const told = async (who: string, query: string) =>
    (await api.ask(who, `/api/history?${query}`)).json().payload[0]
  expect((await told('vendor', 'action=undone')).after).toEqual({ restored: 1, left: 1, release: '9' })
  expect((await told('other@test.local', 'action=undone')).after).toEqual({
    restored: 2,
    left: 0,
    release: '9',
  })
  expect(await told('vendor', `resource=devices&record=${imei(22)}`)).toMatchObject({
    action: 'changed',
    before: { release: '9' },
    after: { release: '' },
  })
  expect(await told('vendor', `resource=devices&record=${imei(23)}`)).toMatchObject({
    after: { serial: '23' },
  })
})

it('begins no change for one who is gone', async () => {
  const called = name()
  const sheet = { name: called, kind: 'change', ids: ids(0, 3), expected: 3, values: { version: 'gone' } }
  const headers = { [LEAVES]: '1' }
  const left = api.ask('vendor', { method: 'POST', url: '/api/devices/bulk', payload: sheet, headers })
  await expect(left).rejects.toThrow()
  // The next change of the same user is under way behind it.
  await done({ ids: ids(4, 5), expected: 1, values: { version: 'there' } })
  expect((await row(0)).version).toBe('')
})

it('leaves users their own devices and the fields that are theirs', async () => {
  expect((await bulk({ ids: ids(0, 3), expected: 3, values: { client: 1 } }, 'client')).statusCode).toBe(422)
  expect((await bulk({ kind: 'remove', ids: ids(0, 3), expected: 3 }, 'client')).statusCode).toBe(403)
  expect((await bulk({ ids: ids(0, 3), expected: 3, values: { serial: '1' } }, 'guest')).statusCode).toBe(403)
  expect((await bulk({ filter: { vendor: 2 }, expected: 6, values: { serial: '1' } })).json()).toMatchObject({
    code: 'bulk.changed',
    found: 0,
  })
})

it('answers the same name with what came of it, and of others’ changes nothing', async () => {
  const called = name()
  const sheet = { name: called, ids: ids(0, 3), expected: 3, values: { version: 'once' } }
  await done(sheet)
  const changed = (await row(0)).updated
  expect(await done(sheet)).toEqual({ devices: 3, undoSeconds: 60 })
  expect((await row(0)).updated).toEqual(changed)
  const progress = (who: string) => api.ask(who, `/api/devices/bulk/${called}`)
  expect((await progress('vendor')).json().payload).toMatchObject({ stage: 'done', result: { devices: 3 } })
  expect((await progress('master')).statusCode).toBe(404)
  expect((await api.ask('vendor', { method: 'DELETE', url: `/api/devices/bulk/${called}` })).statusCode).toBe(
    404,
  )
})

it('stops a change before its end, and none of it is there', async () => {
  const called = name()
  // Whoever holds a device lets the change wait: on PostgreSQL in its last step, on PGlite it has not begun.
  if (isPglite(api.db)) {
    const many = 6_000
    await sql`insert into devices (id, isdn, model_id, vendor_id)
        select (350000000100000 + i)::text, '0109' || lpad(i::text, 7, '0'), 1, 1
        from generate_series(1, ${sql.lit(many)}) i`.execute(api.db)
    // Each is judged by itself, and others are served in between.
    const changing = bulk({ name: called, filter: {}, expected: many + 24, values: { grade: 'no' } })
    const stop = () => api.ask('vendor', { method: 'DELETE', url: `/api/devices/bulk/${called}` })
    await expect.poll(async () => (await stop()).statusCode, { interval: 5 }).toBe(200)
    expect((await changing).json().code).toBe('bulk.cancelled')
    const left = api.db.selectFrom('devices').where(sql<boolean>`extra ->> 'grade' = 'no'`).select('id')
    expect(await left.execute()).toEqual([])
    expect((await api.ask('vendor', `/api/devices/bulk/${called}`)).statusCode).toBe(404)
    return
  }
  await api.db.transaction().execute(async holder => {
    await holder.updateTable('devices').set({ modem_rsrp: -1 }).where('id', '=', imei(2)).execute()
    const changing = bulk({ name: called, ids: ids(0, 10), expected: 10, values: { version: 'no' } })
    await expect
      .poll(async () => (await api.ask('vendor', `/api/devices/bulk/${called}`)).json().payload?.stage)
      .toBe('applying')
    await expect
      .poll(async () => {
        await api.ask('vendor', { method: 'DELETE', url: `/api/devices/bulk/${called}` })
        return Promise.race([
          changing.then(({ statusCode }) => statusCode),
          new Promise(r => setTimeout(r, 20)),
        ])
      })
      .toBe(409)
    expect((await changing).json().code).toBe('bulk.cancelled')
  })
  expect(await api.db.selectFrom('devices').where('version', '=', 'no').select('id').execute()).toEqual([])
})

it.each([
  ['changes', { values: { version: 'left' } }],
  ['removes', { kind: 'remove' }],
])('%s no device that leaves the filter before the last step, and asks again', async (_case, what) => {
  // PGlite has one connection: nobody moves a device while a change is stored.
  if (isPglite(api.db)) return
  const called = name()
  const { changing } = await api.db.transaction().execute(async holder => {
    await holder
      .updateTable('devices')
      .set({ batch_id: 2, bunch_id: null })
      .where('id', '=', imei(2))
      .execute()
    const sent = bulk({ name: called, filter: { batch: 1 }, expected: 12, ...what })
    await expect
      .poll(async () => (await api.ask('vendor', `/api/devices/bulk/${called}`)).json().payload?.stage)
      .toBe('applying')
    // In an object: a promise alone would be waited for, while the device is still held.
    return { changing: sent }
  })
  expect((await changing).json()).toMatchObject({ code: 'bulk.changed', found: 11 })
  expect(await row(2)).toMatchObject({ batch_id: 2, version: '' })
  expect(await row(3)).toMatchObject({ batch_id: 1, version: '' })
})

it('gives the chosen devices as targets of an order', async () => {
  const ask = (payload: object, who = 'client') =>
    api.ask(who, { method: 'POST', url: '/api/devices/bulk/targets', payload })
  const found = (await ask({ filter: { status: 'linked' }, expected: 2 })).json().payload
  expect(found).toEqual([
    { device: imei(0), number: '01020000000', online: true },
    { device: imei(4), number: '01020000004', online: true },
  ])
  expect((await ask({ filter: {}, expected: 5 })).json()).toMatchObject({ code: 'bulk.changed', found: 6 })
  expect((await ask({ expected: 5 })).statusCode).toBe(422)
})

/** What is written where a device has a group or a user. */
function withRules(config: Compiled): void {
  withSite(config)
  const { fields } = config.shared.resources.devices!
  fields.site!.visible = {
    any: [
      { field: 'client', ne: 0 },
      { field: 'batch_id', ne: 0 },
    ],
  }
}

/** Config with fields of its own: a plain one, and one that some devices do not take. */
function withSite({ shared }: Compiled): void {
  const { fields } = shared.resources.devices!
  const text: CompiledField = { ...fields.version!, storage: 'extra', write: 'none' }
  fields.site = { ...text, name: 'site', label: { ko: '설치 장소', en: 'Site' } }
  fields.caretaker = {
    ...fields.model_id!,
    storage: 'extra',
    write: 'none',
    name: 'caretaker',
    label: { ko: '관리인', en: 'Caretaker' },
    reference: 'clients',
  }
  fields.grade = {
    ...text,
    name: 'grade',
    label: { ko: '등급', en: 'Grade' },
    readOnly: { field: 'serial', eq: '1002' },
  }
}
