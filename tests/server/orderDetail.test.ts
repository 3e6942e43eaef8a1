/** One order: its targets and their results, cancelling it, and the marks of each user (decisions 6 and 32). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderDetail, OrderPage } from '../../src/contract/orders'
import type { TargetPage } from '../../src/contract/orderTargets'
import type { OrderStatus } from '../../src/domain/orders'
import { moveTargets } from '../../src/server/commands/orders/moveTargets'
import {
  CLIENT,
  type DemoDevice,
  demoAccount,
  fleet,
  GUEST,
  levels,
  MASTER,
  startDemoApp,
  VENDOR,
} from '../support/demo'
import { findRows, updateRows } from '../support/rows'
import { bodyOf, payloadOf, statusOf, TEST_NOW } from '../support/server'
import { sheetRows } from '../support/sheetRows'

const client = demoAccount(CLIENT)
const ofClient = fleet.devices
  .filter(device => device.client_id === client.id)
  .sort((a, b) => (a.id < b.id ? -1 : 1))
const bunch = fleet.bunches.find(({ id }) => ofClient.some(device => device.bunch_id === id))!
const batch = fleet.batches.find(({ id }) => id === bunch.batch_id)!
const modelName = (id: number) => fleet.models.find(model => model.id === id)!.name
const foreign = fleet.devices.find(device => device.vendor_id === 2)!

const api = await startDemoApp()

const register = async (body: object, who = CLIENT): Promise<number> =>
  (await payloadOf(api.post(who, '/api/orders/order', { code: 'reboot', data: 'NOW', ...body }))).id
const registerFor = (devices: DemoDevice[], who?: string) =>
  register({ targets: devices.map(({ id, isdn }) => ({ device: id, number: isdn })) }, who)
const detail = (who: string, id: number) => payloadOf<OrderDetail>(api.ask(who, `/api/orders/${id}`))
const targets = (who: string, id: number, query = '') =>
  bodyOf<TargetPage>(api.ask(who, `/api/orders/${id}/targets?${query}`))
const cancel = (who: string, id: number) => api.post(who, `/api/orders/${id}/cancel`, {})
const results = async (who: string, id: number, query = '') => {
  const answer = await api.ask(who, `/api/orders/${id}/results?${query}`)
  return { rows: await sheetRows(answer), headers: answer.headers }
}
const later = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000)
const move = (order: number, devices: DemoDevice[], to: OrderStatus, reason?: string) => {
  const moves = devices.map(({ id }) => ({ order, device: id, to, ...(reason && { reason }) }))
  return moveTargets(api.db, moves, later(60))
}

describe('The detail of an order', () => {
  it('has its first target, the end of its hold and the number of targets that can be cancelled', async () => {
    const [device] = ofClient
    const id = await register({ targets: [device!.id] })
    expect(await detail(CLIENT, id)).toMatchObject({
      id,
      title: '단말 재시작',
      holdUntil: '2026-11-20T03:00:05.000Z',
      aim: { theme: 'device', batch_id: 0, bunch_id: 0, first: { device: device!.id, number: device!.isdn } },
      cancellable: 1,
      attachments: [{ photo: `/api/orders/${id}/results?locale=ko` }],
    })
  })

  it('names model, batch and bunch until the batch is deleted', async () => {
    const id = await register({ bunch: bunch.id })
    expect((await detail(VENDOR, id)).aim).toMatchObject({
      theme: 'bunch',
      batch_id: batch.id,
      bunch_id: bunch.id,
      model: modelName(batch.model_id),
      batch: batch.name,
      bunch: bunch.name,
    })
    await updateRows(api.db, 'orders', { id }, { bunch_id: null, batch_id: null })
    const { aim } = await detail(VENDOR, id)
    expect(aim).toEqual({ theme: 'bunch', batch_id: 0, bunch_id: 0, first: expect.anything() })
  })
})

describe('The targets of an order', () => {
  let id: number
  const devices = ofClient.slice(0, 30)
  beforeAll(async () => {
    id = await registerFor(devices)
    await move(id, devices.slice(0, 4), 'ongoing')
    await move(id, devices.slice(0, 2), 'success')
    await move(id, devices.slice(2, 3), 'failure', '=1+1')
  })

  it('are listed by IMEI, twenty a page, with their device and status', async () => {
    const first = await targets(CLIENT, id)
    expect([first.count, first.data.length]).toEqual([30, 20])
    expect(first.data.map(target => target.device)).toEqual(devices.slice(0, 20).map(device => device.id))
    expect(first.data[2]).toEqual({
      device: devices[2]!.id,
      number: devices[2]!.isdn,
      model: modelName(devices[2]!.model_id),
      online: devices[2]!.online,
      status: 'failure',
      reason: '=1+1',
      changed: later(60).toISOString(),
    })
    const second = await targets(CLIENT, id, 'page_index=2')
    expect(second.data.map(target => target.device)).toEqual(devices.slice(20).map(device => device.id))
    expect(await targets(CLIENT, id, 'page_index=9')).toEqual({ count: 30, data: [] })
  })

  it('are searched by digits of their number or IMEI', async () => {
    const digits = devices[5]!.isdn.slice(-5)
    const expected = devices.filter(device => device.isdn.includes(digits) || device.id.includes(digits))
    const { data } = await targets(CLIENT, id, `search=${digits}`)
    expect(data.map(target => target.device)).toEqual(expected.map(device => device.id))
    expect((await targets(CLIENT, id, `search=${devices[7]!.id}`)).count).toBe(1)
  })

  it('show nothing new about a device that has left the scope, and no longer offer it as a recipient', async () => {
    const moved = devices[29]!
    const values = { client_id: null, vendor_id: 2, online: true, linked: TEST_NOW }
    await updateRows(api.db, 'devices', { id: moved.id }, values)
    const { data } = await targets(CLIENT, id, `search=${moved.id}`)
    expect(data).toMatchObject([{ device: moved.id, number: moved.isdn, model: '', online: false }])
    const recipients = await payloadOf<TargetPage['data']>(api.ask(CLIENT, `/api/orders/${id}/recipients`))
    const others = devices.slice(0, 29).map(device => device.id)
    expect(recipients.map(hit => hit.device)).toEqual(others)
  })

  it('that failed can be taken as recipients of a new order', async () => {
    const failed = await payloadOf(api.ask(CLIENT, `/api/orders/${id}/recipients?status=failure`))
    const { id: device, isdn: number, online } = devices[2]!
    expect(failed).toEqual([{ device, number, online }])
  })

  it('are exported to xlsx and csv with their sentences, and no cell becomes a formula', async () => {
    const { rows, headers } = await results(GUEST, id)
    expect(headers['content-disposition']).toContain(encodeURIComponent(`제어결과_${id}_단말 재시작.xlsx`))
    expect(rows[0]).toEqual(['IMEI', '전화번호', '상태', '변경 시각 (UTC)', '사유'])
    expect(rows).toHaveLength(31)
    const number = devices[2]!.isdn.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')
    expect(rows[3]).toEqual([devices[2]!.id, number, '실패', '2026 11-20 03:01:00', '=1+1'])
    const failed = await results(GUEST, id, 'status=failure&locale=en')
    expect(failed.rows.map(row => row[2])).toEqual(['State', 'Failure'])
    const found = await results(GUEST, id, `search=${devices[1]!.id}`)
    expect(found.rows.slice(1).map(row => row[0])).toEqual([devices[1]!.id])
    const csv = await api.ask(GUEST, `/api/orders/${id}/results?status=failure&format=csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toContain(encodeURIComponent(`제어결과_${id}_단말 재시작.csv`))
    const lines = csv.body.trimEnd().split('\r\n')
    expect(lines).toEqual([
      `\ufeff${rows[0]!.join(',')}`,
      expect.stringMatching(new RegExp(`^${devices[2]!.id},.*'=1\\+1`)),
    ])
  })
})

describe('Cancelling an order', () => {
  it('marks its waiting targets and no others as failed, and answers with their number', async () => {
    const devices = ofClient.slice(0, 4)
    const id = await registerFor(devices)
    await move(id, devices.slice(0, 1), 'ongoing')
    for (const cancelled of [3, 0]) expect(await payloadOf(cancel(CLIENT, id))).toEqual({ cancelled })
    expect(await detail(CLIENT, id)).toMatchObject({ failure: 3, ongoing: 1, cancellable: 0 })
    expect((await targets(CLIENT, id, 'status=failure')).count).toBe(3)
    expect((await results(CLIENT, id)).rows[2]![4]).toBe('취소되었습니다.')
  })

  it('is allowed to the sender, staff of the vendor and masters', async () => {
    await api.addAccount({ email: 'colleague@test.local', level: levels.client, vendor: client.vendor_id })
    const id = await registerFor(ofClient.slice(0, 2))
    expect(await statusOf(cancel('colleague@test.local', id))).toBe(404)
    expect(await statusOf(cancel(GUEST, id))).toBe(403)
    expect((await detail(GUEST, id)).cancellable).toBe(0)
    expect((await detail(CLIENT, id)).waiting).toBe(2)
    expect(await payloadOf(cancel(VENDOR, id))).toEqual({ cancelled: 2 })
    const another = await registerFor(ofClient.slice(0, 2))
    expect(await payloadOf(cancel(MASTER, another))).toEqual({ cancelled: 2 })
  })
})

describe('The marks of a user', () => {
  const mark = (who: string, ids: number[], marks: object) =>
    api.post(who, '/api/orders/marks', { ids, ...marks })
  const list = async (who: string, query: object) =>
    (await bodyOf<OrderPage>(api.post(who, '/api/orders', query))).data
  const listed = async (who: string, id: number, archived = false) =>
    (await list(who, { page_limit: 200, archived })).find(order => order.id === id)
  const counts = (who: string) => payloadOf(api.ask(who, '/api/orders/status'))

  it('are seen by this user only, and stay until the user removes them', async () => {
    const id = await registerFor(ofClient.slice(0, 1))
    // The sender has read the order.
    expect(await listed(CLIENT, id)).toMatchObject({ unreaded: false })
    expect((await mark(CLIENT, [id], { read: true, starred: true })).statusCode).toBe(200)
    expect(await listed(CLIENT, id)).toMatchObject({ unreaded: false, starred: true, star: 'full' })
    expect(await listed(VENDOR, id)).toMatchObject({ unreaded: true, starred: false, star: 'empty' })
    await mark(CLIENT, [id], { starred: false })
    expect(await listed(CLIENT, id)).toMatchObject({ unreaded: false, starred: false, star: 'empty' })
    await mark(CLIENT, [id], { read: false })
    expect(await listed(CLIENT, id)).toMatchObject({ unreaded: true })
  })

  it('let the star show the results again once `starred` is set to null', async () => {
    const devices = ofClient.slice(0, 1)
    const id = await registerFor(devices)
    await mark(CLIENT, [id], { starred: false })
    await move(id, devices, 'ongoing')
    await move(id, devices, 'success')
    expect(await listed(CLIENT, id)).toMatchObject({ star: 'empty' })
    await mark(CLIENT, [id], { starred: null })
    expect(await listed(CLIENT, id)).toMatchObject({ starred: false, star: 'full' })
  })

  it('archive orders and bring them back, in the list and in its counts', async () => {
    const before = await counts(CLIENT)
    const id = await registerFor(ofClient.slice(0, 1))
    await mark(CLIENT, [id, id], { archived: true })
    expect(await listed(CLIENT, id)).toBeUndefined()
    expect(await listed(CLIENT, id, true)).toMatchObject({ id })
    expect(await counts(CLIENT)).toEqual({ ...before, archived: before.archived + 1 })
    const found = await list(CLIENT, { archived: true, status: 'waiting', search: '재시작' })
    expect(found.map(order => order.id)).toContain(id)
    await mark(CLIENT, [id], { archived: false })
    expect(await listed(CLIENT, id)).toMatchObject({ id })
    const { overall, waiting } = before
    expect(await counts(CLIENT)).toEqual({ ...before, overall: overall + 1, waiting: waiting + 1 })
  })

  it('are set for all orders of a request or for none', async () => {
    const own = await registerFor(ofClient.slice(0, 1))
    const foreignOrder = await registerFor(ofClient.slice(0, 1), VENDOR)
    expect(await statusOf(mark(CLIENT, [own, foreignOrder], { read: false, starred: true }))).toBe(404)
    expect(await findRows(api.db, 'order_marks', { order_id: foreignOrder, starred: true })).toEqual([])
    expect(await listed(CLIENT, own)).toMatchObject({ unreaded: false, starred: false })
  })
})

describe('The preview of an order', () => {
  const preview = (payload: object) => api.post(CLIENT, '/api/orders/preview', payload)
  /** The device that an earlier test has moved to another vendor is no longer there. */
  const remaining = ofClient.filter(device => device !== ofClient[29])

  it('counts the devices, online and offline', async () => {
    const devices = ofClient.slice(0, 20)
    const online = devices.filter(device => device.online).length
    const counts = await payloadOf(preview({ targets: devices.map(({ id }) => id) }))
    expect(counts).toEqual({ devices: 20, online, offline: 20 - online })
    const members = remaining.filter(device => device.bunch_id === bunch.id)
    const ofBunch = await payloadOf(preview({ bunch: bunch.id, batch: 0, targets: [] }))
    expect(ofBunch.devices).toBe(members.length)
  })

  it.each([
    {},
    { targets: [foreign.id] },
    { batch: 987_654 },
    { bunch: 987_654 },
    { batch: 1, targets: [ofClient[0]!.id] },
    { code: 'explode', targets: [ofClient[0]!.id] },
    { targets: Array.from({ length: 100_001 }, (_, index) => String(index)) },
  ])('refuses what registering refuses, in the same words (%#)', async body => {
    const previewed = await preview(body)
    const registered = await api.post(CLIENT, '/api/orders/order', { code: 'reboot', data: 'NOW', ...body })
    expect([previewed.statusCode, previewed.body]).toEqual([registered.statusCode, registered.body])
    expect(previewed.statusCode).toBeGreaterThanOrEqual(400)
  })
})

it('Pasted phone numbers are sorted into found, repeated, unknown and unreadable ones, in their order', async () => {
  const [first, second] = ofClient as [DemoDevice, DemoDevice]
  const hyphenated = first.isdn.replace(/^(\d{3})(\d{4})/, '$1-$2-')
  const international = `+82 ${second.isdn.slice(1)}`
  const pasted = [second.isdn, hyphenated, '서울 1호', first.isdn, foreign.isdn, '', international]
  const numbers = [...pasted, '010-0000-0000']
  const hit = ({ id, isdn, online }: DemoDevice) => ({ device: id, number: isdn, online })
  expect(await payloadOf(api.post(CLIENT, '/api/devices/numbers', { numbers }))).toEqual({
    found: [hit(second), hit(first)],
    duplicate: [first.isdn, international],
    unknown: [foreign.isdn, '010-0000-0000'],
    invalid: ['서울 1호'],
  })
})
