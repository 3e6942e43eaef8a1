/**
 * What a user marked on orders: read, starred, archived (decision 6). Our server keeps it with the orders; for a server
 * that does not, this browser keeps it, per user.
 */
import type { Order } from '../../contract/orders'
import { isObject } from '../../domain/own'

export interface MarkChanges {
  read?: boolean
  /** `null` takes the user's star back: the results decide again. */
  starred?: boolean | null
  archived?: boolean
}

type StoredMarks = Record<string, MarkChanges>

/** So that the browser's storage never fills up: marks of the newest orders stay. */
const MAX_STORED = 2_000

/** How marks are seen on what the server answers. */
export interface Marks {
  /** The orders as this user marked them. */
  withMarks: (orders: readonly Order[]) => Order[]
  /** Orders that the server lists although the user has archived them. */
  archived: () => ReadonlySet<number>
}

/** Marks of a server that keeps them are in its answers already. */
export const serverMarks: Marks = { withMarks: orders => [...orders], archived: () => new Set() }

export function createBrowserMarks(user: () => string | undefined) {
  const key = () => `orders.marks.${(user() ?? '').toLowerCase()}`

  function read(): StoredMarks {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(key()) ?? '{}')
      return isObject(found) ? (found as StoredMarks) : {}
    } catch {
      return {}
    }
  }

  function write(marks: StoredMarks): void {
    const newest = Object.entries(marks)
      .sort(([a], [b]) => Number(b) - Number(a))
      .slice(0, MAX_STORED)
    if (newest.length === 0) localStorage.removeItem(key())
    else localStorage.setItem(key(), JSON.stringify(Object.fromEntries(newest)))
  }

  return {
    set(ids: readonly number[], marks: MarkChanges): void {
      const all = read()
      for (const id of ids) all[id] = { ...all[id], ...marks }
      write(all)
    },

    /** The server keeps these now. */
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
