/** The figures of the dashboard: what each caller reaches, and nothing else (§3, §7, decisions 2 and 26). */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DashboardStats, ProvinceCount, ProvinceFigures } from '../../src/contract/dashboard'
import type { DevicePage } from '../../src/contract/devices'
import type { Compiled } from '../../src/engine/compiled'
import { makeFleet, seedDemo } from '../../src/server/demo'
import type { DeviceRow } from '../../src/server/demo/rows'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const levels = testConfig().current().shared.levels.numbers
const fleet = makeFleet({ seed: 3, now: TEST_NOW, levels })
const account = (email: string) => fleet.clients.find(client => client.email === email)!
const vendor = account('vendor@demo.local').vendor_id
const client = account('client@demo.local').id
const regions = packageConfig().shared.dashboard.map.regions.map(({ id }) => id)

const reach: Record<string, (device: DeviceRow) => boolean> = {
  'master@demo.local': () => true,
  'vendor@demo.local': device => device.vendor_id === vendor,
  'client@demo.local': device => device.client_id === client,
  'guest@demo.local': device => device.vendor_id === vendor && device.client_id !== null,
  'provider@test.local': device => device.vendor_id === 0,
  'lost@test.local': () => false,
}
const callers = Object.entries(reach)

let api: TestApp
let current: Compiled
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 3, levels })
  const source = testConfig()
  current = source.current()
  api = await startTestApp(db, { bare: true, config: { ...source, current: () => current } })
  await api.addAccount({ email: 'provider@test.local', level: levels.vendor, vendor: 0 })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
})
beforeEach(() => {
  current = packageConfig()
})

const ask = async <Payload>(who: string, path: string) => {
  const answer = await api.ask(who, path)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<{ result: boolean; message: string; payload: Payload }>().payload
}
const stats = (who: string) => ask<DashboardStats>(who, '/api/dashboard/stats')
const places = (who: string) => ask<(ProvinceCount & ProvinceFigures)[]>(who, '/api/dashboard/place')
const listed = async (who: string, query: string) =>
  (await api.ask(who, `/api/devices?page_limit=1&${query}`)).json<DevicePage>().count

