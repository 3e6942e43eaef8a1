/**
 * The orders page as a mailbox and one order (§2, decisions 6 and 22), on the console's own data provider before a
 * small server.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import OrderDetail from '../../src/console/features/orders/detail/OrderDetail'
import OrderList from '../../src/console/features/orders/mailbox/OrderList'
import { session } from '../../src/console/session'
import { writeXlsx } from '../../src/sheet'
import { answer, config, renderInConsole, signIn } from '../support/consoleWorld'

const NEVER = '0001-01-01T00:00:00Z'

const order = (id: number, counts: object = { success: 1 }, more: object = {}) => {
  const base = { success: 0, failure: 0, waiting: 0, ongoing: 0, ...counts }
  return {
    id,
    unreaded: false,
    starred: false,
    title: `명령 ${id}`,
    caption: '표시등 밝기',
    data: '12',
    theme: 'search',
    content: '',
    from: '박지우',
    started: NEVER,
    expired: '2026-11-21T12:40:52Z',
    created: '2026-11-20T12:40:52Z',
    ...base,
    total: base.success + base.failure + base.waiting + base.ongoing,
    ...more,
  }
}
type Kept = ReturnType<typeof order> & { archived?: boolean; star?: string; [key: string]: unknown }

const target = (device: string, status: string, reason = '') => ({
  device,
  number: `010${device.slice(-8)}`,
  model: 'FT-100',
  online: status === 'success',
  status,
  reason,
  changed: '2026-11-20T12:41:00Z',
})

/** A server of orders: ours, or a basic server. */
function mailServer(orders: Kept[], { ours = true, archive = new Set<number>() } = {}) {
  const seen: { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> }[] = []
  const fail = new Map<string, number>()
  const files = new Map<string, Uint8Array[]>()
  const targets = [
    target('358126090000001', 'success'),
    target('358126090000002', 'failure', 'expired'),
    target('358126090000003', 'failure', '배터리가 부족합니다'),
    target('358126090000004', 'waiting'),
  ]
  const told = (one: Kept) => (ours ? { star: one.success === one.total ? 'full' : 'empty', ...one } : one)

  const serve = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://console.test')
    const { method = 'GET' } = init
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    seen.push({ method, path: url.pathname, query: url.searchParams, body })
    const status = fail.get(url.pathname)
    if (status) return answer({ result: false, code: 'x', message: '지금은 할 수 없습니다.' }, status)
    const id = Number(/^\/api\/orders\/(\d+)/.exec(url.pathname)?.[1])

    if (url.pathname === '/api/orders') {
      const { page_index: index = 1, page_limit: limit = 5, status: wanted, search, archived = false } = body
      const found = orders
        .filter(one => !ours || archive.has(one.id) === archived)
        .filter(one => !wanted || one[wanted as 'success'] === one.total)
        .filter(one => !search || one.title.includes(search))
      return answer({ count: found.length, data: found.slice((index - 1) * limit, index * limit).map(told) })
    }
    if (url.pathname === '/api/orders/status') {
      const counts = { overall: orders.length, success: 9, failure: 6, waiting: 4, ongoing: 2 }
      return answer({
        result: true,
        message: '',
        payload: ours ? { ...counts, archived: archive.size } : counts,
      })
    }
    const file = files.get(url.pathname)
    if (file) return new Response(Buffer.concat(file))
    if (!ours) return answer('Not Found', 404)
    if (url.pathname === '/api/orders/marks') {
      for (const one of orders.filter(each => (body.ids as number[]).includes(each.id))) {
        if ('read' in body) one.unreaded = !body.read
        if ('starred' in body)
          Object.assign(one, { starred: body.starred, star: body.starred ? 'full' : 'empty' })
        if (body.archived === true) archive.add(one.id)
        if (body.archived === false) archive.delete(one.id)
      }
      return answer({ result: true, message: '', payload: {} })
    }
    const found = orders.find(one => one.id === id)
    if (!found) return answer({ result: false, code: 'notFound', message: '찾을 수 없습니다.' }, 404)
    if (url.pathname.endsWith('/targets')) {
      const wanted = url.searchParams.get('status')
      const digits = url.searchParams.get('search') ?? ''
      const data = targets
        .filter(one => !wanted || one.status === wanted)
        .filter(one => one.number.includes(digits) || one.device.includes(digits))
      return answer({ count: data.length, data })
    }
    if (url.pathname.endsWith('/cancel')) {
      const cancelled = found.waiting
      Object.assign(found, { waiting: 0, failure: found.failure + cancelled, cancellable: 0 })
      return answer({ result: true, message: '', payload: { cancelled } })
    }
    return answer({ result: true, message: '', payload: { ...DETAIL, ...told(found) } })
  }
  vi.stubGlobal('fetch', serve)
  const asked = (path: string) => seen.filter(call => call.path === path)
  return { seen, asked, fail, files, archive, lists: () => asked('/api/orders').map(({ body }) => body) }
}

