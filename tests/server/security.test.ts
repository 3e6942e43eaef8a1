import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseGone } from '../../src/server/store/failures'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../support/server'

const folder = mkdtempSync(join(tmpdir(), 'fleet-console-'))
const written: string[] = []
let fleet: TestApp

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head><title>t</title></head><body></body></html>',
  )
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'console.log(1)')
  writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync('console.log(1)'))
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  const screens = { main: ['board', 'map'], orders: ['mailbox'], list: ['list'] }
  const files = Object.entries(screens).map(([name, codes]) => [name, codes.map(code => `assets/${code}.js`)])
  writeFileSync(join(folder, 'screens.json'), JSON.stringify(Object.fromEntries(files)))
  fleet = await startTestApp(undefined, {
    console: { folder, boot: () => ({ note: '</script><script>alert(1)</script>' }) },
    logger: { level: 'debug', stream: { write: line => void written.push(line) } },
    routes: breakable,
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Routes that fail in ways that the real ones should not. */
function breakable(app: FastifyInstance): void {
  const config = { access: 'public' } as const
  app.get('/api/test/bug', { config }, async () => {
    throw new Error('the secret inside')
  })
  app.get('/api/test/gone', { config }, async () => {
    throw new DatabaseGone('connection terminated')
  })
  app.get('/api/test/full', { config }, async () => {
    throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
  })
  app.get('/api/test/large', { config }, async () => ({ text: 'ga'.repeat(10_000) }))
}

const get = (url: string, headers: Record<string, string> = {}) =>
  fleet.app.inject({ method: 'GET', url, headers })
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const EVERY_ANSWER: [string, () => ReturnType<typeof get>][] = [
  ['the page', () => get('/', browser)],
  ['a deep link', () => get('/app/devices?x=1', browser)],
  ['a file', () => get('/assets/app-1a2b.js')],
  ['an answer of the API', () => fleet.ask('guest', { method: 'POST', url: '/api/auth/refresh' })],
  ['a refusal', () => fleet.app.inject({ method: 'POST', url: '/api/auth/refresh' })],
  ['an unknown address', () => get('/api/nothing')],
  ['a failure', () => get('/api/test/bug')],
  ['a malformed address', () => get('/api/%E0%A4%A')],
]

describe('every answer', () => {
  test.each(EVERY_ANSWER)('forbids foreign code, frames and guesses: %s', async (_what, ask) => {
    const { headers } = await ask()
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src '")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(EVERY_ANSWER.filter(([what]) => what !== 'a file'))(
    'is not kept by anybody: %s',
    async (_what, ask) => {
      expect((await ask()).headers['cache-control']).toBe('no-store')
    },
  )

  test('lets styles in by a nonce that is new each time', async () => {
    const pages = [await get('/', browser), await get('/', browser)]
    const nonces = pages.map(page => /<meta property="csp-nonce" content="([^"]+)">/.exec(page.body)![1]!)
    expect(nonces[0]).not.toBe(nonces[1])
    for (const [at, page] of pages.entries())
      expect(page.headers['content-security-policy']).toBe(
        "default-src 'self';script-src 'self';" +
          `style-src 'self' 'nonce-${nonces[at]}';img-src 'self' data: blob:;font-src 'self';connect-src 'self';` +
          "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      )
  })

  test('demands TLS of browsers that came by it, and of no others', async () => {
    expect((await get('/healthz')).headers).not.toHaveProperty('strict-transport-security')
    const secure = await startTestApp(fleet.db, {
      bare: true,
      env: { publicUrl: 'https://fleet.example', trustProxy: false },
    })
    const answer = await secure.app.inject('/healthz')
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test('takes the word of a proxy for where it came from only where that is configured', async () => {
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' }
    const trusting = await startTestApp(fleet.db, {
      bare: true,
      env: { trustProxy: 1 },
      routes: app => void app.get('/where', async request => ({ ip: request.ip })),
    })
    const believed = await trusting.app.inject({ url: '/where', headers: proxied, remoteAddress: '10.0.0.1' })
    expect(believed.json()).toEqual({ ip: '203.0.113.5' })
    expect(believed.headers).toHaveProperty('strict-transport-security')
    const doubted = await get('/healthz', proxied)
    expect(doubted.headers).not.toHaveProperty('strict-transport-security')
  })

  test('gives strangers no leave to read it (CORS)', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const asked = await fleet.app.inject({ method: 'OPTIONS', url: '/api/auth/login', headers })
    expect(asked.statusCode).toBe(405)
    expect(Object.keys(asked.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the page', () => {
  test('holds the config as data that cannot become code', async () => {
    const { body } = await get('/app/devices', browser)
    const block = /<script type="application\/json" id="fleet-boot">(.*?)<\/script>/s.exec(body)![1]!
    expect(JSON.parse(block)).toEqual({ note: '</script><script>alert(1)</script>' })
    expect(body).not.toContain('<script>alert')
  })

  test('names the code of the screen that its address leads to', async () => {
    const codeAt = async (url: string) =>
      (await get(url, browser)).body.match(/<link rel="modulepreload" crossorigin href="[^"]*">/g) ?? []
    const link = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`
    expect(await codeAt('/app/devices?filter=x')).toEqual([link('list')])
    expect(await codeAt('/app/orders')).toEqual([link('mailbox')])
    expect(await codeAt('/app/main/fleet')).toEqual([link('board'), link('map')])
    expect(await codeAt('/login')).toEqual([])
  })

  test('is given for every address of the console, and not for the API or missing files', async () => {
    for (const url of ['/', '/login?token=x', '/app/groups/batches/edit/3', '/nowhere'])
      expect((await get(url, browser)).headers['content-type']).toBe('text/html; charset=utf-8')
    for (const url of ['/api/nothing', '/api', '/auth/signin/nobody', '/assets/gone-9z.js']) {
      const answer = await get(url, browser)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound'])
    }
    expect((await get('/favicon.ico', { accept: 'image/*' })).statusCode).toBe(404)
  })

  test('comes with files that browsers keep for good and get compressed', async () => {
    const file = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    })
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache')
  })

  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '//etc/passwd',
  ])('and its folder give nothing from outside: %s', async url => {
    const { body } = await get(url, browser)
    expect(body).not.toMatch(/root:x|"private": true/)
  })

  test('is never given without its nonce', async () => {
    expect((await get('/index.html', browser)).body).toContain('csp-nonce')
  })
})

describe('a failure', () => {
  test('inside says nothing of itself to the user and everything to the log', async () => {
    const answer = await get('/api/test/bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      result: false,
      code: 'internal',
      message: '서버에서 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.',
      request: answer.headers['x-request-id'],
    })
    const line = written.findLast(text => text.includes('the secret inside'))
    expect(line).toContain(`"reqId":"${answer.headers['x-request-id']}"`)
  })

  test.each([
    ['the database', '/api/test/gone', '5', 'databaseGone'],
    ['a disk without room', '/api/test/full', '30', 'diskFull'],
  ])('of %s asks to come back', async (_what, url, seconds, code) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([
      503,
      seconds,
      code,
    ])
  })

  test.each([
    ['an unknown call', 'GET', '/api/nothing', 404, 'notFound'],
    ['another method', 'GET', '/api/auth/login', 405, 'wrongMethod'],
    ['an address that cannot be read', 'GET', '/api/%E0%A4%A', 400, 'badRequest'],
  ] as const)('to know %s is said in the one shape of errors', async (_what, method, url, status, code) => {
    const answer = await fleet.app.inject({ method, url })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.json()).toEqual({ result: false, code, message: expect.stringMatching(/[가-힣]/) })
  })

  test('to know another method names those there are', async () => {
    expect((await get('/api/auth/login')).headers.allow).toBe('POST')
  })

  const login = (payload: string, type = 'application/json') =>
    fleet.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload })

  test.each([
    ['broken JSON', '{"email":', 'application/json', 400, 'notJson'],
    ['an empty body', '', 'application/json', 400, 'invalidBody'],
    ['JSON that is no record', '[1]', 'application/json', 400, 'invalidBody'],
    ['nothing', 'null', 'application/json', 400, 'invalidBody'],
    ['a form', 'email=a', 'application/x-www-form-urlencoded', 415, 'mediaType'],
    [
      'a body that poisons prototypes',
      '{"__proto__":{"x":1},"email":"a","password":"b"}',
      'application/json',
      400,
      'notJson',
    ],
    ['a number for text', '{"email":1,"password":"b"}', 'application/json', 422, 'invalidFields'],
    ['a missing field', '{"email":"a"}', 'application/json', 422, 'invalidFields'],
    ['a NUL character', '{"email":"a\\u0000","password":"b"}', 'application/json', 400, 'unreadableText'],
    ['nine megabytes', JSON.stringify({ email: 'a'.repeat(9_000_000) }), 'application/json', 413, 'tooLarge'],
  ])('to read %s is answered clearly', async (_what, payload, type, status, code) => {
    const answer = await login(payload, type)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.json().message).toMatch(/[가-힣]/)
    expect(answer.body).not.toMatch(/Error|\.ts|node_modules/)
  })

  test('to send a body where none is needed does not matter', async () => {
    const answer = await fleet.ask('guest', {
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(200)
  })

  test('of a field names the field and what is wrong with it', async () => {
    expect((await login('{"email":"a"}')).json()).toEqual({
      result: false,
      code: 'invalidFields',
      message: '입력하신 "password" 값을 확인해 주세요.',
      errors: { password: '필수 입력 항목입니다.' },
    })
  })
})

describe('the log', () => {
  test('has every sign-in and refusal, and no token, password or query', async () => {
    written.length = 0
    const token = await fleet.login('client@test.local')
    await get(`/login?token=${token}`, browser)
    await fleet.app.inject({ method: 'POST', url: `/api/auth/refresh?token=${token}` })
    await fleet.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'client@test.local', password: 'a-wrong-password' },
    })
    const log = written.join('')
    expect(log).toContain('"signed in"')
    expect(log).toContain('"code":"signedOut"')
    expect(log).toContain('"code":"signIn.wrong"')
    for (const secret of [token, TEST_PASSWORD, 'a-wrong-password', 'token='])
      expect(log).not.toContain(secret)
  })
})

test('long answers are compressed for who can read it', async () => {
  const answer = await get('/api/test/large', { 'accept-encoding': 'gzip' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect((await get('/api/test/large')).headers).not.toHaveProperty('content-encoding')
})

test('the OpenAPI document is there for everybody', async () => {
  const document = (await get('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/auth/login'].post.security).toEqual([])
  expect(document.paths['/api/devices'].get.parameters.map((one: { name: string }) => one.name)).toContain(
    'search[alike]',
  )
})

test('a route that does not say who may call it cannot be made', async () => {
  const careless = (app: FastifyInstance) => void app.get('/api/test/open', async () => 1)
  await expect(startTestApp(fleet.db, { bare: true, routes: careless })).rejects.toThrow(
    'does not say who may call it',
  )
})
