/** The page of one device: who sees what of it, its signal over any time, and one timeline of all that happened. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeviceDetail, SignalHistory, TimelineEntry } from '../../src/contract/devicePage'
import { moveTargets } from '../../src/server/commands/orders/moveTargets'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { addLife } from '../support/deviceLife'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'
import { fileBody, imeiOf } from '../support/walk'

const config = testConfig()
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 5, now: TEST_NOW, levels })
const client = fleet.clients.find(({ email }) => email === 'client@demo.local')!
const ofClient = fleet.devices.filter(({ client_id, batch_id }) => client_id === client.id && batch_id)
const [device, quiet] = ofClient as [(typeof ofClient)[0], (typeof ofClient)[0]]
const foreign = fleet.devices.find(({ vendor_id }) => vendor_id === 2)!
const unclaimed = fleet.devices.find(
  ({ vendor_id, client_id }) => vendor_id === client.vendor_id && client_id === null,
)!

const ago = (minutes: number) => new Date(TEST_NOW.getTime() - minutes * 60_000)
const HOUR = 60
const DAY = 24 * HOUR

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  await sql`delete from device_signals`.execute(db)
  await sql`delete from device_connections`.execute(db)
  await sql`delete from orders`.execute(db)
  api = await startTestApp(db, { bare: true, config })
})

const page = async (who: string, id = device.id) => api.ask(who, `/api/devices/${id}`)
const signal = async (minutes: number, { id = device.id, to = 0, who = 'master@demo.local' } = {}) => {
  const query = new URLSearchParams({ from: ago(minutes + to).toISOString(), to: ago(to).toISOString() })
  const answer = await api.ask(who, `/api/devices/${id}/signals?${query}`)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json<{ payload: SignalHistory }>().payload.points
}
const timeline = async (query: Record<string, string> = {}, who = 'master@demo.local', id = device.id) => {
  const answer = await api.ask(who, `/api/devices/${id}/timeline?${new URLSearchParams(query)}`)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json<{ payload: TimelineEntry[]; next?: string }>()
}
const order = async (who: string, sheet: object = {}) => {
  const payload = { code: 'reboot', data: 'NOW', targets: [device.id], ...sheet }
  const answer = await api.ask(who, { method: 'POST', url: '/api/orders/order', payload })
  expect(answer.statusCode).toBe(200)
  return answer.json().payload.id as number
}

describe('the device', () => {
  it('is that of the list, and says what of its page the caller sees', async () => {
    const list = await api.ask('client@demo.local', `/api/devices?ids=${device.id}`)
    const { sees, ...found } = (await page('client@demo.local')).json<{ payload: DeviceDetail }>().payload
    expect(found).toEqual(list.json().data[0])
    expect(sees).toEqual({ signals: true, timeline: ['order', 'result', 'connection'] })
    const staff = (await page('vendor@demo.local')).json<{ payload: DeviceDetail }>().payload
    expect(staff.sees.timeline).toEqual(['order', 'result', 'connection', 'change'])
  })

  it.each(['', '/signals?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z', '/timeline'])(
    'is not there for those who do not reach it, as one that does not exist (%s)',
    async part => {
      const unknown = await api.ask('master@demo.local', `/api/devices/000000000000000${part}`)
      expect(unknown.statusCode).toBe(404)
      for (const [who, id] of [
        ['vendor@demo.local', foreign.id],
        ['client@demo.local', unclaimed.id],
        ['guest@demo.local', unclaimed.id],
        ['master@demo.local', 'no-such-device'],
      ]) {
        const answer = await api.ask(who, `/api/devices/${id}${part}`)
        expect([who, answer.statusCode, answer.body]).toEqual([who, 404, unknown.body])
      }
    },
  )
})

describe('the signal', () => {
  beforeAll(async () => {
    const minutes = Array.from({ length: 2 * DAY }, (_, at) => at + 1)
    await addLife(api.db, device.id, {
      signals: [
        // Raw for two days, then by hour for a month, then by day.
        ...minutes.map(at => ({ at: ago(at), rsrp: -80 - (at % 3) })),
        ...Array.from({ length: 28 * 24 }, (_, at) => ({
          at: ago(2 * DAY + (at + 1) * HOUR),
          rsrp: -90,
          min: -101,
          max: -79,
          grain: 1 as const,
          samples: 60,
        })),
        ...Array.from({ length: 335 }, (_, at) => ({
          at: ago((31 + at) * DAY),
          rsrp: -95,
          grain: 2 as const,
          samples: 1440,
        })),
      ],
      connections: [{ linked: ago(400 * DAY) }],
    })
  })

  it.each([
    ['a day', DAY, 288, 300],
    ['a week', 7 * DAY, 500, 1800],
    ['a month', 30 * DAY, 500, 7200],
    ['a year', 365 * DAY, 500, 86_400],
    ['a century', 36_500 * DAY, 500, 86_400],
  ])('of %s has at most 500 points, none of them after a gap', async (_, minutes, most, seconds) => {
    const points = await signal(minutes)
    expect(points.length).toBeGreaterThan(4)
    expect(points.length).toBeLessThanOrEqual(Math.min(most + 1, 500))
    expect(points.filter(({ gap }) => gap)).toEqual([])
    expect(points.every(point => point.seconds >= seconds)).toBe(true)
  })

  it('weighs what is kept by hour or by day with its samples, and keeps the lowest and the highest', async () => {
    const [point] = await signal(6 * HOUR, { to: 10 * DAY })
    expect(point).toMatchObject({ rsrp: -90, min: -101, max: -79, seconds: 3600 })
    await addLife(api.db, quiet.id, {
      signals: [
        { at: ago(70), rsrp: -80, samples: 3, grain: 1 },
        { at: ago(69), rsrp: -100 },
        { at: ago(68), rsrp: 0 },
      ],
    })
    expect(await signal(7 * DAY, { id: quiet.id })).toMatchObject([{ rsrp: -85, min: -100, max: -80 }])
  })

  it('has a gap where the device was not connected, and none where it only was silent', async () => {
    const id = ofClient[2]!.id
    await addLife(api.db, id, {
      signals: [600, 500, 400, 100].map(minutes => ({ at: ago(minutes), rsrp: -80 })),
      connections: [
        { linked: ago(610), closed: ago(390) },
        { linked: ago(110), session: 'later' },
      ],
    })
    expect((await signal(DAY, { id })).map(({ gap }) => gap)).toEqual([false, false, false, true])
  })

  it.each([
    '',
    'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z',
    'from=gestern&to=heute',
    'from=2026-11-01T23:59:60Z&to=2026-11-02T00:00:00Z',
  ])('is refused for times that are none (%s)', async query => {
    const answer = await api.ask('master@demo.local', `/api/devices/${device.id}/signals?${query}`)
    expect([answer.statusCode, answer.json().result]).toEqual([400, false])
  })
})

describe('the timeline', () => {
  let sent: number[]
  beforeAll(async () => {
    sent = [await order('client@demo.local'), await order('vendor@demo.local')]
    await api.db
      .updateTable('orders')
      .set({ created: ago(50) })
      .where('id', '=', sent[0]!)
      .execute()
    for (const to of ['ongoing', 'success'] as const)
      await moveTargets(api.db, [{ order: sent[0]!, device: device.id, to }], ago(-10))
    await addLife(api.db, device.id, {
      connections: [
        { linked: ago(30), closed: ago(20), session: 'a' },
        { linked: ago(30), closed: ago(29), session: 'b' },
      ],
    })
  })

  it('has orders, results and connections in one order, each with what it is', async () => {
    const { payload } = await timeline()
    expect(payload.map(({ at }) => at)).toEqual(
      payload
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(payload.find(({ kind }) => kind === 'result')).toMatchObject({
      order: sent[0],
      status: 'success',
    })
    expect(payload.filter(({ kind }) => kind === 'order')).toMatchObject([
      { order: sent[1], status: 'waiting', caption: '단말 재시작' },
      { order: sent[0], status: 'success', from: client.name },
    ])
    expect(payload.find(entry => entry.kind === 'connection' && entry.key.endsWith('a'))).toMatchObject({
      at: ago(30).toISOString(),
      closed: ago(20).toISOString(),
    })
  })

  it('shows each caller the orders that its mailbox has', async () => {
    const orders = async (who: string) =>
      (await timeline({ kind: 'order' }, who)).payload.map(entry => entry.kind === 'order' && entry.order)
    expect(await orders('client@demo.local')).toEqual([sent[0]])
    expect(await orders('guest@demo.local')).toEqual([sent[0]])
    expect(await orders('vendor@demo.local')).toEqual([sent[1], sent[0]])
  })

  it.each([1, 2, 3])('is whole when it is read %i at a time, without one twice', async limit => {
    const whole = (await timeline({ limit: '200' })).payload
    const parts: TimelineEntry[] = []
    for (let before: string | undefined = ''; before !== undefined; ) {
      const part = await timeline({ limit: String(limit), ...(before && { before }) })
      expect(part.payload.length).toBeLessThanOrEqual(limit)
      parts.push(...part.payload)
      before = part.next
    }
    expect(parts).toEqual(whole)
    expect(whole.length).toBeGreaterThan(5)
  })

  it.each(['x', '1~order~x', '1~nothing~1', '99999999999999999999~order~1', '1~connection~\0'])(
    'refuses a page after what no page has (%s)',
    async before => {
      const url = `/api/devices/${device.id}/timeline?${new URLSearchParams({ before })}`
      expect((await api.ask('master@demo.local', url)).statusCode).toBe(400)
    },
  )

  it('tells those who read the history into which batch the device was put, by whom', async () => {
    const batch = fleet.batches.find(({ id }) => id === device.batch_id)!
    const list = async (devices: string[]) => {
      const { body, type } = fileBody(`IMEI\n${devices.join('\n')}\n`)
      const url = `/api/batches/devices/ul/${batch.id}`
      const headers = { 'content-type': type }
      const answer = await api.ask('vendor@demo.local', { method: 'POST', url, headers, payload: body })
      expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    }
    const others = fleet.devices.filter(({ batch_id, id }) => batch_id === batch.id && id !== device.id)
    await list(others.map(({ id }) => id))
    await list([device.id, ...others.map(({ id }) => id)])
    const { payload } = await timeline({ kind: 'change' }, 'vendor@demo.local')
    expect(payload).toMatchObject([
      { action: 'changed', before: { batch: '' }, after: { batch: batch.name } },
      { action: 'changed', before: { batch: batch.name }, after: { batch: '' } },
    ])
    expect(payload.every(entry => entry.kind === 'change' && entry.client_name !== '')).toBe(true)
    expect((await timeline({ kind: 'change' }, 'client@demo.local')).payload).toEqual([])
    await api.db.deleteFrom('devices').where('id', '=', others[0]!.id).execute()
    const { rows } = await sql`select 1 from device_moves where device_id = ${others[0]!.id}`.execute(api.db)
    expect(rows).toEqual([])
  })

  it('tells where the device was put by a change of more devices than have a row each, and by its undoing', async () => {
    const { id: batch, name } = fleet.batches.find(({ vendor_id }) => vendor_id === client.vendor_id)!
    const imeis = Array.from({ length: 1_001 }, (_, at) => imeiOf(2_000 + at))
    const rows = imeis.map((id, at) => ({
      id,
      isdn: `0107${String(at).padStart(7, '0')}`,
      serial: `M${at}`,
      vendor_id: client.vendor_id,
      model_id: fleet.batches.find(one => one.id === batch)!.model_id,
      client_id: client.id,
    }))
    await api.db.insertInto('devices').values(rows).execute()
    const sheet = { kind: 'change', expected: imeis.length, ids: imeis }
    const post = async (url: string, payload: object = {}) => {
      const answer = await api.ask('vendor@demo.local', { method: 'POST', url, payload })
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    }
    await post('/api/devices/bulk', {
      ...sheet,
      name: 'many-moved-1',
      values: { batch_id: batch, client: 0 },
    })
    // Changed since, it stays as it is.
    await sql`update devices set updated = now() + interval '1 minute' where id = ${imeis[8]}`.execute(api.db)
    await post('/api/devices/bulk/many-moved-1/undo')
    // A small one has its row in the history, and stands here once.
    const small = { kind: 'change', expected: 1, ids: [imeis[7]], values: { batch_id: batch } }
    await post('/api/devices/bulk', { ...small, name: 'few-moved-1' })
    const changes = async (who: string) => (await timeline({ kind: 'change' }, who, imeis[7])).payload
    const [, ...many] = await changes('vendor@demo.local')
    const kept = await timeline({ kind: 'change' }, 'vendor@demo.local', imeis[8])
    expect(kept.payload).toMatchObject([{ after: { batch: name, client: 0 } }])
    expect(await changes('master@demo.local')).toHaveLength(3)
    expect(many).toMatchObject([
      { action: 'changed', before: { batch: name, client: 0 }, after: { batch: '', client: client.id } },
      { action: 'changed', before: { batch: '', client: client.id }, after: { batch: name, client: 0 } },
    ])
  })

  it('tells where a sheet of many has put the device', async () => {
    const { name } = fleet.batches.find(({ vendor_id }) => vendor_id === client.vendor_id)!
    const imeis = Array.from({ length: 1_001 }, (_, at) => imeiOf(2_000 + at))
    await sql`update devices set batch_id = null where id = any(${imeis}::text[])`.execute(api.db)
    const { body, type } = fileBody(['IMEI,그룹', ...imeis.map(id => `${id},${name}`)].join('\n'))
    const asked = { method: 'POST' as const, url: '/api/devices/roster/update', payload: body }
    const answer = await api.ask('vendor@demo.local', { ...asked, headers: { 'content-type': type } })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    const { payload } = await timeline({ kind: 'change', limit: '1' }, 'vendor@demo.local', imeis[9])
    expect(payload).toMatchObject([{ before: { batch: '' }, after: { batch: name } }])
  })

  it('begins with the newest of 10,000 entries', async () => {
    const id = ofClient[3]!.id
    await sql`insert into orders (id, sender_id, sender_name, vendor_id, code, caption, theme, success, created)
        select 1000000 + n, ${client.id}, '보낸 이', ${client.vendor_id}, 'reboot', '단말 재시작', 'device', 1,
          ${ago(0)}::timestamptz - n * interval '1 hour' from generate_series(1, 3400) n`.execute(api.db)
    await sql`insert into order_targets (order_id, device_id, number, status, changed)
        select 1000000 + n, ${id}, '01012345678', 'success', ${ago(0)}::timestamptz - n * interval '1 hour' + interval '1 minute'
        from generate_series(1, 3400) n`.execute(api.db)
    await sql`insert into device_connections (device_id, session, linked, closed)
        select ${id}, n::text, ${ago(0)}::timestamptz - n * interval '1 hour', ${ago(0)}::timestamptz - n * interval '30 minutes'
        from generate_series(1, 3400) n`.execute(api.db)
    const { payload, next } = await timeline({ limit: '20' }, 'client@demo.local', id)
    expect([payload.length, typeof next]).toEqual([20, 'string'])
  })
})

describe('fields that config keeps from a level', () => {
  it('are kept from the page too', async () => {
    const db = await newDatabase()
    await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
    const kept = testConfig(({ shared }) => {
      const { fields } = shared.resources.devices!
      fields['modem.rsrp']!.read = 'vendor'
      fields.linked!.read = 'vendor'
    })
    const api = await startTestApp(db, { bare: true, config: kept })
    const { sees, ...found } = (await api.ask('client@demo.local', `/api/devices/${device.id}`)).json()
      .payload
    expect(sees).toEqual({ signals: false, timeline: ['order', 'result'] })
    expect(found.modem.rsrp).toBe(0)
    const query = 'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z'
    const refused = await api.ask('client@demo.local', `/api/devices/${device.id}/signals?${query}`)
    expect(refused.statusCode).toBe(403)
    const connections = await api.ask(
      'client@demo.local',
      `/api/devices/${device.id}/timeline?kind=connection`,
    )
    expect(connections.json().payload).toEqual([])
  })
})
