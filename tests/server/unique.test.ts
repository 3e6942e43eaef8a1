/**
 * `unique` in config: no two records get the same value, by any call, sheet or bulk change, also at the same time
 * (decision 385).
 */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { isPglite } from '../../src/server/store/database'
import { ofResource, storedKey, uniqueRules } from '../../src/server/store/records/uniqueKeys'
import { runUniqueUpkeep } from '../../src/server/upkeep/uniqueUpkeep'
import { addedField, testConfig } from '../support/config'
import { addressOf } from '../support/databases'
import { indexesNamed, planOf } from '../support/plans'
import { countRows, findRows, insertDevices, insertRow, insertRows, phoneOf } from '../support/rows'
import { bodyOf, payloadOf, startTestApp, statusOf, type TestApp } from '../support/server'
import { configWith, SIMS } from '../support/sims'
import { imeiOf } from '../support/walk'

const MESSAGE = { ko: '이미 등록된 ICCID입니다.', en: 'This ICCID is registered already.' }
const OTHER = 'other@test.local'

const withSims = configWith('sims', SIMS, file => {
  const fields = file.fields as Record<string, Record<string, unknown>>
  fields.iccid!.unique = { message: MESSAGE }
  fields.iccid!.rules = []
  fields.cost!.unique = { with: ['carrier'], within: 'vendor' }
  fields.phone!.unique = { within: 'everywhere' }
  fields.model!.unique = true
  fields.renamed = { type: 'text', label: '새 이름', renamedFrom: 'before', unique: true }
})

/** Adds rules for the resources of the contract: the tag of a device is unique, and its slot within its group. */
function addRules(config: Compiled): void {
  const { resources, roster } = config.shared
  const field = (name: string, ...uniqueWith: string[]) =>
    addedField(name, { read: 'guest', write: 'client', unique: { with: uniqueWith, within: 'vendor' } })
  const devices = resources.devices!.fields
  devices.tag = field('tag')
  devices.slot = field('slot', 'batch')
  devices.serial = { ...devices.serial!, unique: { with: ['model'], within: 'everywhere' } }
  const serial = roster.columns.find(column => column.field === 'serial')!
  for (const name of ['tag', 'slot']) {
    const header = { ko: name, en: name }
    roster.columns.push({ ...serial, field: name, header, aliases: [], rules: [], required: false } as never)
  }
  const makeUnique = (resource: string, name: string, within: 'vendor' | 'everywhere') => {
    const { fields } = resources[resource]!
    fields[name] = { ...fields[name]!, unique: { with: [], within } }
  }
  makeUnique('batches', 'name', 'vendor')
  makeUnique('vendors', 'page', 'everywhere')
  makeUnique('clients', 'phone', 'vendor')
  resources.orders!.fields.ticket = field('ticket')
}

const api = await startTestApp(undefined, { current: () => withSims })
const withRules = await startTestApp(api.db, { bare: true, config: testConfig(addRules) })
await insertRow(api.db, 'vendors', { name: '누리통신' })
await insertRows(api.db, 'models', [{ name: 'FT-100' }, { name: 'FT-200' }])
await api.addAccount({ email: OTHER, level: 6, vendor: 2 })
const batches = ['가', '나'].map(name => ({ name, model_id: 1, vendor_id: 1 }))
await insertRows(api.db, 'batches', batches)

/** The status of a response, and its error messages by field. */
const outcome = async (asking: ReturnType<TestApp['ask']>) => {
  const response = await asking
  return [response.statusCode, response.json().errors]
}
const refused = (field: string) => [422, { [field]: expect.any(String) }]