const DETAIL = {
  holdUntil: NEVER,
  aim: {
    theme: 'search',
    batch_id: 0,
    bunch_id: 0,
    first: { device: '358126090000001', number: '01090000001' },
  },
  cancellable: 0,
  attachments: [],
}

const client = createClient({
  timeoutMs: 5_000,
  token: () => session.current()?.token,
  user: () => session.current()?.user.email,
  locale: () => 'ko',
  translate: key => key,
  onUnauthorised: () => undefined,
})

const freshProvider = () =>
  createDataProvider(
    client,
    config,
    () => session.current()?.user.level ?? 0,
    () => session.current()?.user.email,
  )

function open(at = '/app/orders', dataProvider = freshProvider()) {
  const shown = renderInConsole(
    <Routes>
      <Route path="/app/orders" element={<OrderList />} />
      <Route path="/app/orders/compose" element={<h1>compose</h1>} />
      <Route path="/app/orders/:id" element={<OrderDetail />} />
    </Routes>,
    { dataProvider, at },
  )
  const place = () => {
    const { pathname, search } = shown.router.state.location
    return pathname + search
  }
  return { ...shown, place, user: userEvent.setup() }
}

const twelve = () => Array.from({ length: 12 }, (_, at) => order(12 - at, { success: 1 }) as Kept)
const link = (title: string) => screen.findByRole('link', { name: new RegExp(`${title}$`) })
const rowOf = async (title: string) => within((await link(title)).closest('tr')!)
const titles = () =>
  [...document.querySelectorAll('[data-mail-link]')].map(each => each.textContent?.replace('읽지 않음 ', ''))

