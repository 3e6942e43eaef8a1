/** The mailbox of orders and the page of one order (§2, decisions 6 and 22). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import OrderDetail from '../../src/console/features/orders/detail/OrderDetail'
import OrderList from '../../src/console/features/orders/mailbox/OrderList'
import type { OrderMarks, OrderQuery } from '../../src/contract/orders'
import { ORDER_DETAIL, orderRecord, targetRecord } from '../support/consoleRecords'
import { answer, config, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { mediaOf } from '../support/media'
import { envelope, realProvider, refusal, stubServer } from '../support/stubServer'

type Order = ReturnType<typeof orderRecord> & Record<string, unknown>

const LIST = 'POST /api/orders'
const COUNTS = 'GET /api/orders/status'
const MARKS = 'POST /api/orders/marks'
const TARGETS = 'GET /api/orders/7/targets'
const unavailable = refusal(500, '지금은 할 수 없습니다.', { code: 'internal' })

/** A server of orders: this product's, or a basic server, which has no marks and no page of an order. */
function mailServer(orders: object[], { basic = false } = {}) {
  const stored = orders as Order[]
  const archive = new Set<number>()
  const withStar = (order: Order) =>
    basic ? order : { star: order.success === order.total ? 'full' : 'empty', ...order }
  const counts = { overall: stored.length, success: 9, failure: 6, waiting: 4, ongoing: 2 }
  const targets = [
    targetRecord(1, 'success'),
    targetRecord(2, 'failure', 'expired'),
    targetRecord(3, 'failure', '배터리가 부족합니다'),
    targetRecord(4, 'waiting'),
  ]
  const server = stubServer({
    [LIST]: ({ body = {} }) => {
      const { page_index: index = 1, page_limit: limit = 5, archived = false } = body as OrderQuery
      const found = stored.filter(order => basic || archive.has(order.id) === archived)
      return answer({
        count: found.length,
        data: found.slice((index - 1) * limit, index * limit).map(withStar),
      })
    },
    [COUNTS]: () => envelope(basic ? counts : { ...counts, archived: archive.size }),
  })
  if (basic) return { ...server, archive }
  server.handlers[MARKS] = ({ body = {} }) => {
    const { ids, read, starred, archived } = body as OrderMarks
    for (const order of stored.filter(({ id }) => ids.includes(id))) {
      if (read !== undefined) order.unreaded = !read
      if (starred !== undefined) Object.assign(order, { starred, star: starred ? 'full' : 'empty' })
      if (archived === true) archive.add(order.id)
      if (archived === false) archive.delete(order.id)
    }
    return envelope({})
  }
  for (const order of stored) {
    server.handlers[`GET /api/orders/${order.id}`] = () => envelope({ ...ORDER_DETAIL, ...withStar(order) })
    server.handlers[`GET /api/orders/${order.id}/targets`] = ({ query }) => {
      const status = query.get('status')
      const digits = query.get('search') ?? ''
      const data = targets
        .filter(target => !status || target.status === status)
        .filter(({ number, device }) => number.includes(digits) || device.includes(digits))
      return answer({ count: data.length, data })
    }
  }
  return { ...server, archive }
}

function open(at = '/app/orders', dataProvider = realProvider()) {
  const shown = renderInConsole(
    <Routes>
      <Route path="/app/orders" element={<OrderList />} />
      <Route path="/app/orders/compose" element={<h1>compose</h1>} />
      <Route path="/app/orders/:id" element={<OrderDetail />} />
    </Routes>,
    { dataProvider, at },
  )
  const address = () => {
    const { pathname, search } = shown.router.state.location
    return pathname + search
  }
  return { ...shown, address }
}

/** Twelve orders, the newest first; five stand on a page. */
const twelve = () => Array.from({ length: 12 }, (_, at) => orderRecord(12 - at))
const link = (title: string) => screen.findByRole('link', { name: new RegExp(`${title}$`) })
const rowOf = async (title: string) => within((await link(title)).closest('tr')!)
const select = async (title: string) => user.click((await rowOf(title)).getByRole('checkbox'))
const cellsOf = async (title: string) =>
  (await rowOf(title)).getAllByRole('cell').map(cell => cell.textContent)
