import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import RosterDialog from '../../src/console/features/roster/RosterDialog'
import { session } from '../../src/console/session'
import { chooseFile, config, renderInConsole, signIn } from '../support/consoleWorld'

interface Watch {
  signal: AbortSignal
  name: string
  onProgress: (progress: { sent: number; total: number; done: boolean }) => void
}

const uploadRoster = vi.fn<(file: File, watch: Watch) => Promise<unknown>>()
const downloadRosterSample = vi.fn()
const cancelUpload = vi.fn<(name: string) => Promise<void>>()
const uploadTurn = vi.fn<(name: string) => Promise<{ state: string; before: number } | undefined>>()
const onClose = vi.fn()

beforeEach(() => {
  uploadRoster.mockReset().mockResolvedValue({ result: true, message: '', payload: { added: 20 } })
  downloadRosterSample.mockReset().mockResolvedValue({ blob: new Blob(['x']), name: '단말목록_양식.xlsx' })
  onClose.mockReset()
  cancelUpload.mockReset().mockResolvedValue()
  uploadTurn.mockReset().mockResolvedValue(undefined)
  URL.createObjectURL = vi.fn(() => 'blob:x')
  URL.revokeObjectURL = vi.fn()
})

const open = () =>
  renderInConsole(<RosterDialog onClose={onClose} />, {
    dataProvider: { uploadRoster, downloadRosterSample, cancelUpload, uploadTurn } as never,
  })

const sheet = (name = 'devices.xlsx', size?: number) => {
  const file = new File(['PK'], name)
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size })
  return file
}
const upload = (timers?: Parameters<typeof userEvent.setup>[0]) =>
  userEvent.setup(timers).click(screen.getByRole('button', { name: '업로드' }))

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

