/** What a request may send before it is known who sends it, how fast, and how much from one place (security 50). */
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contract/endpoints'
import type { ServerSettings } from '../../src/engine/compiled'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../support/server'

const JSON_TYPE = { 'content-type': 'application/json' }

async function listening(change: (server: ServerSettings) => void = () => undefined) {
  const api = await startTestApp(await newDatabase(), { config: testConfig(({ server }) => change(server)) })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  return { api, port: (api.app.server.address() as AddressInfo).port }
}

const open = new Set<Socket>()
afterEach(() => {
  for (const socket of open) socket.destroy()
  open.clear()
})

/** Sends text as it is and gathers what is answered until the connection ends. */
function raw(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  let answer = ''
  const ended = new Promise<string>(resolve => {
    socket.on('data', part => {
      answer += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
  socket.write(text)
  return { socket, ended }
}

const head = (path: string, bytes: number, more: Record<string, string> = JSON_TYPE) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n${Object.entries(more)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const LOGIN = endpoints.auth.login.path
const PROTECTED = endpoints.devices.numbers.path
const signIn = (port: number) =>
  fetch(`http://127.0.0.1:${port}${LOGIN}`, {
    method: 'POST',
    body: JSON.stringify({ email: 'client@test.local', password: TEST_PASSWORD }),
    headers: JSON_TYPE,
  })

async function bearer(api: TestApp) {
  return { authorization: `Bearer ${await api.tokenOf('client@test.local')}` }
}

describe('a body of 20 kB', () => {
  const payload = JSON.stringify({ email: 'a@b.kr', password: 'x'.repeat(20_000) })

  it('is too large for whoever is not signed in, wherever it is sent', async () => {
    const api = await startTestApp()
    const asked = [LOGIN, endpoints.auth.signup.path, '/api/nowhere', '/nowhere', PROTECTED].map(
      async url => {
        const { statusCode } = await api.app.inject({ method: 'POST', url, payload, headers: JSON_TYPE })
        return statusCode
      },
    )
    // Who may not call at all hears that first.
    expect(await Promise.all(asked)).toEqual([413, 413, 413, 413, 401])
    const answer = await api.app.inject({ method: 'POST', url: LOGIN, payload, headers: JSON_TYPE })
    expect(answer.json()).toMatchObject({ result: false, message: expect.stringMatching(/[가-힣]/) })
  })

  it('is read of somebody who is', async () => {
    const api = await startTestApp()
    const numbers = Array.from({ length: 2000 }, () => '01012345678')
    const answer = await api.ask('client', {
      method: 'POST',
      url: PROTECTED,
      payload: { numbers },
    })
    expect(answer.statusCode).not.toBe(413)
  })
})

describe('a body that stops arriving', () => {
  const quick = (server: ServerSettings) => Object.assign(server.bodies, { paceBytes: 100, paceSeconds: 0.3 })

  it('is answered 408 in our words and the connection ends, a sign-in as well as an upload', async () => {
    const { api, port } = await listening(quick)
    const form = { 'content-type': 'multipart/form-data; boundary=edge', ...(await bearer(api)) }
    const part = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nIMEI'
    const answers = await Promise.all([
      raw(port, `${head(LOGIN, 5_000)}{"email":`).ended,
      raw(port, `${head('/api/devices/roster/ul', 5_000, form)}${part}`).ended,
    ])
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /)
      expect(answer).toMatch(/connection: close/i)
      expect(answer).toMatch(/"code":"tooSlow"/)
      expect(answer).toMatch(/x-content-type-options: nosniff/i)
    }
    expect((await signIn(port)).status).toBe(200)
  })

  it('is not waited for either where it is refused unread', async () => {
    const { port } = await listening(quick)
    expect(await raw(port, `${head(PROTECTED, 5_000)}{`).ended).toMatch(/^HTTP\/1.1 401 /)
  })

  it('but keeps its pace is read to its end', async () => {
    const { port } = await listening(quick)
    // Blanks make it long: keys that are not declared are refused.
    const body = JSON.stringify({ email: 'client@test.local', password: TEST_PASSWORD }).padEnd(1300)
    const { socket, ended } = raw(port, head(LOGIN, body.length, { ...JSON_TYPE, connection: 'close' }))
    for (let at = 0; at < body.length; at += 200) {
      await wait(100)
      socket.write(body.slice(at, at + 200))
    }
    expect(await ended).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('one address', () => {
  it('has so many requests arriving at once; further ones are told to wait', async () => {
    const { port } = await listening(server => Object.assign(server.bodies, { originRequests: 3 }))
    const stalled = [1, 2, 3].map(() => raw(port, `${head(LOGIN, 500)}{`))
    await expectSoon(async () => (await signIn(port)).status === 429)
    const answer = await signIn(port)
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, 10])
    expect(((await answer.json()) as { message: string }).message).toMatch(/한꺼번에/)
    for (const { socket } of stalled) socket.destroy()
    await expectSoon(async () => (await signIn(port)).status === 200)
  })

  it('holds so many bytes of ours, however many requests that are', async () => {
    const { api, port } = await listening(server => Object.assign(server.bodies, { originBytes: 100_000 }))
    const mine = await bearer(api)
    raw(port, `${head(PROTECTED, 90_000, { ...JSON_TYPE, ...mine })}{`)
    const ask = (size: number) =>
      fetch(`http://127.0.0.1:${port}/api/devices/numbers`, {
        method: 'POST',
        body: JSON.stringify({ numbers: ['0'.repeat(size)] }),
        headers: { ...JSON_TYPE, ...mine },
      })
    await expectSoon(async () => (await ask(50_000)).status === 429)
    expect((await ask(1_000)).status).not.toBe(429)
  })

  it('has so many connections; one more is closed at once, and another takes the place of one that ends', async () => {
    const { port } = await listening(server => Object.assign(server.connections, { perOrigin: 3 }))
    const held = [1, 2, 3].map(() => raw(port, ''))
    await Promise.all(held.map(({ socket }) => new Promise(done => socket.once('connect', done))))
    expect(await raw(port, '').ended).toBe('')
    held[0]!.socket.destroy()
    await expectSoon(async () =>
      (await raw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').ended).startsWith(
        'HTTP/1.1 ',
      ),
    )
  })
})

/** Asked again until it is so; the time of the test bounds it. */
async function expectSoon(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10)
  expect(true).toBe(true)
}
