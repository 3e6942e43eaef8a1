/** The client of the API: addresses, headers, payloads, failures and downloads. */
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, calls } from '../../src/console/api/calls'
import { failureBody, undefinedIfMissing } from '../../src/console/api/client'
import { fileNameOf } from '../../src/console/api/downloads'
import { allEndpoints } from '../../src/contract/endpoints'
import { answer } from '../support/consoleWorld'
import { payload, refusal, stubServer, testClient } from '../support/stubServer'

const state: { token?: string; user?: string } = {}
const onUnauthorised = vi.fn()
const client = testClient({
  token: () => state.token,
  user: () => state.user,
  translate: (key, options) => [key, ...Object.values(options ?? {})].join(' '),
  onUnauthorised,
})
let server: ReturnType<typeof stubServer>

beforeEach(() => {
  Object.assign(state, { token: 'first', user: 'a@x.kr' })
  onUnauthorised.mockClear()
  server = stubServer()
})

const COUNTS = 'GET /api/orders/status'
const read = () => client.call('orders.counts')
const failure = (response: Response | Error) => {
  server.fallback = async () => {
    if (response instanceof Error) throw response
    return response
  }
  return read().catch((error: unknown) => error as HttpError) as Promise<HttpError | undefined>
}
/** True when a promise has not settled although all pending work is done. */
async function isPending(promise: Promise<unknown>) {
  const pending = Symbol('pending')
  await new Promise(resolve => setImmediate(resolve))
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(pending)])) === pending
}

describe('the addresses of calls', () => {
  it('are those of the contract', () => {
    const endpoints = allEndpoints().map(({ name, endpoint }) => [
      name,
      `${endpoint.method} ${endpoint.path}`,
    ])
    expect(calls).toEqual(Object.fromEntries(endpoints))
  })

  const QUERY = { 'search[alike]': '1234', page_index: 1, status: '' }
  it.each([
    ['devices.list', {}, QUERY, '/api/devices?search%5Balike%5D=1234&page_index=1&status='],
    ['clients.byEmail', { email: 'a b@x.kr' }, {}, '/api/clients/email/a%20b%40x.kr'],
  ] as const)('contain path parameters and query: %s', (name, params, query, url) => {
    expect(addressOf(name, params, query).url).toBe(url)
  })

  it('cannot be made without the ids in their path', () => {
    expect(() => addressOf('clients.get', {})).toThrow('clients.get needs id')
  })
})

it('a call carries token, language and JSON', async () => {
  server.fallback = () => answer({ count: 0, data: [] })
  await client.call('orders.list', { body: { page_index: 1, page_limit: 5 } })
  const [{ method, path, body, headers }] = server.calls as [(typeof server.calls)[0]]
  expect({ method, path, body }).toEqual({
    method: 'POST',
    path: '/api/orders',
    body: { page_index: 1, page_limit: 5 },
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    authorization: 'Bearer first',
    'accept-language': 'ko',
    'content-type': 'application/json',
  })
})

describe('a payload', () => {
  const MODELS = [{ id: 1, name: 'FT-100' }]
  it.each([
    ['in an envelope', payload(MODELS)],
    ['without one', () => answer(MODELS)],
  ])('is read %s', async (_, response) => {
    server.fallback = response
    expect(await client.payload('batches.models')).toEqual(MODELS)
  })

  it('with result false is a failure with its message, whatever the status', async () => {
    server.fallback = refusal(200, '모델이 없습니다.')
    await expect(client.payload('batches.models')).rejects.toThrow('모델이 없습니다.')
  })
})

describe('the message of a failure', () => {
  it.each([
    ['a JSON body with it', answer({ result: false, message: '말합니다.' }, 409), '말합니다.', 409],
    ['a plain text body', answer('이 계정은 잠겼습니다.', 423), '이 계정은 잠겼습니다.', 423],
    ['a page of a proxy', answer('<html>Bad Gateway</html>', 502), 'shell.failure.server 502', 502],
    ['an empty body', answer('', 503), 'shell.failure.503', 503],
    ['a lost connection', new TypeError('Failed to fetch'), 'shell.failure.network', 0],
    [
      'a page instead of JSON',
      answer('<!doctype html><title>Login</title>'),
      'shell.failure.unreadable',
      200,
    ],
  ])('is readable for %s', async (_, response, message, status) => {
    const error = await failure(response)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ message, status })
    expect(onUnauthorised).not.toHaveBeenCalled()
  })

  it.each([
    [500, '서버 오류입니다. shell.failure.reference 7f-3'],
    [422, '서버 오류입니다.'],
  ])('for status %d has the reference number only if the server failed', async (status, message) => {
    const body = { result: false, message: '서버 오류입니다.', code: 'internal', request: '7f-3' }
    expect((await failure(answer(body, status)))?.message).toBe(message)
  })
})

