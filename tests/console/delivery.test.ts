import { HttpError } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { isOutcomeUnknown } from '../../src/console/api/delivery'
import { createQueryClient, readFailedAgain } from '../../src/console/api/queryClient'
import { createConnection } from '../../src/console/connection'
import { longCalls } from '../../src/console/longCalls'
import { answer } from '../support/consoleWorld'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const newClient = () =>
  createClient({
    timeoutMs: 180_000,
    stillWaitingMs: 30_000,
    token: () => 'token',
    user: () => 'a@x.kr',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  })
let client = newClient()

/** A server that takes the request and says nothing. */
const silence = (_: string, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as HttpError,
  )
const keys = () =>
  server.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)['Idempotency-Key'])
const page = (status: number) => Promise.resolve(answer('<html>Bad Gateway</html>', status))
const created = () => Promise.resolve(answer({ result: true, message: '', payload: { id: 3 } }))
const create = (name = '새 업체') => client.payload('vendors.create', { body: { id: 0, name } as never })
const remove = () => client.payload('vendors.remove', { params: { id: 3 } })

beforeEach(() => {
  vi.useFakeTimers()
  server.mockReset()
  client = newClient()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a call without an answer', () => {
  it.each([
    ['a read', false, () => client.payload('orders.counts')],
    ['a write', true, () => create()],
  ] as const)('%s: after 30 s the page says that it waits, at 180 s it ends', async (_, write, call) => {
    server.mockImplementation(silence)
    const heard = vi.fn()
    const leave = longCalls.subscribe(heard)
    const ended = failure(call())
    await vi.advanceTimersByTimeAsync(29_000)
    expect(longCalls.get()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(longCalls.get()).toMatchObject([{ write }])
    await vi.advanceTimersByTimeAsync(149_000)
    expect(longCalls.get()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(longCalls.get()).toEqual([])
    const error = await ended
    expect(error?.body.code).toBe('timeout')
    expect(isOutcomeUnknown(error)).toBe(write)
    expect(heard).toHaveBeenCalledTimes(2)
    leave()
  })

  it('ends when the user stops waiting; what became of a write is unknown', async () => {
    server.mockImplementation(silence)
    const ended = failure(create())
    await vi.advanceTimersByTimeAsync(31_000)
    longCalls.get()[0]!.cancel()
    const error = await ended
    expect(error).toMatchObject({ status: 0, body: { code: 'cancelled', outcome: 'unknown' } })
    expect(error?.message).toBe('shell.failure.cancelled shell.failure.unknown')
    expect(longCalls.get()).toEqual([])
  })

  it('is not waited for on the page when nobody looks at it', async () => {
    server.mockImplementation(silence)
    void failure(client.call('auth.logout'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(longCalls.get()).toEqual([])
  })
})

describe('what became of a write', () => {
  const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  it.each([
    ['the connection broke', () => Promise.reject(new TypeError('Failed to fetch')), true],
    ['a proxy without its server', () => page(502), true],
    ['a proxy that waited in vain', () => page(504), true],
    ['a page in place of an answer', () => page(200), true],
    [
      'a failure of our server',
      () => Promise.resolve(answer({ code: 'internal', message: 'x' }, 500)),
      false,
    ],
    ['a refusal', () => Promise.resolve(answer({ code: 'x', message: 'x' }, 422)), false],
  ])('%s', async (_, response, unknown) => {
    server.mockImplementation(response)
    expect(isOutcomeUnknown(await failure(create()))).toBe(unknown)
  })

  it('is known without a network: nothing was sent', async () => {
    offline()
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    const error = await failure(create())
    expect(error).toMatchObject({ message: 'shell.failure.offline', body: { code: 'offline' } })
    expect(isOutcomeUnknown(error)).toBe(false)
  })
})

describe('asking for the same again', () => {
  it('goes under the key of the try without an answer, until there is one', async () => {
    server.mockImplementationOnce(() => page(502)).mockImplementation(created)
    await failure(create())
    await create()
    await create()
    const [first, again, later] = keys()
    expect(first).toBeTruthy()
    expect(again).toBe(first)
    expect(later).not.toBe(first)
  })

  it.each([
    ['is still under way', 409, 'idempotency.underWay'],
    ['holds its rows in another process', 409, 'locked'],
    ['keeps the server busy', 429, 'tooManyAtOnce'],
    ['waits, and the server fails', 500, 'internal'],
  ])('keeps its key where the first %s', async (_, status, code) => {
    const refused = () => Promise.resolve(answer({ code, message: 'x' }, status))
    server
      .mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
      .mockImplementationOnce(refused)
      .mockImplementation(created)
    await failure(create())
    expect(isOutcomeUnknown(await failure(create()))).toBe(true)
    await create()
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  it('keeps its key where it cannot be sent without a network', async () => {
    server.mockImplementationOnce(() => page(502)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    server.mockImplementation(created)
    await failure(create())
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await failure(create())
    offline.mockRestore()
    await create()
    expect(new Set(keys()).size).toBe(1)
  })

  it('of one that is locked at the first try is a new request: nothing was done', async () => {
    const locked = () => Promise.resolve(answer({ code: 'locked', message: 'x' }, 409))
    server.mockImplementationOnce(locked).mockImplementation(created)
    expect(isOutcomeUnknown(await failure(create()))).toBe(false)
    await create()
    expect(new Set(keys()).size).toBe(2)
  })

  it('twice at once is one request', async () => {
    server.mockImplementation(created)
    await Promise.all([create(), create()])
    expect(new Set(keys()).size).toBe(1)
  })

  it('with another content is another request', async () => {
    server.mockImplementationOnce(() => page(502)).mockImplementation(created)
    await failure(create())
    await create('다른 업체')
    expect(new Set(keys()).size).toBe(2)
  })

  it('under one identity sends what was sent first, whatever its body is by then', async () => {
    server.mockImplementationOnce(() => page(502)).mockImplementation(created)
    const register = (started: string, wish = 'now') =>
      client.call('orders.register', {
        body: { code: 'reboot', data: '', targets: ['35'], started } as never,
        identity: [wish],
      })
    await failure(register('10:00'))
    await register('10:01')
    await register('10:02')
    await register('10:03', 'tomorrow')
    expect(server.mock.calls.map(([, { body }]) => JSON.parse(String(body)).started)).toEqual([
      '10:00',
      '10:00',
      '10:02',
      '10:03',
    ])
    expect(keys()[1]).toBe(keys()[0])
    expect(new Set(keys()).size).toBe(3)
  })

  it('of a deletion that got no answer is done when nothing is there any more', async () => {
    const gone = () => Promise.resolve(answer({ code: 'notFound', message: 'x' }, 404))
    server.mockImplementationOnce(() => page(504)).mockImplementation(gone)
    await failure(remove())
    await expect(remove()).resolves.toBeUndefined()
    expect(await failure(remove())).toMatchObject({ status: 404 })
  })
})

describe('react-query', () => {
  it('fails without a network instead of waiting for one, and does nothing later', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    const queries = createQueryClient()
    const read = failure(
      queries.fetchQuery({ queryKey: ['counts'], queryFn: () => client.call('orders.counts') }),
    )
    const write = failure(
      queries
        .getMutationCache()
        .build(queries, { mutationFn: () => create() })
        .execute(undefined),
    )
    expect((await read)?.body.code).toBe('offline')
    expect((await write)?.body.code).toBe('offline')
    const asked = server.mock.calls.length
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server).toHaveBeenCalledTimes(asked)
  })

  it('asks once more after a broken connection, and not after 180 s of silence', async () => {
    const queries = createQueryClient()
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    const broken = failure(
      queries.fetchQuery({ queryKey: ['a'], queryFn: () => client.call('orders.counts') }),
    )
    await vi.advanceTimersByTimeAsync(5_000)
    await broken
    expect(server).toHaveBeenCalledTimes(2)
    server.mockReset().mockImplementation(silence)
    const silent = failure(
      queries.fetchQuery({ queryKey: ['b'], queryFn: () => client.call('orders.counts') }),
    )
    await vi.advanceTimersByTimeAsync(181_000)
    await silent
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('reads again what is shown and failed for want of an answer, and nothing else', async () => {
    const queries = createQueryClient()
    const readings: Record<string, ReturnType<typeof vi.fn>> = {}
    for (const [name, status] of Object.entries({ gone: 502, refused: 403, cancelled: 0 })) {
      const body = name === 'cancelled' ? { code: 'cancelled' } : {}
      readings[name] = vi.fn().mockRejectedValue(new HttpError('x', status, body))
      const { QueryObserver } = await import('@tanstack/react-query')
      new QueryObserver(queries, { queryKey: [name], queryFn: readings[name] as never }).subscribe(() => {})
    }
    await vi.advanceTimersByTimeAsync(5_000)
    const before = Object.fromEntries(
      Object.entries(readings).map(([name, read]) => [name, read.mock.calls.length]),
    )
    await readFailedAgain(queries)
    const after = Object.entries(readings).map(([name, read]) => [
      name,
      read.mock.calls.length - before[name]!,
    ])
    expect(Object.fromEntries(after)).toEqual({ gone: 1, refused: 0, cancelled: 0 })
    queries.clear()
  })
})

describe('the connection', () => {
  const heard = { changed: vi.fn(), again: vi.fn() }
  const start = (reached: () => boolean) => {
    heard.changed.mockReset()
    heard.again.mockReset()
    const own = createConnection()
    own.probeBy(async () => reached())
    return { own, leave: own.listen(heard) }
  }

  it('is gone when the server does not answer a second question, and back by itself', async () => {
    let reached = false
    const { own, leave } = start(() => reached)
    own.failed()
    await vi.advanceTimersByTimeAsync(0)
    expect(own.state()).toBe('unreachable')
    reached = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(own.state()).toBe('reached')
    expect(heard.again).toHaveBeenCalledOnce()
    leave()
  })

  it('is there when one call fails and the server answers; that call is asked again with growing pauses', async () => {
    const { own, leave } = start(() => true)
    for (const pause of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      own.failed()
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(heard.again).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(heard.again).toHaveBeenCalledOnce()
      heard.again.mockReset()
    }
    expect(own.state()).toBe('reached')
    expect(heard.changed).not.toHaveBeenCalled()
    leave()
  })

  it('follows the browser, and asks nothing while there is no network', async () => {
    const probe = vi.fn(() => true)
    const { own, leave } = start(probe)
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    own.failed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(own.state()).toBe('offline')
    expect(probe).not.toHaveBeenCalled()
    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(own.state()).toBe('reached')
    expect(heard.again).toHaveBeenCalledOnce()
    leave()
  })

  it('asks nothing when nobody listens', async () => {
    const probe = vi.fn(() => false)
    const { own, leave } = start(probe)
    leave()
    own.failed()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(probe).not.toHaveBeenCalled()
    expect(own.state()).toBe('reached')
  })
})