const titles = () =>
  [...document.querySelectorAll('[data-mail-link]')].map(each => each.textContent?.replace('읽지 않음 ', ''))
const star = (word: string) => screen.findByRole('button', { name: `명령 12 별표: ${word}` })
const FULL = '모든 대상 성공'
const CLEARED = '별표 표시 안 함'

async function pick(menu: string, entry: string) {
  await press(menu)
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

beforeEach(() => void signIn({ level: 6, email: 'vendor@demo.local' }))

it('the widest windows show the first order beside the rows; it stays unread until it is opened', async () => {
  vi.stubGlobal('matchMedia', mediaOf(2560))
  const orders = twelve()
  orders[0]!.unreaded = true
  const server = mailServer(orders)
  open()
  const beside = within(await screen.findByRole('complementary', { name: '명령 12 요약' }))
  expect(await beside.findByRole('region', { name: '명령 내용' })).toBeVisible()
  expect(beside.queryByRole('button', { name: '닫기' })).toBeNull()
  await rowOf('명령 11')
  expect(server.bodies(MARKS)).toEqual([])
  await user.click(screen.getByRole('button', { name: /(?=.*명령 12)(?=.*옆에서 보기)/ }))
  await waitFor(() => expect(server.bodies(MARKS)).toEqual([{ ids: [12], read: true }]))
})

it('keeps the text of the search when a folder is chosen before the search is applied', async () => {
  mailServer(twelve())
  const { address } = open()
  await link('명령 12')
  await user.type(screen.getByPlaceholderText('Search Orders'), '명령 1')
  await user.click(screen.getByRole('button', { name: /^실패/ }))
  await waitFor(() => expect(decodeURIComponent(address())).toContain('"status":"failure"'))
  expect(decodeURIComponent(address())).toContain('"search":"명령 1"')
})

describe('the list of orders (§2)', () => {
  it('shows the page before, when the last order of the last page is deleted', async () => {
    const server = mailServer(twelve().slice(1))
    const { address } = open('/app/orders?page=3')
    await select('명령 1')
    await pick('Actions', 'Delete')
    await waitFor(() => expect(titles()).toEqual([6, 5, 4, 3, 2].map(id => `명령 ${id}`)))
    expect(address()).toContain('page=2')
    await press('되돌리기')
    await press('3 페이지')
    await waitFor(() => expect(titles()).toEqual(['명령 1']))
    // Deleting is not sent to the server (§2).
    const writes = server.calls.filter(({ method, path }) => method !== 'GET' && path !== '/api/orders')
    expect(writes).toEqual([])
  })

  it('shows status, star and five counts of each order, and start and end as one period in UTC', async () => {
    const orders = [
      { counts: { waiting: 4 }, status: '대기', word: '성공한 대상 없음' },
      { counts: { success: 1, ongoing: 3 }, status: '진행', word: '일부 대상 성공' },
      { counts: { success: 4 }, status: '성공', word: FULL },
      { counts: { success: 3, failure: 1 }, status: '일부 실패 1/4', word: '일부 대상 성공' },
    ]
    const records = orders.map(({ counts }, at) => orderRecord(at + 1, counts))
    mailServer(records, { basic: true })
    open()
    for (const [at, { counts, status, word }] of orders.entries()) {
      const row = await rowOf(`명령 ${at + 1}`)
      expect(row.getByText(status)).toBeInTheDocument()
      expect(row.getByRole('button', { name: `명령 ${at + 1} 별표: ${word}` })).toBeInTheDocument()
      const { total, success, failure, waiting, ongoing } = orderRecord(1, counts)
      const cells = await cellsOf(`명령 ${at + 1}`)
      expect(cells.slice(2, 7)).toEqual([total, success, failure, waiting, ongoing].map(String))
      expect(cells.slice(-4, -2)).toEqual(['~ 11-21 12:40:52', '11-20 12:40:52'])
    }
    expect(screen.getByRole('columnheader', { name: '시작 ~ 만료 (UTC)' })).toBeInTheDocument()
    const folders = within(screen.getByRole('group', { name: '상태' }))
    await waitFor(() =>
      expect(
        folders
          .getAllByRole('button')
          .slice(0, 5)
          .map(({ textContent }) => textContent),
      ).toEqual(['전체 4', '성공 9', '실패 6', '대기 4', '진행 2']),
    )
  })

  it('opens an order by a click on its row, in a new tab with Ctrl or the middle button', async () => {
    mailServer(twelve())
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { address } = open()
    const cell = (await link('명령 12')).closest('tr')!.lastElementChild!
    fireEvent.click(cell, { ctrlKey: true })
    fireEvent(cell, new MouseEvent('auxclick', { button: 1, bubbles: true }))
    expect(opened.mock.calls).toEqual(Array(2).fill(['/app/orders/12', '_blank', 'noopener']))
    // A selection of text also ends with a click, which does not open the order.
    window.getSelection()!.selectAllChildren(cell)
    fireEvent.click(cell)
    expect(address()).toBe('/app/orders')
    window.getSelection()!.removeAllRanges()
    fireEvent.click(cell)
    await waitFor(() => expect(address()).toBe('/app/orders/12'))
  })

  it('has five orders a page, or as many as the user has chosen', async () => {
    mailServer(twelve())
    const { container } = open()
    await rowOf('명령 12')
    expect(container.querySelectorAll('tr[data-mail]')).toHaveLength(5)
    await press('5개씩 보기')
    await user.click(screen.getByRole('menuitemradio', { name: '10개씩 보기' }))
    await waitFor(() => expect(container.querySelectorAll('tr[data-mail]')).toHaveLength(10))
    await waitFor(() => expect(screen.getByRole('button', { name: '2 페이지' })).toBeVisible())
  })

  it('is read again at the interval of config', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const order = orderRecord(12, { waiting: 1 })
    mailServer([order])
    open()
    await rowOf('명령 12')
    Object.assign(order, { waiting: 0, success: 1 })
    await act(() => vi.advanceTimersByTimeAsync(config.app.timing.ordersPollMs))
    expect(await star(FULL)).toBeInTheDocument()
  })
})

