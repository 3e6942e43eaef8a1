/** The dialog that registers devices from a spreadsheet (§2, §8). */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import RosterDialog from '../../src/console/features/roster/RosterDialog'
import { session } from '../../src/console/session'
import { chooseFile, config, press, renderInConsole, shows, signIn, user } from '../support/consoleWorld'

interface Watch {
  signal: AbortSignal
  name: string
  onProgress: (progress: { sent: number; total: number; isSent: boolean }) => void
}

const calls = {
  uploadRoster: vi.fn<(file: File, watch: Watch) => Promise<unknown>>(),
  downloadRosterSample: vi.fn(),
  cancelUpload: vi.fn<(name: string) => Promise<void>>(),
  uploadTurn: vi.fn<(name: string) => Promise<{ state: string; before: number } | undefined>>(),
}
const { uploadRoster, downloadRosterSample, cancelUpload, uploadTurn } = calls
const onClose = vi.fn()
const ADDED = { result: true, message: '', payload: { added: 20 } }

beforeEach(() => {
  signIn({ level: 9 })
  uploadRoster.mockReset().mockResolvedValue(ADDED)
  downloadRosterSample.mockReset().mockResolvedValue({ blob: new Blob(['x']), name: '단말목록_양식.xlsx' })
  onClose.mockReset()
  cancelUpload.mockReset().mockResolvedValue()
  uploadTurn.mockReset().mockResolvedValue(undefined)
})

const open = () => renderInConsole(<RosterDialog onClose={onClose} />, { dataProvider: calls })
const sheet = (name = 'devices.xlsx', size?: number) => {
  const file = new File(['PK'], name)
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size })
  return file
}
const upload = () => press('업로드')
const close = () => user.click(screen.getAllByRole('button', { name: '닫기' })[0]!)
async function openAndUpload(file = sheet()) {
  const page = open()
  await chooseFile(file)
  await upload()
  return page
}
const watch = () => uploadRoster.mock.calls[0]![1]

/** A refusal of cells. @param total of all refused cells, of which `count` are in the response */
const refusal = (count: number, total = count) =>
  new HttpError(`잘못된 칸이 ${total}개 있어 아무것도 등록하지 않았습니다.`, 422, {
    code: 'rosterRows',
    rows: Array.from({ length: count }, (_, at) => ({
      row: at + 2,
      column: 'IMEI',
      value: `=${at}`,
      code: 'imeiLength',
      message: 'IMEI는 15자리입니다.',
    })),
    rowsTotal: total,
  })

it('users without the right to register devices are told before they choose a file', () => {
  signIn({ level: 1 })
  open()
  expect(screen.getByText(/^단말을 등록할 권한이 없습니다\./)).toBeVisible()
  expect(screen.queryByLabelText('목록 파일', { selector: 'input' })).toBeNull()
  expect(screen.queryByRole('button', { name: '업로드' })).toBeNull()
})

describe('the roster dialog (§2)', () => {
  it('refuses a large file, an empty file and two files at once', async () => {
    open()
    await chooseFile(sheet('big.xlsx', config.app.limits.upload.bytes + 1))
    await shows(/파일이 너무 큽니다. 20 MB까지/)
    await chooseFile(sheet('nothing.xlsx', 0))
    await shows(/nothing.xlsx 파일이 비어 있습니다/)
    const files = [sheet('a.xlsx'), sheet('b.xlsx')]
    await act(async () => {
      const zone = screen.getByRole('group', { name: '목록 파일' })
      fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } })
    })
    await shows('파일은 하나만 올릴 수 있습니다.')
    expect(screen.getByRole('button', { name: '파일 선택' })).toBeInTheDocument()
  })

  it('aborts an upload when it is closed', async () => {
    uploadRoster.mockReturnValue(new Promise(() => {}))
    await openAndUpload()
    await close()
    expect(watch().signal.aborted).toBe(true)
    expect(onClose).toHaveBeenCalled()
  })

  it('clears its notices after 30 seconds (§8), but not the refused cells', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    uploadRoster.mockRejectedValue(refusal(1))
    await openAndUpload()
    await shows(/아무것도 등록하지 않았습니다/)
    act(() => vi.advanceTimersByTime(config.app.timing.noticeMs / 2))
    expect(screen.getByText(/아무것도 등록하지 않았습니다/)).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(config.app.timing.noticeMs / 2))
    expect(screen.queryByText(/아무것도 등록하지 않았습니다/)).toBeNull()
    expect(screen.getByRole('table')).toBeInTheDocument()
  })
})

