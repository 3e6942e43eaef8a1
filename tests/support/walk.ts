/** A walk of the calls through an installation that began as the demo fleet: every list, and one write of each kind. */
import { expect } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { luhnDigit } from '../../src/domain/imei'

export interface Asked {
  method: string
  url: string
  payload?: object
  /** Sent as the file of an upload. */
  file?: string
  /** Sent as Idempotency-Key. */
  key?: string
}

interface Given {
  status: number
  text: string
}

/** Asks as the demo's master. */
export type AskMaster = (asked: Asked) => Promise<Given>

/** What lists ask for that cannot be asked without, and the records that other calls name. */
const QUERIES: Record<string, string> = {
  'batches.bunches': '?batch=2',
  'search.find': '?q=010',
  'exports.devices': '?export[format]=csv',
  'exports.orders': '?export[format]=csv',
}
const RESOURCES = ['models', 'bunches', 'methods']

/** Lists that may be empty. */
const MAYBE_EMPTY = /^(vendors|clients|batches)\.images$|^config\.problems$|^orders\.|^history\.|^sessions\./

/** Every GET of the contract that names no record answers 200, and those of records have some. */
export async function expectLists(ask: AskMaster): Promise<void> {
  const lists = allEndpoints().filter(
    // A stream is no list, and is there only where changes are listened to; what anybody may ask for is no list either.
    ({ name, endpoint }) =>
      endpoint.method === 'GET' &&
      endpoint.access !== 'public' &&
      !endpoint.path.includes('{') &&
      name !== 'events.stream',
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const { name, endpoint } of lists) {
    const { status, text } = await ask({ method: 'GET', url: endpoint.path + (QUERIES[name] ?? '') })
    expect([name, status]).toEqual([name, 200])
    if (!MAYBE_EMPTY.test(name)) expect([name, text.length > 40]).toEqual([name, true])
  }
  for (const resource of RESOURCES) {
    const { status, text } = await ask({ method: 'GET', url: `/api/resources/${resource}` })
    expect([resource, status, JSON.parse(text).length > 0]).toEqual([resource, 200, true])
  }
  const orders = await ask({ method: 'POST', url: '/api/orders', payload: {} })
  expect([orders.status, orders.text]).toEqual([200, expect.stringMatching(/"id":\d+/)])
}

/** Something new of every kind, changed, ordered and taken away again; once for each database. */
export async function expectWrites(ask: AskMaster): Promise<void> {
  const write = async <Payload = { id: number }>(asked: Asked): Promise<Payload> => {
    const given = await ask(asked)
    expect([asked.method, asked.url, given.status, given.text]).toEqual([
      asked.method,
      asked.url,
      200,
      expect.any(String),
    ])
    return payloadOf<Payload>(given)
  }
  const put = (url: string, payload: object) => write({ method: 'PUT', url, payload })
  const post = (url: string, payload: object) => write({ method: 'POST', url, payload })
  const remove = (url: string) => write({ method: 'DELETE', url })

  const vendor = await put('/api/admin/vendors', { name: '새 업체', brn: '1208147521' })
  await put(`/api/admin/vendors/${vendor.id}`, { comment: '바뀐 설명' })
  const email = 'walk@test.local'
  const client = await put('/api/clients/', {
    id: -1,
    name: '김하늘',
    email,
    password: 'Fleet-walk1!',
    level: 3,
    vendor: vendor.id,
    phone: '01012345678',
  })
  await put('/api/clients/', { id: client.id, comment: '바뀐 설명' })
  await put('/api/client/', { duty: '담당' })
  const model = await post('/api/resources/models', { name: '새 모델' })
  await put(`/api/resources/models/${model.id}`, { name: '다른 모델' })
  const batch = await put('/api/batches/-1', {
    id: -1,
    name: '새 그룹',
    comment: '시험용',
    model: model.id,
    vendor: vendor.id,
  })
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

/** With an envelope or, in the dialect of records, without. */
function payloadOf<Payload>({ text }: Given): Payload {
  const { payload = {}, ...bare } = JSON.parse(text) as { payload?: Payload }
  return 'id' in bare ? (bare as Payload) : (payload as Payload)
}

/** The body of an upload and its type. */
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
