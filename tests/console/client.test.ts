import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, calls } from '../../src/console/api/calls'
import { createClient, failureBody, optional } from '../../src/console/api/client'
import { fileNameOf } from '../../src/console/api/downloads'
import { allEndpoints } from '../../src/contract/endpoints'
import { answer } from '../support/consoleWorld'

const state = { token: 'first' as string | undefined, user: 'a@x.kr' as string | undefined }
const onUnauthorised = vi.fn()
const client = createClient({
  timeoutMs: 1_000,
  token: () => state.token,
  user: () => state.user,
  locale: () => 'ko',
  translate: (key, options) => [key, ...Object.values(options ?? {})].join(' '),
  onUnauthorised,
})

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  state.token = 'first'
  state.user = 'a@x.kr'
  onUnauthorised.mockClear()
  server.mockReset()
  vi.stubGlobal('fetch', server)
})

const refusal = async (response: Response | Error) => {
  if (response instanceof Error) server.mockRejectedValueOnce(response)
  else server.mockResolvedValueOnce(response)
  return client.call('orders.counts').then(
    () => undefined,
    (error: unknown) => error as HttpError,
  )
}

/** True when a promise has not settled once everything that was going on has gone on. */
const stillPending = async (promise: Promise<unknown>) => {
  const open = Symbol('open')
  await new Promise(resolve => setImmediate(resolve))
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(open)])) === open
}

describe('the table of calls', () => {
  it('says what the contract says, of every call', () => {
    const declared = Object.fromEntries(
      allEndpoints().map(({ name, endpoint }) => [name, `${endpoint.method} ${endpoint.path}`]),
    )
    expect(calls).toEqual(declared)
  })

  it.each([
    [
      'devices.list',
      {},
      { 'search[alike]': '1234', page_index: 1, status: '' },
      '/api/devices?search%5Balike%5D=1234&page_index=1&status=',
    ],
    ['clients.byEmail', { email: 'a b@x.kr' }, {}, '/api/clients/email/a%20b%40x.kr'],
    ['batches.save', { id: -1 }, {}, '/api/batches/-1'],
  ] as const)('%s goes to its address', (name, params, query, url) => {
    expect(addressOf(name, params, query).url).toBe(url)
  })

  it('does not build an address that lacks its id', () => {
    expect(() => addressOf('clients.get', {})).toThrow('clients.get needs id')
  })
})

describe('what is sent', () => {
  it('carries the token, the language and JSON', async () => {
    server.mockResolvedValueOnce(answer({ count: 0, data: [] }))
    await client.call('orders.list', { body: { page_index: 1, page_limit: 5 } })
    const [url, init] = server.mock.calls[0]!
    expect(url).toBe('/api/orders')
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"page_index":1,"page_limit":5}',
      headers: { Authorization: 'Bearer first', 'Accept-Language': 'ko', 'Content-Type': 'application/json' },
    })
  })
})

describe('payloads', () => {
  it.each([
    ['in an envelope', { result: true, message: '', payload: [{ id: 1, name: 'FT-100' }] }],
    ['bare', [{ id: 1, name: 'FT-100' }]],
  ])('are read %s', async (_, body) => {
    server.mockResolvedValueOnce(answer(body))
    expect(await client.payload('batches.models')).toEqual([{ id: 1, name: 'FT-100' }])
  })

  it('a result that is not true is a failure with its message, whatever the status', async () => {
    server.mockResolvedValueOnce(answer({ result: false, message: '모델이 없습니다.' }))
    await expect(client.payload('batches.models')).rejects.toThrow('모델이 없습니다.')
  })
})

