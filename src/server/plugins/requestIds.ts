/** Every request has an id that no other process gives: the caller's own, or a new one. It is in the log and in the answer. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'
/** Ids of proxies and tracing: short, and nothing that could be taken for something else in a log or a header. */
const SANE = /^[\w.:-]{1,64}$/

/** For Fastify's `genReqId`. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID()
}

/** Tells the caller the id, whatever the answer. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
}
