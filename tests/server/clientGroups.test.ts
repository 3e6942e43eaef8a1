/**
 * Client users make, edit, fill and delete their groups (§1). A group of the vendor, or of another client, is
 * read only for them, and their sheets touch their own devices alone.
 */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Batch } from '../../src/contract/batches'
import { changesFor, Listeners } from '../../src/server/live/scope'
import { testConfig } from '../support/config'
import {
  countRows,
  findRow,
  findRows,
  insertDevices,
  insertRow,
  insertRows,
  updateRows,
} from '../support/rows'
import { bodyOf, payloadOf, refusedFields, startTestApp, statusOf } from '../support/server'
import { sheetRows } from '../support/sheetRows'
import { imeiOf } from '../support/walk'

const [CLIENT, OTHER, STAFF] = ['client@test.local', 'other@test.local', 'vendor@test.local']
const NEW = { id: -1, name: '내 차량', comment: '배송', model: 1 }

const api = await startTestApp()
await insertRow(api.db, 'vendors', { id: 2, name: '누리' })
await insertRows(api.db, 'models', [{ name: 'FT-100' }, { name: 'FT-200' }])
const client = (await findRow(api.db, 'clients', { email: CLIENT })).id
const other = await api.addAccount({ email: OTHER, level: 3, vendor: 1 })
await api.addAccount({ email: 'foreign@test.local', level: 3, vendor: 2 })
await api.addAccount({ email: 'deleted@test.local', level: 3, vendor: 1 })
// New groups get ids above 100, and so never the id of a group below.
await sql`select setval(pg_get_serial_sequence('batches', 'id'), 100)`.execute(api.db)

/** Groups of the vendor (1 with a device of the client, 2 without), of the client (3), and of the other client (4). */
const GROUPS = [
  { id: 1, name: '업체 그룹', owner: null },
  { id: 2, name: '빈 업체 그룹', owner: null },
  { id: 3, name: '내 그룹', owner: CLIENT },
  { id: 4, name: '남의 그룹', owner: OTHER },
]
/** Devices 1 to 3 of the client, 4 of the other client, 5 of no client, 6 of another model. */
const DEVICES = [
  { n: 1, of: CLIENT, batch: 1 },
  { n: 2, of: CLIENT, batch: 3 },
  { n: 3, of: CLIENT, batch: null },
  { n: 4, of: OTHER, batch: 3 },
  { n: 5, of: null, batch: null },
  { n: 6, of: CLIENT, batch: null },
]
beforeEach(async () => {
  const { db } = api
  await db.deleteFrom('devices').execute()
  await db.deleteFrom('batches').execute()
  const idOf = (email: string | null) => (email === null ? null : email === CLIENT ? client : other)
  const common = { comment: '설명', vendor_id: 1, model_id: 1 }
  for (const { owner, ...group } of GROUPS)
    await insertRow(db, 'batches', { ...group, ...common, client_id: idOf(owner) })
  await insertDevices(db, DEVICES.length, nth => {
    const { n, of, batch } = DEVICES[nth]!
    return { id: imeiOf(n), model_id: n === 6 ? 2 : 1, client_id: idOf(of), batch_id: batch }
  })
})

const url = (id: number) => `/api/batches/${id}`
const list = (who: string) => payloadOf<Batch[]>(api.ask(who, '/api/batches'))
const namesOf = async (who: string) => (await list(who)).map(({ name }) => name).sort()
const batchesOfDevices = async () => (await findRows(api.db, 'devices')).map(({ batch_id }) => batch_id)
const send = (who: string, batch: number, ...numbers: number[]) =>
  api.upload(who, `/api/batches/devices/ul/${batch}`, ['IMEI', ...numbers.map(imeiOf)].join('\n'))

