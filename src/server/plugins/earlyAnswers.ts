/**
 * Answers with the error body and headers of this API where Node and Fastify would answer themselves (security 59): for
 * requests that cannot be parsed, are too slow, have an unknown `Expect`, or arrive while the server stops.
 */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { ErrorBody } from '../../contract/envelope'
import type { ConfigSource } from '../deps'
import { Refusal } from '../refusal'
import { plainUrl } from '../request'
import type { Env } from '../start/env'
import { refuse } from './errors'
import { REQUEST_ID } from './requestLog'
import { bareHeaders } from './security'

interface EarlyDeps {
  config: ConfigSource
  env: Pick<Env, 'publicUrl'>
}

interface EarlyRefusal {
  status: number
  code: string
  /** For the log. */
  cause: string
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Seconds for Retry-After: a stopping server has usually been replaced by then. */
const RETRY_SECONDS = 5

/** Responses to requests that Node could not read, by Node's error code; all other codes are answered 400. */
const BY_NODE_CODE: Readonly<Record<string, [status: number, code: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'tooSlow'],
  HPE_HEADER_OVERFLOW: [431, 'headersTooLarge'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'tooLarge'],
}

/** Options of the Fastify server. */
export function earlyAnswers({ config, env }: EarlyDeps): FastifyHttpOptions<Server> {
  return {
    // Node would answer a missing Host header without a body; `refuseEarly` checks it.
    http: { requireHostHeader: false, headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    // Requests that arrive while the server closes are answered: `stopOnSignal` closes idle connections.
    return503OnClosing: false,
    forceCloseConnections: false,
    rewriteUrl: ({ url }) => plainUrl(url ?? '/'),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...bareHeaders(env), [REQUEST_ID]: request.id })
      const code = error.code === 'FST_ERR_BAD_URL' ? 400 : 404
      refuse(reply, request, new Refusal(code, code === 400 ? 'badRequest' : 'notFound'), config)
    },
    clientErrorHandler(this: FastifyInstance, error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
      const [status, code] = BY_NODE_CODE[error.code] ?? [400, 'badRequest']
      refuseOn(socket, { status, code, cause: error.code, log: this.log, config, env })
    },
  }
}

/** Refuses a request for which there is no `FastifyReply`, and closes its connection. */
function refuseOn(
  socket: Duplex & { remoteAddress?: string | undefined },
  { status, code, cause, log, config, env }: EarlyDeps & EarlyRefusal,
): void {
  const reqId = randomUUID()
  log.info({ reqId, status, cause, origin: socket.remoteAddress }, 'refused')
  const { locale } = config.current().shared.app
  const message = config.translate(locale, `errors.${code}`, {})
  const body = JSON.stringify({ result: false, message, code } satisfies ErrorBody)
  const headers = {
    ...bareHeaders(env),
    [REQUEST_ID]: reqId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(status === 408 ? { 'retry-after': RETRY_SECONDS } : {}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
  socket.end(head + body, () => socket.destroy())
}

/** A response has been partly sent: the client would read more bytes as part of it. */
const isAnswering = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent === true

/** Refuses requests before routing: CONNECT, during shutdown, with an unknown `Expect`, or without `Host`. */
export function refuseEarly(app: FastifyInstance, { config, env }: EarlyDeps): void {
  // Without a listener Node would close the connection without an answer.
  app.server.on('connect', ({ method = '' }, socket) =>
    refuseOn(socket, { status: 405, code: 'wrongMethod', cause: method, log: app.log, config, env }),
  )
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  // Node would answer an unknown `Expect` itself. Routes the request instead, so that a 417 with our body is sent.
  const withUnknownExpect = new WeakSet<IncomingMessage>()
  app.server.on('checkExpectation', (request, response) => {
    withUnknownExpect.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (isStopping) throw new Refusal(503, 'stopping', {}, { retryAfter: RETRY_SECONDS })
    if (withUnknownExpect.has(raw)) throw new Refusal(417, 'expectation')
    if (headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal(400, 'badRequest')
  })
}