async function pick(user: ReturnType<typeof userEvent.setup>, menu: string, entry: string) {
  await user.click(screen.getByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

beforeEach(() => {
  signIn({ level: 6, email: 'vendor@demo.local' })
})

describe('the list of orders (§2)', () => {
  it.each([
    [{ waiting: 4 }, '대기', '성공한 대상 없음'],
    [{ success: 1, ongoing: 3 }, '진행', '일부 대상 성공'],
    [{ success: 4 }, '성공', '모든 대상 성공'],
    [{ success: 3, failure: 1 }, '실패', '일부 대상 성공'],
  ])('an order of %o stands at %s, with its star and its five counts', async (counts, word, star) => {
    mailServer([order(1, counts) as Kept], { ours: false })
    open()
    const row = await rowOf('명령 1')
    expect(row.getByText(word)).toBeInTheDocument()
    expect(row.getByRole('button', { name: `명령 1 별표: ${star}` })).toBeInTheDocument()
    const { total, success, failure, waiting, ongoing } = order(1, counts)
    const cells = row.getAllByRole('cell').map(cell => cell.textContent)
    expect(cells.slice(2, 7)).toEqual([total, success, failure, waiting, ongoing].map(String))
  })

  it('shows start and end as one period in UTC, blank where there is none', async () => {
    mailServer([order(1) as Kept])
    open()
    const cells = (await rowOf('명령 1')).getAllByRole('cell').map(cell => cell.textContent)
    expect(cells.slice(-3, -1)).toEqual(['~ 11-21 12:40:52', '11-20 12:40:52'])
    expect(screen.getByRole('columnheader', { name: '시작 ~ 만료 (UTC)' })).toBeInTheDocument()
  })

  it('pages by five, and counts 16 until the server has counted', async () => {
    const server = mailServer(twelve())
    open()
    expect(await screen.findByRole('button', { name: '4 페이지' })).toBeInTheDocument()
    await link('명령 12')
    expect(server.lists()[0]).toEqual({ page_index: 1, page_limit: 5 })
    expect(screen.getByRole('button', { name: '3 페이지' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '4 페이지' })).toBeNull()
  })

  it('filters by status with a count beside each, all without a value', async () => {
    const server = mailServer(twelve())
    const { user } = open()
    await link('명령 12')
    await user.click(await screen.findByRole('button', { name: /^실패 ?6/ }))
    await waitFor(() => expect(server.lists().at(-1)).toMatchObject({ status: 'failure' }))
    expect(screen.getByRole('button', { name: /^실패/ })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: /^전체 ?12/ }))
    await waitFor(() => expect(server.lists().at(-1)).toEqual({ page_index: 1, page_limit: 5 }))
  })

  it('still filters where the server does not count', async () => {
    const server = mailServer(twelve())
    server.fail.set('/api/orders/status', 404)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '성공' }))
    await waitFor(() => expect(server.lists().at(-1)).toMatchObject({ status: 'success' }))
  })

  it('searches what is typed into "Search Orders"', async () => {
    const server = mailServer(twelve())
    const { user } = open()
    await user.type(await screen.findByPlaceholderText('Search Orders'), '명령 7{Enter}')
    await waitFor(() => expect(titles()).toEqual(['명령 7']))
    expect(server.lists().at(-1)).toMatchObject({ search: '명령 7' })
  })

  it('tells unread orders apart by more than colour', async () => {
    mailServer([order(2, {}, { unreaded: true }) as Kept, order(1) as Kept])
    open()
    expect(await screen.findByRole('link', { name: '읽지 않음 명령 2' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '명령 1' })).toBeInTheDocument()
  })

  it('looks again by itself in the time that config gives', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const orders = [order(1, { waiting: 1 }) as Kept]
    mailServer(orders)
    open()
    await rowOf('명령 1')
    Object.assign(orders[0]!, { waiting: 0, success: 1 })
    await act(() => vi.advanceTimersByTimeAsync(config.app.timing.ordersPollMs))
    expect(await screen.findByRole('button', { name: '명령 1 별표: 모든 대상 성공' })).toBeInTheDocument()
  })

  it('says what is wrong when the list does not come, and tries again', async () => {
    const server = mailServer(twelve())
    server.fail.set('/api/orders', 503)
    const { user } = open()
    expect(await screen.findByText('지금은 할 수 없습니다.')).toBeInTheDocument()
    server.fail.clear()
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    expect(await link('명령 12')).toBeInTheDocument()
  })
})

