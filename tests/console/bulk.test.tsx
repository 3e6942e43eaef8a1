/** Selected rows of the device list, and the changes made to them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type GetListParams, HttpError, useStore } from 'ra-core'
import { type ReactNode, useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecordsChange } from '../../src/console/api/fleet'
import RecordList from '../../src/console/features/records/RecordList'
import type { Arrangement } from '../../src/console/forms/list/arrangement'
import { deviceRecord } from '../support/consoleRecords'
import { choose, config, press, renderInConsole, shows, signIn, user } from '../support/consoleWorld'
import { mediaOf } from '../support/media'

const TOTAL = 1_234
/** The first device of page 1. */
const FIRST = deviceRecord(10)
const updated = '2026-11-20T00:00:00Z'
const pageOf = (page: number): object[] => [0, 1, 2, 3].map(at => deviceRecord(page * 10 + at, { updated }))
let devices: (page: number) => object[] = pageOf

type Exported = { expected?: number; filter?: object }
const calls = {
  changeRecords:
    vi.fn<(resource: object, change: RecordsChange) => Promise<{ records: number; undoSeconds: number }>>(),
  undoChange: vi.fn(),
  cancelChange: vi.fn(async () => undefined),
  exportList: vi.fn<(resource: object, rows: Exported, file: { columns: string[] }) => Promise<object>>(),
  changeProgress: vi.fn<(resource: string, name: string) => Promise<object | undefined>>(),
  chosenTargets: vi.fn(),
  chosenValues: vi.fn<() => Promise<object | undefined>>(async () => undefined),
}
/** Notes the filter of each request for the choices of a reference. */
const noteChoicesFilter = vi.fn<(filter: object) => void>()
const { changeRecords, undoChange, cancelChange, exportList, changeProgress, chosenValues } = calls
/** The connection broke: the outcome of the change is unknown. */
const noAnswer = () => new HttpError('응답이 없습니다', 0, { outcome: 'unknown' })
const APPLYING = { stage: 'applying', done: 0, total: 1 }

/** The config with few columns, because each cell takes time to render. */
const { devices: resource } = config.resources
const COLUMNS = ['index', 'id', 'isdn', 'serial', 'version']
const columns = resource!.list!.columns.filter(({ field }) => COLUMNS.includes(field))
const list = { ...resource!.list!, columns }
const fewColumns = { ...config, resources: { ...config.resources, devices: { ...resource!, list } } }

const open = (beside?: ReactNode, at = '/app/devices') =>
  renderInConsole(
    <>
      {beside}
      <RecordList />
    </>,
    {
      at,
      resource: 'devices',
      config: fewColumns,
      dataProvider: {
        getList: async (resource: string, { pagination, filter }: GetListParams) => {
          if (resource === 'devices') return { data: devices(pagination!.page), total: TOTAL }
          noteChoicesFilter(filter)
          return { data: [], total: 0 }
        },
        getMany: async () => ({ data: [] }),
        exportableLists: async () => ['devices'],
        ...calls,
      },
    },
  )

