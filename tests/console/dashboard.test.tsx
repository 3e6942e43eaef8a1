/** The main page: statistics, map, tables and the arrangement of widgets (§2). */
import { readFileSync } from 'node:fs'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpError, useStore } from 'ra-core'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MainPage } from '../../src/console/shell/MainPage'
import type { DashboardStats, ProvinceCount } from '../../src/contract/dashboard'
import { boot, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { mediaOf } from '../support/media'

// Excluding hidden elements takes seconds on a page of this size; only pictures are hidden here.
configure({ defaultHidden: true })

const outlines = JSON.parse(readFileSync('config/map/korea-provinces.geojson', 'utf8'))
const { map, widgets } = boot.config.dashboard
const none = { count: 0, placed: 0, linked: 0, closed: 0 }

const amount = { device: 1000, placed: 940, linked: 842, closed: 158 }
const stats: DashboardStats = {
  amount,
  vendors: [
    { id: 2, name: '한빛텔레콤', devices: 600, linked: 540 },
    { id: 3, name: '동해계량기', devices: 400, linked: 302 },
  ],
  models: [{ id: 5, name: 'FT-100', devices: 1000, linked: 842 }],
  clients: [{ id: 9, name: '이도윤', vendor: '한빛텔레콤', devices: 10, linked: 7 }],
}
const provinces: ProvinceCount[] = [
  { sido: 'KR-11', count: 500, placed: 500, linked: 450, closed: 50 },
  { sido: 'KR-41', count: 440, placed: 440, linked: 352, closed: 88 },
  { sido: '', ...none, count: 60, linked: 40, closed: 20 },
]
const calls = {
  dashboardStats: vi.fn(),
  provinces: vi.fn(),
  province: vi.fn(),
  countryMap: vi.fn(),
  attention: vi.fn(),
  onlineHistory: vi.fn(),
}

beforeEach(() => {
  calls.dashboardStats.mockReset().mockResolvedValue(stats)
  calls.provinces.mockReset().mockResolvedValue(provinces)
  // The server has only the calls of §7, and so not these two.
  calls.attention.mockReset().mockResolvedValue(null)
  calls.onlineHistory.mockReset().mockResolvedValue(null)
  calls.province
    .mockReset()
    .mockImplementation(async (id: string) => provinces.find(({ sido }) => sido === id) ?? none)
  calls.countryMap.mockReset().mockResolvedValue(outlines)
  // jsdom has no layout: gives the tables room for their rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  signIn({ level: 9 })
})

function open(search = '', beside: ReactNode = null) {
  const { router, unmount } = renderInConsole(
    <>
      <Routes>
        <Route path="/app/main/:product" element={<MainPage />} />
        <Route path="*" element={null} />
      </Routes>
      {beside}
    </>,
    { dataProvider: calls, at: `/app/main/fleet${search}` },
  )
  const address = () => {
    const { pathname, search } = router.state.location
    return pathname + decodeURIComponent(search)
  }
  return { address, unmount }
}
const widget = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}$`) })
/** Finds a table after its rows have come. */
async function table(name: string) {
  const part = within(await widget(name))
  await part.findAllByRole('rowheader')
  return part
}
const panel = () => widget('단말 통계')
const inPanel = async (text: string) => within(await panel()).findByText(text)
const listOf = async (name: RegExp) => within(await screen.findByRole('listbox', { name }))
const counts = () => listOf(/단말 수/)
const region = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name},`) })
const figure = async (name: string) =>
  (await within(await panel()).findByText(name, { selector: 'dt, dt *' })).closest('dl > div')!