describe('the roster dialog (§2)', () => {
  it('says what to do, and gives the sample', async () => {
    open()
    expect(screen.getByText(/샘플 파일을 다운로드하여/)).toBeInTheDocument()
    await userEvent.setup().click(screen.getByRole('button', { name: '샘플 파일 다운로드' }))
    expect(await screen.findByText('다운로드를 완료 하였습니다!')).toBeInTheDocument()
    expect(URL.createObjectURL).toHaveBeenCalledOnce()
  })

  it('shows two cells of one row that are refused alike, without a header', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const row = { row: 5, column: '', code: 'noHeader', message: '열 제목이 없는 칸입니다.' }
    const rows = ['가', '나'].map(value => ({ ...row, value }))
    uploadRoster.mockRejectedValue(new HttpError('x', 422, { code: 'rosterRows', rows, rowsTotal: 2 }))
    open()
    await chooseFile(sheet())
    await upload()
    for (const value of ['가', '나']) expect(await screen.findByText(value)).toBeInTheDocument()
    expect(complaints.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
    complaints.mockRestore()
  })

  it('says when the sample does not come', async () => {
    downloadRosterSample.mockRejectedValue(new HttpError('서버에 연결하지 못했습니다.', 0))
    open()
    await userEvent.setup().click(screen.getByRole('button', { name: '샘플 파일 다운로드' }))
    expect(await screen.findByText('서버에 연결하지 못했습니다.')).toBeInTheDocument()
  })

  it('asks for a file when there is none, and sends nothing', async () => {
    open()
    await upload()
    expect(await screen.findByText('목록 파일을 선택 후, 업로드 해 주세요!')).toBeInTheDocument()
    expect(uploadRoster).not.toHaveBeenCalled()
  })

  it('takes one file, which can be changed and removed', async () => {
    open()
    await chooseFile(sheet('a.xlsx'))
    expect(await screen.findByText('a.xlsx')).toBeInTheDocument()
    await chooseFile(sheet('b.xlsx'))
    expect(await screen.findByText('b.xlsx')).toBeInTheDocument()
    expect(screen.queryByText('a.xlsx')).toBeNull()
    await userEvent.setup().click(screen.getByRole('button', { name: '삭제' }))
    expect(screen.queryByText('b.xlsx')).toBeNull()
    expect(screen.getByRole('button', { name: '파일 선택' })).toBeInTheDocument()
  })

  it.each([
    ['too large', sheet('big.xlsx', config.app.limits.upload.bytes + 1), /파일이 너무 큽니다. 20 MB까지/],
    ['empty', sheet('nothing.xlsx', 0), /nothing.xlsx 파일이 비어 있습니다/],
  ])('refuses a file that is %s before sending it', async (_, file, sentence) => {
    open()
    await chooseFile(file)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '파일 선택' })).toBeInTheDocument()
  })

  it('refuses two files dropped at once', async () => {
    open()
    const zone = screen.getByRole('group', { name: '목록 파일' })
    await act(async () => {
      fireEvent.drop(zone, { dataTransfer: { files: [sheet('a.xlsx'), sheet('b.xlsx')], types: ['Files'] } })
    })
    expect(await screen.findByText('파일은 하나만 올릴 수 있습니다.')).toBeInTheDocument()
  })

  it('adds the devices, says so, and the list is asked for again', async () => {
    const { queryClient } = open()
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries')
    await chooseFile(sheet())
    await upload()
    expect(await screen.findByText('단말목록을 추가 하였습니다.')).toBeInTheDocument()
    expect(screen.getByText('추가된 단말: 20대')).toBeInTheDocument()
    expect(refreshed).toHaveBeenCalled()
    expect(screen.queryByText('devices.xlsx')).toBeNull()
  })

  it('shows how far it is, and can be cancelled with the file kept', async () => {
    uploadRoster.mockImplementation(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))
        }),
    )
    open()
    await chooseFile(sheet('devices.xlsx', 4096))
    await upload()
    const { onProgress } = uploadRoster.mock.calls[0]![1]
    act(() => onProgress({ sent: 1024, total: 4096, done: false }))
    expect(screen.getByText('업로드 중 25% (1 kB / 4 kB)')).toBeInTheDocument()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    await userEvent.setup().click(screen.getByRole('button', { name: '취소' }))
    expect(await screen.findByText(/업로드를 취소하였습니다/)).toBeInTheDocument()
    expect(screen.getByText('devices.xlsx')).toBeInTheDocument()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  /** An upload that the server has whole; it ends when the test says so. */
  const whole = async (timers?: Parameters<typeof upload>[0]) => {
    const end = { resolve: (_: unknown) => {}, reject: (_: unknown) => {} }
    uploadRoster.mockImplementation(
      (_, { signal }) =>
        new Promise((resolve, reject) => {
          Object.assign(end, { resolve, reject })
          signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))
        }),
    )
    open()
    await chooseFile(sheet())
    await upload(timers)
    const { name, onProgress } = uploadRoster.mock.calls[0]![1]
    act(() => onProgress({ sent: 2, total: 2, done: true }))
    expect(screen.getByText('서버에서 목록을 확인하고 있습니다...')).toBeInTheDocument()
    return { ...end, name }
  }

  it('says how many are before it while it waits for its turn', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    uploadTurn.mockResolvedValueOnce({ state: 'waiting', before: 3 })
    uploadTurn.mockResolvedValue({ state: 'reading', before: 0 })
    const { name } = await whole({ advanceTimers: vi.advanceTimersByTime })
    expect(await screen.findByText(/앞에 3건이 있습니다/)).toBeInTheDocument()
    expect(uploadTurn.mock.calls[0]![0]).toBe(name)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('서버에서 목록을 확인하고 있습니다...')).toBeInTheDocument()
  })

  it('is asked about once where the server does not know it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await whole({ advanceTimers: vi.advanceTimersByTime })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(uploadTurn).toHaveBeenCalledOnce()
    expect(screen.getByText('서버에서 목록을 확인하고 있습니다...')).toBeInTheDocument()
  })

  it('is stopped by the server while it is at work, and the answer of the upload says so', async () => {
    const { reject, name } = await whole()
    await userEvent.setup().keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.setup().click(screen.getByRole('button', { name: '취소' }))
    expect(cancelUpload).toHaveBeenCalledWith(name)
    expect(uploadRoster.mock.calls[0]![1].signal.aborted).toBe(false)
    expect(screen.getByText('업로드를 취소하는 중입니다...')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '취소' })).toBeDisabled()
    await act(async () => reject(new HttpError('취소', 409, { code: 'upload.cancelled' })))
    expect(await screen.findByText(/업로드를 취소하였습니다/)).toBeInTheDocument()
    expect(screen.getByText('devices.xlsx')).toBeInTheDocument()
  })

  it('says that it was too late where the list was registered before', async () => {
    const { resolve } = await whole()
    await userEvent.setup().click(screen.getAllByRole('button', { name: '닫기' })[0]!)
    expect(onClose).not.toHaveBeenCalled()
    expect(cancelUpload).toHaveBeenCalledOnce()
    await act(async () => resolve({ result: true, message: '', payload: { added: 20 } }))
    expect(await screen.findByText('단말목록을 추가 하였습니다.')).toBeInTheDocument()
    expect(screen.getByText(/취소하기 전에 처리가 끝나.*추가된 단말: 20대/)).toBeInTheDocument()
  })

  it('says that the list may be registered where a server cannot be asked', async () => {
    cancelUpload.mockRejectedValue(new HttpError('없음', 404))
    await whole()
    await userEvent.setup().click(screen.getByRole('button', { name: '취소' }))
    expect(await screen.findByText(/등록되었을 수 있으니/)).toBeInTheDocument()
  })

  it('shows the server’s message when it refuses, and keeps the file', async () => {
    uploadRoster.mockRejectedValue(new HttpError('이 작업을 할 권한이 없습니다.', 403, { code: 'forbidden' }))
    open()
    await chooseFile(sheet())
    await upload()
    expect(await screen.findByText('이 작업을 할 권한이 없습니다.')).toBeInTheDocument()
    expect(screen.getByText('devices.xlsx')).toBeInTheDocument()
  })

  it('names row, column, value and reason of every refused cell', async () => {
    uploadRoster.mockRejectedValue(refusal(2))
    open()
    await chooseFile(sheet())
    await upload()
    const table = await screen.findByRole('table', { name: '확인이 필요한 항목 2건' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(cell => cell.textContent),
    ).toEqual(['행', '열', '값', '이유'])
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('2IMEI=0IMEI는 15자리입니다.')
  })

  it('shows a hundred of many at a time, and how many there are in all', async () => {
    uploadRoster.mockRejectedValue(refusal(150, 5321))
    open()
    await chooseFile(sheet())
    await upload()
    const table = await screen.findByRole('table', { name: '확인이 필요한 항목 5,321건' })
    await waitFor(() => expect(table.querySelectorAll('tbody tr')).toHaveLength(100))
    expect(screen.getByText('전체 5,321건 중 100건 표시')).toBeInTheDocument()
    await userEvent.setup().click(screen.getByRole('button', { name: '더 보기' }))
    expect(table.querySelectorAll('tbody tr')).toHaveLength(150)
    expect(screen.getByText('전체 5,321건 중 150건 표시')).toBeInTheDocument()
  })

  it('copies all refused cells as text that no spreadsheet takes for a formula', async () => {
    uploadRoster.mockRejectedValue(refusal(2))
    open()
    await chooseFile(sheet())
    await upload()
    const user = userEvent.setup()
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(await screen.findByRole('button', { name: '복사' }))
    expect(write).toHaveBeenCalledWith(
      "행\t열\t값\t이유\r\n2\tIMEI\t'=0\tIMEI는 15자리입니다.\r\n3\tIMEI\t'=1\tIMEI는 15자리입니다.",
    )
  })

  it('clears its notices after 30 seconds (§8), and keeps the refused cells to be read', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    uploadRoster.mockRejectedValue(refusal(1))
    open()
    await chooseFile(sheet())
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: '업로드' }))
    expect(await screen.findByText(/아무것도 등록하지 않았습니다/)).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(config.app.timing.noticeMs))
    await waitFor(() => expect(screen.queryByText(/아무것도 등록하지 않았습니다/)).toBeNull())
    expect(screen.getByRole('table')).toBeInTheDocument()
  })

  it('closing it stops what is being sent', async () => {
    uploadRoster.mockImplementation(() => new Promise(() => {}))
    open()
    await chooseFile(sheet())
    await upload()
    await userEvent.setup().click(screen.getAllByRole('button', { name: '닫기' })[0]!)
    expect(uploadRoster.mock.calls[0]![1].signal.aborted).toBe(true)
    expect(onClose).toHaveBeenCalled()
  })
})

