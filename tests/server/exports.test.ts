import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Order, OrderPage, OrderQuery } from '../../src/contract/orders'
import { seedDemo } from '../../src/server/demo'
import { readSheet } from '../../src/sheet'
import { choicesIn } from '../support/choices'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { LEAVES, leaveEarly, startTestApp, TEST_NOW, type TestApp } from '../support/server'

/** Finds no device. */
const NOBODYS = { 'search[alike]': '999999999999999' }

const config = testConfig(({ shared }) => {
  shared.resources.devices!.fields.edition!.read = 'master'
  for (const column of shared.resources.devices!.list!.columns)
    if (column.field === 'edition') column.level = 'master'
  shared.resources.orders!.fields.from!.read = 'vendor'
  for (const column of shared.resources.orders!.list!.columns)
    if (column.field === 'from') column.level = 'vendor'
  const { columns } = shared.resources.devices!.list!
  columns.push({
    ...columns.find(({ field }) => field === 'batch')!,
    field: 'sido',
    hidden: true,
    label: { ko: '지역', en: 'Region' },
  })
})

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 1, levels: config.current().shared.levels.numbers })
  api = await startTestApp(db, { bare: true, config })
  leaveEarly(api)
})

const ask = (who: string, resource: string, query: Record<string, string>) =>
  api.ask(`${who}@demo.local`, `/api/exports/${resource}?${new URLSearchParams(query)}`)

async function rowsOf(who: string, resource: string, query: Record<string, string> = {}) {
  const answer = await ask(who, resource, { 'export[format]': 'xlsx', ...query })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  const rows: string[][] = []
  for await (const { cells } of readSheet(bytes(answer.rawPayload))) {
    const row: string[] = []
    for (const cell of cells) row[cell.column - 1] = cell.text
    rows.push(Array.from(row, text => text ?? ''))
  }
  return rows
}
async function* bytes(file: Buffer) {
  yield file
}

/** What the list itself shows over all its pages. */
async function listed(who: string, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ ...query, page_index: String(page), page_limit: '100' })
    const { data } = (await api.ask(`${who}@demo.local`, `/api/devices?${search}`)).json()
    ids.push(...data.map((device: { id: string }) => device.id))
    if (data.length < 100) return ids
  }
}

const QUERIES: [who: string, query: Record<string, string>][] = [
  ['master', { 'search[topic]': 'all', 'search[alike]': '1234', order_by: 'isdn', ascending: '0' }],
  ['vendor', { status: 'linked', sido: 'KR-11', order_by: 'batch' }],
  ['client', { order_by: 'linked' }],
  ['guest', { sido: 'KR-41', order_by: 'model' }],
]

it('offers the models, groups and regions of who exports in the cells of devices', async () => {
  const answer = await ask('vendor', 'devices', {
    'export[format]': 'xlsx',
    'export[columns]': 'id,model,batch,sido',
    ...NOBODYS,
  })
  expect(choicesIn(answer.rawPayload)).toEqual({
    모델: { formula1: expect.stringMatching(/^_lists!\$A\$1:\$A\$\d+$/), refuses: true },
    그룹: { formula1: expect.stringMatching(/^_lists!\$B\$1:\$B\$\d+$/), refuses: false },
    지역: { formula1: '_lists!$C$1:$C$17', refuses: false },
  })
  const batches = await ask('vendor', 'batches', { 'export[format]': 'xlsx' })
  expect(choicesIn(batches.rawPayload)).toEqual({})
})

it.each(QUERIES)('gives %s what the list shows over all its pages: %j', async (who, query) => {
  const ids = await listed(who, query)
  const [, ...rows] = await rowsOf(who, 'devices', { ...query, 'export[columns]': 'id' })
  expect([rows.map(([id]) => id), ids.length > 0]).toEqual([ids, true])
})

it('gives the devices of more ids than an address holds, in the order that is asked for, and of those in scope alone', async () => {
  const all = await listed('master', { order_by: 'isdn' })
  const own = new Set(await listed('vendor', {}))
  const ids = all.slice(0, 700)
  const query = new URLSearchParams({ 'export[format]': 'csv', 'export[columns]': 'id', order_by: 'isdn' })
  const post = async (who: string, payload: object) =>
    api.ask(`${who}@demo.local`, { method: 'POST', url: `/api/exports/devices?${query}`, payload })
  const linesOf = async (who: string) =>
    (await post(who, { ids: [...ids].reverse() })).body.trim().split('\r\n').slice(1)
  expect([ids.length, await linesOf('master')]).toEqual([700, ids])
  expect(await linesOf('vendor')).toEqual(ids.filter(id => own.has(id)))
  expect((await post('master', { ids: [] })).statusCode).toBe(422)
})