describe('the statistics', () => {
  it.each(callers)('of %s are those of the devices in reach', async (who, mine) => {
    const devices = fleet.devices.filter(mine)
    const { amount } = await stats(who)
    expect(amount).toEqual({
      device: devices.length,
      placed: devices.filter(({ sido }) => sido).length,
      linked: devices.filter(({ online }) => online).length,
      closed: devices.filter(({ online }) => !online).length,
    })
  })

  it.each(callers)(
    'of %s name vendors, models and clients with their devices, most first',
    async (who, mine) => {
      const devices = fleet.devices.filter(mine)
      const shares = (key: (device: DeviceRow) => number | null, row: (id: number) => object | undefined) => {
        const ids = new Set(devices.flatMap(device => key(device) || []))
        const ownOf = (id: number) => devices.filter(device => key(device) === id)
        return [...ids]
          .map(id => ({ id, own: ownOf(id) }))
          .map(({ id, own }) => ({
            id,
            ...row(id),
            devices: own.length,
            linked: own.filter(({ online }) => online).length,
          }))
      }
      const named =
        <Row extends { id: number; name: string }>(rows: readonly Row[]) =>
        (id: number) => {
          const { name } = rows.find(one => one.id === id)!
          return { name }
        }
      const expected = {
        vendors: shares(({ vendor_id }) => vendor_id, named(fleet.vendors)),
        models: shares(({ model_id }) => model_id, named(fleet.models)),
        clients: shares(
          ({ client_id }) => client_id,
          id => {
            const { name, vendor_id } = fleet.clients.find(one => one.id === id)!
            return { name, vendor: fleet.vendors.find(one => one.id === vendor_id)?.name ?? '' }
          },
        ),
      }
      const answer = await stats(who)
      const byId = <Row extends { id?: number }>(rows: Row[]) => rows.toSorted((a, b) => a.id! - b.id!)
      for (const table of ['vendors', 'models', 'clients'] as const) {
        expect([table, byId<{ id?: number }>(answer[table])]).toEqual([
          table,
          byId(expected[table] as { id: number }[]),
        ])
        const counts = answer[table].map(row => row.devices)
        expect(counts).toEqual(counts.toSorted((a, b) => b - a))
      }
    },
  )

  it('show a master every table, and somebody without devices none', async () => {
    const all = await stats('master@demo.local')
    expect([all.vendors.length, all.models.length, all.clients.length].every(rows => rows > 1)).toBe(true)
    expect(await stats('lost@test.local')).toEqual({
      amount: { device: 0, placed: 0, linked: 0, closed: 0 },
      vendors: [],
      models: [],
      clients: [],
    })
  })

  it('leave out the table of what config hides from the caller', async () => {
    const { fields } = current.shared.resources.devices!
    fields.vendor_name!.read = 'master'
    fields.client_name!.read = 'vendor'
    expect((await stats('master@demo.local')).vendors).not.toEqual([])
    const guest = await stats('guest@demo.local')
    expect([guest.vendors, guest.clients]).toEqual([[], []])
    expect(guest.models).not.toEqual([])
  })

  it('follow a device that changes at once', async () => {
    const device = fleet.devices.find(one => one.online && one.client_id === client && one.sido)!
    const before = await stats('client@demo.local')
    await sql`update devices set online = false, sido = null where id = ${device.id}`.execute(api.db)
    try {
      const { amount } = await stats('client@demo.local')
      expect(amount).toEqual({
        device: before.amount.device,
        placed: before.amount.placed - 1,
        linked: before.amount.linked - 1,
        closed: before.amount.closed + 1,
      })
    } finally {
      await sql`update devices set online = true, sido = ${device.sido} where id = ${device.id}`.execute(
        api.db,
      )
    }
  })
})

describe('the places', () => {
  it.each(callers)(
    'of %s are all regions and what has none, and add up to all devices',
    async (who, mine) => {
      const devices = fleet.devices.filter(mine)
      const answer = await places(who)
      expect(answer.map(({ sido }) => sido)).toEqual([...regions, ''])
      for (const { sido, ...figures } of answer) {
        const here = devices.filter(device => (device.sido ?? '') === sido)
        const linked = here.filter(({ online }) => online).length
        const placed = sido === '' ? 0 : here.length
        expect([sido, figures]).toEqual([
          sido,
          { count: here.length, placed, linked, closed: here.length - linked },
        ])
      }
      const { amount } = await stats(who)
      expect(answer.reduce((sum, { count }) => sum + count, 0)).toBe(amount.device)
    },
  )

  it('of one region are its figures', async () => {
    const all = await places('vendor@demo.local')
    for (const { sido, ...figures } of all.slice(0, 4))
      expect(await ask('vendor@demo.local', `/api/dashboard/place?sido=${sido}`)).toEqual(figures)
  })

  it.each(['KR-99', 'none', '%00', "'"])('has no figures of %s, and says so in Korean', async sido => {
    const answer = await api.ask('master@demo.local', `/api/dashboard/place?sido=${sido}`)
    expect([answer.statusCode, answer.json().result]).toEqual([404, false])
    expect(answer.json().message).toMatch(/[가-힣]/)
  })

  it('of a region that config no longer has count as unknown, so that the sum stays', async () => {
    const before = await places('master@demo.local')
    const gone = before.find(({ sido }) => sido === 'KR-26')!
    const unknown = before.find(({ sido }) => sido === '')!
    expect(gone.count).toBeGreaterThan(0)
    const { map } = current.shared.dashboard
    map.regions = map.regions.filter(({ id }) => id !== 'KR-26')
    const after = await places('master@demo.local')
    expect(after.find(({ sido }) => sido === '')!.count).toBe(gone.count + unknown.count)
    expect((await stats('master@demo.local')).amount.placed).toBe(
      fleet.devices.filter(({ sido }) => sido && sido !== 'KR-26').length,
    )
    expect(await listed('master@demo.local', 'sido=none')).toBe(gone.count + unknown.count)
    expect(await listed('master@demo.local', 'sido=KR-26')).toBe(0)
  })

  it('are refused where config hides them', async () => {
    current.shared.resources.devices!.fields.sido!.read = 'master'
    const answer = await api.ask('vendor@demo.local', '/api/dashboard/place')
    expect(answer.statusCode).toBe(403)
    expect((await api.ask('vendor@demo.local', '/api/devices?sido=KR-11')).statusCode).toBe(400)
    expect(await places('master@demo.local')).not.toEqual([])
  })
})

