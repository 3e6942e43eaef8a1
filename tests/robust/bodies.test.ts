/**
 * Limits of request bodies before the user is known: their size, their pace, and how many come from one address
 * (security 50).
 */
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contract/endpoints'
import type { ServerSettings } from '../../src/engine/compiled'
import { until } from '../../src/tools/until'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, statusOf, TEST_PASSWORD } from '../support/server'

const JSON_TYPE = { 'content-type': 'application/json' }
const LOGIN = endpoints.auth.login.path
const PROTECTED = endpoints.devices.numbers.path

const db = await newDatabase()
const first = await startTestApp(db)

/** The port of an app with other settings. */
async function listen(change: (server: ServerSettings) => void): Promise<number> {
  const config = testConfig(({ server }) => change(server))
  const { app } = await startTestApp(db, { bare: true, config })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const open = new Set<Socket>()
afterEach(() => {
  for (const socket of open) socket.destroy()
  open.clear()
})

/** Sends text as it is; `response` is all that comes until the connection ends. */
function sendRaw(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  let received = ''
  const response = new Promise<string>(resolve => {
    socket.on('data', part => {
      received += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
  socket.write(text)
  return { socket, response }
}

const head = (path: string, bytes: number, headers: Record<string, string> = JSON_TYPE) => {
  const lines = Object.entries({ host: 'x', 'content-length': String(bytes), ...headers })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
const post = (port: number, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...JSON_TYPE, ...headers },
  })
const CREDENTIALS = { email: 'client@test.local', password: TEST_PASSWORD }
const signIn = (port: number) => post(port, LOGIN, CREDENTIALS)
const bearer = async () => ({ authorization: `Bearer ${await first.tokenOf('client@test.local')}` })

describe('a body of 20 kB', () => {
  it('is too large without a token, at every address', async () => {
    const payload = JSON.stringify({ email: 'a@b.kr', password: 'x'.repeat(20_000) })
    const send = (url: string) => first.app.inject({ method: 'POST', url, payload, headers: JSON_TYPE })
    for (const url of [LOGIN, endpoints.auth.signup.path, '/api/nowhere', '/nowhere'])
      expect([url, await statusOf(send(url))]).toEqual([url, 413])
    // At a protected address the missing token is noticed first.
    expect(await statusOf(send(PROTECTED))).toBe(401)
    const refusal = { result: false, message: expect.stringMatching(/[가-힣]/) }
    expect((await send(LOGIN)).json()).toMatchObject(refusal)
  })

  it('is read with a token', async () => {
    const payload = { numbers: Array.from({ length: 2000 }, () => '01012345678') }
    const { statusCode } = await first.ask('client', { method: 'POST', url: PROTECTED, payload })
    expect(statusCode).not.toBe(413)
  })
})

describe('a body that stops arriving', () => {
  let port = 0
  beforeAll(async () => {
    port = await listen(server => Object.assign(server.bodies, { paceBytes: 100, paceSeconds: 0.3 }))
  })

  it('is refused with 408, and the connection ends, for a sign-in and for an upload', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=edge', ...(await bearer()) }
    const part = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nIMEI'
    const responses = await Promise.all([
      sendRaw(port, `${head(LOGIN, 5_000)}{"email":`).response,
      sendRaw(port, `${head('/api/devices/roster/ul', 5_000, form)}${part}`).response,
    ])
    for (const response of responses) {
      expect(response).toMatch(/^HTTP\/1.1 408 /)
      expect(response).toMatch(/connection: close/i)
      expect(response).toMatch(/"code":"tooSlow"/)
      expect(response).toMatch(/x-content-type-options: nosniff/i)
    }
    expect((await signIn(port)).status).toBe(200)
  })

  it('is not waited for if the request is refused anyway', async () => {
    expect(await sendRaw(port, `${head(PROTECTED, 5_000)}{`).response).toMatch(/^HTTP\/1.1 401 /)
  })

  it('is refused for its pace only: a slow body is read to its end', async () => {
    const port = await listen(server => Object.assign(server.bodies, { paceBytes: 100, paceSeconds: 3 }))
    // Blanks make the body longer: it takes longer than the seconds of the pace.
    const body = JSON.stringify(CREDENTIALS).padEnd(1300)
    const headers = { ...JSON_TYPE, connection: 'close' }
    const { socket, response } = sendRaw(port, head(LOGIN, body.length, headers))
    for (let sent = 0; sent < body.length; sent += 200) {
      await wait(500)
      socket.write(body.slice(sent, sent + 200))
    }
    expect(await response).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('one address', () => {
  it('may send some requests at a time; further ones are refused with Retry-After', async () => {
    const port = await listen(server => Object.assign(server.bodies, { originRequests: 3 }))
    const stalled = [1, 2, 3].map(() => sendRaw(port, `${head(LOGIN, 500)}{`))
    await until(async () => (await signIn(port)).status === 429)
    const response = await signIn(port)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10'])
    expect(((await response.json()) as { message: string }).message).toMatch(/한꺼번에/)
    for (const { socket } of stalled) socket.destroy()
    await until(async () => (await signIn(port)).status === 200)
  })

  it('may send some bytes at a time, in any number of requests', async () => {
    const port = await listen(server => Object.assign(server.bodies, { originBytes: 100_000 }))
    const token = await bearer()
    sendRaw(port, `${head(PROTECTED, 90_000, { ...JSON_TYPE, ...token })}{`)
    const send = async (bytes: number) =>
      (await post(port, PROTECTED, { numbers: ['0'.repeat(bytes)] }, token)).status
    await until(async () => (await send(50_000)) === 429)
    expect(await send(1_000)).not.toBe(429)
  })

  it('may have some connections; one more is closed at once until another one ends', async () => {
    const port = await listen(server => Object.assign(server.connections, { perOrigin: 3 }))
    const held = [1, 2, 3].map(() => sendRaw(port, ''))
    await Promise.all(held.map(({ socket }) => new Promise(done => socket.once('connect', done))))
    expect(await sendRaw(port, '').response).toBe('')
    held[0]!.socket.destroy()
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    await until(async () => (await sendRaw(port, request).response).startsWith('HTTP/1.1 '))
  })
})
