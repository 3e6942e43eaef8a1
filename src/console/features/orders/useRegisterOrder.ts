/** Sends one command to one device: `{code, data, targets: [device id]}` (§7). */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/verbs'
import type { MethodValue } from '../../forms/method/report'

export type Registration =
  | { kind: 'registered' }
  /** `field`: what is wrong with the value itself, where the server says so. */
  | { kind: 'failed'; reason: string; field?: string }

export function useRegisterOrder(code: string, device: string) {
  const fleet = useFleet()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const attempt = useRef<{ key: string; data: string }>(undefined)

  const register = async (value: MethodValue): Promise<Registration> => {
    const data = value === undefined ? '' : String(value)
    // When no answer came, the order may be there already: the same value sent again is the same order (security.md 32).
    if (attempt.current?.data !== data) attempt.current = { key: newKey(), data }
    setBusy(true)
    try {
      const { result, message } = await fleet.registerOrder(
        { code, data, targets: [device] },
        attempt.current.key,
      )
      attempt.current = undefined
      if (!result) return { kind: 'failed', reason: message }
      void queries.invalidateQueries({ queryKey: ['orders'] })
      return { kind: 'registered' }
    } catch (error) {
      const { errors, code: cause } = failureBody(error)
      const unanswered = cause === 'network' || cause === 'timeout'
      if (!unanswered) attempt.current = undefined
      return {
        kind: 'failed',
        reason: error instanceof Error ? error.message : String(error),
        field: errors?.data,
      }
    } finally {
      setBusy(false)
    }
  }
  return { busy, register }
}

/** `randomUUID` exists on secure pages only; a console in a company's network may be served without TLS. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