describe('the toolbar (§2)', () => {
  it('has six actions, all disabled without a selection; several orders disable only Reply and Forward', async () => {
    mailServer(twelve())
    open()
    await link('명령 12')
    await press('Actions')
    const entries = await screen.findAllByRole('menuitem')
    const names = ['Reply', 'Forward', 'Archive', 'Mark As Read', 'Mark As Unread', 'Delete']
    expect(entries.map(entry => entry.textContent)).toEqual(names)
    for (const entry of entries) expect(entry).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Escape}')
    await pick('Select', 'All')
    await press('Actions')
    for (const name of ['Reply', 'Forward'])
      expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('menuitem', { name: 'Archive' })).not.toHaveAttribute('aria-disabled')
  })

  it('selects all, none, read or unread orders of the page, and marks them', async () => {
    const orders = twelve()
    orders[1]!.unreaded = true
    const server = mailServer(orders)
    open()
    await link('명령 12')
    for (const [entry, count] of [
      ['All', 5],
      ['Read', 4],
      ['Unread', 1],
    ] as const) {
      await pick('Select', entry)
      expect(await screen.findByText(`${count}개 선택`)).toBeInTheDocument()
    }
    await pick('Actions', 'Mark As Read')
    await waitFor(() => expect(server.bodies(MARKS)).toEqual([{ ids: [11], read: true }]))
    await pick('Select', 'None')
    expect(screen.queryByText(/개 선택/)).toBeNull()
  })

  it('lets a guest mark orders, but not create one', async () => {
    signIn({ level: 1, email: 'guest@demo.local', vendor: 2 })
    mailServer(twelve())
    open()
    await select('명령 11')
    expect(screen.queryByRole('link', { name: '새 제어 명령' })).toBeNull()
    await pick('Actions', 'Mark As Unread')
    expect(await screen.findByRole('link', { name: '읽지 않음 명령 11' })).toBeInTheDocument()
  })

  it('reverts a mark that the server refuses, and shows why', async () => {
    mailServer(twelve()).handlers[MARKS] = unavailable
    open()
    await user.click(await star(FULL))
    expect(await screen.findByText('지금은 할 수 없습니다.')).toBeInTheDocument()
    expect(await star(FULL)).toBeInTheDocument()
  })

  it('reads the list once and the counts once after each action', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = mailServer(twelve())
    open()
    await select('명령 12')
    const reads = () => [server.sent(LIST).length, server.sent(COUNTS).length]
    for (const entry of ['Star', 'Mark As Unread', 'Archive', 'Delete']) {
      if (entry === 'Delete') await select('명령 11')
      const [lists, counts] = reads() as [number, number]
      if (entry === 'Star') await press(/^명령 12 별표/)
      else await pick('Actions', entry)
      await waitFor(() => expect(reads()[0]).toBeGreaterThan(lists))
      await act(() => vi.advanceTimersByTimeAsync(1_000))
      expect(reads(), entry).toEqual([lists + 1, counts + 1])
    }
  })

  it('restores archived orders from the folder 보관', async () => {
    const server = mailServer(twelve())
    for (const id of [12, 11]) server.archive.add(id)
    open()
    await press(/^보관 ?2/)
    await select('명령 12')
    await pick('Actions', '보관 해제')
    await waitFor(() => expect(titles()).toEqual(['명령 11']))
  })
})

