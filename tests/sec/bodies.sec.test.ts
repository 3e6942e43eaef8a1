/** A hundred sign-in requests whose bodies never end (security 50). */
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { bundleServer, preparedFolder, spawnServer, stopServer } from '../support/spawnServer'
import { memoryOf, slowestWhile } from './measure'

bundleServer()

const NUMBER = 100
const MiB = 1024 * 1024

/** The header with the announced length, and the part of the body that is sent. */
const KINDS: [string, string, Buffer][] = [
  ['with all of 8 MB but one byte', `Content-Length: ${8 * MiB}\r\n`, Buffer.alloc(8 * MiB - 1, ' ')],
  ['that stop after 15 kB of 16', 'Content-Length: 16000\r\n', Buffer.alloc(15_000, ' ')],
  [
    'in chunks without a last one',
    'Transfer-Encoding: chunked\r\n',
    Buffer.from(`3a98\r\n${' '.repeat(15_000)}\r\n`),
  ],
]

it.each(KINDS)(
  'a hundred sign-ins %s cost less than 50 MB, and do not delay others',
  async (kind, length, body) => {
    const server = spawnServer({ FLEET_DATA: await preparedFolder(), FLEET_DEMO: '0' })
    const url = await server.ready()
    const { port, hostname } = new URL(url)
    // Warms up, so that only the memory of the stalled requests is measured.
    await slowestWhile(server.pid, `${url}/healthz`, async () => {
      for (let n = 0; n < 200; n++) await (await fetch(`${url}/api/models`)).text()
    })
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n`
    const stall = () =>
      new Promise<string>(resolve => {
        const socket = connect(Number(port), hostname)
        let answer = ''
        socket.on('data', part => {
          answer += part
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(answer))
        socket.write(head)
        socket.write(body)
      })
    const { result, slowest, before, peak } = await slowestWhile(server.pid, `${url}/healthz`, () =>
      Promise.all(Array.from({ length: NUMBER }, stall)),
    )
    const statuses = [...new Set(result.map(answer => answer.slice(9, 12)))]
    console.log(kind, { statuses, slowest, before, peak, after: memoryOf(server.pid) })
    expect(peak - before).toBeLessThan(50)
    expect(slowest).toBeLessThan(1000)
    expect(result.every(answer => /^(HTTP\/1.1 4(08|13) |$)/.test(answer))).toBe(true)
    await stopServer(server)
  },
)