describe('a resource of config', () => {
  beforeEach(() => api.db.deleteFrom('records').execute())

  const url = '/api/resources/sims'
  const save = (payload: object, who = 'vendor') => api.post(who, url, { carrier: 'kt', ...payload })
  const create = async (payload: object, who?: string): Promise<number> =>
    (await bodyOf(save(payload, who))).id
  const edit = (id: number, payload: object, who = 'vendor') => api.put(who, `${url}/${id}`, payload)

  it('refuses the same value with the message of config, whatever its case and Unicode form', async () => {
    await create({ iccid: 'ab-1' })
    expect(await outcome(save({ iccid: ' AB-1 ' }))).toEqual([422, { iccid: MESSAGE.ko }])
    await create({ iccid: '가' })
    expect((await save({ iccid: '\u1100\u1161' })).statusCode).toBe(422)
    expect(await countRows(api.db, 'records')).toBe(2)
  })

  it('accepts a value of another vendor, unless it must be unique everywhere', async () => {
    await create({ iccid: '1', phone: '010-1234-5678' })
    await create({ iccid: '1' }, OTHER)
    const phone = '이미 사용 중인 값입니다.'
    expect(await outcome(save({ iccid: '2', phone: '+82 10 1234 5678' }, OTHER))).toEqual([422, { phone }])
  })

  it('compares several fields together, and ignores empty values', async () => {
    await create({ iccid: '1', cost: 0 })
    await create({ iccid: '2', cost: 0, carrier: 'skt' })
    await create({ iccid: '3' })
    await create({ iccid: '4', cost: null })
    expect(await outcome(save({ iccid: '5', cost: 0 }))).toEqual(refused('cost'))
    await create({ iccid: '6', model: 1 })
    expect(await outcome(save({ iccid: '7', model: 1 }))).toEqual(refused('model'))
    await create({ iccid: '8', model: 0 })
    await create({ iccid: '9', model: 0 })
  })

  it('checks edits, and moves to another vendor; a deletion frees the value', async () => {
    const [first, second] = [await create({ iccid: '1' }), await create({ iccid: '2' })]
    const theirs = await create({ iccid: '1', vendor: 2 }, 'master')
    expect(await outcome(edit(second, { iccid: '1' }))).toEqual([422, { iccid: MESSAGE.ko }])
    expect(await outcome(edit(theirs, { vendor: 1 }, 'master'))).toEqual([422, { iccid: MESSAGE.ko }])
    expect((await edit(first, { iccid: '1', note: '그대로' })).statusCode).toBe(200)
    await api.remove('vendor', `${url}/${first}`)
    expect((await edit(second, { iccid: '1' })).statusCode).toBe(200)
  })

  it('finds a value under the former name of its field', async () => {
    const data = '{"iccid":"9","before":"x"}'
    await insertRow(api.db, 'records', { resource: 'sims', vendor_id: 1, data })
    expect(await outcome(save({ iccid: '3', renamed: 'X' }))).toEqual(refused('renamed'))
  })

  it('lets stored duplicates be edited, and adds none', async () => {
    const row = { resource: 'sims', vendor_id: 1, data: '{"iccid":"1","carrier":"kt"}' }
    const id = await insertRow(api.db, 'records', row)
    await insertRow(api.db, 'records', row)
    expect((await edit(id, { iccid: '1', note: '메모' })).statusCode).toBe(200)
    expect((await save({ iccid: '1' })).statusCode).toBe(422)
  })

  it('accepts one of several saves at the same time', async () => {
    const saves = Array.from({ length: 8 }, (_, n) => save({ iccid: 'SAME', phone: `0101234${1000 + n}` }))
    expect((await Promise.all(saves.map(statusOf))).sort()).toEqual([200, ...Array(7).fill(422)])
  })
})

it('each rule has an index, which saves use; masters are warned of stored duplicates', async () => {
  const indexes = () => indexesNamed(api.db, 'fleet_unique_')
  const env = isPglite(api.db) ? {} : { databaseUrl: await addressOf(api.db) }
  await api.db.deleteFrom('records').execute()
  const row = (iccid: string) => ({ resource: 'sims', vendor_id: 1, data: JSON.stringify({ iccid }) })
  await insertRows(api.db, 'records', ['a', 'A', 'b', 'B', 'b', 'c'].map(row))
  const { isBuilt, duplicates = [] } = await runUniqueUpkeep(api.db, env, withSims.shared)
  expect(isBuilt).toBe(true)
  const summary = duplicates.map(({ rule, values, records, example }) => [
    rule.name,
    values,
    records,
    example,
  ])
  expect(summary).toEqual([['sims.iccid', 2, 5, 'A']])
  const before = await indexes()
  expect(before).toHaveLength(5)
  const rule = uniqueRules(withSims.shared.resources.sims!).find(({ name }) => name === 'sims.iccid')!
  const lookUp = sql`select 1 from records where ${ofResource(rule)} and ${storedKey(rule)} = ${'0'.repeat(32)}`
  expect(await planOf(api.db, lookUp)).toContain('fleet_unique_')
  await runUniqueUpkeep(api.db, env, withSims.shared)
  expect(await indexes()).toEqual(before)

  const app = await startTestApp(api.db, { bare: true, duplicates: () => duplicates })
  const message =
    '"ICCID": 저장된 값 2개가 기록 5개에 중복되어 있습니다. 새로 중복되는 값은 거절됩니다. 중복된 기록을 고쳐 주세요.'
  const place = { file: 'config/resources/sims.json', line: 1, column: 1, path: '/fields/iccid/unique' }
  const warning = { ...place, kind: 'data', severity: 'warning', message }
  expect(await payloadOf(app.ask('master', '/api/config/problems'))).toEqual([warning])
  await runUniqueUpkeep(api.db, env, { ...withSims.shared, resources: {} })
  expect(await indexes()).toEqual([])
})

