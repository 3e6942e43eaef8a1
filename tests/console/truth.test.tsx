/**
 * The page says what the data say: stars and states, a page that failed or is not there, and what could not be read
 * anew.
 */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { ResourceContextProvider } from 'ra-core'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import OrderDetail from '../../src/console/features/orders/detail/OrderDetail'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import OrderList from '../../src/console/features/orders/mailbox/OrderList'
import { shownStar, starWord, toggledStar } from '../../src/console/features/orders/order'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import RecordList from '../../src/console/features/records/RecordList'
import { MainPage } from '../../src/console/shell/MainPage'
import type { Order } from '../../src/contract/orders'
import { orderStatus } from '../../src/domain/orders'
import { answer, config, PER_PAGE, renderInConsole, signIn } from '../support/consoleWorld'
import { type Handler, payload, realProvider, refusal, stubServer } from '../support/stubServer'

const SUM = /합하면 전국 10대입니다/
const STALE = /새로 고치지 못했습니다/
const broken = refusal(500, '서버 오류입니다.')

beforeEach(() => {
  // react-admin logs every failed call.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 9, email: 'master@demo.local' })
})

describe('a star and a state', () => {
  const count = fc.oneof(fc.constant(0), fc.nat(3))
  const orders = fc.record({
    success: count,
    failure: count,
    waiting: count,
    ongoing: count,
    starred: fc.boolean(),
    star: fc.constantFrom(undefined, 'full', 'half', 'empty'),
  }) as fc.Arbitrary<Order>
  const WORDS = { full: '모든 대상', half: '일부 대상', empty: '성공한 대상 없음' }

  it('speak of targets only what the counts bear out, whoever set the star and on whatever server', () => {
    fc.assert(
      fc.property(orders, order => {
        const total = order.success + order.failure + order.waiting + order.ongoing
        for (const one of [order, { ...order, ...toggledStar(order) }]) {
          const word = starWord(one)
          if (word === 'full') expect(one.success === total && total > 0).toBe(true)
          if (word === 'half') expect(one.success > 0 && one.success < total).toBe(true)
          if (word === 'empty') expect(one.success).toBe(0)
          if (word === 'set') expect(shownStar(one)).not.toBe('empty')
          if (word === 'cleared') expect(shownStar(one)).toBe('empty')
        }
        if (orderStatus(order) === 'success') expect(order.success === total && total > 0).toBe(true)
        if (orderStatus(order) === 'waiting') expect(order.waiting).toBe(total)
      }),
      { seed: 10, numRuns: 2_000 },
    )
    expect(Object.keys(WORDS)).toHaveLength(3)
  })
})

const order = (id: number, more: object = {}) => ({
  id,
  unreaded: false,
  starred: false,
  star: 'empty',
  success: 0,
  failure: 0,
  waiting: 1,
  ongoing: 0,
  total: 1,
  title: `명령 ${id}`,
  caption: '표시등 밝기',
  data: '12',
  theme: 'search',
  content: '',
  from: '박지우',
  started: '0001-01-01T00:00:00Z',
  expired: '2026-11-21T12:40:52Z',
  created: '2026-11-20T12:40:52Z',
  ...more,
})
const device = (at: number) => ({
  id: `35812609000${String(at).padStart(4, '0')}`,
  isdn: `0101234${String(at).padStart(4, '0')}`,
  serial: String(at),
  model: 'FT-100',
  batch: '',
  version: '',
  release: '',
  linked: '0001-01-01T00:00:00Z',
  closed: '0001-01-01T00:00:00Z',
  created: '2026-11-20T12:40:52Z',
  vpn: {},
  modem: { apn: '', band: 0, rsrp: 0 },
})
const target = (at: number) => ({
  ...device(at),
  device: device(at).id,
  number: device(at).isdn,
  online: false,
})
const record = (id: number) => ({
  id,
  name: `이름 ${id}`,
  brn: '1208147521',
  comment: '설명',
  email: `one${id}@demo.local`,
  created: '2026-11-20T12:40:52Z',
})

const range = (count: number, from = 1) => Array.from({ length: count }, (_, at) => at + from)
const inRest =
  (all: object[]): Handler =>
  ({ query }) => {
    const [first, last] = JSON.parse(query.get('range') ?? '[0,19]') as [number, number]
    const rows = all.slice(first, last + 1)
    const end = rows.length > 0 ? `${first}-${first + rows.length - 1}` : '*'
    return answer(rows, 200, { 'content-range': `models ${end}/${all.length}` })
  }

/** As our server answers; a list that comes whole is fetched once and has no pages that fail. */
const inPages =
  (all: object[]): Handler =>
  ({ query }) => {
    const at = (Number(query.get('page_index')) - 1) * PER_PAGE
    return answer({ result: true, message: '', payload: all.slice(at, at + PER_PAGE), count: all.length })
  }

