/** Chosen rows of the device list, and what is done with them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, ResourceContextProvider, useStore } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeviceChange } from '../../src/console/api/fleet'
import RecordList from '../../src/console/features/records/RecordList'
import type { Arrangement } from '../../src/console/forms/list/arrangement'
import { renderInConsole, signIn } from '../support/consoleWorld'

const TOTAL = 1_234
const device = (at: number, more: object = {}) => ({
  id: String(350_000_000_000_000 + at),
  isdn: `0101511${1000 + at}`,
  serial: String(at),
  model: 'FT-100',
  linked: '0001-01-01T00:00:00Z',
  closed: '0001-01-01T00:00:00Z',
  vpn: {},
  modem: { apn: '', band: 0, rsrp: 0 },
  updated: '2026-11-20T00:00:00Z',
  ...more,
})
const pageOf = (page: number) => [0, 1, 2, 3].map(at => device(page * 10 + at))

const changeDevices = vi.fn<(change: DeviceChange) => Promise<{ devices: number; undoSeconds: number }>>()
const undoChange = vi.fn()
const stopChange = vi.fn(async () => undefined)
const exportList =
  vi.fn<(resource: object, rows: { expected?: number }, file: { columns: string[] }) => Promise<object>>()
const changeProgress = vi.fn<(name: string) => Promise<object | undefined>>()
/** The line broke: whether it was done nobody knows. */
const lostAnswer = () => new HttpError('응답이 없습니다', 0, { outcome: 'unknown' })
let devices: (page: number) => object[] = pageOf

/** Columns as the user has arranged them. */
function Arranged() {
  const [, store] = useStore<Arrangement>('devices.columns')
  useEffect(() => store({ shown: { version: false }, order: ['index', 'serial', 'id'] }), [store])
  return null
}

const open = (beside?: ReactNode) =>
  renderInConsole(
    <ResourceContextProvider value="devices">
      {beside}
      <RecordList />
    </ResourceContextProvider>,
    {
      at: '/app/devices',
      dataProvider: {
        getList: async (resource: string, params: { pagination: { page: number } }) =>
          resource === 'devices'
            ? { data: devices(params.pagination.page), total: TOTAL }
            : { data: [], total: 0 },
        getMany: async () => ({ data: [] }),
        changeDevices,
        undoChange,
        stopChange,
        changeProgress,
        exportList,
        exportableLists: async () => ['devices'],
      } as never,
    },
  )