describe('a resource of the contract', () => {
  /** Devices 0 to 5 are of vendor 1, the first three in batch 1; 6 and 7 are of vendor 2. */
  beforeEach(async () => {
    await api.db.deleteFrom('devices').execute()
    await insertDevices(api.db, 8, nth => ({
      vendor_id: nth < 6 ? 1 : 2,
      batch_id: nth < 3 ? 1 : null,
      extra: JSON.stringify({ tag: `T${nth}`, slot: String(nth % 3) }),
    }))
  })

  const put = (url: string, payload: object, who = 'vendor') => withRules.put(who, url, payload)
  const post = (url: string, payload: object) => withRules.post('vendor', url, payload)
  const edit = (nth: number, payload: object) => put(`/api/devices/${imeiOf(nth)}`, payload)
  let count = 0
  const bulk = (values: object, ...numbers: number[]) => {
    const ids = numbers.map(imeiOf)
    const change = { name: `unique-bulk-${++count}`, kind: 'change', values, ids, expected: ids.length }
    return post('/api/bulk/devices', change)
  }
  const upload = (url: string, ...lines: (readonly (string | number)[])[]) =>
    withRules.upload('vendor', url, lines.map(line => line.join(',')).join('\n'))
  type Problem = { row: number; column: string; code: string }
  const problemsOf = (rows: Problem[] | undefined) =>
    rows?.map(({ row, column, code }) => `${row} ${column} ${code}`)
  const uploadOutcome = async (...sheet: Parameters<typeof upload>) => {
    const response = await upload(...sheet)
    return [response.statusCode, problemsOf(response.json().rows)]
  }
  const tags = async () => (await findRows(api.db, 'devices')).map(({ extra }) => extra.tag)

  it('checks edits of devices, also moves to a group in which the slot is taken', async () => {
    expect(await outcome(edit(0, { tag: 't1' }))).toEqual(refused('tag'))
    expect((await edit(0, { tag: 'T7' })).statusCode).toBe(200)
    expect(await outcome(edit(3, { batch_id: 1 }))).toEqual(refused('slot'))
    expect((await edit(3, { batch_id: 2 })).statusCode).toBe(200)
  })

  it('checks batches, vendors, clients and orders', async () => {
    const batch = { id: 0, name: '가', model: 1, comment: '가' }
    expect(await outcome(put('/api/batches/0', batch))).toEqual(refused('name'))
    const vendor = (page: string, brn: string) =>
      put('/api/admin/vendors', { id: 0, name: '새', brn, page }, 'master')
    expect((await vendor('https://one.example', '1248100998')).statusCode).toBe(200)
    expect(await outcome(vendor('https://ONE.example', '2208162517'))).toEqual(refused('page'))
    const profile = (who: string) => put('/api/client/', { phone: '01099998888' }, who)
    expect((await profile('vendor')).statusCode).toBe(200)
    expect(await outcome(profile('client'))).toEqual(refused('phone'))
    await insertRow(api.db, 'methods', { code: 'reboot', caption: '재부팅', content: '{"Type":"text"}' })
    const order = { code: 'reboot', data: 'NOW', targets: [imeiOf(0)], ticket: 'A-1' }
    expect((await post('/api/orders/order', order)).statusCode).toBe(200)
    expect(await outcome(post('/api/orders/order', order))).toEqual(refused('ticket'))
  })

  it('refuses a bulk change that gives several devices one value, or moves them where slots are taken', async () => {
    const tag = expect.stringContaining('하나씩')
    expect(await outcome(bulk({ tag: 'X' }, 3, 4))).toEqual([422, { tag }])
    expect((await bulk({ tag: 'X' }, 3)).statusCode).toBe(200)
    const taken = (await bulk({ tag: 'x' }, 4)).json()
    const message = '이렇게 바꾸면 "tag" 값이 서로 같아집니다.'
    expect(taken.rows).toEqual([expect.objectContaining({ value: imeiOf(4), message })])
    const moved = await bulk({ batch_id: 1 }, 3, 4)
    expect([moved.statusCode, moved.json().rows?.length]).toEqual([422, 2])
    expect((await bulk({ batch_id: 2 }, 3, 4)).statusCode).toBe(200)
    expect((await bulk({ tag: '' }, 3, 4)).statusCode).toBe(200)
  })

  it('does not restore a value that another device has got since', async () => {
    expect((await bulk({ tag: '' }, 3, 4)).statusCode).toBe(200)
    const undo = `/api/bulk/devices/unique-bulk-${count}/undo`
    expect((await edit(5, { tag: 'T3' })).statusCode).toBe(200)
    expect((await post(undo, {})).json().payload).toMatchObject({ restored: 1, left: 1 })
    expect((await tags()).slice(3, 6)).toEqual(['', 'T4', 'T3'])
  })

  it('refuses a registration at each cell whose value is in the sheet twice, or stored', async () => {
    const head = ['IMEI', '전화번호', '모델', 'tag', '시리얼']
    const register = (...rows: [nth: number, model: string, tag: string, serial: number][]) => {
      const lines = rows.map(([nth, ...cells]) => [imeiOf(nth), phoneOf(nth), ...cells])
      return uploadOutcome('/api/devices/roster/ul', head, ...lines)
    }
    // The stored devices have the serials from 1000 (`insertDevices`).
    const wrong = await register(
      [20, 'FT-100', 'T0', 1],
      [21, 'FT-100', 'new', 1],
      [22, 'FT-200', 'NEW', 1],
      [23, 'FT-100', 'T7', 1000],
    )
    const problems = [
      '2 tag valueTaken',
      '3 시리얼 duplicateValue',
      '4 tag duplicateValue',
      '5 시리얼 valueTaken',
    ]
    expect(wrong).toEqual([422, problems])
    expect(await register([20, 'FT-100', 'T7', 9])).toEqual([200, undefined])
  })

  it('lets devices swap their values in one sheet, but not share one', async () => {
    const update = (...rows: [number, string][]) =>
      [['IMEI', 'tag'], ...rows.map(([nth, tag]) => [imeiOf(nth), tag])] as const
    const url = '/api/devices/roster'
    expect(await uploadOutcome(`${url}/update`, ...update([0, 'T1'], [1, 'T0']))).toEqual([200, undefined])
    expect((await tags()).slice(0, 2)).toEqual(['T1', 'T0'])
    const wrong = update([0, 'same'], [1, 'SAME'], [2, 'T5'])
    const problems = ['3 tag duplicateValue', '4 tag valueTaken']
    const compared = await upload(`${url}/compare`, ...wrong)
    expect(problemsOf(compared.json().payload.rows)).toEqual(problems)
    expect(await uploadOutcome(`${url}/update`, ...wrong)).toEqual([422, problems])
  })

  it('refuses a list of devices for a batch if two of them have the same slot', async () => {
    const send = (...numbers: number[]) =>
      uploadOutcome('/api/batches/devices/ul/1', ['IMEI'], ...numbers.map(nth => [imeiOf(nth)]))
    expect(await send(0, 3)).toEqual([422, ['3 IMEI duplicateInBatch']])
    // The list replaces the devices of the batch: 1 and 2 leave it, and their slots are free for 4 and 5.
    expect((await send(0, 4, 5))[0]).toBe(200)
  })

  it('accepts only one of the sheets, forms and bulk changes that set the same value at the same time', async () => {
    const head = ['IMEI', '전화번호', '모델', 'tag']
    const register = (nth: number) =>
      upload('/api/devices/roster/ul', head, [imeiOf(nth), phoneOf(nth), 'FT-100', 'RACE'])
    const edits = [edit(0, { tag: 'race' }), edit(1, { tag: 'Race' })]
    const changes = [register(30), register(31), ...edits, bulk({ tag: 'RACE' }, 2)]
    const statuses = await Promise.all(changes.map(statusOf))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect((await tags()).filter(tag => String(tag).toLowerCase() === 'race')).toHaveLength(1)
  })
})
