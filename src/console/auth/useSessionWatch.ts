/** Renews the token while the user is active, and tells when an idle user is about to be logged out (§4). */
import { useAuthProvider } from 'ra-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useConfig } from '../config'
import { serverTime } from '../serverClock'
import { session } from '../session'
import type { FleetAuth } from './authProvider'
import { nextStep } from './renewal'
import { useSession } from './useSession'

const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** The pause after a failed renewal. */
const RETRY_MS = 30_000

/** Only one tab renews at a time; the others get the new token through local storage. */
function withRenewalLock(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request('fleet-renewal', work) : work()
}

/** @returns whether to warn the user, when the session ends (ms since 1970), and a function that renews it now */
export function useSessionWatch(): { isWarned: boolean; expires: number; stay: () => void } {
  const auth = useAuthProvider<FleetAuth>()
  const current = useSession()
  const { idleWarningMs, activeWithinMs } = useConfig().app.timing
  const [isWarned, setWarned] = useState(false)
  const lastActive = useRef(serverTime())
  /** False once the server has turned out to lack the call. */
  const canRenew = useRef(true)
  /** In ms since 1970. */
  const noRenewalBefore = useRef(0)
  const token = current?.token
  const expires = current?.expires ?? 0

  const renew = useCallback(async () => {
    if (!canRenew.current || serverTime() < noRenewalBefore.current) return
    noRenewalBefore.current = serverTime() + RETRY_MS
    await withRenewalLock(async () => {
      // Another tab has renewed the token while this one waited for the lock.
      if (session.current()?.token !== token || !auth) return
      canRenew.current = await auth.renew()
      noRenewalBefore.current = 0
    }).catch(() => undefined)
  }, [auth, token])

  useEffect(() => {
    if (!token) return
    const since = serverTime()
    let timer: ReturnType<typeof setTimeout> | undefined
    const decide = () => {
      clearTimeout(timer)
      const step = nextStep({
        now: serverTime(),
        since,
        expires,
        lastActive: lastActive.current,
        activeWithinMs,
        idleWarningMs,
      })
      setWarned(step.do === 'warn' && canRenew.current)
      if (step.do === 'renew') void renew()
      const ms = step.do === 'wait' ? step.ms : RETRY_MS
      // `setTimeout` fires at once for longer delays.
      timer = setTimeout(decide, Math.min(ms, 2 ** 31 - 1))
    }
    const onActivity = () => {
      lastActive.current = serverTime()
      decide()
    }
    decide()
    const listeners = new AbortController()
    const { signal } = listeners
    for (const name of ACTIVITY) {
      window.addEventListener(name, onActivity, { signal, passive: true, capture: true })
    }
    document.addEventListener('visibilitychange', decide, { signal })
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [token, expires, activeWithinMs, idleWarningMs, renew])

  const stay = useCallback(() => {
    lastActive.current = serverTime()
    noRenewalBefore.current = 0
    void renew()
  }, [renew])

  return { isWarned: isWarned && token !== undefined, expires, stay }
}
