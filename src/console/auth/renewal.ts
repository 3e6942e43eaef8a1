/** Decides when to renew a token, and when to warn an idle user (security 17). A pure function. */

/**
 * This long before its session ends, a wall says so, and asks the server to extend the session (`wallHours`). In ms.
 */
export const WALL_ENDING_MS = 3_600_000

/** Times in ms since 1970, durations in ms. */
export interface SessionClock {
  now: number
  /** When this page received the token. */
  since: number
  /** When the token expires. */
  expires: number
  /** When the user last did something. */
  lastActive: number
  /** When the session ends although it is renewed; unknown on servers that do not tell it. */
  ends?: number | undefined
  /** A user who did something within this time is active: the token is renewed silently. */
  activeWithinMs: number
  /** An idle user is warned this long before the token expires. */
  idleWarningMs: number
}

type Step =
  /** The user is active and the token expires soon. */
  | { do: 'renew' }
  /** The user is idle and the token expires soon. */
  | { do: 'warn' }
  /** The session ends soon, and cannot be renewed. */
  | { do: 'end' }
  /** Decide again after this time, or when the user does something. */
  | { do: 'wait'; ms: number }

export function nextStep(clock: SessionClock): Step {
  const { now, since, expires, ends, lastActive, activeWithinMs, idleWarningMs } = clock
  const warnFrom = expires - idleWarningMs
  if (ends !== undefined && expires >= ends)
    return now < warnFrom ? { do: 'wait', ms: warnFrom - now } : { do: 'end' }
  // A token is not renewed in the first half of its lifetime: short-lived tokens would be renewed in a loop.
  const renewFrom = Math.max(expires - Math.max(activeWithinMs, idleWarningMs), (since + expires) / 2)
  if (now < renewFrom) return { do: 'wait', ms: renewFrom - now }
  if (now - lastActive < activeWithinMs) return { do: 'renew' }
  return now < warnFrom ? { do: 'wait', ms: warnFrom - now } : { do: 'warn' }
}