describe('a client', () => {
  it('sees the groups with its devices and its own, also empty ones, in every list', async () => {
    await updateRows(api.db, 'devices', { id: imeiOf(2) }, { batch_id: null })
    const seen = ['내 그룹', '업체 그룹']
    expect(await namesOf(CLIENT)).toEqual(seen)
    const pages = await bodyOf<{ count: number }>(api.ask(CLIENT, '/api/batches?page_index=1&page_limit=9'))
    expect(pages.count).toBe(2)
    const hits = await payloadOf<{ name: string }[]>(api.ask(CLIENT, '/api/search?q=그룹'))
    expect(hits.map(({ name }) => name).sort()).toEqual(seen)
    const exported = await api.ask(CLIENT, '/api/exports/batches?export[format]=csv')
    for (const { name } of GROUPS)
      expect([name, exported.body.includes(`${name},`)]).toEqual([name, seen.includes(name)])
    for (const id of [2, 4]) expect((await api.ask(CLIENT, url(id))).statusCode).toBe(404)
  })

  it('makes a group, which is its own and of its vendor; edits and deletes it', async () => {
    const made = await payloadOf<Batch>(api.put(CLIENT, url(-1), { ...NEW, client: 0, vendor: 0 }))
    expect(made).toMatchObject({ ...NEW, id: made.id, client, vendor: 1, devices: 0 })
    const changed = await payloadOf<Batch>(api.put(CLIENT, url(made.id), { ...made, name: '내 트럭' }))
    expect(changed).toMatchObject({ name: '내 트럭', client })
    expect((await api.remove(CLIENT, url(made.id))).statusCode).toBe(200)
    expect(await countRows(api.db, 'batches')).toBe(4)
  })

  it('cannot give a group to anybody else', async () => {
    const sent = { ...NEW, client: other }
    expect(await refusedFields(api.put(CLIENT, url(-1), sent))).toEqual([422, ['client']])
    const own = await payloadOf(api.ask(CLIENT, url(3)))
    for (const client of [other, 0])
      expect(await refusedFields(api.put(CLIENT, url(3), { ...own, client }))).toEqual([422, ['client']])
  })

  it('changes no group of its vendor, whatever it sends; one that it does not see is not found', async () => {
    const before = await findRows(api.db, 'batches')
    for (const [id, status] of [[1, 403] as const, [2, 404] as const, [4, 404] as const]) {
      const answers = [
        await api.put(CLIENT, url(id), { name: '바뀐 이름' }),
        await api.put(CLIENT, url(id), { name: '' }),
        await api.remove(CLIENT, url(id)),
        await send(CLIENT, id, 1),
        await send(CLIENT, id, 99),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => status))
      for (const answer of answers) expect(answer.json().message).toMatch(/[가-힣]/)
    }
    expect((await api.ask(CLIENT, '/api/removals/batches/1')).statusCode).not.toBe(200)
    expect(await findRows(api.db, 'batches')).toEqual(before)
    expect(await batchesOfDevices()).toEqual(DEVICES.map(({ batch }) => batch))
  })

  it('fills its group with its devices; devices of others stay where they are', async () => {
    expect((await send(CLIENT, 3, 1, 3)).json().payload).toEqual({ devices: 2, joined: 2, left: 1 })
    expect(await batchesOfDevices()).toEqual([3, null, 3, 3, null, null])
  })

  it('is refused at the cell for a device of somebody else, as for one that does not exist', async () => {
    const refused = await send(CLIENT, 3, 1, 4, 5, 6, 99)
    expect(refused.statusCode).toBe(422)
    const cells = refused.json<{ rows: { row: number; column: string; code: string; message: string }[] }>()
      .rows
    expect(cells.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual([
      '3 IMEI deviceNotOwn',
      '4 IMEI deviceNotOwn',
      '5 IMEI deviceOtherModel',
      '6 IMEI deviceNotOwn',
    ])
    expect(cells[0]!.message).toBe('등록되지 않았거나 내 단말이 아닙니다. IMEI를 확인해 주세요.')
    expect(await batchesOfDevices()).toEqual(DEVICES.map(({ batch }) => batch))
  })

  it('downloads its own devices of the group, and puts them only into groups that it sees', async () => {
    const response = await api.ask(CLIENT, '/api/batches/devices/dl/3')
    const [, ...rows] = await sheetRows(response)
    expect(rows.map(([imei]) => imei)).toEqual([imeiOf(2)])
    const put = (batch_id: number) => statusOf(api.put(CLIENT, `/api/devices/${imeiOf(3)}`, { batch_id }))
    expect([await put(3), await put(1), await put(2), await put(4)]).toEqual([200, 200, 422, 422])
  })

  it('deletes no group that holds a device of somebody else', async () => {
    expect((await api.remove(CLIENT, url(3))).json()).toMatchObject({ code: 'batch.holdsOthers' })
    await updateRows(api.db, 'devices', { id: imeiOf(4) }, { batch_id: null })
    expect((await api.remove(CLIENT, url(3))).statusCode).toBe(200)
    expect(await batchesOfDevices()).toEqual([1, null, null, null, null, null])
  })

  it('receives changes of its empty group, and no changes of the groups of others', async () => {
    const config = testConfig()
    const caller = { id: client, level: 3, vendor: 1, levels: config.current().shared.levels.numbers }
    const listener = new Listeners(config).of(caller as never)
    const changes = [{ resource: 'batches', ids: GROUPS.map(({ id }) => id), vendors: [1] }]
    await updateRows(api.db, 'devices', { id: imeiOf(2) }, { batch_id: null })
    await updateRows(api.db, 'devices', { id: imeiOf(1) }, { batch_id: null })
    const received = await changesFor(api.db, listener, [{ ...changes[0]!, vendors: [2] }])
    expect(received).toEqual([{ resource: 'batches', ids: ['3'] }])
  })
})

