/** Targets on their way (decision 32), and the counts that follow them whoever moves what at the same time (security 34). */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { ORDER_STATUSES, type OrderStatus, orderStatus, TRANSITIONS } from '../../src/domain/orders'
import {
  cancelTargets,
  expireTargets,
  moveTargets,
  sweepOrders,
  type TargetMove,
} from '../../src/server/commands/orders/moveTargets'
import type { Db } from '../../src/server/store/database'
import { insertMany } from '../../src/server/store/insertMany'
import { tenantOf } from '../../src/server/store/tenancy'
import { newDatabase, onPglite } from '../support/databases'
import { TEST_NOW } from '../support/server'

const at = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000)
const DEVICES = Array.from({ length: 12 }, (_, nth) => `3581260900000${String(nth).padStart(2, '0')}`)

let db: Db
const master = {
  id: 1,
  level: 9,
  vendor: 0,
  levels: { none: 0, guest: 1, client: 3, vendor: 6, master: 9 },
}
const cancel = (order: number, now: Date) =>
  db.transaction().execute(tx => cancelTargets(tx, tenantOf(tx, master), order, now))
beforeAll(async () => {
  db = await newDatabase()
  await db.insertInto('models').values({ id: 1, name: 'FT-100' }).execute()
  for (const [nth, id] of DEVICES.entries())
    await db
      .insertInto('devices')
      .values({ id, isdn: `010100000${String(nth).padStart(2, '0')}`, model_id: 1 })
      .execute()
})
beforeEach(async () => {
  await db.deleteFrom('orders').execute()
})

