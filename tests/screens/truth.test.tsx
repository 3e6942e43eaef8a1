/** The page never shows outdated or missing data as if it were current. */
import { act, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import OrderDetail from '../../src/console/features/orders/detail/OrderDetail'
import OrderList from '../../src/console/features/orders/mailbox/OrderList'
import { shownStar, starMeaning, toggledStar } from '../../src/console/features/orders/order'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import RecordList from '../../src/console/features/records/RecordList'
import { MainPage } from '../../src/console/shell/MainPage'
import type { Order } from '../../src/contract/orders'
import { orderStatus } from '../../src/domain/orders'
import {
  clientRecord,
  deviceRecord,
  ORDER_DETAIL,
  orderRecord,
  targetRecord,
  vendorRecord,
} from '../support/consoleRecords'
import { answer, config, PER_PAGE, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { type Handler, payload, realProvider, refusal, stubServer } from '../support/stubServer'

const SUM = /합하면 전국 10대입니다/
const STALE = /새로 고치지 못했습니다/
const failing = refusal(500, '서버 오류입니다.')

beforeEach(() => {
  // react-admin logs every failed call.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 9, email: 'master@demo.local' })
})

it('the words of a star and of a state agree with the counts, also after a click and with a star of the server', () => {
  const count = fc.oneof(fc.constant(0), fc.nat(3))
  const orders = fc.record({
    success: count,
    failure: count,
    waiting: count,
    ongoing: count,
    starred: fc.boolean(),
    star: fc.constantFrom(undefined, 'full', 'half', 'empty'),
  }) as fc.Arbitrary<Order>
  fc.assert(
    fc.property(orders, order => {
      const total = order.success + order.failure + order.waiting + order.ongoing
      for (const shown of [order, { ...order, ...toggledStar(order) }]) {
        const word = starMeaning(shown)
        if (word === 'full') expect(shown.success === total && total > 0).toBe(true)
        if (word === 'half') expect(shown.success > 0 && shown.success < total).toBe(true)
        if (word === 'empty') expect(shown.success).toBe(0)
        if (word === 'set') expect(shownStar(shown)).not.toBe('empty')
        if (word === 'cleared') expect(shownStar(shown)).toBe('empty')
      }
      if (orderStatus(order) === 'success') expect(order.success === total && total > 0).toBe(true)
      if (orderStatus(order) === 'waiting') expect(order.waiting).toBe(total)
    }),
    { seed: 10, numRuns: 2_000 },
  )
})

/** Eight records: two pages. */
const eight = <Row,>(recordAt: (at: number) => Row) => Array.from({ length: 8 }, (_, at) => recordAt(at + 1))
const pageOf = (rows: object[], number: unknown) =>
  rows.slice((Number(number) - 1) * PER_PAGE, Number(number) * PER_PAGE)
const inData =
  (rows: object[]): Handler =>
  ({ query, body }) =>
    answer({ data: pageOf(rows, body?.page_index ?? query.get('page_index')), count: rows.length, draw: 1 })
const inEnvelope =
  (rows: object[]): Handler =>
  call =>
    payload(pageOf(rows, call.query.get('page_index')), { count: rows.length })(call)
const inRest =
  (rows: object[]): Handler =>
  ({ query }) => {
    const [first, last] = JSON.parse(query.get('range') ?? '[0,19]') as [number, number]
    const page = rows.slice(first, last + 1)
    const end = page.length > 0 ? `${first}-${first + page.length - 1}` : '*'
    return answer(page, 200, { 'content-range': `models ${end}/${rows.length}` })
  }

interface Paged {
  name: string
  /** Method and path of the call that reads the list. */
  line: string
  handler: Handler
  list: ReactElement
  resource?: string
  path: string
  /** A text of page 1 and one of page 2. */
  first: RegExp
  second: RegExp
  others?: Record<string, Handler>
}

const DETAIL = { ...orderRecord(1, { waiting: 1 }), ...ORDER_DETAIL }
const records = (resource: string, line: string, handler: Handler): Paged => ({
  name: resource,
  line,
  handler,
  list: <RecordList />,
  resource,
  path: config.resources[resource]!.path,
  first: /업체 1$/,
  second: /업체 6$/,
})
const NUMBERS = { first: /010-1511-1437/, second: /010-1511-1442/ }
const ORDERS: Paged = {
  name: 'orders',
  line: 'POST /api/orders',
  handler: inData(eight(id => orderRecord(id))),
  list: <OrderList />,
  path: '/app/orders',
  first: /명령 1$/,
  second: /명령 6$/,
}
const TARGETS: Paged = {
  name: 'targets of an order',
  line: 'GET /api/orders/1/targets',
  handler: inData(eight(at => targetRecord(at, 'waiting'))),
  list: <OrderDetail />,
  path: '/app/orders/1',
  ...NUMBERS,
  others: { 'GET /api/orders/1': payload(DETAIL) },
}
/** One list for each way in which a server sends pages. */
const LISTS: Paged[] = [
  { ...records('devices', 'GET /api/devices', inData(eight(at => deviceRecord(at)))), ...NUMBERS },
  records('models', 'GET /api/resources/models', inRest(eight(id => vendorRecord(id)))),
  records('vendors', 'GET /api/admin/vendors', inEnvelope(eight(id => vendorRecord(id)))),
  ORDERS,
]

function openList({ line, handler, list, path, resource, others }: Paged, search = '') {
  const server = stubServer({ ...others, [line]: handler })
  const page = renderInConsole(
    <Routes>
      <Route path={path.replace(/\/1$/, '/:id')} element={list} />
    </Routes>,
    { dataProvider: realProvider(), resource, at: path + search },
  )
  return { ...page, server }
}
const shows = (text: RegExp) => waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0))
const pageButton = (number: number) => screen.findByRole('button', { name: `${number} 페이지` })
const refetch = (page: { queryClient: { refetchQueries: (filter: object) => Promise<void> } }) =>
  act(() => page.queryClient.refetchQueries({ type: 'active' }))

