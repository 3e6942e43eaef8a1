/**
 * Queues requests before they take a database connection (security 54): repeats of a request wait for the first one,
 * and each caller has a limited number of changes at the same time.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal'
import { NamedSemaphores } from '../semaphore'

/** Longer than registering any order takes. */
const REPEAT_WAIT_MS = 10_000
const CHANGES = 4
const CHANGE_WAIT_MS = 20_000

/** Applies to all routes that are registered afterwards. */
export function takeTurns(app: FastifyInstance): void {
  const repeats = new NamedSemaphores(1)
  const changes = new NamedSemaphores(CHANGES)
  app.addHook('onRoute', route => {
    const { handler } = route
    if (route.method === 'GET' || !route.url.startsWith('/api/')) return
    // Reading calls do not wait. Uploads take as long as their sender and have a queue of their own (`uploadQueue`).
    const { reads = false, takes } = route.config?.endpoint ?? {}
    const isChange = !reads && takes !== 'upload'
    route.handler = async function inTurn(request, reply) {
      const release: (() => void)[] = []
      try {
        const key = request.headers['idempotency-key']
        if (typeof key === 'string') {
          const turn = await repeats.acquire(`${callerKey(request)} ${key}`, REPEAT_WAIT_MS)
          if (!turn) throw new Refusal(409, 'idempotency.underWay', {}, { retryAfter: 5 })
          release.push(turn)
        }
        if (request.caller && isChange) {
          const turn = await changes.acquire(String(request.caller.id), CHANGE_WAIT_MS)
          if (!turn) throw new Refusal(429, 'tooManyAtOnce', {}, { retryAfter: 5 })
          release.push(turn)
        }
        return await handler.call(this, request, reply)
      } finally {
        for (const end of release) end()
      }
    }
  })
}

const callerKey = ({ caller, ip }: FastifyRequest) => (caller ? String(caller.id) : ip)
