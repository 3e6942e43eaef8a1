/** The list of devices, its filters and its columns (§2). */
import { screen, waitFor, within } from '@testing-library/react'
import { type GetListParams, HttpError, ListContextProvider, type ListControllerResult } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { actions as ofOrders } from '../../src/console/features/orders'
import RecordList from '../../src/console/features/records/RecordList'
import { actions as ofRoster } from '../../src/console/features/roster'
import { FilterBar } from '../../src/console/forms/list/FilterBar'
import { deviceRecord, NEVER } from '../support/consoleRecords'
import { choose, config, PER_PAGE, press, renderInConsole, signIn, user } from '../support/consoleWorld'

/** A page of three devices. The server says that there are 45. */
const THREE = [deviceRecord(0), deviceRecord(1), deviceRecord(2)]
const MODELS = [
  { id: 1, name: 'FT-100' },
  { id: 2, name: 'GW-50' },
]
const BATCHES = [
  { id: 8, name: '수도권 화물 1차', model: 1 },
  { id: 9, name: '수도권 화물 2차', model: 1 },
  { id: 10, name: '노지 관수', model: 2 },
]
const { filters } = config.resources.devices!.list!

const getList = vi.fn<(resource: string, params: GetListParams) => Promise<unknown>>()
const getMany = async (resource: string, { ids }: { ids: string[] }) => ({
  data: resource === 'choices/models' ? MODELS.filter(({ id }) => ids.includes(String(id))) : [],
})
/** The counts of the four views of config, then of a view of the user. `null`: not counted. */
const counts = vi.fn(async (..._: unknown[]) => [
  { count: 45, more: false },
  { count: 1000, more: true },
  null,
  { count: 0, more: false },
  { count: 7, more: false },
])
/** Lets the server list these devices on every page. */
function serve(devices: object[], total = devices.length) {
  getList.mockImplementation(async (resource, { filter }) => {
    if (resource === 'choices/models') return { data: MODELS, total: 2 }
    if (resource !== 'batches') return { data: devices, total }
    const data = BATCHES.filter(({ model }) => model === filter.model)
    return { data, total: data.length }
  })
}

const LIST = '/app/devices'
const filtered = (filter: object) => `${LIST}?filter=${encodeURIComponent(JSON.stringify(filter))}`
const render = (at = LIST) =>
  renderInConsole(<RecordList />, {
    dataProvider: { getList, getMany, counts },
    actions: { ...ofOrders, ...ofRoster },
    resource: 'devices',
    at,
  })
const found = (count: number) => screen.findByText(`${count} 개의 디바이스가 검색되었습니다.`)
async function open(at?: string) {
  const page = render(at)
  await found(45)
  return page
}
const lastRead = () => getList.mock.calls.filter(([resource]) => resource === 'devices').at(-1)![1]
const heads = async () => (await screen.findAllByRole('columnheader')).map(cell => cell.textContent)
const searchBox = () => screen.getByRole('textbox', { name: '검색' })
const combobox = (name: string) => screen.getByRole('combobox', { name })
const reset = () => screen.getByRole('button', { name: '초기화' })

beforeEach(() => {
  signIn({ level: 9 })
  getList.mockReset()
  serve(THREE, 45)
})

