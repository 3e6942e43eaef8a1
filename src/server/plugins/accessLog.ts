/** One line for each call of the API: no query, no body, no header, so that no token or password is kept (security.md 42). */
import type { FastifyInstance } from 'fastify'
import { pathOf } from '../request'

export function logAccess(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.caller?.id,
      origin: request.ip,
    }
    if (request.url.startsWith('/api/')) request.log.info(line, 'call')
    else request.log.debug(line, 'call')
  })
}
