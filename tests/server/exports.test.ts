/** Exports of lists to xlsx and csv: the rows and columns that the list shows the caller (§2, decision 365). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DevicePage } from '../../src/contract/devices'
import type { Order, OrderPage, OrderQuery } from '../../src/contract/orders'
import { choicesIn } from '../support/choices'
import { testConfig } from '../support/config'
import { fleet, startDemoApp } from '../support/demo'
import { bodyOf, LEAVES, leaveEarly, statusOf } from '../support/server'
import { sheetRows } from '../support/sheetRows'

/** A search that finds no device. */
const NO_DEVICE = { 'search[alike]': '999999999999999' }

/** Some columns are hidden from some levels, and the list of devices has a hidden column of regions. */
const config = testConfig(({ shared }) => {
  const devices = shared.resources.devices!
  const orders = shared.resources.orders!
  devices.fields.edition!.read = 'master'
  orders.fields.from!.read = 'vendor'
  const { columns } = devices.list!
  columns.find(({ field }) => field === 'edition')!.level = 'master'
  orders.list!.columns.find(({ field }) => field === 'from')!.level = 'vendor'
  const batch = columns.find(({ field }) => field === 'batch')!
  columns.push({ ...batch, field: 'sido', hidden: true, label: { ko: '지역', en: 'Region' } })
})

const api = await startDemoApp({ config })
leaveEarly(api)

const LEVELS = ['master', 'vendor', 'client', 'guest'] as const
type Level = (typeof LEVELS)[number]
type Query = Record<string, string>
const ask = (who: Level, resource: string, query: Query) =>
  api.ask(`${who}@demo.local`, `/api/exports/${resource}?${new URLSearchParams(query)}`)
const linesOf = ({ body }: { body: string }) => body.replace('\ufeff', '').trim().split('\r\n')
const xlsx = { 'export[format]': 'xlsx' }
const csv = { 'export[format]': 'csv' }

/** The rows of an exported xlsx file. */
async function rowsOf(who: Level, resource: string, query: Query = {}) {
  const answer = await ask(who, resource, { ...xlsx, ...query })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/officedocument\.spreadsheetml\.sheet$/)
  return sheetRows(answer)
}

/** The ids that the list shows over all its pages. */
async function listed(who: Level, query: Query): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ ...query, page_index: String(page), page_limit: '100' })
    const { data } = await bodyOf<DevicePage>(api.ask(`${who}@demo.local`, `/api/devices?${search}`))
    ids.push(...data.map(({ id }) => id))
    if (data.length < 100) return ids
  }
}