interface Paged {
  name: string
  line: string
  handler: Handler
  screen: ReactElement
  at: string
  /** In a row of page 1 and in one of page 2. */
  first: RegExp
  second: RegExp
  others?: Record<string, Handler>
}

const pathOf = (name: string) => config.resources[name]!.path
const recordList = (name: string) => (
  <ResourceContextProvider value={name}>
    <RecordList />
  </ResourceContextProvider>
)
const DETAIL = {
  ...order(1),
  aim: { theme: 'search', batch_id: 0, bunch_id: 0 },
  cancellable: 0,
  attachments: [],
}

const LISTS: Paged[] = [
  {
    name: 'devices',
    line: 'GET /api/devices',
    handler: ({ query }) => {
      const at = (Number(query.get('page_index')) - 1) * PER_PAGE
      return answer({
        data: range(8)
          .map(device)
          .slice(at, at + PER_PAGE),
        count: 8,
        draw: 1,
      })
    },
    screen: recordList('devices'),
    at: '/app/devices',
    first: /010-1234-0001/,
    second: /010-1234-0006/,
  },
  {
    name: 'orders',
    line: 'POST /api/orders',
    handler: ({ body }) => {
      const at = (Number(body?.page_index) - 1) * PER_PAGE
      return answer({
        data: range(8)
          .map(id => order(id))
          .slice(at, at + PER_PAGE),
        count: 8,
      })
    },
    screen: <OrderList />,
    at: '/app/orders',
    first: /명령 1$/,
    second: /명령 6$/,
  },
  {
    name: 'targets of an order',
    line: 'GET /api/orders/1/targets',
    handler: ({ query }) => {
      const at = (Number(query.get('page_index')) - 1) * PER_PAGE
      return answer({
        data: range(8)
          .map(target)
          .slice(at, at + PER_PAGE),
        count: 8,
      })
    },
    screen: <OrderDetail />,
    at: '/app/orders/1',
    first: /010-1234-0001/,
    second: /010-1234-0006/,
    others: { 'GET /api/orders/1': payload(DETAIL) },
  },
  {
    name: 'models',
    line: 'GET /api/resources/models',
    handler: inRest(range(8).map(record)),
    screen: recordList('models'),
    at: pathOf('models'),
    first: /이름 1$/,
    second: /이름 6$/,
  },
  ...(['vendors', 'clients', 'batches'] as const).map(name => ({
    name,
    line: name === 'batches' ? 'GET /api/batches' : `GET /api/admin/${name}`,
    handler: inPages(range(8).map(record)),
    screen: recordList(name),
    at: pathOf(name),
    first: /이름 1$/,
    second: /이름 6$/,
  })),
]

function openList({ line, handler, screen: page, at, others }: Paged, search = '') {
  const server = stubServer({ ...others, [line]: handler })
  const path = at.replace(/\/1$/, '/:id')
  const shown = renderInConsole(
    <Routes>
      <Route path={path} element={page} />
    </Routes>,
    { dataProvider: realProvider(), at: at + search },
  )
  return { ...shown, server, user: userEvent.setup() }
}
const shows = (text: RegExp) => waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0))
// Looking for roles among twenty rows of buttons takes its time.
const page = (number: number) => screen.findByRole('button', { name: `${number} 페이지` })

describe.each(LISTS)('the list of $name', list => {
  it('stays on a page that fails, says which one, and has the way back and the way on', async () => {
    const { server, user } = openList(list)
    await shows(list.first)
    const next = await page(2)
    server.handlers[list.line] = broken
    await user.click(next)
    expect(await screen.findByText('2 페이지를 불러오지 못했습니다.')).toBeInTheDocument()
    expect(screen.getByText('서버 오류입니다.')).toBeInTheDocument()
    expect(screen.queryByText(list.first)).toBeNull()
    expect(await page(2)).toHaveAttribute('aria-current', 'page')
    server.handlers[list.line] = list.handler
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    await shows(list.second)
    await user.click(await page(1))
    await shows(list.first)
  })

  it('keeps its rows when they cannot be read anew, and says that they are old', async () => {
    const { server, user, queryClient } = openList(list)
    await shows(list.first)
    server.handlers[list.line] = broken
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    expect(await screen.findByText(STALE)).toBeInTheDocument()
    await shows(list.first)
    server.handlers[list.line] = list.handler
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    await waitFor(() => expect(screen.queryByText(STALE)).toBeNull())
    await shows(list.first)
  })

  // The targets have no address of their own.
  if (list.name.startsWith('targets')) return

  it('says that a page beyond the last is none', async () => {
    const { user, router } = openList(list, '?page=9')
    expect(await screen.findByText('9 페이지는 없습니다.')).toBeInTheDocument()
    expect(screen.queryByText(list.first)).toBeNull()
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: '마지막 페이지' }))
    await shows(list.second)
    expect(new URLSearchParams(router.state.location.search).get('page')).toBe('2')
  })

  it.each(['0', '-3', '1.5', 'x', ''])('takes page %o of an address for the first', async number => {
    openList(list, `?page=${number}`)
    await shows(list.first)
    expect(await page(1)).toHaveAttribute('aria-current', 'page')
  })
})

