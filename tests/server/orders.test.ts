/** Registering orders, their refusals, repeated requests, and the list of orders (§3, decisions 6 and 32). */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderPage } from '../../src/contract/orders'
import { ABSENT_TIME } from '../../src/domain/dates'
import type { Compiled } from '../../src/engine/compiled'
import { testConfig } from '../support/config'
import {
  addOutsiders,
  CLIENT,
  type DemoDevice,
  demoAccount,
  fleet,
  levels,
  startDemoApp,
  VENDOR,
} from '../support/demo'
import { countRows, findRow, insertRow } from '../support/rows'
import { bodyOf, payloadOf, refusalOf, startTestApp, TEST_NOW } from '../support/server'

const vendor = demoAccount(VENDOR)
const client = demoAccount(CLIENT)
const ofClient = fleet.devices.filter(device => device.client_id === client.id)
const ofVendor = fleet.devices.filter(device => device.vendor_id === vendor.vendor_id)
const hasVpn = (device: DemoDevice) => Object.keys(device.vpn).length > 0
const withVpn = ofClient.find(hasVpn)!
const foreign = fleet.devices.find(device => device.vendor_id === 2)!
const batch = fleet.batches.find(({ id }) => ofClient.some(device => device.batch_id === id))!
const bunch = fleet.bunches.find(({ id }) => ofClient.some(device => device.bunch_id === id))!
const foreignBatch = fleet.batches.find(({ vendor_id }) => vendor_id === 2)!
const foreignBunch = fleet.bunches.find(({ batch_id }) => batch_id === foreignBatch.id)!

let clock = TEST_NOW
const api = await startDemoApp({ now: () => clock })
await addOutsiders(api)
beforeEach(() => {
  clock = TEST_NOW
})

const REBOOT = { code: 'reboot', data: 'NOW', targets: [ofClient[0]!.id] }
const register = (who: string, payload: object, headers: Record<string, string> = {}, app = api) =>
  app.ask(who, { method: 'POST', url: '/api/orders/order', payload, headers })
const registered = (who: string, payload: object) =>
  payloadOf<{ id: number; total: number; holdUntil: string }>(register(who, payload))
/** Another app on the same database, with another config. */
const appWith = (change: (config: Compiled) => void) =>
  startTestApp(api.db, { bare: true, config: testConfig(change) })
const page = (who: string, query: object = {}) => bodyOf<OrderPage>(api.post(who, '/api/orders', query))
const newest = async (who: string) => (await page(who)).data[0]!
const stored = async () => ({
  orders: await countRows(api.db, 'orders'),
  targets: await countRows(api.db, 'order_targets'),
  keys: await countRows(api.db, 'idempotency'),
})
const targetsOf = async (order: number) => {
  const columns = ['device_id', 'number', 'status', 'reason'] as const
  const targets = api.db.selectFrom('order_targets').select(columns).where('order_id', '=', order)
  return targets.orderBy('device_id').execute()
}
const waiting = (devices: readonly DemoDevice[]) =>
  devices
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, isdn }) => ({ device_id: id, number: isdn, status: 'waiting', reason: null }))

