/** One order: who it went to, what became of it, taking it back, and the user's own marks (decisions 6 and 32). */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderDetail, OrderPage } from '../../src/contract/orders'
import type { TargetPage } from '../../src/contract/orderTargets'
import { ORDER_STATUSES } from '../../src/domain/orders'
import { moveTargets } from '../../src/server/commands/orders/moveTargets'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { readSheet } from '../../src/sheet'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const config = testConfig()
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 5, now: TEST_NOW, levels })
const account = (email: string) => fleet.clients.find(client => client.email === email)!
const vendor = account('vendor@demo.local')
const client = account('client@demo.local')
const ofClient = fleet.devices
  .filter(device => device.client_id === client.id)
  .sort((a, b) => (a.id < b.id ? -1 : 1))
const group = fleet.bunches.find(known => ofClient.some(device => device.bunch_id === known.id))!
const foreign = fleet.devices.find(device => device.vendor_id === 2)!

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  api = await startTestApp(db, { bare: true, config })
})

const post = (who: string, url: string, payload: object = {}) =>
  api.ask(who, { method: 'POST', url, payload })
const order = async (sheet: object, who = 'client@demo.local'): Promise<number> => {
  const answer = await post(who, '/api/orders/order', { code: 'reboot', data: 'NOW', ...sheet })
  expect(answer.statusCode).toBe(200)
  return answer.json().payload.id
}
const toDevices = (devices: typeof fleet.devices) =>
  order({ targets: devices.map(({ id, isdn }) => ({ device: id, number: isdn })) })
const detail = async (who: string, id: number) =>
  (await api.ask(who, `/api/orders/${id}`)).json<{ payload: OrderDetail }>().payload
const targets = async (who: string, id: number, query = '') =>
  (await api.ask(who, `/api/orders/${id}/targets?${query}`)).json<TargetPage>()
const rowsOf = async (who: string, url: string, headers: Record<string, string> = {}) => {
  const answer = await api.ask(who, { method: 'GET', url, headers })
  const rows: string[][] = []
  for await (const row of readSheet(Readable.from([answer.rawPayload])))
    rows.push(row.cells.map(cell => cell?.text ?? ''))
  return { rows, headers: answer.headers }
}
const later = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000)

describe('the detail of an order', () => {
  it('says whom it was aimed at, until when it is held and what may be taken back', async () => {
    const [device] = ofClient
    const id = await order({ targets: [device!.id] })
    expect(await detail('client@demo.local', id)).toMatchObject({
      id,
      title: '단말 재시작',
      holdUntil: '2026-11-20T03:00:05.000Z',
      aim: {
        theme: 'device',
        batch_id: 0,
        bunch_id: 0,
        first: { device: device!.id, number: device!.isdn },
      },
      cancellable: 1,
      attachments: [
        {
          id,
          photo: `/api/orders/${id}/results?locale=ko`,
          photoName: `제어결과_${id}_단말 재시작.xlsx`,
          weight: expect.any(Number),
        },
      ],
    })
  })

  it('names model, batch and bunch, as long as they are there', async () => {
    const id = await order({ bunch: group.id })
    const batch = fleet.batches.find(known => known.id === group.batch_id)!
    const model = fleet.models.find(known => known.id === batch.model_id)!
    const aim = { theme: 'bunch', batch_id: batch.id, bunch_id: group.id }
    expect((await detail('vendor@demo.local', id)).aim).toMatchObject({
      ...aim,
      model: model.name,
      batch: batch.name,
      bunch: group.name,
    })
    await api.db.updateTable('orders').set({ bunch_id: null, batch_id: null }).where('id', '=', id).execute()
    expect((await detail('vendor@demo.local', id)).aim).toEqual({
      theme: 'bunch',
      batch_id: 0,
      bunch_id: 0,
      first: expect.anything(),
    })
  })

  it('offers a guest nothing to take back', async () => {
    const id = await toDevices(ofClient.slice(0, 3))
    expect((await detail('guest@demo.local', id)).cancellable).toBe(0)
    expect((await detail('master@demo.local', id)).cancellable).toBe(3)
  })

  it('does not show a password', async () => {
    const vpn = ofClient.find(device => Object.keys(device.vpn).length > 0)!
    const id = await order({ code: 'vpn-password', data: 'harbour-9-Blue', targets: [vpn.id] })
    expect(JSON.stringify(await detail('client@demo.local', id))).not.toContain('harbour-9-Blue')
  })

  it.each(['0', '-1', '987654321', '999999999999999'])('is not there for order %s', async id => {
    expect((await api.ask('master@demo.local', `/api/orders/${id}`)).statusCode).toBe(404)
  })
  it.each(['x', '1.5', '99999999999999999999'])(
    'is refused for "%s", which is no number of an order',
    async id => {
      expect((await api.ask('master@demo.local', `/api/orders/${id}`)).statusCode).toBe(400)
    },
  )
})

