/** When a token is renewed, and when its user is warned (security 17). Values in, a decision out; no clock, no call. */

export interface SessionClock {
  now: number
  /** When this page came to know the token. */
  since: number
  /** When the token ends. */
  expires: number
  /** When the user last did something. */
  lastActive: number
  /** A user who did something within this time has the token renewed silently. */
  activeWithinMs: number
  /** A user who does nothing is warned this long before the end. */
  idleWarningMs: number
}

type Step =
  /** The user is there and the token is in its last part. */
  | { do: 'renew' }
  /** Tell the idle user that the end is near. */
  | { do: 'warn' }
  /** Decide again after this time, or when the user does something. */
  | { do: 'wait'; ms: number }

export function nextStep(clock: SessionClock): Step {
  const { now, since, expires, lastActive, activeWithinMs, idleWarningMs } = clock
  // Not before half its time: tokens shorter than the last part would be renewed without a pause.
  const renewFrom = Math.max(expires - Math.max(activeWithinMs, idleWarningMs), (since + expires) / 2)
  if (now < renewFrom) return { do: 'wait', ms: renewFrom - now }
  if (now - lastActive < activeWithinMs) return { do: 'renew' }
  const warnFrom = expires - idleWarningMs
  return now < warnFrom ? { do: 'wait', ms: warnFrom - now } : { do: 'warn' }
}
