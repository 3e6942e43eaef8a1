/** An order as the wire has it (§3). */
import type { Selectable } from 'kysely'
import type { Order } from '../../../contract/orders'
import { ABSENT_TIME } from '../../../domain/dates'
import { starOf } from '../../../domain/orders'
import type { Tables } from '../schema'

/** What stands in place of a password. */
const CONCEALED = '********'

/** The columns that `toOrder` reads; `words` repeats them and is left out. */
export const ORDER_COLUMNS = [
  'orders.id',
  'orders.sender_name',
  'orders.code',
  'orders.caption',
  'orders.title',
  'orders.data',
  'orders.secret',
  'orders.theme',
  'orders.started',
  'orders.expired',
  'orders.created',
  'orders.status',
  'orders.success',
  'orders.failure',
  'orders.waiting',
  'orders.ongoing',
  'orders.total',
  'marks.is_read',
  'marks.starred',
] as const

type Column<Name> = Name extends `orders.${infer Field extends keyof Tables['orders']}` ? Field : never

/** An order and what the caller has marked it with. */
export type OrderRecord = Pick<Selectable<Tables['orders']>, Column<(typeof ORDER_COLUMNS)[number]>> & {
  is_read: boolean | null
  starred: boolean | null
}

export function toOrder(row: OrderRecord): Order {
  const data = row.secret ? CONCEALED : row.data
  return {
    id: row.id,
    unreaded: !row.is_read,
    starred: row.starred ?? false,
    star: row.starred === null ? starOf(row) : row.starred ? 'full' : 'empty',
    success: row.success,
    failure: row.failure,
    waiting: row.waiting,
    ongoing: row.ongoing,
    total: row.total,
    status: row.status,
    title: row.title,
    code: row.code,
    caption: row.caption,
    data,
    theme: row.theme,
    content: data === '' ? row.caption : `${row.caption}: ${data}`,
    from: row.sender_name,
    started: wireTime(row.started),
    expired: wireTime(row.expired),
    created: row.created.toISOString(),
  }
}

export const wireTime = (at: Date | null): string => at?.toISOString() ?? ABSENT_TIME
