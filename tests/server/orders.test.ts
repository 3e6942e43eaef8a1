import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order, OrderPage } from '../../src/contract/orders'
import { ABSENT_TIME } from '../../src/domain/dates'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const config = testConfig()
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 5, now: TEST_NOW, levels })
const account = (email: string) => fleet.clients.find(client => client.email === email)!
const vendor = account('vendor@demo.local')
const client = account('client@demo.local')
const ofClient = fleet.devices.filter(device => device.client_id === client.id)
const ofVendor = fleet.devices.filter(device => device.vendor_id === vendor.vendor_id)
const hasVpn = (device: (typeof fleet.devices)[number]) => Object.keys(device.vpn).length > 0
const withVpn = ofClient.find(hasVpn)!
const withoutVpn = ofClient.find(device => !hasVpn(device))!
const foreign = fleet.devices.find(device => device.vendor_id === 2)!
const batch = fleet.batches.find(known => ofClient.some(device => device.batch_id === known.id))!
const bunch = fleet.bunches.find(known => ofClient.some(device => device.bunch_id === known.id))!
const foreignBatch = fleet.batches.find(known => known.vendor_id === 2)!
const foreignBunch = fleet.bunches.find(known => known.batch_id === foreignBatch.id)!

let api: TestApp
let clock = TEST_NOW
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  api = await startTestApp(db, { bare: true, config, now: () => clock })
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
})
beforeEach(() => {
  clock = TEST_NOW
})

const register = (who: string, payload: object, headers: Record<string, string> = {}) =>
  api.ask(who, { method: 'POST', url: '/api/orders/order', payload, headers })
const page = async (who: string, payload: object = {}) =>
  (await api.ask(who, { method: 'POST', url: '/api/orders', payload })).json<OrderPage>()
const counts = async (who: string) => (await api.ask(who, '/api/orders/status')).json().payload
const stored = async () => {
  const { rows } = await sql<{ orders: number; targets: number; keys: number }>`select
      (select count(*) from orders) as orders, (select count(*) from order_targets) as targets,
      (select count(*) from idempotency) as keys`.execute(api.db)
  return rows[0]
}
const targetsOf = async (order: number) =>
  (
    await api.db
      .selectFrom('order_targets')
      .selectAll()
      .where('order_id', '=', order)
      .orderBy('device_id')
      .execute()
  ).map(({ device_id, number, status, reason }) => ({ device_id, number, status, reason }))
const waiting = (devices: typeof fleet.devices) =>
  [...devices]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, isdn }) => ({ device_id: id, number: isdn, status: 'waiting', reason: null }))