describe('the statistics panel (§2)', () => {
  it('shows the national total and its shares, sends each call once, and links to the devices', async () => {
    const { address } = open()
    for (const name of ['dashboardStats', 'provinces', 'countryMap'] as const)
      expect(calls[name], name).toHaveBeenCalledOnce()
    expect(await inPanel('전국 전체 단말')).toBeInTheDocument()
    expect((await panel()).querySelector('[data-running]')).toHaveTextContent('1,000')
    expect(await figure('온라인')).toHaveTextContent(/842.*84\.2%.*지금 연결되어 있는/)
    expect(await figure('오프라인')).toHaveTextContent(/158.*15\.8%/)
    expect(await figure('위치 확인')).toHaveTextContent(/940.*94\.0%/)
    expect(await figure('위치 미확인')).toHaveTextContent(/60.*6\.0%/)
    // Decision 2: the devices of the provinces and those without a location add up to the total.
    const sum = '시도별 940대와 위치 미확인 60대를 합하면 전국 1,000대입니다.'
    expect(await screen.findByText(sum)).toBeInTheDocument()
    await user.click(within(await panel()).getByRole('link', { name: '오프라인' }))
    expect(address()).toBe('/app/devices?filter={"status":"closed"}')
  })

  it('says that the figures changed between the two calls; empty tables are absent', async () => {
    calls.provinces.mockResolvedValue(provinces.slice(0, 2))
    calls.dashboardStats.mockResolvedValue({
      ...stats,
      amount: { ...amount, placed: 950 },
      vendors: [],
      clients: [],
    })
    open()
    const changed = /시도별 940대, 위치 미확인 50대, 전국 1,000대: 집계하는 동안 값이 바뀌었습니다/
    expect(await screen.findByText(changed)).toBeInTheDocument()
    expect(screen.queryByText(/합하면/)).not.toBeInTheDocument()
    expect(await screen.findByText('총 1개 모델')).toBeInTheDocument()
    for (const name of ['업체', '회원']) expect(screen.queryByRole('heading', { name })).toBeNull()
  })

  it('counts up to its numbers in 2 seconds (§9)', async () => {
    vi.stubGlobal('matchMedia', mediaOf(1440, false))
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
    const drawAt = (ms: number) =>
      act(() => {
        for (const step of frames.splice(0)) step(ms)
      })
    open()
    const shown = async () => (await panel()).querySelector('[data-running]')?.textContent
    await waitFor(async () => expect(await shown()).toBe('0'))
    await waitFor(() => expect(frames.length).toBeGreaterThan(0))
    drawAt(1_000)
    drawAt(1_500)
    const halfway = Number(await shown())
    expect(halfway).toBeGreaterThan(0)
    expect(halfway).toBeLessThan(1000)
    drawAt(2_700)
    expect(await shown()).not.toBe('1,000')
    drawAt(3_000)
    expect(await shown()).toBe('1,000')
    expect(boot.config.app.timing.countUpMs).toBe(2000)
    // A later change takes 200 ms.
    await user.click(await region('경기도'))
    await waitFor(() => expect(frames.length).toBeGreaterThan(0))
    drawAt(4_000)
    drawAt(4_100)
    expect(await shown()).not.toBe('440')
    drawAt(4_200)
    expect(await shown()).toBe('440')
  })
})

describe('a province', () => {
  it('is chosen on the map and shows its figures; refresh returns to the country', async () => {
    const { address } = open()
    await user.click(await region('경기도'))
    expect(address()).toBe('/app/main/fleet?sido=KR-41')
    expect(calls.province).toHaveBeenCalledWith('KR-41', expect.anything())
    expect(await inPanel('경기도 전체 단말')).toBeInTheDocument()
    expect(await figure('온라인')).toHaveTextContent(/352.*80\.0%/)
    expect(await figure('위치 확인')).toHaveTextContent(/440.*100\.0%/)
    const filter = encodeURIComponent('"sido":"KR-41","status":"linked"').replaceAll('%20', '+')
    const online = within(await panel()).getByRole('link', { name: '온라인' })
    expect(online).toHaveAttribute('href', expect.stringContaining(filter))

    calls.dashboardStats.mockClear()
    calls.province.mockClear()
    await press('새로고침하고 전국 보기로')
    expect(address()).toBe('/app/main/fleet')
    expect(await inPanel('전국 전체 단말')).toBeInTheDocument()
    expect(calls.dashboardStats).toHaveBeenCalledOnce()
    expect(calls.province).not.toHaveBeenCalled()
  })

  it('in the address is shown; an unknown one shows the country', async () => {
    const { unmount } = open('?sido=KR-11')
    expect(await inPanel('서울특별시 전체 단말')).toBeInTheDocument()
    unmount()
    open('?sido=KR-99')
    expect(await inPanel('전국 전체 단말')).toBeInTheDocument()
  })
})