async function boxes() {
  await screen.findByText(FIRST.id)
  return screen.getAllByRole('checkbox')
}
const bar = () => screen.findByRole('toolbar', { name: '선택한 항목' })
const pressInBar = async (name: string) => user.click(within(await bar()).getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
/** Selects the first device and opens the dialog of an action. */
async function openAction(action: string) {
  const page = open()
  await user.click((await boxes())[1]!)
  await pressInBar(action)
  return page
}
async function selectAllFound() {
  open()
  await user.click((await boxes())[0]!)
  await pressInBar('검색된 전체 단말 1,234대 선택하기')
}
const confirm = () => press('단말 1대 변경')

beforeEach(() => {
  signIn({ level: 9 })
  devices = pageOf
  changeRecords.mockReset()
  undoChange.mockReset()
  exportList.mockReset().mockRejectedValue(new HttpError('받지 못했습니다.', 503))
  changeProgress.mockReset().mockResolvedValue(APPLYING)
})

describe('the assignment to a client offers only clients of the vendor', () => {
  const openChoices = async () => user.click(await screen.findByRole('combobox', { name: /회원/ }))
  const ofVendor = (vendor: number) => expect.objectContaining({ vendor })

  it('that all selected devices share', async () => {
    devices = () => [10, 11].map(number => deviceRecord(number, { updated, vendor: 3 }))
    await openAction('회원 지정')
    await openChoices()
    await waitFor(() => expect(noteChoicesFilter).toHaveBeenCalledWith(ofVendor(3)))
  })

  it('that all found devices of all pages share', async () => {
    chosenValues.mockResolvedValueOnce({ shared: { vendor: 4 }, usual: {} })
    await selectAllFound()
    await pressInBar('회원 지정')
    await openChoices()
    await waitFor(() => expect(noteChoicesFilter).toHaveBeenCalledWith(ofVendor(4)))
  })
})

describe('the selection', () => {
  it('stays with an open dialog when the list becomes empty; a refusal of the server is shown', async () => {
    const { queryClient } = await openAction('삭제')
    await screen.findByRole('button', { name: '단말 1대 삭제' })
    devices = () => []
    await queryClient.refetchQueries({ queryKey: ['devices'] })
    await waitFor(() => expect(screen.queryByText(FIRST.id)).toBeNull())
    changeRecords.mockRejectedValueOnce(new HttpError('권한이 없습니다.', 403))
    await press('단말 1대 삭제')
    expect(await (await dialog()).findByText('권한이 없습니다.')).toBeVisible()
    expect(changeRecords.mock.calls[0]![1]).toMatchObject({ kind: 'remove', choice: { ids: [FIRST.id] } })
  })

  it('needs a server that can change devices, and a user who may', async () => {
    // A server that cannot change devices sends no `updated`.
    devices = () => [FIRST]
    const { unmount } = open()
    await screen.findByText(FIRST.id)
    expect(screen.queryByRole('checkbox')).toBeNull()
    unmount()
    devices = pageOf
    signIn({ level: 1 })
    open()
    await screen.findByText(FIRST.id)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

it('on a phone a client selects the page or all found devices, and has a menu without moves and deletion', async () => {
  vi.stubGlobal('matchMedia', mediaOf(390))
  signIn({ level: 3 })
  open()
  await user.click((await screen.findAllByRole('checkbox'))[0]!)
  await press('이 페이지 전체')
  await shows('단말 4대 선택')
  await press('작업')
  const items = (await screen.findAllByRole('menuitem')).map(item => item.textContent)
  expect(items).toEqual(['제어 명령', '파일로 받기'])
  await user.keyboard('{Escape}')
  await press('검색 결과 단말 1,234대 모두')
  await shows('검색된 전체 단말 1,234대 선택')
})

it('an order shows that its devices could not be read, and reads them again', async () => {
  calls.chosenTargets.mockRejectedValueOnce(new HttpError('연결하지 못했습니다.', 0)).mockResolvedValue([])
  const { router } = await openAction('제어 명령')
  await shows('연결하지 못했습니다.')
  await press('새로고침')
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/orders/compose'))
})

/** Columns as a user has arranged them. */
function Arranged() {
  const [, store] = useStore<Arrangement>('devices.columns')
  useEffect(() => store({ shown: { version: false }, order: ['index', 'serial', 'id'] }), [store])
  return null
}

describe('an export', () => {
  it('has the filter and the columns of the list', async () => {
    open(<Arranged />, '/app/devices?filter={"status":"linked"}')
    await user.click((await boxes())[1]!)
    // The request fails (`beforeEach`): the columns that it asked for are enough.
    const tryDownload = async () => {
      await press('다운로드')
      await shows('받지 못했습니다.')
      await user.click((await dialog()).getByRole('button', { name: '닫기' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await press('내보내기')
    await tryDownload()
    await pressInBar('파일로 받기')
    await tryDownload()
    const [all, selected] = exportList.mock.calls.map(([, , { columns }]) => columns)
    expect(all).toEqual(selected)
    expect(all?.slice(0, 2)).toEqual(['index', 'serial'])
    expect(all).not.toContain('version')
    expect(exportList.mock.calls[0]![1].filter).toEqual({ status: 'linked' })
  })

  it('of all found devices expects their number; a changed number is shown and sent with the next attempt', async () => {
    await selectAllFound()
    const message = '그 사이 대상이 1,200대로 바뀌었습니다.'
    exportList.mockRejectedValueOnce(new HttpError(message, 409, { code: 'bulk.changed', found: 1_200 }))
    await pressInBar('파일로 받기')
    await press('다운로드')
    for (const text of [message, '단말 1,200대의 목록을 파일로 받습니다.'])
      expect(await (await dialog()).findByText(text)).toBeVisible()
    await press('다운로드')
    await waitFor(() => expect(exportList).toHaveBeenCalledTimes(2))
    expect(exportList.mock.calls.map(([, rows]) => rows.expected)).toEqual([TOTAL, 1_200])
  })
})

describe('a change', () => {
  it('keeps the undo button after a lost connection, and loses it when the time to undo is over', async () => {
    await openAction('회원 지정')
    changeRecords.mockResolvedValueOnce({ records: 1, undoSeconds: 60 })
    await confirm()
    const late = new HttpError('되돌릴 수 있는 시간이 지났습니다.', 409, { code: 'bulk.undoLate' })
    undoChange.mockRejectedValueOnce(new HttpError('연결이 끊겼습니다', 0, {})).mockRejectedValueOnce(late)
    await press('되돌리기')
    await shows('연결이 끊겼습니다')
    await press('되돌리기')
    await shows('되돌릴 수 있는 시간이 지났습니다.')
    await waitFor(() => expect(screen.queryByRole('button', { name: '되돌리기' })).toBeNull())
  })

  it('shows its progress, can be stopped, and names the devices that it does not fit', async () => {
    open()
    for (const box of (await boxes()).slice(1, 3)) await user.click(box)
    await pressInBar('항목 수정')
    let fail: (error: Error) => void = () => {}
    changeRecords.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
    await press('단말 2대 변경')
    await shows('적용 중')
    await user.click((await dialog()).getByRole('button', { name: '취소' }))
    expect(cancelChange).toHaveBeenCalled()
    const rows = [{ row: 1, column: 'IMEI', value: FIRST.id, code: 'x', message: '맞지 않습니다.' }]
    fail(new HttpError('맞지 않는 단말이 1대 있습니다.', 422, { code: 'bulk.rows', rows, rowsTotal: 1 }))
    await shows(/맞지 않는 단말이 1대/)
    await shows(/맞지 않습니다\./)
    await press('맞지 않는 단말 1대 빼고 단말 1대 변경')
    expect(changeRecords.mock.lastCall?.[1]).toMatchObject({ expected: 2, leaveOut: 1 })
  })

  it('that is refused keeps its values, and shows the error at its field', async () => {
    await openAction('항목 수정')
    await choose('항목', '시리얼')
    const field = () => screen.getByRole('textbox', { name: '시리얼' })
    fireEvent.change(field(), { target: { value: 'S-4711' } })
    const errors = { serial: '이미 있습니다.' }
    changeRecords.mockRejectedValueOnce(new HttpError('맞지 않습니다.', 422, { errors }))
    await confirm()
    await shows('이미 있습니다.')
    expect(field()).toHaveValue('S-4711')
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('warns that it clears a value as long as none is entered', async () => {
    await openAction('그룹 이동')
    await shows(/이대로 변경하면 단말 1대가 지금 그룹에서 빠집니다/)
    await press('취소')
    await pressInBar('항목 수정')
    const warning = /이대로 변경하면 단말 1대의 값이 지워집니다/
    await shows(warning)
    fireEvent.change(screen.getByRole('textbox', { name: '시리얼' }), { target: { value: '7' } })
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
  })

  it('without an answer is followed until it is done', async () => {
    await openAction('회원 지정')
    changeRecords.mockRejectedValueOnce(noAnswer())
    const result = { records: 1, undoSeconds: 60 }
    changeProgress
      .mockResolvedValueOnce(APPLYING)
      .mockResolvedValueOnce(APPLYING)
      .mockResolvedValue({ stage: 'done', done: 1, total: 1, result })
    await confirm()
    expect(await screen.findByRole('button', { name: '되돌리기' })).toBeVisible()
  })

  it('with an unknown outcome is repeated under the same name', async () => {
    await openAction('회원 지정')
    changeProgress.mockRejectedValue(noAnswer())
    changeRecords.mockRejectedValueOnce(noAnswer()).mockResolvedValueOnce({ records: 1, undoSeconds: 0 })
    await confirm()
    await screen.findByRole('alert')
    await confirm()
    await shows('단말 1대의 값을 변경하였습니다.')
    const [first, second] = changeRecords.mock.calls.map(([, { name }]) => name)
    expect(second).toBe(first)
  })

  it('has an unknown outcome if the server does not know it; if the server knew it before, nothing was changed', async () => {
    await openAction('회원 지정')
    changeRecords.mockRejectedValueOnce(noAnswer()).mockRejectedValueOnce(noAnswer())
    changeProgress.mockResolvedValueOnce(undefined)
    await confirm()
    expect(await screen.findByRole('alert')).toHaveTextContent('응답이 없습니다')
    changeProgress
      .mockResolvedValueOnce(APPLYING)
      .mockResolvedValueOnce(APPLYING)
      .mockResolvedValue(undefined)
    await confirm()
    await shows(/바뀐 내용은 없습니다/)
  })
})
