/** The route of the stream of changes. It writes to the raw response, so that no plugin compresses or changes it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { Caller } from '../../caller'
import type { Deps } from '../../deps'
import type { Reader } from '../../live/connection'
import { Hub } from '../../live/hub'
import { type Listen, listenToPglite } from '../../live/listener'
import { bearer } from '../../plugins/authentication'
import { Refusal } from '../../refusal'
import { originOf } from '../../request'
import { route } from '../route'

declare module 'fastify' {
  interface FastifyInstance {
    live: Hub
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not store or change the stream; nginx must not buffer it.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // The connection closes with the stream, so that shutdown does not wait for idle connections.
  connection: 'close',
} as const

/** @param deps with `listen`, which receives notifications; by default from PGlite */
export function eventRoutes(app: FastifyInstance, deps: Deps & { listen?: Listen | undefined }): void {
  const { db, config, now, tokens, listen = listenToPglite(db) } = deps
  const hub = new Hub({
    db,
    config,
    now,
    listen,
    isDraining: () => app.draining,
    warn: (err, message) => app.log.warn({ err }, message),
  })
  app.decorate('live', hub)
  app.addHook('onReady', async () => hub.start())
  app.addHook('preClose', () => hub.stop())

  const readerOf = async (request: FastifyRequest, caller: Caller): Promise<Reader> => {
    const claims = await tokens.read(bearer(request) ?? '', now())
    if (!claims) throw new Refusal(401, 'signedOut')
    const { id, level, vendor, levels, role, session } = caller
    return {
      caller: { id, level, vendor, levels, role, session },
      origin: originOf(request.ip),
      expires: claims.expires,
    }
  }

  route(app, endpoints.events.stream, async ({ caller, query: { ago }, request, reply }) => {
    const reader = await readerOf(request, caller)
    hub.admit(reader)
    const lastId = request.headers['last-event-id']
    const from = { lastId: typeof lastId === 'string' ? lastId : undefined, ago }
    // A client that does not accept a stream, such as a polling one, gets the missed changes as one response.
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
      return reply.headers(HEADERS).send(await hub.answerOnce(reader, from))
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...reply.getHeaders(), ...HEADERS } as Record<string, string>)
    raw.flushHeaders()
    void hub.join(reader, raw, from)
    return reply
  })
}
