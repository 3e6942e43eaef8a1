import { readFileSync } from 'node:fs'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, useStore } from 'ra-core'
import type { ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../src/console/session'
import { MainPage } from '../../src/console/shell/MainPage'
import type { DashboardStats, ProvinceCount } from '../../src/contract/dashboard'
import { boot, renderInConsole, signIn } from '../support/consoleWorld'

// Asking what is hidden costs seconds on a page of this size; nothing here is hidden but pictures.
configure({ defaultHidden: true })

const outlines = JSON.parse(readFileSync('config/map/korea-provinces.geojson', 'utf8'))
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
}

beforeEach(() => {
  calls.dashboardStats.mockReset().mockResolvedValue(stats)
  calls.provinces.mockReset().mockResolvedValue(provinces)
  calls.province
    .mockReset()
    .mockImplementation(async (sido: string) => provinces.find(one => one.sido === sido) ?? none)
  calls.countryMap.mockReset().mockResolvedValue(outlines)
  still(true)
  // jsdom lays nothing out: a table has room for its rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  signIn({ level: 9 })
})
afterEach(() => session.end('signedOut'))

/** Whether the user wants no motion. */
const still = (wanted: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') ? wanted : /min-width/.test(query),
    media: query,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + decodeURIComponent(search)}</output>
}
/** Puts into the store what earlier versions of the console kept there. */
function StoredEarlier() {
  const [, store] = useStore<object>('dashboard.widgets')
  return (
    <button type="button" onClick={() => store({ closed: ['models'] })}>
      저장된 배치
    </button>
  )
}
const open = (search = '', beside: ReactNode = null) =>
  renderInConsole(
    <>
      <Routes>
        <Route path="/app/main/:product" element={<MainPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
      {beside}
    </>,
    { dataProvider: calls as never, at: `/app/main/fleet${search}` },
  )
const address = () => screen.getByTestId('address').textContent
const widget = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}$`) })
/** The widget of a table whose rows are there. */
async function table(name: string) {
  const found = within(await widget(name))
  await found.findAllByRole('rowheader')
  return found
}
const panel = () => widget('단말 통계')
const listed = async () => within(await screen.findByRole('listbox', { name: /단말 수/ }))
const region = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name},`) })
const figure = async (name: string) =>
  (await within(await panel()).findByText(name, { selector: 'dt, dt *' })).closest('dl > div')!

describe('the statistics panel (§2)', () => {
  it('shows the national total, and online, offline and known places with their shares', async () => {
    open()
    expect(await within(await panel()).findByText('전국 전체 단말')).toBeInTheDocument()
    expect(within(await panel()).getAllByText('1,000').length).toBeGreaterThan(0)
    expect(await figure('온라인')).toHaveTextContent(/842.*84\.2%.*지금 연결되어 있는/)
    expect(await figure('오프라인')).toHaveTextContent(/158.*15\.8%/)
    expect(await figure('위치 확인')).toHaveTextContent(/940.*94\.0%/)
    expect(await figure('위치 미확인')).toHaveTextContent(/60.*6\.0%/)
  })

  it('shows that the provinces and what has no known place are the total (decision 2)', async () => {
    open()
    expect(
      await screen.findByText('시도별 940대와 위치 미확인 60대를 합하면 전국 1,000대입니다.'),
    ).toBeInTheDocument()
  })

  it('says so when figures changed between the two calls', async () => {
    calls.provinces.mockResolvedValue(provinces.slice(0, 2))
    calls.dashboardStats.mockResolvedValue({ ...stats, amount: { ...amount, placed: 950 } })
    open()
    expect(
      await screen.findByText(
        /시도별 940대, 위치 미확인 50대, 전국 1,000대: 집계하는 동안 값이 바뀌었습니다/,
      ),
    ).toBeInTheDocument()
    expect(screen.queryByText(/합하면/)).not.toBeInTheDocument()
  })

  it('runs its numbers up in 2 seconds (§9)', async () => {
    still(false)
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
    const at = (ms: number) =>
      act(() => {
        for (const step of frames.splice(0)) step(ms)
      })
    open()
    const running = async () => (await panel()).querySelector('[data-running]')?.textContent
    await waitFor(async () => expect(await running()).toBe('0'))
    await waitFor(() => expect(frames.length).toBeGreaterThan(0))
    at(1_000)
    at(1_500)
    const halfway = Number(await running())
    expect(halfway).toBeGreaterThan(0)
    expect(halfway).toBeLessThan(1000)
    at(2_700)
    expect(await running()).not.toBe('1,000')
    at(3_000)
    expect(await running()).toBe('1,000')
    expect(boot.config.app.timing.countUpMs).toBe(2000)
  })

  it('has its numbers at once for those who want no motion', async () => {
    open()
    await figure('온라인')
    expect((await panel()).querySelector('[data-running]')).toHaveTextContent('1,000')
  })

  it('leads to the devices that a figure counts', async () => {
    open()
    await userEvent.click(await within(await panel()).findByRole('link', { name: '오프라인' }))
    expect(address()).toBe('/app/devices?filter={"status":"closed"}')
  })

  it('offers to try again when its call fails, and the map stands', async () => {
    calls.dashboardStats.mockRejectedValueOnce(new HttpError('서버에 문제가 발생했습니다.', 500))
    open()
    const failed = await within(await panel()).findByRole('alert')
    expect(failed).toHaveTextContent('서버에 문제가 발생했습니다.')
    expect(await region('서울특별시')).toBeInTheDocument()
    await userEvent.click(within(failed).getByRole('button', { name: '다시 시도' }))
    expect(await figure('온라인')).toHaveTextContent('842')
  })
})

