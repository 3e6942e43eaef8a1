/**
 * Users who work until their server is killed: what the server has acknowledged, and checks that it is stored
 * completely.
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkCounters } from '../../src/server/store/counters'
import type { Db } from '../../src/server/store/database'
import { type ApiRequest, type AskMaster, imeiOf } from './walk'

/** How many devices each order has. */
const TARGETS = 20
/** How many devices each upload has. */
const ROWS = 300

/** A comment that one writer changes: the last acknowledged value, or one that was sent after it, must be stored. */
interface Edited {
  url: string
  possible: string[]
}

interface Upload {
  imeis: string[]
  acknowledged: boolean
}

export interface Work {
  /** Acknowledged orders. */
  orders: number[]
  cancelled: number[]
  edits: Edited[]
  uploads: Upload[]
  /** Possible devices of the batch: those of the last acknowledged upload, or of one that was sent after it. */
  members: string[][]
  /** Responses other than 200; none are expected. */
  refused: string[]
  targets: string[]
  batch: number
  edited: number
}

/** Creates the records that the writers change. @param ask calls as the demo's master */
export async function prepareWork(ask: AskMaster): Promise<Work> {
  const create = async (asked: ApiRequest) => {
    const { status, text } = await ask(asked)
    expect([asked.url, status, text]).toEqual([asked.url, 200, expect.any(String)])
    const { payload, id } = JSON.parse(text) as { payload?: { id: number }; id?: number }
    return payload?.id ?? id!
  }
  const put = (url: string, payload: object) => create({ method: 'PUT', url, payload })
  const vendor = await put('/api/admin/vendors', { name: '견디는 업체', brn: '1208147521' })
  const named = { name: '견디는 모델' }
  const model = await create({ method: 'POST', url: '/api/resources/models', payload: named })
  const batch = await put('/api/batches/-1', { name: '견디는 그룹', comment: '시험용', model, vendor })
  const { text } = await ask({ method: 'GET', url: `/api/devices?page_limit=${TARGETS}` })
  const targets = (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
  expect(targets.length).toBe(TARGETS)
  const edit = async (url: string): Promise<Edited> => ({ url, possible: [await commentAt(ask, url)] })
  return {
    orders: [],
    cancelled: [],
    edits: await Promise.all(
      [`/api/admin/vendors/${vendor}`, `/api/batches/${batch}`, '/api/admin/vendors/1'].map(edit),
    ),
    uploads: [],
    members: [[]],
    refused: [],
    targets,
    batch,
    edited: 0,
  }
}

/** Several writers at once, until the server does not respond any more. */
export async function workUntilGone(ask: AskMaster, work: Work): Promise<void> {
  const repeat = async (write: () => Promise<void>) => {
    for (;;)
      try {
        await write()
      } catch {
        return
      }
  }
  const acknowledged = async (asked: ApiRequest) => {
    const { status, text } = await ask(asked)
    if (status !== 200) work.refused.push(`${asked.method} ${asked.url}: ${status} ${text}`)
    return status === 200 ? text : undefined
  }
  const order = async () => {
    const payload = { code: 'reboot', data: 'NOW', title: '견디는 명령', targets: work.targets }
    const text = await acknowledged({ method: 'POST', url: '/api/orders/order', payload })
    if (!text) return
    const { id } = (JSON.parse(text) as { payload: { id: number } }).payload
    work.orders.push(id)
    if (id % 3 > 0) return
    if (await acknowledged({ method: 'POST', url: `/api/orders/${id}/cancel`, payload: {} }))
      work.cancelled.push(id)
  }
  const change = (edit: Edited) => async () => {
    const comment = `설명 ${++work.edited}`
    edit.possible.push(comment)
    if (await acknowledged({ method: 'PUT', url: edit.url, payload: { comment } })) edit.possible = [comment]
  }
  const upload = async () => {
    const first = work.uploads.length * ROWS + 1
    const numbers = Array.from({ length: ROWS }, (_, at) => first + at)
    const sent: Upload = { imeis: numbers.map(imeiOf), acknowledged: false }
    work.uploads.push(sent)
    const rows = numbers.map(
      n => `${imeiOf(n)},0105${String(n).padStart(7, '0')},K${n},견디는 모델,견디는 업체`,
    )
    const file = ['IMEI,전화번호,시리얼,모델,업체', ...rows].join('\n')
    sent.acknowledged = Boolean(await acknowledged({ method: 'POST', url: '/api/devices/roster/ul', file }))
    work.members.push(sent.imeis)
    const list = ['IMEI', ...sent.imeis].join('\n')
    if (await acknowledged({ method: 'POST', url: `/api/batches/devices/ul/${work.batch}`, file: list }))
      work.members = [sent.imeis]
  }
  await Promise.all([order, order, ...work.edits.map(change), upload].map(repeat))
}

/** Called after each start, because later edits overwrite earlier ones. */
export async function expectEditsKept(ask: AskMaster, { edits }: Work): Promise<void> {
  for (const { url, possible } of edits)
    expect([url, possible]).toEqual([url, expect.arrayContaining([await commentAt(ask, url)])])
}

async function commentAt(ask: AskMaster, url: string): Promise<string> {
  const { text } = await ask({ method: 'GET', url })
  return (JSON.parse(text) as { payload: { comment: string } }).payload.comment
}

export const wholeUploads = ({ uploads }: Work): number =>
  uploads.filter(({ acknowledged }) => acknowledged).length

/** Called at the end: every acknowledged write is stored, and no write in part. */
export async function expectWorkKept(db: Db, work: Work): Promise<void> {
  expect(work.refused).toEqual([])
  const orders = await db.selectFrom('orders').selectAll().where('title', '=', '견디는 명령').execute()
  const found = new Map(orders.map(order => [order.id, order]))
  expect(work.orders.filter(id => !found.has(id))).toEqual([])
  expect(orders.filter(({ total }) => total !== TARGETS)).toEqual([])
  expect(work.cancelled.filter(id => found.get(id)!.waiting > 0)).toEqual([])
  expect(await ordersWithWrongCounts(db)).toEqual([])

  const { rows: devices } = await sql<{ id: string; batch_id: number | null }>`
    select id, batch_id from devices where serial like 'K%'`.execute(db)
  const stored = new Set(devices.map(({ id }) => id))
  for (const { imeis, acknowledged } of work.uploads) {
    const found = imeis.filter(imei => stored.has(imei)).length
    expect(acknowledged ? [ROWS] : [0, ROWS]).toContain(found)
  }
  const members = devices.filter(({ batch_id }) => batch_id === work.batch).map(({ id }) => id)
  expect(work.members.map(list => list.toSorted().join())).toContain(members.sort().join())
  expect(await checkCounters(db)).toEqual([])
}

/** Orders whose counts differ from their targets. */
export async function ordersWithWrongCounts(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select o.id from orders o left join lateral (
      select count(*) filter (where status = 'success') as success, count(*) filter (where status = 'failure') as failure,
          count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'ongoing') as ongoing
        from order_targets where order_id = o.id
    ) t on true
    where (o.success, o.failure, o.waiting, o.ongoing) is distinct from (t.success, t.failure, t.waiting, t.ongoing)`.execute(
    db,
  )
  return rows
}