describe('the map', () => {
  it('has all 17 regions of config, at 0 without figures, and names its source', async () => {
    calls.provinces.mockResolvedValue([])
    open()
    expect(await region('제주특별자치도')).toHaveAccessibleName(/0대/)
    for (const { name } of map.regions) expect(await region(name.ko)).toBeInTheDocument()
    expect(map.regions).toHaveLength(17)
    expect(await screen.findByText(/MapSVG \(mapsvg\.com\), CC BY 4\.0/)).toBeInTheDocument()
  })

  it('lists offline rates from the highest; the list highlights and chooses regions', async () => {
    const { address } = open()
    await region('경기도')
    await press('오프라인 비율')
    const rates = await listOf(/오프라인 비율/)
    expect(rates.getByRole('option', { name: /경기/ })).toHaveTextContent('20.0%')
    expect(rates.getByRole('option', { name: /전국/ })).toHaveTextContent('15.8%')
    expect(rates.getAllByRole('option')[1]).toHaveTextContent('경기')
    await user.hover(rates.getByRole('option', { name: /경기/ }))
    expect(await region('경기도')).toHaveAttribute('data-hovered', 'true')
    await user.hover(await region('서울특별시'))
    expect(rates.getByRole('option', { name: /서울/ })).toHaveAttribute('data-hovered', 'true')
    await user.click(rates.getByRole('option', { name: /경기/ }))
    expect(address()).toBe('/app/main/fleet?sido=KR-41')
  })

  it('shows no figure when the counts could not be loaded', async () => {
    calls.provinces.mockRejectedValue(new HttpError('쉽니다.', 503))
    open()
    expect(await screen.findByText('지역별 단말 수를 불러오지 못했습니다.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '서울특별시' })).toBeInTheDocument()
    expect((await counts()).getByRole('option', { name: /서울/ })).toHaveTextContent('–')
  })

  it('leaves the list in place when its outlines cannot be loaded', async () => {
    calls.countryMap.mockRejectedValue(new HttpError('찾을 수 없습니다.', 404))
    open()
    expect(await screen.findByText('지도를 불러오지 못했습니다.')).toBeInTheDocument()
    expect(await (await counts()).findByText('500')).toBeInTheDocument()
  })
})

it('what needs attention has a sentence and tiles whose figures link to exactly their devices; it is absent if the server lacks the call', async () => {
  open()
  expect(await screen.findByText('1,000대 중 842대 온라인')).toBeInTheDocument()
  expect(screen.queryByText('주의가 필요한 곳')).toBeNull()
  cleanup()
  const since = '2026-11-20T02:00:00.000Z'
  calls.attention.mockResolvedValue({
    at: since,
    lost: { count: 14, since, groups: [{ of: 'sido', id: 'KR-41', lost: 8 }] },
    weak: { count: 0, below: -100 },
    below: [{ sido: 'KR-41', share: 45.1, normal: 58.3 }],
    failed: {
      count: 2,
      more: false,
      since,
      latest: [{ id: 7, title: '야간 점검', caption: '재시작', failure: 5, total: 12 }],
    },
    items: [],
  })
  open()
  expect(await screen.findByText('지난 1시간 14대 끊김')).toBeInTheDocument()
  const tiles = within(await widget('주의가 필요한 곳'))
  const weak = tiles.getByText('신호가 약한 온라인 단말').closest('li')
  expect(weak).toHaveTextContent('0대모두 -100 dBm 이상입니다.')
  const targetOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href')!)
  const targets = Object.fromEntries(
    tiles.getAllByRole('link').map(link => [link.textContent, targetOf(link)]),
  )
  expect(targets).toEqual({
    '14대': `/app/devices?filter={"status":"closed","closed_gte":"${since}"}`,
    '경기 8대': `/app/devices?filter={"status":"closed","sido":"KR-41","closed_gte":"${since}"}`,
    '경기 45.1% (평소 58.3%)': '/app/devices?filter={"status":"closed","sido":"KR-41"}',
    '2건': '/app/orders?filter={"status":"failure","created_gte":"now-24h"}',
    '야간 점검 5/12': '/app/orders/7',
  })
})

it('a failure to read what needs attention is shown, and can be retried', async () => {
  calls.attention.mockRejectedValue(new HttpError('쉽니다.', 503))
  open()
  expect(await screen.findByText('주의가 필요한 곳을 불러오지 못했습니다.')).toBeInTheDocument()
  calls.attention.mockResolvedValue(null)
  await press('다시 시도')
  await waitFor(() => expect(screen.queryByText('주의가 필요한 곳')).toBeNull())
})

it('the tour can be walked or skipped, and does not come again', async () => {
  open()
  await press('둘러보기')
  expect(await screen.findByRole('dialog', { name: '문제부터 보여 줍니다' })).toBeInTheDocument()
  const titles = ['목록은 키보드로도 다룹니다', '무엇이든 찾습니다', '명령의 결과를 그 자리에서 봅니다']
  for (const title of titles) {
    await press('다음')
    expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument()
  }
  await press('이전')
  await press('다음')
  await press('시작하기')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: '둘러보기' })).toBeNull()
})