it.each([...LISTS, TARGETS])('the list of $name shows no other rows in place of missing ones', async list => {
  const { server, queryClient, router } = openList(list)
  await shows(list.first)
  // Rows that cannot be refreshed stay, and are marked as outdated.
  server.handlers[list.line] = failing
  await refetch({ queryClient })
  expect(await screen.findByText(STALE)).toBeInTheDocument()
  await shows(list.first)
  server.handlers[list.line] = list.handler
  await press('다시 시도')
  await waitFor(() => expect(screen.queryByText(STALE)).toBeNull())
  await shows(list.first)

  // A page that fails stays the current one, and can be loaded again.
  server.handlers[list.line] = failing
  await press('2 페이지')
  expect(await screen.findByText('2 페이지를 불러오지 못했습니다.')).toBeInTheDocument()
  expect(screen.getByText('서버 오류입니다.')).toBeInTheDocument()
  expect(screen.queryByText(list.first)).toBeNull()
  expect(await pageButton(2)).toHaveAttribute('aria-current', 'page')
  server.handlers[list.line] = list.handler
  await press('다시 시도')
  await shows(list.second)

  // A page beyond the last one has no rows.
  if (list === TARGETS) return
  await act(() => router.navigate(`${list.path}?page=9`))
  expect(await screen.findByText('9 페이지는 없습니다.')).toBeInTheDocument()
  expect(screen.queryByText(list.second)).toBeNull()
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: '마지막 페이지' }))
  await shows(list.second)
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('2')
})

it('a page whose last record is deleted is replaced by the last page that has records', async () => {
  const list = records('vendors', 'GET /api/admin/vendors', inEnvelope(eight(id => vendorRecord(id))))
  const { server, queryClient, router } = openList(list, '?page=2')
  await shows(list.second)
  server.handlers[list.line] = inEnvelope(eight(id => vendorRecord(id)).slice(0, PER_PAGE))
  await refetch({ queryClient })
  await shows(list.first)
  expect(new URLSearchParams(router.state.location.search).get('page')).toBe('1')
})

it.each(['-3', 'x'])('page %o of an address is the first page', async number => {
  openList(ORDERS, `?page=${number}`)
  await shows(ORDERS.first)
  expect(await pageButton(1)).toHaveAttribute('aria-current', 'page')
})

describe('data that cannot be refreshed', () => {
  const calls: Record<string, Handler> = {
    'GET /api/dashboard/stats': payload({
      amount: { device: 10, placed: 10, linked: 8, closed: 2 },
      vendors: [{ id: 2, name: '한빛텔레콤', devices: 10, linked: 8 }],
      models: [],
      clients: [],
    }),
    'GET /api/dashboard/place': payload([{ sido: 'KR-11', count: 10, placed: 10, linked: 8, closed: 2 }]),
    [`GET ${config.dashboard.map.url.split('?')[0]}`]: () => answer({ features: [] }),
  }
  async function openDashboard() {
    const server = stubServer({ ...calls })
    const page = renderInConsole(
      <Routes>
        <Route path="/app/main/:product" element={<MainPage />} />
      </Routes>,
      { dataProvider: realProvider(), at: '/app/main/fleet' },
    )
    await screen.findByText(SUM)
    return { ...page, server }
  }

  it('is not summed up in the statistics panel', async () => {
    const { server } = await openDashboard()
    for (const line of ['GET /api/dashboard/stats', 'GET /api/dashboard/place']) {
      server.handlers[line] = failing
      await press('새로고침하고 전국 보기로')
      expect(await screen.findByText(STALE), line).toBeInTheDocument()
      expect(screen.queryByText(SUM)).toBeNull()
      server.handlers[line] = calls[line]!
      await press('다시 시도')
      expect(await screen.findByText(SUM)).toBeInTheDocument()
      expect(screen.queryByText(STALE)).toBeNull()
    }
  })

  it('is marked above the tables when the panel is closed', async () => {
    const page = await openDashboard()
    await press('단말 통계 닫기')
    page.server.handlers['GET /api/dashboard/stats'] = failing
    await refetch(page)
    expect(await screen.findByText(STALE)).toBeInTheDocument()
  })

  it('is marked on the page of an order', async () => {
    const page = openList(TARGETS)
    await screen.findByRole('heading', { name: /명령 1/ })
    page.server.handlers['GET /api/orders/1'] = failing
    await refetch(page)
    expect(await screen.findByText(STALE)).toBeInTheDocument()
  })

  it('is marked in the profile', async () => {
    const line = 'GET /api/clients/email/master%40demo.local'
    const server = stubServer({ [line]: payload(clientRecord(7)) })
    const page = renderInConsole(<ProfilePage />, { dataProvider: realProvider() })
    await screen.findAllByText(/c7@demo.local/)
    server.handlers[line] = failing
    await refetch(page)
    expect(await screen.findByText(STALE)).toBeInTheDocument()
  })

  it('is removed if it is the counts beside the list of orders', async () => {
    const counts = { overall: 8765, success: 4321, failure: 2, waiting: 3, ongoing: 1 }
    const page = openList({ ...ORDERS, others: { 'GET /api/orders/status': payload(counts) } })
    await screen.findByText('4,321')
    page.server.handlers['GET /api/orders/status'] = failing
    await refetch(page)
    await waitFor(() => expect(screen.queryByText('4,321')).toBeNull())
  })
})
