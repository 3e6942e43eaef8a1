/**
 * Gives each request an id and a line in the access log, and adds requests without the necessary rights to the history.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addRefusal } from '../commands/accessHistory'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { pathOf } from '../request'

export const REQUEST_ID = 'x-request-id'
/** Accepted ids from proxies and tracing: short, and safe in a log and a header. */
const SAFE_ID = /^[\w.:-]{1,64}$/

/** The id that the request brings, or a new one; for Fastify's `genReqId`. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
}

/** Sends the id in a header of every response. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
}

/**
 * Logs a line for each call of the API, without query, body and headers, which may contain a token or a password
 * (security 42).
 */
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

/** Writes requests that are refused for lack of rights to the history. */
export function addRefusals(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.addHook('onError', async (request, _reply, error: unknown) => {
    const { caller, method } = request
    if (!caller || !(error instanceof Refusal) || error.status !== 403) return
    // The refusal is answered even if its row cannot be written.
    await addRefusal(db, caller, `${method} ${request.routeOptions.url}`).catch((err: unknown) =>
      request.log.warn({ err }, 'history: a refusal was not written'),
    )
  })
}
