/** Measures orders: registering one for a large batch, pages of the list, and the device search of compose. */
import { sql } from 'kysely'
import type { OrderWorld } from './orderWorld'
import { median, timed, timedRuns } from './timing'

interface OrderSpeed {
  registeredMs: number
  /** The baseline: an INSERT … SELECT of the same number of targets. */
  bareInsertMs: number
  /** The slowest page of orders while an order was being registered. */
  meanwhileMs: number
}

/** Times registering and the baseline alternately, so that they run under the same load. */
export async function timeRegistration(world: OrderWorld, rounds = 5): Promise<OrderSpeed> {
  const { db } = world
  await sql`create table bare_targets (order_id bigint, device_id text, number text, status text default 'waiting', reason text,
    changed timestamptz default now(), primary key (order_id, device_id))`.execute(db)
  const registered: number[] = []
  const bare: number[] = []
  let meanwhileMs = 0
  for (let round = 0; round < rounds; round++) {
    bare.push(
      await timed(() =>
        sql`insert into bare_targets (order_id, device_id, number)
          select ${round}::bigint, id, isdn from devices where batch_id = 1`.execute(db),
      ),
    )
    let isRegistered = false
    const registering = timed(() => register(world)).finally(() => {
      isRegistered = true
    })
    while (!isRegistered) meanwhileMs = Math.max(meanwhileMs, await timed(() => page(world, 1)))
    registered.push(await registering)
  }
  return { registeredMs: median(registered), bareInsertMs: median(bare), meanwhileMs }
}

/** The rows of a page, as in the list of orders. */
const PAGE_ROWS = 5

const register = (world: OrderWorld) =>
  world.ask('POST', '/api/orders/order', { code: 'reboot', data: 'NOW', batch: 1 })

const page = (world: OrderWorld, index: number, filter: object = {}) =>
  world.ask('POST', '/api/orders', { page_index: index, page_limit: PAGE_ROWS, ...filter })

interface PageSpeed {
  firstMs: number
  lastMs: number
  searchMs: number
  countsMs: number
  /** The baseline: five orders by id, without count and marks. */
  bareMs: number
}

/** Times pages of the list of all orders, a search, and the counts by status, as a master. */
export async function timeOrderPages(world: OrderWorld): Promise<PageSpeed> {
  // One of a hundred orders is archived and not in the list.
  const lastPage = Math.floor((world.orders * 0.99) / PAGE_ROWS)
  return {
    firstMs: await medianMs(() => page(world, 1)),
    lastMs: await medianMs(() => page(world, lastPage)),
    searchMs: await medianMs(() => page(world, 1, { search: 'order 123' })),
    countsMs: await medianMs(() => world.ask('GET', '/api/orders/status')),
    bareMs: await medianMs(() =>
      sql`select * from orders order by id desc limit ${PAGE_ROWS}`.execute(world.db),
    ),
  }
}

/** Times a search for four digits: the first fifty hits and their total number. */
export async function timeDigits(world: OrderWorld): Promise<{ searchMs: number; bareMs: number }> {
  let lastNumber = 0
  // Other digits for each search, so that no result is cached.
  const nextDigits = () => {
    lastNumber += 397
    return String(1000 + (lastNumber % 9000))
  }
  return {
    searchMs: await medianMs(() =>
      world.ask('POST', '/api/devices', { topic: 'number', alike: nextDigits(), status: 'all', max: 50 }),
    ),
    bareMs: await medianMs(() =>
      sql`with hits as materialized (select id, isdn, online from devices where isdn like ${`%${nextDigits()}%`})
        select *, (select count(*) from hits) from hits order by online desc, isdn limit 50`.execute(
        world.db,
      ),
    ),
  }
}

const medianMs = async (work: () => Promise<unknown>) => median(await timedRuns(work, 40, 5))
