/** The page of a device: its visibility, the history of its signal, and the timeline of its events. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeviceDetail, SignalHistory, TimelineEntry } from '../../src/contract/devicePage'
import { storeMisunderstood } from '../../src/server/commands/gateway/misunderstood'
import { moveTargets } from '../../src/server/commands/orders/moveTargets'
import { testConfig } from '../support/config'
import {
  CLIENT,
  type DemoDevice,
  demoAccount,
  fleet,
  GUEST,
  MASTER,
  startDemoApp,
  VENDOR,
} from '../support/demo'
import { findRows, insertRows, updateRows } from '../support/rows'
import { bodyOf, payloadOf, startTestApp, statusOf, TEST_NOW } from '../support/server'
import { imeiOf } from '../support/walk'

const client = demoAccount(CLIENT)
const [device, hourly, disconnected] = fleet.devices.filter(
  ({ client_id, batch_id }) => client_id === client.id && batch_id,
) as [DemoDevice, DemoDevice, DemoDevice]
const foreign = fleet.devices.find(({ vendor_id }) => vendor_id === 2)!
const unclaimed = fleet.devices.find(
  ({ vendor_id, client_id }) => vendor_id === client.vendor_id && client_id === null,
)!
const batchOfVendor = fleet.batches.find(({ vendor_id }) => vendor_id === client.vendor_id)!

/** The time so many minutes ago. */
const ago = (minutes: number) => new Date(TEST_NOW.getTime() - minutes * 60_000)
const HOUR = 60
const DAY = 24 * HOUR

const api = await startDemoApp()
for (const table of ['device_signals', 'device_connections', 'orders'] as const)
  await api.db.deleteFrom(table).execute()

interface Signal {
  at: Date
  rsrp: number
  min?: number
  max?: number
  samples?: number
  /** 0 is a single report, 1 an hour, 2 a day. */
  grain?: 0 | 1 | 2
}
const addSignals = (id: string, signals: Signal[]) => {
  const rows = signals.map(({ at, rsrp, min = rsrp, max = rsrp, samples = 1, grain = 0 }) => ({
    device_id: id,
    grain,
    at,
    rsrp,
    samples,
    rsrp_min: min,
    rsrp_max: max,
  }))
  return insertRows(api.db, 'device_signals', rows)
}
const addConnection = (device_id: string, session: string, linked: Date, closed: Date | null = null) =>
  insertRows(api.db, 'device_connections', [{ device_id, session, linked, closed }])

const page = (who: string, id = device.id, app = api) => app.ask(who, `/api/devices/${id}`)
/** The points of a period of so many minutes, which ended `to` minutes ago. */
const signal = async (minutes: number, { id = device.id, to = 0 } = {}) => {
  const query = new URLSearchParams({ from: ago(minutes + to).toISOString(), to: ago(to).toISOString() })
  return (await payloadOf<SignalHistory>(api.ask(MASTER, `/api/devices/${id}/signals?${query}`))).points
}
type Timeline = { payload: TimelineEntry[]; next?: string }
const timeline = (query: Record<string, string> = {}, who = MASTER, id = device.id) =>
  bodyOf<Timeline>(api.ask(who, `/api/devices/${id}/timeline?${new URLSearchParams(query)}`))
const changesOf = async (who: string, id = device.id) => (await timeline({ kind: 'change' }, who, id)).payload
const postFile = (url: string, rows: string[]) => bodyOf(api.upload(VENDOR, url, rows.join('\n')))