describe('registering an order', () => {
  it('from the device dialog: one device, waiting, and says so in the words of the specification', async () => {
    const device = ofClient[0]!
    const answer = await register('client@demo.local', {
      code: 'reboot',
      data: 'NOW',
      targets: [device.id],
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      result: true,
      message: '단말 제어 명령이 등록되었습니다.',
      payload: { total: 1, holdUntil: '2026-11-20T03:00:05.000Z' },
    })
    const { id } = answer.json().payload
    expect(await targetsOf(id)).toEqual(waiting([device]))
    const [order] = (await page('client@demo.local')).data
    expect(order).toEqual({
      id,
      unreaded: false,
      starred: false,
      star: 'empty',
      success: 0,
      failure: 0,
      waiting: 1,
      ongoing: 0,
      total: 1,
      status: 'waiting',
      title: '단말 재시작',
      code: 'reboot',
      caption: '단말 재시작',
      data: 'NOW',
      theme: 'device',
      content: '단말 재시작: NOW',
      from: client.name,
      started: ABSENT_TIME,
      expired: '2026-11-21T03:00:00.000Z',
      created: TEST_NOW.toISOString(),
    } satisfies Order)
  })

  it('from compose: search hits with their numbers, a subject and both times', async () => {
    const devices = ofClient.slice(0, 7)
    const answer = await register('client@demo.local', {
      code: 'report-interval',
      data: '300',
      title: '  보고 주기 5분  ',
      started: '2026 11-21 00:00:00',
      expired: '2026 11-22 00:00:00',
      batch: 0,
      bunch: 0,
      targets: devices.map(({ id, isdn }) => ({ device: id, number: isdn })),
    })
    const { id, total } = answer.json().payload
    expect(total).toBe(7)
    expect(await targetsOf(id)).toEqual(waiting(devices))
    const [order] = (await page('client@demo.local')).data
    expect(order).toMatchObject({
      title: '보고 주기 5분',
      data: '300',
      theme: 'search',
      total: 7,
      waiting: 7,
      started: '2026-11-21T00:00:00.000Z',
      expired: '2026-11-22T00:00:00.000Z',
    })
  })

  it('to a batch reaches all of its devices that the sender reaches, and no other', async () => {
    for (const [who, devices] of [
      ['vendor@demo.local', ofVendor],
      ['client@demo.local', ofClient],
    ] as const) {
      const answer = await register(who, {
        code: 'reboot',
        data: 'NIGHT',
        batch: batch.id,
        bunch: 0,
        targets: [],
      })
      const expected = devices.filter(device => device.batch_id === batch.id)
      expect(answer.json().payload.total).toBe(expected.length)
      expect(await targetsOf(answer.json().payload.id)).toEqual(waiting(expected))
      expect((await page(who)).data[0]!.theme).toBe('batch')
    }
  })

  it('to a bunch, with or without its batch named', async () => {
    const expected = ofClient.filter(device => device.bunch_id === bunch.id)
    for (const named of [bunch.batch_id, 0, -1]) {
      const answer = await register('client@demo.local', {
        code: 'reboot',
        data: 'NOW',
        batch: named,
        bunch: bunch.id,
      })
      expect(await targetsOf(answer.json().payload.id)).toEqual(waiting(expected))
    }
    expect((await page('client@demo.local')).data[0]!.theme).toBe('bunch')
  })

  it('takes a device that is named twice once', async () => {
    const [one, two] = ofClient
    const targets = [one!.id, { device: one!.id }, two!.id, one!.id]
    const answer = await register('client@demo.local', { code: 'reboot', data: 'NOW', targets })
    expect(answer.json().payload.total).toBe(2)
  })

  it('takes devices that are offline: they get it when they come back', async () => {
    const offline = ofClient.find(device => !device.online)!
    const answer = await register('client@demo.local', {
      code: 'reboot',
      data: 'NOW',
      targets: [offline.id],
    })
    expect(await targetsOf(answer.json().payload.id)).toEqual(waiting([offline]))
  })

  it('never shows a password again, and does not find it in a search', async () => {
    const data = 'Q9-blue-harbour'
    const answer = await register('client@demo.local', {
      code: 'admin-password',
      data,
      targets: [ofClient[0]!.id],
    })
    expect(answer.statusCode).toBe(200)
    const kept = await api.db
      .selectFrom('orders')
      .select(['data', 'secret'])
      .where('id', '=', answer.json().payload.id)
      .executeTakeFirst()
    expect(kept).toEqual({ data, secret: true })
    const list = await page('client@demo.local')
    expect(JSON.stringify(list)).not.toContain(data)
    expect(list.data[0]).toMatchObject({ data: '********' })
    expect(await page('client@demo.local', { search: 'blue-harbour' })).toEqual({ count: 0, data: [] })
  })

  it('takes a start a moment ago, and emoji in its subject', async () => {
    const answer = await register('client@demo.local', {
      code: 'reboot',
      data: 'NOW',
      title: '야간 🚚 재시작',
      started: '2026 11-20 02:59:30',
      targets: [ofClient[0]!.id],
    })
    expect(answer.statusCode).toBe(200)
    expect((await page('client@demo.local')).data[0]!.title).toBe('야간 🚚 재시작')
  })

  it('with a VPN command to a group reaches those of its devices that have a VPN', async () => {
    const mixed = fleet.batches.find(({ id }) => {
      const own = ofClient.filter(device => device.batch_id === id)
      return own.some(hasVpn) && !own.every(hasVpn)
    })!
    const ofGroup = ofClient.filter(device => device.batch_id === mixed.id)
    const sheet = { code: 'vpn-password', data: 'harbour-9-Blue', batch: mixed.id }
    const answer = await register('client@demo.local', sheet)
    expect(await targetsOf(answer.json().payload.id)).toEqual(waiting(ofGroup.filter(hasVpn)))
  })

  it('says how many of the named devices have no VPN', async () => {
    const targets = ofClient.slice(0, 20).map(device => device.id)
    const lacking = ofClient.slice(0, 20).filter(device => !hasVpn(device)).length
    const answer = await register('client@demo.local', {
      code: 'vpn-password',
      data: 'harbour-9-Blue',
      targets,
    })
    expect(answer.json().message).toContain(`VPN이 없는 단말이 ${lacking}대`)
  })

  it('leaves in the log who sent what to how many, and never the value', async () => {
    const lines: string[] = []
    const told = await startTestApp(api.db, {
      bare: true,
      config,
      logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    })
    const payload = { code: 'vpn-password', data: 'harbour-9-Blue', targets: [withVpn.id] }
    const answer = await told.ask('client@demo.local', {
      method: 'POST',
      url: '/api/orders/order',
      payload,
    })
    const { id } = answer.json().payload
    expect(lines.map(line => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        msg: 'order registered',
        user: client.id,
        order: id,
        code: 'vpn-password',
        devices: 1,
      }),
    )
    expect(lines.join('')).not.toContain('harbour-9-Blue')
  })

  it('is held back for as long as config says, or not at all', async () => {
    const hasty = await startTestApp(api.db, {
      bare: true,
      config: testConfig(({ server }) => {
        server.order.holdSeconds = 0
      }),
    })
    const answer = await hasty.ask('client@demo.local', {
      method: 'POST',
      url: '/api/orders/order',
      payload: { code: 'reboot', data: 'NOW', targets: [ofClient[0]!.id] },
    })
    expect(answer.json().payload.holdUntil).toBe(ABSENT_TIME)
  })

  it.each([
    ['a text', 'apn', 'iot.lte'],
    ['an address', 'firmware-url', 'https://fw.example.com/a.bin'],
    ['a password', 'vpn-password', 'harbour-9-Blue'],
    ['a number at its least', 'report-interval', 10],
    ['a number at its most', 'report-interval', '86400'],
    ['a number within 0 and 255 where the method names no bounds', 'led-brightness', 255],
    ['a choice', 'network-mode', '5G'],
  ])('takes %s', async (_kind, code, data) => {
    const answer = await register('client@demo.local', { code, data, targets: [withVpn.id] })
    expect([answer.statusCode, answer.json().result]).toEqual([200, true])
  })
})

