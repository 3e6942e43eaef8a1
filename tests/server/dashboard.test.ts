/** The dashboard: its map, and its figures, which count the devices in scope (§3, §7, decisions 2 and 26). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  Attention,
  DashboardStats,
  OnlineHistory,
  ProvinceCount,
  ProvinceFigures,
} from '../../src/contract/dashboard'
import type { DevicePage } from '../../src/contract/devices'
import { recordFleet, thinFleetHistory } from '../../src/server/commands/fleetHistory'
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
import { countRows, updateRows } from '../support/rows'
import { bodyOf, payloadOf, statusOf, TEST_NOW } from '../support/server'

const regions = packageConfig().shared.dashboard.map.regions.map(({ id }) => id)
const callers = Object.entries(REACH)

let current = packageConfig()
const api = await startDemoApp({ current: () => current })
await addOutsiders(api)
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

  it.each(callers)('of %s list vendors, models and clients, most devices first', async (who, reaches) => {
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
  })

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
    'of %s add up to the devices in scope, including those without a place',
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

it.each([MASTER, VENDOR, CLIENT, GUEST])('The list behind a figure has for %s as many devices', async who => {
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
  // 0 filters devices of the provider, which has no vendor; only masters see such devices.
  const owned = vendors.reduce((sum, { devices }) => sum + devices, 0)
  const ofProvider = await countInList(who, 'vendor=0')
  expect(ofProvider).toBe(who === MASTER ? amount.device - owned : 0)
  // Each device has a 0 in its numbers.
  expect(await countInList(who, 'vendor=0&search[alike]=0')).toBe(ofProvider)
  expect(await countInList(who, 'status=closed')).toBe(amount.closed)
})

describe('The counts of views', () => {
  const isOld = ({ online, closed }: DemoDevice) =>
    !online && closed !== null && Date.parse(closed) <= TEST_NOW.getTime() - 24 * 60 * 60_000

  it.each(callers)('of %s are of the devices in reach, and stop at a thousand', async (who, reaches) => {
    const own = fleet.devices.filter(reaches)
    const accepted = [
      {},
      { status: 'closed', closed_lte: 'now-24h' },
      { batch_id: 0 },
      { created_lte: 'now' },
    ]
    const filters = [...accepted, { colour: 'red' }, { status: 'blue' }]
    const counts = await payloadOf<unknown>(api.post(who, '/api/counts/devices', { filters }))
    const exact = (count: number) => ({ count, more: false })
    const bounded = ({ length }: unknown[]) => ({ count: Math.min(length, 1000), more: length > 1000 })
    expect(counts).toEqual([
      exact(own.length),
      bounded(own.filter(isOld)),
      bounded(own.filter(({ batch_id }) => batch_id === null)),
      bounded(own),
      null,
      null,
    ])
  })

  it('are also offered for the records of other resources, but not for orders', async () => {
    const count = (who: string, resource: string) =>
      api.post(who, `/api/counts/${resource}`, { filters: [{ level_gte: 0 }] })
    const { length } = await payloadOf<unknown[]>(api.ask(MASTER, '/api/admin/clients'))
    expect(await payloadOf(count(MASTER, 'clients'))).toEqual([{ count: length, more: false }])
    expect(await statusOf(count(VENDOR, 'orders'))).toBe(404)
  })
})

describe('What needs attention', () => {
  const attention = (who: string) => payloadOf<Attention>(api.ask(who, '/api/dashboard/attention'))
  const history = (who: string) => payloadOf<OnlineHistory>(api.ask(who, '/api/dashboard/history'))
  const minutesAgo = (minutes: number) => new Date(TEST_NOW.getTime() - minutes * 60_000).toISOString()
  /** Devices of one region that are online in the demo fleet; `beforeAll` takes them offline half an hour ago. */
  const lost = fleet.devices.filter(({ online, sido }) => online && sido === 'KR-46').slice(0, 12)
  const isLost = ({ id }: DemoDevice) => lost.some(device => device.id === id)
  beforeAll(async () => {
    for (const { id } of lost)
      await updateRows(api.db, 'devices', { id }, { online: false, closed: minutesAgo(30) })
    await recordFleet(api.db, { now: TEST_NOW, weakBelow: -100 })
  })
  afterAll(async () => {
    for (const { id, closed } of lost) await updateRows(api.db, 'devices', { id }, { online: true, closed })
  })

  it.each(callers)(
    'has for %s the lost and weak devices in scope, as many as the lists behind them',
    async (who, reaches) => {
      const own = fleet.devices.filter(reaches)
      const answer = await attention(who)
      if (own.length === 0) return expect(answer).toEqual({ below: [], items: [], failed: expect.anything() })
      expect(answer.lost?.count).toBe(own.filter(isLost).length)
      expect(await countInList(who, `status=closed&closed_gte=${answer.lost!.since}`)).toBe(
        answer.lost!.count,
      )
      const weak = own.filter(device => device.online && !isLost(device) && device.modem_rsrp < -100)
      expect(answer.weak).toEqual({ count: weak.length, below: -100 })
      expect(await countInList(who, 'status=linked&modem.rsrp_lte=-101')).toBe(weak.length)
      const failed = { status: 'failure', created_gte: 'now-24h' }
      expect(answer.failed?.count).toBe((await api.post(who, '/api/orders', failed)).json().count)
      const region = answer.lost!.groups.find(({ of }) => of === 'sido')
      expect(region).toEqual(
        lost.some(reaches) ? { of: 'sido', id: 'KR-46', lost: answer.lost!.count } : undefined,
      )
      for (const { of, id, lost: count } of answer.lost!.groups)
        expect(await countInList(who, `status=closed&${of}=${id}&closed_gte=${answer.lost!.since}`)).toBe(
          count,
        )
    },
  )

  it('includes a region that is below the mean of its week', async () => {
    const { below } = await attention(MASTER)
    expect(below.map(({ sido }) => sido)).toContain('KR-46')
    for (const { share, normal } of below) expect(normal - share).toBeGreaterThanOrEqual(5)
  })

  it('includes the items of config, counted for each caller; their relative dates begin at the request', async () => {
    const item = { name: 'old', resource: 'devices', level: 'vendor' }
    const filter = { status: 'closed', closed_lte: 'now-30d' }
    const text = { ko: '%{count}', en: '%{count}' }
    current.shared.dashboard.attention = { items: [{ ...item, filter, text }] } as never
    expect((await attention(CLIENT)).items).toEqual([])
    const [old] = (await attention(VENDOR)).items
    expect(old).toMatchObject({ name: 'old', more: false })
    expect(old!.count).toBeGreaterThan(0)
    for (const bound of ['now-30d', minutesAgo(30 * 24 * 60)])
      expect(old!.count).toBe(await countInList(VENDOR, `status=closed&closed_lte=${bound}`))
  })

  it('leaves out what config hides from the caller', async () => {
    const { fields } = current.shared.resources.devices!
    for (const name of ['sido', 'closed', 'modem.rsrp', 'model']) fields[name]!.read = 'master'
    const { lost: hidden, weak, below } = await attention(VENDOR)
    expect([hidden, weak, below]).toEqual([undefined, undefined, []])
    const { regions: unseen, models, vendors } = await history(VENDOR)
    expect([unseen, models, vendors.length]).toEqual([[], [], 1])
  })

  it.each(callers)('has for %s a history that ends with the present', async (who, reaches) => {
    const own = fleet.devices.filter(reaches)
    const { day, week, regions: shares, since } = await history(who)
    if (own.length === 0) return expect([day.at, since]).toEqual([[], undefined])
    expect(day.devices.at(-1)).toBe(own.length)
    expect(day.linked.at(-1)).toBe(online(own) - own.filter(isLost).length)
    expect(Date.parse(since!)).toBeLessThan(TEST_NOW.getTime() - 6 * 86_400_000)
    expect(week.at.length).toBeGreaterThan(150)
    for (const { shares: hours } of shares) expect(hours.filter(share => share !== null).length).toBe(24)
  })

  it('comes from recorded figures, which are thinned with age and written by one process at a time', async () => {
    const count = () => countRows(api.db, 'fleet_history')
    const before = await count()
    await Promise.all([1, 2].map(() => recordFleet(api.db, { now: TEST_NOW, weakBelow: -100 })))
    expect(await count()).toBe(before)
    await thinFleetHistory(api.db, new Date(TEST_NOW.getTime() + 3 * 86_400_000))
    const { minutes } = await api.db
      .selectFrom('fleet_history')
      .select(sql<number>`max(extract(minute from at))::integer`.as('minutes'))
      .executeTakeFirstOrThrow()
    expect(minutes).toBe(0)
    await thinFleetHistory(api.db, new Date(TEST_NOW.getTime() + 100 * 86_400_000))
    expect(await count()).toBe(0)
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