describe('The page of a device', () => {
  it('has the record of the list, and the parts that the caller may see', async () => {
    const list = await bodyOf(api.ask(CLIENT, `/api/devices?ids=${device.id}`))
    const { sees, misunderstood, ...record } = await payloadOf<DeviceDetail>(page(CLIENT))
    expect(misunderstood).toBeNull()
    expect(record).toEqual(list.data[0])
    expect(sees).toEqual({ signals: true, timeline: ['order', 'result', 'connection'] })
    const ofStaff = await payloadOf<DeviceDetail>(page(VENDOR))
    expect(ofStaff.sees.timeline).toEqual(['order', 'result', 'connection', 'change'])
  })

  it('has the last message that was not understood', async () => {
    const fault = { kind: 'telemetry' as const, reason: 'fields' as const, fields: ['rsrp', 'apn'] }
    await storeMisunderstood(api.db, [{ imei: device.id, at: TEST_NOW, ...fault }])
    const { misunderstood } = await payloadOf<DeviceDetail>(page(CLIENT))
    expect(misunderstood).toEqual({ at: TEST_NOW.toISOString(), ...fault })
  })

  it.each([
    [30, 'rsrp', 0],
    [61, 'rsrp', 61],
    [30, 'apn', 30],
  ])('stores a fault %i s later in %s: the stored time is %i s later', async (later, field, expected) => {
    const secondsLater = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1_000)
    const storeAt = (at: Date, name: string) =>
      storeMisunderstood(api.db, [
        { imei: foreign.id, at, kind: 'telemetry', reason: 'fields', fields: [name] },
      ])
    await api.db.deleteFrom('device_misunderstood').where('device_id', '=', foreign.id).execute()
    await storeAt(TEST_NOW, 'rsrp')
    await storeAt(secondsLater(later), field)
    const { misunderstood } = await payloadOf<DeviceDetail>(page(MASTER, foreign.id))
    expect(misunderstood?.at).toBe(secondsLater(expected).toISOString())
  })

  it.each(['', '/signals?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z', '/timeline'])(
    'is refused for a device out of scope in the same words as for an unknown device (%s)',
    async part => {
      const unknown = await api.ask(MASTER, `/api/devices/000000000000000${part}`)
      expect(unknown.statusCode).toBe(404)
      for (const [who, id] of [
        [VENDOR, foreign.id],
        [CLIENT, unclaimed.id],
        [GUEST, unclaimed.id],
        [MASTER, 'no-such-device'],
      ]) {
        const answer = await api.ask(who, `/api/devices/${id}${part}`)
        expect([who, answer.statusCode, answer.body]).toEqual([who, 404, unknown.body])
      }
    },
  )

  it('hides fields that config keeps from the level of the caller', async () => {
    const config = testConfig(({ shared }) => {
      const { fields } = shared.resources.devices!
      fields['modem.rsrp']!.read = 'vendor'
      fields.linked!.read = 'vendor'
    })
    const strict = await startTestApp(api.db, { bare: true, config })
    const { sees, modem } = await payloadOf(page(CLIENT, device.id, strict))
    expect(sees).toEqual({ signals: false, timeline: ['order', 'result'] })
    expect(modem.rsrp).toBe(0)
    const url = `/api/devices/${device.id}`
    const query = 'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z'
    expect(await statusOf(strict.ask(CLIENT, `${url}/signals?${query}`))).toBe(403)
    expect(await payloadOf(strict.ask(CLIENT, `${url}/timeline?kind=connection`))).toEqual([])
  })
})