it('the new devices are put into a group by staff only, and listed only if the server names the time', async () => {
  uploadRoster.mockResolvedValue({ ...ADDED, payload: { added: 20, created: '2026-11-27T10:00:00.123Z' } })
  signIn({ level: 3 })
  await openAndUpload()
  expect(await screen.findByRole('link', { name: '20대 보기' })).toBeVisible()
  expect(screen.queryByRole('button', { name: '그룹에 넣기' })).toBeNull()
  cleanup()
  uploadRoster.mockResolvedValue(ADDED)
  await openAndUpload()
  await shows('단말목록을 추가 하였습니다.')
  expect(screen.queryByRole('link')).toBeNull()
})

describe('an upload', () => {
  const CHECKING = '서버에서 목록을 확인하고 있습니다...'
  const CANCELLED = /업로드를 취소하였습니다/
  const end = { resolve: (_: unknown) => {}, reject: (_: unknown) => {} }
  beforeEach(() => {
    uploadRoster.mockImplementation(
      (_, { signal }) =>
        new Promise((resolve, reject) => {
          Object.assign(end, { resolve, reject })
          signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))
        }),
    )
  })
  /** Sends all bytes; the server still works on them. */
  async function sendAll() {
    await openAndUpload()
    act(() => watch().onProgress({ sent: 2, total: 2, isSent: true }))
    await shows(CHECKING)
  }

  it('shows its progress, and keeps the file if it is cancelled while it is sent', async () => {
    await openAndUpload(sheet('devices.xlsx', 4096))
    act(() => watch().onProgress({ sent: 1024, total: 4096, isSent: false }))
    await shows('업로드 중 25% (1 kB / 4 kB)')
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    await press('취소')
    await shows(CANCELLED)
    await shows('devices.xlsx')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('shows how many uploads are before it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    uploadTurn.mockResolvedValueOnce({ state: 'waiting', before: 3 })
    uploadTurn.mockResolvedValue({ state: 'reading', before: 0 })
    await sendAll()
    await shows(/앞에 3건이 있습니다/)
    expect(uploadTurn.mock.calls[0]![0]).toBe(watch().name)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await shows(CHECKING)
  })

  it('asks for its turn once on a server that does not know it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await sendAll()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(uploadTurn).toHaveBeenCalledOnce()
    await shows(CHECKING)
  })

  it('is cancelled by the server while it is processed, and its response confirms that', async () => {
    await sendAll()
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await press('취소')
    expect(cancelUpload).toHaveBeenCalledWith(watch().name)
    expect(watch().signal.aborted).toBe(false)
    await shows('업로드를 취소하는 중입니다...')
    expect(screen.getByRole('button', { name: '취소' })).toBeDisabled()
    await act(async () => end.reject(new HttpError('취소', 409, { code: 'upload.cancelled' })))
    await shows(CANCELLED)
    await shows('devices.xlsx')
  })

  it('says so if the devices were registered before the cancellation', async () => {
    await sendAll()
    await close()
    expect(onClose).not.toHaveBeenCalled()
    expect(cancelUpload).toHaveBeenCalledOnce()
    await act(async () => end.resolve(ADDED))
    await shows('단말목록을 추가 하였습니다.')
    await shows(/취소하기 전에 처리가 끝나.*등록된 단말: 20대/)
  })

  it('warns that devices may be registered when the server cannot be asked to cancel', async () => {
    cancelUpload.mockRejectedValue(new HttpError('없음', 404))
    await sendAll()
    await press('취소')
    expect(await screen.findByText(/등록되었을 수 있으니/)).toBeInTheDocument()
  })
})

