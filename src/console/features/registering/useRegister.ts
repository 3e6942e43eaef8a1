/**
 * Registers an order sheet (§7). After a lost response the same sheet is sent again and stays one order (security 32).
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
  /** The server has refused the order; `fields` has messages by field. */
  | { kind: 'refused'; reason: string; fields: Partial<Record<string, string>> }
  /** No valid response. */
  | { kind: 'failed'; reason: string; mayBeRegistered: boolean }

export interface RegisteredOrder {
  /** Absent if the server does not return it. */
  id?: number
  total?: number
  /** The server sends the order to devices after this time; absent without a hold. */
  holdUntil?: string
}

interface OrderRequest {
  sheet: OrderSheet
  /** Identifies the order across retries. The sheet cannot: its start is the moment when it is built. */
  identity: string
}

export function useRegister() {
  const fleet = useFleet()
  const queries = useQueryClient()
  // Differs with each mount: the same sheet sent from another mount is another order.
  const mountId = useId()

  const send = async ({ sheet, identity }: OrderRequest): Promise<Registration> => {
    try {
      const { result, message = '', payload } = await fleet.registerOrder(sheet, [mountId, identity])
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
      const mayBeRegistered = isOutcomeUnknown(error)
      if (mayBeRegistered || status < 400 || status >= 500) return { kind: 'failed', reason, mayBeRegistered }
      const { errors = {} } = failureBody(error)
      return { kind: 'refused', reason, fields: withDataError(errors) }
    }
  }
  const { isPending, mutateAsync } = useMutation({ mutationFn: send })

  return {
    busy: isPending,
    /** @param identity requests with the same identity are the same order; by default the sheet itself */
    register: (sheet: OrderSheet, identity = JSON.stringify(sheet)) => mutateAsync({ sheet, identity }),
  }
}

/**
 * Reports the first error below `data` (`data.server.host`) as an error of `data`; the form validates the parts itself.
 */
function withDataError(errors: Readonly<Record<string, string>>): Record<string, string> {
  const firstDataError = Object.entries(errors).find(([name]) => name.startsWith('data.'))
  if (!firstDataError) return errors
  const [path, message] = firstDataError
  const otherErrors = Object.entries(errors).filter(([name]) => !name.startsWith('data.'))
  return { data: `${path.slice('data.'.length)}: ${message}`, ...Object.fromEntries(otherErrors) }
}

function orderOf(payload: unknown): RegisteredOrder {
  const { id, total, holdUntil } = (payload ?? {}) as RegisteredOrder
  return { id, total, holdUntil: isAbsent(holdUntil) ? undefined : holdUntil }
}