describe('The signal', () => {
  const sequence = (length: number) => Array.from({ length }, (_, index) => index)
  // One signal a minute for the last two days, one an hour for four weeks before, and one a day for the time before.
  beforeAll(async () => {
    const hour = { rsrp: -90, min: -101, max: -79, grain: 1 as const, samples: 60 }
    const day = { rsrp: -95, grain: 2 as const, samples: 1440 }
    await addSignals(device.id, [
      ...sequence(2 * DAY).map(n => ({ at: ago(n + 1), rsrp: -80 - (n % 3) })),
      ...sequence(28 * 24).map(n => ({ at: ago(2 * DAY + (n + 1) * HOUR), ...hour })),
      ...sequence(335).map(n => ({ at: ago((31 + n) * DAY), ...day })),
    ])
    await addConnection(device.id, 'test', ago(400 * DAY))
  })

  it.each([
    ['a day', DAY, 289, 300],
    ['a week', 7 * DAY, 500, 1800],
    ['a year', 365 * DAY, 500, 86_400],
  ])('of %s has at most 500 points and no gap', async (_period, minutes, most, seconds) => {
    const points = await signal(minutes)
    expect(points.length).toBeGreaterThan(4)
    expect(points.length).toBeLessThanOrEqual(most)
    expect(points.filter(({ gap }) => gap)).toEqual([])
    expect(points.every(point => point.seconds >= seconds)).toBe(true)
  })

  it('averages reports and hours by their number of samples, and has the lowest and highest value', async () => {
    const [point] = await signal(6 * HOUR, { to: 10 * DAY })
    expect(point).toMatchObject({ rsrp: -90, min: -101, max: -79, seconds: 3600 })
    await addSignals(hourly.id, [
      { at: ago(70), rsrp: -80, samples: 3, grain: 1 },
      { at: ago(69), rsrp: -100 },
      { at: ago(68), rsrp: 0 },
    ])
    expect(await signal(7 * DAY, { id: hourly.id })).toMatchObject([{ rsrp: -85, min: -100, max: -80 }])
  })

  it('has a gap where the device was disconnected, and none where it sent no report', async () => {
    const { id } = disconnected
    for (const minutes of [600, 500, 400, 100]) await addSignals(id, [{ at: ago(minutes), rsrp: -80 }])
    await addConnection(id, 'first', ago(610), ago(390))
    await addConnection(id, 'second', ago(110))
    expect((await signal(DAY, { id })).map(({ gap }) => gap)).toEqual([false, false, false, true])
  })
})

