/** `unique` of config: no two records have the same value, whoever saves when and by which way (decision 385). */

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import type { Compiled, CompiledField } from '../../src/engine/compiled'
import { type Db, isPglite } from '../../src/server/store/database'
import { ofResource, storedKey, uniqueRules } from '../../src/server/store/records/uniqueKeys'
import { keepOnce } from '../../src/server/upkeep/uniqueUpkeep'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { leaveEarly, startTestApp, type TestApp } from '../support/server'
import { configWith, SIMS } from '../support/sims'
import { fileBody } from '../support/walk'

const MESSAGE = { ko: '이미 등록된 ICCID입니다.', en: 'This ICCID is registered already.' }

const compiled = configWith('sims', SIMS, file => {
  const fields = file.fields as Record<string, Record<string, unknown>>
  fields.iccid!.unique = { message: MESSAGE }
  fields.iccid!.rules = []
  fields.cost!.unique = { with: ['carrier'], within: 'vendor' }
  fields.phone!.unique = { within: 'everywhere' }
  fields.model!.unique = true
  fields.former = { type: 'text', label: '옛 이름', renamedFrom: 'before', unique: true }
})

/** A tag that only one device has, and a slot that is one device's in its group. */
const tagged = testConfig(config => Object.assign(config, withDeviceRules(config)))

function withDeviceRules(config: Compiled): Compiled {
  const field = (name: string, unique: CompiledField['unique'], more: Partial<CompiledField> = {}) => ({
    ...config.shared.resources.clients!.fields.comment!,
    name,
    label: { ko: name, en: name },
    type: 'text' as const,
    storage: 'extra' as const,
    read: 'guest' as const,
    write: 'client' as const,
    required: undefined,
    unique,
    ...more,
  })
  const { resources, roster } = config.shared
  const devices = resources.devices!
  devices.fields.tag = field('tag', { with: [], within: 'vendor' })
  devices.fields.slot = field('slot', { with: ['batch'], within: 'vendor' })
  devices.fields.serial = { ...devices.fields.serial!, unique: { with: ['model'], within: 'everywhere' } }
  for (const name of ['tag', 'slot'])
    roster.columns.push({
      ...roster.columns.find(({ field: one }) => one === 'serial')!,
      field: name,
      header: { ko: name, en: name },
      aliases: [],
      rules: [],
      required: false,
    } as never)
  for (const [name, one] of [
    ['batches', 'name'],
    ['vendors', 'page'],
    ['clients', 'phone'],
  ] as const)
    resources[name]!.fields[one] = {
      ...resources[name]!.fields[one]!,
      unique: { with: [], within: name === 'vendors' ? 'everywhere' : 'vendor' },
    }
  resources.orders!.fields.ticket = field('ticket', { with: [], within: 'vendor' })
  return config
}

/** The address of a test's database: of the server of all, by its name. */
async function addressOfDb(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const address = new URL(process.env.TEST_DATABASE_URL!)
  address.pathname = `/${rows[0]!.name}`
  return address.href
}

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const phone = (n: number) => `0102000${String(n).padStart(4, '0')}`
const csv = (...rows: (readonly (string | number)[])[]) => rows.map(row => row.join(',')).join('\n')

let api: TestApp
let fleet: TestApp

beforeAll(async () => {
  api = await startTestApp(await newDatabase(), {
    config: testConfig(config => Object.assign(config, compiled)),
  })
  leaveEarly(api)
  fleet = await startTestApp(api.db, { bare: true, config: tagged })
  leaveEarly(fleet)
  const { db } = api
  await db.insertInto('vendors').values({ name: '누리통신' }).execute()
  await db
    .insertInto('models')
    .values([{ name: 'FT-100' }, { name: 'FT-200' }])
    .execute()
  await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
  await db
    .insertInto('batches')
    .values([
      { name: '가', model_id: 1, vendor_id: 1 },
      { name: '나', model_id: 1, vendor_id: 1 },
    ])
    .execute()
})

