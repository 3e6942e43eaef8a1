/** Calls without an answer: how long the page waits, whether a write may have been done, and how it is repeated. */
import { QueryObserver } from '@tanstack/react-query'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isOutcomeUnknown } from '../../src/console/api/delivery'
import { createQueryClient, refetchFailed } from '../../src/console/api/queryClient'
import { createConnection } from '../../src/console/connection'
import { longCalls } from '../../src/console/longCalls'
import { answer, signIn } from '../support/consoleWorld'
import { testClient } from '../support/stubServer'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const newClient = () => testClient({ timeoutMs: 180_000, stillWaitingMs: 30_000 })
let client = newClient()

beforeEach(() => {
  vi.useFakeTimers()
  server.mockReset()
  client = newClient()
  signIn()
  vi.stubGlobal('fetch', server)
})

/** Accepts the request and never answers. */
const silence = (_: string, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
const broken = () => Promise.reject(new TypeError('Failed to fetch'))
/** A page of a proxy. */
const proxyPage = (status: number) => async () => answer('<html>Bad Gateway</html>', status)
const error = (status: number, code: string) => async () => answer({ code, message: 'x' }, status)
const created = async () => answer({ result: true, message: '', payload: { id: 3 } })

const failure = (promise: Promise<unknown>) =>
  promise.then(() => undefined).catch((error: HttpError) => error)
const read = () => client.call('orders.counts')
const create = (name = '새 업체') => client.payload('vendors.create', { body: { id: 0, name } as never })
const keys = () =>
  server.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)['Idempotency-Key'])
const countDistinctKeys = () => new Set(keys()).size
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