describe('The timeline', () => {
  let ofClient: number
  let ofStaff: number
  beforeAll(async () => {
    const reboot = { code: 'reboot', data: 'NOW', targets: [device.id] }
    ofClient = (await payloadOf(api.post(CLIENT, '/api/orders/order', reboot))).id
    ofStaff = (await payloadOf(api.post(VENDOR, '/api/orders/order', reboot))).id
    await updateRows(api.db, 'orders', { id: ofClient }, { created: ago(50) })
    for (const to of ['ongoing', 'success'] as const)
      await moveTargets(api.db, [{ order: ofClient, device: device.id, to }], ago(-10))
    await addConnection(device.id, 'a', ago(30), ago(20))
    await addConnection(device.id, 'b', ago(30), ago(29))
  })

  it('has orders, results and connections, newest first', async () => {
    const { payload } = await timeline()
    const times = payload.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    const result = payload.find(({ kind }) => kind === 'result')
    expect(result).toMatchObject({ order: ofClient, status: 'success' })
    expect(payload.filter(({ kind }) => kind === 'order')).toMatchObject([
      { order: ofStaff, status: 'waiting', caption: '단말 재시작' },
      { order: ofClient, status: 'success', from: client.name },
    ])
    expect(payload.find(entry => entry.kind === 'connection' && entry.key.endsWith('a'))).toMatchObject({
      at: ago(30).toISOString(),
      closed: ago(20).toISOString(),
    })
  })

  it('shows each caller the orders that its mailbox has', async () => {
    const orders = async (who: string) =>
      (await timeline({ kind: 'order' }, who)).payload.map(entry => entry.kind === 'order' && entry.order)
    expect(await orders(CLIENT)).toEqual([ofClient])
    expect(await orders(GUEST)).toEqual([ofClient])
    expect(await orders(VENDOR)).toEqual([ofStaff, ofClient])
  })

  it.each([1, 3])('is complete when it is read in pages of %i', async limit => {
    const whole = (await timeline({ limit: '200' })).payload
    const pages: TimelineEntry[] = []
    for (let before: string | undefined = ''; before !== undefined; ) {
      const { payload, next } = await timeline({ limit: String(limit), ...(before && { before }) })
      expect(payload.length).toBeLessThanOrEqual(limit)
      pages.push(...payload)
      before = next
    }
    expect(pages).toEqual(whole)
    expect(whole.length).toBeGreaterThan(5)
  })

  it('and the signal are refused for a wrong cursor or period', async () => {
    for (const query of ['timeline?before=x', 'signals?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z'])
      expect(await statusOf(api.ask(MASTER, `/api/devices/${device.id}/${query}`))).toBe(400)
  })

  it('shows staff the moves of the device between batches', async () => {
    const batch = fleet.batches.find(({ id }) => id === device.batch_id)!
    const others = fleet.devices.filter(({ batch_id, id }) => batch_id === batch.id && id !== device.id)
    const ids = others.map(({ id }) => id)
    await postFile(`/api/batches/devices/ul/${batch.id}`, ['IMEI', ...ids])
    await postFile(`/api/batches/devices/ul/${batch.id}`, ['IMEI', device.id, ...ids])
    const changes = await changesOf(VENDOR)
    expect(changes).toMatchObject([
      { action: 'changed', before: { batch: '' }, after: { batch: batch.name } },
      { action: 'changed', before: { batch: batch.name }, after: { batch: '' } },
    ])
    expect(changes.every(entry => entry.kind === 'change' && entry.client_name !== '')).toBe(true)
    expect(await changesOf(CLIENT)).toEqual([])
    await api.db.deleteFrom('devices').where('id', '=', ids[0]!).execute()
    expect(await findRows(api.db, 'device_moves', { device_id: ids[0]! })).toEqual([])
  })

  describe('after a change of so many devices that they get no row of history each', () => {
    const { id: batch, name, model_id } = batchOfVendor
    const imeis = Array.from({ length: 1_001 }, (_, n) => imeiOf(2_000 + n))
    const [moved, changedSince] = imeis as [string, string]
    beforeAll(async () => {
      const owned = { vendor_id: client.vendor_id, model_id, client_id: client.id }
      const rows = imeis.map((id, n) => ({ id, isdn: `0107${String(n).padStart(7, '0')}`, ...owned }))
      await insertRows(api.db, 'devices', rows)
    })

    it('shows the change and its undoing', async () => {
      const bulk = (name: string, ids: string[], values: object) => {
        const change = { name, kind: 'change', expected: ids.length, ids, values }
        return bodyOf(api.post(VENDOR, '/api/bulk/devices', change))
      }
      await bulk('many-moved-1', imeis, { batch_id: batch, client: 0 })
      // Undoing leaves out a device that has changed since.
      await updateRows(api.db, 'devices', { id: changedSince }, { updated: new Date(Date.now() + 60_000) })
      await bodyOf(api.post(VENDOR, '/api/bulk/devices/many-moved-1/undo', {}))
      // A small change is recorded in the history of the device, and is still shown only once.
      await bulk('few-moved-1', [moved], { batch_id: batch })
      const [, ...changes] = await changesOf(VENDOR, moved)
      expect(changes).toMatchObject([
        { action: 'changed', before: { batch: name, client: 0 }, after: { batch: '', client: client.id } },
        { action: 'changed', before: { batch: '', client: client.id }, after: { batch: name, client: 0 } },
      ])
      expect(await changesOf(MASTER, moved)).toHaveLength(3)
      expect(await changesOf(VENDOR, changedSince)).toMatchObject([{ after: { batch: name, client: 0 } }])
    })

    it('shows the change by a sheet', async () => {
      await sql`update devices set batch_id = null where id = any(${imeis}::text[])`.execute(api.db)
      await postFile('/api/devices/roster/update', ['IMEI,그룹', ...imeis.map(id => `${id},${name}`)])
      const [change] = await changesOf(VENDOR, imeis[9])
      expect(change).toMatchObject({ before: { batch: '' }, after: { batch: name } })
    })
  })
})