it('the wall shows the figures and when its session ends, and has no controls', async () => {
  signIn({ ends: (Date.now() + 30 * 60_000) / 1000 })
  open('?wall=1')
  const wall = within(await screen.findByRole('dialog', { name: '단말 현황' }))
  expect(await wall.findByText('1,000대 중 842대 온라인')).toBeInTheDocument()
  expect(wall.getByText(/로그인이 30분 뒤에 끝납니다/)).toBeInTheDocument()
  const controls = [...wall.queryAllByRole('button'), ...wall.queryAllByRole('link')]
  // jsdom does not know `inert`.
  expect(controls.filter(element => !element.closest('[inert]')).length).toBe(0)
})

describe('the tables (§2)', () => {
  it('show vendors, models and clients with totals and links, and are sorted by their column heads', async () => {
    const { address } = open()
    const vendors = await table('업체')
    expect(vendors.getByText('총 2개 업체')).toBeInTheDocument()
    const rows = () => vendors.getAllByRole('row').map(row => row.textContent)
    const [head, first, second] = ['이름단말온라인', '한빛텔레콤600540 90.0%', '동해계량기400302 75.5%']
    expect(rows()).toEqual([head, first, second])
    expect(vendors.getByRole('columnheader', { name: '단말' })).toHaveAttribute('aria-sort', 'descending')
    await user.click(vendors.getByRole('button', { name: '이름' }))
    expect(rows()).toEqual([head, second, first])
    await user.click(vendors.getByRole('button', { name: '이름' }))
    expect(rows()).toEqual([head, first, second])
    expect((await table('모델')).getByText('총 1개 모델')).toBeInTheDocument()
    const clients = await table('회원')
    expect(clients.getByRole('row', { name: /이도윤/ })).toHaveTextContent('이도윤한빛텔레콤107 70.0%')
    await user.click((await table('모델')).getByRole('link', { name: 'FT-100' }))
    expect(address()).toBe('/app/devices?filter={"model":5}')
  })

  it('draw only the visible rows of 5,000', async () => {
    const client = { vendor: '한빛텔레콤', linked: 0 }
    const clients = Array.from({ length: 5000 }, (_, at) => ({
      ...client,
      id: at + 1,
      name: `회원 ${at + 1}`,
      devices: 5000 - at,
    }))
    calls.dashboardStats.mockResolvedValue({ ...stats, clients })
    open()
    const rows = within((await table('회원')).getByRole('table'))
    expect((await table('회원')).getByRole('table')).toHaveAttribute('aria-rowcount', '5001')
    expect(rows.getAllByRole('row').length).toBeLessThan(60)
    expect(rows.getAllByRole('rowheader')[0]).toHaveTextContent('회원 1')
    expect((await table('회원')).getByText('총 5,000명의 회원')).toBeInTheDocument()
  })
})

