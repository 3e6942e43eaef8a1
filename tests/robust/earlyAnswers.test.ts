/** Errors that Node would answer itself have our shape, headers and sentences (security 59). */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../support/server'

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

let api: TestApp
let port: number
let token: string
let answerSlow: (body: object) => void = () => undefined
const slowAnswer = new Promise<object>(resolve => {
  answerSlow = resolve
})
const lines: string[] = []
/** The security headers of an ordinary response, without the Content-Security-Policy, which is new for each. */
let securityHeaders: Record<string, string> = {}
const SECURITY_HEADERS = /^(x-(?!request-id)|cross-origin-|origin-agent|referrer-|strict-|cache-control)/
const listen = async ({ app }: TestApp) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
const options = {
  logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  routes: (app: TestApp['app']) => {
    app.get('/api/test/slow', { config: { access: 'public' } }, () => slowAnswer)
  },
}
beforeAll(async () => {
  api = await startTestApp(undefined, options)
  token = await api.login('client@test.local', TEST_PASSWORD)
  port = await listen(api)
  const { headers } = await sendText(`GET /api/nothing HTTP/1.1\r\n${HOST_AND_CLOSE}\r\n`)
  securityHeaders = Object.fromEntries(
    Object.entries(headers).filter(([name]) => SECURITY_HEADERS.test(name)),
  )
  expect(Object.keys(securityHeaders).length).toBeGreaterThan(8)
})

const open = async (to = port): Promise<Socket> => {
  const socket = connect(to, '127.0.0.1').setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}