describe('the check of a chosen file', () => {
  /** The thread of the check, which says what the test wants. */
  class Thread {
    static last: Thread
    onmessage?: (event: { data: unknown }) => void
    asked: string[] = []
    constructor() {
      Thread.last = this
    }
    postMessage = (request: { do: string }) => void this.asked.push(request.do)
    terminate = () => undefined
    says = (data: object) => act(async () => this.onmessage?.({ data }))
  }
  const result = {
    rows: 2,
    headers: ['IMEI'],
    headerRow: 1,
    bad: [],
    badRows: 0,
    mendings: [],
    mended: 0,
    changed: true,
    headerFaults: [],
    asked: true,
  }
  beforeEach(() => {
    signIn({ level: 9 })
    vi.stubGlobal('Worker', Thread)
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('sends nothing where the corrections cannot be written, and says so', async () => {
    open()
    await chooseFile(sheet())
    await Thread.last.says({ is: 'result', result })
    await upload()
    expect(Thread.last.asked).toEqual(['open', 'write'])
    expect(screen.getByRole('button', { name: '업로드' })).toHaveAttribute('aria-disabled', 'true')
    await Thread.last.says({ is: 'failed', message: 'out of memory' })
    expect(await screen.findByText(/고친 내용을 잃었습니다/)).toBeInTheDocument()
    await upload()
    expect(uploadRoster).not.toHaveBeenCalled()
    // Chosen again it is checked again.
    await chooseFile(sheet('again.xlsx'))
    await Thread.last.says({ is: 'result', result: { ...result, changed: false } })
    await upload()
    expect(uploadRoster.mock.calls[0]![0].name).toBe('again.xlsx')
  })

  it.each([
    [
      'chosen',
      '로그아웃되어 선택하신 파일(devices.xlsx)은 남아 있지 않습니다. 파일을 다시 선택하여 주십시오.',
    ],
    [
      'mended',
      '로그아웃되어 선택하신 파일(devices.xlsx)과 여기에서 고친 내용은 남아 있지 않습니다. 파일을 다시 선택하여 고쳐 주십시오.',
    ],
    [
      'sending',
      '업로드하는 중에 로그아웃되어 devices.xlsx 의 내용이 반영되었는지 알 수 없습니다. 목록을 확인하신 후 필요하면 다시 업로드하여 주십시오.',
    ],
  ])('says after the next login what became of a file that was %s', async (state, sentence) => {
    uploadRoster.mockReturnValue(new Promise(() => undefined))
    const { unmount } = open()
    await chooseFile(sheet())
    await Thread.last.says({ is: 'result', result: { ...result, changed: state === 'mended' } })
    if (state === 'sending') {
      await upload()
      await screen.findByRole('progressbar')
    }
    act(() => session.end('expired'))
    unmount()
    signIn({ level: 9 })
    const { unmount: close } = open()
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '파일 선택' })).toBeInTheDocument()
    // It is said once.
    close()
    open()
    await screen.findByRole('button', { name: '파일 선택' })
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('writes the corrections once: what is sent again without an answer is the same file, until a cell is judged anew', async () => {
    uploadRoster.mockRejectedValue(new HttpError('연결하지 못했습니다.', 0, { outcome: 'unknown' }))
    const sent = () => uploadRoster.mock.calls.map(([file]) => file)
    const sendAgain = async () => {
      const before = sent().length
      await upload()
      if (Thread.last.asked.at(-1) === 'write' && sent().length === before)
        await Thread.last.says({ is: 'file', bytes: new Blob(['PK']) })
      await waitFor(() => expect(sent()).toHaveLength(before + 1))
    }
    open()
    await chooseFile(sheet())
    await Thread.last.says({ is: 'result', result })
    await sendAgain()
    await sendAgain()
    expect(sent()[1]).toBe(sent()[0])
    await Thread.last.says({ is: 'result', result: { ...result, mended: 1 } })
    await sendAgain()
    expect(sent()[2]).not.toBe(sent()[0])
    expect(Thread.last.asked).toEqual(['open', 'write', 'write'])
  })

  it('can be skipped before there is anything to lose', async () => {
    open()
    await chooseFile(sheet())
    expect(screen.getByRole('button', { name: '확인 건너뛰기' })).toBeInTheDocument()
    await Thread.last.says({ is: 'result', result })
    await Thread.last.says({ is: 'progress', step: 'asking', rows: 1, total: 2 })
    expect(screen.queryByRole('button', { name: '확인 건너뛰기' })).toBeNull()
    // Sent now, it would be the file without them.
    expect(screen.getByRole('button', { name: '업로드' })).toHaveAttribute('aria-disabled', 'true')
    await Thread.last.says({ is: 'result', result })
    await upload()
    expect(Thread.last.asked).toEqual(['open', 'write'])
  })
})