describe('the toolbar (§2)', () => {
  it.each([
    ['All', ['명령 12', '명령 11', '명령 10', '명령 9', '명령 8']],
    ['None', []],
    ['Read', ['명령 12', '명령 10', '명령 9', '명령 8']],
    ['Unread', ['명령 11']],
  ])(
    'Select %s chooses %s',
    async (entry, wanted) => {
      const orders = twelve()
      orders[1]!.unreaded = true
      mailServer(orders)
      const { user } = open()
      await user.click((await rowOf('명령 12')).getByRole('checkbox', { name: '명령 12 선택' }))
      await pick(user, 'Select', entry)
      const chosen = screen
        .queryAllByRole('checkbox', { checked: true, hidden: true })
        .map(box => box.getAttribute('aria-label')?.replace(' 선택', ''))
      expect(chosen).toEqual(wanted)
    },
    20_000,
  )

  it('has the six actions, and none for nothing', async () => {
    mailServer(twelve())
    const { user } = open()
    await link('명령 12')
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map(entry => entry.textContent)).toEqual([
      'Reply',
      'Forward',
      'Archive',
      'Mark As Read',
      'Mark As Unread',
      'Delete',
    ])
    for (const entry of entries) expect(entry).toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    ['Reply', '/app/orders/compose?reply=11'],
    ['Forward', '/app/orders/compose?forward=11'],
  ])('%s writes a new order from the one that is chosen', async (entry, address) => {
    mailServer(twelve())
    const { user, place } = open()
    await user.click((await rowOf('명령 11')).getByRole('checkbox'))
    await pick(user, 'Actions', entry)
    await waitFor(() => expect(place()).toBe(address))
  })

  it('Reply and Forward are for one order, and not for guests', async () => {
    mailServer(twelve())
    const { user } = open()
    await link('명령 12')
    await pick(user, 'Select', 'All')
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    for (const entry of ['Reply', 'Forward']) {
      expect(await screen.findByRole('menuitem', { name: entry })).toHaveAttribute('aria-disabled', 'true')
    }
    expect(screen.getByRole('menuitem', { name: 'Archive' })).not.toHaveAttribute('aria-disabled')
  })

  it('a guest writes no orders, and marks them', async () => {
    signIn({ level: 1, email: 'guest@demo.local', vendor: 2 })
    const server = mailServer(twelve())
    const { user } = open()
    await user.click((await rowOf('명령 11')).getByRole('checkbox'))
    expect(screen.queryByRole('link', { name: '새 제어 명령' })).toBeNull()
    await pick(user, 'Actions', 'Mark As Unread')
    expect(await screen.findByRole('link', { name: '읽지 않음 명령 11' })).toBeInTheDocument()
    expect(server.asked('/api/orders/marks')[0]!.body).toEqual({ ids: [11], read: false })
  })

  it('marks what is chosen as read', async () => {
    const orders = twelve()
    orders[0]!.unreaded = true
    const server = mailServer(orders)
    const { user } = open()
    await user.click((await rowOf('명령 12')).getByRole('checkbox'))
    await pick(user, 'Actions', 'Mark As Read')
    expect(await screen.findByRole('link', { name: '명령 12' })).toBeInTheDocument()
    await waitFor(() => expect(server.asked('/api/orders/marks')).toHaveLength(1))
    expect(server.asked('/api/orders/marks')[0]!.body).toEqual({ ids: [12], read: true })
  })

  it('takes back a mark that the server refuses, and says why', async () => {
    const server = mailServer(twelve())
    server.fail.set('/api/orders/marks', 500)
    const { user } = open()
    const star = await screen.findByRole('button', { name: '명령 12 별표: 모든 대상 성공' })
    await user.click(star)
    expect(await screen.findByText('지금은 할 수 없습니다.')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: '명령 12 별표: 모든 대상 성공' })).toBeInTheDocument()
  })

  it.each([
    ['a star', 'Star'],
    ['a mark of reading', 'Mark As Unread'],
    ['an archived order', 'Archive'],
    ['a deleted order', 'Delete'],
  ])('%s makes one call for the list and one for the counts', async (_, entry) => {
    const server = mailServer(twelve())
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: '명령 12 선택' }))
    const lists = server.lists().length
    const counts = server.asked('/api/orders/status').length
    if (entry === 'Star') await user.click(screen.getByRole('button', { name: /^명령 12 별표/ }))
    else await pick(user, 'Actions', entry)
    await waitFor(() => expect(server.lists().length).toBeGreaterThan(lists))
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(server.lists().length - lists).toBe(1)
    expect(server.asked('/api/orders/status').length - counts).toBe(1)
  })

  it('a click on the star toggles it, whatever the results are', async () => {
    const server = mailServer(twelve())
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '명령 12 별표: 모든 대상 성공' }))
    await user.click(await screen.findByRole('button', { name: '명령 12 별표: 별표 표시 안 함' }))
    await screen.findByRole('button', { name: '명령 12 별표: 모든 대상 성공' })
    await waitFor(() =>
      expect(server.asked('/api/orders/marks').map(({ body }) => body)).toEqual([
        { ids: [12], starred: false },
        { ids: [12], starred: true },
      ]),
    )
  })

  it('archives what is chosen, refills the page, shows it under 보관, and takes it back', async () => {
    const server = mailServer(twelve())
    const { user } = open()
    await link('명령 12')
    await pick(user, 'Select', 'All')
    await pick(user, 'Actions', 'Archive')
    await waitFor(() => expect(titles()).toEqual(['명령 7', '명령 6', '명령 5', '명령 4', '명령 3']))
    await user.click(screen.getByRole('button', { name: /^보관 ?5/ }))
    await waitFor(() => expect(titles()).toContain('명령 12'))
    expect(server.lists().at(-1)).toMatchObject({ archived: true })
    await user.click((await rowOf('명령 12')).getByRole('checkbox'))
    await pick(user, 'Actions', '보관 해제')
    await waitFor(() => expect(titles()).toEqual(['명령 11', '명령 10', '명령 9', '명령 8']))
    expect(server.archive).toEqual(new Set([11, 10, 9, 8]))
  })

  it('deletes from this list alone, refills the page, and can be undone', async () => {
    const server = mailServer(twelve())
    const provider = freshProvider()
    const { user } = open('/app/orders', provider)
    await user.click((await rowOf('명령 12')).getByRole('checkbox'))
    await user.click((await rowOf('명령 9')).getByRole('checkbox'))
    await pick(user, 'Actions', 'Delete')
    await waitFor(() => expect(titles()).toEqual(['명령 11', '명령 10', '명령 8', '명령 7', '명령 6']))
    const calls = new Set(server.seen.map(({ method, path }) => `${method} ${path}`))
    // Whether the button is shown by which the list is exported.
    calls.delete('GET /api/exports')
    expect(calls).toEqual(new Set(['POST /api/orders', 'GET /api/orders/status']))
    await user.click(await screen.findByRole('button', { name: '되돌리기' }))
    await waitFor(() => expect(titles()[0]).toBe('명령 12'))
  })

  it('what was deleted is on no other page and in no file either, and comes back with the next load', async () => {
    const server = mailServer(twelve())
    server.files.set('/api/exports/orders', [])
    const provider = freshProvider()
    await provider.deleteMany('orders', { ids: [12, 9] })
    const page = (number: number, from = provider) =>
      from
        .getList('orders', {
          pagination: { page: number, perPage: 5 },
          sort: { field: 'id', order: 'ASC' },
          filter: {},
        })
        .then(({ data, total }) => ({ ids: data.map(({ id }) => id), total }))
    expect(await page(1)).toEqual({ ids: [11, 10, 8, 7, 6], total: 10 })
    expect(await page(2)).toEqual({ ids: [5, 4, 3, 2, 1], total: 10 })
    const sort = { field: 'id', order: 'ASC' } as const
    const file = { format: 'csv', zone: 'UTC', columns: ['title', 'status'] } as const
    await provider.exportList(config.resources.orders!, { filter: { archived: true }, sort }, file)
    expect(Object.fromEntries(server.asked('/api/exports/orders')[0]!.query)).toEqual({
      'export[format]': 'csv',
      'export[zone]': 'UTC',
      'export[columns]': 'title,status',
      'export[without]': '12,9',
      archived: 'true',
    })
    expect((await page(1, freshProvider())).ids).toEqual([12, 11, 10, 9, 8])
  })

  it('far back, where the deleted ones before are not counted, a page is still full', async () => {
    mailServer(Array.from({ length: 300 }, (_, at) => order(300 - at) as Kept))
    const provider = freshProvider()
    await provider.deleteMany('orders', { ids: [50] })
    const { data } = await provider.getList('orders', {
      pagination: { page: 51, perPage: 5 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    })
    expect(data.map(({ id }) => id)).toEqual([49, 48, 47, 46, 45])
  })
})

