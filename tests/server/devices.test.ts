/**
 * The list of devices with its filters and orders, columns that config adds, and the search by phone number (§2, §7).
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Device, DevicePage } from '../../src/contract/devices'
import { ABSENT_TIME } from '../../src/domain/dates'
import type { CompiledField } from '../../src/engine/compiled'
import { addedField, testConfig } from '../support/config'
import {
  addOutsiders,
  CLIENT,
  type DemoDevice,
  demoAccount,
  fleet,
  MASTER,
  REACH,
  startDemoApp,
  VENDOR,
} from '../support/demo'
import { updateRows } from '../support/rows'
import { bodyOf, startTestApp, statusOf, type TestApp } from '../support/server'

const vendor = demoAccount(VENDOR).vendor_id
const client = demoAccount(CLIENT).id
const modelId = (name: string) => fleet.models.find(model => model.name === name)!.id
const nameOf = (rows: readonly { id: number; name: string }[], id: number | null) =>
  rows.find(row => row.id === id)?.name ?? ''
const idsOf = (devices: readonly { id: string }[]) => devices.map(({ id }) => id)
/** Digits typed with dots, as `010.1234.5678`. */
const dotted = ({ isdn }: DemoDevice) => isdn.replace(/^(...)(....)/, '$1.$2.')

const api = await startDemoApp()
await addOutsiders(api)

type Query = Record<string, string | number>
const get = (who: string, query: Query, app = api) => {
  const entries = Object.entries(query).map(([key, value]) => [key, String(value)])
  return app.ask(who, `/api/devices?${new URLSearchParams(entries)}`)
}
const list = (who: string, query: Query = {}, app = api) => bodyOf<DevicePage>(get(who, query, app))

