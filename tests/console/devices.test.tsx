import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type GetListParams,
  ListContextProvider,
  type ListControllerResult,
  ResourceContextProvider,
} from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { control } from '../../src/console/features/orders'
import RecordList from '../../src/console/features/records/RecordList'
import { registerDevices } from '../../src/console/features/roster'
import { FilterBar } from '../../src/console/forms/list/FilterBar'
import { session } from '../../src/console/session'
import { config, PER_PAGE, renderInConsole, signIn } from '../support/consoleWorld'

const device = (at: number, more: object = {}) => ({
  id: `35812609104${String(5147 + at).padStart(4, '0')}`,
  isdn: `0101511${String(1436 + at).padStart(4, '0')}`,
  serial: 1122 + at,
  model: 'FT-100',
  batch: '',
  version: '1.8.2',
  release: '20251204.2',
  edition: 'Lite',
  linked: '2026-11-19T07:04:01Z',
  closed: '0001-01-01T00:00:00Z',
  created: '2026-01-01T00:00:00Z',
  vpn: {},
  modem: { apn: 'iot.lte', band: 8, rsrp: -85 },
  ...more,
})

/** Three a page keep the tests quick; the server says that there are 45. */
const fleet = [device(0), device(1), device(2)]
const getList = vi.fn<(resource: string, params: GetListParams) => Promise<unknown>>()

const models = [
  { id: 1, name: 'FT-100' },
  { id: 2, name: 'GW-50' },
]
const batches: Record<number, object[]> = {
  1: [
    { id: 8, name: '수도권 화물 1차' },
    { id: 9, name: '수도권 화물 2차' },
  ],
  2: [{ id: 10, name: '노지 관수' }],
}

/** The server: `devices` on every page, the models, and the batches of a model. */
function serve(devices: object[], total = devices.length) {
  getList.mockImplementation(async (resource, { filter }) => {
    if (resource === 'choices/models') return { data: models, total: 2 }
    if (resource === 'batches') {
      const data = batches[filter.model as number] ?? []
      return { data, total: data.length }
    }
    return { data: devices, total }
  })
}

const open = (at = '/app/devices') =>
  renderInConsole(
    <ResourceContextProvider value="devices">
      <RecordList />
    </ResourceContextProvider>,
    {
      dataProvider: { getList: getList as never, getMany: getMany as never },
      actions: { control, registerDevices },
      at,
    },
  )

const getMany = async (resource: string, { ids }: { ids: string[] }) => ({
  data: resource === 'choices/models' ? models.filter(({ id }) => ids.includes(String(id))) : [],
})

const asked = () => getList.mock.calls.filter(([resource]) => resource === 'devices').at(-1)![1]
const headers = async () => (await screen.findAllByRole('columnheader')).map(cell => cell.textContent)
const found = (count: number) => screen.findByText(`${count} 개의 디바이스가 검색되었습니다.`)

beforeEach(() => {
  signIn({ level: 9 })
  getList.mockReset()
  serve(fleet, 45)
})
afterEach(() => session.end('signedOut'))