describe('deleted orders', () => {
  const page = (provider: ReturnType<typeof realProvider>, number: number) =>
    provider
      .getList('orders', {
        pagination: { page: number, perPage: 5 },
        sort: { field: 'id', order: 'ASC' },
        filter: {},
      })
      .then(({ data, total }) => ({ ids: data.map(({ id }) => id), total }))

  it('are on no page and in no exported file until the next load', async () => {
    const server = mailServer(twelve())
    server.handlers['GET /api/exports/orders'] = () => new Response('')
    const provider = realProvider()
    await provider.deleteMany('orders', { ids: [12, 9] })
    expect(await page(provider, 1)).toEqual({ ids: [11, 10, 8, 7, 6], total: 10 })
    expect(await page(provider, 2)).toEqual({ ids: [5, 4, 3, 2, 1], total: 10 })
    const sort = { field: 'id', order: 'ASC' } as const
    const file = { format: 'csv', zone: 'UTC', columns: ['title', 'status'] } as const
    await provider.exportList(config.resources.orders!, { filter: { archived: true }, sort }, file)
    expect(Object.fromEntries(server.sent('GET /api/exports/orders')[0]!.query)).toEqual({
      'export[format]': 'csv',
      'export[zone]': 'UTC',
      'export[columns]': 'title,status',
      'export[without]': '12,9',
      archived: 'true',
    })
    expect((await page(realProvider(), 1)).ids).toEqual([12, 11, 10, 9, 8])
  })

  it('leave no gap in a page far back in the list', async () => {
    mailServer(Array.from({ length: 300 }, (_, at) => orderRecord(300 - at)))
    const provider = realProvider()
    await provider.deleteMany('orders', { ids: [50] })
    expect((await page(provider, 51)).ids).toEqual([49, 48, 47, 46, 45])
  })
})

