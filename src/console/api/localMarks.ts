/**
 * What a user marked on orders, kept in this browser, per user, where the server does not keep it (decision 6). Nothing lies
 * here for a server that does.
 */
import type { Order } from '../../contract/orders'

export interface OrderMarks {
  read?: boolean
  /** `null` takes the user's star back: the results decide again. */
  starred?: boolean | null
  archived?: boolean
}

type StoredMarks = Record<string, OrderMarks>

/** So that the browser's storage never fills up: marks of the newest orders stay. */
const MOST = 2_000

export function createLocalMarks(user: () => string | undefined) {
  const key = () => `orders.marks.${(user() ?? '').toLowerCase()}`

  function read(): StoredMarks {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(key()) ?? '{}')
      return typeof found === 'object' && found !== null ? (found as StoredMarks) : {}
    } catch {
      return {}
    }
  }

  function write(marks: StoredMarks): void {
    const newest = Object.entries(marks)
      .sort(([a], [b]) => Number(b) - Number(a))
      .slice(0, MOST)
    if (newest.length === 0) localStorage.removeItem(key())
    else localStorage.setItem(key(), JSON.stringify(Object.fromEntries(newest)))
  }

  return {
    set(ids: readonly number[], marks: OrderMarks): void {
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

    archived(): Set<number> {
      return new Set(
        Object.entries(read()).flatMap(([id, { archived }]) => (archived === true ? [Number(id)] : [])),
      )
    },

    /** The orders as this user marked them. */
    applied<O extends Order>(orders: readonly O[]): O[] {
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

export type LocalMarks = ReturnType<typeof createLocalMarks>