describe('refused cells', () => {
  it('are listed with row, column, value and reason, and copied as text that is no formula', async () => {
    uploadRoster.mockRejectedValue(refusal(2))
    await openAndUpload()
    const table = within(await screen.findByRole('table', { name: '확인이 필요한 항목 2건' }))
    expect(table.getAllByRole('row').map(row => row.textContent)).toEqual([
      '행열값이유',
      '2IMEI=0IMEI는 15자리입니다.',
      '3IMEI=1IMEI는 15자리입니다.',
    ])
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await press('복사')
    expect(write).toHaveBeenCalledWith(
      "행\t열\t값\t이유\r\n2\tIMEI\t'=0\tIMEI는 15자리입니다.\r\n3\tIMEI\t'=1\tIMEI는 15자리입니다.",
    )
  })

  it('are listed a hundred at a time, with their total', async () => {
    uploadRoster.mockRejectedValue(refusal(150, 5321))
    await openAndUpload()
    const table = await screen.findByRole('table', { name: '확인이 필요한 항목 5,321건' })
    await waitFor(() => expect(table.querySelectorAll('tbody tr')).toHaveLength(100))
    await shows('전체 5,321건 중 100건 표시')
    await press('더 보기')
    expect(table.querySelectorAll('tbody tr')).toHaveLength(150)
    await shows('전체 5,321건 중 150건 표시')
  })

  it('of one row without a header are all listed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const row = { row: 5, column: '', code: 'noHeader', message: '열 제목이 없는 칸입니다.' }
    const rows = ['가', '나'].map(value => ({ ...row, value }))
    uploadRoster.mockRejectedValue(new HttpError('x', 422, { code: 'rosterRows', rows, rowsTotal: 2 }))
    await openAndUpload()
    for (const value of ['가', '나']) await shows(value)
    expect(log.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
  })
})

