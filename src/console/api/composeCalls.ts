/** The calls of the compose page that are ours: `undefined` on a server that does not have them (decision 22). */
import type { SortedNumbers } from '../../contract/devices'
import type { Body, Query } from './calls'
import { type Client, optional } from './client'

/** As many as the call takes; more are asked for in several. */
const AT_ONCE = 5_000

export function createComposeCalls(client: Client) {
  return {
    /** Whom a sheet would hit. */
    previewOrder: (aim: Body<'orders.preview'>, signal?: AbortSignal) =>
      optional(client.payload('orders.preview', { body: aim, signal })),

    /** The devices of an order, to be ordered again. */
    orderRecipients: (id: number, query: Query<'orders.recipients'>, signal?: AbortSignal) =>
      optional(client.payload('orders.recipients', { params: { id }, query, signal })),

    /** The devices of many numbers, sorted; each device once. */
    async findNumbers(numbers: readonly string[], signal?: AbortSignal): Promise<SortedNumbers | undefined> {
      const sorted: SortedNumbers = { found: [], duplicate: [], unknown: [], invalid: [] }
      const devices = new Set<string>()
      for (let at = 0; at < numbers.length; at += AT_ONCE) {
        const body = { numbers: numbers.slice(at, at + AT_ONCE) }
        const part = await optional(client.payload('devices.numbers', { body, signal }))
        if (!part) return undefined
        for (const hit of part.found) {
          if (devices.has(hit.device)) sorted.duplicate.push(hit.number)
          else sorted.found.push(hit)
          devices.add(hit.device)
        }
        sorted.duplicate.push(...part.duplicate)
        sorted.unknown.push(...part.unknown)
        sorted.invalid.push(...part.invalid)
      }
      return sorted
    },
  }
}
