/**
 * Queues requests before they take a database connection (security 54): repeats of a request wait for the first one,
 * and each caller has a limited number of changes at the same time.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal'
import { NamedSemaphores } from '../semaphore'

/** How long a repeat waits: longer than the registration of any order takes. */
const REPEAT_WAIT_MS = 10_000
/** Maximum number of simultaneous changes of a caller. */
const MAX_CHANGES = 4
/** How long a change waits for its turn. */
const CHANGE_WAIT_MS = 20_000

/** Applies to all routes that are registered afterwards. */
export function takeTurns(app: FastifyInstance): void {
  const repeats = new NamedSemaphores(1)
  const changes = new NamedSemaphores(MAX_CHANGES)
  app.addHook('onRoute', route => {
    const { handler } = route
    if (route.method === 'GET' || !route.url.startsWith('/api/')) return
    // The limit of changes does not apply to calls other than GET that only read, nor to uploads: they take as long as
    // their sender and have a separate queue (`uploadQueue`).
    const { reads = false, takes } = route.config?.endpoint ?? {}
    const isChange = !reads && takes !== 'upload'
    route.handler = async function inTurn(request, reply) {
      const releases: (() => void)[] = []
      try {
        const key = request.headers['idempotency-key']
        if (typeof key === 'string') {
          const release = await repeats.acquire(`${callerKey(request)} ${key}`, REPEAT_WAIT_MS)
          if (!release) throw new Refusal(409, 'idempotency.underWay', {}, { retryAfter: 5 })
          releases.push(release)
        }
        if (request.caller && isChange) {
          const release = await changes.acquire(String(request.caller.id), CHANGE_WAIT_MS)
          if (!release) throw new Refusal(429, 'tooManyAtOnce', {}, { retryAfter: 5 })
          releases.push(release)
        }
        return await handler.call(this, request, reply)
      } finally {
        for (const release of releases) release()
      }
    }
  })
}

const callerKey = ({ caller, ip }: FastifyRequest) => (caller ? String(caller.id) : ip)