const boxes = async () => {
  await screen.findByText('350000000000010')
  return screen.getAllByRole('checkbox')
}
const bar = () => screen.findByRole('toolbar', { name: '선택한 단말' })
const press = async (name: string | RegExp) =>
  userEvent.click(within(await bar()).getByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')

beforeEach(() => {
  signIn({ level: 9 })
  devices = pageOf
  changeDevices.mockReset()
  undoChange.mockReset()
  exportList.mockReset().mockRejectedValue(new HttpError('받지 못했습니다.', 503))
  changeProgress.mockReset().mockResolvedValue({ stage: 'applying', done: 0, total: 2 })
})

describe('chosen rows', () => {
  it('are a range with the shift key, are kept over the pages, and are forgotten by another filter', async () => {
    open()
    const user = userEvent.setup()
    const [, first, , third] = await boxes()
    await user.click(first!)
    await user.keyboard('{Shift>}')
    await user.click(third!)
    await user.keyboard('{/Shift}')
    expect(await bar()).toHaveTextContent('3대 선택')
    await user.click(screen.getByRole('button', { name: /다음/ }))
    await screen.findByText('350000000000020')
    expect(await bar()).toHaveTextContent('3대 선택')
    await user.type(screen.getByRole('textbox', { name: '검색' }), '0101')
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '선택한 단말' })).toBeNull())
  })

  it('stay chosen, and their dialog open, when the list becomes empty meanwhile: the server says why it cannot be done', async () => {
    const { queryClient } = open()
    await userEvent.click((await boxes())[1]!)
    await press('제거')
    await screen.findByRole('button', { name: '1대 제거' })
    devices = () => []
    await queryClient.refetchQueries({ queryKey: ['devices'] })
    await waitFor(() => expect(screen.queryByText('350000000000010')).toBeNull())
    changeDevices.mockRejectedValueOnce(new HttpError('권한이 없습니다.', 403))
    await userEvent.click(screen.getByRole('button', { name: '1대 제거' }))
    expect(await within(await dialog()).findByText('권한이 없습니다.')).toBeVisible()
    expect(changeDevices.mock.calls[0]![0]).toMatchObject({
      kind: 'remove',
      choice: { ids: ['350000000000010'] },
    })
  })

  it.each([false, true])(
    'are a file with the columns of all rows of the list; on a phone: %s',
    async phone => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: phone && query.includes('max-width'),
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        addListener: () => undefined,
        removeListener: () => undefined,
      }))
      open(<Arranged />)
      await screen.findByText('010-1511-1010')
      await userEvent.click(screen.getAllByRole('checkbox')[phone ? 0 : 1]!)
      await bar()
      const save = async () => {
        await userEvent.click(await screen.findByRole('button', { name: '다운로드' }))
        await userEvent.click(within(await dialog()).getByRole('button', { name: '닫기' }))
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      }
      await userEvent.click(await screen.findByRole('button', { name: '내보내기' }))
      await save()
      if (phone) await userEvent.click(within(await bar()).getByRole('button', { name: '작업' }))
      if (phone) await userEvent.click(await screen.findByRole('menuitem', { name: '파일로 받기' }))
      else await press('파일로 받기')
      await save()
      const [all, chosen] = exportList.mock.calls.map(([, , { columns }]) => columns)
      expect(all).toEqual(chosen)
      expect(all?.slice(0, 2)).toEqual(['index', 'serial'])
      expect(all).not.toContain('version')
    },
  )

  it('of all pages are exported as many as the bar says; another number is said, and sent with the next try', async () => {
    open()
    await userEvent.click((await boxes())[0]!)
    await userEvent.click(await screen.findByRole('button', { name: '검색된 전체 1,234대 선택하기' }))
    exportList.mockRejectedValueOnce(
      new HttpError('그 사이 대상이 1,200대로 바뀌었습니다.', 409, { code: 'bulk.changed', found: 1_200 }),
    )
    await press('파일로 받기')
    const save = await screen.findByRole('button', { name: '다운로드' })
    await userEvent.click(save)
    expect(await within(await dialog()).findByText('그 사이 대상이 1,200대로 바뀌었습니다.')).toBeVisible()
    expect(await within(await dialog()).findByText('단말 1,200대를 파일로 받습니다.')).toBeVisible()
    await userEvent.click(save)
    await waitFor(() => expect(exportList).toHaveBeenCalledTimes(2))
    expect(exportList.mock.calls.map(([, rows]) => rows.expected)).toEqual([TOTAL, 1_200])
  })

  it('of a page lead to all that are found, which are changed by the filter and the typed number', async () => {
    open()
    await userEvent.click((await boxes())[0]!)
    await press('검색된 전체 1,234대 선택하기')
    expect(await bar()).toHaveTextContent('검색된 전체 1,234대 선택')
    await press('제거')
    changeDevices.mockRejectedValueOnce(
      new HttpError('바뀌었습니다', 409, { code: 'bulk.changed', found: 1_233 }),
    )
    await userEvent.click(await screen.findByRole('button', { name: '1,234대 제거' }))
    expect(await screen.findByText('이 숫자를 그대로 입력해 주세요: 1,234')).toBeVisible()
    expect(changeDevices).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('확인을 위해 대수를 입력해 주세요'), '1234')
    await userEvent.click(screen.getByRole('button', { name: '1,234대 제거' }))
    // It is another number by now: the question is asked again.
    expect(await screen.findByRole('button', { name: '1,233대 제거' })).toBeVisible()
    expect(changeDevices.mock.calls[0]![0]).toMatchObject({
      kind: 'remove',
      choice: { filter: {} },
      expected: 1_234,
    })
    changeDevices.mockResolvedValueOnce({ devices: 1_233, undoSeconds: 0 })
    await userEvent.type(screen.getByLabelText('확인을 위해 대수를 입력해 주세요'), '1233')
    await userEvent.click(screen.getByRole('button', { name: '1,233대 제거' }))
    expect(await screen.findByText('단말 1,233대를 제거하였습니다.')).toBeVisible()
    expect(screen.queryByRole('button', { name: '되돌리기' })).toBeNull()
  })

  it('can be given what they had for a minute; those changed since are named', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('회원 지정')
    changeDevices.mockResolvedValueOnce({ devices: 1, undoSeconds: 60 })
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    expect(changeDevices.mock.calls[0]![0]).toMatchObject({
      kind: 'change',
      choice: { ids: ['350000000000010'] },
      expected: 1,
      values: { client: 0 },
    })
    undoChange.mockResolvedValueOnce({
      restored: 0,
      left: 1,
      names: [{ id: '350000000000010', isdn: '01015111010' }],
    })
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }))
    expect(await screen.findByText('그 사이 바뀐 1대는 그대로 두었습니다: 010-1511-1010')).toBeVisible()
  })

  it('show how far their change is, and it can be stopped; what does not fit is named', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('항목 수정')
    let answer: (error: Error) => void = () => {}
    changeDevices.mockReturnValueOnce(new Promise((_, reject) => (answer = reject)))
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    expect(await screen.findByText('적용 중')).toBeVisible()
    await userEvent.click(within(await dialog()).getByRole('button', { name: '취소' }))
    expect(stopChange).toHaveBeenCalled()
    const rows = [{ row: 1, column: 'IMEI', value: '350000000000010', code: 'x', message: '맞지 않습니다.' }]
    answer(new HttpError('맞지 않는 단말이 1대 있습니다.', 422, { code: 'bulk.rows', rows, rowsTotal: 1 }))
    expect(await screen.findByText(/맞지 않는 단말이 1대/)).toBeVisible()
    expect(screen.getByText(/맞지 않습니다\./)).toBeVisible()
  })

  it('are asked again with what was entered when they are refused, and the field says why', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('항목 수정')
    await userEvent.click(await screen.findByRole('combobox', { name: '항목' }))
    await userEvent.click(await screen.findByRole('option', { name: '시리얼' }))
    fireEvent.change(screen.getByRole('textbox', { name: '시리얼' }), { target: { value: 'S-4711' } })
    changeDevices.mockRejectedValueOnce(
      new HttpError('맞지 않습니다.', 422, { errors: { serial: '이미 있습니다.' } }),
    )
    await userEvent.click(screen.getByRole('button', { name: '1대 변경' }))
    expect(await screen.findByText('이미 있습니다.')).toBeVisible()
    const field = screen.getByRole('textbox', { name: '시리얼' })
    expect(field).toHaveValue('S-4711')
    await waitFor(() => expect(field).toHaveFocus())
  })

  it('lose a value only where it is said: as long as nothing is entered', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('그룹 이동')
    expect(await screen.findByText(/이대로 변경하면 단말 1대가 지금 그룹에서 빠집니다/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '취소' }))
    await press('항목 수정')
    const warning = /이대로 변경하면 단말 1대의 값이 지워집니다/
    expect(await screen.findByText(warning)).toBeVisible()
    fireEvent.change(screen.getByRole('textbox', { name: '시리얼' }), { target: { value: '7' } })
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
  })

  it('are followed after a lost answer until they are done', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('회원 지정')
    changeDevices.mockRejectedValueOnce(lostAnswer())
    const result = { devices: 1, undoSeconds: 60 }
    changeProgress
      .mockResolvedValueOnce({ stage: 'applying', done: 0, total: 1 })
      .mockResolvedValueOnce({ stage: 'applying', done: 0, total: 1 })
      .mockResolvedValue({ stage: 'done', done: 1, total: 1, result })
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    expect(await screen.findByRole('button', { name: '되돌리기' })).toBeVisible()
  })

  it('keep their name while nobody knows what came of them', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('회원 지정')
    changeProgress.mockRejectedValue(lostAnswer())
    changeDevices.mockRejectedValueOnce(lostAnswer()).mockResolvedValueOnce({ devices: 1, undoSeconds: 0 })
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    await screen.findByRole('alert')
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    await screen.findByText('단말 1대를 변경하였습니다.')
    const [first, second] = changeDevices.mock.calls.map(([{ name }]) => name)
    expect(second).toBe(first)
  })

  it('say that nothing was changed where they are gone, and may have been done where nobody has seen them', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('회원 지정')
    changeDevices.mockRejectedValueOnce(lostAnswer()).mockRejectedValueOnce(lostAnswer())
    changeProgress.mockResolvedValueOnce(undefined)
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('응답이 없습니다')
    changeProgress
      .mockResolvedValueOnce({ stage: 'applying', done: 0, total: 1 })
      .mockResolvedValueOnce({ stage: 'applying', done: 0, total: 1 })
      .mockResolvedValue(undefined)
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    expect(await screen.findByText(/바뀐 단말은 없습니다/, {})).toBeVisible()
  })

  it('can still be given back after the network was away, and not once it is too late', async () => {
    open()
    await userEvent.click((await boxes())[1]!)
    await press('회원 지정')
    changeDevices.mockResolvedValueOnce({ devices: 1, undoSeconds: 60 })
    await userEvent.click(await screen.findByRole('button', { name: '1대 변경' }))
    undoChange
      .mockRejectedValueOnce(new HttpError('연결이 끊겼습니다', 0, {}))
      .mockRejectedValueOnce(
        new HttpError('되돌릴 수 있는 시간이 지났습니다.', 409, { code: 'bulk.undoLate' }),
      )
    const undo = await screen.findByRole('button', { name: '되돌리기' })
    await userEvent.click(undo)
    expect(await screen.findByText('연결이 끊겼습니다')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '되돌리기' }))
    expect(await screen.findByText('되돌릴 수 있는 시간이 지났습니다.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: '되돌리기' })).toBeNull())
    expect(undoChange).toHaveBeenCalledTimes(2)
  })

  it('are none where a server has no calls for them, and for who may do nothing with them', async () => {
    devices = page => pageOf(page).map(({ updated: _, ...rest }) => rest)
    const { unmount } = open()
    await screen.findByText('350000000000010')
    expect(screen.queryByRole('checkbox')).toBeNull()
    unmount()
    devices = pageOf
    signIn({ level: 1 })
    open()
    await screen.findByText('350000000000010')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})
