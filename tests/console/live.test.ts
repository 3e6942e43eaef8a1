/** The stream of changes: one for all tabs, rows on the screen updated in place, and polling without a stream. */
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from '../../src/console/api/live/refresher'
import { type Channel, shareStream } from '../../src/console/api/live/sharing'
import { startLive } from '../../src/console/api/live/startLive'
import { readStream } from '../../src/console/api/live/stream'
import { type LiveState, liveState, newRows, usePolling } from '../../src/console/live'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  liveState.set('none')
  newRows.set(undefined)
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the tabs of a browser', () => {
  /** @returns a function that opens a tab; the tabs share a channel, and a lock that one of them holds */
  function newBrowser() {
    const channels = new Set<Channel>()
    const queue: (() => void)[] = []
    let held = false
    const next = () => {
      held = queue.length > 0
      queue.shift()?.()
    }
    const locks = {
      request: (_: string, { signal }: LockOptions, work: () => Promise<void>) =>
        new Promise<void>(resolve => {
          const run = () => void work().then(resolve).then(next)
          signal?.addEventListener('abort', () => queue.includes(run) && queue.splice(queue.indexOf(run), 1))
          if (held) queue.push(run)
          else {
            held = true
            run()
          }
        }),
    } as unknown as LockManager
    return () => {
      const channel: Channel = {
        onmessage: null,
        postMessage: data => {
          for (const other of channels) if (other !== channel) other.onmessage?.({ data })
        },
        close: () => void channels.delete(channel),
      }
      channels.add(channel)
      const tab = {
        events: [] as string[],
        state: 'none' as LiveState,
        reading: undefined as Parameters<Parameters<typeof shareStream>[0]['read']>[0] | undefined,
        close: () => {},
        /** Receives a change from the server, in the tab that reads the stream. */
        change: (resource: string) => tab.reading!.events.event('change', { changes: [{ resource }] }),
      }
      tab.close = shareStream({
        channel,
        locks,
        name: 'a',
        since: Date.now(),
        event: (event, { changes }) => void tab.events.push(changes?.[0]?.resource ?? event),
        state: state => {
          tab.state = state
        },
        read: from => {
          tab.reading = from
          return () => {
            tab.reading = undefined
          }
        },
      })
      return tab
    }
  }

  it('give a new tab the state, and changes that it may have missed while it loaded', () => {
    const openTab = newBrowser()
    const first = openTab()
    first.reading!.events.state('live')
    first.change('orders')
    const second = openTab()
    expect([second.state, second.events]).toEqual(['live', ['orders']])
    expect(first.events).toEqual(['orders'])
  })

  it('continue after the last event when the reading tab is closed', async () => {
    const openTab = newBrowser()
    const [first, second] = [openTab(), openTab()]
    first.reading!.onId('x.7')
    first.change('orders')
    first.close()
    await pass(0)
    expect([first.reading, second.reading?.lastId]).toEqual([undefined, 'x.7'])
  })
})

describe('the stream', () => {
  /** Reads a stream from these responses, one after the other; then the server is silent. */
  function read(...responses: (() => Response)[]) {
    const requests: { url: string; headers: Record<string, string> }[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push({ url, headers: init.headers as Record<string, string> })
      return responses.shift()?.() ?? new Promise<Response>(() => {})
    })
    const events: string[] = []
    const stop = readStream({
      token: () => 'token',
      locale: () => 'ko',
      onUnauthorised: token => void events.push(`refused ${token}`),
      since: Date.now(),
      onId: id => void events.push(id),
      event: event => void events.push(event),
      state: state => void events.push(state),
    })
    return { requests, events, stop }
  }
  const stream = (text: string) => () =>
    new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  const READY = 'id: e.1\nevent: ready\ndata: {"heartbeatSeconds":15}\n\n'

  it('is resumed after an interruption, which is shown when it lasts', async () => {
    const { requests, events, stop } = read(stream(READY), () => new Response('', { status: 503 }))
    await pass(5_000)
    stop()
    expect(events).toEqual(['e.1', 'live', 'ready', 'lost'])
    expect(requests.length).toBeGreaterThan(2)
    expect(requests[1]!.headers).toMatchObject({ 'Last-Event-ID': 'e.1', Authorization: 'Bearer token' })
    expect(requests[0]!.url).toMatch(/^\/api\/events\?ago=\d+$/)
  })

  it.each([
    ['does not have that call', () => new Response('', { status: 404 })],
    ['answers with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('is not requested again from a server that %s', async (_, response) => {
    const { requests, events, stop } = read(response)
    await pass(20_000)
    stop()
    expect(events).toEqual(['none'])
    expect(requests).toHaveLength(1)
  })

  it('ends the session of a token that is refused', async () => {
    const { events, stop } = read(() => new Response('', { status: 401 }))
    await pass(0)
    stop()
    expect(events).toEqual(['refused token'])
  })
})

