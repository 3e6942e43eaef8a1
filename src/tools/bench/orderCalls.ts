/** What orders cost: registering one to a large batch, a page of many, and the search of compose. */
import { sql } from 'kysely'
import type { OrderWorld } from './orderWorld'
import { median, runs, timed } from './timing'

interface OrderSpeed {
  registeredMs: number
  /** The bare INSERT … SELECT of as many targets, in the same run. */
  bareInsertMs: number
  /** The slowest page of orders of another user while an order was being registered. */
  meanwhileMs: number
}

/** By turns, so that both run under the same load. */
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
    let answered = false
    const registering = timed(() => register(world)).finally(() => {
      answered = true
    })
    while (!answered) meanwhileMs = Math.max(meanwhileMs, await timed(() => page(world, 1)))
    registered.push(await registering)
  }
  return { registeredMs: median(registered), bareInsertMs: median(bare), meanwhileMs }
}

const register = (world: OrderWorld) =>
  world.ask('POST', '/api/orders/order', { code: 'reboot', data: 'NOW', batch: 1 })

const page = (world: OrderWorld, index: number, filter: object = {}) =>
  world.ask('POST', '/api/orders', { page_index: index, page_limit: 5, ...filter })

interface PageSpeed {
  firstMs: number
  lastMs: number
  foundMs: number
  countsMs: number
  /** Five orders by number, no count, no marks. */
  bareMs: number
}

/** Pages at five positions in the list of all orders, as a master sees them. */
export async function timeOrderPages(world: OrderWorld): Promise<PageSpeed> {
  const last = Math.floor((world.orders * 0.99) / 5)
  return {
    firstMs: await often(() => page(world, 1)),
    lastMs: await often(() => page(world, last)),
    foundMs: await often(() => page(world, 1, { search: 'order 123' })),
    countsMs: await often(() => world.ask('GET', '/api/orders/status')),
    bareMs: await often(() => sql`select * from orders order by id desc limit 5`.execute(world.db)),
  }
}

/** Four digits, the first fifty hits and how many there are. */
export async function timeDigits(world: OrderWorld): Promise<{ searchMs: number; bareMs: number }> {
  let nth = 0
  const digits = () => {
    nth += 397
    return String(1000 + (nth % 9000))
  }
  return {
    searchMs: await often(() =>
      world.ask('POST', '/api/devices', { topic: 'number', alike: digits(), status: 'all', max: 50 }),
    ),
    bareMs: await often(() =>
      sql`with hits as materialized (select id, isdn, online from devices where isdn like ${`%${digits()}%`})
        select *, (select count(*) from hits) from hits order by online desc, isdn limit 50`.execute(
        world.db,
      ),
    ),
  }
}

const often = async (work: () => Promise<unknown>) => median(await runs(work, 40, 5))