describe('the device list that a figure leads to', () => {
  it.each(callers)('has as many devices for %s as the figure says', async (who, mine) => {
    const devices = fleet.devices.filter(mine)
    const { vendors, models, clients } = await stats(who)
    for (const { sido, count, linked } of await places(who)) {
      expect(await listed(who, `sido=${sido || 'none'}`)).toBe(count)
      expect(await listed(who, `sido=${sido || 'none'}&status=linked`)).toBe(linked)
    }
    for (const { id, devices: count } of vendors) expect(await listed(who, `vendor=${id}`)).toBe(count)
    for (const { id, devices: count } of models) expect(await listed(who, `model=${id}`)).toBe(count)
    for (const { id, devices: count } of clients.slice(0, 5))
      expect(await listed(who, `client=${id}`)).toBe(count)
    expect(await listed(who, 'vendor=1&client=999999')).toBe(0)
    expect(await listed(who, 'status=closed')).toBe(devices.filter(({ online }) => !online).length)
  })

  it('shows those devices', async () => {
    const { data } = (
      await api.ask('master@demo.local', `/api/devices?sido=KR-41&vendor=${vendor}&page_limit=200`)
    ).json<DevicePage>()
    const expected = fleet.devices.filter(device => device.sido === 'KR-41' && device.vendor_id === vendor)
    expect(expected.length).toBeGreaterThan(0)
    expect(data.map(({ id }) => id)).toEqual(
      expected
        .map(({ id }) => id)
        .toSorted()
        .slice(0, 200),
    )
    const lost = (
      await api.ask('master@demo.local', '/api/devices?sido=none&page_limit=5')
    ).json<DevicePage>()
    expect(lost.data.map(({ sido }) => sido)).toEqual(['', '', '', '', ''])
  })

  it('finds nothing for a vendor or client out of reach', async () => {
    const other = fleet.devices.find(
      device => device.vendor_id && device.vendor_id !== vendor && device.client_id,
    )!
    expect(await listed('vendor@demo.local', `vendor=${other.vendor_id}`)).toBe(0)
    expect(await listed('vendor@demo.local', `client=${other.client_id}`)).toBe(0)
    expect(await listed('client@demo.local', `client=${other.client_id}`)).toBe(0)
    expect(await listed('guest@demo.local', `vendor=${other.vendor_id}`)).toBe(0)
  })
})

describe('the map', () => {
  it('is at the address that config names, for good, small, and one feature for each region', async () => {
    const { url } = current.shared.dashboard.map
    expect(url).toMatch(/^\/map\/korea-provinces\.json\?v=\w+$/)
    const answer = await api.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br'])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.rawPayload.length).toBeLessThan(45_000)
    const plain = await api.app.inject(url)
    const { features } = plain.json() as { features: { properties: { id: string } }[] }
    expect(features.map(({ properties }) => properties.id).toSorted()).toEqual(regions.toSorted())
  })

  it('is asked for again where the version is not named, and answered 304 where it is known', async () => {
    const path = current.shared.dashboard.map.url.split('?')[0]!
    const answer = await api.app.inject(path)
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    const again = await api.app.inject({
      url: path,
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await api.app.inject('/map/other.json')).statusCode).toBe(404)
  })
})
