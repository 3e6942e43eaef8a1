/** Fields that config adds to orders: judged, stored, shown to whom they are for, found, and written into history and results. */
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderPage } from '../../src/contract/orders'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { readSheet } from '../../src/sheet'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { withOrderFields } from '../support/orderFields'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const config = testConfig(compiled => Object.assign(compiled, withOrderFields()))
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 5, now: TEST_NOW, levels })
const client = fleet.clients.find(({ email }) => email === 'client@demo.local')!
const foreign = fleet.clients.find(one => one.vendor_id === 2)!
const device = fleet.devices.find(({ client_id }) => client_id === client.id)!
const CLIENT = 'client@demo.local'
const VENDOR = 'vendor@demo.local'

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  api = await startTestApp(db, { bare: true, config, now: () => TEST_NOW })
})

const post = (who: string, url: string, payload: object) => api.ask(who, { method: 'POST', url, payload })
const register = (who: string, added: object, code = 'reboot') =>
  post(who, '/api/orders/order', {
    code,
    data: code === 'reboot' ? 'NOW' : '300',
    targets: [device.id],
    ...added,
  })
const registered = async (who: string, added: object, code?: string): Promise<number> => {
  const answer = await register(who, added, code)
  expect(answer.json()).toMatchObject({ result: true })
  return answer.json().payload.id
}
const errorsOf = async (who: string, added: object, code?: string) => {
  const answer = await register(who, added, code)
  return [answer.statusCode, Object.keys(answer.json().errors ?? {})]
}
const page = async (who: string, payload: object) =>
  (await post(who, '/api/orders', payload)).json<OrderPage>()
const idsOf = async (who: string, payload: object) => (await page(who, payload)).data.map(({ id }) => id)
const order = async (who: string, id: number) => (await api.ask(who, `/api/orders/${id}`)).json().payload

describe('registering', () => {
  it('stores them with the order, defaults too, and list and page answer with them', async () => {
    const id = await registered(CLIENT, { reason: 'fault', ticket: '1234' })
    const [first] = (await page(CLIENT, {})).data
    expect(first).toMatchObject({ id, reason: 'fault', ticket: '1234', urgent: false, code: 'reboot' })
    expect(await order(CLIENT, id)).toMatchObject({
      id,
      reason: 'fault',
      ticket: '1234',
      aim: { theme: 'device' },
    })
  })

  it('refuses what a form would refuse, and nothing is stored then', async () => {
    const before = (await page(VENDOR, {})).count
    expect(await errorsOf(CLIENT, {})).toEqual([422, ['reason']])
    expect(await errorsOf(CLIENT, { reason: 'mood' })).toEqual([422, ['reason']])
    expect(await errorsOf(CLIENT, { reason: 'care', ticket: 'A-1' })).toEqual([422, ['ticket']])
    expect(await errorsOf(CLIENT, { reason: 'care', remark: 'x' })).toEqual([422, ['remark']])
    expect(await errorsOf(CLIENT, { reason: 'care', resaon: 'fault' })).toEqual([422, ['resaon']])
    expect(await errorsOf(CLIENT, { reason: 'care', success: 7 })).toEqual([422, ['success']])
    expect(await errorsOf(VENDOR, { reason: 'care', payer: foreign.id })).toEqual([422, ['payer']])
    expect((await page(VENDOR, {})).count).toBe(before)
  })

  it('lets a condition look at the command', async () => {
    const id = await registered(CLIENT, {}, 'report-interval')
    expect((await order(CLIENT, id)).reason ?? null).toBeNull()
  })
})

describe('who may not see a field', () => {
  it('gets it nowhere and finds nothing by it', async () => {
    const id = await registered(VENDOR, {
      reason: 'care',
      remark: '배터리 "의심"',
      payer: client.id,
    })
    await api.db.updateTable('orders').set({ sender_id: client.id }).where('id', '=', id).execute()
    expect(await order(VENDOR, id)).toMatchObject({ remark: '배터리 "의심"', payer: client.id })
    expect(await idsOf(VENDOR, { search: '터리 "의' })).toEqual([id])
    expect(await order(CLIENT, id)).toMatchObject({ id })
    expect(JSON.stringify(await order(CLIENT, id))).not.toContain('배터리')
    expect(JSON.stringify(await page(CLIENT, { page_limit: 50 }))).not.toContain('배터리')
    expect(await idsOf(CLIENT, { search: '배터리' })).toEqual([])
    const { body } = await api.ask(CLIENT, '/api/exports/orders?export[format]=csv&search=배터리')
    expect(body.trim().split('\r\n')).toHaveLength(1)
  })
})

it('filters by them as config says, searches their texts, and refuses other keys by name', async () => {
  const found = await registered(CLIENT, { reason: 'fault', ticket: '777001', urgent: true })
  const other = await registered(CLIENT, { reason: 'care', ticket: '777002' })
  expect(await idsOf(CLIENT, { search: '77700' })).toEqual([other, found])
  expect(await idsOf(CLIENT, { search: '77700', reason: 'fault' })).toEqual([found])
  expect(await idsOf(CLIENT, { search: '77700', now: 'false' })).toEqual([other])
  expect(await page(CLIENT, { urgent: 'true' })).toMatchObject({ count: 1 })
  const file = '/api/exports/orders?export[format]=csv&search=77700&now=false'
  expect((await api.ask(CLIENT, `${file}&export[columns]=reason,ticket`)).body).toBe(
    '\ufeff사유,접수 번호\r\n점검,777002\r\n',
  )
  expect((await api.ask(CLIENT, `${file}&ticket=777002`)).statusCode).toBe(422)
  const unknown = await post(CLIENT, '/api/orders', { urgent: 'true', nonsense: 1, ticket: '777002' })
  expect([unknown.statusCode, Object.keys(unknown.json().errors)]).toEqual([422, ['nonsense', 'ticket']])
  expect((await post(CLIENT, '/api/orders', { urgent: 'perhaps' })).statusCode).toBe(400)
})

it('writes them into history and into the spreadsheet of results', async () => {
  const id = await registered(VENDOR, { reason: 'fault', ticket: '42', payer: client.id })
  const history = (await api.ask(VENDOR, `/api/history?resource=orders&record=${id}`)).json()
  expect(history.payload[0].after).toMatchObject({
    reason: 'fault',
    ticket: '42',
    code: 'reboot',
    total: 1,
  })
  const { rawPayload } = await api.ask(VENDOR, `/api/orders/${id}/results?locale=ko`)
  const rows: Map<number, string>[] = []
  for await (const { cells } of readSheet(Readable.from([rawPayload])))
    rows.push(new Map(cells.map(({ column, text }) => [column, text])))
  const [header = new Map(), line] = rows
  expect(Object.fromEntries([...header].map(([column, title]) => [title, line?.get(column)]))).toMatchObject({
    사유: '장애',
    '접수 번호': '42',
    '비용 부담': client.name,
  })
})