describe('The list of devices', () => {
  it('can be asked for IMEIs, and answers with those in scope', async () => {
    const inScope = fleet.devices.filter(device => device.vendor_id === vendor).slice(0, 3)
    const foreign = fleet.devices.find(device => device.vendor_id !== vendor)!
    const ids = idsOf([...inScope, foreign]).join(',')
    const page = await list(VENDOR, { ids, page_limit: 100 })
    expect([page.count, idsOf(page.data).sort()]).toEqual([3, idsOf(inScope).sort()])
  })

  it('shows a device as the contract says, with names beside ids', async () => {
    const row = fleet.devices.find(device => device.online && device.batch_id && device.client_id)!
    const { data } = await list(MASTER, { 'search[topic]': 'imei', 'search[alike]': row.id })
    expect(data).toMatchObject([
      {
        id: row.id,
        model: nameOf(fleet.models, row.model_id),
        batch: nameOf(fleet.batches, row.batch_id),
        bunch: nameOf(fleet.bunches, row.bunch_id),
        bunch_id: row.bunch_id ?? 0,
        vendor: row.vendor_id,
        vendor_name: nameOf(fleet.vendors, row.vendor_id),
        client: row.client_id,
        client_name: nameOf(fleet.clients, row.client_id),
        linked: row.linked,
        closed: row.closed ?? ABSENT_TIME,
        modem: { apn: row.modem_apn, band: row.modem_band, rsrp: row.modem_rsrp },
      },
    ])
  })

  it.each(Object.entries(REACH))('shows %s the devices in scope', async (who, reaches) => {
    const expected = idsOf(fleet.devices.filter(reaches)).sort()
    const page = await list(who, { page_limit: 200 })
    expect([page.count, idsOf(page.data)]).toEqual([expected.length, expected.slice(0, 200)])
  })

  const search = (topic: string, alike: string): Query => ({ 'search[topic]': topic, 'search[alike]': alike })
  const FT_100 = modelId('FT-100')
  const SIXTH = fleet.devices[5]!
  const digitsOf = ({ isdn, id, serial }: DemoDevice) => [isdn, id, serial.padStart(8, '0')]
  it.each<[string, Query, (device: DemoDevice) => boolean]>([
    ['status linked', { status: 'linked' }, device => device.online],
    ['status closed', { status: 'closed' }, device => !device.online],
    ['a model', { model: FT_100 }, device => device.model_id === FT_100],
    ['a batch', { batch: 1 }, device => device.batch_id === 1],
    ['digits of a phone number', search('number', '1234'), device => device.isdn.includes('1234')],
    ['a phone number with dots', search('number', dotted(SIXTH)), device => device === SIXTH],
    ['digits of an IMEI', search('imei', '10100'), device => device.id.includes('10100')],
    ['a padded serial', search('serial', '00001234'), device => device.serial === '1234'],
    ['part of a serial', search('serial', '123'), device => device.serial.padStart(8, '0').includes('123')],
    ['any digits', search('all', '234'), device => digitsOf(device).some(text => text.includes('234'))],
    ['a lonely dot, which is no search', { 'search[alike]': '.' }, () => true],
    [
      'all filters together',
      { status: 'linked', model: FT_100, batch: 2, 'search[alike]': '1' },
      device =>
        device.online &&
        device.model_id === FT_100 &&
        device.batch_id === 2 &&
        digitsOf(device).join().includes('1'),
    ],
  ])('is filtered by %s', async (_filter, query, matches) => {
    for (const who of [MASTER, VENDOR]) {
      const expected = idsOf(fleet.devices.filter(REACH[who]!).filter(matches)).sort()
      const page = await list(who, { ...query, page_limit: 200 })
      expect([page.count, idsOf(page.data)]).toEqual([expected.length, expected.slice(0, 200)])
    }
  })

  it.each([
    ...['id', 'serial', 'model', 'batch', 'version', 'linked', 'closed'],
    ...['modem.apn', 'modem.rsrp', 'sido', 'vendor_name', 'client_name'],
  ])('is ordered by %s in both directions, without a repeated device on the next page', async order_by => {
    const keyOf = ({ modem, ...device }: Device) => {
      const columns = { ...device, 'modem.apn': modem.apn, 'modem.rsrp': modem.rsrp }
      const value = columns[order_by as keyof typeof columns]
      if (order_by === 'serial') return String(value).padStart(64, '0')
      return value === ABSENT_TIME ? '' : (value as string | number)
    }
    for (const ascending of [1, 0]) {
      const devices: Device[] = []
      for (const page_index of [1, 2])
        devices.push(...(await list(VENDOR, { order_by, ascending, page_limit: 100, page_index })).data)
      expect(new Set(idsOf(devices)).size).toBe(200)
      const keys = devices.map(keyOf)
      const direction = ascending ? 1 : -1
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * direction))
    }
  })

  it('has no device after its last page', async () => {
    const ids = idsOf(fleet.devices).sort()
    expect(idsOf((await list(MASTER, { page_index: 100 })).data)).toEqual(ids.slice(1980))
    expect(await list(MASTER, { page_index: 101, draw: 41 })).toEqual({ data: [], count: 2000, draw: 41 })
    expect((await list(MASTER, { page_index: 1_000_000_000 })).data).toEqual([])
  })

  it.each([
    ['order_by=1;drop table devices', 400],
    ['search[alike]=1%27%20or%201=1', 400],
    [`search[alike]=${'1'.repeat(10_000)}`, 400],
    ['status=broken', 400],
    ['color=red', 400],
    ['__proto__=1', 200],
  ])('answers the query "%s" with %i', async (query, status) => {
    const answer = await api.ask(MASTER, `/api/devices?${query}`)
    expect([answer.statusCode, answer.json().result]).toEqual([status, status === 200 ? undefined : false])
  })
})

it('The check of a roster refuses numbers that no sheet can contain', async () => {
  for (const band of ['99999999999', '1.5', '-1', 'x']) {
    const rows = [{ row: 2, values: { id: '1', 'modem.band': band }, extra: {} }]
    expect(await statusOf(api.post(VENDOR, '/api/devices/roster/check', { rows })), band).toBe(400)
  }
})