describe('on a basic server (decision 22)', () => {
  it('marks and archive are stored in the browser, for each user', async () => {
    mailServer(twelve(), { basic: true })
    const { unmount } = open()
    await user.click(await star(FULL))
    await star(CLEARED)
    await select('명령 11')
    await pick('Actions', 'Mark As Unread')
    await pick('Select', 'None')
    await select('명령 10')
    await pick('Actions', 'Archive')
    await waitFor(() => expect(titles()).not.toContain('명령 10'))
    await waitFor(() => expect(localStorage.getItem('orders.marks.vendor@demo.local')).toContain('archived'))
    unmount()

    const secondVisit = open()
    expect(await star(CLEARED)).toBeInTheDocument()
    await press(/^보관/)
    await waitFor(() => expect(titles()).toEqual(['명령 10']))
    secondVisit.unmount()

    signIn({ level: 6, email: 'other@demo.local' })
    open()
    await waitFor(() => expect(titles()).toContain('명령 10'))
    expect(await star(FULL)).toBeInTheDocument()
  })

  it('the page of an order shows the row of the list, without targets and cancellation', async () => {
    mailServer([...twelve(), orderRecord(99, { failure: 2, waiting: 1 })], { basic: true })
    open('/app/orders/99')
    expect(await screen.findByRole('heading', { name: '명령 99' })).toBeInTheDocument()
    expect(screen.getByText('응답 2/3')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('heading', { name: '대상 단말' })).toBeNull())
    expect(screen.queryByRole('link', { name: /^실패 .*대 다시 보내기/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /취소/ })).toBeNull()
  })
})

