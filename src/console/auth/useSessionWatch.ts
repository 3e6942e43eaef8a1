/** Renews the token while the user is active, and tells when an idle user is about to be logged out (§4). */
import { useAuthProvider } from 'ra-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useConfig } from '../config'
import { useObservable } from '../observable'
import { serverTime } from '../serverClock'
import { isWallOpen, session } from '../session'
import type { FleetAuth } from './authProvider'
import { nextStep, WALL_ENDING_MS } from './renewal'
import { useSession } from './useSession'

const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** The pause after a failed renewal. */
const RETRY_MS = 30_000

/** Only one tab renews at a time; the others get the new token through local storage. */
function withRenewalLock(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request('fleet-renewal', work) : work()
}

interface SessionWatch {
  /** Warns of the end of the session: the user was idle, or the session has reached its maximum age. */
  warning: 'idle' | 'ending' | undefined
  /** When the session ends, in ms since 1970. */
  expires: number
  /** Renews the session now. */
  stay: () => void
}

export function useSessionWatch(): SessionWatch {
  const auth = useAuthProvider<FleetAuth>()
  const current = useSession()
  const { idleWarningMs, activeWithinMs } = useConfig().app.timing
  const [warning, setWarning] = useState<SessionWatch['warning']>()
  const isWall = useObservable(isWallOpen)
  const lastActive = useRef(serverTime())
  /** False after the server has answered that it does not have the call. */
  const canRenew = useRef(true)
  /** The end of the session (`ends`) at which the wall has already asked for an extension. */
  const extendedEnd = useRef<number>(undefined)
  /** In ms since 1970. */
  const noRenewalBefore = useRef(0)
  const token = current?.token
  const expires = current?.expires ?? 0
  const ends = current?.ends

  const renew = useCallback(async () => {
    if (!canRenew.current || serverTime() < noRenewalBefore.current) return
    noRenewalBefore.current = serverTime() + RETRY_MS
    await withRenewalLock(async () => {
      // Another tab has renewed the token while this tab waited for the lock.
      if (session.current()?.token !== token || !auth) return
      const forWall = isWall && ends !== undefined && ends - serverTime() <= WALL_ENDING_MS
      canRenew.current = await auth.renew(forWall)
      if (forWall) extendedEnd.current = ends
      noRenewalBefore.current = 0
    }).catch(() => undefined)
  }, [auth, token, isWall, ends])

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
        ends,
        lastActive: isWall ? serverTime() : lastActive.current,
        activeWithinMs,
        idleWarningMs,
      })
      const mustExtend = isWall && ends !== undefined && extendedEnd.current !== ends
      const extendsIn = mustExtend ? ends - WALL_ENDING_MS - serverTime() : Number.POSITIVE_INFINITY
      // The wall itself tells when its session ends.
      if (step.do === 'end') setWarning(isWall ? undefined : 'ending')
      else setWarning(step.do === 'warn' && canRenew.current ? 'idle' : undefined)
      if (step.do === 'renew' || extendsIn <= 0) void renew()
      const ms = extendsIn > 0 && step.do === 'wait' ? Math.min(step.ms, extendsIn) : RETRY_MS
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
  }, [token, expires, ends, isWall, activeWithinMs, idleWarningMs, renew])

  const stay = useCallback(() => {
    lastActive.current = serverTime()
    noRenewalBefore.current = 0
    void renew()
  }, [renew])

  return { warning: token === undefined ? undefined : warning, expires, stay }
}
