/** Changing registered devices with a spreadsheet: the changes are shown before anything is saved. */
import { fireEvent, screen, within } from '@testing-library/react'
import { HttpError, ListContextProvider } from 'ra-core'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import RosterDialog from '../../src/console/features/roster/RosterDialog'
import type { RosterDifferences } from '../../src/contract/devices'
import { deviceRecord } from '../support/consoleRecords'
import { chooseFile, config, press, renderInConsole, shows, signIn } from '../support/consoleWorld'

const calls = {
  compareRoster: vi.fn<(file: File) => Promise<RosterDifferences>>(),
  updateByRoster: vi.fn<(file: File, sent: { changing: number }) => Promise<unknown>>(),
  uploadRoster: vi.fn(async () => ({ result: true, message: '', payload: { added: 1 } })),
}
const { compareRoster, updateByRoster } = calls

/** A device of a server that can change devices. */
const DEVICE = deviceRecord(0, { updated: '2026-11-20T00:00:00Z' })

const differences = (changed: number, more: Partial<RosterDifferences> = {}): RosterDifferences => ({
  devices: changed + 1,
  changed,
  unchanged: 1,
  unknown: 0,
  columns: [
    { column: '시리얼', devices: changed, examples: [{ id: '356938035643809', before: '17', after: '' }] },
  ],
  ignored: [],
  rows: [],
  rowsTotal: 0,
  ...more,
})

beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  const changed = { result: true, message: '', payload: { changed: 2, unchanged: 1 } }
  compareRoster.mockReset().mockResolvedValue(differences(2))
  updateByRoster.mockReset().mockResolvedValue(changed)
})

/** The dialog over a list, which gets its first device at a click. */
function Page({ devices }: { devices: object[] }) {
  const [data, setData] = useState(devices)
  return (
    <ListContextProvider value={{ data } as never}>
      <button type="button" onClick={() => setData([DEVICE])}>
        first device
      </button>
      <RosterDialog onClose={vi.fn()} />
    </ListContextProvider>
  )
}
const open = (devices: object[] = [DEVICE]) =>
  renderInConsole(<Page devices={devices} />, { dataProvider: calls })
const chooseSheet = () => chooseFile(new File(['x'], 'a.csv'))
const OFFER = '등록된 단말 수정'
const COMPARE = '변경 내용 확인'
const changes = () => screen.findByRole('region', { name: '변경 내용' })
async function compare() {
  open()
  await press(OFFER)
  await chooseSheet()
  await press(COMPARE)
  return changes()
}
const UPDATED = '단말 2대를 수정하였습니다.'

describe('a spreadsheet of registered devices', () => {
  it('is not offered by a server that cannot change devices', async () => {
    open([deviceRecord()])
    expect(await screen.findByText(/샘플 파일을 다운로드하여/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  })

  it('is offered as soon as the list has a device; the message about the upload stays', async () => {
    open([])
    await chooseSheet()
    await press('업로드')
    await shows('단말목록을 추가 하였습니다.')
    fireEvent.click(screen.getByText('first device', { selector: 'button' }))
    expect(await screen.findByRole('button', { name: OFFER })).toBeInTheDocument()
    await shows('단말목록을 추가 하였습니다.')
  })

  it('shows its changes by column before it saves them', async () => {
    const shown = await compare()
    await shows('단말 2대의 값이 바뀝니다. 아래 내용을 확인한 후 수정해 주세요.')
    expect(within(shown).getByText('시리얼')).toBeInTheDocument()
    expect(shown).toHaveTextContent('17 → (없음)')
    expect(updateByRoster).not.toHaveBeenCalled()
    await press('단말 2대 수정')
    await shows(UPDATED)
    expect(updateByRoster.mock.calls[0]![1]).toMatchObject({ changing: 2 })
    expect(screen.queryByRole('region', { name: '변경 내용' })).toBeNull()
  })

  it('shows that it could not be compared, and is compared again', async () => {
    compareRoster.mockRejectedValueOnce(new HttpError('연결하지 못했습니다.', 0))
    open()
    await press(OFFER)
    await chooseSheet()
    await press(COMPARE)
    await shows('연결하지 못했습니다.')
    await press(COMPARE)
    expect(await changes()).toBeInTheDocument()
  })

  it('asks when secrets end if their devices leave the vendor', async () => {
    compareRoster.mockResolvedValue(differences(2, { former_secrets: { devices: 2, after_days: 30 } }))
    const shown = within((await compare()).parentElement!)
    expect(await shown.findByText(/비밀키가 있는 단말 2대가 다른 업체로/)).toBeVisible()
    expect(shown.getByRole('radio', { name: /늦어도 30일 후/ })).toBeChecked()
    fireEvent.click(shown.getByRole('radio', { name: /^지금 바로/ }))
    await press('단말 2대 수정')
    await shows(UPDATED)
    expect(updateByRoster.mock.calls[0]![1]).toMatchObject({ changing: 2, former_secrets: 'now' })
  })

  it('asks for the number when it changes many devices', async () => {
    const many = config.app.limits.confirmTargets + 1
    compareRoster.mockResolvedValue(differences(many))
    await compare()
    await press(`단말 ${many}대 수정`)
    expect(await screen.findByRole('alert')).toHaveTextContent(`이 숫자를 그대로 입력해 주세요: ${many}`)
    expect(updateByRoster).not.toHaveBeenCalled()
    const number = screen.getByLabelText('확인을 위해 수를 입력해 주세요')
    fireEvent.change(number, { target: { value: String(many) } })
    await press(`단말 ${many}대 수정`)
    expect(updateByRoster.mock.calls[0]![1]).toMatchObject({ changing: many })
  })

  it('cannot be saved while a cell is invalid', async () => {
    const row = {
      row: 2,
      column: 'IMEI',
      value: '1',
      code: 'deviceUnknown',
      message: '등록되지 않은 단말입니다.',
    }
    compareRoster.mockResolvedValue(differences(2, { rows: [row], rowsTotal: 1, unknown: 1 }))
    expect(within(await compare()).getByText(row.message)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '단말 2대 수정' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('can be sent again after a lost connection, and when the server is busy', async () => {
    const failures = [
      new HttpError('연결하지 못했습니다.', 0, { code: 'network', outcome: 'unknown' }),
      new HttpError('잠시 후 다시 시도해 주세요.', 429, { code: 'upload.busy' }),
    ]
    await compare()
    for (const failure of failures) {
      updateByRoster.mockRejectedValueOnce(failure)
      await press('단말 2대 수정')
      await shows(failure.message)
      expect(await changes()).toBeInTheDocument()
    }
    await press('단말 2대 수정')
    await shows(UPDATED)
    expect(updateByRoster).toHaveBeenCalledTimes(3)
  })

  it('must be compared again when the number of changes is no longer the same', async () => {
    const changed = new HttpError('그 사이 바뀌었습니다.', 409, { code: 'rosterUpdate.changed', found: 3 })
    updateByRoster.mockRejectedValueOnce(changed)
    await compare()
    await press('단말 2대 수정')
    await shows('그 사이 바뀌었습니다.')
    expect(screen.getByRole('button', { name: COMPARE })).not.toHaveAttribute('aria-disabled')
  })

  it('is compared after the check in the browser, or when that is skipped', async () => {
    vi.stubGlobal(
      'Worker',
      class {
        postMessage = () => undefined
        terminate = () => undefined
      },
    )
    open()
    await press(OFFER)
    await chooseSheet()
    const button = screen.getByRole('button', { name: COMPARE })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await press('확인 건너뛰기')
    expect(button).not.toHaveAttribute('aria-disabled', 'true')
  })
})
