import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import type { Progress } from '../../src/console/api/upload'

let server: Server
const onUnauthorised = vi.fn()

/** A client of a real server, which stands at another address as far as jsdom is concerned. */
async function clientOf(answer: RequestListener, timeoutMs = 5_000) {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader(
      'access-control-allow-headers',
      'authorization, accept-language, content-type, idempotency-key',
    )
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return createClient({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs,
    token: () => 'secret',
    user: () => 'a@x.kr',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised,
  })
}

afterEach(() => {
  server.closeAllConnections()
  server.close()
  onUnauthorised.mockClear()
})

const roster = new File(['x'.repeat(200_000)], '단말 목록.xlsx')

const answering =
  (status: number, body: unknown): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)))
  }

describe('sending a spreadsheet', () => {
  it('posts one part named file, with the token, and tells how far it is', async () => {
    let received = ''
    let authorization: string | undefined
    const client = await clientOf((request, response) => {
      authorization = request.headers.authorization
      request.on('data', chunk => {
        received += chunk
      })
      request.on('end', () =>
        response.end(JSON.stringify({ result: true, message: '', payload: { added: 2 } })),
      )
    })
    const steps: Progress[] = []
    const answer = await client.upload('devices.rosterUpload', roster, {
      onProgress: step => steps.push(step),
    })
    expect(answer.payload).toEqual({ added: 2 })
    expect(authorization).toBe('Bearer secret')
    expect(received).toMatch(/name="file"; filename="단말 목록\.xlsx"/)
    expect(steps.at(-1)).toMatchObject({ sent: roster.size, total: roster.size, done: true })
  })

  it('a refusal carries its message and the refused rows', async () => {
    const rows = [
      { row: 2, column: 'IMEI', value: '3.5E+14', code: 'imei', message: '15자리 숫자여야 합니다.' },
    ]
    const client = await clientOf(
      answering(422, { result: false, message: '1개 행에 오류', code: 'roster', rows }),
    )
    await expect(client.upload('devices.rosterUpload', roster)).rejects.toMatchObject({
      status: 422,
      message: '1개 행에 오류',
      body: { rows },
    })
  })

  it('a result that is not true is a failure', async () => {
    const client = await clientOf(answering(200, { result: false, message: '추가하지 못했습니다.' }))
    await expect(client.upload('devices.rosterUpload', roster)).rejects.toThrow('추가하지 못했습니다.')
  })

  it('can be cancelled', async () => {
    const cancel = new AbortController()
    const client = await clientOf(() => cancel.abort())
    await expect(
      client.upload('devices.rosterUpload', roster, { signal: cancel.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is not begun when it is cancelled already', async () => {
    const reached = vi.fn()
    const client = await clientOf(reached)
    await expect(
      client.upload('devices.rosterUpload', roster, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' })
    expect(reached).not.toHaveBeenCalled()
  })

  it('says when the server is gone', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const client = await clientOf(request => request.socket.destroy())
    await expect(client.upload('devices.rosterUpload', roster)).rejects.toMatchObject({
      message: 'shell.failure.network shell.failure.unknown',
      status: 0,
    })
    silence.mockRestore()
  })

  it('says when the server does not answer in time', async () => {
    const client = await clientOf(request => request.resume(), 50)
    await expect(client.upload('devices.rosterUpload', roster)).rejects.toMatchObject({
      message: 'shell.failure.timeout shell.failure.unknown',
    })
  })
})