describe('a province', () => {
  it('is chosen on the map: its count and its placed, linked and closed devices are shown, and refresh is national again', async () => {
    open()
    await userEvent.click(await region('경기도'))
    expect(address()).toBe('/app/main/fleet?sido=KR-41')
    expect(calls.province).toHaveBeenCalledWith('KR-41', expect.anything())
    expect(await within(await panel()).findByText('경기도 전체 단말')).toBeInTheDocument()
    expect(await figure('온라인')).toHaveTextContent(/352.*80\.0%/)
    expect(await figure('위치 확인')).toHaveTextContent(/440.*100\.0%/)
    expect(within(await panel()).getByRole('link', { name: '온라인' })).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('"sido":"KR-41","status":"linked"').replaceAll('%20', '+')),
    )

    calls.dashboardStats.mockClear()
    calls.province.mockClear()
    await userEvent.click(screen.getByRole('button', { name: '새로고침하고 전국 보기로' }))
    expect(address()).toBe('/app/main/fleet')
    expect(await within(await panel()).findByText('전국 전체 단말')).toBeInTheDocument()
    expect(calls.dashboardStats).toHaveBeenCalledOnce()
    expect(calls.province).not.toHaveBeenCalled()
  })

  it.each(['Enter', ' '])('is chosen on the map with the key "%s", and left with Escape', async key => {
    open()
    fireEvent.keyDown(await region('강원도'), { key })
    expect(address()).toBe('/app/main/fleet?sido=KR-42')
    expect(await region('강원도')).toHaveAttribute('aria-pressed', 'true')
    fireEvent.keyDown(await region('강원도'), { key: 'Escape' })
    expect(address()).toBe('/app/main/fleet')
  })

  it('is chosen in the list with the keyboard alone', async () => {
    open()
    const list = await screen.findByRole('listbox')
    await within(list).findByText('500')
    act(() => list.focus())
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(within(list).getByRole('option', { name: /경기/ })).toHaveAttribute('aria-selected', 'true')
    expect(address()).toBe('/app/main/fleet?sido=KR-41')
    await userEvent.keyboard('{Home}{Enter}')
    expect(address()).toBe('/app/main/fleet')
    await userEvent.keyboard('{End} ')
    expect(address()).toBe('/app/main/fleet?sido=none')
    expect(await within(await panel()).findByText('위치 미확인 전체 단말')).toBeInTheDocument()
  })

  it('that the address names is shown; one that nobody knows is the country', async () => {
    const { unmount } = open('?sido=KR-11')
    expect(await within(await panel()).findByText('서울특별시 전체 단말')).toBeInTheDocument()
    unmount()
    open('?sido=KR-99')
    expect(await within(await panel()).findByText('전국 전체 단말')).toBeInTheDocument()
  })
})

