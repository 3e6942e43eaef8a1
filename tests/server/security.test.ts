/** Headers, the page of the console, errors and the log (security). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { DatabaseGone } from '../../src/server/store/failures'
import { startTestApp, statusOf, TEST_PASSWORD } from '../support/server'

const folder = mkdtempSync(join(tmpdir(), 'fleet-console-'))
const log: string[] = []

const files = {
  'index.html': '<!doctype html><html><head><title>t</title></head><body></body></html>',
  'assets/app-1a2b.js': 'console.log(1)',
  'assets/app-1a2b.js.br': brotliCompressSync('console.log(1)'),
  'robots.txt': 'User-agent: *',
  'screens.json': '{"main":["assets/board.js","assets/map.js"],"list":["assets/list.js"]}',
}
mkdirSync(join(folder, 'assets'))
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
const fleet = await startTestApp(undefined, {
  console: { folder, boot: () => ({ note: '</script><script>alert(1)</script>' }) },
  logger: { level: 'debug', stream: { write: line => void log.push(line) } },
  routes: testRoutes,
})
afterAll(() => rmSync(folder, { recursive: true }))

function testRoutes(app: FastifyInstance): void {
  const config = { access: 'public' } as const
  const failure = (url: string, error: Error) => app.get(url, { config }, () => Promise.reject(error))
  failure('/api/test/bug', new Error('the secret inside'))
  failure('/api/test/gone', new DatabaseGone('connection terminated'))
  failure('/api/test/full', Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }))
  app.get('/api/test/large', { config }, async () => ({ text: 'ga'.repeat(10_000) }))
}

const get = (url: string, headers: Record<string, string> = {}) =>
  fleet.app.inject({ method: 'GET', url, headers })
const getPage = (url: string) => get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })

const RESPONSES: [string, () => ReturnType<typeof get>][] = [
  ['the page', () => getPage('/')],
  ['the page at a deep link', () => getPage('/app/devices?x=1')],
  ['a file', () => get('/assets/app-1a2b.js')],
  ['a response of the API', () => fleet.post('guest', '/api/auth/refresh')],
  ['a refusal', () => fleet.app.inject({ method: 'POST', url: '/api/auth/refresh' })],
  ['an unknown address', () => get('/api/nothing')],
  ['an error of the server', () => get('/api/test/bug')],
  ['a malformed address', () => get('/api/%E0%A4%A')],
]

test('a server that is draining closes the connection of every response', async () => {
  const url = await fleet.app.listen({ port: 0, host: '127.0.0.1' })
  const authorization = `Bearer ${await fleet.tokenOf('guest@test.local')}`
  const answers = async () => {
    const paths = ['/livez', '/api/models', '/api/nothing', '/assets/app-1a2b.js', '/app/devices']
    const requests = [...paths.map(path => ({ path, headers: { authorization } })), { path: '/api/models' }]
    return Promise.all(
      requests.map(async ({ path, ...options }) => {
        const { status, headers } = await fetch(url + path, options)
        return [path, status, headers.get('connection')]
      }),
    )
  }
  const expected = (connection: string) => [
    ['/livez', 200, connection],
    ['/api/models', 200, connection],
    ['/api/nothing', 404, connection],
    ['/assets/app-1a2b.js', 200, connection],
    ['/app/devices', 200, connection],
    ['/api/models', 401, connection],
  ]
  expect(await answers()).toEqual(expected('keep-alive'))
  fleet.app.draining = true
  expect(await answers()).toEqual(expected('close'))
  fleet.app.draining = false
})

describe('headers', () => {
  test.each(RESPONSES)('of %s forbid foreign code and frames', async (what, ask) => {
    const { headers } = await ask()
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src '")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
    if (what !== 'a file') expect(headers['cache-control']).toBe('no-store')
  })

  test('allow styles by a nonce that is new for each page', async () => {
    const pages = [await getPage('/'), await getPage('/')]
    const nonces = pages.map(page => /<meta property="csp-nonce" content="([^"]+)">/.exec(page.body)![1]!)
    expect(nonces[0]).not.toBe(nonces[1])
    for (const [index, page] of pages.entries())
      expect(page.headers['content-security-policy']).toBe(
        "default-src 'self';script-src 'self';" +
          `style-src 'self' 'nonce-${nonces[index]}';img-src 'self' data: blob:;font-src 'self';connect-src 'self';` +
          "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      )
  })

  test('demand TLS if PUBLIC_URL or a trusted proxy says https', async () => {
    const hsts = 'strict-transport-security'
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' }
    const env = { publicUrl: 'https://fleet.example', trustProxy: false as const }
    const secure = await startTestApp(fleet.db, { bare: true, env })
    const { headers } = await secure.app.inject('/healthz')
    expect(headers[hsts]).toBe('max-age=31536000; includeSubDomains')
    const trusting = await startTestApp(fleet.db, {
      bare: true,
      env: { trustProxy: 1 },
      routes: app => void app.get('/where', async ({ ip }) => ({ ip })),
    })
    const request = { url: '/where', headers: proxied, remoteAddress: '10.0.0.1' }
    const trusted = await trusting.app.inject(request)
    expect(trusted.json()).toEqual({ ip: '203.0.113.5' })
    expect(trusted.headers).toHaveProperty(hsts)
    expect((await get('/healthz', proxied)).headers).not.toHaveProperty(hsts)
  })

  test('let no other origin read responses (CORS)', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const response = await fleet.app.inject({ method: 'OPTIONS', url: '/api/auth/login', headers })
    expect(response.statusCode).toBe(405)
    expect(Object.keys(response.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the page', () => {
  test('has the config as data that cannot become code', async () => {
    const { body } = await getPage('/app/devices')
    const boot = /<script type="application\/json" id="fleet-boot">(.*?)<\/script>/s.exec(body)![1]!
    expect(JSON.parse(boot)).toEqual({ note: '</script><script>alert(1)</script>' })
    expect(body).not.toContain('<script>alert')
  })

  test.each([
    ['/app/devices?filter=x', ['list']],
    ['/app/main/fleet', ['board', 'map']],
    ['/login', []],
  ])('at %s preloads the code of its screen', async (url, names) => {
    const links = (await getPage(url)).body.match(/<link rel="modulepreload" [^>]*>/g) ?? []
    const linkTo = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`
    expect(links).toEqual(names.map(linkTo))
  })

  test('is sent for every address of the console, and not for the API or missing files', async () => {
    for (const url of ['/', '/login?token=x', '/app/groups/batches/edit/3', '/nowhere', '/index.html']) {
      const { headers, body } = await getPage(url)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(body).toContain('csp-nonce')
    }
    for (const url of ['/api/nothing', '/api', '/auth/signin/nobody', '/assets/gone-9z.js']) {
      const response = await getPage(url)
      expect([response.statusCode, response.json().code]).toEqual([404, 'notFound'])
    }
    expect((await get('/favicon.ico', { accept: 'image/*' })).statusCode).toBe(404)
  })

  test('has compressed files that browsers keep for good', async () => {
    const file = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    })
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache')
  })

  test.each(['/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fetc%2fpasswd'])(
    'gives no access to files of other folders: %s',
    async url => {
      expect((await getPage(url)).body).not.toMatch(/root:x|"private": true/)
    },
  )
})

describe('an error', () => {
  test('of the server is hidden from the user; its request id in the response finds it in the log', async () => {
    const response = await get('/api/test/bug')
    const request = response.headers['x-request-id']
    const message = '서버에서 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.'
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({ result: false, code: 'internal', message, request })
    expect(log.findLast(line => line.includes('the secret inside'))).toContain(`"reqId":"${request}"`)
  })

  test.each([
    ['an unreachable database', '/api/test/gone', '5', 'databaseGone'],
    ['a full disk', '/api/test/full', '30', 'diskFull'],
  ])('caused by %s asks the client to try again later', async (_what, url, seconds, code) => {
    const { statusCode, headers, json } = await get(url)
    expect([statusCode, headers['retry-after'], json().code]).toEqual([503, seconds, code])
  })

  test.each([
    ['an unknown call', '/api/nothing', 404, 'notFound', undefined],
    ['another method', '/api/auth/login', 405, 'wrongMethod', 'POST'],
    ['an unreadable address', '/api/%E0%A4%A', 400, 'badRequest', undefined],
  ])('for %s has the shape of all errors', async (_what, url, status, code, allow) => {
    const response = await get(url)
    expect([response.statusCode, response.headers.allow]).toEqual([status, allow])
    expect(response.json()).toEqual({ result: false, code, message: expect.stringMatching(/[가-힣]/) })
  })

  const login = (payload: string, type = 'application/json') =>
    fleet.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload })

  test.each<[string, string, number, string, string?]>([
    ['broken JSON', '{"email":', 400, 'notJson'],
    ['empty', '', 400, 'invalidBody'],
    ['a form', 'email=a', 415, 'mediaType', 'application/x-www-form-urlencoded'],
    ['a number for a text', '{"email":1,"password":"b"}', 422, 'invalidFields'],
    ['a NUL character', '{"email":"a\\u0000","password":"b"}', 422, 'invalidFields'],
    ['nine megabytes', JSON.stringify({ email: 'a'.repeat(9_000_000) }), 413, 'tooLarge'],
  ])('for a body of this kind names the problem: %s', async (_what, payload, status, code, type) => {
    const response = await login(payload, type)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(response.json().message).toMatch(/[가-힣]/)
    expect(response.body).not.toMatch(/Error|\.ts|node_modules/)
  })

  test.each(['{"email":"a"}', '{"email":"a","password":""}'])('names the wrong field of %s', async body => {
    expect((await login(body)).json()).toEqual({
      result: false,
      code: 'invalidFields',
      message: '입력하신 "password" 값을 확인해 주세요.',
      errors: { password: '필수 입력 항목입니다.' },
    })
  })
})

test('a call that takes no body accepts an empty one', async () => {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST' as const, url: '/api/auth/refresh', headers }
  expect(await statusOf(fleet.ask('guest', request))).toBe(200)
})

test('the log has sign-ins and refusals, and no token, password or query', async () => {
  log.length = 0
  const token = await fleet.login('client@test.local')
  await getPage(`/login?token=${token}`)
  await fleet.post(undefined, `/api/auth/refresh?token=${token}`)
  const login = { email: 'client@test.local', password: 'a-wrong-password' }
  await fleet.post(undefined, '/api/auth/login', login)
  const text = log.join('')
  for (const entry of ['"signed in"', '"code":"signedOut"', '"code":"signIn.wrong"'])
    expect(text).toContain(entry)
  for (const secret of [token, TEST_PASSWORD, 'a-wrong-password', 'token='])
    expect(text).not.toContain(secret)
})

test('long responses are compressed if the client accepts it', async () => {
  const { headers } = await get('/api/test/large', { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBe('gzip')
  expect((await get('/api/test/large')).headers).not.toHaveProperty('content-encoding')
})

test('the server does not start with a route that does not say who may call it', async () => {
  const routes = (app: FastifyInstance) => void app.get('/api/test/open', async () => 1)
  const starting = startTestApp(fleet.db, { bare: true, routes })
  await expect(starting).rejects.toThrow('does not say who may call it')
})
