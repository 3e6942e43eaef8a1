/** The status of each target, and the counts of an order, which always equal its targets (decision 32, security 34). */
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { ORDER_STATUSES, type OrderStatus, orderStatus, TRANSITIONS } from '../../src/domain/orders'
import {
  cancelTargets,
  expireTargets,
  moveTargets,
  sweepOrders,
} from '../../src/server/commands/orders/moveTargets'
import { tenantOf } from '../../src/server/store/tenancy'
import { ordersWithWrongCounts } from '../support/crash'
import { newDatabase, onPglite } from '../support/databases'
import { callers } from '../support/rosterWorld'
import { findRow, findRows, insertRow, insertRows } from '../support/rows'
import { TEST_NOW } from '../support/server'

const later = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000)
const DEVICES = Array.from({ length: 12 }, (_, n) => `3581260900000${String(n).padStart(2, '0')}`)
const [A, B, C] = DEVICES as [string, string, string]

const db = await newDatabase()
await insertRow(db, 'models', { id: 1, name: 'FT-100' })
const devices = DEVICES.map((id, n) => ({ id, isdn: `0101000${1000 + n}`, model_id: 1 }))
await insertRows(db, 'devices', devices)
beforeEach(async () => {
  await db.deleteFrom('orders').execute()
})
const cancel = (order: number, now: Date) =>
  db.transaction().execute(tx => cancelTargets(tx, tenantOf(tx, callers.master), order, now))

const ORDER = { sender_name: 'a', code: 'reboot', caption: '재시작', theme: 'search' } as const
interface Times {
  started?: Date
  held_until?: Date
  expired?: Date
}
const addOrder = async (targets: [device: string, status: OrderStatus][], times: Times = {}) => {
  const counts = ORDER_STATUSES.map(status => [status, targets.filter(target => target[1] === status).length])
  const order = { ...ORDER, ...Object.fromEntries(counts), ...times, created: TEST_NOW }
  const id = await insertRow(db, 'orders', order)
  const target = { order_id: id, number: '01012345678' }
  const rows = targets.map(([device_id, status]) => ({ ...target, device_id, status }))
  await insertRows(db, 'order_targets', rows)
  return id
}
const addWaiting = (devices: string[], times?: Times) =>
  addOrder(
    devices.map(device => [device, 'waiting']),
    times,
  )
/** Status and reason of each target. */
const statesOf = async (order: number) => {
  const rows = await findRows(db, 'order_targets', { order_id: order })
  const inOrder = rows.sort((a, b) => a.device_id.localeCompare(b.device_id))
  return inOrder.map(({ status, reason }) => [status, reason])
}
const readOrder = (id: number) => findRow(db, 'orders', { id })

it('The generated status of an order is the one that the domain computes from its counts', async () => {
  const counts = [0, 1, 3]
  const orders = counts.flatMap(success =>
    counts.flatMap(failure =>
      counts.flatMap(waiting => counts.map(ongoing => ({ ...ORDER, success, failure, waiting, ongoing }))),
    ),
  )
  await insertRows(db, 'orders', orders)
  const rows = await findRows(db, 'orders')
  expect(rows).toHaveLength(81)
  for (const row of rows) expect(row).toMatchObject({ status: orderStatus(row) })
})

it.each(ORDER_STATUSES.flatMap(from => ORDER_STATUSES.map(to => [from, to] as const)))(
  'A target moves from %s to %s only if the domain has this transition',
  async (from, to) => {
    const id = await addOrder([[A, from]])
    const moved = await moveTargets(db, [{ order: id, device: A, to, reason: 'rejected' }], later(1))
    const isAllowed = TRANSITIONS[from].includes(to)
    expect(moved).toEqual(isAllowed ? [{ order: id, device: A, to }] : [])
    expect(await statesOf(id)).toEqual([isAllowed ? [to, 'rejected'] : [from, null]])
    expect(await ordersWithWrongCounts(db)).toEqual([])
  },
)