/** Everything until the server closes the connection, as one response. */
async function answerOn(socket: Socket): Promise<Answer> {
  let text = ''
  socket.on('data', part => {
    text += part
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return read(text)
}
function read(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...rest] = head.split('\r\n')
  const pairs = rest.map(line => /^([^:]*):(.*)$/.exec(line)!)
  const headers = Object.fromEntries(pairs.map(([, name, value]) => [name!.toLowerCase(), value!.trim()]))
  return { status: Number(first.split(' ')[1]), headers, body: Buffer.from(body, 'latin1').toString() }
}
/** Sends text as it is, on a new connection. */
async function sendText(text: string, to = port): Promise<Answer> {
  const socket = await open(to)
  socket.write(text)
  return answerOn(socket)
}
/** `Host` is required; `Connection: close` ends the connection after the response. */
const HOST_AND_CLOSE = 'Host: a\r\nConnection: close\r\n'

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${HOST_AND_CLOSE}${more}\r\n`

function expectApiError({ status, headers, body }: Answer, wanted: number, code: string) {
  // The body is compared too, so that a failure shows it.
  expect([status, body]).toEqual([wanted, expect.any(String)])
  const { request: _, ...error } = JSON.parse(body)
  expect(error).toEqual({ result: false, message: expect.stringMatching(/[가-힣]/), code })
  expect(headers).toMatchObject(securityHeaders)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
  expect(headers).not.toHaveProperty('x-powered-by')
}

describe('a request that Node or Fastify would refuse itself', () => {
  it.each([
    ['a malformed first line', 'NONSENSE\r\n\r\n', 400, 'badRequest'],
    ['a header without a name', `GET / HTTP/1.1\r\n: x\r\n${HOST_AND_CLOSE}\r\n`, 400, 'badRequest'],
    [
      'two lengths',
      `POST /api/auth/login HTTP/1.1\r\n${HOST_AND_CLOSE}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'badRequest',
    ],
    ['no host', 'GET /api/models HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'badRequest'],
    ['too large headers', get('/', `X: ${'x'.repeat(20_000)}\r\n`), 431, 'headersTooLarge'],
    ['an expectation', get('/api/models', 'Expect: 200-maybe\r\n'), 417, 'expectation'],
    ['a malformed address', get('/api/%E0%A4%A'), 400, 'badRequest'],
    ['a parameter that is too long', get(`/api/devices/${'x'.repeat(900)}/page`), 404, 'notFound'],
    ['the method TRACE', `TRACE /api/models HTTP/1.1\r\n${HOST_AND_CLOSE}\r\n`, 405, 'wrongMethod'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'badRequest'],
    ['the method CONNECT', `CONNECT a:443 HTTP/1.1\r\n${HOST_AND_CLOSE}\r\n`, 405, 'wrongMethod'],
    [
      'an upgrade',
      `GET /api/models HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: x\r\n\r\n`,
      401,
      'signedOut',
    ],
  ] as const)('with %s gets an error of the API', async (_fault, text, status, code) => {
    expectApiError(await sendText(text), status, code)
  })

  it.each([
    ['headers', 'GET /api/models HTTP/1.1\r\nHost: a\r\n'],
    [
      'a body',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('whose %s arrive too slowly gets 408 with Retry-After', async (_part, text) => {
    const arriving = once(api.app.server, 'connection')
    const socket = await open()
    const [accepted] = (await arriving) as [Socket]
    const partRead = once(accepted, 'data')
    socket.write(text)
    await partRead
    // Node emits this error after two minutes; the test does not wait so long.
    const tooSlow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const answered = answerOn(socket)
    api.app.server.emit('clientError', tooSlow, accepted)
    const answer = await answered
    expectApiError(answer, 408, 'tooSlow')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a path in another spelling', () => {
  const asked = (path: string, more?: string) => sendText(get(path, more))

  it.each(['/%61pi/models', 'http://elsewhere.example/api/models'])(
    '%s reaches the same call, with the same headers',
    async path => {
      expectApiError(await asked(path), 401, 'signedOut')
      const answer = await asked(path, `Authorization: Bearer ${token}\r\n`)
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    },
  )

  it('is logged as the normal path', async () => {
    lines.length = 0
    await asked('/%61pi/models')
    await asked('http://elsewhere.example/api/models')
    const calls = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'call')
    expect(calls.map(({ path }) => path)).toEqual(['/api/models', '/api/models'])
  })
})

describe('the log has no error if a client disconnects while it sends', () => {
  const UPLOAD = '/api/devices/roster/ul'
  const FORM = 'multipart/form-data; boundary=edge'
  /** The beginning of a request, with a longer body than the test sends. */
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`
  const part = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nIMEI,'

  describe.each([
    ['an upload', () => head(UPLOAD, FORM) + part],
    ['an upload before its first part', () => head(UPLOAD, FORM)],
    ['a call', () => `${head('/api/orders', 'application/json')}{"page`],
  ])('%s', (_request, text) => {
    it.each([
      ['before', () => true],
      ['while', (raw: IncomingMessage) => raw.readableFlowing === true],
    ])('%s the server reads it', async (_moment, isTime) => {
      lines.length = 0
      const arriving = once(api.app.server, 'request')
      const socket = await open()
      socket.write(text())
      const [raw] = (await arriving) as [IncomingMessage]
      await expect.poll(() => isTime(raw), { interval: 5 }).toBe(true)
      socket.destroy()
      await expect.poll(() => lines.join('')).toContain('the sender is gone')
      expect(lines.filter(line => JSON.parse(line).level >= 40)).toEqual([])
    })
  })
})

it('a server that stops finishes requests under way, and answers later ones with 503 and Retry-After', async () => {
  const stopping = await startTestApp(undefined, options)
  const to = await listen(stopping)
  const socket = await open(to)
  const send = async (path: string) => {
    const arriving = once(stopping.app.server, 'request')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await arriving
  }
  // The second request arrives on the same connection after the server was told to stop.
  await send('/api/test/slow')
  const closed = stopping.app.close()
  await send('/api/models')
  answerSlow({})
  let text = ''
  socket.on('data', data => {
    text += data
  })
  await once(socket, 'close')
  await closed
  const [first, second] = text.split(/(?=HTTP\/1\.1 \d)/)
  expect(read(first!).status).toBe(200)
  expectApiError(read(second!), 503, 'stopping')
  expect(Number(read(second!).headers['retry-after'])).toBeGreaterThan(0)
})