describe('the device list (§2)', () => {
  it('shows the columns of config in their order, and how many devices were found', async () => {
    open()
    await found(45)
    const labels = config.resources.devices!.list!.columns.map(({ label }) => label.ko)
    expect((await headers()).map(text => text!.replace(' (UTC)', ''))).toEqual(labels)
    expect(screen.getAllByRole('row')).toHaveLength(4)
  })

  it('formats phone number, serial and times, and says that they are UTC', async () => {
    open()
    await found(45)
    const cells = within(screen.getAllByRole('row')[1]!)
      .getAllByRole('cell')
      .map(cell => cell.textContent)
    expect(cells).toEqual(
      expect.arrayContaining(['1', '358126091045147', '010-1511-1436', '00001122', '11-19 07:04:01']),
    )
    expect(await headers()).toContain('연결일시 (UTC)')
  })

  it('counts the rows on over the pages', async () => {
    const user = userEvent.setup()
    open()
    await found(45)
    await user.click(screen.getByRole('button', { name: '3 페이지' }))
    // By its text: looking for a cell by its role again and again takes the time that the page needs.
    const number = await screen.findByText(String(2 * PER_PAGE + 1))
    expect(number).toBe(screen.getByRole('cell', { name: String(2 * PER_PAGE + 1) }))
    expect(asked().pagination).toEqual({ page: 3, perPage: PER_PAGE })
    expect(screen.getByRole('button', { name: '3 페이지' })).toHaveAttribute('aria-current', 'page')
  })

  it('leaves the numbers of the rows that are shown while the next page comes', async () => {
    const user = userEvent.setup()
    open()
    await found(45)
    getList.mockImplementation(() => new Promise(() => {}))
    await user.click(screen.getByRole('button', { name: '2 페이지' }))
    expect(await screen.findByText('로딩 중 입니다...')).toBeInTheDocument()
    expect(screen.getByRole('cell', { name: '1' })).toBeInTheDocument()
    expect(screen.queryByRole('cell', { name: String(PER_PAGE + 1) })).toBeNull()
  })

  it('hides the edition from those below guest', async () => {
    session.end('signedOut')
    signIn({ level: 0 })
    open()
    await found(45)
    expect(await headers()).not.toContain('에디션')
  })

  it('shows the edition to a guest', async () => {
    session.end('signedOut')
    signIn({ level: 1 })
    open()
    await found(45)
    expect(await headers()).toContain('에디션')
  })

  it('says so while it loads, when nothing is found, and offers to clear the filters', async () => {
    const user = userEvent.setup()
    let answer: (page: object) => void = () => undefined
    getList.mockImplementation(resource =>
      resource === 'devices'
        ? new Promise(resolve => {
            answer = resolve
          })
        : Promise.resolve({ data: [], total: 0 }),
    )
    open(`/app/devices?filter=${encodeURIComponent('{"search":"999"}')}`)
    expect(await screen.findByText('로딩 중 입니다...')).toBeInTheDocument()
    act(() => answer({ data: [], total: 0 }))
    expect(await screen.findByText('검색된 결과가 없습니다!')).toBeInTheDocument()
    expect(screen.getByText('검색 결과가 없습니다!')).toBeInTheDocument()
    serve(fleet, 45)
    await user.click(screen.getAllByRole('button', { name: '초기화' })[0]!)
    await found(45)
  })

  it('tells an empty fleet what to do, with the button for it', async () => {
    serve([])
    open()
    expect(await screen.findByText(/아직 등록된 디바이스가 없습니다/)).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: '디바이스 등록' }).length).toBeGreaterThan(1)
  })

  it('says what failed once, and tries again', async () => {
    const user = userEvent.setup()
    getList.mockImplementation(async resource => {
      if (resource === 'devices') throw new Error('데이터베이스에 잠시 연결할 수 없습니다.')
      return { data: [], total: 0 }
    })
    open()
    expect(await screen.findByText('데이터베이스에 잠시 연결할 수 없습니다.')).toBeInTheDocument()
    serve(fleet, 45)
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    await found(45)
    expect(screen.queryByText('데이터베이스에 잠시 연결할 수 없습니다.')).toBeNull()
  })
})

describe('control (§4: only of linked devices)', () => {
  beforeEach(() => {
    serve([
      device(0),
      device(1, { linked: '2026-11-19T07:04:01Z', closed: '2026-11-20T00:00:00Z' }),
      device(2, { linked: '0001-01-01T00:00:00Z' }),
    ])
  })

  it('is offered on the device that is online alone', async () => {
    open()
    await found(3)
    expect(screen.getAllByRole('button', { name: /제어$/ })).toHaveLength(1)
    expect(screen.getByRole('button', { name: '01015111436 제어' })).toBeInTheDocument()
  })

  it('is not offered to a guest, whose orders the server would refuse', async () => {
    session.end('signedOut')
    signIn({ level: 1 })
    open()
    await found(3)
    expect(screen.queryByRole('button', { name: /제어$/ })).toBeNull()
    expect(screen.getByRole('button', { name: '디바이스 등록' })).toBeInTheDocument()
  })
})

