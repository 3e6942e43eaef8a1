/** Replacing servers one by one behind a proxy: callers notice nothing. */
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from '../support/afterFile'
import { createDatabase } from '../support/databases'
import { bundleServer, postLogin, signedIn, spawnServer, stopServer } from '../support/spawnServer'

bundleServer()

/** Methods that nginx sends again; a POST that was sent may have been carried out. */
const SENT_AGAIN = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])

/**
 * A proxy that does what nginx does by default (`proxy_next_upstream error timeout`): each request takes the next
 * server. After a refused connection it tries the other server, after a broken one only with a method of `SENT_AGAIN`.
 * It keeps connections to the servers, as `keepalive` of nginx does.
 */
async function startProxy(ports: readonly number[]): Promise<string> {
  let turn = 0
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const proxy = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const first = turn++
    const send = (attempt: number) => {
      const port = ports[(first + attempt) % ports.length]!
      const { method, url: path, headers } = incoming
      const sent = httpRequest({ agent, port, method, path, headers }, (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode!, { 'content-type': answer.headers['content-type'] ?? '' })
        answer.pipe(outgoing)
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const mayRepeat = error.code === 'ECONNREFUSED' || SENT_AGAIN.has(method!)
        if (mayRepeat && attempt + 1 < ports.length) send(attempt + 1)
        else outgoing.writeHead(502).end(`${error}, ${sent.reusedSocket ? 'kept' : 'new'} connection`)
      })
      sent.end(body)
    }
    send(0)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterFile(async () => {
    agent.destroy()
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'no call fails while two servers are replaced in turn',
  async () => {
    const ports = [await freePort(), await freePort()]
    const env = { DATABASE_URL: await createDatabase(), DRAIN_SECONDS: '1' }
    const start = (port: number) => spawnServer({ ...env, PORT: String(port) })
    const servers = ports.map(start)
    await Promise.all(servers.map(server => server.ready()))
    const url = await startProxy(ports)
    const authorization = `Bearer ${await signedIn(url)}`
    const failures: string[] = []
    let calls = 0
    let isRunning = true
    const call = async (path: string, body?: object) => {
      const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(`${url}${path}`, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      calls++
      const text = await answer.text()
      if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text}`)
    }
    const callers = Array.from({ length: 6 }, async () => {
      while (isRunning) {
        await call('/api/models')
        await call('/api/devices', { topic: 'number', alike: '0101' })
        await wait(5)
      }
    })
    for (const [index, port] of ports.entries()) {
      await stopServer(servers[index]!)
      servers[index] = start(port)
      await servers[index]!.ready()
    }
    isRunning = false
    await Promise.all(callers)
    expect([failures, calls > 20]).toEqual([[], true])
    expect((await postLogin(url)).status).toBe(200)
    await Promise.all(servers.map(stopServer))
  },
)