describe('what could not be read anew', () => {
  const stats = {
    amount: { device: 10, placed: 10, linked: 8, closed: 2 },
    vendors: [{ id: 2, name: '한빛텔레콤', devices: 10, linked: 8 }],
    models: [],
    clients: [],
  }
  const places = [{ sido: 'KR-11', count: 10, placed: 10, linked: 8, closed: 2 }]
  const calls = { 'GET /api/dashboard/stats': payload(stats), 'GET /api/dashboard/place': payload(places) }
  const tick = () => screen.findByText(SUM)

  function openDashboard() {
    const server = stubServer({
      ...calls,
      [`GET ${config.dashboard.map.url.split('?')[0]}`]: () => answer({ features: [] }),
    })
    const shown = renderInConsole(
      <Routes>
        <Route path="/app/main/:product" element={<MainPage />} />
      </Routes>,
      { dataProvider: realProvider(), at: '/app/main/fleet' },
    )
    return { ...shown, server, user: userEvent.setup() }
  }
  const refresh = { name: '새로고침하고 전국 보기로' }

  it.each(Object.keys(calls))('the panel does not say that old figures add up: %s', async line => {
    const { server, user } = openDashboard()
    await tick()
    server.handlers[line] = broken
    await user.click(screen.getByRole('button', refresh))
    expect(await screen.findByText(STALE)).toBeInTheDocument()
    expect(screen.queryByText(SUM)).toBeNull()
    server.handlers[line] = calls[line as keyof typeof calls]
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    await tick()
    expect(screen.queryByText(STALE)).toBeNull()
  })

  it('is said above the tables where the panel is closed', async () => {
    const { server, user, queryClient } = openDashboard()
    await tick()
    await user.click(screen.getByRole('button', { name: '단말 통계 닫기' }))
    server.handlers['GET /api/dashboard/stats'] = broken
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    expect(await screen.findByText(STALE)).toBeInTheDocument()
  })

  it('an order that is open, and its profile', async () => {
    const server = stubServer({
      'GET /api/orders/1': payload(DETAIL),
      'GET /api/orders/1/targets': () => answer({ data: [], count: 0 }),
    })
    const { queryClient } = renderInConsole(
      <Routes>
        <Route path="/app/orders/:id" element={<OrderDetail />} />
      </Routes>,
      { dataProvider: realProvider(), at: '/app/orders/1' },
    )
    await screen.findByRole('heading', { name: /명령 1/ })
    server.handlers['GET /api/orders/1'] = broken
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    expect(await screen.findByText(STALE)).toBeInTheDocument()
  })

  it('one’s own profile', async () => {
    const line = 'GET /api/clients/email/master%40demo.local'
    const own = {
      ...record(7),
      vendor: 0,
      vendor_name: '',
      level: 9,
      level_name: '관리자',
      phone: '01012345678',
    }
    const server = stubServer({ [line]: payload(own) })
    const { queryClient } = renderInConsole(<ProfilePage />, { dataProvider: realProvider() })
    await screen.findAllByText(/one7@demo.local/)
    server.handlers[line] = broken
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    expect(await screen.findByText(STALE)).toBeInTheDocument()
  })

  it('the counts beside the orders are not shown as if they were of now', async () => {
    const list = LISTS.find(({ name }) => name === 'orders')!
    const counts = { overall: 8765, success: 4321, failure: 2, waiting: 3, ongoing: 1 }
    const { server, queryClient } = openList({
      ...list,
      others: { 'GET /api/orders/status': payload(counts) },
    })
    await screen.findByText('4,321')
    server.handlers['GET /api/orders/status'] = broken
    await act(() => queryClient.refetchQueries({ type: 'active' }))
    await waitFor(() => expect(screen.queryByText('4,321')).toBeNull())
  })
})

describe('the notice of a registered order', () => {
  it.each([
    ['leads to that order', { id: 78, total: 1 }, '/app/orders/78'],
    ['leads to the list where the server does not say which', {}, '/app/orders'],
  ])('%s', async (_, made, href) => {
    stubServer({
      'GET /api/methods': payload([
        { code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB'] } },
      ]),
      'POST /api/orders/order': payload(made),
    })
    renderInConsole(<OrdersDialog record={device(1) as never} onClose={() => undefined} />, {
      dataProvider: realProvider(),
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '통신 방식' }))
    await user.click(await screen.findByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'LTE' }))
    await user.click(screen.getByRole('button', { name: '통신 방식 실행' }))
    expect(await screen.findByRole('link', { name: '등록된 제어 명령 보기' })).toHaveAttribute('href', href)
  })
})