/** Stores the arrangement that an earlier version of the console used. */
function EarlierArrangement() {
  const [, store] = useStore<object>('dashboard.widgets')
  return (
    <button type="button" onClick={() => store({ closed: ['models'] })}>
      저장된 배치
    </button>
  )
}

describe('the widgets (§2)', () => {
  const total = () => screen.queryByText('총 1개 모델')
  const expectHidden = () => expect(screen.queryByRole('heading', { name: '모델' })).toBeNull()

  it('collapse, fill the screen until Escape, are moved, and return to the delivered order', async () => {
    open()
    await table('모델')
    await press('모델 접기')
    expect(total()).toBeNull()
    await press('모델 펼치기')
    expect(total()).toBeInTheDocument()
    await press('모델 전체 화면')
    const dialog = within(await screen.findByRole('dialog', { name: '모델' }))
    expect(dialog.getByRole('rowheader', { name: 'FT-100' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const order = () =>
      [...document.querySelectorAll('[data-widget]')].map(each => each.getAttribute('data-widget'))
    const delivered = widgets.map(({ name }) => name as string)
    expect(order()).toEqual(delivered)
    await press('위젯 배치')
    await press('모델 앞으로')
    expect(order()[delivered.indexOf('models') - 1]).toBe('models')
    await user.keyboard('{Escape}')
    const header = (name: string) => document.querySelector(`[data-widget=${name}] header`)!
    const dataTransfer = {}
    fireEvent.dragStart(header('models'), { dataTransfer })
    fireEvent.dragOver(header('map'), { dataTransfer })
    fireEvent.drop(header('map'), { dataTransfer })
    expect(order().indexOf('models')).toBe(delivered.indexOf('map'))
    const width = screen.getByRole('separator', { name: '모델 너비' })
    const deliveredWidth = width.getAttribute('aria-valuenow')
    width.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(width).toHaveAttribute('aria-valuenow', String(Number(deliveredWidth) + 1))
    await press('위젯 배치')
    await press('처음 배치로 되돌리기')
    expect(order()).toEqual(delivered)
    expect(width).toHaveAttribute('aria-valuenow', deliveredWidth)
  })

  it('are collapsed when config says so, until the user expands them', async () => {
    const models = widgets.find(({ name }) => name === 'models')!
    models.collapsed = true
    try {
      open()
      await press('모델 펼치기')
      expect(await screen.findByText('총 1개 모델')).toBeInTheDocument()
    } finally {
      models.collapsed = false
    }
  })

  it('close, and can be shown again', async () => {
    open()
    await table('모델')
    await press('모델 닫기')
    expectHidden()
    const arrange = screen.getByRole('button', { name: '위젯 배치 (1개 숨김)' })
    expect(arrange).toHaveFocus()
    await user.click(arrange)
    await user.click(screen.getByRole('checkbox', { name: '모델' }))
    await user.keyboard('{Escape}')
    expect(await widget('모델')).toBeInTheDocument()
    for (const close of screen.getAllByRole('button', { name: / 닫기$/ })) await user.click(close)
    await press('모두 다시 표시')
    expect(await widget('모델')).toBeInTheDocument()
  })

  it('stay closed when an earlier version of the console closed them', async () => {
    open('', <EarlierArrangement />)
    await table('모델')
    await press('저장된 배치')
    expectHidden()
    await press('위젯 배치 (1개 숨김)')
    await user.click(screen.getByRole('checkbox', { name: '모델' }))
    expect(await widget('모델')).toBeInTheDocument()
  })
})

it('an empty fleet shows a link to the list of devices, where they are registered', async () => {
  const empty = { device: 0, placed: 0, linked: 0, closed: 0 }
  calls.dashboardStats.mockResolvedValue({ amount: empty, vendors: [], models: [], clients: [] })
  const { address } = open()
  await user.click(await screen.findByRole('link', { name: '디바이스 목록으로' }))
  expect(address()).toBe('/app/devices')
})