describe('an order is refused and nothing is stored', () => {
  const target = [ofClient[0]!.id]
  const good = { code: 'reboot', data: 'NOW', targets: target }
  const refusals: [string, object, number, string | undefined][] = [
    ['for a command that is not there', { ...good, code: 'explode' }, 422, 'code'],
    ['without a command', { data: 'NOW', targets: target }, 422, 'code'],
    ['for a choice that the method does not have', { ...good, data: 'LATER' }, 422, 'data'],
    ['without a value where one is needed', { code: 'reboot', targets: target }, 422, 'data'],
    ['for a number below its bounds', { ...good, code: 'report-interval', data: '9' }, 422, 'data'],
    ['for a number above its bounds', { ...good, code: 'report-interval', data: 86401 }, 422, 'data'],
    ['for a number above 255 by default', { ...good, code: 'led-brightness', data: '256' }, 422, 'data'],
    ['for a number below 0 by default', { ...good, code: 'led-brightness', data: '-1' }, 422, 'data'],
    ['for words where a number belongs', { ...good, code: 'report-interval', data: 'often' }, 422, 'data'],
    ['for a fraction', { ...good, code: 'report-interval', data: '60.5' }, 422, 'data'],
    ['for a text too short', { ...good, code: 'apn', data: 'ab' }, 422, 'data'],
    ['for a text too long', { ...good, code: 'apn', data: 'a'.repeat(65) }, 422, 'data'],
    [
      'for an address that is none',
      { ...good, code: 'firmware-url', data: 'javascript:alert(1)' },
      422,
      'data',
    ],
    ['for a value of another kind', { ...good, data: { value: 'NOW' } }, 422, 'data'],
    ['without any target', { code: 'reboot', data: 'NOW' }, 422, 'targets'],
    ['with an empty list of targets', { ...good, targets: [], batch: 0 }, 422, 'targets'],
    ['for a group and single devices at once', { ...good, batch: batch.id }, 422, 'targets'],
    ['for a start that is no time', { ...good, started: 'tomorrow' }, 422, 'started'],
    ['for a day that is not in the calendar', { ...good, started: '2026 02-30 00:00:00' }, 422, 'started'],
    ['for a time in another form', { ...good, expired: '2026-12-01T00:00:00Z' }, 422, 'expired'],
    ['for a start that has passed', { ...good, started: '2026 11-20 02:58:59' }, 422, 'started'],
    [
      'for a VPN command to a device without VPN',
      { code: 'vpn-password', data: 'harbour-9-Blue', targets: [withVpn.id, withoutVpn.id] },
      422,
      'targets',
    ],
    ['for a subject of 10,000 characters', { ...good, title: '😀'.repeat(10_000) }, 422, 'title'],
    ['for a subject beyond all measure', { ...good, title: '가'.repeat(10_001) }, 422, 'title'],
    [
      'for 100,001 devices',
      { ...good, targets: Array.from({ length: 100_001 }, (_, at) => String(at)) },
      422,
      'targets',
    ],
    [
      'for more devices than anybody may name',
      { ...good, targets: Array.from({ length: 100_002 }, (_, at) => String(at)) },
      422,
      'targets',
    ],
    ['for an end that has passed', { ...good, expired: '2026 11-20 02:59:59' }, 422, 'expired'],
    [
      'for an end before its start',
      { ...good, started: '2026 12-02 00:00:00', expired: '2026 12-01 00:00:00' },
      422,
      'expired',
    ],
    [
      'for an end at its start',
      { ...good, started: '2026 12-01 00:00:00', expired: '2026 12-01 00:00:00' },
      422,
      'expired',
    ],
    ['for a subject that is too long', { ...good, title: '가'.repeat(201) }, 422, 'title'],
    ['for a device that is not there', { ...good, targets: ['000000000000000'] }, 404, undefined],
    ['for a device of another vendor', { ...good, targets: [foreign.id] }, 404, undefined],
    [
      'for one foreign device among fifty',
      { ...good, targets: [...ofClient.slice(0, 49).map(device => device.id), foreign.id] },
      404,
      undefined,
    ],
    [
      'for a device of the same vendor that is not the client’s',
      { ...good, targets: [ofVendor.find(device => device.client_id !== client.id)!.id] },
      404,
      undefined,
    ],
    ['for a batch that is not there', { code: 'reboot', data: 'NOW', batch: 99_999 }, 404, undefined],
    [
      'for a batch of another vendor',
      { code: 'reboot', data: 'NOW', batch: foreignBatch.id },
      404,
      undefined,
    ],
    [
      'for a bunch of another vendor',
      { code: 'reboot', data: 'NOW', bunch: foreignBunch.id },
      404,
      undefined,
    ],
    [
      'for a bunch of another batch',
      { code: 'reboot', data: 'NOW', bunch: bunch.id, batch: bunch.batch_id + 1 },
      404,
      undefined,
    ],
    ['for a batch number beyond all numbers', { code: 'reboot', data: 'NOW', batch: 1e15 }, 422, 'batch'],
    ['for a body that is a list', [], 400, undefined],
    ['for text that no database can hold', { ...good, title: 'a\u0000b' }, 400, undefined],
  ]
  it.each(refusals)('%s', async (_why, payload, status, field) => {
    const before = await stored()
    const answer = await register('client@demo.local', payload, { 'idempotency-key': 'refused-1' })
    const body = answer.json()
    expect([answer.statusCode, body.result]).toEqual([status, false])
    expect(body.message).toMatch(/[가-힣]/)
    if (field) expect(body.errors).toEqual({ [field]: expect.stringMatching(/[가-힣]/) })
    expect(await stored()).toEqual(before)
  })

  it('alike for what belongs to others and what does not exist', async () => {
    const ask = async (sheet: object) => (await register('client@demo.local', { ...good, ...sheet })).body
    expect(await ask({ targets: [foreign.id] })).toBe(await ask({ targets: ['000000000000000'] }))
    expect(await ask({ targets: [], batch: foreignBatch.id })).toBe(await ask({ targets: [], batch: 99_999 }))
    expect(await ask({ targets: [], bunch: foreignBunch.id })).toBe(await ask({ targets: [], bunch: 99_999 }))
  })

  it('for a batch without devices', async () => {
    const { id } = await api.db
      .insertInto('batches')
      .values({ name: '빈 그룹', vendor_id: vendor.vendor_id, model_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const before = await stored()
    const answer = await register('vendor@demo.local', { code: 'reboot', data: 'NOW', batch: id })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      '선택하신 그룹에 제어할 단말이 없습니다.',
    ])
    expect(await stored()).toEqual(before)
  })

  it('above the number of targets that config allows', async () => {
    const strict = await startTestApp(api.db, {
      bare: true,
      config: testConfig(({ shared }) => {
        shared.app.limits.orderTargets = 3
      }),
    })
    const ask = (payload: object) =>
      strict.ask('vendor@demo.local', { method: 'POST', url: '/api/orders/order', payload })
    const four = ofVendor.slice(0, 4).map(device => device.id)
    const before = await stored()
    expect((await ask({ ...good, targets: four })).json()).toMatchObject({ code: 'order.tooMany' })
    expect((await ask({ code: 'reboot', data: 'NOW', batch: batch.id })).json()).toMatchObject({
      code: 'order.tooMany',
    })
    expect(await stored()).toEqual(before)
    expect((await ask({ ...good, targets: [...four.slice(0, 3), four[0]] })).statusCode).toBe(200)
  })

  it('where config asks for a higher level than the contract', async () => {
    const strict = await startTestApp(api.db, {
      bare: true,
      config: testConfig(({ shared }) => {
        shared.resources.orders!.access.create = 'vendor'
      }),
    })
    const ask = (who: string) => strict.ask(who, { method: 'POST', url: '/api/orders/order', payload: good })
    expect((await ask('client@demo.local')).statusCode).toBe(403)
    expect((await ask('vendor@demo.local')).statusCode).toBe(200)
  })
})