const url = '/api/resources/sims'
const make = (payload: object, who = 'vendor') =>
  api.ask(who, { method: 'POST', url, payload: { carrier: 'kt', ...payload } })
const made = async (payload: object, who?: string): Promise<number> => {
  const answer = await make(payload, who)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json().id
}
const edit = (id: number, payload: object, who = 'vendor') =>
  api.ask(who, { method: 'PUT', url: `${url}/${id}`, payload })
const said = (answer: { statusCode: number; json(): { errors?: unknown } }) => [
  answer.statusCode,
  answer.json().errors,
]

describe('a resource of config', () => {
  beforeEach(() => api.db.deleteFrom('records').execute())

  it('refuses a second record at the field, whatever the case of its letters, with the sentence of config', async () => {
    await made({ iccid: 'ab-1' })
    expect(said(await make({ iccid: ' AB-1 ' }))).toEqual([422, { iccid: MESSAGE.ko }])
    // 가 in letters of its own, as some keyboards write it.
    await made({ iccid: '가' })
    expect((await make({ iccid: '\u1100\u1161' })).statusCode).toBe(422)
    expect(await api.db.selectFrom('records').selectAll().execute()).toHaveLength(2)
  })

  it('takes what another vendor has, unless the value is one’s own everywhere', async () => {
    await made({ iccid: '1', phone: '010-1234-5678' })
    await made({ iccid: '1' }, 'other@test.local')
    expect(said(await make({ iccid: '2', phone: '+82 10 1234 5678' }, 'other@test.local'))).toEqual([
      422,
      { phone: '이미 사용 중인 값입니다.' },
    ])
  })

  it('compares further fields, and nothing that is empty', async () => {
    await made({ iccid: '1', cost: 0 })
    await made({ iccid: '2', cost: 0, carrier: 'skt' })
    await made({ iccid: '3' })
    await made({ iccid: '4', cost: null })
    const answer = await make({ iccid: '5', cost: 0 })
    expect(said(answer)).toEqual([422, { cost: expect.any(String) }])
    await made({ iccid: '6', model: 1 })
    expect(said(await make({ iccid: '7', model: 1 }))).toEqual([422, { model: expect.any(String) }])
    await made({ iccid: '8', model: 0 })
    await made({ iccid: '9', model: 0 })
  })

  it('looks at edits, frees what is deleted, and at the name that a field had before', async () => {
    const first = await made({ iccid: '1' })
    const second = await made({ iccid: '2' })
    expect(said(await edit(second, { iccid: '1' }))).toEqual([422, { iccid: MESSAGE.ko }])
    expect((await edit(first, { iccid: '1', note: '그대로' })).statusCode).toBe(200)
    expect((await api.ask('vendor', { method: 'DELETE', url: `${url}/${first}` })).statusCode).toBe(200)
    expect((await edit(second, { iccid: '1' })).statusCode).toBe(200)
    await api.db
      .insertInto('records')
      .values({ resource: 'sims', vendor_id: 1, data: '{"iccid":"9","before":"x"}' })
      .execute()
    expect(said(await make({ iccid: '3', former: 'X' }))).toEqual([422, { former: expect.any(String) }])
  })

  it('holds when a record is given to another vendor', async () => {
    await made({ iccid: '1' })
    const theirs = await made({ iccid: '1', vendor: 2 }, 'master')
    expect(said(await edit(theirs, { vendor: 1 }, 'master'))).toEqual([422, { iccid: MESSAGE.ko }])
  })

  it('lets stored duplicates be edited, and none be added', async () => {
    const row = { resource: 'sims', vendor_id: 1, data: '{"iccid":"1","carrier":"kt"}' }
    const rows = await api.db.insertInto('records').values([row, row]).returning('id').execute()
    expect((await edit(rows[0]!.id, { iccid: '1', note: '메모' })).statusCode).toBe(200)
    expect((await make({ iccid: '1' })).statusCode).toBe(422)
  })

  it('lets one of many that are saved at once through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => make({ iccid: 'SAME', phone: `0101234${1000 + at}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(11).fill(422)])
    const ids = await Promise.all(Array.from({ length: 8 }, (_, at) => made({ iccid: `e${at}` })))
    const edits = await Promise.all(ids.map(id => edit(id, { iccid: 'one' })))
    expect(edits.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const { rows } = await api.ask('vendor', `${url}?filter={}`).then(answer => ({ rows: answer.json() }))
    expect(rows.filter(({ iccid }: { iccid: string }) => iccid.toLowerCase() === 'one')).toHaveLength(1)
  })
})