describe('failures are sentences for the user', () => {
  it.each([
    [
      'the message of a JSON body',
      answer({ result: false, message: '서버가 말합니다.' }, 409),
      '서버가 말합니다.',
      409,
    ],
    ['a plain text body', answer('이 계정은 잠겼습니다.', 423), '이 계정은 잠겼습니다.', 423],
    ['a page of a proxy', answer('<html>Bad Gateway</html>', 502), 'shell.failure.server 502', 502],
    ['an empty body', answer('', 503), 'shell.failure.503', 503],
    ['a refusal without words', answer({}, 403), 'shell.failure.403', 403],
    ['too many requests', answer('', 429), 'shell.failure.429', 429],
    ['a network that is gone', new TypeError('Failed to fetch'), 'shell.failure.network', 0],
  ])('%s', async (_, response, message, status) => {
    const error = await refusal(response)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ message, status })
    expect(onUnauthorised).not.toHaveBeenCalled()
  })

  it('a page instead of JSON is not shown as an answer', async () => {
    const error = await refusal(answer('<!doctype html><title>Login</title>', 200))
    expect(error?.message).toBe('shell.failure.unreadable')
  })

  it('422 names the fields, where react-admin looks for them', async () => {
    const error = await refusal(
      answer({ result: false, message: '확인', errors: { brn: '정확한 사업자 등록번호' } }, 422),
    )
    expect(error?.body.errors).toEqual({ brn: '정확한 사업자 등록번호' })
  })

  it('the refused rows of a spreadsheet come along', async () => {
    const rows = [{ row: 3, column: 'IMEI', value: '1', code: 'imei', message: '15자리' }]
    expect(
      failureBody(await refusal(answer({ result: false, message: 'x', rows, rowsTotal: 9 }, 422))),
    ).toMatchObject({
      rows,
      rowsTotal: 9,
    })
  })

  it('a server that says nothing is given up after the time in config', async () => {
    server.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    )
    const slow = createClient({
      timeoutMs: 5,
      token: () => undefined,
      user: () => undefined,
      locale: () => 'ko',
      translate: key => key,
      onUnauthorised,
    })
    await expect(slow.call('orders.counts')).rejects.toMatchObject({ message: 'shell.failure.timeout' })
  })

  it('what the page itself gives up is no failure', async () => {
    const gone = new AbortController()
    server.mockImplementationOnce(() => {
      gone.abort()
      return Promise.reject(gone.signal.reason)
    })
    await expect(client.call('orders.counts', { signal: gone.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('401 (§4)', () => {
  it('ends the session once, and the request shows neither success nor failure', async () => {
    server.mockResolvedValue(answer({ result: false, message: '' }, 401))
    const request = client.call('orders.counts')
    expect(await stillPending(request)).toBe(true)
    expect(onUnauthorised).toHaveBeenCalledOnce()
  })

  it('of a sign-in is an answer', async () => {
    server.mockResolvedValueOnce(
      answer({ result: false, message: '이메일 또는 비밀번호가 올바르지 않습니다.' }, 401),
    )
    await expect(client.payload('auth.login', { body: { email: 'a', password: 'b' } })).rejects.toThrow(
      '올바르지',
    )
    expect(onUnauthorised).not.toHaveBeenCalled()
  })

  it('of a token that was renewed meanwhile is asked again with the new one', async () => {
    server.mockImplementationOnce(async () => {
      state.token = 'second'
      return answer({}, 401)
    })
    server.mockResolvedValueOnce(answer({ result: true, message: '', payload: { overall: 3 } }))
    expect(await client.payload('orders.counts')).toEqual({ overall: 3 })
    expect(server.mock.calls[1]![1].headers).toMatchObject({ Authorization: 'Bearer second' })
  })

  it('never repeats one user’s order in the name of the next', async () => {
    server.mockImplementationOnce(async () => {
      Object.assign(state, { token: 'theirs', user: 'b@x.kr' })
      return answer({}, 401)
    })
    const request = client.call('orders.register', { body: { code: 'reboot' } })
    expect(await stillPending(request)).toBe(true)
    expect(server).toHaveBeenCalledOnce()
    expect(onUnauthorised).not.toHaveBeenCalled()
  })
})

describe('a call that the server does not have hides its feature, nothing else (decision 22)', () => {
  it.each([404, 405])('%d', async status => {
    server.mockResolvedValueOnce(answer({}, status))
    expect(await optional(client.call('orders.counts'))).toBeUndefined()
  })

  it('other failures stay failures', async () => {
    server.mockResolvedValueOnce(answer({}, 500))
    await expect(optional(client.call('orders.counts'))).rejects.toMatchObject({ status: 500 })
  })
})

describe('the name of a download (§7)', () => {
  it.each([
    ['attachment; filename="roster.xlsx"', 'roster.xlsx'],
    ['attachment; filename=roster.xlsx', 'roster.xlsx'],
    [
      `attachment; filename="sample.xlsx"; filename*=UTF-8''${encodeURIComponent('단말 목록.xlsx')}`,
      '단말 목록.xlsx',
    ],
    ["attachment; filename*=UTF-8''%E0%A4%A; filename=plain.xlsx", 'plain.xlsx'],
    ['attachment; filename="..\\\\..\\\\evil.xlsx"', 'evil.xlsx'],
    ['attachment; filename="/etc/passwd"', 'passwd'],
    [`attachment; filename*=UTF-8''${encodeURIComponent('견적\u202excod.exe')}`, '견적xcod.exe'],
    ['attachment', undefined],
    [null, undefined],
  ])('%s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })

  it('comes with the file', async () => {
    server.mockResolvedValueOnce(
      new Response('x', { headers: { 'content-disposition': 'attachment; filename="a.xlsx"' } }),
    )
    const { name, blob } = await client.download('devices.rosterSample')
    expect(name).toBe('a.xlsx')
    expect(blob.size).toBe(1)
  })
})

describe('a number to ask by', () => {
  const body = (status: number) =>
    refusal(answer({ result: false, message: '서버 오류입니다.', code: 'internal', request: '7f-3' }, status))

  it('stands with a failure of the server', async () => {
    expect((await body(500))?.message).toBe('서버 오류입니다. shell.failure.reference 7f-3')
  })

  it('does not stand with what the user can mend', async () => {
    expect((await body(422))?.message).toBe('서버 오류입니다.')
  })
})
