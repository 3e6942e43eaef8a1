/**
 * Limits the cost of incomplete request bodies (security 50): a body must arrive at a minimum pace, and each IP address
 * has a limited number of connections, requests and bytes in memory.
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
  const countShare = shareCounter(config)
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return
    // A broker is one address that asks for thousands of devices; `AccessReader` limits its waiting requests.
    if (request.routeOptions.config.access !== 'broker' || !isBroker(request, brokerSecret))
      countShare(request, reply)
    keepPace(request, reply, config)
  })
  // If the client has disconnected, reading the body would never finish.
  app.addHook('preParsing', async request => {
    if (isSenderGone(request)) throw new Refusal(400, 'badRequest')
  })
  // Behind a proxy all connections come from the proxy.
  if (trustProxy === false) boundConnections(app, config)
  app.server.maxConnections = config.current().server.connections.all
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Returns a function that counts open requests and bytes by IP address, and refuses requests beyond the limits. */
function shareCounter(config: ConfigSource): (request: FastifyRequest, reply: FastifyReply) => void {
  const shares = new Map<string, { requests: number; bytes: number }>()
  return (request, reply) => {
    const { originBytes, originRequests, paceSeconds } = config.current().server.bodies
    const origin = originOf(request.ip)
    const share = shares.get(origin) ?? { requests: 0, bytes: 0 }
    const bytes = heldBytes(request)
    // The only open request of an address may exceed the bytes.
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

/** The most memory that the body may occupy; none for uploads, which are written to a file. */
function heldBytes({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  if (config.endpoint?.takes === 'upload') return 0
  return Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit)
}

/** Requires `paceBytes` in each `paceSeconds` while a body is read; otherwise 408, and the connection ends. */
function keepPace(request: FastifyRequest, reply: FastifyReply, config: ConfigSource): void {
  const { raw } = request
  const { paceBytes, paceSeconds } = config.current().server.bodies
  let before = raw.socket.bytesRead
  const checkPace = () => {
    const arrived = raw.socket.bytesRead - before
    before += arrived
    // If bytes are waiting to be read, the server is slow, not the sender.
    const isRead = raw.readableFlowing === true && raw.readableLength === 0
    if (raw.complete || !isRead || arrived >= paceBytes) return
    refuseSlow(request, reply)
  }
  // After a long synchronous task timers run before the sockets are read: check after reading them.
  const timer = setInterval(() => setImmediate(checkPace), paceSeconds * 1000).unref()
  raw.once('close', () => clearInterval(timer))
}

/** Answers 408, or only disconnects if a response was sent or the body is not being read. */
function refuseSlow({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || raw.listenerCount('error') === 0) {
    raw.destroy()
    return
  }
  // The reader of the body receives it as an error of the stream, and answers.
  reply.header('connection', 'close')
  raw.emit('error', new Refusal(408, 'tooSlow'))
}

/** Closes connections of an IP address beyond its limit. */
function boundConnections(app: FastifyInstance, config: ConfigSource): void {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const origin = originOf(socket.remoteAddress ?? '')
    const count = (open.get(origin) ?? 0) + 1
    open.set(origin, count)
    socket.once('close', () => {
      const remaining = open.get(origin)! - 1
      if (remaining > 0) open.set(origin, remaining)
      else open.delete(origin)
    })
    if (count > config.current().server.connections.perOrigin) socket.destroy()
  })
}
