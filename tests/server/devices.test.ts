import { beforeAll, describe, expect, it } from 'vitest'
import type { Device, DevicePage } from '../../src/contract/devices'
import { connectivity } from '../../src/domain/connectivity'
import { ABSENT_TIME } from '../../src/domain/dates'
import type { CompiledField } from '../../src/engine/compiled'
import { makeFleet, seedDemo } from '../../src/server/demo'
import type { DeviceRow } from '../../src/server/demo/rows'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const config = testConfig()
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 3, now: TEST_NOW, levels })
const account = (email: string) => fleet.clients.find(client => client.email === email)!
const vendor = account('vendor@demo.local').vendor_id
const client = account('client@demo.local').id
const modelId = (name: string) => fleet.models.find(model => model.name === name)!.id
const batchName = (id: number | null) => fleet.batches.find(batch => batch.id === id)?.name ?? ''
const modelName = (id: number) => fleet.models.find(model => model.id === id)!.name

const everything = () => true
const reach: Record<string, (device: DeviceRow) => boolean> = {
  'master@demo.local': everything,
  'vendor@demo.local': device => device.vendor_id === vendor,
  'client@demo.local': device => device.client_id === client,
  'guest@demo.local': device => device.vendor_id === vendor && device.client_id !== null,
  'other@test.local': device => device.vendor_id === 2,
  'lost@test.local': () => false,
}

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 3, levels })
  api = await startTestApp(db, { bare: true, config })
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
})