it.each<[string, Times, number, boolean]>([
  ['before its start', { started: later(60) }, 59, false],
  ['at its start', { started: later(60) }, 60, true],
  ['during its hold', { held_until: later(5) }, 4, false],
  ['after its hold', { held_until: later(5) }, 5, true],
  ['before its end', { expired: later(60) }, 59, true],
  ['at its end', { expired: later(60) }, 60, false],
  ['without start, hold and end', {}, 0, true],
])('An order %s (%j) goes to its devices at second %i: %s', async (_when, times, seconds, isSent) => {
  const id = await addWaiting([A], times)
  const moved = await moveTargets(db, [{ order: id, device: A, to: 'ongoing' }], later(seconds))
  expect(moved).toHaveLength(isSent ? 1 : 0)
  expect(await statesOf(id)).toEqual([[isSent ? 'ongoing' : 'waiting', null]])
})

it('Of several simultaneous moves of a target only one succeeds', async () => {
  const id = await addWaiting(DEVICES)
  const moves = DEVICES.map(device => ({ order: id, device, to: 'ongoing' as const }))
  const moved = (await Promise.all(Array.from({ length: 8 }, () => moveTargets(db, moves, later(10))))).flat()
  expect(moved.map(({ device }) => device).sort()).toEqual(DEVICES)
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('At the end of an order its open targets expire, in steps; other orders stay', async () => {
  const due = await addOrder(
    [
      [A, 'waiting'],
      [B, 'ongoing'],
      [C, 'success'],
    ],
    { expired: later(60) },
  )
  const others = [await addWaiting([A], { expired: later(61) }), await addWaiting([A])]
  expect(await expireTargets(db, later(59))).toBe(0)
  expect(await expireTargets(db, later(60), 1)).toBe(1)
  expect(await ordersWithWrongCounts(db)).toEqual([])
  expect(await readOrder(due)).toMatchObject({ status: 'ongoing', failure: 1 })
  expect(await sweepOrders(db, later(60))).toBe(1)
  expect((await statesOf(due)).join(' | ')).toBe('failure,expired | failure,expired | success,')
  for (const id of others) expect(await readOrder(id)).toMatchObject({ status: 'waiting' })
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('Deleting a device keeps its results and marks its open targets as failed', async () => {
  const deleted = '990000862471854'
  await insertRow(db, 'devices', { id: deleted, isdn: '01099999999', model_id: 1 })
  const open = await addOrder([
    [A, 'waiting'],
    [deleted, 'ongoing'],
  ])
  const done = await addOrder([[deleted, 'success']])
  await db.deleteFrom('devices').where('id', '=', deleted).execute()
  expect((await statesOf(open)).join(' | ')).toBe('waiting, | failure,gone')
  expect(await statesOf(done)).toEqual([['success', null]])
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('The counts equal the targets after any simultaneous moves, cancellations and expiries', async () => {
  const ORDERS = 3
  const statuses = fc.array(fc.constantFrom(...ORDER_STATUSES), { minLength: 1, maxLength: 6 })
  const nth = fc.nat(ORDERS - 1)
  const device = fc.constantFrom(...DEVICES.slice(0, 6), '000000000000000')
  const move = fc.record({ nth, device, to: fc.constantFrom(...ORDER_STATUSES) })
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.record({ moves: fc.array(move, { maxLength: 8 }) }) },
    { weight: 1, arbitrary: fc.record({ cancel: nth }) },
    { weight: 1, arbitrary: fc.record({ expireAt: fc.nat(40) }) },
  )
  const orders = fc.array(statuses, { minLength: ORDERS, maxLength: ORDERS })
  const actions = fc.array(action, { minLength: 4, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(orders, actions, async (orders, actions) => {
      await db.deleteFrom('orders').execute()
      const ids: number[] = []
      for (const [n, statuses] of orders.entries()) {
        const targets = statuses.map((status, index): [string, OrderStatus] => [DEVICES[index]!, status])
        ids.push(await addOrder(targets, { expired: later(10 + n * 10) }))
      }
      await Promise.all(
        actions.map(action => {
          if ('cancel' in action) return cancel(ids[action.cancel]!, later(5))
          if ('expireAt' in action) return expireTargets(db, later(action.expireAt), 3)
          const moves = action.moves.map(({ nth, device, to }) => ({ order: ids[nth]!, device, to }))
          return moveTargets(db, moves, later(5))
        }),
      )
      expect(await ordersWithWrongCounts(db)).toEqual([])
    }),
    { numRuns: onPglite ? 25 : 60, seed: 20261121 },
  )
})
