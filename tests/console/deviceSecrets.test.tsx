/** The secrets of devices: issued and shown once, revoked, and issued for a batch as a spreadsheet. */
import { screen, within } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { actions } from '../../src/console/features/deviceSecrets'
import BatchSecretsDialog from '../../src/console/features/deviceSecrets/BatchSecretsDialog'
import DeviceSecretDialog from '../../src/console/features/deviceSecrets/DeviceSecretDialog'
import { deviceRecord } from '../support/consoleRecords'
import { config, press, renderInConsole, shows, signIn, user } from '../support/consoleWorld'

const SECRET = 'abcdefghijklmnopqrstuvwxyz234567'
const DEVICE = deviceRecord()
const calls = {
  deviceSecret: vi.fn(),
  issueDeviceSecret: vi.fn(),
  revokeDeviceSecrets: vi.fn(),
  batchSecrets: vi.fn(),
  issueBatchSecrets: vi.fn(),
}
const onClose = vi.fn()

beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  for (const call of [...Object.values(calls), onClose]) call.mockReset()
  calls.deviceSecret.mockResolvedValue({ issued: null, old_until: null, overlap_hours: 24 })
  calls.issueDeviceSecret.mockResolvedValue({ secret: SECRET, old_until: null })
  calls.revokeDeviceSecrets.mockResolvedValue({ result: true })
  calls.batchSecrets.mockResolvedValue({ devices: 2000, issued: 12, overlap_hours: 24 })
  calls.issueBatchSecrets.mockResolvedValue({ blob: new Blob(['x']), name: '수도권_접속비밀키.xlsx' })
})

const button = (name: string) => screen.queryByRole('button', { name })

describe('the secret of a device', () => {
  const ISSUE = '비밀키 발급'
  const open = () =>
    renderInConsole(<DeviceSecretDialog record={DEVICE} onClose={onClose} />, {
      dataProvider: calls,
      resource: 'devices',
    })

  it('is issued, shown once and copied; Escape does not close the dialog', async () => {
    open()
    expect(await screen.findByRole('dialog', { name: '접속 비밀키 — 010-1511-1436' })).toBeInTheDocument()
    await shows(/발급된 비밀키가 없습니다/)
    await press(ISSUE)
    const field = await screen.findByRole('textbox', { name: '새 비밀키' })
    expect(field).toHaveValue(SECRET)
    expect(field).toHaveFocus()
    await shows(/이 비밀키는 다시 볼 수 없습니다/)
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await press('비밀키 복사')
    await shows('복사하였습니다.')
    expect(await navigator.clipboard.readText()).toBe(SECRET)
  })

  it('shows how long the current one stays valid, and is revoked after a question', async () => {
    const current = { issued: '2026-11-20T03:00:00Z', old_until: '2026-11-21T03:00:00Z', overlap_hours: 24 }
    calls.deviceSecret.mockResolvedValue(current)
    open()
    for (const text of ['2026 11-20 12:00:00', '2026 11-21 12:00:00', /지금 비밀키는 24시간 동안만/])
      await shows(text)
    await press('비밀키 회수')
    const question = within(await screen.findByRole('alertdialog'))
    expect(calls.revokeDeviceSecrets).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: '회수' }))
    await shows(/비밀키를 회수하였습니다/)
    expect(calls.revokeDeviceSecrets).toHaveBeenCalledWith(DEVICE.id)
  })

  it.each([
    { until: null, shown: null },
    { until: '2026-12-21T03:00:00Z', shown: '2026 12-21 12:00:00' },
  ])('shows that a secret of a former vendor is still valid (until: $until)', async ({ until, shown }) => {
    calls.deviceSecret.mockResolvedValue({
      issued: null,
      old_until: null,
      former: { until },
      overlap_hours: 24,
    })
    open()
    await shows(/이전 업체의 비밀키가 아직 유효합니다/)
    if (shown) await shows(shown)
    expect(button('비밀키 회수')).toBeInTheDocument()
  })

  it('shows that its status could not be read, and reads it again', async () => {
    calls.deviceSecret.mockRejectedValueOnce(new HttpError('연결하지 못했습니다.', 0))
    open()
    await shows('연결하지 못했습니다.')
    expect(button(ISSUE)).toBeNull()
    await press('다시 시도')
    expect(await screen.findByRole('button', { name: ISSUE })).toBeInTheDocument()
  })

  it('shows why it was not issued, and why it cannot be', async () => {
    calls.issueDeviceSecret.mockRejectedValue(new HttpError('권한이 바뀌었습니다.', 403))
    const { unmount } = open()
    await press(ISSUE)
    await shows('권한이 바뀌었습니다.')
    unmount()
    calls.deviceSecret.mockResolvedValue(undefined)
    open()
    await shows(/이 서버에서는 단말의 비밀키를 발급할 수 없거나/)
    expect(button(ISSUE)).toBeNull()
  })

  it('is offered to vendors on servers that return the owner of a device', () => {
    const { rowActions } = config.resources.devices!.list!
    expect(rowActions).toContainEqual({ name: 'deviceSecret', level: 'vendor', menu: true })
    expect([{ id: 1, vendor: 0 }, { id: 1 }].map(actions.deviceSecret.isOffered)).toEqual([true, false])
  })
})

describe('the secrets of a batch', () => {
  const ISSUE = '발급하고 파일 받기'
  const open = () =>
    renderInConsole(<BatchSecretsDialog record={{ id: 4, name: '수도권' }} onClose={onClose} />, {
      dataProvider: calls,
      resource: 'batches',
    })

  it('are issued as a spreadsheet after a question with the number of devices', async () => {
    open()
    await shows('단말 2,000대의 비밀키가 새로 바뀝니다.')
    await shows(/그중 12대는 이미 비밀키가 있습니다/)
    await press(ISSUE)
    await shows(/단말 2,000대의 비밀키를 발급하였습니다/)
    expect(calls.issueBatchSecrets).toHaveBeenCalledWith(4, 2000)
    expect(button(ISSUE)).toBeNull()
  })

  it('are asked about again when the batch has changed', async () => {
    calls.issueBatchSecrets.mockRejectedValue(new HttpError('단말 수가 바뀌었습니다.', 409))
    open()
    await screen.findByRole('button', { name: ISSUE })
    calls.batchSecrets.mockResolvedValue({ devices: 2001, issued: 0, overlap_hours: 0 })
    await press(ISSUE)
    await shows('단말 수가 바뀌었습니다.')
    expect(await screen.findByText('단말 2,001대의 비밀키가 새로 바뀝니다.')).toBeInTheDocument()
  })

  it('cannot be issued for a batch without devices', async () => {
    calls.batchSecrets.mockResolvedValue({ devices: 0, issued: 0, overlap_hours: 24 })
    open()
    await shows('이 그룹에는 단말이 없습니다.')
    expect(button(ISSUE)).toBeNull()
  })
})