const address = (query: Record<string, string | number>) =>
  `/api/devices?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
const list = async (who: string, query: Record<string, string | number> = {}) => {
  const answer = await api.ask(who, address(query))
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<DevicePage>()
}
const refused = async (query: string, who = 'master@demo.local') => {
  const answer = await api.ask(who, `/api/devices?${query}`)
  return [answer.statusCode, answer.json().result]
}

describe('the device list', () => {
  it('names devices by their IMEIs, those in reach', async () => {
    const theirs = fleet.devices.filter(device => device.vendor_id === vendor).slice(0, 3)
    const foreign = fleet.devices.find(device => device.vendor_id !== vendor)!
    const ids = [...theirs, foreign].map(({ id }) => id)
    const page = await list('vendor@demo.local', { ids: ids.join(','), page_limit: 100 })
    expect(page.count).toBe(3)
    expect(page.data.map(({ id }) => id).sort()).toEqual(theirs.map(({ id }) => id).sort())
    expect(await refused('ids=1;2')).toEqual([400, false])
  })

  it('refuses rows of a sheet with a number that no sheet gives', async () => {
    for (const band of ['99999999999', '1.5', '-1', 'x']) {
      const rows = [{ row: 2, values: { id: '1', 'modem.band': band }, extra: {} }]
      const check = { method: 'POST' as const, url: '/api/devices/roster/check', payload: { rows } }
      expect((await api.ask('vendor@demo.local', check)).statusCode, band).toBe(400)
    }
  })

  it('shows a device as the contract says, with names for ids', async () => {
    const row = fleet.devices.find(device => device.online && device.batch_id && device.client_id)!
    const page = await list('master@demo.local', { 'search[topic]': 'imei', 'search[alike]': row.id })
    expect(page).toEqual({
      count: 1,
      draw: 0,
      data: [
        {
          id: row.id,
          isdn: row.isdn,
          serial: row.serial,
          model: modelName(row.model_id),
          batch: batchName(row.batch_id),
          version: row.version,
          release: row.release,
          edition: row.edition,
          linked: row.linked,
          closed: row.closed ?? ABSENT_TIME,
          created: row.created,
          updated: expect.stringMatching(/Z$/),
          vpn: row.vpn,
          modem: { apn: row.modem_apn, band: row.modem_band, rsrp: row.modem_rsrp },
          online: true,
          sido: row.sido ?? '',
          model_id: row.model_id,
          batch_id: row.batch_id,
          bunch: fleet.bunches.find(bunch => bunch.id === row.bunch_id)?.name ?? '',
          bunch_id: row.bunch_id ?? 0,
          vendor: row.vendor_id,
          vendor_name: fleet.vendors.find(known => known.id === row.vendor_id)?.name ?? '',
          client: row.client_id,
          client_name: fleet.clients.find(known => known.id === row.client_id)!.name,
        },
      ],
    })
  })

  it.each(Object.keys(reach))('shows %s exactly what is in reach', async who => {
    const expected = fleet.devices.filter(reach[who]!).map(device => device.id)
    const page = await list(who, { page_limit: 200 })
    expect(page.count).toBe(expected.length)
    expect(page.data.map(device => device.id)).toEqual(expected.sort().slice(0, 200))
  })

  const filters: [string, Record<string, string | number>, (device: DeviceRow) => boolean][] = [
    ['status linked', { status: 'linked' }, device => device.online],
    ['status closed', { status: 'closed' }, device => !device.online],
    ['status all', { status: 'all' }, everything],
    ['a model', { model: modelId('GW-50') }, device => device.model_id === modelId('GW-50')],
    ['model 0, which is all', { model: 0 }, everything],
    ['a batch', { batch: 1 }, device => device.batch_id === 1],
    ['a batch that is not there', { batch: 99_999 }, () => false],
    [
      'digits of a phone number',
      { 'search[topic]': 'number', 'search[alike]': '1234' },
      device => device.isdn.includes('1234'),
    ],
    [
      'a number typed with dots',
      {
        'search[topic]': 'number',
        'search[alike]': fleet.devices[5]!.isdn.replace(/^(...)(....)/, '$1.$2.'),
      },
      device => device.isdn === fleet.devices[5]!.isdn,
    ],
    [
      'digits of an IMEI',
      { 'search[topic]': 'imei', 'search[alike]': '10100' },
      device => device.id.includes('10100'),
    ],
    [
      'a serial as it is shown, padded',
      { 'search[topic]': 'serial', 'search[alike]': '00001234' },
      device => device.serial === '1234',
    ],
    [
      'part of a serial',
      { 'search[topic]': 'serial', 'search[alike]': '123' },
      device => device.serial.padStart(8, '0').includes('123'),
    ],
    [
      'anything',
      { 'search[topic]': 'all', 'search[alike]': '234' },
      device =>
        device.isdn.includes('234') ||
        device.id.includes('234') ||
        device.serial.padStart(8, '0').includes('234'),
    ],
    ['a search for a dot alone, which is none', { 'search[alike]': '.' }, everything],
    [
      'all filters together',
      { status: 'linked', model: modelId('FT-100'), batch: 2, 'search[alike]': '1' },
      device =>
        device.online &&
        device.model_id === modelId('FT-100') &&
        device.batch_id === 2 &&
        `${device.isdn} ${device.id} ${device.serial}`.includes('1'),
    ],
  ]
  it.each(filters)('filters by %s', async (_title, query, matches) => {
    for (const who of ['master@demo.local', 'vendor@demo.local']) {
      const expected = fleet.devices.filter(reach[who]!).filter(matches)
      const page = await list(who, { ...query, page_limit: 200 })
      expect(page.count).toBe(expected.length)
      expect(page.data.map(device => device.id)).toEqual(
        expected
          .map(device => device.id)
          .sort()
          .slice(0, 200),
      )
    }
  })

  const value = (device: Device, path: string): unknown =>
    path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], device)
  it.each([
    'id',
    'isdn',
    'serial',
    'model',
    'batch',
    'version',
    'release',
    'edition',
    'linked',
    'closed',
    'created',
    'modem.apn',
    'modem.band',
    'modem.rsrp',
    'sido',
    'vendor_name',
    'client_name',
  ])('is ordered by %s, both ways, and never loses or repeats a device over its pages', async order_by => {
    const shown = (device: Device) => {
      const found = value(device, order_by)
      return order_by === 'serial' ? String(found).padStart(64, '0') : found === ABSENT_TIME ? '' : found
    }
    for (const ascending of [1, 0]) {
      const pages = []
      for (let page_index = 1; page_index <= 4; page_index++)
        pages.push(await list('vendor@demo.local', { order_by, ascending, page_index, page_limit: 200 }))
      const devices = pages.flatMap(page => page.data)
      expect(new Set(devices.map(device => device.id)).size).toBe(pages[0]!.count)
      const keys = devices.map(shown) as (string | number)[]
      const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (ascending ? 1 : -1))
      expect(keys).toEqual(sorted)
    }
  })

  it('pages without a gap, and a page beyond the end is empty', async () => {
    const ids = fleet.devices.map(device => device.id).sort()
    expect((await list('master@demo.local', { page_index: 100 })).data.map(device => device.id)).toEqual(
      ids.slice(1980),
    )
    expect(await list('master@demo.local', { page_index: 101 })).toEqual({ data: [], count: 2000, draw: 0 })
    expect((await list('master@demo.local', { page_index: 1_000_000_000 })).data).toEqual([])
  })

  it('gives back draw as it was sent', async () => {
    expect((await list('client@demo.local', { draw: 41 })).draw).toBe(41)
  })

  it('lets nobody ask for more rows than the config allows', async () => {
    const page = await list('master@demo.local', { page_limit: '1e9' })
    expect(page.data).toHaveLength(config.current().shared.app.limits.pageLimit)
  })

  it('shows who is online as the console reads it, whatever the clocks said', async () => {
    const [one, two, three] = fleet.devices.filter(device => device.linked).map(device => device.id)
    const at = (text: string) => new Date(`2026-03-01T${text}Z`)
    const update = (id: string, online: boolean, linked: string, closed: string | null) =>
      api.db
        .updateTable('devices')
        .set({ online, linked: at(linked), closed: closed && at(closed) })
        .where('id', '=', id)
        .execute()
    await update(one!, true, '10:00:00', '10:00:00')
    await update(two!, false, '10:00:00', null)
    await update(three!, false, '10:00:00', '09:00:00')
    for (const [id, state] of [
      [one, 'linked'],
      [two, 'closed'],
      [three, 'closed'],
    ]) {
      const [device] = (await list('master@demo.local', { 'search[alike]': id! })).data
      expect(connectivity(device!)).toBe(state)
      expect(device!.linked).toBe('2026-03-01T10:00:00.000Z')
    }
    for (const id of [one, two, three]) {
      const { linked, closed, online } = fleet.devices.find(device => device.id === id)!
      await api.db.updateTable('devices').set({ linked, closed, online }).where('id', '=', id!).execute()
    }
  })

  it.each([
    ['order_by=1;drop table devices', 400],
    ['order_by=nothing', 400],
    ['order_by=constructor', 400],
    ['order_by=modem', 400],
    ['order_by=id&order_by=isdn', 400],
    [`order_by=${'x'.repeat(5000)}`, 400],
    ['search[alike]=%25', 400],
    ['search[alike]=_', 400],
    ['search[alike]=1%27%20or%201=1', 400],
    [`search[alike]=${'1'.repeat(10_000)}`, 400],
    ['search[topic]=owner', 400],
    ['status=broken', 400],
    ['page_index=0', 400],
    ['page_index=-1', 400],
    ['page_index=1.5', 400],
    ['page_index=abc', 400],
    ['page_limit=0', 400],
    ['page_limit=-20', 400],
    ['page_limit=1e99', 400],
    ['page_limit=NaN', 400],
    ['ascending=2', 400],
    ['model=-1', 400],
    ['model=99999999999', 400],
    ['model=1&model=2', 400],
    ['batch[]=1', 400],
    ['draw=zero', 400],
    ['color=red', 400],
    ['__proto__=1', 200],
    ['%00=1', 400],
    ['page_limit=1e9', 200],
    ['page_index=1e9', 200],
    ['level=9', 200],
    ['', 200],
  ])('answers the absurd query "%s" with %i', async (query, status) => {
    expect(await refused(query)).toEqual([status, status === 200 ? undefined : false])
  })
})

describe('a column that config adds', () => {
  const field = (name: string, more: Partial<CompiledField> = {}): CompiledField => ({
    name,
    type: 'text',
    label: { ko: name, en: name },
    format: 'text',
    input: 'text',
    rules: [],
    read: 'guest',
    write: 'client',
    whenHidden: 'keep',
    storage: 'extra',
    ...more,
  })
  const words = { ko: '색', en: 'colour' }
  const changed = testConfig(({ shared: { resources } }) => {
    const { fields, list } = resources.devices!
    fields.color = field('color')
    fields.weight = field('weight', { type: 'number' })
    fields.note = field('note', { read: 'master' })
    fields.fitted = field('fitted', { type: 'boolean', renamedFrom: 'mounted' })
    fields.tags = field('tags', { type: 'multi-select' })
    fields.seller = field('seller', { type: 'reference', reference: 'vendors' })
    fields.build = field('build', { renamedFrom: 'release' })
    fields.edition!.read = 'vendor'
    fields['modem.apn']!.read = 'vendor'
    fields.serial!.read = 'vendor'
    const filter = { label: words, shownFrom: 0, level: 'guest' as const }
    list!.filters.push(
      { ...filter, name: 'color', type: 'select', all: { value: 'any', label: words } },
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
    .map(device => device.id)
    .sort()
  let console: TestApp
  beforeAll(async () => {
    console = await startTestApp(api.db, { bare: true, config: changed })
    const extras = [
      {
        color: 'red',
        weight: 9,
        note: 'secret',
        mounted: true,
        stray: 'kept',
        seller: 1,
        tags: ['a', 'b'],
      },
      { color: 'blue', weight: 10, fitted: false, seller: 2, tags: ['b'] },
      { color: '100%_Red', weight: 2, fitted: true, build: 'b-1' },
    ]
    for (const [at, extra] of extras.entries())
      await api.db
        .updateTable('devices')
        .set({ extra: JSON.stringify(extra) })
        .where('id', '=', own[at]!)
        .execute()
  })
  const ask = async (who: string, query: Record<string, string | number>) => {
    const answer = await console.ask(who, address(query))
    return { status: answer.statusCode, ...answer.json<DevicePage>() }
  }

  it('is a key of the record like any other, and nothing else of the store gets out', async () => {
    const { data } = await ask('client@demo.local', { page_limit: 3 })
    expect(data[0]).toMatchObject({ color: 'red', weight: 9, fitted: true })
    expect(data[0]).not.toHaveProperty('stray')
    expect(data[0]).not.toHaveProperty('mounted')
    expect(data[0]).not.toHaveProperty('extra')
  })

  it('is kept from those below its level, as are columns of the contract', async () => {
    const [seen] = (await ask('master@demo.local', { 'search[alike]': own[0]! })).data
    expect(seen).toMatchObject({ note: 'secret' })
    expect(seen!.edition).not.toBe('')
    const [kept] = (await ask('client@demo.local', { 'search[alike]': own[0]! })).data
    expect(kept).not.toHaveProperty('note')
    expect(kept).toMatchObject({ edition: '', modem: { apn: '' } })
    for (const order_by of ['note', 'edition', 'modem.apn']) {
      expect((await ask('client@demo.local', { order_by })).status).toBe(400)
      expect((await ask('master@demo.local', { order_by })).status).toBe(200)
    }
    expect((await ask('client@demo.local', { note: 'secret' })).status).toBe(400)
    expect((await ask('client@demo.local', { apn: 'iot.lte' })).status).toBe(400)
    expect((await ask('master@demo.local', { note: 'secret' })).count).toBe(1)
  })

  it('is not found by its value either, where the caller may not see it', async () => {
    const { serial } = fleet.devices.find(device => device.id === own[0])!
    const query = { 'search[topic]': 'serial', 'search[alike]': serial.padStart(8, '0') }
    expect((await ask('vendor@demo.local', query)).count).toBe(1)
    expect((await ask('client@demo.local', query)).count).toBe(0)
  })

  it('is filtered by', async () => {
    const count = async (query: Record<string, string>) => (await ask('client@demo.local', query)).count
    expect(await count({ color: 'red' })).toBe(1)
    expect(await count({ color: 'any' })).toBe(own.length)
    expect(await count({ color: '' })).toBe(own.length)
    expect(await count({ words: 'RED' })).toBe(2)
    expect(await count({ words: '%' })).toBe(1)
    expect(await count({ words: "'" })).toBe(0)
    expect(await count({ fitted: 'true' })).toBe(2)
    expect(await count({ fitted: 'false' })).toBe(own.length - 2)
    expect([await count({ tags: 'a' }), await count({ tags: 'b' }), await count({ tags: 'c' })]).toEqual([
      1, 2, 0,
    ])
    const version = fleet.devices.find(device => device.client_id === client)!.version
    expect(await count({ version })).toBe(
      fleet.devices.filter(device => device.client_id === client && device.version === version).length,
    )
  })

  it('is filtered by under the name of its filter and of its field, as the console asks', async () => {
    const [named, asked] = await Promise.all([
      ask('vendor@demo.local', { apn: 'iot.lte' }),
      ask('vendor@demo.local', { 'modem.apn': 'iot.lte' }),
    ])
    expect([named.status, asked.status, asked.count]).toEqual([200, 200, named.count])
  })

  it('is ordered by, numbers as numbers and what is absent first', async () => {
    const ids = async (query: Record<string, string | number>) =>
      (await ask('client@demo.local', { page_limit: 200, ...query })).data.map(device => device.id)
    expect((await ids({ order_by: 'weight', ascending: 0 })).slice(0, 3)).toEqual([own[1], own[0], own[2]])
    expect((await ids({ order_by: 'weight', ascending: 1 })).slice(-3)).toEqual([own[2], own[0], own[1]])
    expect((await ids({ order_by: 'color', ascending: 0 })).slice(0, 3)).toEqual([own[0], own[1], own[2]])
  })

  it('is ordered by the name of what it refers to, as the list shows it', async () => {
    const vendorName = (id: number) => fleet.vendors.find(known => known.id === id)!.name
    const [first, second] = vendorName(1) < vendorName(2) ? [own[0], own[1]] : [own[1], own[0]]
    const { data } = await ask('client@demo.local', { page_limit: 200, order_by: 'seller', ascending: 1 })
    expect(data.map(device => device.id).slice(-2)).toEqual([first, second])
  })

  it('that takes over a field of the contract has its values until it is written', async () => {
    const { release } = fleet.devices.find(device => device.id === own[0])!
    const releases = fleet.devices.filter(
      device => own.slice(3).includes(device.id) && device.release === release,
    )
    const unwritten = fleet.devices.filter(
      device => own.slice(0, 2).includes(device.id) && device.release === release,
    )
    expect((await ask('client@demo.local', { build: release, page_limit: 200 })).count).toBe(
      releases.length + unwritten.length,
    )
    const found = (await ask('client@demo.local', { build: 'b-1' })).data
    expect(found).toEqual([expect.objectContaining({ id: own[2], build: 'b-1' })])
  })

  it('is refused as a filter that is sent twice or is no filter', async () => {
    for (const query of ['color=a&color=b', 'color[x]=1', 'weight=9', 'stray=kept']) {
      const answer = await console.ask('client@demo.local', `/api/devices?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 400])
    }
  })
})

