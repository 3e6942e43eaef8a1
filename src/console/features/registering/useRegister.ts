/** Registers an order sheet (§7). A sheet that got no answer is sent again as it was, and is one order (security.md 32). */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OrderSheet } from '../../../contract/orders'
import { isAbsent } from '../../../domain/dates'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/verbs'

export type Registration =
  | { kind: 'registered'; order: RegisteredOrder }
  /** The server says no: `fields` what is wrong where, as sentences. */
  | { kind: 'refused'; reason: string; code?: string; fields: Partial<Record<string, string>> }
  /** No answer that could be understood. */
  | { kind: 'failed'; reason: string }

export interface RegisteredOrder {
  /** Absent where the server does not tell. */
  id?: number
  total?: number
  /** Until then no device gets it; absent without a hold. */
  holdUntil?: string
}

interface Attempt {
  key: string
  sheet: OrderSheet
  /** What was asked for, where it does not show in the sheet: "now" is another time a moment later. */
  wish: string
}

export function useRegister() {
  const fleet = useFleet()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const attempt = useRef<Attempt>(undefined)

  /** @param wish the same for what shall be the same order; by default the sheet itself */
  const register = async (sheet: OrderSheet, wish = JSON.stringify(sheet)): Promise<Registration> => {
    if (attempt.current?.wish !== wish) attempt.current = { key: newKey(), sheet, wish }
    const sent = attempt.current
    setBusy(true)
    try {
      const { result, message, payload } = await fleet.registerOrder(sent.sheet, sent.key)
      attempt.current = undefined
      if (result !== true) {
        // §8: the message is logged.
        console.error(message)
        return { kind: 'refused', reason: message ?? '', fields: {} }
      }
      void queries.invalidateQueries({ queryKey: ['orders'] })
      return { kind: 'registered', order: orderOf(payload) }
    } catch (error) {
      const { errors = {}, code } = failureBody(error)
      const status = (error as { status?: number }).status ?? 0
      const reason = error instanceof Error ? error.message : String(error)
      // Above 500 the order may be there all the same.
      if (status < 400 || status >= 500) return { kind: 'failed', reason }
      attempt.current = undefined
      return { kind: 'refused', reason, code, fields: errors as Partial<Record<string, string>> }
    } finally {
      setBusy(false)
    }
  }
  return { busy, register }
}

function orderOf(payload: unknown): RegisteredOrder {
  const { id, total, holdUntil } = (payload ?? {}) as RegisteredOrder
  return { id, total, holdUntil: isAbsent(holdUntil) ? undefined : holdUntil }
}

/** `randomUUID` exists on secure pages only; a console in a company's network may be served without TLS. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
