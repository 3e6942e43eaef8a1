/**
 * Remembers writes that are running or got no response. A repeat of such a request sends the body and the key of the
 * first try, so that the server does it only once.
 */

/** How many writes are remembered; the oldest are dropped. */
const MAX_UNANSWERED = 50

export function createPendingWrites() {
  const pending = new Map<string, { key: string; body: string | undefined; isUnanswered: boolean }>()
  return {
    /** @param fingerprint identifies the request and its user: a request with the same one is a repeat */
    begin(fingerprint: string, body?: string) {
      const entry = pending.get(fingerprint) ?? { key: randomKey(), body, isUnanswered: false }
      pending.set(fingerprint, entry)
      return {
        /** The `Idempotency-Key`. */
        key: entry.key,
        /** The body of the first try. */
        body: entry.body,
        /** Whether an earlier try got no response. */
        isRepeat: entry.isUnanswered,
        /** `known` forgets the request; `unknown` (no reliable response) keeps its body and key for a repeat. */
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
 * 32 random hex digits. Not `crypto.randomUUID`, which exists on HTTPS pages only: a company may serve the console
 * within its network without TLS.
 */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