describe('the phone-number search of compose', () => {
  const search = (who: string, payload: object) =>
    api.ask(who, { method: 'POST', url: '/api/devices', payload: { topic: 'number', ...payload } })

  it('gives the first hits, online ones first, and says how many there are', async () => {
    const matches = fleet.devices.filter(device => device.isdn.includes('0101'))
    const answer = await search('master@demo.local', { alike: '0101', status: 'all', max: 50 })
    const { payload, length } = answer.json()
    expect(length).toBe(matches.length)
    expect(payload).toEqual(
      [...matches]
        .sort((a, b) => Number(b.online) - Number(a.online) || (a.isdn < b.isdn ? -1 : 1))
        .slice(0, 50)
        .map(device => ({ number: device.isdn, device: device.id, online: device.online })),
    )
  })

  it.each(Object.keys(reach))('finds for %s only what is in reach', async who => {
    const { payload, length } = (await search(who, { alike: '0101', max: 1000 })).json()
    const own = fleet.devices.filter(reach[who]!)
    expect(length).toBe(own.length)
    expect(payload).toHaveLength(Math.min(own.length, 50))
    const ids = new Set(own.map(device => device.id))
    expect(payload.every((hit: { device: string }) => ids.has(hit.device))).toBe(true)
  })

  it('finds a number however it is typed', async () => {
    const device = fleet.devices[0]!
    const alike = device.isdn.replace(/^(...)(....)/, '$1.$2.')
    expect((await search('master@demo.local', { alike })).json().payload).toEqual([
      { number: device.isdn, device: device.id, online: device.online },
    ])
  })

  it('can be asked for online devices alone', async () => {
    const { payload } = (await search('vendor@demo.local', { alike: '0101', status: 'linked' })).json()
    expect(payload.every((hit: { online: boolean }) => hit.online)).toBe(true)
  })

  it.each([
    [{ alike: '123' }, 422],
    [{ alike: '1.2.3' }, 422],
    [{ alike: '....' }, 422],
    [{ alike: '12%4' }, 422],
    [{ alike: '1234', max: 0 }, 422],
    [{ alike: '1234', max: 1e9 }, 422],
    [{ alike: '1234', topic: 'imei' }, 422],
    [{ alike: ['1234'] }, 422],
    [{}, 422],
  ])('refuses %j', async (payload, status) => {
    const answer = await search('master@demo.local', payload)
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(/[가-힣]/)])
  })

  it('says in Korean how many digits it needs', async () => {
    const answer = await search('client@demo.local', { alike: '1.2.3' })
    expect(answer.json()).toMatchObject({
      code: 'search.tooShort',
      message: '전화번호 4자리 이상 입력하여 주세요.',
    })
  })
})