describe('Registering an order', () => {
  it('from the device dialog sends it to one device, and answers with the sentence of the specification', async () => {
    const answer = await register(CLIENT, REBOOT)
    expect(answer.json()).toMatchObject({
      result: true,
      message: '단말 제어 명령이 등록되었습니다.',
      payload: { total: 1, holdUntil: '2026-11-20T03:00:05.000Z' },
    })
    const { id } = answer.json().payload
    expect(await targetsOf(id)).toEqual(waiting([ofClient[0]!]))
    expect(await newest(CLIENT)).toMatchObject({
      id,
      star: 'empty',
      status: 'waiting',
      title: '단말 재시작',
      theme: 'device',
      content: '단말 재시작: NOW',
      from: client.name,
      started: ABSENT_TIME,
      expired: '2026-11-21T03:00:00.000Z',
      created: TEST_NOW.toISOString(),
    })
  })

  it('from the compose page takes search hits, a subject and a period', async () => {
    const devices = ofClient.slice(0, 7)
    const { id, total } = await registered(CLIENT, {
      code: 'report-interval',
      data: '300',
      title: '  보고 주기 5분 🚚 ',
      started: '2026 11-21 00:00:00',
      expired: '2026 11-22 00:00:00',
      batch: 0,
      bunch: 0,
      targets: devices.map(({ id, isdn }) => ({ device: id, number: isdn })),
    })
    expect(total).toBe(7)
    expect(await targetsOf(id)).toEqual(waiting(devices))
    expect(await newest(CLIENT)).toMatchObject({
      title: '보고 주기 5분 🚚',
      data: '300',
      theme: 'search',
      total: 7,
      waiting: 7,
      started: '2026-11-21T00:00:00.000Z',
      expired: '2026-11-22T00:00:00.000Z',
    })
  })

  it.each(Object.entries({ [VENDOR]: ofVendor, [CLIENT]: ofClient }))(
    'to a batch reaches all of its devices in the scope of %s',
    async (who, devices) => {
      const { id, total } = await registered(who, { ...REBOOT, batch: batch.id, bunch: 0, targets: [] })
      const expected = devices.filter(device => device.batch_id === batch.id)
      expect(total).toBe(expected.length)
      expect(await targetsOf(id)).toEqual(waiting(expected))
      expect((await newest(who)).theme).toBe('batch')
    },
  )

  it('to a bunch reaches its devices, whether or not its batch is named', async () => {
    const expected = ofClient.filter(device => device.bunch_id === bunch.id)
    for (const batchId of [bunch.batch_id, 0, -1]) {
      const body = { code: 'reboot', data: 'NOW', batch: batchId, bunch: bunch.id }
      expect(await targetsOf((await registered(CLIENT, body)).id)).toEqual(waiting(expected))
    }
    expect((await newest(CLIENT)).theme).toBe('bunch')
  })

  it('counts a device that is named twice once', async () => {
    const [first, second] = ofClient.map(({ id }) => id)
    const targets = [first, { device: first }, second, first]
    expect((await registered(CLIENT, { ...REBOOT, targets })).total).toBe(2)
  })

  it('that contains a password stores it, but no list, page or search shows it', async () => {
    const data = 'Q9-blue-harbour'
    const { id } = await registered(CLIENT, { ...REBOOT, code: 'admin-password', data })
    expect(await findRow(api.db, 'orders', { id })).toMatchObject({ data, secret: true })
    const list = await page(CLIENT)
    const detail = (await api.ask(CLIENT, `/api/orders/${id}`)).body
    expect(JSON.stringify(list) + detail).not.toContain(data)
    expect(list.data[0]).toMatchObject({ data: '********' })
    expect(await page(CLIENT, { search: 'blue-harbour' })).toEqual({ count: 0, data: [] })
  })

  it('with a VPN command reaches the devices of a group that have a VPN', async () => {
    const { id: batchId } = fleet.batches.find(({ id }) => {
      const members = ofClient.filter(device => device.batch_id === id)
      return members.some(hasVpn) && !members.every(hasVpn)
    })!
    const members = ofClient.filter(device => device.batch_id === batchId)
    const { id } = await registered(CLIENT, { code: 'vpn-password', data: 'harbour-9-Blue', batch: batchId })
    expect(await targetsOf(id)).toEqual(waiting(members.filter(hasVpn)))
  })

  it('with a VPN command is refused with the number of named devices without VPN', async () => {
    const named = ofClient.slice(0, 20)
    const body = { code: 'vpn-password', data: 'harbour-9-Blue', targets: named.map(({ id }) => id) }
    const withoutVpn = named.filter(device => !hasVpn(device)).length
    expect((await register(CLIENT, body)).json().message).toContain(`VPN이 없는 단말이 ${withoutVpn}대`)
  })

  it('logs the sender, the command and the number of devices, never the value', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const logging = await startTestApp(api.db, { bare: true, logger: { level: 'info', stream } })
    const body = { code: 'vpn-password', data: 'harbour-9-Blue', targets: [withVpn.id] }
    const { id } = (await register(CLIENT, body, {}, logging)).json().payload
    const logged = { msg: 'order registered', user: client.id, order: id, devices: 1 }
    expect(lines.map(line => JSON.parse(line))).toContainEqual(expect.objectContaining(logged))
    expect(lines.join('')).not.toContain('harbour-9-Blue')
  })

  it('does not hold the order back if config says 0 seconds', async () => {
    const withoutHold = await appWith(({ server }) => {
      server.order.holdSeconds = 0
    })
    const answer = await register(CLIENT, REBOOT, {}, withoutHold)
    expect(answer.json().payload.holdUntil).toBe(ABSENT_TIME)
  })
})