it.each([
  ['all that a filter finds', 'GET'],
  ['the ids of some', 'POST'],
] as const)('gives %s only as many as the user saw chosen, where it is asked so', async (_what, method) => {
  const ids = (await listed('vendor', { status: 'linked' })).slice(0, method === 'POST' ? 3 : undefined)
  const count = ids.length
  const post = (expected: number, format: string) => {
    const keys = { 'export[format]': format, 'export[expected]': String(expected), status: 'linked' }
    const url = `/api/exports/devices?${new URLSearchParams(keys)}`
    return api.ask('vendor@demo.local', { method, url, ...(method === 'POST' && { payload: { ids } }) })
  }
  for (const format of ['csv', 'xlsx']) {
    expect((await post(count, format)).statusCode).toBe(200)
    const other = await post(count + 1, format)
    expect([other.statusCode, other.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'bulk.changed', found: count }),
    ])
  }
})

it('has the columns of the list, in the order that is asked for, as the list shows them', async () => {
  const [header, row] = await rowsOf('master', 'devices', {
    'export[columns]': 'index,isdn,id,serial,connection,linked,modem.rsrp',
    'export[zone]': 'KST',
    status: 'linked',
    'search[alike]': '1234',
  })
  expect(header).toEqual(['#', '전화번호', 'IMEI', '시리얼', '연결', '연결일시 (KST)', '신호 (dBm)'])
  expect(row).toEqual([
    '1',
    expect.stringMatching(/^01\d-\d{3,4}-\d{4}$/),
    expect.stringMatching(/^\d{15}$/),
    expect.stringMatching(/^\d{8}$/),
    '온라인',
    expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/),
    expect.stringMatching(/^(-\d+)?$/),
  ])
})

it('leaves out what the caller may not see, and refuses to name it', async () => {
  expect((await rowsOf('vendor', 'devices', NOBODYS))[0]).not.toContain('에디션')
  expect((await rowsOf('master', 'devices', NOBODYS))[0]).toContain('에디션')
  const query = { 'export[format]': 'csv', 'export[columns]': 'id,edition' }
  expect((await ask('vendor', 'devices', query)).statusCode).toBe(400)
})

