/**
 * A user's marks on orders: read, starred, archived (decision 6). Our server stores them. For a server that does not,
 * they are stored in this browser, per user.
 */
import type { Order } from '../../contract/orders'
import { isObject } from '../../domain/own'
import { localStore } from '../browserStorage'

export interface MarkChanges {
  read?: boolean
  /** `null` removes the user's own choice: the star then follows from the order's results. */
  starred?: boolean | null
  archived?: boolean
}

type StoredMarks = Record<string, MarkChanges>

/** The maximum of orders with marks, so that the browser's storage does not fill up. The oldest are dropped. */
const MAX_STORED = 2_000

/** Applies marks to orders from the server. */
export interface Marks {
  /** The orders with this user's marks. */
  withMarks: (orders: readonly Order[]) => Order[]
  /** Ids of orders that are archived in this browser only. */
  archived: () => ReadonlySet<number>
}

/** For a server that stores marks: its orders have them already. */
export const serverMarks: Marks = { withMarks: orders => [...orders], archived: () => new Set() }

export function createBrowserMarks(userEmail: () => string | undefined) {
  const key = () => `orders.marks.${(userEmail() ?? '').toLowerCase()}`

  function read(): StoredMarks {
    try {
      const stored: unknown = JSON.parse(localStore.getItem(key()) ?? '{}')
      return isObject(stored) ? (stored as StoredMarks) : {}
    } catch {
      return {}
    }
  }

  function write(marks: StoredMarks): void {
    // Newer orders have higher ids.
    const newest = Object.entries(marks)
      .sort(([a], [b]) => Number(b) - Number(a))
      .slice(0, MAX_STORED)
    if (newest.length === 0) localStore.removeItem(key())
    else localStore.setItem(key(), JSON.stringify(Object.fromEntries(newest)))
  }

  return {
    set(ids: readonly number[], marks: MarkChanges): void {
      const all = read()
      for (const id of ids) all[id] = { ...all[id], ...marks }
      write(all)
    },

    /** Deletes the browser's marks of these orders, after the server has stored their marks. */
    forget(ids: readonly number[]): void {
      const all = read()
      if (!ids.some(id => id in all)) return
      for (const id of ids) delete all[id]
      write(all)
    },

    archived(): ReadonlySet<number> {
      return new Set(
        Object.entries(read()).flatMap(([id, { archived }]) => (archived === true ? [Number(id)] : [])),
      )
    },

    withMarks(orders: readonly Order[]): Order[] {
      const all = read()
      return orders.map(order => {
        const marks = all[order.id]
        if (!marks) return order
        const { read, starred } = marks
        return {
          ...order,
          ...(read === undefined ? {} : { unreaded: !read }),
          ...(typeof starred === 'boolean' ? { starred, star: starred ? 'full' : 'empty' } : {}),
        }
      })
    },
  }
}