describe('the list (§2)', () => {
  it('drops the filter of an address that the server refuses, and says so', async () => {
    getList.mockImplementation(async (_resource, { filter }) => {
      if (Object.keys(filter).length > 0) throw new HttpError('요청의 "colour" 값이 올바르지 않습니다.', 400)
      return { data: THREE, total: 45 }
    })
    await open(filtered({ colour: 'red' }))
    expect(await screen.findByText('주소에 있던 조건을 이 목록에서 쓸 수 없어 뺐습니다.')).toBeInTheDocument()
    expect(lastRead().filter).toEqual({})
  })

  it('shows the rows of a large search before the server has counted all of them', async () => {
    let answerExact: (page: object) => void = () => {}
    getList.mockImplementation(async (_resource, { meta }) => {
      if (!meta?.exact) return { data: THREE, total: 10_000, meta: { atLeast: true } }
      return new Promise(resolve => (answerExact = resolve))
    })
    render()
    expect(await screen.findByText('10,000+ 개의 디바이스가 검색되었습니다.')).toBeInTheDocument()
    answerExact({ data: THREE, total: 10_045 })
    expect(await screen.findByText('10,045 개의 디바이스가 검색되었습니다.')).toBeInTheDocument()
  })

  it('keeps the numbers of its rows while the next page is read', async () => {
    await open()
    getList.mockImplementation(() => new Promise(() => {}))
    await press('2 페이지')
    expect(await screen.findByText('로딩 중 입니다...')).toBeInTheDocument()
    expect(screen.getByRole('cell', { name: '1' })).toBeInTheDocument()
    expect(screen.queryByRole('cell', { name: String(PER_PAGE + 1) })).toBeNull()
  })

  it.each([
    [0, false],
    [1, true],
  ])('at level %i shows the edition: %s', async (level, shown) => {
    signIn({ level })
    await open()
    expect((await heads()).includes('에디션')).toBe(shown)
  })

  it('offers control only of online devices, and not to guests (§4)', async () => {
    const offline = { closed: '2026-11-20T00:00:00Z' }
    serve([deviceRecord(0), deviceRecord(1, offline), deviceRecord(2, { linked: NEVER })])
    const { unmount } = render()
    await found(3)
    const buttons = screen.getAllByRole('button', { name: /제어$/ })
    expect(buttons).toEqual([screen.getByRole('button', { name: '01015111436 제어' })])
    unmount()
    signIn({ level: 1 })
    render()
    await found(3)
    expect(screen.queryByRole('button', { name: /제어$/ })).toBeNull()
    expect(screen.getByRole('button', { name: '디바이스 등록' })).toBeInTheDocument()
  })

  it('is sorted by the head of a column, and says when it finds nothing', async () => {
    const { unmount } = await open()
    await user.click(
      within(await screen.findByRole('columnheader', { name: /전화번호/ })).getAllByRole('button')[0]!,
    )
    await waitFor(() => expect(lastRead().sort).toEqual({ field: 'isdn', order: 'ASC' }))
    unmount()
    serve([])
    render(filtered({ search: '9999' }))
    expect(await screen.findByText('검색 결과가 없습니다!')).toBeInTheDocument()
    expect(screen.getByText('검색된 결과가 없습니다!')).toBeInTheDocument()
  })

  it('of an empty fleet offers to register devices', async () => {
    serve([])
    render()
    expect(await screen.findByText(/아직 등록된 단말이 없습니다/)).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: '디바이스 등록' }).length).toBeGreaterThan(1)
  })
})