describe('a call without an answer', () => {
  it.each([
    ['a read', false, read],
    ['a write', true, create],
  ] as const)('is shown as waiting after 30 s and fails after 180 s: %s', async (_, write, call) => {
    server.mockImplementation(silence)
    const listener = vi.fn()
    const unsubscribe = longCalls.subscribe(listener)
    const ended = failure(call())
    await vi.advanceTimersByTimeAsync(29_000)
    expect(longCalls.get()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(longCalls.get()).toMatchObject([{ isWrite: write }])
    await vi.advanceTimersByTimeAsync(149_000)
    expect(longCalls.get()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(longCalls.get()).toEqual([])
    expect((await ended)?.body.code).toBe('timeout')
    expect(isOutcomeUnknown(await ended)).toBe(write)
    expect(listener).toHaveBeenCalledTimes(2)
    unsubscribe()
  })

  it('ends when the user stops waiting; the outcome of a write is unknown', async () => {
    server.mockImplementation(silence)
    const ended = failure(create())
    await vi.advanceTimersByTimeAsync(31_000)
    longCalls.get()[0]!.cancel()
    expect(await ended).toMatchObject({ status: 0, body: { code: 'cancelled', outcome: 'unknown' } })
    expect((await ended)?.message).toBe('shell.failure.cancelled shell.failure.unknown')
    expect(longCalls.get()).toEqual([])
  })

  it('is not shown as waiting when it is a logout', async () => {
    server.mockImplementation(silence)
    void failure(client.call('auth.logout'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(longCalls.get()).toEqual([])
  })
})

describe('the outcome of a write', () => {
  it.each([
    ['unknown', 'the connection broke', broken],
    ['unknown', 'a proxy has no server', proxyPage(502)],
    ['unknown', 'a page came in place of an answer', proxyPage(200)],
    ['known', 'the server failed', error(500, 'internal')],
    ['known', 'the server refused', error(422, 'x')],
  ])('is %s after %s', async (outcome, _, response) => {
    server.mockImplementation(response)
    expect(isOutcomeUnknown(await failure(create()))).toBe(outcome === 'unknown')
  })

  it('is known without a network: nothing was sent', async () => {
    goOffline()
    server.mockImplementation(broken)
    const offline = await failure(create())
    expect(offline).toMatchObject({ message: 'shell.failure.offline', body: { code: 'offline' } })
    expect(isOutcomeUnknown(offline)).toBe(false)
  })
})

describe('a repeated request', () => {
  it('keeps the key of the unanswered one until there is an answer', async () => {
    server.mockImplementationOnce(proxyPage(502)).mockImplementation(created)
    await failure(create())
    await create()
    await create()
    const [first, second, third] = keys()
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it.each([
    ['is still under way', 409, 'idempotency.underWay'],
    ['holds its rows in another process', 409, 'locked'],
    ['keeps the server busy', 429, 'tooManyAtOnce'],
    ['waits, and the server fails', 500, 'internal'],
  ])('keeps its key when the first one %s', async (_, status, code) => {
    server
      .mockImplementationOnce(broken)
      .mockImplementationOnce(error(status, code))
      .mockImplementation(created)
    await failure(create())
    expect(isOutcomeUnknown(await failure(create()))).toBe(true)
    await create()
    expect(keys()).toHaveLength(3)
    expect(countDistinctKeys()).toBe(1)
  })

  it('keeps its key when it cannot be sent without a network', async () => {
    server.mockImplementationOnce(proxyPage(502)).mockImplementationOnce(broken).mockImplementation(created)
    await failure(create())
    const offline = goOffline()
    await failure(create())
    offline.mockRestore()
    await create()
    expect(countDistinctKeys()).toBe(1)
  })

  it('has a new key when the first one was refused as locked: nothing was done', async () => {
    server.mockImplementationOnce(error(409, 'locked')).mockImplementation(created)
    expect(isOutcomeUnknown(await failure(create()))).toBe(false)
    await create()
    expect(countDistinctKeys()).toBe(2)
  })

  it('has the same key when both are sent at once', async () => {
    server.mockImplementation(created)
    await Promise.all([create(), create()])
    expect(countDistinctKeys()).toBe(1)
  })

  it('has a new key when its body differs', async () => {
    server.mockImplementationOnce(proxyPage(502)).mockImplementation(created)
    await failure(create())
    await create('다른 업체')
    expect(countDistinctKeys()).toBe(2)
  })

  it('of the same identity has the body of the first one, until there is an answer', async () => {
    server.mockImplementationOnce(proxyPage(502)).mockImplementation(created)
    const register = (started: string, identity = 'now') =>
      client.call('orders.register', {
        body: { code: 'reboot', data: '', targets: ['35'], started } as never,
        identity: [identity],
      })
    await failure(register('10:00'))
    await register('10:01')
    await register('10:02')
    await register('10:03', 'tomorrow')
    const sent = server.mock.calls.map(([, { body }]) => JSON.parse(String(body)).started)
    expect(sent).toEqual(['10:00', '10:00', '10:02', '10:03'])
    expect(keys()[1]).toBe(keys()[0])
    expect(countDistinctKeys()).toBe(3)
  })

  it('of an unanswered deletion succeeds when the record no longer exists', async () => {
    const remove = () => client.payload('vendors.remove', { params: { id: 3 } })
    server.mockImplementationOnce(proxyPage(504)).mockImplementation(error(404, 'notFound'))
    await failure(remove())
    await expect(remove()).resolves.toBeUndefined()
    expect(await failure(remove())).toMatchObject({ status: 404 })
  })
})

describe('react-query', () => {
  const query = (name: string) => failure(createQueryClient().fetchQuery({ queryKey: [name], queryFn: read }))

  it('does not wait for a network: calls fail at once, and are not sent later', async () => {
    const offline = goOffline()
    window.dispatchEvent(new Event('offline'))
    server.mockImplementation(broken)
    const queries = createQueryClient()
    const mutation = queries.getMutationCache().build(queries, { mutationFn: () => create() })
    for (const call of [query('counts'), failure(mutation.execute(undefined))])
      expect((await call)?.body.code).toBe('offline')
    const sent = server.mock.calls.length
    offline.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server).toHaveBeenCalledTimes(sent)
  })

  it('repeats a read after a broken connection, but not after 180 s of silence', async () => {
    server.mockImplementation(broken)
    const brokenRead = query('a')
    await vi.advanceTimersByTimeAsync(5_000)
    await brokenRead
    expect(server).toHaveBeenCalledTimes(2)
    server.mockReset().mockImplementation(silence)
    const silentRead = query('b')
    await vi.advanceTimersByTimeAsync(181_000)
    await silentRead
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('repeats on request only the visible reads that got no answer', async () => {
    const queries = createQueryClient()
    const reads = Object.entries({ gone: 502, refused: 403, cancelled: 0 }).map(([name, status]) => {
      const body = name === 'cancelled' ? { code: 'cancelled' } : {}
      const queryFn = vi.fn().mockRejectedValue(new HttpError('x', status, body))
      new QueryObserver(queries, { queryKey: [name], queryFn }).subscribe(() => {})
      return queryFn
    })
    await vi.advanceTimersByTimeAsync(5_000)
    for (const queryFn of reads) queryFn.mockClear()
    await refetchFailed(queries)
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
    queries.clear()
  })
})

describe('the connection', () => {
  const listener = { onChange: vi.fn(), onRetry: vi.fn() }
  /** @param reach tells whether the server answers a probe */
  const start = (reach: () => boolean) => {
    listener.onChange.mockReset()
    listener.onRetry.mockReset()
    const connection = createConnection()
    connection.setProbe(async () => reach())
    return { connection, leave: connection.listen(listener) }
  }

  it('is lost when the server does not answer a probe either, and recovers by itself', async () => {
    let reachable = false
    const { connection, leave } = start(() => reachable)
    connection.reportFailure()
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.state()).toBe('unreachable')
    reachable = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(connection.state()).toBe('reached')
    expect(listener.onRetry).toHaveBeenCalledOnce()
    leave()
  })

  it('is not lost when the probe succeeds; failed reads are repeated with growing pauses', async () => {
    const { connection, leave } = start(() => true)
    for (const pause of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      connection.reportFailure()
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(listener.onRetry).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(listener.onRetry).toHaveBeenCalledOnce()
      listener.onRetry.mockReset()
    }
    expect(connection.state()).toBe('reached')
    expect(listener.onChange).not.toHaveBeenCalled()
    leave()
  })

  it('follows the browser, and sends no probe without a network', async () => {
    const probe = vi.fn(() => true)
    const { connection, leave } = start(probe)
    const offline = goOffline()
    window.dispatchEvent(new Event('offline'))
    connection.reportFailure()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connection.state()).toBe('offline')
    expect(probe).not.toHaveBeenCalled()
    offline.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.state()).toBe('reached')
    expect(listener.onRetry).toHaveBeenCalledOnce()
    leave()
  })

  it('sends no probe without a listener', async () => {
    const probe = vi.fn(() => false)
    const { connection, leave } = start(probe)
    leave()
    connection.reportFailure()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(probe).not.toHaveBeenCalled()
    expect(connection.state()).toBe('reached')
  })
})