it('keeps an index for each rule, and counts what is stored twice for masters', async () => {
  const names = async () =>
    (
      await sql<{ name: string; def: string }>`select indexname as name, indexdef as def from pg_indexes
          where starts_with(indexname, 'fleet_unique_') order by 1`.execute(api.db)
    ).rows
  const env = isPglite(api.db) ? {} : { databaseUrl: await addressOfDb(api.db) }
  await api.db.deleteFrom('records').execute()
  const data = (iccid: string) => ({ resource: 'sims', vendor_id: 1, data: JSON.stringify({ iccid }) })
  await api.db.insertInto('records').values(['a', 'A', 'b', 'B', 'b', 'c'].map(data)).execute()
  const { isBuilt, found = [] } = await keepOnce(api.db, env, compiled.shared)
  expect(isBuilt).toBe(true)
  expect(found.map(({ rule, values, records, example }) => [rule.name, values, records, example])).toEqual([
    ['sims.iccid', 2, 5, 'A'],
  ])
  const before = await names()
  expect(before).toHaveLength(5)
  // The look-up of a save uses it.
  const rule = uniqueRules(compiled.shared.resources.sims!).find(({ name }) => name === 'sims.iccid')!
  await api.db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain select 1 from records
        where ${ofResource(rule)} and ${storedKey(rule)} = ${'0'.repeat(32)}`.execute(tx)
    expect(rows.map(row => Object.values(row)[0]).join('\n')).toContain('fleet_unique_')
  })
  await keepOnce(api.db, env, compiled.shared)
  expect(await names()).toEqual(before)

  const shown = await startTestApp(api.db, { bare: true, config: testConfig(), duplicates: () => found })
  const problems = await shown.ask('master', '/api/config/problems')
  expect(problems.json().payload).toEqual([
    {
      file: 'config/resources/sims.json',
      line: 1,
      column: 1,
      kind: 'data',
      severity: 'warning',
      path: '/fields/iccid/unique',
      message:
        '"ICCID": 저장된 값 2개가 기록 5개에 중복되어 있습니다. 새로 중복되는 값은 거절됩니다. 중복된 기록을 고쳐 주세요.',
    },
  ])
  await keepOnce(api.db, env, { ...compiled.shared, resources: {} })
  expect(await names()).toEqual([])
})

describe('the product’s own records', () => {
  beforeEach(async () => {
    await api.db.deleteFrom('devices').execute()
    await api.db
      .insertInto('devices')
      .values(
        Array.from({ length: 8 }, (_, at) => ({
          id: imei(at),
          isdn: phone(at),
          serial: String(1000 + at),
          model_id: 1,
          vendor_id: at < 6 ? 1 : 2,
          batch_id: at < 3 ? 1 : null,
          extra: JSON.stringify({ tag: `T${at}`, slot: String(at % 3) }),
        })),
      )
      .execute()
  })

  const put = (at: number, payload: object, who = 'vendor') =>
    fleet.ask(who, { method: 'PUT', url: `/api/devices/${imei(at)}`, payload })
  let named = 0
  const bulk = (payload: object, who = 'vendor') =>
    fleet.ask(who, {
      method: 'POST',
      url: '/api/devices/bulk',
      payload: { name: `unique-bulk-${++named}`, kind: 'change', ...payload },
    })
  const sheet = (path: string, file: string, who = 'vendor') => {
    const { body, type } = fileBody(file)
    return fleet.ask(who, { method: 'POST', url: path, payload: body, headers: { 'content-type': type } })
  }
  const rowsOf = (answer: { json(): { rows?: { row: number; column: string; code: string }[] } }) =>
    answer.json().rows?.map(({ row, column, code }) => `${row} ${column} ${code}`)
  const tags = async () =>
    (await api.db.selectFrom('devices').select('extra').orderBy('id').execute()).map(({ extra }) => extra.tag)

  it('refuses an edit of a device, and a group in which its slot is taken', async () => {
    expect(said(await put(0, { tag: 't1' }))).toEqual([422, { tag: expect.any(String) }])
    expect((await put(0, { tag: 'T7' })).statusCode).toBe(200)
    expect(said(await put(3, { batch_id: 1 }))).toEqual([422, { slot: expect.any(String) }])
    expect((await put(3, { batch_id: 2 })).statusCode).toBe(200)
  })

  it('looks at batches, vendors and clients', async () => {
    const batch = (payload: object) => fleet.ask('vendor', { method: 'PUT', url: '/api/batches/0', payload })
    const answer = await batch({ id: 0, name: '가', model: 1, comment: '가' })
    expect(said(answer)).toEqual([422, { name: expect.any(String) }])
    const vendor = (page: string, brn: string) =>
      fleet.ask('master', {
        method: 'PUT',
        url: '/api/admin/vendors',
        payload: { id: 0, name: '새', brn, page },
      })
    expect((await vendor('https://one.example', '1248100998')).statusCode).toBe(200)
    expect(said(await vendor('https://ONE.example', '2208162517'))).toEqual([
      422,
      { page: expect.any(String) },
    ])
    const own = (who: string) =>
      fleet.ask(who, { method: 'PUT', url: '/api/client/', payload: { phone: '01099998888' } })
    expect((await own('vendor')).statusCode).toBe(200)
    expect(said(await own('client'))).toEqual([422, { phone: expect.any(String) }])
  })

  it('refuses one value for many devices before anything is stored, and a group where their slots meet', async () => {
    const ids = [imei(3), imei(4)]
    const one = await bulk({ values: { tag: 'X' }, ids, expected: 2 })
    expect([one.statusCode, one.json().errors]).toEqual([422, { tag: expect.stringContaining('단말마다') }])
    expect((await bulk({ values: { tag: 'X' }, ids: [imei(3)], expected: 1 })).statusCode).toBe(200)
    const taken = await bulk({ values: { tag: 'x' }, ids: [imei(4)], expected: 1 })
    expect([taken.statusCode, taken.json().rows]).toEqual([
      422,
      [
        expect.objectContaining({
          value: imei(4),
          message: '이렇게 바꾸면 "tag" 값이 다른 단말과 같아집니다.',
        }),
      ],
    ])
    const moved = await bulk({ values: { batch_id: 1 }, ids, expected: 2 })
    expect([moved.statusCode, moved.json().rows?.length]).toEqual([422, 2])
    expect((await bulk({ values: { batch_id: 2 }, ids, expected: 2 })).statusCode).toBe(200)
    expect((await bulk({ values: { tag: '' }, ids, expected: 2 })).statusCode).toBe(200)
  })

  it('does not undo into a value that another device has by now', async () => {
    const change = await bulk({ values: { tag: '' }, ids: [imei(3), imei(4)], expected: 2 })
    expect(change.statusCode).toBe(200)
    expect((await put(5, { tag: 'T3' })).statusCode).toBe(200)
    const undone = await fleet.ask('vendor', {
      method: 'POST',
      url: `/api/devices/bulk/unique-bulk-${named}/undo`,
      payload: {},
    })
    expect(undone.json().payload).toMatchObject({ restored: 1, left: 1 })
    expect((await tags()).slice(3, 6)).toEqual(['', 'T4', 'T3'])
  })

  it('names the cells of a registration: within the sheet, and what is stored', async () => {
    const file = csv(
      ['IMEI', '전화번호', '모델', 'tag', '시리얼'],
      [imei(20), phone(20), 'FT-100', 'T0', 1],
      [imei(21), phone(21), 'FT-100', 'new', 1],
      [imei(22), phone(22), 'FT-200', 'NEW', 1],
      [imei(23), phone(23), 'FT-100', 'T7', 1000],
    )
    const answer = await sheet('/api/devices/roster/ul', file)
    expect([answer.statusCode, rowsOf(answer)]).toEqual([
      422,
      ['2 tag valueTaken', '3 시리얼 duplicateValue', '4 tag duplicateValue', '5 시리얼 valueTaken'],
    ])
    const good = csv(['IMEI', '전화번호', '모델', '시리얼', 'tag'], [imei(20), phone(20), 'FT-100', 9, 'T7'])
    const stored = await sheet('/api/devices/roster/ul', good)
    expect([stored.statusCode, rowsOf(stored)]).toEqual([200, undefined])
  })

  it('lets devices swap their values in one sheet, and names what is taken', async () => {
    const update = (file: string) => sheet('/api/devices/roster/update', file)
    const swap = await update(csv(['IMEI', 'tag'], [imei(0), 'T1'], [imei(1), 'T0']))
    expect([swap.statusCode, (await tags()).slice(0, 2)]).toEqual([200, ['T1', 'T0']])
    const file = csv(['IMEI', 'tag'], [imei(0), 'same'], [imei(1), 'SAME'], [imei(2), 'T5'])
    const compared = await sheet('/api/devices/roster/compare', file)
    const wrong = ['3 tag duplicateValue', '4 tag valueTaken']
    expect(
      compared
        .json()
        .payload.rows.map(
          (row: { row: number; column: string; code: string }) => `${row.row} ${row.column} ${row.code}`,
        ),
    ).toEqual(wrong)
    expect([(await update(file)).statusCode, rowsOf(await update(file))]).toEqual([422, wrong])
  })

  it('refuses a batch’s sheet with devices whose slots meet there', async () => {
    const send = (...ids: number[]) =>
      sheet('/api/batches/devices/ul/1', csv(['IMEI'], ...ids.map(at => [imei(at)])))
    const answer = await send(0, 3)
    expect([answer.statusCode, rowsOf(answer)]).toEqual([422, ['3 IMEI duplicateInBatch']])
    expect((await send(0, 4, 5)).statusCode).toBe(200)
  })

  it('does not let two sheets and a form at once give the same value', async () => {
    const row = (n: number) => csv(['IMEI', '전화번호', '모델', 'tag'], [imei(n), phone(n), 'FT-100', 'RACE'])
    const answers = await Promise.all([
      sheet('/api/devices/roster/ul', row(30)),
      put(0, { tag: 'race' }),
      sheet('/api/devices/roster/ul', row(31)),
      put(1, { tag: 'Race' }),
      bulk({ values: { tag: 'RACE' }, ids: [imei(2)], expected: 1 }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await tags()).filter(tag => String(tag).toLowerCase() === 'race')).toHaveLength(1)
  })

  it('holds the ticket of an order to be one', async () => {
    await api.db
      .insertInto('methods')
      .values({ code: 'reboot', caption: '재부팅', content: '{"Type":"text"}' })
      .execute()
    const order = () =>
      fleet.ask('vendor', {
        method: 'POST',
        url: '/api/orders/order',
        payload: { code: 'reboot', data: 'NOW', targets: [imei(0)], ticket: 'A-1' },
      })
    expect((await order()).statusCode).toBe(200)
    expect(said(await order())).toEqual([422, { ticket: expect.any(String) }])
  })
})
