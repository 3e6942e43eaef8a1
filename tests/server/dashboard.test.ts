/** The figures of the dashboard count the devices in scope (§3, §7, decisions 2 and 26), and its map. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DashboardStats, ProvinceCount, ProvinceFigures } from '../../src/contract/dashboard'
import type { DevicePage } from '../../src/contract/devices'
import { packageConfig } from '../support/config'
import {
  addOutsiders,
  CLIENT,
  type DemoDevice,
  fleet,
  GUEST,
  MASTER,
  REACH,
  startDemoApp,
  VENDOR,
} from '../support/demo'
import { bodyOf, payloadOf, statusOf, type TestApp } from '../support/server'

const regions = packageConfig().shared.dashboard.map.regions.map(({ id }) => id)
const callers = Object.entries(REACH)

let api: TestApp
let current = packageConfig()
beforeAll(async () => {
  api = await startDemoApp({ current: () => current })
  await addOutsiders(api)
})
beforeEach(() => {
  current = packageConfig()
})

type Place = ProvinceCount & ProvinceFigures
const stats = (who: string) => payloadOf<DashboardStats>(api.ask(who, '/api/dashboard/stats'))
const places = (who: string) => payloadOf<Place[]>(api.ask(who, '/api/dashboard/place'))
const countInList = async (who: string, query: string) =>
  (await bodyOf<DevicePage>(api.ask(who, `/api/devices?page_limit=1&${query}`))).count
const online = (devices: DemoDevice[]) => devices.filter(device => device.online).length

describe('The statistics', () => {
  it.each(callers)('of %s count the devices in scope', async (who, reaches) => {
    const devices = fleet.devices.filter(reaches)
    expect((await stats(who)).amount).toEqual({
      device: devices.length,
      placed: devices.filter(({ sido }) => sido).length,
      linked: online(devices),
      closed: devices.length - online(devices),
    })
  })

  it.each(callers)(
    'of %s list vendors, models and clients with their devices, most first',
    async (who, reaches) => {
      const devices = fleet.devices.filter(reaches)
      const nameOf = ({ id, name }: { id: number; name: string }) => ({ id, name })
      const vendorName = (id: number) => fleet.vendors.find(row => row.id === id)?.name ?? ''
      const tables = {
        vendors: fleet.vendors.map(nameOf),
        models: fleet.models.map(nameOf),
        clients: fleet.clients.map(row => ({ ...nameOf(row), vendor: vendorName(row.vendor_id) })),
      }
      const columns = { vendors: 'vendor_id', models: 'model_id', clients: 'client_id' } as const
      const answer = await stats(who)
      for (const table of ['vendors', 'models', 'clients'] as const) {
        const expected = tables[table].flatMap(row => {
          const ofRow = devices.filter(device => device[columns[table]] === row.id)
          return ofRow.length === 0 ? [] : [{ ...row, devices: ofRow.length, linked: online(ofRow) }]
        })
        const rows = answer[table] as { id: number; devices: number }[]
        const sorted = rows.toSorted((a, b) => a.id - b.id)
        expect([table, sorted]).toEqual([table, expected.sort((a, b) => a.id - b.id)])
        const counts = rows.map(row => row.devices)
        expect(counts).toEqual(counts.toSorted((a, b) => b - a))
      }
    },
  )

  it('omit the tables of fields that config hides from the caller', async () => {
    const { fields } = current.shared.resources.devices!
    fields.vendor_name!.read = 'master'
    fields.client_name!.read = 'vendor'
    expect((await stats(MASTER)).vendors).not.toEqual([])
    const ofGuest = await stats(GUEST)
    expect([ofGuest.vendors, ofGuest.clients]).toEqual([[], []])
    expect(ofGuest.models).not.toEqual([])
  })
})

describe('The places', () => {
  it.each(callers)(
    'of %s are all regions and "unknown", and add up to the devices in scope',
    async (who, reaches) => {
      const devices = fleet.devices.filter(reaches)
      const answer = await places(who)
      expect(answer.map(({ sido }) => sido)).toEqual([...regions, ''])
      for (const { sido, ...figures } of answer) {
        const inRegion = devices.filter(device => (device.sido ?? '') === sido)
        const count = inRegion.length
        const linked = online(inRegion)
        const placed = sido === '' ? 0 : count
        expect([sido, figures]).toEqual([sido, { count, placed, linked, closed: count - linked }])
      }
      expect(answer.reduce((sum, { count }) => sum + count, 0)).toBe(devices.length)
    },
  )

  it('can be asked for one region', async () => {
    for (const { sido, ...figures } of (await places(VENDOR)).slice(0, 4))
      expect(await payloadOf(api.ask(VENDOR, `/api/dashboard/place?sido=${sido}`))).toEqual(figures)
  })

  it.each(['KR-99', '%00'])('have no region %s', async sido => {
    const answer = await api.ask(MASTER, `/api/dashboard/place?sido=${sido}`)
    expect([answer.statusCode, answer.json().result]).toEqual([404, false])
    expect(answer.json().message).toMatch(/[가-힣]/)
  })

  it('count a region that config no longer has as unknown', async () => {
    const before = await places(MASTER)
    const countOf = (rows: typeof before, region: string) => rows.find(({ sido }) => sido === region)!.count
    const removed = countOf(before, 'KR-26')
    const sum = removed + countOf(before, '')
    expect(removed).toBeGreaterThan(0)
    const { map } = current.shared.dashboard
    map.regions = map.regions.filter(({ id }) => id !== 'KR-26')
    expect(countOf(await places(MASTER), '')).toBe(sum)
    expect((await stats(MASTER)).amount.placed).toBe(fleet.devices.length - sum)
    expect(await countInList(MASTER, 'sido=none')).toBe(sum)
    expect(await countInList(MASTER, 'sido=KR-26')).toBe(0)
  })

  it('are refused to levels from which config hides the region', async () => {
    current.shared.resources.devices!.fields.sido!.read = 'master'
    expect(await statusOf(api.ask(VENDOR, '/api/dashboard/place'))).toBe(403)
    expect(await statusOf(api.ask(VENDOR, '/api/devices?sido=KR-11'))).toBe(400)
    expect(await places(MASTER)).not.toEqual([])
  })
})

describe('The list of devices behind a figure', () => {
  it.each([MASTER, VENDOR, CLIENT, GUEST])('has for %s as many devices as the figure', async who => {
    const { amount, vendors, models, clients } = await stats(who)
    // The last one is "unknown".
    for (const { sido, count, linked } of (await places(who)).slice(-6)) {
      expect(await countInList(who, `sido=${sido || 'none'}`)).toBe(count)
      expect(await countInList(who, `sido=${sido || 'none'}&status=linked`)).toBe(linked)
    }
    for (const { id, devices } of vendors) expect(await countInList(who, `vendor=${id}`)).toBe(devices)
    for (const { id, devices } of models) expect(await countInList(who, `model=${id}`)).toBe(devices)
    for (const { id, devices } of clients.slice(0, 5))
      expect(await countInList(who, `client=${id}`)).toBe(devices)
    expect(await countInList(who, 'vendor=1&client=999999')).toBe(0)
    expect(await countInList(who, 'status=closed')).toBe(amount.closed)
  })
})

describe('The map', () => {
  it('is revalidated at its address without a version', async () => {
    const url = current.shared.dashboard.map.url.split('?')[0]!
    const { headers } = await api.app.inject(url)
    expect(headers['cache-control']).toBe('public, no-cache')
    const again = await api.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(await statusOf(api.app.inject('/map/other.json'))).toBe(404)
  })

  it('has one feature for each region; its versioned address is cached for good', async () => {
    const { url } = current.shared.dashboard.map
    expect(url).toMatch(/^\/map\/korea-provinces\.json\?v=\w+$/)
    const answer = await api.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br'])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.rawPayload.length).toBeLessThan(45_000)
    const { features } = (await api.app.inject(url)).json<{ features: { properties: { id: string } }[] }>()
    expect(features.map(({ properties }) => properties.id).toSorted()).toEqual(regions.toSorted())
  })
})