describe('a request that is repeated with its Idempotency-Key', () => {
  const sheet = { code: 'reboot', data: 'NOW', targets: [ofClient[2]!.id] }
  const orders = async () => (await stored())!.orders

  it('twenty times at once makes one order, and all hear of the same one', async () => {
    const before = await orders()
    const key = { 'idempotency-key': 'twenty-at-once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register('client@demo.local', sheet, key)),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(answer => answer.json().payload.id)).size).toBe(1)
    expect(await orders()).toBe(before + 1)
  })

  it('is told the same later on', async () => {
    const key = { 'idempotency-key': 'later-on' }
    const first = await register('client@demo.local', sheet, key)
    clock = new Date(TEST_NOW.getTime() + 30 * 60_000)
    const second = await register('client@demo.local', sheet, key)
    expect(second.body).toBe(first.body)
  })

  it('with another body is refused', async () => {
    const key = { 'idempotency-key': 'other-body' }
    await register('client@demo.local', sheet, key)
    const before = await stored()
    const answer = await register('client@demo.local', { ...sheet, data: 'NIGHT' }, key)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency.otherRequest'])
    expect(await stored()).toEqual(before)
  })

  it('is another request when another user sends it, or none is sent', async () => {
    const before = await orders()
    const key = { 'idempotency-key': 'whose' }
    await register('client@demo.local', sheet, key)
    await register('vendor@demo.local', sheet, key)
    await register('client@demo.local', sheet)
    await register('client@demo.local', sheet)
    expect(await orders()).toBe(before + 4)
  })

  it('may be corrected after a refusal with the same key', async () => {
    const key = { 'idempotency-key': 'corrected' }
    expect((await register('client@demo.local', { ...sheet, data: 'LATER' }, key)).statusCode).toBe(422)
    expect((await register('client@demo.local', sheet, key)).statusCode).toBe(200)
  })

  it('is forgotten after the time that config names', async () => {
    const key = { 'idempotency-key': 'forgotten' }
    const before = await orders()
    await register('client@demo.local', sheet, key)
    clock = new Date(TEST_NOW.getTime() + 25 * 3_600_000)
    await register('client@demo.local', sheet, key)
    expect(await orders()).toBe(before + 2)
  })

  it.each(['', 'with space', 'x'.repeat(256), '키'])('with the unreadable key "%s" is refused', async key => {
    const answer = await register('client@demo.local', sheet, {
      'idempotency-key': encodeURI(key) === key ? key : 'a b',
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'idempotency.key'])
  })
})

describe('the order list', () => {
  const seen: Record<string, (sender: number, of: number) => boolean> = {
    'master@demo.local': () => true,
    'vendor@demo.local': (_sender, of) => of === vendor.vendor_id,
    'client@demo.local': sender => sender === client.id,
    'guest@demo.local': (sender, of) =>
      of === vendor.vendor_id && fleet.clients.find(known => known.id === sender)?.level === levels.client,
    'other@test.local': (_sender, of) => of === 2,
    'lost@test.local': () => false,
  }

  it.each(Object.keys(seen))('shows %s its orders, newest first, and counts the same ones', async who => {
    const { id } = await api.db
      .selectFrom('clients')
      .select('id')
      .where('email', '=', who)
      .executeTakeFirstOrThrow()
    const archived = await api.db
      .selectFrom('order_marks')
      .select('order_id')
      .where('client_id', '=', id)
      .where('archived', '=', true)
      .execute()
    const hidden = new Set(archived.map(mark => mark.order_id))
    const all = await api.db.selectFrom('orders').selectAll().orderBy('id', 'desc').execute()
    const expected = all.filter(
      order => seen[who]!(order.sender_id!, order.vendor_id) && !hidden.has(order.id),
    )
    const list = await page(who, { page_limit: 200 })
    expect(list.count).toBe(expected.length)
    expect(list.data.map(order => order.id)).toEqual(expected.map(order => order.id).slice(0, 200))
    const of = (status: string) => expected.filter(order => order.status === status).length
    expect(await counts(who)).toEqual({
      overall: expected.length,
      success: of('success'),
      failure: of('failure'),
      waiting: of('waiting'),
      ongoing: of('ongoing'),
      archived: all.filter(order => seen[who]!(order.sender_id!, order.vendor_id) && hidden.has(order.id))
        .length,
    })
    for (const status of ['success', 'failure', 'waiting', 'ongoing']) {
      const filtered = await page(who, { status, page_limit: 200 })
      expect(filtered.count).toBe(of(status))
      expect(filtered.data.every(order => order.status === status)).toBe(true)
    }
  })

  it('shows the caller’s own marks', async () => {
    const marks = await api.db
      .selectFrom('order_marks')
      .selectAll()
      .where('client_id', '=', vendor.id)
      .execute()
    const { data } = await page('vendor@demo.local', { page_limit: 200 })
    for (const order of data) {
      const mark = marks.find(known => known.order_id === order.id)
      const results = order.success === order.total ? 'full' : order.success > 0 ? 'half' : 'empty'
      expect([order.id, order.unreaded, order.starred, order.star]).toEqual([
        order.id,
        !mark?.is_read,
        mark?.starred ?? false,
        mark?.starred ? 'full' : results,
      ])
    }
    expect(new Set(data.map(order => order.star))).toEqual(new Set(['full', 'half', 'empty']))
    expect(data.some(order => !order.unreaded)).toBe(true)
  })

  it('has five a page unless asked otherwise, and an empty page behind the last', async () => {
    const first = await page('vendor@demo.local')
    const second = await page('vendor@demo.local', { page_index: 2 })
    expect(first.data).toHaveLength(5)
    expect(second.data[0]!.id).toBeLessThan(first.data[4]!.id)
    expect(await page('vendor@demo.local', { page_index: 1_000_000 })).toEqual({
      count: first.count,
      data: [],
    })
  })

  it('finds text in title, command, value and sender, and takes % and _ for what they are', async () => {
    const device = [ofVendor[0]!.id]
    await register('vendor@demo.local', {
      code: 'apn',
      data: 'zebra_x',
      title: '100% Quagga',
      targets: device,
    })
    const found = async (search: string) => (await page('vendor@demo.local', { search })).count
    expect(await found('quagga')).toBe(1)
    expect(await found(' 100% ')).toBe(1)
    expect(await found('0% q')).toBe(1)
    expect(await found('zebra_')).toBe(1)
    expect(await found('z_bra')).toBe(0)
    expect(await found('%%')).toBe(0)
    expect(await found('\\')).toBe(0)
    expect(await found("' or 1=1 --")).toBe(0)
    expect(await found(vendor.name)).toBeGreaterThan(1)
    expect(await found('APN 변경')).toBeGreaterThan(0)
  })

  it('finds what stands in the content as it is shown', async () => {
    const { data } = await page('vendor@demo.local', { search: '단말 재시작: NOW' })
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(order => order.content.includes('단말 재시작: NOW'))).toBe(true)
  })

  it.each([
    [{ page_limit: 0 }],
    [{ page_index: -1 }],
    [{ page_index: 'x' }],
    [{ status: 'all but mine' }],
    [{ search: 'x'.repeat(1000) }],
    [{ search: ['a'] }],
  ])('refuses %j', async payload => {
    const answer = await api.ask('vendor@demo.local', { method: 'POST', url: '/api/orders', payload })
    expect([answer.statusCode, answer.json().result]).toEqual([422, false])
  })

  it('caps the page at what config allows', async () => {
    const strict = await startTestApp(api.db, {
      bare: true,
      config: testConfig(({ shared }) => {
        shared.app.limits.pageLimit = 7
      }),
    })
    const answer = await strict.ask('master@demo.local', {
      method: 'POST',
      url: '/api/orders',
      payload: { page_limit: 1_000_000_000 },
    })
    expect(answer.json().data).toHaveLength(7)
  })
})

it('keeps the five counts of every order equal to its targets', async () => {
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from orders o
      left join lateral (select count(*) as total,
          count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'ongoing') as ongoing,
          count(*) filter (where status = 'success') as success, count(*) filter (where status = 'failure') as failure
        from order_targets where order_id = o.id) t on true
      where (o.total, o.waiting, o.ongoing, o.success, o.failure)
        <> (t.total, t.waiting, t.ongoing, t.success, t.failure)`.execute(api.db)
  expect(rows[0]!.wrong).toBe(0)
})