describe('An order is refused, and nothing is stored,', () => {
  const withoutTargets = { ...REBOOT, targets: [] }
  const numbered = (length: number) => Array.from({ length }, (_, n) => String(n))
  it.each<[string, object, number, string?]>([
    ['for an unknown command', { ...REBOOT, code: 'explode' }, 422, 'code'],
    ['without a value', { ...REBOOT, data: undefined }, 422, 'data'],
    ['for a value of another type', { ...REBOOT, data: { value: 'NOW' } }, 422, 'data'],
    ['without targets', { ...REBOOT, targets: undefined }, 422, 'targets'],
    ['for an empty list of targets', { ...withoutTargets, batch: 0 }, 422, 'targets'],
    ['for a group and single devices together', { ...REBOOT, batch: batch.id }, 422, 'targets'],
    ['for a start that is no time', { ...REBOOT, started: 'tomorrow' }, 422, 'started'],
    ['for an end in the past', { ...REBOOT, expired: '2026 11-20 02:59:59' }, 422, 'expired'],
    [
      'for an end before its start',
      { ...REBOOT, started: '2026 12-02 00:00:00', expired: '2026 12-01 00:00:00' },
      422,
      'expired',
    ],
    ['for a long subject', { ...REBOOT, title: '가'.repeat(201) }, 422, 'title'],
    ['for 100,001 devices', { ...REBOOT, targets: numbered(100_001) }, 422, 'targets'],
    ['for an unknown device', { ...REBOOT, targets: ['000000000000000'] }, 404],
    [
      'for one device of another vendor among fifty',
      { ...REBOOT, targets: [...ofClient.slice(0, 49), foreign].map(({ id }) => id) },
      404,
    ],
    [
      'for a device of the vendor that is not the client’s',
      { ...REBOOT, targets: [ofVendor.find(device => device.client_id !== client.id)!.id] },
      404,
    ],
    ['for an unknown batch', { ...withoutTargets, batch: 99_999 }, 404],
    ['for a bunch of another batch', { ...withoutTargets, bunch: bunch.id, batch: bunch.batch_id + 1 }, 404],
    ['for a NUL character', { ...REBOOT, title: 'a\u0000b' }, 422, 'title'],
  ])('%s', async (_reason, payload, status, field) => {
    const before = await stored()
    const answer = await register(CLIENT, payload, { 'idempotency-key': 'refused-1' })
    const { result, message, errors } = answer.json()
    expect([answer.statusCode, result]).toEqual([status, false])
    expect(message).toMatch(/[가-힣]/)
    if (field) expect(errors).toEqual({ [field]: expect.stringMatching(/[가-힣]/) })
    expect(await stored()).toEqual(before)
  })

  it('in the same words for records of others as for records that do not exist', async () => {
    const refusal = async (body: object) => (await register(CLIENT, { ...withoutTargets, ...body })).body
    expect(await refusal({ targets: [foreign.id] })).toBe(await refusal({ targets: ['000000000000000'] }))
    expect(await refusal({ batch: foreignBatch.id })).toBe(await refusal({ batch: 99_999 }))
    expect(await refusal({ bunch: foreignBunch.id })).toBe(await refusal({ bunch: 99_999 }))
  })

  it('for a batch without devices, and for a device id that is too long', async () => {
    const empty = { name: '빈 그룹', vendor_id: vendor.vendor_id, model_id: 1 }
    const id = await insertRow(api.db, 'batches', empty)
    const before = await stored()
    const answer = await register(VENDOR, { ...withoutTargets, batch: id })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toBe('선택하신 그룹에 제어할 단말이 없습니다.')
    expect(await stored()).toEqual(before)
    const { errors } = (await register(CLIENT, { ...REBOOT, targets: [{ device: '1'.repeat(33) }] })).json()
    expect(Object.values(errors)).toContain('너무 깁니다. 32자 이하여야 합니다.')
  })

  it('for more targets than config allows', async () => {
    const strict = await appWith(({ shared }) => {
      shared.app.limits.orderTargets = 3
    })
    const four = ofVendor.slice(0, 4).map(({ id }) => id)
    const before = await stored()
    for (const body of [
      { ...REBOOT, targets: four },
      { ...withoutTargets, batch: batch.id },
    ])
      expect((await register(VENDOR, body, {}, strict)).json()).toMatchObject({ code: 'order.tooMany' })
    expect(await stored()).toEqual(before)
    const three = { ...REBOOT, targets: [...four.slice(0, 3), four[0]] }
    expect((await register(VENDOR, three, {}, strict)).statusCode).toBe(200)
  })
})

// Repeats at the same time and with another body: `repeat.test.ts`, for every call that creates.
describe('A request with an Idempotency-Key', () => {
  it('is answered as before for as long as config says, then it is a new request', async () => {
    const key = { 'idempotency-key': 'later' }
    const before = (await stored()).orders
    const first = await register(CLIENT, REBOOT, key)
    clock = new Date(TEST_NOW.getTime() + 30 * 60_000)
    expect((await register(CLIENT, REBOOT, key)).body).toBe(first.body)
    clock = new Date(TEST_NOW.getTime() + 25 * 3_600_000)
    await register(CLIENT, REBOOT, key)
    expect((await stored()).orders).toBe(before + 2)
  })

  it('is a new request if another user sends it; without a key every request is new', async () => {
    const before = (await stored()).orders
    const key = { 'idempotency-key': 'two-users' }
    for (const [who, headers] of [[CLIENT, key], [VENDOR, key], [CLIENT], [CLIENT]] as const)
      await register(who, REBOOT, headers)
    expect((await stored()).orders).toBe(before + 4)
  })

  it.each(['', 'with space', 'x'.repeat(256)])('is refused for the key "%s"', async key => {
    const answer = register(CLIENT, REBOOT, { 'idempotency-key': key })
    expect(await refusalOf(answer)).toEqual([400, 'idempotency.key'])
  })
})