describe('the map', () => {
  it('has all regions of config, at 0 until there are figures, largest first in the list (§9)', async () => {
    calls.provinces.mockResolvedValue([])
    open()
    expect(await region('제주특별자치도')).toHaveAccessibleName(/0대/)
    for (const { name } of boot.config.dashboard.map.regions)
      expect(await region(name.ko)).toBeInTheDocument()
    expect(boot.config.dashboard.map.regions).toHaveLength(17)
  })

  it('switches to the offline rate', async () => {
    open()
    await region('경기도')
    await userEvent.click(screen.getByRole('button', { name: '오프라인 비율' }))
    const list = within(screen.getByRole('listbox', { name: /오프라인 비율/ }))
    expect(list.getByRole('option', { name: /경기/ })).toHaveTextContent('20.0%')
    expect(list.getByRole('option', { name: /전국/ })).toHaveTextContent('15.8%')
    expect(list.getAllByRole('option')[1]).toHaveTextContent('경기')
  })

  it('switches to what has no known place', async () => {
    open()
    await region('경기도')
    await userEvent.click(screen.getByRole('button', { name: '위치 미확인', pressed: false }))
    expect(
      within(screen.getByRole('listbox', { name: /위치 미확인/ })).getByRole('option', {
        name: /위치 미확인/,
      }),
    ).toHaveTextContent('60')
  })

  it('offers no offline rate where a server has counts alone', async () => {
    calls.provinces.mockResolvedValue(provinces.map(({ sido, count }) => ({ sido, count })))
    open()
    await (await listed()).findByText('500')
    expect(screen.queryByRole('button', { name: '오프라인 비율' })).toBeNull()
    await userEvent.click((await listed()).getByRole('option', { name: /서울/ }))
    expect(await figure('온라인')).toHaveTextContent('450')
  })

  it('names whose map it is', async () => {
    open()
    expect(await screen.findByText(/MapSVG \(mapsvg\.com\), CC BY 4\.0/)).toBeInTheDocument()
  })

  it('stands without figures when their call fails, which can be tried again; the panel has its own', async () => {
    calls.provinces.mockRejectedValueOnce(new HttpError('연결하지 못했습니다.', 500))
    open()
    expect(await screen.findByText('지역별 단말 수를 불러오지 못했습니다.')).toBeInTheDocument()
    expect(await figure('온라인')).toHaveTextContent('842')
    expect((await listed()).getByRole('option', { name: /서울/ })).toHaveTextContent('–')
    await userEvent.click(within(await widget('지역별 현황')).getByRole('button', { name: '다시 시도' }))
    expect(await (await listed()).findByText('500')).toBeInTheDocument()
  })

  it('is told to be missing when it cannot be loaded, and the list stands', async () => {
    calls.countryMap.mockRejectedValue(new HttpError('찾을 수 없습니다.', 404))
    open()
    expect(await screen.findByText('지도를 불러오지 못했습니다.')).toBeInTheDocument()
    expect(await (await listed()).findByText('500')).toBeInTheDocument()
  })
})

describe('the tables (§2)', () => {
  it('show vendors, models and clients with their total sentences', async () => {
    open()
    const vendors = await table('업체')
    expect(vendors.getByText('총 2개 업체')).toBeInTheDocument()
    expect(vendors.getAllByRole('row').map(row => row.textContent)).toEqual([
      '이름단말온라인',
      '한빛텔레콤600540 90.0%',
      '동해계량기400302 75.5%',
    ])
    expect((await table('모델')).getByText('총 1개 모델')).toBeInTheDocument()
    const clients = await table('회원')
    expect(clients.getByRole('row', { name: /이도윤/ })).toHaveTextContent('이도윤한빛텔레콤107 70.0%')
  })

  it('are there only when something is in them', async () => {
    calls.dashboardStats.mockResolvedValue({ ...stats, vendors: [], clients: [] })
    open()
    expect(await screen.findByText('총 1개 모델')).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: '업체' })).toBeNull()
    expect(screen.queryByRole('heading', { name: '회원' })).toBeNull()
  })

  it('sort by the header that is pressed, and turn round', async () => {
    open()
    const vendors = await table('업체')
    const names = () => vendors.getAllByRole('rowheader').map(cell => cell.textContent)
    expect(vendors.getByRole('columnheader', { name: '단말' })).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(vendors.getByRole('button', { name: '이름' }))
    expect(names()).toEqual(['동해계량기', '한빛텔레콤'])
    await userEvent.click(vendors.getByRole('button', { name: '이름' }))
    expect(names()).toEqual(['한빛텔레콤', '동해계량기'])
  })

  it('lead to the devices of a row', async () => {
    open()
    await userEvent.click((await table('모델')).getByRole('link', { name: 'FT-100' }))
    expect(address()).toBe('/app/devices?filter={"model":5}')
  })

  it('draw the rows in sight alone, however many there are, and say how many', async () => {
    const clients = Array.from({ length: 5000 }, (_, at) => ({
      id: at + 1,
      name: `회원 ${at + 1}`,
      vendor: '한빛텔레콤',
      devices: 5000 - at,
      linked: 0,
    }))
    calls.dashboardStats.mockResolvedValue({ ...stats, clients })
    open()
    const clientTable = (await table('회원')).getByRole('table')
    expect(clientTable).toHaveAttribute('aria-rowcount', '5001')
    expect(within(clientTable).getAllByRole('row').length).toBeLessThan(60)
    expect(within(clientTable).getAllByRole('rowheader')[0]).toHaveTextContent('회원 1')
    expect((await table('회원')).getByText('총 5,000명의 회원')).toBeInTheDocument()
  })
})