describe('filters (§2)', () => {
  it('search by digits: a pasted phone number loses its hyphens and goes into the address', async () => {
    const user = userEvent.setup()
    const { router } = open()
    await found(45)
    await user.click(screen.getByRole('textbox', { name: '검색' }))
    await user.paste('010-1511-1436')
    expect(screen.getByRole('textbox', { name: '검색' })).toHaveValue('01015111436')
    await waitFor(() => expect(asked().filter).toEqual({ search: '01015111436' }))
    expect(decodeURIComponent(router.state.location.search)).toContain('{"search":"01015111436"}')
  })

  it('two that are set at once, before the first is in force, are both in force', async () => {
    const user = userEvent.setup()
    const setFilters = vi.fn()
    const list = { filterValues: {}, setFilters } as unknown as ListControllerResult
    renderInConsole(
      <ListContextProvider value={list}>
        <FilterBar
          filters={config.resources.devices!.list!.filters.filter(({ type }) => type !== 'reference')}
        />
      </ListContextProvider>,
    )
    await user.type(screen.getByRole('textbox', { name: '검색' }), '1511{Enter}')
    await user.click(screen.getByRole('combobox', { name: '상태' }))
    await user.click(await screen.findByRole('option', { name: '온라인' }))
    expect(setFilters).toHaveBeenLastCalledWith({ search: '1511', status: 'linked' })
    // They show before the list has followed, and can be cleared.
    expect(screen.getByRole('combobox', { name: '상태' })).toHaveTextContent('온라인')
    await user.click(screen.getByRole('button', { name: '초기화' }))
    expect(setFilters).toHaveBeenLastCalledWith({})
    expect(screen.getByRole('combobox', { name: '상태' })).toHaveTextContent('전체')
    expect(screen.getByRole('textbox', { name: '검색' })).toHaveValue('')
  })

  it('a search that is still being typed is in force as soon as one goes on to something else', async () => {
    const user = userEvent.setup()
    open()
    await found(45)
    await user.type(screen.getByRole('textbox', { name: '검색' }), '1511')
    await user.click(screen.getByRole('button', { name: '초기화' }))
    expect(screen.getByRole('textbox', { name: '검색' })).toHaveValue('')
    await user.click(screen.getByRole('combobox', { name: '상태' }))
    await user.click(await screen.findByRole('option', { name: '온라인' }))
    await waitFor(() => expect(asked().filter).toEqual({ status: 'linked' }))
  })

  it('a link with filters shows the same list', async () => {
    open(
      `/app/devices?filter=${encodeURIComponent('{"status":"linked","model":1}')}&page=2&sort=isdn&order=DESC`,
    )
    await found(45)
    expect(asked()).toMatchObject({
      filter: { status: 'linked', model: 1 },
      pagination: { page: 2, perPage: PER_PAGE },
      sort: { field: 'isdn', order: 'DESC' },
    })
    expect(screen.getByRole('combobox', { name: '상태' })).toHaveTextContent('온라인')
    expect(await screen.findByRole('columnheader', { name: /전화번호/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  it('batches are offered for the chosen model, when there is more than one', async () => {
    const user = userEvent.setup()
    open()
    await found(45)
    expect(screen.queryByRole('combobox', { name: '그룹' })).toBeNull()

    await user.click(screen.getByRole('combobox', { name: '모델' }))
    await user.click(await screen.findByRole('option', { name: 'FT-100' }))
    await user.click(await screen.findByRole('combobox', { name: '그룹' }))
    await user.click(await screen.findByRole('option', { name: '수도권 화물 2차' }))
    await waitFor(() => expect(asked().filter).toEqual({ model: 1, batch: 9 }))

    await user.click(screen.getByRole('combobox', { name: '모델' }))
    await user.click(await screen.findByRole('option', { name: 'GW-50' }))
    await waitFor(() => expect(asked().filter).toEqual({ model: 2 }))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: '그룹' })).toBeNull())
  })

  it('reset clears them all, what is typed too', async () => {
    const user = userEvent.setup()
    open(`/app/devices?filter=${encodeURIComponent('{"status":"closed","search":"1511"}')}`)
    await found(45)
    expect(screen.getByRole('textbox', { name: '검색' })).toHaveValue('1511')
    await user.click(screen.getByRole('button', { name: '초기화' }))
    await waitFor(() => expect(asked().filter).toEqual({}))
    expect(screen.getByRole('textbox', { name: '검색' })).toHaveValue('')
    expect(screen.getByRole('combobox', { name: '상태' })).toHaveTextContent('전체')
    expect(screen.getByRole('button', { name: '초기화' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: '초기화' })).toHaveFocus()
  })

  it('an unknown model in the address is named as unknown', async () => {
    open(`/app/devices?filter=${encodeURIComponent('{"model":77}')}`)
    await found(45)
    expect(await screen.findByDisplayValue('알 수 없음 (77)')).toBeInTheDocument()
  })
})

describe('the order of rows and columns', () => {
  it('a click on a header sorts, a second one turns it round', async () => {
    const user = userEvent.setup()
    open()
    await found(45)
    expect(screen.getByRole('columnheader', { name: /IMEI/ })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: '모델 오름차순 정렬' }))
    await waitFor(() => expect(asked().sort).toEqual({ field: 'model', order: 'ASC' }))
    await user.click(await screen.findByRole('button', { name: '모델 내림차순 정렬' }))
    await waitFor(() => expect(asked().sort).toEqual({ field: 'model', order: 'DESC' }))
    expect(screen.getByRole('columnheader', { name: /모델/ })).toHaveAttribute('aria-sort', 'descending')
    expect(screen.getByRole('columnheader', { name: /IMEI/ })).not.toHaveAttribute('aria-sort')
  })

  it('columns are turned off, moved, and put back', async () => {
    const user = userEvent.setup()
    open()
    await found(45)
    await user.click(screen.getByRole('button', { name: '열 선택' }))
    const dialog = screen.getByRole('dialog', { name: '표시할 열' })
    await user.click(within(dialog).getByRole('checkbox', { name: '시리얼' }))
    for (const _over of ['시리얼', '연결', '전화번호'])
      await user.click(within(dialog).getByRole('button', { name: '모델 앞으로' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await headers()).slice(0, 4)).toEqual(['#', 'IMEI', '모델', '전화번호'])
    expect(await headers()).not.toContain('시리얼')

    await user.click(screen.getByRole('button', { name: '열 선택' }))
    await user.click(screen.getByRole('button', { name: '처음대로' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await headers()).slice(0, 5)).toEqual(['#', 'IMEI', '전화번호', '연결', '시리얼'])
  })
})