describe('a failure', () => {
  it('has the errors of fields and the refused cells of a spreadsheet', async () => {
    const errors = { brn: '정확한 사업자 등록번호' }
    const rows = [{ row: 3, column: 'IMEI', value: '1', code: 'imei', message: '15자리' }]
    const error = await failure(answer({ result: false, message: 'x', errors, rows, rowsTotal: 9 }, 422))
    expect(error?.body.errors).toEqual(errors)
    expect(failureBody(error)).toMatchObject({ rows, rowsTotal: 9 })
  })

  it('of a call that the page itself aborted is an AbortError', async () => {
    const abort = new AbortController()
    server.fallback = () => {
      abort.abort()
      return Promise.reject(abort.signal.reason)
    }
    const aborted = client.call('orders.counts', { signal: abort.signal })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([404, 405])('of a call that the server lacks (%d) can be optional (decision 22)', async status => {
    server.fallback = refusal(status, '')
    expect(await undefinedIfMissing(read())).toBeUndefined()
    server.fallback = refusal(500, '')
    await expect(undefinedIfMissing(read())).rejects.toMatchObject({ status: 500 })
  })
})

describe('401 (§4)', () => {
  const unauthorised = refusal(401, '비밀번호가 올바르지 않습니다.')

  it('ends the session once, but not that of a login, which is an ordinary failure', async () => {
    server.fallback = unauthorised
    expect(await isPending(read())).toBe(true)
    expect(onUnauthorised).toHaveBeenCalledOnce()
    const login = client.payload('auth.login', { body: { email: 'a', password: 'b' } })
    await expect(login).rejects.toThrow('올바르지')
    expect(onUnauthorised).toHaveBeenCalledOnce()
  })

  it('of a token that was renewed in the meantime repeats the call with the new token', async () => {
    server.handlers[COUNTS] = call => {
      server.handlers[COUNTS] = payload({ overall: 3 })
      state.token = 'second'
      return unauthorised(call)
    }
    expect(await client.payload('orders.counts')).toEqual({ overall: 3 })
    expect(server.calls[1]!.headers.get('authorization')).toBe('Bearer second')
  })

  it('never repeats an order of one user with the token of the next', async () => {
    server.fallback = call => {
      Object.assign(state, { token: 'theirs', user: 'b@x.kr' })
      return unauthorised(call)
    }
    const request = client.call('orders.register', { body: { code: 'reboot' } })
    expect(await isPending(request)).toBe(true)
    expect(server.calls).toHaveLength(1)
    expect(onUnauthorised).not.toHaveBeenCalled()
  })
})

describe('the name of a download (§7)', () => {
  const utf8 = (name: string) => `filename*=UTF-8''${encodeURIComponent(name)}`
  it.each([
    ['attachment; filename="roster.xlsx"', 'roster.xlsx'],
    ['attachment; filename=roster.xlsx', 'roster.xlsx'],
    [`attachment; filename="sample.xlsx"; ${utf8('단말 목록.xlsx')}`, '단말 목록.xlsx'],
    ["attachment; filename*=UTF-8''%E0%A4%A; filename=plain.xlsx", 'plain.xlsx'],
    ['attachment; filename="..\\\\..\\\\evil.xlsx"', 'evil.xlsx'],
    ['attachment; filename="/etc/passwd"', 'passwd'],
    [`attachment; ${utf8('견적\u202excod.exe')}`, '견적xcod.exe'],
    ['attachment', undefined],
    [null, undefined],
  ])('is read from the header: %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })

  it('is returned with the file', async () => {
    const headers = { 'content-disposition': 'attachment; filename="a.xlsx"' }
    server.fallback = () => new Response('x', { headers })
    const { name, blob } = await client.download('devices.rosterSample')
    expect([name, blob.size]).toEqual(['a.xlsx', 1])
  })
})