describe('the widgets (§2)', () => {
  it('collapse and expand', async () => {
    open()
    await table('모델')
    await userEvent.click(screen.getByRole('button', { name: '모델 접기' }))
    expect(screen.queryByText('총 1개 모델')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '모델 펼치기' }))
    expect(screen.getByText('총 1개 모델')).toBeInTheDocument()
  })

  it('are collapsed as config says, until the user says otherwise', async () => {
    const models = boot.config.dashboard.widgets.find(({ name }) => name === 'models')!
    models.collapsed = true
    try {
      open()
      await userEvent.click(await screen.findByRole('button', { name: '모델 펼치기' }))
      expect(await screen.findByText('총 1개 모델')).toBeInTheDocument()
    } finally {
      models.collapsed = false
    }
  })

  it('that an earlier version of the console stored as closed stay closed, and are brought back', async () => {
    open('', <StoredEarlier />)
    await table('모델')
    await userEvent.click(screen.getByRole('button', { name: '저장된 배치' }))
    expect(screen.queryByRole('heading', { name: '모델' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '위젯 배치 (1개 숨김)' }))
    await userEvent.click(screen.getByRole('checkbox', { name: '모델' }))
    expect(await widget('모델')).toBeInTheDocument()
  })

  it('fill the screen, and come back with Escape', async () => {
    open()
    await table('모델')
    await userEvent.click(screen.getByRole('button', { name: '모델 전체 화면' }))
    const dialog = await screen.findByRole('dialog', { name: '모델' })
    expect(within(dialog).getByRole('rowheader', { name: 'FT-100' })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('총 1개 모델')).toBeInTheDocument()
  })

  it('close, and are brought back in their place', async () => {
    open()
    await table('모델')
    await userEvent.click(screen.getByRole('button', { name: '모델 닫기' }))
    expect(screen.queryByRole('heading', { name: '모델' })).toBeNull()
    const arrange = screen.getByRole('button', { name: '위젯 배치 (1개 숨김)' })
    expect(arrange).toHaveFocus()
    await userEvent.click(arrange)
    await userEvent.click(screen.getByRole('checkbox', { name: '모델' }))
    await userEvent.keyboard('{Escape}')
    expect(await widget('모델')).toBeInTheDocument()
  })

  it('are put into another order, and back', async () => {
    open()
    await table('모델')
    const order = () =>
      [...document.querySelectorAll('[data-widget]')].map(one => one.getAttribute('data-widget'))
    const delivered = boot.config.dashboard.widgets.map(({ name }) => name as string)
    expect(order()).toEqual(delivered)
    await userEvent.click(screen.getByRole('button', { name: '위젯 배치' }))
    await userEvent.click(screen.getByRole('button', { name: '모델 앞으로' }))
    const at = delivered.indexOf('models')
    expect(order()[at - 1]).toBe('models')
    await userEvent.click(screen.getByRole('button', { name: '처음 배치로 되돌리기' }))
    expect(order()).toEqual(delivered)
  })

  it('all closed, offer to be shown again', async () => {
    open()
    await table('모델')
    for (const close of screen.getAllByRole('button', { name: / 닫기$/ })) await userEvent.click(close)
    await userEvent.click(screen.getByRole('button', { name: '모두 다시 표시' }))
    expect(await widget('모델')).toBeInTheDocument()
  })
})

describe('what is not there', () => {
  it('a fleet without devices says so and leads to where they are registered', async () => {
    calls.dashboardStats.mockResolvedValue({
      amount: { device: 0, placed: 0, linked: 0, closed: 0 },
      vendors: [],
      models: [],
      clients: [],
    })
    open()
    await userEvent.click(await screen.findByRole('link', { name: '디바이스 목록으로' }))
    expect(address()).toBe('/app/devices')
  })

  it('waits in the shape of what comes', async () => {
    calls.dashboardStats.mockReturnValue(new Promise(() => undefined))
    calls.provinces.mockReturnValue(new Promise(() => undefined))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: '단말 현황' })).toBeInTheDocument()
    expect(await within(await panel()).findByRole('status')).toHaveTextContent('로딩 중 입니다...')
    expect(await screen.findByRole('heading', { name: '단말 통계' })).toBeInTheDocument()
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  })

  it('asks for map, figures and places once, together', async () => {
    open()
    expect(calls.dashboardStats).toHaveBeenCalledOnce()
    expect(calls.provinces).toHaveBeenCalledOnce()
    expect(calls.countryMap).toHaveBeenCalledOnce()
    await figure('온라인').catch(() => undefined)
    await region('서울특별시')
    expect(calls.dashboardStats).toHaveBeenCalledOnce()
    expect(calls.countryMap).toHaveBeenCalledOnce()
  })
})