describe('on a basic server (decision 22)', () => {
  it('marks and archive are kept in the browser, per user', async () => {
    mailServer(twelve(), { ours: false })
    const provider = freshProvider()
    const { user, unmount } = open('/app/orders', provider)
    await user.click(await screen.findByRole('button', { name: '명령 12 별표: 모든 대상 성공' }))
    await screen.findByRole('button', { name: '명령 12 별표: 별표 표시 안 함' })
    await user.click((await rowOf('명령 11')).getByRole('checkbox'))
    await pick(user, 'Actions', 'Mark As Unread')
    await pick(user, 'Select', 'None')
    await user.click((await rowOf('명령 10')).getByRole('checkbox'))
    await pick(user, 'Actions', 'Archive')
    await waitFor(() => expect(titles()).not.toContain('명령 10'))
    await waitFor(() => expect(localStorage.getItem('orders.marks.vendor@demo.local')).toContain('archived'))
    unmount()

    // The next load, by the same user.
    const again = open('/app/orders')
    expect(await screen.findByRole('button', { name: '명령 12 별표: 별표 표시 안 함' })).toBeInTheDocument()
    await again.user.click(await screen.findByRole('button', { name: /^보관/ }))
    await waitFor(() => expect(titles()).toEqual(['명령 10']))
    again.unmount()

    signIn({ level: 6, email: 'other@demo.local' })
    open('/app/orders')
    await waitFor(() => expect(titles()).toContain('명령 10'))
    expect(screen.getByRole('button', { name: '명령 12 별표: 모든 대상 성공' })).toBeInTheDocument()
  })

  it('an order opens from the list, without what only our server tells', async () => {
    mailServer([...twelve(), order(99, { failure: 2, waiting: 1 }) as Kept], { ours: false })
    open('/app/orders/99')
    expect(await screen.findByRole('heading', { name: '명령 99' })).toBeInTheDocument()
    expect(screen.getByText('3대 중 2대 완료 (66%)')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('heading', { name: '대상 단말' })).toBeNull())
    expect(screen.queryByRole('link', { name: '실패만 다시 보내기' })).toBeNull()
    expect(screen.queryByRole('button', { name: /취소/ })).toBeNull()
  })
})

