/** The control dialog of a device (§2). */
import { act, screen, waitFor } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { deviceRecord, orderRecord } from '../support/consoleRecords'
import { choose, press, user } from '../support/consoleWorld'
import { openCommand, orderCalls, resetOrderCalls, sheets } from '../support/orderScreens'

const METHODS = [
  { code: 'light', caption: '표시등 밝기', content: { Type: 'number', Holder: '128' } },
  { code: 'apn', caption: 'APN 변경', content: { Type: 'text', Value: [3, 12], Holder: 'iot.lte' } },
  { code: 'vpnHost', caption: 'VPN 서버 주소', content: { Type: 'text' } },
  {
    code: 'reboot',
    caption: '재시작',
    content: { Type: 'array', Value: ['NOW'], Titles: { NOW: { ko: '지금', en: 'Now' } }, Danger: true },
  },
  { code: 'secret', caption: '관리자 비밀번호', content: { Type: 'password' } },
  { code: 'update', caption: '펌웨어 업데이트', content: { Type: 'url' } },
  { code: 'odd', caption: '알 수 없는 명령', content: { Type: 'hologram' } },
].map(method => ({ ...method, id: method.code }))

const LIGHT = '표시등 밝기'
const spinbutton = () => screen.findByRole('spinbutton')
const enterLight = async (text: string) => user.type(await spinbutton(), text)

beforeEach(() => resetOrderCalls({ methods: METHODS }))

describe('the control dialog (§2)', () => {
  it('names the device, and hides commands with VPN in their name from a device without VPN', async () => {
    const { unmount } = await openCommand()
    expect(await screen.findByRole('button', { name: 'APN 변경' })).toBeInTheDocument()
    for (const text of ['010-1511-1436', '358126091045147', '온라인'])
      expect(screen.getByText(text)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'VPN 서버 주소' })).toBeNull()
    unmount()
    await openCommand('VPN 서버 주소', { record: deviceRecord(0, { vpn: { host: 'vpn.example.com' } }) })
  })

  it('has an input for each type of content, with the placeholder and the bounds of the command', async () => {
    await openCommand('APN 변경')
    expect(await screen.findByRole('textbox', { name: /APN/ })).toHaveAttribute('placeholder', 'iot.lte')
    for (const [caption, type] of [
      ['관리자 비밀번호', 'password'],
      ['펌웨어 업데이트', 'url'],
    ] as const) {
      await press(caption)
      await waitFor(() => expect(document.querySelector(`input[type=${type}]`)).toBeVisible())
    }
    await press(LIGHT)
    await enterLight('256{Enter}')
    await waitFor(async () => expect(await spinbutton()).toHaveAttribute('aria-invalid', 'true'))
    expect(sheets()).toEqual([])
  })

  it('names the type of a command that it does not know', async () => {
    await openCommand('알 수 없는 명령')
    expect(await screen.findByText(/hologram/)).toBeInTheDocument()
  })

  it('shows an error of the server at the value', async () => {
    const errors = { data: '200까지만 가능합니다.' }
    orderCalls.registerOrder.mockRejectedValue(new HttpError('입력하신 값을 확인해 주세요.', 422, { errors }))
    await openCommand(LIGHT)
    await enterLight('250{Enter}')
    expect(await screen.findByText('200까지만 가능합니다.')).toBeInTheDocument()
    expect(await spinbutton()).toHaveAttribute('aria-invalid', 'true')
  })

  it('shows what becomes of the command, and sends it again after a failure', async () => {
    const order = (counts: object) => ({ data: orderRecord(77, counts) })
    orderCalls.getOne.mockResolvedValue(order({ waiting: 1 }))
    const changed = new Date(Date.parse(orderRecord(77).created) + 3_000).toISOString()
    orderCalls.getManyReference.mockResolvedValue({
      data: [{ id: '1', reason: 'refused', changed }],
      total: 1,
    })
    const { queryClient, onClose } = await openCommand(LIGHT)
    const status = () => screen.getByText('단말이 거부했습니다.').closest('[role=status]')
    const progress = (text: string) => waitFor(() => expect(status()).toHaveTextContent(text))
    await enterLight('7{Enter}')
    expect(await screen.findByText('등록됨', { selector: '[aria-hidden] *' })).toBeInTheDocument()
    orderCalls.getOne.mockResolvedValue(order({ failure: 1 }))
    await act(() => queryClient.invalidateQueries({ queryKey: ['orders'] }))
    await progress('등록됨→실패')
    orderCalls.getOne.mockResolvedValue(order({ success: 1 }))
    await press('다시')
    expect(await screen.findByText('성공 (3초)', { selector: '[aria-hidden] *' })).toBeInTheDocument()
    expect(sheets()).toEqual([sheets()[0], sheets()[0]])
    orderCalls.getOne.mockResolvedValue(order({ ongoing: 1 }))
    await act(() => queryClient.invalidateQueries({ queryKey: ['orders'] }))
    await screen.findByText('결과 대기')
    await press('닫기')
    expect(onClose).toHaveBeenCalled()
    const isInToast = (element: Element) => element.closest('.MuiSnackbar-root') !== null
    await waitFor(() => expect(screen.getAllByText('전달됨').some(isInToast)).toBe(true))
  })

  it('asks before a command that interrupts the device, with its name and number, and sends a choice by its words', async () => {
    await openCommand()
    await press(/^재시작/)
    await choose(/재시작/, '지금')
    for (const answer of ['취소', '보내기']) {
      await press('재시작 실행')
      const question = await screen.findByRole('alertdialog', { name: /010-1511-1436/ })
      expect(question).toHaveTextContent('"재시작"')
      expect(sheets()).toEqual([])
      await press(answer)
    }
    await waitFor(() => expect(sheets()).toMatchObject([{ code: 'reboot', data: 'NOW' }]))
  })

  it('tells the user when there are no commands', async () => {
    resetOrderCalls({})
    await openCommand()
    expect(await screen.findByText('사용할 수 있는 제어 명령이 없습니다.')).toBeInTheDocument()
  })
})
