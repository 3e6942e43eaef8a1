/** Measures the registration of an order for a large batch. */
import { sql } from 'kysely'
import { median, timed } from '../timing'
import type { LargeFleet } from './largeFleet'

interface OrderSpeed {
  registeredMs: number
  /** The baseline: an INSERT … SELECT of the same number of targets. */
  bareInsertMs: number
  /** The slowest page of orders while an order was being registered. */
  meanwhileMs: number
}

/** Times registering and the baseline alternately, so that they run under the same load. */
export async function timeRegistration(world: LargeFleet, rounds = 5): Promise<OrderSpeed> {
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
    while (!isRegistered) meanwhileMs = Math.max(meanwhileMs, await timed(() => firstPage(world)))
    registered.push(await registering)
  }
  return { registeredMs: median(registered), bareInsertMs: median(bare), meanwhileMs }
}

/** The rows of a page, as in the list of orders. */
const PAGE_ROWS = 5

const register = (world: LargeFleet) =>
  world.ask('POST', '/api/orders/order', { code: 'reboot', data: 'NOW', batch: 1 })

const firstPage = (world: LargeFleet) =>
  world.ask('POST', '/api/orders', { page_index: 1, page_limit: PAGE_ROWS })
