/** Uploads with progress, over a real HTTP server. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Progress } from '../../src/console/api/upload'
import { testClient } from '../support/stubServer'

let server: Server
function closeServer() {
  server.closeAllConnections()
  server.close()
}
afterEach(closeServer)

/** A client of a new server. For jsdom it is another origin. */
async function clientOf(listener: RequestListener, timeoutMs = 5_000) {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    const allowed = 'authorization, accept-language, content-type, idempotency-key'
    response.setHeader('access-control-allow-headers', allowed)
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else listener(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return testClient({ base, timeoutMs, token: () => 'secret' })
}
const responding =
  (status: number, body: unknown): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)))
  }

const ROSTER = new File(['x'.repeat(200_000)], '단말 목록.xlsx')
const upload = async (listener: RequestListener, { timeoutMs = 5_000, ...options } = {} as Options) =>
  (await clientOf(listener, timeoutMs)).upload('devices.rosterUpload', ROSTER, options)
interface Options {
  timeoutMs?: number
  signal?: AbortSignal
  onProgress?: (step: Progress) => void
}

describe('an upload', () => {
  it('sends one part named "file" with the token, and reports its progress', async () => {
    let received = ''
    let authorization: string | undefined
    const steps: Progress[] = []
    const onProgress = (step: Progress) => steps.push(step)
    const { payload } = await upload(
      (request, response) => {
        authorization = request.headers.authorization
        request.on('data', chunk => {
          received += chunk
        })
        const body = { result: true, message: '', payload: { added: 2 } }
        request.on('end', () => response.end(JSON.stringify(body)))
      },
      { onProgress },
    )
    expect(payload).toEqual({ added: 2 })
    expect(authorization).toBe('Bearer secret')
    expect(received).toMatch(/name="file"; filename="단말 목록\.xlsx"/)
    expect(steps.at(-1)).toMatchObject({ sent: ROSTER.size, total: ROSTER.size, isSent: true })
  })

  it('fails with the message and the refused rows of the server', async () => {
    const rows = [
      { row: 2, column: 'IMEI', value: '3.5E+14', code: 'imei', message: '15자리 숫자여야 합니다.' },
    ]
    const message = '1개 행에 오류'
    const refused = upload(responding(422, { result: false, message, code: 'roster', rows }))
    await expect(refused).rejects.toMatchObject({ status: 422, message, body: { rows } })
    closeServer()
    const failed = upload(responding(200, { result: false, message: '추가하지 못했습니다.' }))
    await expect(failed).rejects.toThrow('추가하지 못했습니다.')
  })

  it('can be cancelled, also before it starts', async () => {
    const cancel = new AbortController()
    const running = upload(() => cancel.abort(), { signal: cancel.signal })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    closeServer()
    const listener = vi.fn()
    const notStarted = upload(listener, { signal: AbortSignal.abort() })
    await expect(notStarted).rejects.toMatchObject({ name: 'AbortError' })
    expect(listener).not.toHaveBeenCalled()
  })

  it('reports a lost connection, and a server that does not answer in time', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const message = 'shell.failure.network shell.failure.unknown'
    const lost = upload(request => request.socket.destroy())
    await expect(lost).rejects.toMatchObject({ message, status: 0 })
    closeServer()
    const late = upload(request => request.resume(), { timeoutMs: 50 })
    await expect(late).rejects.toMatchObject({ message: 'shell.failure.timeout shell.failure.unknown' })
  })
})
