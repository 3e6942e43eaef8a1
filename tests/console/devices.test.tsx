/** The list of devices, its filters and its columns (§2). */
import { act, screen, waitFor, within } from '@testing-library/react'
import { type GetListParams, ListContextProvider, type ListControllerResult } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { control } from '../../src/console/features/orders'
import RecordList from '../../src/console/features/records/RecordList'
import { registerDevices } from '../../src/console/features/roster'
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
const { filters, columns } = config.resources.devices!.list!

const getList = vi.fn<(resource: string, params: GetListParams) => Promise<unknown>>()
const getMany = async (resource: string, { ids }: { ids: string[] }) => ({
  data: resource === 'choices/models' ? MODELS.filter(({ id }) => ids.includes(String(id))) : [],
})
/** @param devices on every page */
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
    dataProvider: { getList, getMany },
    actions: { control, registerDevices },
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
  it('shows the columns of config in their order, with formatted numbers and times in UTC', async () => {
    await open()
    const labels = columns.map(({ label }) => label.ko)
    expect((await heads()).map(text => text!.replace(' (UTC)', ''))).toEqual(labels)
    expect(await heads()).toContain('연결일시 (UTC)')
    const [, row, ...others] = screen.getAllByRole('row')
    expect(others).toHaveLength(2)
    const cells = within(row!).getAllByRole('cell')
    expect(cells.map(cell => cell.textContent)).toEqual(
      expect.arrayContaining(['1', '358126091045147', '010-1511-1436', '00001122', '11-19 07:04:01']),
    )
  })

  it('numbers its rows across pages', async () => {
    await open()
    await press('3 페이지')
    const number = await screen.findByText(String(2 * PER_PAGE + 1))
    expect(number).toBe(screen.getByRole('cell', { name: String(2 * PER_PAGE + 1) }))
    expect(lastRead().pagination).toEqual({ page: 3, perPage: PER_PAGE })
    expect(screen.getByRole('button', { name: '3 페이지' })).toHaveAttribute('aria-current', 'page')
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

  it('shows that it is loading or that nothing was found, and can clear the filters', async () => {
    let respond: (page: object) => void = () => undefined
    getList.mockImplementation(resource =>
      resource === 'devices'
        ? new Promise(resolve => (respond = resolve))
        : Promise.resolve({ data: [], total: 0 }),
    )
    render(filtered({ search: '999' }))
    expect(await screen.findByText('로딩 중 입니다...')).toBeInTheDocument()
    act(() => respond({ data: [], total: 0 }))
    expect(await screen.findByText('검색된 결과가 없습니다!')).toBeInTheDocument()
    expect(screen.getByText('검색 결과가 없습니다!')).toBeInTheDocument()
    serve(THREE, 45)
    await user.click(screen.getAllByRole('button', { name: '초기화' })[0]!)
    await found(45)
  })

  it('of an empty fleet offers to register devices', async () => {
    serve([])
    render()
    expect(await screen.findByText(/아직 등록된 디바이스가 없습니다/)).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: '디바이스 등록' }).length).toBeGreaterThan(1)
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
})

describe('filters (§2)', () => {
  it('search by digits: a pasted number loses its hyphens and is put into the address', async () => {
    const { router } = await open()
    await user.click(searchBox())
    await user.paste('010-1511-1436')
    expect(searchBox()).toHaveValue('01015111436')
    await waitFor(() => expect(lastRead().filter).toEqual({ search: '01015111436' }))
    expect(decodeURIComponent(router.state.location.search)).toContain('{"search":"01015111436"}')
  })

  it('both apply when the second is set before the list has the first', async () => {
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
    // They are shown, and can be reset, before the list has them.
    expect(combobox('상태')).toHaveTextContent('온라인')
    await user.click(reset())
    expect(setFilters).toHaveBeenLastCalledWith({})
    expect(combobox('상태')).toHaveTextContent('전체')
    expect(searchBox()).toHaveValue('')
  })

  it('apply an unfinished search as soon as another control is used', async () => {
    await open()
    await user.type(searchBox(), '1511')
    await user.click(reset())
    expect(searchBox()).toHaveValue('')
    await choose('상태', '온라인')
    await waitFor(() => expect(lastRead().filter).toEqual({ status: 'linked' }))
  })

  it('page and order are taken from the address', async () => {
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

  it('offer the batches of the chosen model when there are several', async () => {
    await open()
    const noBatches = () => expect(screen.queryByRole('combobox', { name: '그룹' })).toBeNull()
    noBatches()
    await choose('모델', 'FT-100')
    await choose('그룹', '수도권 화물 2차')
    await waitFor(() => expect(lastRead().filter).toEqual({ model: 1, batch: 9 }))
    await choose('모델', 'GW-50')
    await waitFor(() => expect(lastRead().filter).toEqual({ model: 2 }))
    await waitFor(noBatches)
  })

  it('are all reset, with the text of the search', async () => {
    await open(filtered({ status: 'closed', search: '1511' }))
    expect(searchBox()).toHaveValue('1511')
    await user.click(reset())
    await waitFor(() => expect(lastRead().filter).toEqual({}))
    expect(searchBox()).toHaveValue('')
    expect(combobox('상태')).toHaveTextContent('전체')
    expect(reset()).toHaveAttribute('aria-disabled', 'true')
    expect(reset()).toHaveFocus()
  })

  it('show an unknown model of the address as unknown', async () => {
    await open(filtered({ model: 77 }))
    expect(await screen.findByDisplayValue('알 수 없음 (77)')).toBeInTheDocument()
  })
})

describe('the columns', () => {
  it('sort by their heads, and reverse the order at the second click', async () => {
    await open()
    const sorted = (name: RegExp) => screen.getByRole('columnheader', { name })
    expect(sorted(/IMEI/)).toHaveAttribute('aria-sort', 'ascending')
    await press('모델 오름차순 정렬')
    await waitFor(() => expect(lastRead().sort).toEqual({ field: 'model', order: 'ASC' }))
    await press('모델 내림차순 정렬')
    await waitFor(() => expect(lastRead().sort).toEqual({ field: 'model', order: 'DESC' }))
    expect(sorted(/모델/)).toHaveAttribute('aria-sort', 'descending')
    expect(sorted(/IMEI/)).not.toHaveAttribute('aria-sort')
  })

  it('are hidden, moved and returned to the order of config', async () => {
    await open()
    const closeDialog = async () => {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await press('열 선택')
    const dialog = within(screen.getByRole('dialog', { name: '표시할 열' }))
    await user.click(dialog.getByRole('checkbox', { name: '시리얼' }))
    // Over the serial number, the connection and the phone number.
    for (let steps = 0; steps < 3; steps++)
      await user.click(dialog.getByRole('button', { name: '모델 앞으로' }))
    await closeDialog()
    expect((await heads()).slice(0, 4)).toEqual(['#', 'IMEI', '모델', '전화번호'])
    expect(await heads()).not.toContain('시리얼')

    await press('열 선택')
    await press('처음대로')
    await closeDialog()
    expect((await heads()).slice(0, 5)).toEqual(['#', 'IMEI', '전화번호', '연결', '시리얼'])
  })
})