describe('the check of a chosen file in the browser', () => {
  /** The worker of the check; the test decides what it answers. */
  class CheckWorker {
    static last: CheckWorker
    onmessage?: (event: { data: unknown }) => void
    posted: { do: string }[] = []
    constructor() {
      CheckWorker.last = this
    }
    postMessage = (request: { do: string }) => void this.posted.push(request)
    get requests() {
      return this.posted.map(request => request.do)
    }
    terminate = () => undefined
    answer = (data: object) => act(async () => this.onmessage?.({ data }))
  }
  const worker = () => CheckWorker.last
  /** The result for a file with a corrected cell. */
  const RESULT = {
    rows: 2,
    headers: ['IMEI'],
    firstBadRows: [],
    badRowCount: 0,
    firstCorrections: [],
    correctionCount: 0,
    isChanged: true,
    isEdited: true,
    headerFaults: [],
    unknownHeaders: [],
    columnOptions: [],
    mapping: {},
    checkedOnServer: true,
    reading: {},
    numbering: [],
  }
  const finishCheck = (more: object = {}) => worker().answer({ is: 'result', result: { ...RESULT, ...more } })
  beforeEach(() => void vi.stubGlobal('Worker', CheckWorker))
  const expectUploadDisabled = () =>
    expect(screen.getByRole('button', { name: '업로드' })).toHaveAttribute('aria-disabled', 'true')

  it('sends nothing when the corrections cannot be written', async () => {
    open()
    await chooseFile(sheet())
    await finishCheck()
    await upload()
    expect(worker().requests).toEqual(['open', 'write'])
    expectUploadDisabled()
    await worker().answer({ is: 'failed', message: 'out of memory' })
    await shows(/고친 내용을 잃었습니다/)
    await upload()
    expect(uploadRoster).not.toHaveBeenCalled()
    // A file that is chosen again is checked again.
    await chooseFile(sheet('again.xlsx'))
    await finishCheck({ isChanged: false })
    await upload()
    expect(uploadRoster.mock.calls[0]![0].name).toBe('again.xlsx')
  })

  const LOST = '로그아웃되어 선택하신 파일(devices.xlsx)'
  it.each([
    ['chosen', `${LOST}은 남아 있지 않습니다. 파일을 다시 선택하여 주십시오.`],
    ['corrected', `${LOST}과 여기에서 고친 내용은 남아 있지 않습니다. 파일을 다시 선택하여 고쳐 주십시오.`],
    [
      'sent',
      '업로드하는 중에 로그아웃되어 devices.xlsx 의 내용이 반영되었는지 알 수 없습니다. 목록을 확인하신 후 필요하면 다시 업로드하여 주십시오.',
    ],
  ])('mentions after the login a file that was %s when the session ended', async (state, message) => {
    uploadRoster.mockReturnValue(new Promise(() => undefined))
    const { unmount } = open()
    await chooseFile(sheet())
    await finishCheck({ isChanged: state === 'corrected' })
    if (state === 'sent') {
      await upload()
      await screen.findByRole('progressbar')
    }
    act(() => session.end('expired'))
    unmount()
    signIn({ level: 9 })
    const secondVisit = open()
    await shows(message)
    expect(screen.getByRole('button', { name: '파일 선택' })).toBeInTheDocument()
    secondVisit.unmount()
    open()
    await screen.findByRole('button', { name: '파일 선택' })
    expect(screen.queryByText(message)).toBeNull()
  })

  it('writes the corrected file once, and again only after another correction', async () => {
    uploadRoster.mockRejectedValue(new HttpError('연결하지 못했습니다.', 0, { outcome: 'unknown' }))
    const sent = () => uploadRoster.mock.calls.map(([file]) => file)
    const send = async () => {
      const before = sent().length
      await upload()
      if (worker().requests.at(-1) === 'write' && sent().length === before)
        await worker().answer({ is: 'file', bytes: new Blob(['PK']) })
      await waitFor(() => expect(sent()).toHaveLength(before + 1))
    }
    open()
    await chooseFile(sheet())
    await finishCheck()
    await send()
    await send()
    expect(sent()[1]).toBe(sent()[0])
    await finishCheck({ correctionCount: 1 })
    await send()
    expect(sent()[2]).not.toBe(sent()[0])
    expect(worker().requests).toEqual(['open', 'write', 'write'])
  })

  it('asks for the columns of unknown headers, and sends them with the file', async () => {
    const fault = (column: string, code = 'unknownHeader') => ({ index: 1, column, code })
    const unknown = (name: string, more = {}) => ({ name, fault: fault(name), examples: ['2.0'], ...more })
    const headers = {
      isChanged: false,
      unknownHeaders: [
        unknown('Ver', { field: 'version', isSuggested: true }),
        unknown('Memo'),
        unknown('Tel'),
      ],
      columnOptions: [
        { field: 'version', header: '버전', isRequired: false },
        { field: 'isdn', header: '전화번호', isRequired: true },
      ],
    }
    const combobox = (name: string) => screen.getByRole('combobox', { name })
    const optionsOf = async (name: string) => {
      await user.click(combobox(name))
      return screen.getAllByRole('option').map(option => option.textContent)
    }
    open()
    await chooseFile(sheet())
    await finishCheck({ ...headers, headerFaults: [fault('전화번호', 'missingHeader'), fault('Memo')] })
    await shows(/필수 열이 없습니다: 전화번호/)
    expect(combobox('Ver')).toHaveTextContent('버전')
    expect(combobox('Ver')).toHaveAccessibleDescription(/제목이 비슷.*예: 2.0/)
    await upload()
    expect(uploadRoster).not.toHaveBeenCalled()
    expect(await optionsOf('Tel')).toEqual(['전화번호 (필수)', '가져오지 않음'])
    await user.click(screen.getByRole('option', { name: '전화번호 (필수)' }))
    expect(await optionsOf('Memo')).toEqual(['가져오지 않음'])
    await user.click(screen.getByRole('option', { name: '가져오지 않음' }))
    expect(worker().posted.slice(1)).toEqual([
      { do: 'map', columns: { Tel: 'isdn' } },
      { do: 'map', columns: { Memo: null } },
    ])
    const mapping = { Ver: 'version', Tel: 'isdn', '*': null }
    await finishCheck({ ...headers, mapping })
    await shows(/제목이 비슷한 열을 골라 두었습니다/)
    await upload()
    expect(watch()).toMatchObject({ mapping })
  })

  it('can be skipped until there are corrections', async () => {
    open()
    await chooseFile(sheet())
    expect(screen.getByRole('button', { name: '확인 건너뛰기' })).toBeInTheDocument()
    await finishCheck()
    await worker().answer({ is: 'progress', step: 'asking', rows: 1, total: 2 })
    expect(screen.queryByRole('button', { name: '확인 건너뛰기' })).toBeNull()
    // An upload now would send the file without the corrections.
    expectUploadDisabled()
    await finishCheck()
    await upload()
    expect(worker().requests).toEqual(['open', 'write'])
  })
})