describe('after a change or a reset', () => {
  interface Row {
    id: number
    name: string
  }
  const A = { id: 1, name: 'a' }
  const B = { id: 2, name: 'b' }
  const PARAMS = { pagination: { page: 1, perPage: 2 }, sort: { field: 'id', order: 'ASC' }, filter: {} }
  const LIST = ['batches', 'getList', PARAMS]
  const refresherOf = (queries: QueryClient, provider: object = {}) =>
    createRefresher({ queries, provider: provider as never, minIntervalMs: 1_000 })

  /** Shows a list of batches, two on a page. */
  async function showList(...rows: Row[]) {
    const server = { rows, reads: 0, takesMs: 0, fails: 0 }
    const getList = async () => {
      server.reads += 1
      if (server.fails) throw new HttpError('away', server.fails)
      if (server.takesMs > 0) await new Promise(resolve => setTimeout(resolve, server.takesMs))
      return { data: [...server.rows].slice(0, 2), total: server.rows.length }
    }
    const getMany = async (_: string, { ids }: { ids: number[] }) => ({
      data: server.rows.filter(({ id }) => ids.includes(id)),
    })
    const queries = new QueryClient()
    const meta = { live: ['batches'], rows: true }
    const leave = new QueryObserver(queries, { queryKey: LIST, queryFn: getList, meta }).subscribe(() => {})
    await pass(0)
    const refresher = refresherOf(queries, { getList, getMany })
    const names = () =>
      queries
        .getQueryData<{ data: Row[] }>(LIST)!
        .data.map(({ name }) => name)
        .join()
    const error = () => queries.getQueryState(LIST)?.error?.message
    /** Reports a change of these batches, and waits. */
    const change = async (ids?: string[], ms = 1_000) => {
      refresher.apply([{ resource: 'batches', ...(ids && { ids }) }])
      await pass(ms)
    }
    /** Reports 30 changes of the first batch in three seconds. */
    const changeOften = async () => {
      for (let at = 0; at < 30; at++) await change(['1'], 100)
    }
    return { server, queries, refresher, names, error, change, changeOften, leave }
  }
  /** Shows one record. */
  async function showRecord(queries: QueryClient, queryFn: () => unknown) {
    const options = { queryKey: ['devices', 'getOne'], queryFn, meta: { live: ['devices'], record: 'x' } }
    new QueryObserver(queries, options).subscribe(() => {})
    await pass(0)
  }

  it('the list keeps its order, and offers the new rows', async () => {
    const { server, names, change } = await showList(A, B)
    server.rows = [
      { id: 3, name: 'c' },
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ]
    await change()
    expect(names()).toBe('A,B')
    expect(newRows.get()?.count).toBe(1)
    newRows.get()!.show()
    expect([names(), newRows.get()]).toEqual(['c,A', undefined])
  })

  it('the list is read once a second, three times a second if reads are fast, and rarely for rows on other pages', async () => {
    const { server, change, changeOften } = await showList(A)
    const readsOf = async (takesMs: number) => {
      server.takesMs = takesMs
      await change(['1'], 1_500)
      const before = server.reads
      await changeOften()
      return server.reads - before
    }
    expect(await readsOf(150)).toBe(3)
    expect([9, 10]).toContain(await readsOf(10))
    expect(await readsOf(150)).toBeLessThanOrEqual(4)
    server.takesMs = 0
    await pass(2_000)
    const before = server.reads
    await change(['99'], 2_000)
    expect(server.reads).toBe(before)
    await pass(5_000)
    expect(server.reads).toBe(before + 1)
  })

  it('a failed read is repeated with growing pauses, and shown from the second failure until it succeeds', async () => {
    const { server, names, error, change, changeOften, refresher } = await showList(A)
    server.fails = 503
    server.rows = [{ id: 1, name: 'A' }]
    await change(['1'], 500)
    expect([server.reads, error()]).toEqual([2, undefined])
    await pass(2_000)
    expect([server.reads, error(), names()]).toEqual([3, 'away', 'a'])
    // More changes do not shorten the pause.
    await changeOften()
    expect(server.reads).toBe(3)
    await pass(1_000)
    expect(server.reads).toBe(4)
    server.fails = 0
    await pass(8_000)
    expect([server.reads, error(), names()]).toEqual([5, undefined, 'A'])
    await pass(60_000)
    expect(server.reads).toBe(5)
    refresher.stop()
  })

  it('a refused read is shown at once, and not repeated', async () => {
    const { server, error, change, refresher } = await showList(A)
    server.fails = 403
    await change(['1'], 60_000)
    expect([server.reads, error()]).toEqual([2, 'away'])
    refresher.stop()
  })

  it('a list that is not shown is read when it is shown again', async () => {
    const { server, queries, change, leave } = await showList(A)
    leave()
    await change(['1'])
    expect(server.reads).toBe(1)
    expect(queries.getQueryState(LIST)?.isInvalidated).toBe(true)
  })

  it('a query is read again if its `meta` is among its parameters, where react-admin writes it', async () => {
    const queries = new QueryClient()
    const queryFn = vi.fn(async () => 1)
    const params = { target: 'order', meta: { live: ['orders'], record: '7' } }
    new QueryObserver(queries, { queryKey: ['orders', 'getManyReference', params], queryFn }).subscribe(
      () => {},
    )
    const refresher = refresherOf(queries)
    await pass(0)
    for (const [id, reads] of [
      ['8', 1],
      ['7', 2],
    ] as const) {
      refresher.apply([{ resource: 'orders', ids: [id] }])
      await pass(1_000)
      expect(queryFn).toHaveBeenCalledTimes(reads)
    }
    refresher.stop()
  })

  it('a hidden tab reads when it is shown: what has changed, or everything after very many changes', async () => {
    const { queries, refresher } = await showList()
    const read = vi.fn(async () => ({}))
    await showRecord(queries, read)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const show = async () => {
      hidden.mockReturnValue(false)
      document.dispatchEvent(new Event('visibilitychange'))
      await pass(2_000)
      hidden.mockReturnValue(true)
    }
    const changeOthers = async (count: number) => {
      for (let at = 0; at < count; at++) refresher.apply([{ resource: 'devices', ids: [String(at)] }])
      await pass(2_000)
    }
    await changeOthers(100)
    await show()
    expect(read).toHaveBeenCalledTimes(1)
    await changeOthers(5_000)
    expect(read).toHaveBeenCalledTimes(1)
    await show()
    expect(read).toHaveBeenCalledTimes(2)
    refresher.stop()
  })

  it('everything is read after a reset', async () => {
    const { server, refresher } = await showList(A)
    refresher.applyAll()
    await pass(2_000)
    expect(server.reads).toBe(2)
  })
})

describe('polling', () => {
  it('replaces the stream, and stops while there is one', () => {
    const { result } = renderHook(() => usePolling(15_000))
    expect(result.current).toBe(15_000)
    act(() => liveState.set('live'))
    expect(result.current).toBe(false)
    act(() => liveState.set('lost'))
    expect(result.current).toBe(15_000)
  })

  it('continues in a browser that cannot share a stream between its tabs', () => {
    const options = {
      queries: new QueryClient(),
      provider: {} as never,
      minIntervalMs: 1_000,
      user: 'a@x.kr',
    }
    const access = { token: () => 'token', locale: () => 'ko', onUnauthorised: () => undefined }
    expect(startLive({ ...options, ...access })).toBeUndefined()
    expect(liveState.get()).toBe('none')
  })
})
