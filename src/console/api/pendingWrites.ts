/**
 * Writes that are under way, and writes that ended without an answer. The same request again sends the body and key of
 * the first try, so that it takes effect once.
 */

/** The most unanswered writes that are remembered. */
const MAX_UNANSWERED = 50

export function createPendingWrites() {
  const pending = new Map<string, { key: string; body: string | undefined; isUnanswered: boolean }>()
  return {
    /** @param fingerprint identifies the request and its user: the same text is the same request */
    begin(fingerprint: string, body?: string) {
      const entry = pending.get(fingerprint) ?? { key: randomKey(), body, isUnanswered: false }
      pending.set(fingerprint, entry)
      return {
        /** For the header `Idempotency-Key`. */
        key: entry.key,
        /** As the first try sent it. */
        body: entry.body,
        /** An earlier try of the same ended without an answer. */
        isRepeat: entry.isUnanswered,
        end: (outcome: 'known' | 'unknown') => {
          if (outcome === 'known') pending.delete(fingerprint)
          else {
            entry.isUnanswered = true
            pending.set(fingerprint, entry)
          }
          for (const oldest of [...pending.keys()].slice(0, Math.max(0, pending.size - MAX_UNANSWERED)))
            pending.delete(oldest)
        },
      }
    },
  }
}

/**
 * A random key. `crypto.randomUUID` exists on secure pages only; a company's network may serve the console without TLS.
 */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