describe('filters (§2)', () => {
  it('both apply if the second is set before the list has taken over the first', async () => {
    const setFilters = vi.fn()
    const list = { filterValues: {}, setFilters } as unknown as ListControllerResult
    renderInConsole(
      <ListContextProvider value={list}>
        <FilterBar filters={filters.filter(({ type }) => type !== 'reference')} />
      </ListContextProvider>,
    )
    await user.type(searchBox(), '1511{Enter}')
    await choose('상태', '온라인')
    expect(setFilters).toHaveBeenLastCalledWith({ search: '1511', status: 'linked' })
    // Both are shown, and can be reset, before the list has taken them over.
    expect(combobox('상태')).toHaveTextContent('온라인')
    await user.click(reset())
    expect(setFilters).toHaveBeenLastCalledWith({})
    expect(combobox('상태')).toHaveTextContent('전체')
    expect(searchBox()).toHaveValue('')
  })

  it('take digits only; batches are offered for a chosen model that has several, and leave with it', async () => {
    await open()
    await user.type(searchBox(), 'ab1511c{Enter}')
    await waitFor(() => expect(lastRead().filter).toEqual({ search: '1511' }))
    await user.click(reset())
    expect(screen.queryByRole('combobox', { name: '그룹' })).toBeNull()
    await choose('모델', 'FT-100')
    await choose('그룹', '수도권 화물 1차')
    await waitFor(() => expect(lastRead().filter).toEqual({ model: 1, batch: 8 }))
    await choose('모델', 'GW-50')
    await waitFor(() => expect(lastRead().filter).toEqual({ model: 2 }))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: '그룹' })).toBeNull())
  })

  it('are reset together with a search that was typed and not yet applied', async () => {
    await open()
    await user.type(searchBox(), '1511')
    await user.click(reset())
    expect(searchBox()).toHaveValue('')
    await choose('상태', '온라인')
    await waitFor(() => expect(lastRead().filter).toEqual({ status: 'linked' }))
  })

  it('are taken from the address, as are page and order', async () => {
    await open(`${filtered({ status: 'linked', model: 1 })}&page=2&sort=isdn&order=DESC`)
    expect(lastRead()).toMatchObject({
      filter: { status: 'linked', model: 1 },
      pagination: { page: 2, perPage: PER_PAGE },
      sort: { field: 'isdn', order: 'DESC' },
    })
    expect(combobox('상태')).toHaveTextContent('온라인')
    const head = await screen.findByRole('columnheader', { name: /전화번호/ })
    expect(head).toHaveAttribute('aria-sort', 'descending')
  })

  it('show the bounds of an address, each with a button that removes it', async () => {
    const filter = { status: 'closed', closed_gte: '2026-11-27T00:00:00Z', 'modem.rsrp_lte': -101 }
    await open(`/app/devices?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    expect(await screen.findByText('신호 -101 이하')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '조건 빼기: 종료일시 11-27 00:00:00 UTC 이후' }))
    const { closed_gte: _, ...others } = filter
    await waitFor(() => expect(lastRead().filter).toEqual(others))
    await user.click(reset())
    await waitFor(() => expect(lastRead().filter).toEqual({}))
  })

  it('are added by "+ 필터": a choice, and a duration, which sets the status too', async () => {
    await open()
    await press('필터 더하기')
    await user.click(await screen.findByRole('menuitem', { name: '지역' }))
    await user.click(await screen.findByRole('menuitem', { name: '서울특별시' }))
    await waitFor(() => expect(lastRead().filter).toEqual({ sido: 'KR-11' }))
    await press('필터 더하기')
    await user.click(await screen.findByRole('menuitem', { name: '오프라인' }))
    await user.type(await screen.findByRole('spinbutton', { name: '수' }), '36{Enter}')
    const offline = { status: 'closed', closed_lte: 'now-36h' }
    await waitFor(() => expect(lastRead().filter).toEqual({ sido: 'KR-11', ...offline }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('오프라인: 36시간 이상 지남')).toBeVisible()
    await press('조건 빼기: 지역: 서울특별시')
    await waitFor(() => expect(lastRead().filter).toEqual(offline))
  })

  it('are kept in views of config and of the user, which are tabs with numbers', async () => {
    await open()
    const tabs = within(screen.getByRole('navigation', { name: '보기' }))
    const names = () => tabs.getAllByRole('link').map(({ textContent }) => textContent)
    await waitFor(() => expect(names()).toEqual(['전체45', '오프라인 24시간+1,000+', '신호 나쁨', '미배정0']))
    await user.click(tabs.getByRole('link', { name: /24시간/ }))
    await waitFor(() => expect(lastRead().filter).toEqual({ status: 'closed', closed_lte: 'now-24h' }))
    expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('오프라인 24시간+')
    await choose('상태', '온라인')
    await press('이 조건을 보기로 저장')
    await user.type(await screen.findByRole('textbox', { name: '보기 이름' }), '내 것{Enter}')
    expect(await tabs.findByRole('link', { current: 'page' })).toHaveTextContent('내 것')
    const view = { status: 'linked', closed_lte: 'now-24h' }
    await waitFor(() => expect(counts.mock.lastCall![1]).toContainEqual(view))
    await press('보기 지우기: 내 것')
    await waitFor(() => expect(tabs.queryByText('내 것')).toBeNull())
  })

  it('show an unknown model of the address as unknown', async () => {
    await open(filtered({ model: 77 }))
    expect(await screen.findByDisplayValue('알 수 없음 (77)')).toBeInTheDocument()
  })
})

it('the columns are hidden, moved and returned to the order of config', async () => {
  await open()
  const closeDialog = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await press('열 선택')
  const dialog = within(screen.getByRole('dialog', { name: '표시할 열' }))
  await user.click(dialog.getByRole('checkbox', { name: '시리얼' }))
  await user.click(dialog.getByRole('checkbox', { name: '연결' }))
  // The model moves before the serial number, the connection and the phone number.
  for (let steps = 0; steps < 3; steps++)
    await user.click(dialog.getByRole('button', { name: '모델 앞으로' }))
  await closeDialog()
  expect((await heads()).slice(0, 4)).toEqual(['#', 'IMEI', '모델', '전화번호'])
  expect(await heads()).not.toContain('시리얼')
  expect(await heads()).not.toContain('연결')
  // The coloured edge with the state of the row stays, without the column of the connection.
  expect(screen.getAllByRole('row')[1]!.className).toContain('rail-')

  await press('열 선택')
  await press('처음대로')
  await closeDialog()
  expect((await heads()).slice(0, 5)).toEqual(['#', 'IMEI', '전화번호', '연결', '시리얼'])
})