describe('of orders', () => {
  type Asked = Partial<Pick<OrderQuery, 'status' | 'search' | 'archived'>>

  async function listedOrders(who: string, asked: Asked): Promise<Order[]> {
    const orders: Order[] = []
    for (let page_index = 1; ; page_index++) {
      const payload = { ...asked, page_index, page_limit: 100 }
      const answer = await api.ask(`${who}@demo.local`, { method: 'POST', url: '/api/orders', payload })
      const { data } = answer.json<OrderPage>()
      orders.push(...data)
      if (data.length < 100) return orders
    }
  }

  it('gives to each what the mailbox shows over all its pages, and no order of others', async () => {
    const seen = { master: 0, vendor: 0, client: 0, guest: 0 }
    for (const who of Object.keys(seen) as (keyof typeof seen)[]) {
      const archived = (await listedOrders(who, {}))[1]!
      const marks = { method: 'POST', url: '/api/orders/marks' } as const
      await api.ask(`${who}@demo.local`, { ...marks, payload: { ids: [archived.id], archived: true } })
      const { status } = archived
      for (const asked of [{}, { status }, { search: archived.caption }, { archived: true }]) {
        const orders = await listedOrders(who, asked)
        const query = Object.entries({ ...asked, 'export[columns]': 'title,total,created,status' })
        const [, ...rows] = await rowsOf(
          who,
          'orders',
          Object.fromEntries(query.map(([k, v]) => [k, `${v}`])),
        )
        expect(rows.map(row => row.slice(0, 3))).toEqual(
          orders.map(({ title, caption, total, created }) => [
            title || caption,
            String(total),
            created.slice(0, 19).replace('T', ' '),
          ]),
        )
        seen[who] = Math.max(seen[who], rows.length)
      }
    }
    const [gone, ...left] = await listedOrders('client', {})
    const without = { 'export[columns]': 'created', 'export[without]': `${gone!.id},99` }
    expect(await rowsOf('client', 'orders', without)).toHaveLength(1 + left.length)
    expect(seen.client).toBeGreaterThan(1)
    expect(seen.vendor).toBeLessThan(seen.master)
  })

  it('has the columns of the mailbox with the status behind them, and hidden ones for those who may see them', async () => {
    const [order] = await listedOrders('client', {})
    await sql`update orders set title = '=1+"가,나"', secret = false, data = '{"led":true}', expired = null,
        data_lines = ${JSON.stringify([{ label: { ko: '표시등', en: 'LED' }, value: true }])}
        where id = ${order!.id}`.execute(api.db)
    const search = { 'export[format]': 'csv', search: '=1+"가' }
    const answer = await ask('client', 'orders', { ...search, 'export[zone]': 'KST' })
    expect(answer.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('제어 명령_2026-11-20.csv')}`,
    )
    const [header, line] = answer.body.replace('\ufeff', '').trim().split('\r\n')
    expect(header).toBe('전체,성공,실패,대기,진행,제목,명령,값,대상,시작 (KST),만료 (KST),등록 (KST),상태')
    expect(line).toMatch(
      /^\d+,\d+,\d+,\d+,\d+,"'=1\+""가,나""",[^,]+,표시등: 예,[^,]+,[^,]*,,[\d -:]{19},[가-힣]+$/,
    )
    const asked = { ...search, 'export[columns]': 'from,status' }
    expect((await ask('client', 'orders', asked)).statusCode).toBe(400)
    expect((await ask('vendor', 'orders', asked)).body).toMatch(
      /^\ufeff보낸 사람,상태\r\n[가-힣]+,[가-힣]+\r\n$/,
    )
  })
})

it('is csv with text that no program takes for a formula, under a Korean name', async () => {
  await sql`update clients set duty = '=1+"가,나"' where email = 'client@demo.local'`.execute(api.db)
  const answer = await ask('master', 'clients', {
    'export[format]': 'csv',
    'export[columns]': 'email,duty,active',
    filter: JSON.stringify({ email: 'client@demo.local' }),
  })
  expect(answer.headers['content-disposition']).toContain(
    `filename*=UTF-8''${encodeURIComponent('회원_2026-11-20.csv')}`,
  )
  expect(answer.body).toBe(`\ufeff이메일,직책,사용\r\nclient@demo.local,"'=1+""가,나""",사용\r\n`)
})

it('narrows every other list by its own filters', async () => {
  const all = await rowsOf('vendor', 'batches', { 'export[columns]': 'name,model_name' })
  const [, first] = all
  const { payload: models } = (await api.ask('vendor@demo.local', '/api/models')).json()
  const model = models.find(({ name }: { name: string }) => name === first![1])
  const some = await rowsOf('vendor', 'batches', {
    'export[columns]': 'name,model_name',
    filter: JSON.stringify({ model: model.id }),
    sort: '["name","DESC"]',
  })
  const expected = all.slice(1).filter(([, name]) => name === first![1])
  expect(some.slice(1).sort()).toEqual(expected.sort())
  expect(some.length).toBeLessThan(all.length)
})

it('goes on where others left before theirs began', async () => {
  const url = '/api/exports/devices?export[format]=csv'
  for (const _one of [1, 2, 3])
    await expect(api.ask('master@demo.local', { url, headers: { [LEAVES]: '1' } })).rejects.toThrow()
  expect((await ask('master', 'devices', { ...NOBODYS, 'export[format]': 'csv' })).statusCode).toBe(200)
})

it('holds no transaction for as long as its reader reads', async () => {
  const all = await listed('master', {})
  const answer = await api.ask('master@demo.local', {
    url: '/api/exports/devices?export[format]=csv',
    payloadAsStream: true,
  })
  const underWay = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
  // The reader has not begun to read.
  await expect.poll(async () => (await underWay.execute(api.db)).rows[0]!.count).toBe(0)
  const text = await answer.stream().setEncoding('utf8').toArray()
  expect(text.join('').trim().split('\r\n')).toHaveLength(all.length + 1)
})

it.each([
  ['vendor', 'vendors', 403],
  ['client', 'clients', 403],
  ['master', 'nothing', 404],
])('is refused to %s for %s', async (who, resource, status) => {
  expect((await ask(who, resource, { 'export[format]': 'csv' })).statusCode).toBe(status)
})