describe('keys', () => {
  const press = (key: string, code = '') => fireEvent.keyDown(document.activeElement!, { key, code })
  const focused = () => document.activeElement?.textContent

  it('j, k and the arrows walk, x chooses, s stars, Enter opens', async () => {
    const server = mailServer(twelve())
    open()
    await link('명령 12')
    press('j')
    expect(focused()).toBe('명령 12')
    press('ArrowDown')
    press('j')
    expect(focused()).toBe('명령 10')
    press('k')
    press('ArrowUp')
    press('k')
    expect(focused()).toBe('명령 12')
    press('x')
    expect(await screen.findByText('1개 선택')).toBeInTheDocument()
    press('s')
    await waitFor(() =>
      expect(server.asked('/api/orders/marks')[0]?.body).toEqual({ ids: [12], starred: false }),
    )
    // Enter is the link's own.
    expect(document.activeElement).toHaveAttribute('href', '/app/orders/12')
  })

  it('also while the keyboard writes Hangul', async () => {
    mailServer(twelve())
    open()
    await link('명령 12')
    press('ㅓ', 'KeyJ')
    expect(focused()).toBe('명령 12')
  })

  it('e archives the order in focus, and the next one has the focus', async () => {
    const server = mailServer(twelve())
    open()
    await link('명령 12')
    press('j')
    press('j')
    press('e')
    await waitFor(() => expect(focused()).toBe('명령 10'))
    await waitFor(() => expect(server.archive).toEqual(new Set([11])))
  })

  it('Delete deletes, r and f write', async () => {
    mailServer(twelve())
    const { place } = open()
    await link('명령 12')
    press('j')
    press('Delete')
    await waitFor(() => expect(focused()).toBe('명령 11'))
    press('f')
    await waitFor(() => expect(place()).toBe('/app/orders/compose?forward=11'))
  })

  it('"?" shows them; they rest while somebody types, and can be turned off', async () => {
    mailServer(twelve())
    const { user } = open()
    await link('명령 12')
    const search = screen.getByPlaceholderText('Search Orders')
    await user.click(search)
    press('j')
    expect(document.activeElement).toBe(search)
    act(() => search.blur())
    fireEvent.keyDown(document.body, { key: '?' })
    const dialog = within(await screen.findByRole('dialog', { name: '단축키' }))
    for (const key of ['j', 'k', 'Enter', 'x', 's', 'r', 'f', 'e', 'Delete', '?']) {
      expect(dialog.getByText(key)).toBeInTheDocument()
    }
    await user.click(dialog.getByRole('switch', { name: '단축키 사용' }))
    await user.click(dialog.getByRole('button', { name: '닫기' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => (document.activeElement as HTMLElement).blur())
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(document.activeElement).toBe(document.body)
  })
})

describe('one order (§2)', () => {
  const mixed = (more: object = {}) =>
    order(7, { success: 1, failure: 2, waiting: 1 }, { unreaded: true, cancellable: 1, ...more }) as Kept

  it('has title, sender, recipient, date and Reply, its command and progress; opening marks it read', async () => {
    const server = mailServer([mixed()])
    const { user, place } = open('/app/orders')
    await user.click(await screen.findByRole('link', { name: '읽지 않음 명령 7' }))
    expect(await screen.findByRole('heading', { level: 1, name: '명령 7' })).toBeInTheDocument()
    expect(screen.getByText('박지우')).toBeInTheDocument()
    expect(await screen.findByText('010-9000-0001 외 3대')).toBeInTheDocument()
    expect(screen.getByText('2026 11-20 12:40:52')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Reply' })).toHaveAttribute('href', '/app/orders/compose?reply=7')
    const bar = screen.getByRole('progressbar', { name: '4대 중 3대 완료 (75%)' })
    expect(bar).toHaveAttribute('aria-valuenow', '3')
    await waitFor(() =>
      expect(server.asked('/api/orders/marks').map(({ body }) => body)).toEqual([{ ids: [7], read: true }]),
    )
    await user.click(screen.getByRole('link', { name: '목록으로' }))
    expect(await screen.findByRole('link', { name: '명령 7' })).toBeInTheDocument()
    expect(place()).toBe('/app/orders')
  })

  it.each([
    [
      { theme: 'batch', model: 'FT-100', batch: '북부', batch_id: 3, bunch_id: 0 },
      '그룹 FT-100 › 북부 · 4대',
    ],
    [{ theme: 'batch', batch_id: 3, bunch_id: 0 }, '그룹 삭제된 그룹 · 4대'],
    [
      { theme: 'bunch', model: 'FT-100', batch: '북부', bunch: '1열', batch_id: 3, bunch_id: 5 },
      '하위 그룹 FT-100 › 북부 › 1열 · 4대',
    ],
  ])('says whom %o reached', async (aim, words) => {
    mailServer([mixed({ aim, theme: aim.theme })])
    open('/app/orders/7')
    expect(await screen.findByText(words)).toBeInTheDocument()
  })

  it('lists every device with state, time and reason, by state and by digits', async () => {
    const server = mailServer([mixed()])
    const { user } = open('/app/orders/7')
    const part = within(await screen.findByRole('region', { name: '대상 단말', hidden: false }))
    expect(await screen.findByText('기한 안에 응답이 없었습니다.')).toBeInTheDocument()
    expect(screen.getByText('배터리가 부족합니다')).toBeInTheDocument()
    expect(part.getAllByText('11-20 12:41:00').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: /^대기 ?1$/ }))
    await waitFor(() => expect(screen.queryByText('배터리가 부족합니다')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^전체 ?4$/ }))
    await user.type(screen.getByRole('textbox', { name: '전화번호 또는 IMEI' }), '0-003')
    // Before typing has paused: neither forgets the other.
    await user.click(screen.getByRole('button', { name: /^실패 ?2$/ }))
    await waitFor(() =>
      expect(Object.fromEntries(server.asked('/api/orders/7/targets').at(-1)!.query)).toMatchObject({
        status: 'failure',
        search: '0003',
      }),
    )
    await waitFor(() => expect(screen.queryByText('기한 안에 응답이 없었습니다.')).toBeNull())
    expect(screen.getByText('배터리가 부족합니다')).toBeInTheDocument()
  })

  it('sends again to the failed ones, and cancels the waiting ones once their number is confirmed', async () => {
    const server = mailServer([mixed()])
    const { user } = open('/app/orders/7')
    expect(await screen.findByRole('link', { name: '실패만 다시 보내기' })).toHaveAttribute(
      'href',
      '/app/orders/compose?failed=7',
    )
    await user.click(await screen.findByRole('button', { name: '대기 1대 취소' }))
    const question = within(await screen.findByRole('alertdialog', { name: /1대의 제어를 취소하시겠습니까/ }))
    expect(server.asked('/api/orders/7/cancel')).toHaveLength(0)
    await user.click(question.getByRole('button', { name: '1대 취소' }))
    expect(await screen.findByText('1대의 제어를 취소했습니다.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: /대기 .*취소/ })).toBeNull())
    expect(server.asked('/api/orders/7/cancel')).toHaveLength(1)
  })

  it('keeps the question open when the cancelling is refused', async () => {
    const server = mailServer([mixed()])
    server.fail.set('/api/orders/7/cancel', 403)
    const { user } = open('/app/orders/7')
    await user.click(await screen.findByRole('button', { name: '대기 1대 취소' }))
    await user.click(await screen.findByRole('button', { name: '1대 취소' }))
    expect(await screen.findByText('지금은 할 수 없습니다.')).toBeInTheDocument()
    expect(screen.getByRole('alertdialog')).toBeInTheDocument()
  })

  it('shows a spreadsheet that is attached as a table, and downloads it', async () => {
    const photo = '/api/orders/7/results'
    const server = mailServer([
      mixed({ attachments: [{ id: 1, photo, photoName: '결과.xlsx', weight: 2048 }] }),
    ])
    const made: Uint8Array[] = []
    const columns = [{ header: '단말' }, { header: '상태' }]
    for await (const chunk of writeXlsx([{ name: '결과', columns, rows: [['358126090000001', '=1+1']] }])) {
      made.push(chunk)
    }
    server.files.set(photo, made)
    const { user } = open('/app/orders/7')
    expect(await screen.findByText('2 kB')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '결과.xlsx 보기' }))
    const dialog = within(await screen.findByRole('dialog', { name: '결과.xlsx' }))
    expect(await dialog.findByRole('columnheader', { name: '단말' })).toBeInTheDocument()
    expect(dialog.getByRole('cell', { name: '=1+1' })).toBeInTheDocument()
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await user.click(dialog.getByRole('button', { name: '다운로드' }))
    await waitFor(() => expect((saved.mock.contexts[0] as HTMLAnchorElement)?.download).toBe('결과.xlsx'))
  })

  it.each([
    ['https://elsewhere.example/a.png', 'link', '사진.png, elsewhere.example에서 열기'],
    ['javascript:alert(1)', undefined, ''],
  ])('never fetches %s with the token', async (photo, role, name) => {
    const server = mailServer([mixed({ attachments: [{ id: 1, photo, photoName: '사진.png', weight: 1 }] })])
    open('/app/orders/7')
    await screen.findByText('사진.png')
    if (role) expect(screen.getByRole(role, { name })).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.queryByRole('button', { name: /사진.png/ })).toBeNull()
    expect(server.seen.every(({ path }) => path.startsWith('/api/orders'))).toBe(true)
  })

  it('says so when there is no such order', async () => {
    mailServer(twelve())
    open('/app/orders/4711')
    expect(await screen.findByText('제어 명령을 찾을 수 없습니다.')).toBeInTheDocument()
  })

  it('Delete, Archive and Mark As Unread lead back to the list', async () => {
    const server = mailServer(twelve())
    const { user, place } = open('/app/orders/12')
    await user.click(await screen.findByRole('button', { name: 'Mark As Unread' }))
    expect(await screen.findByRole('link', { name: '읽지 않음 명령 12' })).toBeInTheDocument()
    expect(place()).toBe('/app/orders')
    expect(server.asked('/api/orders/marks').map(({ body }) => body)).toEqual([{ ids: [12], read: false }])
  })
})