describe('the targets of an order', () => {
  let id: number
  const own = ofClient.slice(0, 30)
  beforeAll(async () => {
    id = await toDevices(own)
    const step = (nths: number[], to: 'ongoing' | 'success' | 'failure', reason?: string) =>
      moveTargets(
        api.db,
        nths.map(nth => ({ order: id, device: own[nth]!.id, to, ...(reason ? { reason } : {}) })),
        later(60),
      )
    await step([0, 1, 2, 3], 'ongoing')
    await step([0, 1], 'success')
    await step([2], 'failure', '=1+1')
  })

  it('come twenty a page, by IMEI, each with what it is and where it stands', async () => {
    const first = await targets('client@demo.local', id)
    expect([first.count, first.data.length]).toEqual([30, 20])
    expect(first.data.map(target => target.device)).toEqual(own.slice(0, 20).map(device => device.id))
    expect(first.data[2]).toEqual({
      device: own[2]!.id,
      number: own[2]!.isdn,
      model: fleet.models.find(model => model.id === own[2]!.model_id)!.name,
      online: own[2]!.online,
      status: 'failure',
      reason: '=1+1',
      changed: later(60).toISOString(),
    })
    const second = await targets('client@demo.local', id, 'page_index=2')
    expect(second.data.map(target => target.device)).toEqual(own.slice(20).map(device => device.id))
    expect(await targets('client@demo.local', id, 'page_index=9')).toEqual({ count: 30, data: [] })
  })

  it('are filtered by state and by digits of number or IMEI', async () => {
    for (const [status, count] of [
      ['success', 2],
      ['failure', 1],
      ['ongoing', 1],
      ['waiting', 26],
    ] as const) {
      const page = await targets('client@demo.local', id, `status=${status}`)
      expect([status, page.count, page.data.every(target => target.status === status)]).toEqual([
        status,
        count,
        true,
      ])
    }
    const digits = own[5]!.isdn.slice(-5)
    const found = await targets('client@demo.local', id, `search=${digits}`)
    const expected = own.filter(device => device.isdn.includes(digits) || device.id.includes(digits))
    expect(found.data.map(target => target.device)).toEqual(expected.map(device => device.id))
    expect((await targets('client@demo.local', id, `search=${own[7]!.id}`)).count).toBe(1)
  })

  it('tell nothing new of a device that the caller no longer reaches, and are not ordered again to it', async () => {
    const moved = own[29]!
    await api.db
      .updateTable('devices')
      .set({ client_id: null, vendor_id: 2, online: true, linked: TEST_NOW })
      .where('id', '=', moved.id)
      .execute()
    const { data } = await targets('client@demo.local', id, `search=${moved.id}`)
    expect(data).toEqual([
      expect.objectContaining({ device: moved.id, number: moved.isdn, model: '', online: false }),
    ])
    const answer = await api.ask('client@demo.local', `/api/orders/${id}/recipients`)
    expect(answer.json().payload.map((hit: { device: string }) => hit.device)).toEqual(
      own.slice(0, 29).map(device => device.id),
    )
  })

  it('are given as search hits for those that failed', async () => {
    const answer = await api.ask('client@demo.local', `/api/orders/${id}/recipients?status=failure`)
    expect(answer.json().payload).toEqual([
      { device: own[2]!.id, number: own[2]!.isdn, online: own[2]!.online },
    ])
  })

  it('go into a spreadsheet with their sentences, formulas as text', async () => {
    const { rows, headers } = await rowsOf('guest@demo.local', `/api/orders/${id}/results`)
    expect(headers['content-disposition']).toContain(encodeURIComponent(`제어결과_${id}_단말 재시작.xlsx`))
    expect(rows[0]).toEqual(['IMEI', '전화번호', '상태', '변경 시각 (UTC)', '사유'])
    expect(rows).toHaveLength(31)
    const shown = own[2]!.isdn.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')
    expect(rows[3]).toEqual([own[2]!.id, shown, '실패', '2026 11-20 03:01:00', '=1+1'])
    const failed = await rowsOf('guest@demo.local', `/api/orders/${id}/results?status=failure&locale=en`)
    expect(failed.rows.map(row => row[2])).toEqual(['State', 'Failure'])
    const one = await rowsOf('guest@demo.local', `/api/orders/${id}/results?search=${own[1]!.id}`)
    expect(one.rows.slice(1).map(row => row[0])).toEqual([own[1]!.id])
  })

  it('go into a csv as well, with the same rows', async () => {
    const { rows } = await rowsOf('guest@demo.local', `/api/orders/${id}/results?status=failure`)
    const csv = await api.ask('guest@demo.local', `/api/orders/${id}/results?status=failure&format=csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toContain(encodeURIComponent(`제어결과_${id}_단말 재시작.csv`))
    const lines = csv.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe(`\ufeff${rows[0]!.join(',')}`)
    expect(lines).toHaveLength(rows.length)
    expect(lines[1]).toContain(own[2]!.id)
    expect(lines[1]).toContain("'=1+1")
  })

  it('have a sentence for every reason that the server gives', async () => {
    for (const locale of ['ko', 'en'] as const)
      for (const reason of ['expired', 'cancelled', 'refused', 'gone']) {
        const key = `orders.reason.${reason}`
        expect(config.translate(locale, key)).not.toBe(key)
      }
    const cancelled = await toDevices(ofClient.slice(0, 1))
    await post('client@demo.local', `/api/orders/${cancelled}/cancel`)
    const { rows } = await rowsOf('client@demo.local', `/api/orders/${cancelled}/results`)
    expect(rows[1]![4]).toBe(config.translate('ko', 'orders.reason.cancelled'))
  })
})

describe('taking an order back', () => {
  it('fails what waits, leaves what a device has, and says how many', async () => {
    const own = ofClient.slice(0, 4)
    const id = await toDevices(own)
    await moveTargets(api.db, [{ order: id, device: own[0]!.id, to: 'ongoing' }], later(60))
    const cancel = () => post('client@demo.local', `/api/orders/${id}/cancel`)
    expect((await cancel()).json().payload).toEqual({ cancelled: 3 })
    expect((await cancel()).json().payload).toEqual({ cancelled: 0 })
    expect(await detail('client@demo.local', id)).toMatchObject({ failure: 3, ongoing: 1, cancellable: 0 })
  })

  it('is for the sender, staff of the vendor and masters; to others the order is not there', async () => {
    await api.addAccount({ email: 'colleague@test.local', level: levels.client, vendor: vendor.vendor_id })
    const id = await toDevices(ofClient.slice(0, 2))
    expect((await post('colleague@test.local', `/api/orders/${id}/cancel`)).statusCode).toBe(404)
    expect((await post('guest@demo.local', `/api/orders/${id}/cancel`)).statusCode).toBe(403)
    expect((await detail('client@demo.local', id)).waiting).toBe(2)
    expect((await post('vendor@demo.local', `/api/orders/${id}/cancel`)).json().payload.cancelled).toBe(2)
    const again = await toDevices(ofClient.slice(0, 2))
    expect((await post('master@demo.local', `/api/orders/${again}/cancel`)).json().payload.cancelled).toBe(2)
  })
})

describe('the marks of a user', () => {
  const mark = (who: string, ids: number[], marks: object) =>
    post(who, '/api/orders/marks', { ids, ...marks })
  const inList = async (who: string, id: number, archived = false) => {
    const { data } = await (await post(who, '/api/orders', { page_limit: 200, archived })).json<OrderPage>()
    return data.find(known => known.id === id)
  }
  const counts = async (who: string) => (await api.ask(who, '/api/orders/status')).json().payload

  it('are the user’s own, and stay until they are taken away', async () => {
    const id = await toDevices(ofClient.slice(0, 1))
    expect((await mark('client@demo.local', [id], { read: true, starred: true })).statusCode).toBe(200)
    expect(await inList('client@demo.local', id)).toMatchObject({
      unreaded: false,
      starred: true,
      star: 'full',
    })
    expect(await inList('vendor@demo.local', id)).toMatchObject({
      unreaded: true,
      starred: false,
      star: 'empty',
    })
    await mark('client@demo.local', [id], { starred: false })
    expect(await inList('client@demo.local', id)).toMatchObject({
      unreaded: false,
      starred: false,
      star: 'empty',
    })
    await mark('client@demo.local', [id], { read: false })
    expect(await inList('client@demo.local', id)).toMatchObject({ unreaded: true })
  })

  it('say that who sent an order has read it, and nobody else', async () => {
    const id = await toDevices(ofClient.slice(0, 1))
    expect(await inList('client@demo.local', id)).toMatchObject({ unreaded: false })
    expect(await inList('vendor@demo.local', id)).toMatchObject({ unreaded: true })
  })

  it('let the star show the results again', async () => {
    const id = await toDevices(ofClient.slice(0, 1))
    await mark('client@demo.local', [id], { starred: false })
    await moveTargets(api.db, [{ order: id, device: ofClient[0]!.id, to: 'ongoing' }], later(60))
    await moveTargets(api.db, [{ order: id, device: ofClient[0]!.id, to: 'success' }], later(61))
    expect(await inList('client@demo.local', id)).toMatchObject({ star: 'empty' })
    await mark('client@demo.local', [id], { starred: null })
    expect(await inList('client@demo.local', id)).toMatchObject({ starred: false, star: 'full' })
  })

  it('put orders away and bring them back, in the list and in its counts', async () => {
    const before = await counts('client@demo.local')
    const id = await toDevices(ofClient.slice(0, 1))
    await mark('client@demo.local', [id, id], { archived: true })
    expect([await inList('client@demo.local', id), await inList('client@demo.local', id, true)]).toEqual([
      undefined,
      expect.objectContaining({ id }),
    ])
    expect(await counts('client@demo.local')).toEqual({ ...before, archived: before.archived + 1 })
    const found = await post('client@demo.local', '/api/orders', {
      archived: true,
      status: 'waiting',
      search: '재시작',
    })
    expect(found.json().data.map((known: { id: number }) => known.id)).toContain(id)
    await mark('client@demo.local', [id], { archived: false })
    expect(await inList('client@demo.local', id)).toMatchObject({ id })
    expect(await counts('client@demo.local')).toEqual({
      ...before,
      overall: before.overall + 1,
      waiting: before.waiting + 1,
    })
  })

  it('are set for all or for none', async () => {
    const mine = await toDevices(ofClient.slice(0, 1))
    const theirs = await order({ targets: [ofClient[0]!.id] }, 'vendor@demo.local')
    const answer = await mark('client@demo.local', [mine, theirs], { read: false, starred: true })
    expect(answer.statusCode).toBe(404)
    expect(await inList('client@demo.local', mine)).toMatchObject({ unreaded: false, starred: false })
    const { rows } = await sql<{ count: number }>`
        select count(*) as count from order_marks where order_id in (${mine}, ${theirs}) and starred`.execute(
      api.db,
    )
    expect(rows[0]!.count).toBe(0)
  })

  it.each([
    [{ ids: [] }],
    [{ ids: [0] }],
    [{ ids: ['1'] }],
    [{ ids: Array.from({ length: 1001 }, (_, at) => at + 1) }],
    [{ ids: [1], read: 'yes' }],
    [{ read: true }],
  ])('refuse %j', async payload => {
    expect((await post('client@demo.local', '/api/orders/marks', payload)).statusCode).toBe(422)
  })
})

describe('before sending', () => {
  const preview = (payload: object, who = 'client@demo.local') => post(who, '/api/orders/preview', payload)

  it('says how many devices there are, connected and not', async () => {
    const own = ofClient.slice(0, 20)
    const online = own.filter(device => device.online).length
    expect((await preview({ targets: own.map(device => device.id) })).json().payload).toEqual({
      devices: 20,
      online,
      offline: 20 - online,
    })
    const members = ofClient.filter(device => device.bunch_id === group.id && device !== ofClient[29])
    expect((await preview({ bunch: group.id, batch: 0, targets: [] })).json().payload.devices).toBe(
      members.length,
    )
  })

  it('counts for a VPN command those that have one', async () => {
    const batch = fleet.batches.find(({ id }) => {
      const own = ofClient.filter(device => device.batch_id === id)
      return own.some(device => Object.keys(device.vpn).length > 0)
    })!
    const members = ofClient.filter(
      device => device.batch_id === batch.id && Object.keys(device.vpn).length > 0 && device !== ofClient[29],
    )
    const answer = await preview({ code: 'vpn-password', batch: batch.id })
    expect(answer.json().payload.devices).toBe(members.length)
  })

  it('refuses what registering would refuse, in the same words', async () => {
    for (const aim of [
      {},
      { targets: [foreign.id] },
      { batch: 987_654 },
      { bunch: 987_654 },
      { batch: 1, targets: [ofClient[0]!.id] },
      { code: 'explode', targets: [ofClient[0]!.id] },
      { targets: Array.from({ length: 100_001 }, (_, at) => String(at)) },
    ]) {
      const asked = await preview(aim)
      const registered = await post('client@demo.local', '/api/orders/order', {
        code: 'reboot',
        data: 'NOW',
        ...aim,
      })
      expect([asked.statusCode, asked.body]).toEqual([registered.statusCode, registered.body])
      expect(asked.statusCode).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('pasted numbers', () => {
  const sort = (numbers: string[], who = 'client@demo.local') =>
    post(who, '/api/devices/numbers', { numbers })

  it('are sorted into found, known twice, unknown and unreadable, in the order given', async () => {
    const [one, two] = ofClient
    const shown = `${one!.isdn.slice(0, 3)}-${one!.isdn.slice(3, 7)}-${one!.isdn.slice(7)}`
    const hit = (device: typeof one) => ({
      device: device!.id,
      number: device!.isdn,
      online: device!.online,
    })
    const answer = await sort([
      two!.isdn,
      shown,
      '서울 1호',
      one!.isdn,
      foreign.isdn,
      '',
      `+82 ${two!.isdn.slice(1)}`,
      '010-0000-0000',
    ])
    expect(answer.json().payload).toEqual({
      found: [hit(two), hit(one)],
      duplicate: [one!.isdn, `+82 ${two!.isdn.slice(1)}`],
      unknown: [foreign.isdn, '010-0000-0000'],
      invalid: ['서울 1호'],
    })
  })

  it('may be five thousand, and none', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `0110000${String(at).padStart(4, '0')}`)
    expect((await sort(many)).json().payload.unknown).toHaveLength(5_000)
    expect((await sort([...many, '1'])).statusCode).toBe(422)
    expect((await sort([])).json().payload).toEqual({ found: [], duplicate: [], unknown: [], invalid: [] })
  })
})

it('keeps the five counts of every order equal to its targets', async () => {
  const columns = sql.join(ORDER_STATUSES.map(status => sql`count(*) filter (where t.status = ${status})`))
  const own = sql.join(ORDER_STATUSES.map(status => sql`o.${sql.ref(status)}`))
  const { rows } = await sql<{
    id: number
  }>`select o.id from orders o join order_targets t on t.order_id = o.id
      group by o.id having (${own}) is distinct from (${columns})`.execute(api.db)
  expect(rows).toEqual([])
})
