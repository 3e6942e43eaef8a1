/**
 * Fields that config adds to orders: validated, stored, shown by level, searched, and written into history and results.
 */
import { expect, it } from 'vitest'
import type { OrderPage } from '../../src/contract/orders'
import { testConfig } from '../support/config'
import { CLIENT, demoAccount, fleet, startDemoApp, VENDOR } from '../support/demo'
import { withOrderFields } from '../support/orderFields'
import { updateRows } from '../support/rows'
import { bodyOf, payloadOf, refusedFields, statusOf } from '../support/server'
import { sheetRows } from '../support/sheetRows'

const client = demoAccount(CLIENT)
const foreignClient = fleet.clients.find(({ vendor_id }) => vendor_id === 2)!
const device = fleet.devices.find(({ client_id }) => client_id === client.id)!

const api = await startDemoApp({ config: testConfig(compiled => Object.assign(compiled, withOrderFields())) })

const register = (who: string, fields: object, code = 'reboot') => {
  const data = code === 'reboot' ? 'NOW' : '300'
  return api.post(who, '/api/orders/order', { code, data, targets: [device.id], ...fields })
}
const registered = async (who: string, fields: object, code?: string): Promise<number> =>
  (await payloadOf(register(who, fields, code))).id
const page = (who: string, query: object = {}) => bodyOf<OrderPage>(api.post(who, '/api/orders', query))
const idsOf = async (who: string, query: object) => (await page(who, query)).data.map(({ id }) => id)
const order = (who: string, id: number) => payloadOf(api.ask(who, `/api/orders/${id}`))

it('The fields are stored with the order, default values too, and shown in the list and the detail', async () => {
  const id = await registered(CLIENT, { reason: 'fault', ticket: '1234' })
  const fields = { id, reason: 'fault', ticket: '1234', urgent: false }
  expect((await page(CLIENT)).data[0]).toMatchObject({ ...fields, code: 'reboot' })
  expect(await order(CLIENT, id)).toMatchObject({ ...fields, aim: { theme: 'device' } })
})

it.each([
  ['without a required field', CLIENT, {}, 'reason'],
  ['with an unknown choice', CLIENT, { reason: 'mood' }, 'reason'],
  ['with letters in a field of digits', CLIENT, { reason: 'care', ticket: 'A-1' }, 'ticket'],
  ['with a field of a higher level', CLIENT, { reason: 'care', remark: 'x' }, 'remark'],
  ['with an unknown field', CLIENT, { reason: 'care', resaon: 'fault' }, 'resaon'],
  ['with a field of the server', CLIENT, { reason: 'care', success: 7 }, 'success'],
  ['with a client of another vendor', VENDOR, { reason: 'care', payer: foreignClient.id }, 'payer'],
])('An order %s is refused', async (_reason, who, fields, refused) => {
  const before = (await page(VENDOR)).count
  expect(await refusedFields(register(who, fields))).toEqual([422, [refused]])
  expect((await page(VENDOR)).count).toBe(before)
})

it('A field may be required for one command only', async () => {
  const id = await registered(CLIENT, {}, 'report-interval')
  expect((await order(CLIENT, id)).reason ?? null).toBeNull()
})

it('A field of a higher level is not shown, searched or exported for a client', async () => {
  const fields = { reason: 'care', remark: '배터리 "의심"', payer: client.id }
  const id = await registered(VENDOR, fields)
  await updateRows(api.db, 'orders', { id }, { sender_id: client.id })
  expect(await order(VENDOR, id)).toMatchObject(fields)
  expect(await idsOf(VENDOR, { search: '터리 "의' })).toEqual([id])
  const detail = await order(CLIENT, id)
  expect(detail).toMatchObject({ id })
  expect(JSON.stringify([detail, await page(CLIENT, { page_limit: 50 })])).not.toContain('배터리')
  expect(await idsOf(CLIENT, { search: '배터리' })).toEqual([])
  const { body } = await api.ask(CLIENT, '/api/exports/orders?export[format]=csv&search=배터리')
  expect(body.trim().split('\r\n')).toHaveLength(1)
})

it('List and export are filtered by the filters of config and search its texts; other keys are refused', async () => {
  const fault = await registered(CLIENT, { reason: 'fault', ticket: '777001', urgent: true })
  const care = await registered(CLIENT, { reason: 'care', ticket: '777002' })
  expect(await idsOf(CLIENT, { search: '77700' })).toEqual([care, fault])
  expect(await idsOf(CLIENT, { search: '77700', reason: 'fault' })).toEqual([fault])
  expect(await idsOf(CLIENT, { search: '77700', now: 'false' })).toEqual([care])
  expect(await page(CLIENT, { urgent: 'true' })).toMatchObject({ count: 1 })
  const url = '/api/exports/orders?export[format]=csv&search=77700&now=false'
  const { body } = await api.ask(CLIENT, `${url}&export[columns]=reason,ticket`)
  expect(body).toBe('\ufeff사유,접수 번호\r\n점검,777002\r\n')
  expect(await statusOf(api.ask(CLIENT, `${url}&ticket=777002`))).toBe(400)
  const wrong = api.post(CLIENT, '/api/orders', { urgent: 'true', nonsense: 1, ticket: '777002' })
  expect(await refusedFields(wrong)).toEqual([422, ['nonsense', 'ticket']])
  expect(await statusOf(api.post(CLIENT, '/api/orders', { urgent: 'perhaps' }))).toBe(400)
})

it('History and the spreadsheet of results contain the fields', async () => {
  const id = await registered(VENDOR, { reason: 'fault', ticket: '42', payer: client.id })
  const [entry] = await payloadOf(api.ask(VENDOR, `/api/history?resource=orders&record=${id}`))
  expect(entry.after).toMatchObject({ reason: 'fault', ticket: '42', code: 'reboot', total: 1 })
  const [headers, cells] = await sheetRows(await api.ask(VENDOR, `/api/orders/${id}/results?locale=ko`))
  const byHeader = Object.fromEntries(headers!.map((header, column) => [header, cells![column]]))
  expect(byHeader).toMatchObject({ 사유: '장애', '접수 번호': '42', '비용 부담': client.name })
})