describe('The list of orders', () => {
  const isClient = (sender: number) => fleet.clients.find(({ id }) => id === sender)?.level === levels.client
  /** Whether each user sees an order, by its sender and its vendor. */
  const reach: Record<string, (sender: number, vendorId: number) => boolean> = {
    'master@demo.local': () => true,
    [VENDOR]: (_sender, vendorId) => vendorId === vendor.vendor_id,
    [CLIENT]: sender => sender === client.id,
    'guest@demo.local': (sender, vendorId) => vendorId === vendor.vendor_id && isClient(sender),
    'other@test.local': (_sender, vendorId) => vendorId === 2,
    'lost@test.local': () => false,
  }

  it.each(Object.entries(reach))(
    'shows and counts the orders that %s may see, newest first',
    async (who, reaches) => {
      const { rows } = await sql<{
        id: number
        sender: number
        vendor: number
        status: string
        archived: boolean
      }>`
      select o.id, sender_id as sender, o.vendor_id as vendor, status, exists (select from order_marks m
        join clients c on c.id = m.client_id where c.email = ${who} and m.order_id = o.id and m.archived) as archived
      from orders o order by o.id desc`.execute(api.db)
      const all = rows.filter(order => reaches(order.sender, order.vendor))
      const expected = all.filter(order => !order.archived)
      const list = await page(who, { page_limit: 200 })
      expect(list.count).toBe(expected.length)
      expect(list.data.map(order => order.id)).toEqual(expected.map(order => order.id).slice(0, 200))
      const counts: Record<string, number> = {}
      for (const status of ['success', 'failure', 'waiting', 'ongoing']) {
        counts[status] = expected.filter(order => order.status === status).length
        const filtered = await page(who, { status, page_limit: 200 })
        expect(filtered.count).toBe(counts[status])
        expect(filtered.data.every(order => order.status === status)).toBe(true)
      }
      expect((await api.ask(who, '/api/orders/status')).json().payload).toEqual({
        ...counts,
        overall: expected.length,
        archived: all.length - expected.length,
      })
    },
  )

  it('has five orders a page by default, and an empty page after the last', async () => {
    const first = await page(VENDOR)
    const second = await page(VENDOR, { page_index: 2 })
    expect(first.data).toHaveLength(5)
    expect(second.data[0]!.id).toBeLessThan(first.data[4]!.id)
    expect(await page(VENDOR, { page_index: 1_000_000 })).toEqual({ count: first.count, data: [] })
  })

  it('is searched by title, command, value and sender; % and _ are ordinary characters', async () => {
    await registered(VENDOR, { ...REBOOT, code: 'apn', data: 'zebra_x', title: '100% Quagga' })
    const found = async (search: string) => (await page(VENDOR, { search })).count
    for (const text of ['quagga', ' 100% ', '0% q', 'zebra_'])
      expect([text, await found(text)]).toEqual([text, 1])
    for (const text of ['z_bra', '%%', '\\', "' or 1=1 --"])
      expect([text, await found(text)]).toEqual([text, 0])
    expect(await found(vendor.name)).toBeGreaterThan(1)
    expect(await found('APN 변경')).toBeGreaterThan(0)
    const { data } = await page(VENDOR, { search: '단말 재시작: NOW' })
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(order => order.content.includes('단말 재시작: NOW'))).toBe(true)
  })

  it('is filtered by bounds of its times', async () => {
    const { data } = await page(VENDOR, { page_limit: 200 })
    const { created } = data[3]!
    const since = await page(VENDOR, { created_gte: created, page_limit: 200 })
    expect(since.data.map(({ id }) => id)).toEqual(
      data.filter(order => order.created >= created).map(({ id }) => id),
    )
    expect((await page(VENDOR, { created_gte: 'now-1h', created_lte: 'now-1d' })).count).toBe(0)
    expect((await api.post(VENDOR, '/api/orders', { total_gte: 1 })).json().errors).toHaveProperty(
      'total_gte',
    )
  })

  it('has at most the rows that config allows', async () => {
    const strict = await appWith(({ shared }) => {
      shared.app.limits.pageLimit = 7
    })
    const payload = { page_limit: 1_000_000_000 }
    const answer = await strict.post(VENDOR, '/api/orders', payload)
    expect(answer.json().data).toHaveLength(7)
  })
})
