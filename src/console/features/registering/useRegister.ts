/**
 * Registers an order sheet (§7). A sheet that got no answer is sent again as it was, and is one order (security 32).
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { OrderSheet } from '../../../contract/orders'
import { isAbsent } from '../../../domain/dates'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useFleet } from '../../api/fleet'

export type Registration =
  | { kind: 'registered'; order: RegisteredOrder }
  /** The server says no: `fields` what is wrong where, as sentences. */
  | { kind: 'refused'; reason: string; fields: Partial<Record<string, string>> }
  /** No answer that could be understood; `unknown`: it may be registered all the same. */
  | { kind: 'failed'; reason: string; unknown: boolean }

export interface RegisteredOrder {
  /** Absent if the server does not answer with it. */
  id?: number
  total?: number
  /** Until then no device gets it; absent without a hold. */
  holdUntil?: string
}

interface Asked {
  sheet: OrderSheet
  /** Identifies the order where the sheet does not: its "now" is another time a moment later. */
  identity: string
}

export function useRegister() {
  const fleet = useFleet()
  const queries = useQueryClient()
  // The same sheet on another page, or at another time, is another order.
  const page = useId()

  const send = async ({ sheet, identity }: Asked): Promise<Registration> => {
    try {
      const { result, message = '', payload } = await fleet.registerOrder(sheet, [page, identity])
      if (result !== true) {
        // §8: the message is logged.
        console.error(message)
        return { kind: 'refused', reason: message, fields: {} }
      }
      void queries.invalidateQueries({ queryKey: ['orders'] })
      void queries.invalidateQueries({ queryKey: ['devices', 'timeline'] })
      return { kind: 'registered', order: orderOf(payload) }
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0
      const reason = error instanceof Error ? error.message : String(error)
      const unknown = isOutcomeUnknown(error)
      if (unknown || status < 400 || status >= 500) return { kind: 'failed', reason, unknown }
      const { errors = {} } = failureBody(error)
      return { kind: 'refused', reason, fields: ofWholeValue(errors) }
    }
  }
  const { isPending, mutateAsync } = useMutation({ mutationFn: send })

  return {
    busy: isPending,
    /** @param identity the same for what shall be the same order; by default the sheet itself */
    register: (sheet: OrderSheet, identity = JSON.stringify(sheet)) => mutateAsync({ sheet, identity }),
  }
}

/**
 * The first problem of a part (`data.server.host`) is reported as that of `data`: the form marks each part by the same
 * schema.
 */
function ofWholeValue(errors: Readonly<Record<string, string>>): Record<string, string> {
  const parts = Object.entries(errors).filter(([name]) => name.startsWith('data.'))
  const [first] = parts
  if (!first) return errors
  const whole = Object.entries(errors).filter(one => !parts.some(([name]) => name === one[0]))
  return { data: `${first[0].slice('data.'.length)}: ${first[1]}`, ...Object.fromEntries(whole) }
}

function orderOf(payload: unknown): RegisteredOrder {
  const { id, total, holdUntil } = (payload ?? {}) as RegisteredOrder
  return { id, total, holdUntil: isAbsent(holdUntil) ? undefined : holdUntil }
}
