/** Commands with several values: made by a master, judged when ordered, kept, shown by their titles, written into results and history. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderPage } from '../../src/contract/orders'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { packageRoot } from '../../src/server/packageRoot'
import { ordersFor } from '../../src/server/store/gateway/openTargets'
import { readSheet } from '../../src/sheet'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'
import { configWith } from '../support/sims'
import { REPORT_SCHEMA } from '../support/valueSchemas'

const file = (path: string) =>
  JSON.parse(readFileSync(join(packageRoot, 'config', path), 'utf8')) as Record<string, never>
const example = file('examples/commands/report-settings.json') as unknown as {
  code: string
  content: { Type: string; Schema: object }
}

const config = testConfig()
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 5, now: TEST_NOW, levels })
const client = fleet.clients.find(({ email }) => email === 'client@demo.local')!
const device = fleet.devices.find(({ client_id }) => client_id === client.id)!
const MASTER = 'master@demo.local'
const CLIENT = 'client@demo.local'

const VALUE = { mode: 'full', interval: 60, server: { host: 'a.example.com' } }
const LINES = [
  { label: { ko: '보고 주기(초)', en: 'Report interval (s)' }, value: 60 },
  { label: { ko: '방식', en: 'Mode' }, value: { ko: '전체', en: 'Everything' } },
  {
    label: { ko: '주소', en: 'Host' },
    group: { ko: '서버', en: 'Server' },
    value: 'a.example.com',
  },
]

let api: TestApp
let db: Awaited<ReturnType<typeof newDatabase>>
beforeAll(async () => {
  db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  api = await startTestApp(db, { bare: true, config, now: () => TEST_NOW })
})

const ask = async (who: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await api.ask(who, { method, url, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
const make = (method: object) => ask(MASTER, 'POST', '/api/resources/methods', method)
const order = (code: string, data: unknown) =>
  ask(CLIENT, 'POST', '/api/orders/order', { code, data, targets: [device.id] })
const command = async (code: string, Schema: object = REPORT_SCHEMA) => {
  const made = await make({ code, caption: code, content: { Type: 'object', Schema } })
  expect(made.status).toBe(200)
  return made.body as { id: number }
}
const first = async (): Promise<OrderPage['data'][number]> =>
  (await ask(CLIENT, 'POST', '/api/orders', {})).body.data[0]

describe('the command', () => {
  it('of the examples is accepted as it stands, and can be ordered', async () => {
    const made = await make(example)
    expect([made.status, made.body.content]).toEqual([200, example.content])
    const listed = (await ask(CLIENT, 'GET', '/api/methods?subject=order')).body.payload
    expect(listed).toContainEqual(expect.objectContaining({ code: example.code, content: example.content }))
    expect((await order(example.code, { interval: 300, mode: 'brief' })).status).toBe(200)
  })

  it('is refused with the place that is wrong, in either language, and changed only to a sound one', async () => {
    const Schema = { ...REPORT_SCHEMA, properties: { interval: { type: 'integer', minmum: 1 } } }
    const refused = await make({ code: 'v-wrong', caption: 'x', content: { Type: 'object', Schema } })
    expect(refused.status).toBe(422)
    expect(refused.body.errors['content.Schema']).toMatch(/^properties\.interval\.minmum: "minmum"/)
    const none = await make({ code: 'v-none', caption: 'x', content: { Type: 'object' } })
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['content.Schema']])
    const { id } = await command('v-edit')
    const put = (content: object) => ask(MASTER, 'PUT', `/api/resources/methods/${id}`, { content })
    expect((await put({ Schema: { type: 'array' } })).status).toBe(422)
    expect((await put({ Schema: example.content.Schema })).body.content.Schema).toEqual(
      example.content.Schema,
    )
    // As another kind of command it has no schema.
    expect((await put({ Type: 'text' })).body.content).toEqual({ Type: 'text' })
    expect((await put({ Type: 'object' })).status).toBe(422)
  })

  it('is judged though config leaves the rule out', async () => {
    const loose = configWith('methods', JSON.parse(configFiles()['resources/methods.json']!), one => {
      const { fields } = one as unknown as { fields: Record<string, Record<string, unknown>> }
      delete fields['content.Schema']!.rules
      delete fields['content.Schema']!.required
    })
    const other = await startTestApp(db, {
      bare: true,
      config: testConfig(compiled => Object.assign(compiled, loose)),
      now: () => TEST_NOW,
    })
    const answer = await other.ask(MASTER, {
      method: 'POST',
      url: '/api/resources/methods',
      payload: { code: 'v-loose', caption: 'x', content: { Type: 'object', Schema: { type: 'object' } } },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['content.Schema']])
  })
})

describe('an order', () => {
  beforeAll(async () => {
    await command('v-report')
  })

  it('is taken as an object or as its JSON, and shown by the titles of then', async () => {
    for (const data of [VALUE, JSON.stringify(VALUE)]) {
      expect((await order('v-report', data)).status).toBe(200)
      expect(await first()).toMatchObject({
        code: 'v-report',
        data: '{"interval":60,"mode":"full","server":{"host":"a.example.com"}}',
        dataLines: LINES,
      })
    }
    const { id } = await first()
    expect((await ask(CLIENT, 'GET', `/api/orders/${id}`)).body.payload.dataLines).toEqual(LINES)
  })

  it('of one value has no lines', async () => {
    expect((await order('reboot', 'NOW')).status).toBe(200)
    expect(await first()).not.toHaveProperty('dataLines')
  })

  it.each<[unknown, string[]]>([
    [{ ...VALUE, interval: 5 }, ['data.interval']],
    [{ ...VALUE, intervall: 60 }, ['data.intervall']],
    [{ ...VALUE, server: { port: 1 } }, ['data.server.host']],
    [{ ...VALUE, server: { host: 'a.b', path: '/' } }, ['data.server.path']],
    [`${JSON.stringify(VALUE).slice(0, -1)},"__proto__":{"a":1}}`, ['data.__proto__']],
    [{}, ['data.interval', 'data.mode']],
    ['', ['data.interval', 'data.mode']],
    ['{', ['data']],
    [{ ...VALUE, mode: 'x'.repeat(5000) }, ['data']],
  ])('of %j is refused at %j, and nothing is stored', async (data, fields) => {
    const before = (await ask(CLIENT, 'POST', '/api/orders', {})).body.count
    const { status, body } = await order('v-report', data)
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
    expect(Object.values(body.errors).join()).not.toMatch(/errors\.|value[A-Z]/)
    expect((await ask(CLIENT, 'POST', '/api/orders', {})).body.count).toBe(before)
  })

  it('goes to the device as an object, one of one value as text', async () => {
    const handed = async (code: string, data: unknown) => {
      const { body } = await order(code, data)
      await db.updateTable('orders').set({ held_until: null }).where('id', '=', body.payload.id).execute()
      const [row] = await ordersFor(
        db,
        [{ order: body.payload.id, device: device.id }],
        new Date(TEST_NOW.getTime() + 1000),
      )
      return row!.value
    }
    expect(await handed('v-report', VALUE)).toEqual(VALUE)
    expect(await handed('reboot', 'NOW')).toBe('NOW')
    // Text stays text, also where it looks like an object.
    const text = await make({ code: 'v-text', caption: 'v-text', content: { Type: 'text' } })
    expect(text.status).toBe(200)
    expect(await handed('v-text', '{"a":1}')).toBe('{"a":1}')
  })

  it('has its values in the spreadsheet of its results and in the history', async () => {
    const { body } = await order('v-report', { ...VALUE, compress: true })
    const { id } = body.payload
    const sheet = await api.ask(CLIENT, `/api/orders/${id}/results?locale=ko`)
    const rows: string[] = []
    for await (const { cells } of readSheet(Readable.from([sheet.rawPayload])))
      rows.push(cells.map(({ text }) => text).join('|'))
    expect(rows[0]).toMatch(/\|보고 주기\(초\)\|방식\|압축\|서버 › 주소$/)
    expect(rows[1]).toMatch(/\|60\|전체\|예\|a\.example\.com$/)
    const history = await ask(MASTER, 'GET', `/api/history?resource=orders&record=${id}`)
    expect(history.body.payload[0].after.data).toBe(
      '보고 주기(초): 60\n방식: 전체\n압축: true\n서버 › 주소: a.example.com',
    )
  })

  it('keeps its lines when the command changes or goes', async () => {
    const { id } = await command('v-gone')
    await order('v-gone', VALUE)
    await db.deleteFrom('methods').where('id', '=', id).execute()
    expect(await first()).toMatchObject({ code: 'v-gone', dataLines: LINES })
  })
})

describe('a password among the values', () => {
  it('reaches the device, and is neither listed, found nor written into the history', async () => {
    await command('v-wifi', {
      type: 'object',
      properties: { ssid: { type: 'string' }, key: { type: 'string', format: 'password' } },
    })
    const { body } = await order('v-wifi', { ssid: 'home', key: 'Geheim-17' })
    const listed = await first()
    expect(listed).toMatchObject({
      data: '********',
      dataLines: [{ value: 'home' }, { value: '********' }],
    })
    const { id } = body.payload
    const history = await ask(MASTER, 'GET', `/api/history?resource=orders&record=${id}`)
    const found = await ask(CLIENT, 'POST', '/api/orders', { search: 'Geheim' })
    expect(JSON.stringify([listed, history.body, found.body])).not.toContain('Geheim')
    const { data } = await db
      .selectFrom('orders')
      .select('data')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(data).toContain('Geheim-17')
  })
})

it('shows no values to a level from which config keeps them', async () => {
  const closed = configWith('orders', JSON.parse(configFiles()['resources/orders.json']!), one => {
    const { fields } = one as unknown as { fields: Record<string, Record<string, unknown>> }
    fields.data!.read = 'master'
  })
  const other = await startTestApp(db, {
    bare: true,
    config: testConfig(compiled => Object.assign(compiled, closed)),
    now: () => TEST_NOW,
  })
  await order('v-report', VALUE)
  const rows = (await other.ask(CLIENT, { method: 'POST', url: '/api/orders', payload: {} })).json().data
  expect(rows[0]).toMatchObject({ code: 'v-report', data: '' })
  expect(JSON.stringify(rows)).not.toContain('a.example.com')
})
