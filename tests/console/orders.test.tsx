/** The control dialog of a device (§2). */
import { screen, waitFor } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceRecord } from '../support/consoleRecords'
import { choose, press, user } from '../support/consoleWorld'
import { openCommand, orderCalls, resetOrderCalls, sheets } from '../support/orderScreens'
import { payload, realProvider, stubServer, unreachable } from '../support/stubServer'

const METHODS = [
  { code: 'light', caption: '표시등 밝기', content: { Type: 'number', Holder: '128' } },
  { code: 'apn', caption: 'APN 변경', content: { Type: 'text', Value: [3, 12], Holder: 'iot.lte' } },
  { code: 'firmware', caption: '펌웨어 업데이트', content: { Type: 'url' } },
  { code: 'password', caption: '관리자 비밀번호', content: { Type: 'password' } },
  { code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB-IoT', 3] } },
  { code: 'vpnHost', caption: 'VPN 서버 주소', content: { Type: 'text' } },
  { code: 'odd', caption: '알 수 없는 명령', content: { Type: 'hologram' } },
].map(method => ({ ...method, id: method.code }))

const LIGHT = '표시등 밝기'
const run = (caption: string) => press(`${caption} 실행`)
const spinbutton = () => screen.findByRole('spinbutton')
const enterLight = async (text: string) => user.type(await spinbutton(), text)
const REGISTERED = '단말 제어 명령이 등록되었습니다.'

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

  it.each([
    [LIGHT, 'spinbutton', { placeholder: '128', type: 'number', min: '0', max: '255' }],
    ['APN 변경', 'textbox', { placeholder: 'iot.lte', type: 'text' }],
    ['펌웨어 업데이트', 'textbox', { type: 'url' }],
    ['통신 방식', 'combobox', {}],
  ])('shows the value of %s as a %s', async (caption, role, attributes) => {
    await openCommand(caption)
    const input = await screen.findByRole(role, { name: new RegExp(`^${caption}`) })
    for (const [name, value] of Object.entries(attributes)) expect(input).toHaveAttribute(name, value)
  })

  it('hides a password until the user reveals it', async () => {
    await openCommand('관리자 비밀번호')
    const input = await screen.findByLabelText(/^관리자 비밀번호/, { selector: 'input' })
    expect(input).toHaveAttribute('type', 'password')
    await press('입력한 값 보기')
    expect(input).toHaveAttribute('type', 'text')
  })

  it('names the type of a command that it does not know', async () => {
    await openCommand('알 수 없는 명령')
    expect(await screen.findByText(/hologram/)).toBeInTheDocument()
  })

  it('sends code, value and device at Enter, and clears the value', async () => {
    await openCommand(LIGHT)
    await enterLight('128{Enter}')
    expect(await screen.findByText(REGISTERED)).toBeInTheDocument()
    expect(sheets()).toEqual([{ code: 'light', data: '128', targets: ['358126091045147'] }])
    expect(await spinbutton()).toHaveValue(null)
  })

  it('sends the option of a dropdown', async () => {
    await openCommand('통신 방식')
    await choose(/통신 방식/, 'NB-IoT')
    await run('통신 방식')
    await waitFor(() => expect(sheets()).toEqual([expect.objectContaining({ code: 'mode', data: 'NB-IoT' })]))
  })

  it.each([
    [LIGHT, '', 'spinbutton'],
    [LIGHT, '256', 'spinbutton'],
    [LIGHT, '-1', 'spinbutton'],
    [LIGHT, '1.5', 'spinbutton'],
    ['APN 변경', 'ab', 'textbox'],
    ['APN 변경', 'abcdefghijklm', 'textbox'],
    ['펌웨어 업데이트', 'ftp', 'textbox'],
  ])('%s refuses %j: the value stays with an error, and nothing is sent', async (caption, value, role) => {
    await openCommand(caption)
    const input = await screen.findByRole(role)
    if (value) await user.type(input, value)
    await run(caption)
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement()
    expect(input).toHaveAttribute('aria-invalid', 'true')
    expect((input as HTMLInputElement).value).toBe(value)
    expect(sheets()).toEqual([])
  })

  it('shows a refusal with the server’s reason, and keeps the value', async () => {
    orderCalls.registerOrder.mockResolvedValue({ result: false, message: '단말이 응답하지 않습니다.' })
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await openCommand(LIGHT)
    await enterLight('7{Enter}')
    expect(await screen.findByText('단말 제어 등록이 실패하였습니다!')).toBeInTheDocument()
    expect(screen.getByText('단말이 응답하지 않습니다.')).toBeInTheDocument()
    expect(log).toHaveBeenCalledWith('단말이 응답하지 않습니다.')
    expect(await spinbutton()).toHaveValue(7)
  })

  it('shows an error of the server at the value', async () => {
    const errors = { data: '200까지만 가능합니다.' }
    orderCalls.registerOrder.mockRejectedValue(new HttpError('입력하신 값을 확인해 주세요.', 422, { errors }))
    await openCommand(LIGHT)
    await enterLight('250{Enter}')
    expect(await screen.findByText('200까지만 가능합니다.')).toBeInTheDocument()
    expect(await spinbutton()).toHaveAttribute('aria-invalid', 'true')
  })

  it('repeats an order without an answer under the same key; after an answer it is a new order', async () => {
    const line = 'POST /api/orders/order'
    const server = stubServer({ 'GET /api/methods': payload(METHODS), [line]: unreachable })
    await openCommand(LIGHT, { dataProvider: realProvider() })
    await enterLight('7{Enter}')
    await screen.findByText(/등록되었는지 확인하지 못하였습니다/)
    server.handlers[line] = payload({ id: 1, total: 1 })
    await run(LIGHT)
    await screen.findByText(REGISTERED)
    await enterLight('7{Enter}')
    await waitFor(() => expect(server.sent(line)).toHaveLength(3))
    const [first, second, third] = server.sent(line).map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it.each([
    [{ id: 78, total: 1 }, '/app/orders/78'],
    [{}, '/app/orders'],
  ])('links after the response %o to %s', async (order, href) => {
    orderCalls.registerOrder.mockResolvedValue({ result: true, message: '', payload: order })
    await openCommand(LIGHT)
    await enterLight('7{Enter}')
    expect(await screen.findByRole('link', { name: '등록된 제어 명령 보기' })).toHaveAttribute('href', href)
  })

  it('reads the commands again after a failure', async () => {
    orderCalls.getList.mockRejectedValueOnce(new HttpError('서버에 연결하지 못했습니다.', 0))
    await openCommand()
    await press('다시 시도')
    expect(await screen.findByRole('button', { name: 'APN 변경' })).toBeInTheDocument()
  })

  it('tells the user when there are no commands', async () => {
    resetOrderCalls({})
    await openCommand()
    expect(await screen.findByText('사용할 수 있는 제어 명령이 없습니다.')).toBeInTheDocument()
  })
})