describe('keys', () => {
  const key = (name: string, code = '') => fireEvent.keyDown(document.activeElement!, { key: name, code })
  const focused = () => document.activeElement?.textContent

  it('j, k (also as Hangul) and the arrows move the focus, x selects, s stars, e archives, f forwards', async () => {
    const server = mailServer(twelve())
    const { address } = open()
    await link('명령 12')
    key('ㅓ', 'KeyJ')
    expect(focused()).toBe('명령 12')
    // Enter needs no handler: the browser follows the focused link.
    expect(document.activeElement).toHaveAttribute('href', '/app/orders/12')
    key('ArrowDown')
    key('j')
    expect(focused()).toBe('명령 10')
    key('k')
    key('ArrowUp')
    key('k')
    expect(focused()).toBe('명령 12')
    key('x')
    expect(await screen.findByText('1개 선택')).toBeInTheDocument()
    key('s')
    await waitFor(() => expect(server.bodies(MARKS)).toEqual([{ ids: [12], starred: false }]))
    key('x')
    key('j')
    key('e')
    await waitFor(() => expect(focused()).toBe('명령 10'))
    await waitFor(() => expect(server.archive).toEqual(new Set([11])))
    key('Delete')
    await waitFor(() => expect(focused()).toBe('명령 9'))
    key('f')
    await waitFor(() => expect(address()).toBe('/app/orders/compose?forward=9'))
  })

  it('are listed by "?", do nothing in a text field, and can be turned off', async () => {
    mailServer(twelve())
    open()
    await link('명령 12')
    const search = screen.getByPlaceholderText('Search Orders')
    await user.click(search)
    key('j')
    expect(document.activeElement).toBe(search)
    act(() => search.blur())
    fireEvent.keyDown(document.body, { key: '?' })
    const dialog = within(await screen.findByRole('dialog', { name: '단축키' }))
    for (const name of ['j', 'k', 'Enter', 'x', 's', 'r', 'f', 'e', 'Delete', '?'])
      expect(dialog.getByText(name)).toBeInTheDocument()
    await user.click(dialog.getByRole('switch', { name: '단축키 사용' }))
    await user.click(dialog.getByRole('button', { name: '닫기' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => (document.activeElement as HTMLElement).blur())
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the page of an order (§2)', () => {
  /** An order to four devices: one has succeeded, two have failed, one waits. */
  const mixed = (more: object = {}) =>
    orderRecord(7, { success: 1, failure: 2, waiting: 1 }, { unreaded: true, cancellable: 1, ...more })

  it('shows the recipients: one of several devices, a batch, a deleted batch, and a bunch', async () => {
    const batch = { theme: 'batch', model: 'FT-100', batch: '북부', batch_id: 3, bunch_id: 0 }
    const aims = [
      { aim: ORDER_DETAIL.aim, shown: '010-1511-1436 외 3대' },
      { aim: batch, shown: '그룹 FT-100 › 북부 · 4대' },
      { aim: { theme: 'batch', batch_id: 3, bunch_id: 0 }, shown: '그룹 삭제된 그룹 · 4대' },
      {
        aim: { ...batch, theme: 'bunch', bunch: '1열', bunch_id: 5 },
        shown: '하위 그룹 FT-100 › 북부 › 1열 · 4대',
      },
    ]
    mailServer(aims.map(({ aim }, id) => mixed({ id, aim, theme: aim.theme })))
    const { router } = open('/app/orders/0')
    for (const [id, { shown }] of aims.entries()) {
      await act(() => router.navigate(`/app/orders/${id}`))
      expect(await screen.findByText(shown)).toBeInTheDocument()
      expect(screen.getByText('박지우')).toBeInTheDocument()
    }
  })

  it('lists each device with state, time and reason, filtered by state and by digits', async () => {
    const server = mailServer([mixed()])
    open('/app/orders/7')
    const part = within(await screen.findByRole('region', { name: '대상 단말', hidden: false }))
    expect(await screen.findByText('기한 안에 응답이 없었습니다.')).toBeInTheDocument()
    expect(screen.getByText('배터리가 부족합니다')).toBeInTheDocument()
    expect(part.getAllByText('11-20 12:41:00').length).toBeGreaterThan(0)
    const targets = part.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(targets).toContain(`/app/devices/${targetRecord(4, 'waiting').device}`)
    await press(/^대기 ?1$/)
    await waitFor(() => expect(screen.queryByText('배터리가 부족합니다')).toBeNull())
    await press(/^전체 ?4$/)
    const search = screen.getByRole('textbox', { name: '전화번호 또는 IMEI' })
    fireEvent.change(search, { target: { value: '1-1439' } })
    // The status is chosen before the search is applied; neither filter overwrites the other.
    await press(/^실패 ?2$/)
    const lastQuery = () => Object.fromEntries(server.sent(TARGETS).at(-1)!.query)
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'failure', search: '11439' }))
    await waitFor(() => expect(screen.queryByText('기한 안에 응답이 없었습니다.')).toBeNull())
    expect(screen.getByText('배터리가 부족합니다')).toBeInTheDocument()
  })

  it('never fetches an attachment of another site with the token', async () => {
    const file = { id: 1, photo: 'https://elsewhere.example/a.png', photoName: '사진.png', weight: 1 }
    const script = { ...file, id: 2, photo: 'javascript:alert(1)', photoName: '코드.png' }
    const server = mailServer([mixed({ attachments: [file, script] })])
    open('/app/orders/7')
    await screen.findByText('코드.png')
    const links = screen.getAllByRole('link', { name: /\.png/ })
    expect(links).toEqual([screen.getByRole('link', { name: '사진.png, elsewhere.example에서 열기' })])
    expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.queryByRole('button', { name: /\.png/ })).toBeNull()
    expect(server.calls.every(({ path }) => path.startsWith('/api/'))).toBe(true)
  })

  it('says that an unknown order was not found', async () => {
    mailServer(twelve()).handlers['GET /api/orders/4711'] = refusal(404, '찾을 수 없습니다.')
    open('/app/orders/4711')
    expect(await screen.findByText('제어 명령을 찾을 수 없습니다.')).toBeInTheDocument()
  })

  it('returns to the list after Mark As Unread', async () => {
    const server = mailServer(twelve())
    const { address } = open('/app/orders/12')
    await press('Mark As Unread')
    expect(await screen.findByRole('link', { name: '읽지 않음 명령 12' })).toBeInTheDocument()
    expect(address()).toBe('/app/orders')
    expect(server.bodies(MARKS)).toEqual([{ ids: [12], read: false }])
  })
})
