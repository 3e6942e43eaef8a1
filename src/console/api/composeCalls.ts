/** The calls of the compose page that are ours: `undefined` on a server that lacks them (decision 22). */
import type { DeviceHit, SortedNumbers } from '../../contract/devices'
import type { Body, Payload, Query } from './calls'
import { type Client, optional } from './client'

/** As many as the call takes; more are asked for in several. */
const AT_ONCE = 5_000

export interface ComposeCalls {
  /** Whom a sheet would hit. */
  previewOrder(
    aim: Body<'orders.preview'>,
    signal?: AbortSignal,
  ): Promise<Payload<'orders.preview'> | undefined>
  /** The devices of an order, to be ordered again. */
  orderRecipients(
    id: number,
    query: Query<'orders.recipients'>,
    signal?: AbortSignal,
  ): Promise<DeviceHit[] | undefined>
  /** The devices of many numbers, sorted; each device once. */
  findNumbers(numbers: readonly string[], signal?: AbortSignal): Promise<SortedNumbers | undefined>
}

export function createComposeCalls(client: Client): ComposeCalls {
  return {
    previewOrder: (aim, signal) => optional(client.payload('orders.preview', { body: aim, signal })),
    orderRecipients: (id, query, signal) =>
      optional(client.payload('orders.recipients', { params: { id }, query, signal })),

    async findNumbers(numbers, signal) {
      const sorted: SortedNumbers = { found: [], duplicate: [], unknown: [], invalid: [] }
      const there = new Set<string>()
      for (let at = 0; at < numbers.length; at += AT_ONCE) {
        const body = { numbers: numbers.slice(at, at + AT_ONCE) }
        const part = await optional(client.payload('devices.numbers', { body, signal }))
        if (!part) return undefined
        for (const hit of part.found) {
          if (there.has(hit.device)) sorted.duplicate.push(hit.number)
          else sorted.found.push(hit)
          there.add(hit.device)
        }
        sorted.duplicate.push(...part.duplicate)
        sorted.unknown.push(...part.unknown)
        sorted.invalid.push(...part.invalid)
      }
      return sorted
    },
  }
}
