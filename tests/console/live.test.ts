/**
 * The live console without its server: one stream for all tabs, what is on the screen read again in its place, and
 * polling elsewhere.
 */
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
  vi.useRealTimers()
  vi.unstubAllGlobals()
  liveState.set('none')
  newRows.set(undefined)
})

describe('tabs of one browser', () => {
  /** Tabs that hear each other, and a lock that one of them has. */
  function browser() {
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
    return (name: string) => {
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
        leave: () => {},
      }
      tab.leave = shareStream({
        channel,
        locks,
        name,
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

  it('share one stream: the first reads it, the others hear', () => {
    const open = browser()
    const [one, two] = [open('a'), open('a')]
    expect([one.reading !== undefined, two.reading]).toEqual([true, undefined])
    one.reading!.events.state('live')
    one.reading!.events.event('change', { changes: [{ resource: 'devices' }] })
    expect([one.events, two.events]).toEqual([['devices'], ['devices']])
    expect(two.state).toBe('live')
  })

  it('tell one that comes later the state, and what it may have missed while it loaded', () => {
    const open = browser()
    const one = open('a')
    one.reading!.events.state('live')
    one.reading!.events.event('change', { changes: [{ resource: 'orders' }] })
    const two = open('a')
    expect([two.state, two.events]).toEqual(['live', ['orders']])
    expect(one.events).toEqual(['orders'])
  })

  it('go on from what was received last when the reading one closes', async () => {
    const open = browser()
    const [one, two] = [open('a'), open('a')]
    one.reading!.received('x.7')
    one.reading!.events.event('change', { changes: [{ resource: 'orders' }] })
    one.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect([one.reading, two.reading?.lastId]).toEqual([undefined, 'x.7'])
  })
})

describe('the stream', () => {
  const read = (answers: (() => Response | Promise<Response>)[]) => {
    const asked: { url: string; headers: Record<string, string> }[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push({ url, headers: init.headers as Record<string, string> })
      return (answers.shift() ?? (() => new Promise<Response>(() => {})))()
    })
    const seen: string[] = []
    const stop = readStream({
      token: () => 'token',
      locale: () => 'ko',
      onUnauthorised: token => void seen.push(`refused ${token}`),
      since: Date.now(),
      received: id => void seen.push(id),
      event: event => void seen.push(event),
      state: state => void seen.push(state),
    })
    return { asked, seen, stop }
  }
  const stream = (text: string) => () =>
    new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  const ready = 'id: e.1\nevent: ready\ndata: {"heartbeatSeconds":15}\n\n'

  it('is resumed after a break, which is shown once it lasts', async () => {
    const { asked, seen, stop } = read([stream(ready), () => new Response('', { status: 503 })])
    await vi.advanceTimersByTimeAsync(5_000)
    stop()
    expect(seen).toEqual(['e.1', 'live', 'ready', 'lost'])
    expect(asked.length).toBeGreaterThan(2)
    expect(asked[1]!.headers).toMatchObject({ 'Last-Event-ID': 'e.1', Authorization: 'Bearer token' })
    expect(asked[0]!.url).toMatch(/^\/api\/events\?ago=\d+$/)
  })

  it.each([
    ['has no such call', () => new Response('', { status: 404 })],
    ['answers with its page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('leaves polling to a server that %s', async (_, answer) => {
    const { asked, seen, stop } = read([answer])
    await vi.advanceTimersByTimeAsync(20_000)
    stop()
    expect(seen).toEqual(['none'])
    expect(asked).toHaveLength(1)
  })

  it('that is refused ends the session of its token', async () => {
    const { seen, stop } = read([() => new Response('', { status: 401 })])
    await vi.advanceTimersByTimeAsync(0)
    stop()
    expect(seen).toEqual(['refused token'])
  })
})

describe('what is on the screen', () => {
  interface Row {
    id: number
    name: string
  }
  const page = { pagination: { page: 1, perPage: 2 }, sort: { field: 'id', order: 'ASC' }, filter: {} }
  const key = ['batches', 'getList', page]

  async function shown(rows: Row[]) {
    const server = { rows, asked: 0, takesMs: 0, fails: 0 }
    const getList = async () => {
      server.asked += 1
      if (server.fails) throw new HttpError('away', server.fails)
      if (server.takesMs > 0) await new Promise(resolve => setTimeout(resolve, server.takesMs))
      return { data: [...server.rows].slice(0, 2), total: server.rows.length }
    }
    const queries = new QueryClient()
    const observer = new QueryObserver(queries, {
      queryKey: key,
      queryFn: getList,
      meta: { live: ['batches'], rows: true },
    })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    const provider = {
      getList,
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: server.rows.filter(({ id }) => ids.includes(id)),
      }),
    } as never
    const refresher = createRefresher({ queries, provider, everyMs: 1_000 })
    const names = () =>
      queries
        .getQueryData<{ data: Row[] }>(key)!
        .data.map(({ name }) => name)
        .join()
    const tell = async (ids?: string[], ms = 1_000) => {
      refresher.apply([{ resource: 'batches', ...(ids && { ids }) }])
      await vi.advanceTimersByTimeAsync(ms)
    }
    return { server, queries, refresher, names, tell, leave }
  }

  it('changes in its place', async () => {
    const { server, names, tell } = await shown([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ])
    server.rows = [
      { id: 1, name: 'a' },
      { id: 2, name: 'B' },
    ]
    await tell(['2'], 10)
    expect(names()).toBe('a,B')
    expect(newRows.get()).toBeUndefined()
  })

  it('keeps its order, and offers the new one', async () => {
    const { server, names, tell } = await shown([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ])
    server.rows = [
      { id: 3, name: 'c' },
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ]
    await tell()
    expect(names()).toBe('A,B')
    expect(newRows.get()?.count).toBe(1)
    newRows.get()!.show()
    expect([names(), newRows.get()]).toEqual(['c,A', undefined])
  })

  it('is read at most once in so long, thrice where that is quick, and rarely for rows that are not on it', async () => {
    const { server, tell } = await shown([{ id: 1, name: 'a' }])
    const asksOf = async (takesMs: number) => {
      server.takesMs = takesMs
      await tell(['1'], 1_500)
      const before = server.asked
      for (let at = 0; at < 30; at++) await tell(['1'], 100)
      return server.asked - before
    }
    expect(await asksOf(150)).toBe(3)
    expect([9, 10]).toContain(await asksOf(10))
    expect(await asksOf(150)).toBeLessThanOrEqual(4)
    server.takesMs = 0
    await vi.advanceTimersByTimeAsync(2_000)
    const before = server.asked
    await tell(['99'], 2_000)
    expect(server.asked).toBe(before)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.asked).toBe(before + 1)
  })

  it('that cannot be read is tried again with a growing pause, says so the second time, and takes it back', async () => {
    const { server, queries, names, tell, refresher } = await shown([{ id: 1, name: 'a' }])
    server.fails = 503
    server.rows = [{ id: 1, name: 'A' }]
    const said = () => queries.getQueryState(key)?.error?.message
    await tell(['1'], 500)
    expect([server.asked, said()]).toEqual([2, undefined])
    await vi.advanceTimersByTimeAsync(2_000)
    expect([server.asked, said(), names()]).toEqual([3, 'away', 'a'])
    // Further changes do not shorten the pause.
    for (let at = 0; at < 30; at++) await tell(['1'], 100)
    expect(server.asked).toBe(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.asked).toBe(4)
    server.fails = 0
    await vi.advanceTimersByTimeAsync(8_000)
    expect([server.asked, said(), names()]).toEqual([5, undefined, 'A'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.asked).toBe(5)
    refresher.stop()
  })

  it('that is refused says so at once, and is not asked for again', async () => {
    const { server, queries, tell, refresher } = await shown([{ id: 1, name: 'a' }])
    server.fails = 403
    await tell(['1'], 60_000)
    expect([server.asked, queries.getQueryState(key)?.error?.message]).toEqual([2, 'away'])
    refresher.stop()
  })

  it('that shows one record is tried again as well', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const read = vi.fn(async () => 'before')
    const leave = new QueryObserver(queries, {
      queryKey: ['devices', 'getOne'],
      queryFn: read,
      meta: { live: ['devices'], record: 'x' },
    }).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    const refresher = createRefresher({ queries, provider: {} as never, everyMs: 1_000 })
    read.mockRejectedValueOnce(new HttpError('away', 503)).mockResolvedValue('after')
    refresher.apply([{ resource: 'devices', ids: ['x'] }])
    await vi.advanceTimersByTimeAsync(500)
    expect(queries.getQueryState(['devices', 'getOne'])?.status).toBe('error')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(queries.getQueryData(['devices', 'getOne'])).toBe('after')
    expect(read).toHaveBeenCalledTimes(3)
    refresher.stop()
    leave()
  })

  it('that is left is read again when it is shown next, and not before', async () => {
    const { server, queries, tell, leave } = await shown([{ id: 1, name: 'a' }])
    leave()
    await tell(['1'])
    expect(server.asked).toBe(1)
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true)
  })

  it('is read again where a controller of react-admin keeps what it says of itself among its parameters', async () => {
    let asked = 0
    const queries = new QueryClient()
    const observer = new QueryObserver(queries, {
      queryKey: ['orders', 'getManyReference', { target: 'order', meta: { live: ['orders'], record: '7' } }],
      queryFn: () => ++asked,
    })
    const leave = observer.subscribe(() => {})
    const refresher = createRefresher({ queries, provider: {} as never, everyMs: 1_000 })
    await vi.advanceTimersByTimeAsync(0)
    for (const [id, times] of [
      ['8', 1],
      ['7', 2],
    ] as const) {
      refresher.apply([{ resource: 'orders', ids: [id] }])
      await vi.advanceTimersByTimeAsync(1_000)
      expect([id, asked]).toEqual([id, times])
    }
    refresher.stop()
    leave()
  })

  it('of a hidden tab is read again once it is shown, however much has changed meanwhile', async () => {
    const { queries, refresher } = await shown([])
    const read = vi.fn(async () => ({}))
    const leave = new QueryObserver(queries, {
      queryKey: ['devices', 'getOne'],
      queryFn: read,
      meta: { live: ['devices'], record: 'x' },
    }).subscribe(() => {})
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const show = async () => {
      hidden.mockReturnValue(false)
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(2_000)
      hidden.mockReturnValue(true)
    }
    const tell = async (count: number) => {
      for (let at = 0; at < count; at++) refresher.apply([{ resource: 'devices', ids: [String(at)] }])
      await vi.advanceTimersByTimeAsync(2_000)
    }
    await vi.advanceTimersByTimeAsync(0)
    await tell(100)
    await show()
    // Known one by one: it is none of them.
    expect(read).toHaveBeenCalledTimes(1)
    await tell(5_000)
    expect(read).toHaveBeenCalledTimes(1)
    await show()
    // So many are not kept: any may have changed.
    expect(read).toHaveBeenCalledTimes(2)
    hidden.mockRestore()
    refresher.stop()
    leave()
  })

  it('is all read again after a reset', async () => {
    const { server, refresher } = await shown([{ id: 1, name: 'a' }])
    refresher.all()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.asked).toBe(2)
  })
})

describe('polling', () => {
  it('stands in where no stream runs, and stops while one does', () => {
    const { result } = renderHook(() => usePolling(15_000))
    expect(result.current).toBe(15_000)
    act(() => liveState.set('live'))
    expect(result.current).toBe(false)
    act(() => liveState.set('lost'))
    expect(result.current).toBe(15_000)
  })

  it('stays in a browser that cannot share a stream between its tabs', () => {
    const options = { queries: new QueryClient(), provider: {} as never, everyMs: 1_000, user: 'a@x.kr' }
    const asking = { token: () => 'token', locale: () => 'ko', onUnauthorised: () => undefined }
    expect(startLive({ ...options, ...asking })).toBeUndefined()
    expect(liveState.get()).toBe('none')
  })
})
