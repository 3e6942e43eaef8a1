/**
 * What is sent to us costs little until it is all there (security 50): it arrives at a pace, and no address holds much
 * of our memory or many of our connections.
 */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConfigSource } from '../deps'
import { Refusal } from '../refusal'
import { originOf } from '../request'
import type { Env } from '../start/env'
import { isBroker } from './authentication'
import { isSenderGone } from './errors'

export function boundBodies(
  app: FastifyInstance,
  config: ConfigSource,
  { trustProxy, brokerSecret }: Pick<Env, 'trustProxy' | 'brokerSecret'>,
): void {
  const { bodyBytes } = config.current().server
  // Authenticated calls may send more.
  app.addHook('onRoute', route => {
    if (route.config?.access && route.config.access !== 'public') route.bodyLimit ??= bodyBytes
  })
  const take = sharesOf(config)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return
    // A broker is one address that asks for thousands of devices; `AccessReader` bounds what waits of it.
    if (request.routeOptions.config.access !== 'broker' || !isBroker(request, brokerSecret))
      take(request, reply)
    keepPace(request, reply, config)
  })
  // Of a body that has ended too early nobody would hear again: its reader would wait for ever.
  app.addHook('preParsing', async request => {
    if (isSenderGone(request)) throw new Refusal(400, 'badRequest')
  })
  // Behind a proxy all connections are the proxy's.
  if (trustProxy === false) boundConnections(app, config)
  app.server.maxConnections = config.current().server.connections.all
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Counts the requests under way and their bytes by address, and refuses those beyond the limits. */
function sharesOf(config: ConfigSource): (request: FastifyRequest, reply: FastifyReply) => void {
  const shares = new Map<string, { requests: number; bytes: number }>()
  return (request, reply) => {
    const { originBytes, originRequests, paceSeconds } = config.current().server.bodies
    const origin = originOf(request.ip)
    const share = shares.get(origin) ?? { requests: 0, bytes: 0 }
    const bytes = heldBytes(request)
    if (share.requests >= originRequests || (share.requests > 0 && share.bytes + bytes > originBytes))
      throw new Refusal(429, 'tooMuchAtOnce', {}, { retryAfter: paceSeconds })
    share.requests++
    share.bytes += bytes
    shares.set(origin, share)
    reply.raw.once('close', () => {
      share.requests--
      share.bytes -= bytes
      if (share.requests === 0) shares.delete(origin)
    })
  }
}

/** What the body may take of our memory; spreadsheets go to a file. */
function heldBytes({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  if (config.endpoint?.takes === 'upload') return 0
  return Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit)
}

/** Requires a minimum of bytes in each span of time while a body is read; otherwise 408, and the connection ends. */
function keepPace(request: FastifyRequest, reply: FastifyReply, config: ConfigSource): void {
  const { raw } = request
  const { paceBytes, paceSeconds } = config.current().server.bodies
  let before = raw.socket.bytesRead
  const look = () => {
    const arrived = raw.socket.bytesRead - before
    before += arrived
    // What waits to be read is our delay, not the sender's.
    const isRead = raw.readableFlowing === true && raw.readableLength === 0
    if (raw.complete || !isRead || arrived >= paceBytes) return
    end(request, reply)
  }
  // Behind what has arrived: after a long piece of work the timers come first.
  const looking = setInterval(() => setImmediate(look), paceSeconds * 1000).unref()
  raw.once('close', () => clearInterval(looking))
}

function end({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || raw.listenerCount('error') === 0) {
    raw.destroy()
    return
  }
  // The reader of the body gets it like any other failure of the stream, and answers.
  reply.header('connection', 'close')
  raw.emit('error', new Refusal(408, 'tooSlow'))
}

function boundConnections(app: FastifyInstance, config: ConfigSource): void {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const origin = originOf(socket.remoteAddress ?? '')
    const number = (open.get(origin) ?? 0) + 1
    open.set(origin, number)
    socket.once('close', () => {
      const left = open.get(origin)! - 1
      if (left > 0) open.set(origin, left)
      else open.delete(origin)
    })
    if (number > config.current().server.connections.perOrigin) socket.destroy()
  })
}
