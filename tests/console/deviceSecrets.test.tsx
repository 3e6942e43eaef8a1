/** The secrets of devices in the console: issued and shown once, taken away, and a sheet of those of a batch. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, ResourceContextProvider } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceSecret as action } from '../../src/console/features/deviceSecrets'
import BatchSecretsDialog from '../../src/console/features/deviceSecrets/BatchSecretsDialog'
import DeviceSecretDialog from '../../src/console/features/deviceSecrets/DeviceSecretDialog'
import { session } from '../../src/console/session'
import { config, renderInConsole, signIn } from '../support/consoleWorld'

const SECRET = 'abcdefghijklmnopqrstuvwxyz234567'
const fleet = {
  deviceSecret: vi.fn(),
  issueDeviceSecret: vi.fn(),
  revokeDeviceSecrets: vi.fn(),
  batchSecrets: vi.fn(),
  issueBatchSecrets: vi.fn(),
}
const onClose = vi.fn()

beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  for (const call of [...Object.values(fleet), onClose]) call.mockReset()
  fleet.deviceSecret.mockResolvedValue({ issued: null, old_until: null, overlap_hours: 24 })
  fleet.issueDeviceSecret.mockResolvedValue({ secret: SECRET, old_until: null })
  fleet.revokeDeviceSecrets.mockResolvedValue({ result: true })
  fleet.batchSecrets.mockResolvedValue({ devices: 2000, issued: 12, overlap_hours: 24 })
  fleet.issueBatchSecrets.mockResolvedValue({ blob: new Blob(['x']), name: '수도권_접속비밀키.xlsx' })
  URL.createObjectURL = vi.fn(() => 'blob:x')
  URL.revokeObjectURL = vi.fn()
})
afterEach(() => session.end('signedOut'))

const button = (name: string) => screen.findByRole('button', { name })
const click = async (name: string) => userEvent.setup().click(await button(name))

describe('of a device', () => {
  const open = () =>
    renderInConsole(
      <ResourceContextProvider value="devices">
        <DeviceSecretDialog record={{ id: '356938035643809', isdn: '01012345678' }} onClose={onClose} />
      </ResourceContextProvider>,
      { dataProvider: fleet as never },
    )

  it('is issued, shown once to be copied, and not closed away by Escape', async () => {
    open()
    expect(await screen.findByRole('dialog', { name: '접속 비밀키 — 010-1234-5678' })).toBeInTheDocument()
    expect(await screen.findByText(/발급된 비밀키가 없습니다/)).toBeInTheDocument()
    await click('비밀키 발급')
    const field = await screen.findByRole('textbox', { name: '새 비밀키' })
    expect(field).toHaveValue(SECRET)
    expect(field).toHaveFocus()
    expect(screen.getByText(/이 비밀키는 다시 볼 수 없습니다/)).toBeInTheDocument()
    const user = userEvent.setup()
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(await button('비밀키 복사'))
    expect(await screen.findByText('복사하였습니다.')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(SECRET)
  })

  it('says what becomes of the one that is good now, before another is issued', async () => {
    fleet.deviceSecret.mockResolvedValue({
      issued: '2026-11-20T03:00:00Z',
      old_until: '2026-11-21T03:00:00Z',
      overlap_hours: 24,
    })
    open()
    expect(await screen.findByText('2026 11-20 12:00:00')).toBeInTheDocument()
    expect(screen.getByText('2026 11-21 12:00:00')).toBeInTheDocument()
    expect(screen.getByText(/지금 비밀키는 24시간 동안만/)).toBeInTheDocument()
  })

  it('is taken away after a question', async () => {
    fleet.deviceSecret.mockResolvedValue({
      issued: '2026-11-20T03:00:00Z',
      old_until: null,
      overlap_hours: 24,
    })
    open()
    await click('비밀키 회수')
    const question = await screen.findByRole('alertdialog')
    expect(fleet.revokeDeviceSecrets).not.toHaveBeenCalled()
    await userEvent.setup().click(within(question).getByRole('button', { name: '회수' }))
    expect(await screen.findByText(/비밀키를 회수하였습니다/)).toBeInTheDocument()
    expect(fleet.revokeDeviceSecrets).toHaveBeenCalledWith('356938035643809')
  })

  it('says why it was not issued, and why it cannot be', async () => {
    fleet.issueDeviceSecret.mockRejectedValue(new HttpError('권한이 바뀌었습니다.', 403))
    const { unmount } = open()
    await click('비밀키 발급')
    expect(await screen.findByText('권한이 바뀌었습니다.')).toBeInTheDocument()
    unmount()
    fleet.deviceSecret.mockResolvedValue(undefined)
    open()
    expect(await screen.findByText(/이 서버에서는 단말의 비밀키를 발급할 수 없거나/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '비밀키 발급' })).not.toBeInTheDocument()
  })

  it('is offered to those who may, at servers that say whose a device is', () => {
    const actions = config.resources.devices!.list!.columns.flatMap(column => column.actions)
    expect(actions).toContainEqual({ name: 'deviceSecret', level: 'vendor' })
    expect([action.offered!({ id: 1, vendor: 0 }), action.offered!({ id: 1 })]).toEqual([true, false])
  })
})

describe('of a batch', () => {
  const open = () =>
    renderInConsole(
      <ResourceContextProvider value="batches">
        <BatchSecretsDialog record={{ id: 4, name: '수도권' }} onClose={onClose} />
      </ResourceContextProvider>,
      { dataProvider: fleet as never },
    )

  it('are a sheet, after a question with the number of devices', async () => {
    open()
    expect(await screen.findByText('단말 2,000대의 비밀키가 새로 바뀝니다.')).toBeInTheDocument()
    expect(screen.getByText(/그중 12대는 이미 비밀키가 있습니다/)).toBeInTheDocument()
    await click('발급하고 파일 받기')
    expect(await screen.findByText(/단말 2,000대의 비밀키를 발급하였습니다/)).toBeInTheDocument()
    expect(fleet.issueBatchSecrets).toHaveBeenCalledWith(4, 2000)
    expect(screen.queryByRole('button', { name: '발급하고 파일 받기' })).not.toBeInTheDocument()
  })

  it('are asked about anew when the batch has changed meanwhile', async () => {
    fleet.issueBatchSecrets.mockRejectedValue(new HttpError('단말 수가 바뀌었습니다.', 409))
    open()
    await button('발급하고 파일 받기')
    fleet.batchSecrets.mockResolvedValue({ devices: 2001, issued: 0, overlap_hours: 0 })
    await click('발급하고 파일 받기')
    expect(await screen.findByText('단말 수가 바뀌었습니다.')).toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getByText('단말 2,001대의 비밀키가 새로 바뀝니다.')).toBeInTheDocument(),
    )
  })

  it('are none of an empty batch', async () => {
    fleet.batchSecrets.mockResolvedValue({ devices: 0, issued: 0, overlap_hours: 24 })
    open()
    expect(await screen.findByText('이 그룹에는 단말이 없습니다.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '발급하고 파일 받기' })).not.toBeInTheDocument()
  })
})
