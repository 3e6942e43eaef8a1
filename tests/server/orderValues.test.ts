/**
 * Commands with several values: saved by a master, validated when ordered, sent to the device, shown in lists and
 * files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderPage } from '../../src/contract/orders'
import { packageRoot } from '../../src/server/packageRoot'
import { ordersFor } from '../../src/server/store/gateway/openTargets'
import { configFiles } from '../support/configFiles'
import { CLIENT, demoAccount, fleet, MASTER, startDemoApp } from '../support/demo'
import { findRow, updateRows } from '../support/rows'
import { startTestApp, TEST_NOW } from '../support/server'
import { sheetRows } from '../support/sheetRows'
import { configWith } from '../support/sims'
import { REPORT_SCHEMA } from '../support/valueSchemas'

const EXAMPLE = JSON.parse(
  readFileSync(join(packageRoot, 'config/examples/commands/report-settings.json'), 'utf8'),
) as { code: string; content: { Type: string; Schema: object } }

const device = fleet.devices.find(({ client_id }) => client_id === demoAccount(CLIENT).id)!

const VALUE = { mode: 'full', interval: 60, server: { host: 'a.example.com' } }
const LINES = [
  { label: { ko: '보고 주기(초)', en: 'Report interval (s)' }, value: 60 },
  { label: { ko: '방식', en: 'Mode' }, value: { ko: '전체', en: 'Everything' } },
  { label: { ko: '주소', en: 'Host' }, group: { ko: '서버', en: 'Server' }, value: 'a.example.com' },
]

const api = await startDemoApp()

const ask = async (who: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, app = api) => {
  const answer = await app.ask(who, { method, url, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}
const createCommand = (command: object, app = api) =>
  ask(MASTER, 'POST', '/api/resources/methods', command, app)
const addCommand = async (code: string, Schema: object = REPORT_SCHEMA) => {
  const created = await createCommand({ code, caption: code, content: { Type: 'object', Schema } })
  expect(created.status).toBe(200)
  return created.body as { id: number }
}
const order = (code: string, data: unknown) =>
  ask(CLIENT, 'POST', '/api/orders/order', { code, data, targets: [device.id] })
const orders = async (app = api): Promise<OrderPage> =>
  (await ask(CLIENT, 'POST', '/api/orders', {}, app)).body
const newest = async () => (await orders()).data[0]!
const historyOf = (id: number) => ask(MASTER, 'GET', `/api/history?resource=orders&record=${id}`)
type Fields = Record<string, Record<string, unknown>>
/** An app whose config of one resource has changed fields. */
const appWith = (resource: string, change: (fields: Fields) => void) => {
  const file = JSON.parse(configFiles()[`resources/${resource}.json`]!)
  const changed = configWith(resource, file, ({ fields }) => change(fields as Fields))
  return startTestApp(api.db, { bare: true, current: () => changed })
}

describe('A command with several values', () => {
  it('of the examples can be created and ordered', async () => {
    const created = await createCommand(EXAMPLE)
    expect([created.status, created.body.content]).toEqual([200, EXAMPLE.content])
    const { payload } = (await ask(CLIENT, 'GET', '/api/methods?subject=order')).body
    const { code, content } = EXAMPLE
    expect(payload).toContainEqual(expect.objectContaining({ code, content }))
    expect((await order(EXAMPLE.code, { interval: 300, mode: 'brief' })).status).toBe(200)
  })

  it('with a wrong schema is refused with the path of the mistake', async () => {
    const Schema = { ...REPORT_SCHEMA, properties: { interval: { type: 'integer', minmum: 1 } } }
    const wrong = await createCommand({ code: 'wrong', caption: 'x', content: { Type: 'object', Schema } })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors['content.Schema']).toMatch(/^properties\.interval\.minmum: "minmum"/)
  })

  it('is validated again when it is edited, and loses its schema when it gets another type', async () => {
    const { id } = await addCommand('edited')
    const put = (content: object) => ask(MASTER, 'PUT', `/api/resources/methods/${id}`, { content })
    expect((await put({ Schema: { type: 'array' } })).status).toBe(422)
    const { Schema } = EXAMPLE.content
    expect((await put({ Schema })).body.content.Schema).toEqual(Schema)
    expect((await put({ Type: 'text' })).body.content).toEqual({ Type: 'text' })
    expect((await put({ Type: 'object' })).status).toBe(422)
  })

  it('is validated even if config omits the rule', async () => {
    const loose = await appWith('methods', fields => {
      delete fields['content.Schema']!.rules
      delete fields['content.Schema']!.required
    })
    const content = { Type: 'object', Schema: { type: 'object' } }
    const refused = await createCommand({ code: 'loose', caption: 'x', content }, loose)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['content.Schema']])
  })
})