describe('An export of devices', () => {
  it.each<[Level, Query]>([
    ['master', { 'search[topic]': 'all', 'search[alike]': '1234', order_by: 'isdn', ascending: '0' }],
    ['vendor', { status: 'linked', sido: 'KR-11', order_by: 'batch' }],
    ['client', { order_by: 'linked' }],
    ['guest', { sido: 'KR-41', order_by: 'model' }],
  ])('has for a %s the rows of the list over all its pages: %j', async (who, query) => {
    const ids = await listed(who, query)
    const [, ...rows] = await rowsOf(who, 'devices', { ...query, 'export[columns]': 'id' })
    expect([rows.map(([id]) => id), ids.length > 0]).toEqual([ids, true])
  })

  it('of selected rows takes 700 ids in a body, in the requested order, and omits those out of scope', async () => {
    const ids = (await listed('master', { order_by: 'isdn' })).slice(0, 700)
    const inScope = new Set(await listed('vendor', {}))
    const query = new URLSearchParams({ ...csv, 'export[columns]': 'id', order_by: 'isdn' })
    const post = (who: Level, selected: string[]) =>
      api.post(`${who}@demo.local`, `/api/exports/devices?${query}`, { ids: selected })
    const exported = async (who: Level) => linesOf(await post(who, ids.toReversed())).slice(1)
    expect(await exported('master')).toEqual(ids)
    expect(await exported('vendor')).toEqual(ids.filter(id => inScope.has(id)))
    expect(await statusOf(post('master', []))).toBe(422)
  })

  it.each(['GET', 'POST'] as const)('is refused if the confirmed number has changed (%s)', async method => {
    const ids = (await listed('vendor', { status: 'linked' })).slice(0, method === 'POST' ? 3 : undefined)
    const exported = (expected: number, format: object) => {
      const query = new URLSearchParams({ ...format, 'export[expected]': String(expected), status: 'linked' })
      const url = `/api/exports/devices?${query}`
      return api.ask('vendor@demo.local', { method, url, ...(method === 'POST' && { payload: { ids } }) })
    }
    for (const format of [csv, xlsx]) {
      expect((await exported(ids.length, format)).statusCode).toBe(200)
      const refused = (await exported(ids.length + 1, format)).json()
      expect(refused).toMatchObject({ code: 'bulk.changed', found: ids.length })
    }
  })

  it('has the requested columns in their order, formatted as in the list', async () => {
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

  it('omits columns that the caller may not see, and refuses their names', async () => {
    expect((await rowsOf('vendor', 'devices', NO_DEVICE))[0]).not.toContain('에디션')
    expect((await rowsOf('master', 'devices', NO_DEVICE))[0]).toContain('에디션')
    const query = { ...csv, 'export[columns]': 'id,edition' }
    expect(await statusOf(ask('vendor', 'devices', query))).toBe(400)
  })

  it('to xlsx offers the models, batches and regions of the caller as choices; other lists have none', async () => {
    const query = { ...xlsx, 'export[columns]': 'id,model,batch,sido', ...NO_DEVICE }
    expect(choicesIn((await ask('vendor', 'devices', query)).rawPayload)).toEqual({
      모델: { formula1: expect.stringMatching(/^_lists!\$A\$1:\$A\$\d+$/), refuses: true },
      그룹: { formula1: expect.stringMatching(/^_lists!\$B\$1:\$B\$\d+$/), refuses: false },
      지역: { formula1: '_lists!$C$1:$C$17', refuses: false },
    })
    expect(choicesIn((await ask('vendor', 'batches', xlsx)).rawPayload)).toEqual({})
  })

  it('starts after other clients have disconnected before their turn', async () => {
    const request = { url: '/api/exports/devices?export[format]=csv', headers: { [LEAVES]: '1' } }
    for (let n = 0; n < 3; n++) await expect(api.ask('master@demo.local', request)).rejects.toThrow()
    expect(await statusOf(ask('master', 'devices', { ...NO_DEVICE, ...csv }))).toBe(200)
  })
})

describe('An export of orders', () => {
  type Filter = Partial<Pick<OrderQuery, 'status' | 'search' | 'archived'>>

  async function listedOrders(who: Level, filter: Filter = {}): Promise<Order[]> {
    const orders: Order[] = []
    for (let page_index = 1; ; page_index++) {
      const query = { ...filter, page_index, page_limit: 100 }
      const { data } = await bodyOf<OrderPage>(api.post(`${who}@demo.local`, '/api/orders', query))
      orders.push(...data)
      if (data.length < 100) return orders
    }
  }

  it.each(LEVELS)('has for a %s the rows of the mailbox', async who => {
    const { id, status, caption } = (await listedOrders(who))[1]!
    await api.post(`${who}@demo.local`, '/api/orders/marks', { ids: [id], archived: true })
    let exported = 0
    for (const filter of [{}, { status }, { search: caption }, { archived: true }]) {
      const orders = await listedOrders(who, filter)
      const query = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)]))
      const [, ...rows] = await rowsOf(who, 'orders', { ...query, 'export[columns]': 'title,total,created' })
      const cellsOf = ({ title, caption, total, created }: Order) => [
        title || caption,
        String(total),
        created.slice(0, 19).replace('T', ' '),
      ]
      expect(rows).toEqual(orders.map(cellsOf))
      exported += rows.length
    }
    expect(exported).toBeGreaterThan(0)
  })

  it('omits deselected orders', async () => {
    const [first, ...others] = await listedOrders('client')
    const query = { 'export[columns]': 'created', 'export[without]': `${first!.id},99` }
    expect(await rowsOf('client', 'orders', query)).toHaveLength(1 + others.length)
  })

  it('has by default the columns of the mailbox and the status; a hidden column is refused below its level', async () => {
    const ofVendor = (await listedOrders('vendor')).map(({ id }) => id)
    const order = (await listedOrders('client')).find(({ id }) => ofVendor.includes(id))
    const lines = JSON.stringify([{ label: { ko: '표시등', en: 'LED' }, value: true }])
    await sql`update orders set title = '=1+"가,나"', secret = false, data = '{"led":true}', expired = null,
      data_lines = ${lines} where id = ${order!.id}`.execute(api.db)
    const search = { ...csv, search: '=1+"가' }
    const answer = await ask('client', 'orders', { ...search, 'export[zone]': 'KST' })
    expect(answer.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('제어 명령_2026-11-20.csv')}`,
    )
    const [header, line] = linesOf(answer)
    expect(header).toBe('전체,성공,실패,대기,진행,제목,명령,값,대상,시작 (KST),만료 (KST),등록 (KST),상태')
    expect(line).toMatch(
      /^\d+,\d+,\d+,\d+,\d+,"'=1\+""가,나""",[^,]+,표시등: 예,[^,]+,[^,]*,,[\d -:]{19},[가-힣]+$/,
    )
    const query = { ...search, 'export[columns]': 'from,status' }
    expect(await statusOf(ask('client', 'orders', query))).toBe(400)
    const [vendorsHeader, vendorsLine] = linesOf(await ask('vendor', 'orders', query))
    expect(vendorsHeader).toBe('보낸 사람,상태')
    expect(vendorsLine).toMatch(/^[가-힣]+,[가-힣]+$/)
  })
})

it('An export of another list takes the filters of that list', async () => {
  const columns = { 'export[columns]': 'name,model_name' }
  const [, ...all] = await rowsOf('vendor', 'batches', columns)
  const modelName = all[0]![1]
  const model = fleet.models.find(({ name }) => name === modelName)!.id
  const filter = { filter: JSON.stringify({ model }), sort: '["name","DESC"]' }
  const [, ...filtered] = await rowsOf('vendor', 'batches', { ...columns, ...filter })
  expect(filtered.sort()).toEqual(all.filter(([, name]) => name === modelName).sort())
  expect(filtered.length).toBeLessThan(all.length)
})

it('An export of chosen records takes more ids than a URL, in the requested order, within the scope', async () => {
  const chosen = (who: Level, ids: number[]) => {
    const query = new URLSearchParams({ ...csv, 'export[columns]': 'name', sort: '["id","DESC"]' })
    return api.post(`${who}@demo.local`, `/api/exports/batches?${query}`, { ids: ids.map(String) })
  }
  const batches = fleet.batches.map(({ id }) => id)
  const numbers = [...batches, ...Array.from({ length: 2_000 }, (_, index) => 2 ** 40 + index)]
  const names = fleet.batches.toSorted((a, b) => b.id - a.id).map(({ name }) => name)
  expect(linesOf(await chosen('master', numbers)).slice(1)).toEqual(names)
  const ofVendor = linesOf(await chosen('vendor', numbers)).slice(1)
  expect(ofVendor.length).toBeLessThan(names.length)
  expect(linesOf(await chosen('vendor', batches)).slice(1)).toEqual(ofVendor)
  expect(
    await statusOf(api.post('master@demo.local', '/api/exports/orders?export[format]=csv', { ids: ['1'] })),
  ).toBe(404)
})

it('An export holds no transaction open while the client reads', async () => {
  const { length } = await listed('master', {})
  const url = '/api/exports/devices?export[format]=csv'
  const answer = await api.ask('master@demo.local', { url, payloadAsStream: true })
  const transactions = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
  // The client has not begun to read.
  await expect.poll(async () => (await transactions.execute(api.db)).rows[0]!.count).toBe(0)
  const text = await answer.stream().setEncoding('utf8').toArray()
  expect(text.join('').trim().split('\r\n')).toHaveLength(length + 1)
})
