/**
 * Writes on their way, and those of which nobody knows what became: whoever asks for the same again asks under the key of the
 * first try, so that it is done once.
 */

/** As many as are remembered; a user who leaves more behind has other troubles. */
const MOST = 50

export interface Attempt {
  /** For the header `Idempotency-Key`. */
  key: string
  /** An earlier try of the same ended without an answer. */
  again: boolean
  /** Says how it ended. */
  end: (outcome: 'known' | 'unknown') => void
}

export function createAttempts() {
  const open = new Map<string, { key: string; unknown: boolean }>()
  return {
    /** @param asked what is asked for, by whom: the same text is the same request */
    begin(asked: string): Attempt {
      const known = open.get(asked) ?? { key: newKey(), unknown: false }
      open.set(asked, known)
      return {
        key: known.key,
        again: known.unknown,
        end: outcome => {
          if (outcome === 'known') open.delete(asked)
          else {
            known.unknown = true
            open.set(asked, known)
          }
          for (const oldest of [...open.keys()].slice(0, Math.max(0, open.size - MOST))) open.delete(oldest)
        },
      }
    },
  }
}

/** `randomUUID` exists on secure pages only; a console in a company's network may be served without TLS. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
