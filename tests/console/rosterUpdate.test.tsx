/** Registered devices changed by a sheet: what changes is shown first, and nothing is sent for good before. */
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, ListContextProvider } from 'ra-core'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import RosterDialog from '../../src/console/features/roster/RosterDialog'
import { session } from '../../src/console/session'
import type { RosterDifferences } from '../../src/contract/devices'
import { chooseFile, config, renderInConsole, signIn } from '../support/consoleWorld'

const compareRoster = vi.fn<(file: File) => Promise<RosterDifferences>>()
const updateByRoster = vi.fn<(file: File, sent: { changing: number }) => Promise<unknown>>()

const differences = (changed: number, more: Partial<RosterDifferences> = {}): RosterDifferences => ({
  devices: changed + 1,
  changed,
  unchanged: 1,
  unknown: 0,
  columns: [
    {
      column: '시리얼',
      devices: changed,
      examples: [{ id: '356938035643809', before: '17', after: '' }],
    },
  ],
  ignored: [],
  rows: [],
  rowsTotal: 0,
  ...more,
})

beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  compareRoster.mockReset().mockResolvedValue(differences(2))
  updateByRoster
    .mockReset()
    .mockResolvedValue({ result: true, message: '', payload: { changed: 2, unchanged: 1 } })
})
afterEach(() => session.end('signedOut'))

function open(updated: string | undefined = '2026-11-20T00:00:00Z') {
  const list = { data: [{ id: '1', ...(updated && { updated }) }] }
  return renderInConsole(
    <ListContextProvider value={list as never}>
      <RosterDialog onClose={vi.fn()} />
    </ListContextProvider>,
    { dataProvider: { compareRoster, updateByRoster } as never },
  )
}
/** A list without a device, until the first one is there. */
function EmptyList() {
  const [data, setData] = useState<object[]>([])
  return (
    <ListContextProvider value={{ data } as never}>
      <button type="button" onClick={() => setData([{ id: '1', updated: '2026-11-20T00:00:00Z' }])}>
        first device
      </button>
      <RosterDialog onClose={vi.fn()} />
    </ListContextProvider>
  )
}
const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }))
const compared = async () => {
  await press('등록된 단말 수정')
  await chooseFile(new File(['x'], 'a.csv'))
  await press('변경 내용 확인')
  return screen.findByRole('region', { name: '변경 내용' })
}

describe('a sheet of registered devices', () => {
  it('is offered where the server can change devices', async () => {
    open('')
    expect(await screen.findByText(/샘플 파일을 다운로드하여/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '등록된 단말 수정' })).toBeNull()
  })

  it('comes to be offered once there is a device, and what was said of the upload stays', async () => {
    const uploadRoster = vi.fn(async () => ({ result: true, message: '', payload: { added: 1 } }))
    renderInConsole(<EmptyList />, { dataProvider: { uploadRoster } as never })
    await chooseFile(new File(['x'], 'a.csv'))
    await press('업로드')
    expect(await screen.findByText('단말목록을 추가 하였습니다.')).toBeInTheDocument()
    fireEvent.click(screen.getByText('first device', { selector: 'button' }))
    expect(await screen.findByRole('button', { name: '등록된 단말 수정' })).toBeInTheDocument()
    expect(screen.getByText('단말목록을 추가 하였습니다.')).toBeInTheDocument()
  })

  it('shows what it changes, column by column, before it does', async () => {
    open()
    const shown = await compared()
    expect(
      within(shown).getByText('단말 2대가 바뀝니다. 아래 내용을 확인한 후 수정해 주세요.'),
    ).toBeInTheDocument()
    expect(within(shown).getByText('시리얼')).toBeInTheDocument()
    expect(shown).toHaveTextContent('17 → (없음)')
    expect(updateByRoster).not.toHaveBeenCalled()
    await press('2대 수정')
    expect(await screen.findByText('단말 2대를 수정하였습니다.')).toBeInTheDocument()
    expect(updateByRoster.mock.calls[0]![1]).toMatchObject({ changing: 2 })
    expect(screen.queryByRole('region', { name: '변경 내용' })).toBeNull()
  })

  it('wants the number typed where it changes many', async () => {
    const many = config.app.limits.confirmTargets + 1
    compareRoster.mockResolvedValue(differences(many))
    open()
    await compared()
    await press(`${many}대 수정`)
    expect(await screen.findByRole('alert')).toHaveTextContent(`이 숫자를 그대로 입력해 주세요: ${many}`)
    expect(updateByRoster).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText('확인을 위해 대수를 입력해 주세요'), {
      target: { value: String(many) },
    })
    await press(`${many}대 수정`)
    expect(updateByRoster.mock.calls[0]![1]).toMatchObject({ changing: many })
  })

  it('is not sent while a cell does not fit, or nothing changes', async () => {
    const rows = [
      { row: 2, column: 'IMEI', value: '1', code: 'deviceUnknown', message: '등록되지 않은 단말입니다.' },
    ]
    compareRoster.mockResolvedValue(differences(2, { rows, rowsTotal: 1, unknown: 1 }))
    open()
    expect(within(await compared()).getByText('등록되지 않은 단말입니다.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '2대 수정' })).toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    ['no answer came', new HttpError('연결하지 못했습니다.', 0, { code: 'network', outcome: 'unknown' })],
    ['the page is offline', new HttpError('오프라인입니다.', 0, { code: 'offline' })],
    ['a proxy answers', new HttpError('응답하지 않습니다.', 502, { outcome: 'unknown' })],
    ['the server is busy', new HttpError('잠시 후 다시 시도해 주세요.', 429, { code: 'upload.busy' })],
  ])('is kept where %s: the same button sends it once more', async (_, failure) => {
    updateByRoster.mockRejectedValueOnce(failure)
    open()
    await compared()
    await press('2대 수정')
    expect(await screen.findByText(failure.message)).toBeInTheDocument()
    expect(screen.getByRole('region', { name: '변경 내용' })).toBeInTheDocument()
    await press('2대 수정')
    expect(await screen.findByText('단말 2대를 수정하였습니다.')).toBeInTheDocument()
    expect(updateByRoster).toHaveBeenCalledTimes(2)
  })

  it('is compared anew where by now another number would change', async () => {
    updateByRoster.mockRejectedValueOnce(
      new HttpError('그 사이 바뀌었습니다.', 409, { code: 'rosterUpdate.changed', found: 3 }),
    )
    open()
    await compared()
    await press('2대 수정')
    expect(await screen.findByText('그 사이 바뀌었습니다.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '변경 내용 확인' })).not.toHaveAttribute('aria-disabled')
  })

  it('is compared once the page has checked it, so that what the server refuses can be put right in its table', async () => {
    class Thread {
      static last: Thread
      onmessage?: (event: { data: unknown }) => void
      constructor() {
        Thread.last = this
      }
      postMessage = () => undefined
      terminate = () => undefined
    }
    vi.stubGlobal('Worker', Thread)
    open()
    await press('등록된 단말 수정')
    await chooseFile(new File(['x'], 'a.csv'))
    const compare = screen.getByRole('button', { name: '변경 내용 확인' })
    expect(compare).toHaveAttribute('aria-disabled', 'true')
    await press('확인 건너뛰기')
    expect(compare).not.toHaveAttribute('aria-disabled', 'true')
    vi.unstubAllGlobals()
  })
})