describe('An order with several values', () => {
  beforeAll(() => addCommand('report'))

  it.each([
    ['an object', VALUE],
    ['JSON', JSON.stringify(VALUE)],
  ])('is accepted as %s, and shown with the titles of the schema', async (_form, data) => {
    expect((await order('report', data)).status).toBe(200)
    const { id, ...listed } = await newest()
    expect(listed).toMatchObject({
      code: 'report',
      data: '{"interval":60,"mode":"full","server":{"host":"a.example.com"}}',
      dataLines: LINES,
    })
    expect((await ask(CLIENT, 'GET', `/api/orders/${id}`)).body.payload.dataLines).toEqual(LINES)
  })

  it.each<[unknown, string[]]>([
    [{ ...VALUE, interval: 5 }, ['data.interval']],
    [{ ...VALUE, server: { host: 'a.b', path: '/' } }, ['data.server.path']],
    ['not JSON', ['data']],
  ])('is refused for %j at %j, and nothing is stored', async (data, fields) => {
    const before = (await orders()).count
    const { status, body } = await order('report', data)
    expect([status, Object.keys(body.errors)]).toEqual([422, fields])
    expect(Object.values(body.errors).join()).not.toMatch(/errors\.|value[A-Z]/)
    expect((await orders()).count).toBe(before)
  })

  it('reaches the device as an object; a single value reaches it as text, even if it looks like JSON', async () => {
    const sent = async (code: string, data: unknown) => {
      const { id } = (await order(code, data)).body.payload
      await updateRows(api.db, 'orders', { id }, { held_until: null })
      const afterHold = new Date(TEST_NOW.getTime() + 1000)
      return (await ordersFor(api.db, [{ order: id, device: device.id }], afterHold))[0]!.value
    }
    expect(await sent('report', VALUE)).toEqual(VALUE)
    expect(await sent('reboot', 'NOW')).toBe('NOW')
    expect(await newest()).not.toHaveProperty('dataLines')
    await createCommand({ code: 'text', caption: 'text', content: { Type: 'text' } })
    expect(await sent('text', '{"a":1}')).toBe('{"a":1}')
  })

  it('has its values in the spreadsheet of results and in the history', async () => {
    const { id } = (await order('report', { ...VALUE, compress: true })).body.payload
    const [headers, cells] = await sheetRows(await api.ask(CLIENT, `/api/orders/${id}/results?locale=ko`))
    expect(headers!.slice(-4)).toEqual(['보고 주기(초)', '방식', '압축', '서버 › 주소'])
    expect(cells!.slice(-4)).toEqual(['60', '전체', '예', 'a.example.com'])
    const { payload } = (await historyOf(id)).body
    // The download of the results is in the history too.
    const ordered = payload.find(({ action }: { action: string }) => action === 'ordered')
    expect(ordered.after.data).toBe('보고 주기(초): 60\n방식: 전체\n압축: true\n서버 › 주소: a.example.com')
  })

  it('keeps its titles when the command is deleted', async () => {
    const { id } = await addCommand('deleted')
    await order('deleted', VALUE)
    await api.db.deleteFrom('methods').where('id', '=', id).execute()
    expect(await newest()).toMatchObject({ code: 'deleted', dataLines: LINES })
  })

  it('with a password shows it in no list, search or history', async () => {
    const key = { type: 'string', format: 'password' }
    await addCommand('wifi', { type: 'object', properties: { ssid: { type: 'string' }, key } })
    const { id } = (await order('wifi', { ssid: 'home', key: 'Geheim-17' })).body.payload
    const listed = await newest()
    expect(listed).toMatchObject({ data: '********', dataLines: [{ value: 'home' }, { value: '********' }] })
    const found = await ask(CLIENT, 'POST', '/api/orders', { search: 'Geheim' })
    expect(JSON.stringify([listed, (await historyOf(id)).body, found.body])).not.toContain('Geheim')
    expect((await findRow(api.db, 'orders', { id })).data).toContain('Geheim-17')
  })

  it('hides its values from a level that may not read them', async () => {
    const strict = await appWith('orders', fields => {
      fields.data!.read = 'master'
    })
    await order('report', VALUE)
    const { data } = await orders(strict)
    expect(data[0]).toMatchObject({ code: 'report', data: '' })
    expect(JSON.stringify(data)).not.toContain('a.example.com')
  })
})
