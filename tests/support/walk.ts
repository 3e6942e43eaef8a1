/** API smoke test of an installation with the demo fleet: every list, and one write of each kind. */
import { expect } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { luhnDigit } from '../../src/domain/imei'

export interface ApiRequest {
  method: string
  url: string
  payload?: object
  /** Content of the uploaded file. */
  file?: string
  /** Value of the Idempotency-Key header. */
  key?: string
}

interface ApiResponse {
  status: number
  text: string
}

/** Sends a request as the master of the demo. */
export type AskMaster = (request: ApiRequest) => Promise<ApiResponse>

/** Required query parameters of lists. */
const QUERIES: Record<string, string> = {
  'batches.bunches': '?batch=2',
  'search.find': '?q=010',
  'exports.devices': '?export[format]=csv',
  'exports.orders': '?export[format]=csv',
}
const RESOURCES = ['models', 'bunches', 'methods']

/** Lists that may be empty. */
const MAY_BE_EMPTY = /^(vendors|clients|batches)\.images$|^config\.problems$|^orders\.|^history\.|^sessions\./

/** Expects 200 from every GET of the contract without path parameters, and records in the lists. */
export async function expectLists(send: AskMaster): Promise<void> {
  const lists = allEndpoints().filter(
    // Leaves out the event stream, which exists only with live updates, and public endpoints.
    ({ name, endpoint }) =>
      endpoint.method === 'GET' &&
      endpoint.access !== 'public' &&
      !endpoint.path.includes('{') &&
      name !== 'events.stream',
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const { name, endpoint } of lists) {
    const { status, text } = await send({ method: 'GET', url: endpoint.path + (QUERIES[name] ?? '') })
    expect([name, status]).toEqual([name, 200])
    if (!MAY_BE_EMPTY.test(name)) expect([name, text.length > 40]).toEqual([name, true])
  }
  for (const resource of RESOURCES) {
    const { status, text } = await send({ method: 'GET', url: `/api/resources/${resource}` })
    expect([resource, status, JSON.parse(text).length > 0]).toEqual([resource, 200, true])
  }
  const orders = await send({ method: 'POST', url: '/api/orders', payload: {} })
  expect([orders.status, orders.text]).toEqual([200, expect.stringMatching(/"id":\d+/)])
}

/** Creates, changes, orders and deletes records of every kind. Works once per database. */
export async function expectWrites(send: AskMaster): Promise<void> {
  const write = async <Payload = { id: number }>(request: ApiRequest): Promise<Payload> => {
    const response = await send(request)
    const asked = `${request.method} ${request.url}`
    expect([asked, response.status, response.text]).toEqual([asked, 200, expect.any(String)])
    return payloadOf<Payload>(response)
  }
  const put = (url: string, payload: object) => write({ method: 'PUT', url, payload })
  const post = (url: string, payload: object) => write({ method: 'POST', url, payload })
  const remove = (url: string) => write({ method: 'DELETE', url })

  const vendor = await put('/api/admin/vendors', { name: '새 업체', brn: '1208147521' })
  await put(`/api/admin/vendors/${vendor.id}`, { comment: '바뀐 설명' })
  const email = 'walk@test.local'
  const person = { name: '김하늘', email, password: 'Fleet-walk1!' }
  const client = await put('/api/clients/', { id: -1, ...person, level: 3, vendor: vendor.id })
  await put('/api/clients/', { id: client.id, comment: '바뀐 설명' })
  await put('/api/client/', { duty: '담당' })
  const model = await post('/api/resources/models', { name: '새 모델' })
  await put(`/api/resources/models/${model.id}`, { name: '다른 모델' })
  const group = { name: '새 그룹', comment: '시험용' }
  const batch = await put('/api/batches/-1', { id: -1, ...group, model: model.id, vendor: vendor.id })
  await put(`/api/batches/${batch.id}`, { comment: '바뀐 설명' })
  const bunch = await post('/api/resources/bunches', { name: '강남', batch: batch.id })
  const imei = imeiOf(1)
  const roster = ['IMEI,전화번호,시리얼,모델,업체', `${imei},01050000001,W1,다른 모델,새 업체`]
  await write({ method: 'POST', url: '/api/devices/roster/ul', file: roster.join('\n') })
  await write({ method: 'POST', url: `/api/batches/devices/ul/${batch.id}`, file: `IMEI\n${imei}` })
  const order = await post('/api/orders/order', { code: 'reboot', data: 'NOW', targets: [imei] })
  await post(`/api/orders/${order.id}/cancel`, {})
  await post('/api/orders/marks', { ids: [order.id], archived: true })
  await remove(`/api/resources/bunches/${bunch.id}`)
  await remove(`/api/batches/${batch.id}`)
  await remove(`/api/admin/clients/${client.id}`)
}

/** The IMEI of the n-th device of a test. */
export function imeiOf(nth: number): string {
  const digits = `35693803${String(nth).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}

/** Reads the payload from its envelope; the dialect of records has no envelope. */
function payloadOf<Payload>({ text }: ApiResponse): Payload {
  const { payload = {}, ...bare } = JSON.parse(text) as { payload?: Payload }
  return 'id' in bare ? (bare as Payload) : (payload as Payload)
}

/** The body and the content type of an upload. */
export function fileBody(file: string | Uint8Array): { body: Buffer; type: string } {
  const head =
    'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: application/octet-stream'
  return {
    body: Buffer.concat(
      [`--edge\r\n${head}\r\n\r\n`, file, '\r\n--edge--\r\n'].map(part => Buffer.from(part)),
    ),
    type: 'multipart/form-data; boundary=edge',
  }
}
