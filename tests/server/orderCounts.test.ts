/** The kept counts of orders equal the orders after any changes, for every scope. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { randomFrom } from '../../src/server/demo/random'
import {
  checkCounters,
  checkOrderCounts,
  foldCounters,
  rebuildCounters,
  tidyCounters,
} from '../../src/server/store/counters'
import { countOrders, listOrders } from '../../src/server/store/orders/orders'
import { viewOf } from '../../src/server/store/records/visible'
import { tenantOf } from '../../src/server/store/tenancy'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { insertRow, insertRows } from '../support/rows'

const config = testConfig().current().shared
const levels = config.levels.numbers
const db = await newDatabase()
await insertRows(
  db,
  'vendors',
  [1, 2].map(id => ({ id, name: `vendor ${id}`, brn: `${id}000000000` })),
)
const account = (id: number, vendor: number, level: number) => ({
  id,
  vendor_id: vendor,
  level,
  name: `account ${id}`,
  email: `${id}@test.local`,
  password_hash: 'x',
})
const ACCOUNTS = [
  account(1, 0, levels.master),
  account(2, 1, levels.vendor),
  account(3, 1, levels.client),
  account(4, 2, levels.client),
  account(5, 1, levels.guest),
]
await insertRows(db, 'clients', ACCOUNTS)

const send = async (sender: number, vendor: number, waiting: number) =>
  insertRow(db, 'orders', {
    sender_id: sender,
    sender_name: `account ${sender}`,
    vendor_id: vendor,
    code: 'reboot',
    caption: 'Reboot',
    theme: 'device',
    waiting,
  })

/** Counts the orders one by one. */
async function countsOneByOne(tenant: ReturnType<typeof tenantOf>, caller: number) {
  const orders = await tenant.orders().select(['orders.id', 'orders.status']).execute()
  const marks = await db.selectFrom('order_marks').where('client_id', '=', caller).selectAll().execute()
  const archived = new Set(marks.filter(mark => mark.archived).map(({ order_id }) => Number(order_id)))
  const shown = orders.filter(({ id }) => !archived.has(Number(id)))
  const of = (status: string) => shown.filter(order => order.status === status).length
  return {
    overall: shown.length,
    success: of('success'),
    failure: of('failure'),
    waiting: of('waiting'),
    ongoing: of('ongoing'),
    archived: orders.length - shown.length,
  }
}

async function expectRight(): Promise<void> {
  for (const { id, level, vendor_id: vendor } of ACCOUNTS) {
    const tenant = tenantOf(db, { id, level, vendor, levels })
    const counts = await countsOneByOne(tenant, id)
    expect(await countOrders(tenant)).toEqual(counts)
    const view = viewOf({ config, resource: config.resources.orders! }, level)
    for (const status of [undefined, 'waiting', 'failure'] as const)
      for (const archived of [false, true]) {
        const filters = { status, search: '', archived, rowFilters: { conditions: [], search: undefined } }
        const seen: number[] = []
        const pages = []
        for (let offset = 0; offset === 0 || pages.at(-1)!.data.length > 0; offset += 3) {
          pages.push(await listOrders(tenant, filters, { offset, limit: 3 }, view))
          seen.push(...pages.at(-1)!.data.map(order => order.id))
        }
        expect(seen).toEqual(seen.toSorted((a, b) => b - a))
        expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([seen.length]))
      }
  }
}

it('are right for every account after orders were sent, answered, archived and deleted', async () => {
  const random = randomFrom(7)
  for (let round = 0; round < 60; round++) {
    const { id: sender, vendor_id: vendor } = random.pick(ACCOUNTS.slice(0, 4))
    const some = sql<number>`(select id from orders order by md5(id || ${String(random.next())}) limit ${random.between(1, 4)})`
    const kind = random.weighted({ send: 40, answer: 25, fail: 10, archive: 15, remove: 5, fold: 5 })
    if (kind === 'send') await send(sender, vendor, random.between(1, 3))
    else if (kind === 'answer')
      await sql`update orders set waiting = 0, success = success + waiting where id in ${some}`.execute(db)
    else if (kind === 'fail')
      await sql`update orders set waiting = waiting - 1, failure = failure + 1 where waiting > 0 and id in ${some}`.execute(
        db,
      )
    else if (kind === 'archive')
      await sql`insert into order_marks (client_id, order_id, archived) select ${sender}, id, true from orders where id in ${some}
        on conflict (client_id, order_id) do update set archived = not order_marks.archived`.execute(db)
    else if (kind === 'remove') await sql`delete from orders where id in ${some}`.execute(db)
    else await foldCounters(db)
    expect(await checkOrderCounts(db)).toEqual([])
    if (round % 15 === 14) await expectRight()
  }
  // Its orders stay, without a sender.
  await db.deleteFrom('clients').where('id', '=', 4).execute()
  await expectRight()
  await tidyCounters(db)
  await expectRight()
})

it('are zero after all orders were removed at once', async () => {
  await sql`truncate orders cascade`.execute(db)
  expect(await checkOrderCounts(db)).toEqual([])
  await send(1, 0, 1)
})

it('are rebuilt with the counts of devices', async () => {
  await foldCounters(db)
  await sql`update order_counts set orders = orders + 1`.execute(db)
  const [wrong] = await checkOrderCounts(db)
  expect(wrong!.maintained - wrong!.actual).toBe(1)
  await rebuildCounters(db)
  expect([...(await checkOrderCounts(db)), ...(await checkCounters(db))]).toEqual([])
})