describe('A column that config adds', () => {
  const field = (name: string, more: Partial<CompiledField> = {}) =>
    addedField(name, { read: 'guest', write: 'client', ...more })
  const config = testConfig(({ shared: { resources } }) => {
    const { fields, list } = resources.devices!
    fields.color = field('color')
    fields.weight = field('weight', { type: 'number' })
    fields.note = field('note', { read: 'master' })
    fields.fitted = field('fitted', { type: 'boolean', renamedFrom: 'mounted' })
    fields.tags = field('tags', { type: 'multi-select' })
    fields.seller = field('seller', { type: 'reference', reference: 'vendors' })
    fields.build = field('build', { renamedFrom: 'release' })
    fields.brand = field('brand', { renamedFrom: 'vendor_name' })
    fields.edition!.read = 'vendor'
    fields['modem.apn']!.read = 'vendor'
    fields.serial!.read = 'vendor'
    const label = { ko: '색', en: 'colour' }
    const filter = { label, shownFrom: 0, level: 'guest' as const }
    list!.filters.push(
      { ...filter, name: 'color', type: 'select', all: { value: 'any', label } },
      { ...filter, name: 'fitted', type: 'boolean' },
      { ...filter, name: 'tags', type: 'select' },
      { ...filter, name: 'build', type: 'select' },
      { ...filter, name: 'words', type: 'search', field: 'color' },
      { ...filter, name: 'note', type: 'select' },
      { ...filter, name: 'version', type: 'select' },
      { ...filter, name: 'apn', type: 'select', field: 'modem.apn' },
    )
  })
  const own = fleet.devices
    .filter(device => device.client_id === client)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const ids = idsOf(own)
  let extended: TestApp
  beforeAll(async () => {
    extended = await startTestApp(api.db, { bare: true, config })
    const more = { note: 'secret', mounted: true, stray: 'kept' }
    const first = { color: 'red', weight: 9, seller: 1, tags: ['a', 'b'], ...more }
    const second = { color: 'blue', weight: 10, fitted: false, seller: 2, tags: ['b'] }
    const third = { color: '100%_Red', weight: 2, fitted: true, build: 'b-1' }
    for (const [n, extra] of [first, second, third].entries())
      await updateRows(api.db, 'devices', { id: ids[n]! }, { extra: JSON.stringify(extra) })
  })
  const rows = async (who: string, query: Query) => (await list(who, query, extended)).data
  const status = (who: string, query: Query) => statusOf(get(who, query, extended))

  it('is a key of the record; other keys of the stored JSON are not', async () => {
    const [device] = await rows(CLIENT, { page_limit: 3 })
    expect(device).toMatchObject({ color: 'red', weight: 9, fitted: true })
    for (const key of ['stray', 'mounted', 'extra']) expect(device).not.toHaveProperty(key)
  })

  it('is hidden below its level, and cannot be used to filter or order there; nor can columns of the contract', async () => {
    const query = { 'search[alike]': ids[0]! }
    const [ofMaster] = await rows(MASTER, query)
    expect(ofMaster).toMatchObject({ note: 'secret', edition: expect.stringMatching(/./) })
    const [ofClient] = await rows(CLIENT, query)
    expect(ofClient).not.toHaveProperty('note')
    expect(ofClient).toMatchObject({ edition: '', modem: { apn: '' } })
    for (const order_by of ['note', 'edition', 'modem.apn'])
      expect([await status(CLIENT, { order_by }), await status(MASTER, { order_by })]).toEqual([400, 200])
    expect(await status(CLIENT, { note: 'secret' })).toBe(400)
    expect(await status(CLIENT, { apn: 'iot.lte' })).toBe(400)
    expect(await rows(MASTER, { note: 'secret' })).toHaveLength(1)
  })

  it('is not searched below its level', async () => {
    const query = { 'search[topic]': 'serial', 'search[alike]': own[0]!.serial.padStart(8, '0') }
    expect([(await rows(VENDOR, query)).length, (await rows(CLIENT, query)).length]).toEqual([1, 0])
  })

  const { version, release } = own[0]!
  it.each<[Query, number]>([
    [{ color: 'red' }, 1],
    [{ color: 'any' }, own.length],
    [{ words: 'RED' }, 2],
    [{ words: '%' }, 1],
    [{ fitted: 'true' }, 2],
    [{ fitted: 'false' }, own.length - 2],
    [{ tags: 'b' }, 2],
    [{ version }, own.filter(device => device.version === version).length],
    // A field renamed from one of the contract keeps its values until it is written.
    [{ build: release }, own.filter((device, n) => n !== 2 && device.release === release).length],
    [{ build: 'b-1' }, 1],
  ])('filters by %j', async (query, count) => {
    expect((await list(CLIENT, query, extended)).count).toBe(count)
  })

  it('may be filtered by the name of its filter or of its field', async () => {
    const { count } = await list(VENDOR, { apn: 'iot.lte' }, extended)
    expect(count).toBeGreaterThan(0)
    expect(await list(VENDOR, { 'modem.apn': 'iot.lte' }, extended)).toMatchObject({ count })
  })

  it('orders numbers as numbers, references by their name, and puts empty values first', async () => {
    const ordered = async (order_by: string, ascending: number, who = CLIENT) =>
      idsOf(await rows(who, { page_limit: 200, order_by, ascending }))
    expect((await ordered('weight', 0)).slice(0, 3)).toEqual([ids[1], ids[0], ids[2]])
    expect((await ordered('weight', 1)).slice(-3)).toEqual([ids[2], ids[0], ids[1]])
    expect((await ordered('color', 0)).slice(0, 3)).toEqual([ids[0], ids[1], ids[2]])
    // A former name of a record that is joined.
    expect((await ordered('brand', 1)).toSorted()).toEqual(ids)
    const names = [nameOf(fleet.vendors, 1), nameOf(fleet.vendors, 2)]
    const sellers = names[0]! < names[1]! ? [ids[0], ids[1]] : [ids[1], ids[0]]
    // The order is descending, because the one page of a master ends before the last device.
    expect((await ordered('seller', 0, MASTER)).slice(0, 2)).toEqual(sellers.toReversed())
    // A client sees only its own vendor, so that the other seller counts as empty.
    const ofOwn = own[0]!.vendor_id === 1 ? ids[0] : ids[1]
    expect((await ordered('seller', 1)).at(-1)).toBe(ofOwn)
    expect((await ordered('seller', 1)).at(-2)).not.toBe(ofOwn === ids[0] ? ids[1] : ids[0])
  })
})

describe('The search by phone number', () => {
  const search = (who: string, payload: object) =>
    api.post(who, '/api/devices', { topic: 'number', ...payload })
  const hit = ({ isdn, id, online }: DemoDevice) => ({ number: isdn, device: id, online })

  it('answers with the first hits, online devices first, and with the number of all hits', async () => {
    const matches = fleet.devices.filter(device => device.isdn.includes('0101'))
    const answer = await search(MASTER, { alike: '0101', status: 'all', max: 50 })
    expect(answer.json().length).toBe(matches.length)
    const sorted = matches.toSorted(
      (a, b) => Number(b.online) - Number(a.online) || (a.isdn < b.isdn ? -1 : 1),
    )
    expect(answer.json().payload).toEqual(sorted.slice(0, 50).map(hit))
  })

  it('can be limited to online devices, and needs four digits', async () => {
    const { payload } = (await search(VENDOR, { alike: '0101', status: 'linked' })).json()
    expect(payload.every(({ online }: { online: boolean }) => online)).toBe(true)
    const refused = { code: 'search.tooShort', message: '전화번호 4자리 이상 입력하여 주세요.' }
    expect((await search(CLIENT, { alike: '1.2.3' })).json()).toMatchObject(refused)
  })
})
