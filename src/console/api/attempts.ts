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
  end: (outcome: 'known' | 'unknown') => void
}

export function createAttempts() {
  const open = new Map<string, { key: string; unknown: boolean }>()
  return {
    /** @param fingerprint what is asked for, by whom: the same text is the same request */
    begin(fingerprint: string): Attempt {
      const entry = open.get(fingerprint) ?? { key: newKey(), unknown: false }
      open.set(fingerprint, entry)
      return {
        key: entry.key,
        again: entry.unknown,
        end: outcome => {
          if (outcome === 'known') open.delete(fingerprint)
          else {
            entry.unknown = true
            open.set(fingerprint, entry)
          }
          for (const oldest of [...open.keys()].slice(0, Math.max(0, open.size - MOST))) open.delete(oldest)
        },
      }
    },
  }
}

/** A key that nobody guesses. `crypto.randomUUID` exists on secure pages only; a company's network may serve the console without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