describe('staff', () => {
  it('see all groups of their vendor and whose they are; a client and a guest do not', async () => {
    const owners = async (who: string) =>
      (await list(who)).map(({ name, client_name }) => [name, client_name]).sort()
    const owned = (await owners(STAFF)).map(([name, owner]) => `${name}: ${owner}`)
    expect(owned).toEqual(['남의 그룹: other', '내 그룹: client', '빈 업체 그룹: ', '업체 그룹: '])
    // A client with a device in the group of another client sees the group, but not to whom it belongs.
    await updateRows(api.db, 'devices', { id: imeiOf(3) }, { batch_id: 4 })
    const shown = (await list(CLIENT)).find(({ id }) => id === 4)
    expect(shown).toMatchObject({ name: '남의 그룹', client: 0, client_name: '' })
    expect((await list('guest')).map(one => one.client)).toEqual([0, 0, 0])
    expect((await api.put(CLIENT, url(4), { name: '빼앗은 그룹' })).statusCode).toBe(403)
  })

  it('give a group to a client of its vendor, and take it back', async () => {
    for (const who of [STAFF, 'master']) {
      const give = (to: number) => payloadOf(api.put(who, url(2), { client: to }))
      expect(await give(client)).toMatchObject({ client, client_name: 'client' })
      expect(await give(0)).toMatchObject({ client: 0, client_name: '' })
    }
    const wrong = ['foreign@test.local', STAFF, 'guest@test.local']
    for (const email of wrong) {
      const { id } = await findRow(api.db, 'clients', { email })
      expect(await refusedFields(api.put('master', url(2), { client: id }))).toEqual([422, ['client']])
    }
    const made = await payloadOf<Batch>(api.put(STAFF, url(-1), { ...NEW, client: other }))
    expect(made).toMatchObject({ client: other, vendor: 1 })
    // Staff may edit the group of a client; the client, which the form sends back unchanged, stays.
    const saved = await payloadOf(api.put(STAFF, url(made.id), { ...made, name: '수정' }))
    expect(saved).toMatchObject({ name: '수정', client: other })
  })

  it('cannot delete a client that has groups, or move it to another vendor', async () => {
    const { id } = await findRow(api.db, 'clients', { email: 'deleted@test.local' })
    await updateRows(api.db, 'batches', { id: 2 }, { client_id: id })
    const refused = await api.remove(STAFF, `/api/admin/clients/${id}`)
    expect(refused.json().message).toMatch(/단말 0대.*그룹 1개/)
    const moving = api.put('master', '/api/clients/', { id, vendor: 2 })
    expect(await refusedFields(moving)).toEqual([422, ['vendor']])
    await updateRows(api.db, 'batches', { id: 2 }, { client_id: null })
    expect((await api.remove(STAFF, `/api/admin/clients/${id}`)).statusCode).toBe(200)
  })
})

const JOB = '/api/bulk/devices'
const BULK = { name: 'give-to-other', kind: 'change', expected: 1 }
it.each<[string, () => Promise<{ statusCode: number }>]>([
  ['the form', () => api.put(STAFF, `/api/devices/${imeiOf(2)}`, { client: other, batch_id: 3 })],
  [
    'a sheet',
    () =>
      api.upload(STAFF, '/api/devices/roster/update', `IMEI,회원\n${imeiOf(2)},${OTHER}`, {
        'changing-devices': '1',
      }),
  ],
  ['a change of many', () => api.post(STAFF, JOB, { ...BULK, ids: [imeiOf(2)], values: { client: other } })],
])('a device given to another client by %s leaves the group of the former one', async (_way, give) => {
  expect((await give()).statusCode).toBe(200)
  const device = await findRow(api.db, 'devices', { id: imeiOf(2) })
  expect(device).toMatchObject({ client_id: other, batch_id: null })
})