interface Times {
  started?: Date
  held_until?: Date
  expired?: Date
}
const addOrder = async (targets: readonly (readonly [string, OrderStatus])[], times: Times = {}) => {
  const count = (status: OrderStatus) => targets.filter(([, own]) => own === status).length
  const { id } = await db
    .insertInto('orders')
    .values({
      sender_name: 'a',
      code: 'reboot',
      caption: '재시작',
      theme: 'search',
      created: TEST_NOW,
      ...times,
      success: count('success'),
      failure: count('failure'),
      waiting: count('waiting'),
      ongoing: count('ongoing'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMany(
    db,
    'order_targets',
    ['order_id', 'device_id', 'number', 'status', 'changed'],
    targets.map(([device_id, status]) => ({
      order_id: id,
      device_id,
      number: '01012345678',
      status,
      changed: TEST_NOW.toISOString(),
    })),
  )
  return id
}
const stateOf = async (order: number) => {
  const rows = await db
    .selectFrom('order_targets')
    .select(['device_id', 'status', 'reason'])
    .where('order_id', '=', order)
    .orderBy('device_id')
    .execute()
  return rows.map(row => [row.status, row.reason])
}
const readOrder = (id: number) =>
  db
    .selectFrom('orders')
    .select(['status', 'success', 'failure', 'waiting', 'ongoing', 'total'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
/** The orders whose counts or status differ from their targets. */
const wrongOrders = async () => {
  const { rows } = await sql<
    Record<OrderStatus, number> & { id: number; status: OrderStatus; of: Record<OrderStatus, number> }
  >`
      select o.*, json_build_object('success', count(*) filter (where t.status = 'success'), 'failure', count(*) filter (where t.status = 'failure'),
          'waiting', count(*) filter (where t.status = 'waiting'), 'ongoing', count(*) filter (where t.status = 'ongoing')) as of
        from orders o left join order_targets t on t.order_id = o.id group by o.id`.execute(db)
  return rows.filter(
    ({ status, of, success, failure, waiting, ongoing }) =>
      !isDeepStrictEqual(of, { success, failure, waiting, ongoing }) || status !== orderStatus(of),
  )
}
const [one, two, three] = DEVICES as [string, string, string]

it('makes of the counts the status that the domain makes of them', async () => {
  const counts = [0, 1, 3]
  for (const success of counts)
    for (const failure of counts)
      for (const waiting of counts)
        for (const ongoing of counts)
          await db
            .insertInto('orders')
            .values({
              sender_name: 'a',
              code: 'x',
              caption: 'x',
              theme: 'search',
              success,
              failure,
              waiting,
              ongoing,
            })
            .execute()
  const rows = await db.selectFrom('orders').selectAll().execute()
  expect(rows).toHaveLength(81)
  for (const row of rows) expect(row).toMatchObject({ status: orderStatus(row) })
})

it.each(ORDER_STATUSES.flatMap(from => ORDER_STATUSES.map(to => [from, to] as const)))(
  'moves a target from %s to %s only where the domain has the step',
  async (from, to) => {
    const id = await addOrder([[one, from]])
    const moved = await moveTargets(db, [{ order: id, device: one, to, reason: 'rejected' }], at(1))
    const able = TRANSITIONS[from].includes(to)
    expect(moved).toEqual(able ? [{ order: id, device: one, to }] : [])
    expect(await stateOf(id)).toEqual([able ? [to, 'rejected'] : [from, null]])
    expect(await wrongOrders()).toEqual([])
  },
)

it('takes an order from waiting over ongoing to its result', async () => {
  const id = await addOrder([one, two].map(device => [device, 'waiting'] as const))
  const step = (device: string, to: OrderStatus) => moveTargets(db, [{ order: id, device, to }], at(1))
  await step(one, 'ongoing')
  expect(await readOrder(id)).toEqual({
    status: 'ongoing',
    success: 0,
    failure: 0,
    waiting: 1,
    ongoing: 1,
    total: 2,
  })
  await step(one, 'success')
  await step(two, 'ongoing')
  await step(two, 'failure')
  expect(await readOrder(id)).toEqual({
    status: 'failure',
    success: 1,
    failure: 1,
    waiting: 0,
    ongoing: 0,
    total: 2,
  })
})

it.each<[string, Times, number, boolean]>([
  ['before its start', { started: at(60) }, 59, false],
  ['at its start', { started: at(60) }, 60, true],
  ['before the end of its hold', { held_until: at(5) }, 4, false],
  ['after its hold', { held_until: at(5) }, 5, true],
  ['at its end', { expired: at(60) }, 60, false],
  ['before its end', { expired: at(60) }, 59, true],
  ['without any of them', {}, 0, true],
])('hands an order to its devices %s: %#', async (_when, times, seconds, handed) => {
  const id = await addOrder([[one, 'waiting']], times)
  const moved = await moveTargets(db, [{ order: id, device: one, to: 'ongoing' }], at(seconds))
  expect(moved).toHaveLength(handed ? 1 : 0)
  expect(await stateOf(id)).toEqual([[handed ? 'ongoing' : 'waiting', null]])
})

it('hands each target to one of many who ask for it at once', async () => {
  const id = await addOrder(DEVICES.map(device => [device, 'waiting'] as const))
  const all = DEVICES.map(device => ({ order: id, device, to: 'ongoing' as const }))
  const taken = (await Promise.all(Array.from({ length: 8 }, () => moveTargets(db, all, at(10))))).flat()
  expect(taken.map(({ device }) => device).sort()).toEqual(DEVICES)
  expect(await wrongOrders()).toEqual([])
})

it('takes back what waits, and nothing that a device has', async () => {
  const id = await addOrder([
    [one, 'waiting'],
    [two, 'ongoing'],
    [three, 'waiting'],
  ])
  expect(await cancel(id, at(1))).toBe(2)
  expect(await cancel(id, at(2))).toBe(0)
  expect(await stateOf(id)).toEqual([
    ['failure', 'cancelled'],
    ['ongoing', null],
    ['failure', 'cancelled'],
  ])
  expect(await wrongOrders()).toEqual([])
})

it('fails what is unanswered at the end of its order, bit by bit, and leaves the rest alone', async () => {
  const due = await addOrder(
    [
      [one, 'waiting'],
      [two, 'ongoing'],
      [three, 'success'],
    ],
    { expired: at(60) },
  )
  const later = await addOrder([[one, 'waiting']], { expired: at(61) })
  const endless = await addOrder([[one, 'waiting']])
  expect(await expireTargets(db, at(59))).toBe(0)
  expect(await expireTargets(db, at(60), 1)).toBe(1)
  expect(await wrongOrders()).toEqual([])
  expect(await readOrder(due)).toMatchObject({ status: 'ongoing', failure: 1 })
  expect(await sweepOrders(db, at(60))).toBe(1)
  expect(await stateOf(due)).toEqual([
    ['failure', 'expired'],
    ['failure', 'expired'],
    ['success', null],
  ])
  expect([(await readOrder(later)).status, (await readOrder(endless)).status]).toEqual(['waiting', 'waiting'])
  expect(await wrongOrders()).toEqual([])
})

it('is swept once by several processes at the same time', async () => {
  for (let nth = 0; nth < 6; nth++)
    await addOrder(
      DEVICES.map(device => [device, 'waiting'] as const),
      { expired: at(1) },
    )
  const failed = await Promise.all(Array.from({ length: 4 }, () => sweepOrders(db, at(2))))
  expect(failed.reduce((sum, one) => sum + one, 0)).toBe(6 * DEVICES.length)
  expect(await wrongOrders()).toEqual([])
})

it('keeps what a deleted device has done, and fails what it had to do', async () => {
  const gone = '990000862471854'
  await db.insertInto('devices').values({ id: gone, isdn: '01099999999', model_id: 1 }).execute()
  const newDatabase = await addOrder([
    [one, 'waiting'],
    [gone, 'ongoing'],
  ])
  const done = await addOrder([[gone, 'success']])
  await db.deleteFrom('devices').where('id', '=', gone).execute()
  expect(await stateOf(newDatabase)).toEqual([
    ['waiting', null],
    ['failure', 'gone'],
  ])
  expect(await stateOf(done)).toEqual([['success', null]])
  expect(await wrongOrders()).toEqual([])
})

it('go with their order', async () => {
  const id = await addOrder([[one, 'success']])
  await db.deleteFrom('orders').where('id', '=', id).execute()
  expect(await stateOf(id)).toEqual([])
})

const move = (orders: number): fc.Arbitrary<Omit<TargetMove, 'order'> & { nth: number }> =>
  fc.record({
    nth: fc.nat(orders - 1),
    device: fc.constantFrom(...DEVICES.slice(0, 6), '000000000000000'),
    to: fc.constantFrom(...ORDER_STATUSES),
  })
const action = (orders: number) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        moves: fc.array(move(orders), { maxLength: 8 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(orders - 1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), seconds: fc.nat(40) }) },
  )

it('counts its targets truly whatever happens to them at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(...ORDER_STATUSES), { minLength: 1, maxLength: 6 }), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.array(action(3), { minLength: 4, maxLength: 14 }),
      async (orders, actions) => {
        await db.deleteFrom('orders').execute()
        const ids: number[] = []
        for (const [nth, targets] of orders.entries())
          ids.push(
            await addOrder(
              targets.map((status, at) => [DEVICES[at]!, status] as const),
              { expired: at(10 + nth * 10) },
            ),
          )
        await Promise.all(
          actions.map(one => {
            if (one.do === 'cancel') return cancel(ids[one.nth]!, at(5))
            if (one.do === 'expire') return expireTargets(db, at(one.seconds), 3)
            return moveTargets(
              db,
              one.moves.map(({ nth, ...rest }) => ({ ...rest, order: ids[nth]! })),
              at(5),
            )
          }),
        )
        expect(await wrongOrders()).toEqual([])
      },
    ),
    { numRuns: onPglite ? 25 : 60, seed: 20261121 },
  )
})
