import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import { answer, renderInConsole } from '../support/consoleWorld'
import { realProvider } from '../support/stubServer'

const device = {
  id: '358126091045147',
  isdn: '01015111436',
  model: 'FT-100',
  linked: '2026-11-19T07:04:01Z',
  closed: '0001-01-01T00:00:00Z',
  vpn: {},
}

const methods = [
  { code: 'light', caption: '표시등 밝기', content: { Type: 'number', Holder: '128' } },
  { code: 'apn', caption: 'APN 변경', content: { Type: 'text', Value: [3, 12], Holder: 'iot.lte' } },
  { code: 'firmware', caption: '펌웨어 업데이트', content: { Type: 'url' } },
  { code: 'password', caption: '관리자 비밀번호', content: { Type: 'password' } },
  { code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB-IoT', 3] } },
  { code: 'vpnHost', caption: 'VPN 서버 주소', content: { Type: 'text' } },
  { code: 'odd', caption: '알 수 없는 명령', content: { Type: 'hologram' } },
].map(method => ({ ...method, id: method.code }))

const registerOrder = vi.fn()
const getList = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  registerOrder.mockReset().mockResolvedValue({ result: true, message: '', payload: { id: 1, total: 1 } })
  getList.mockReset().mockResolvedValue({ data: methods, total: methods.length })
  onClose.mockReset()
})

const open = (record: object = device) =>
  renderInConsole(<OrdersDialog record={record as never} onClose={onClose} />, {
    dataProvider: { getList, registerOrder } as never,
  })

/** Opens a method and gives its input and its button. */
async function method(caption: string) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: caption }))
  return { user, run: await screen.findByRole('button', { name: `${caption} 실행` }) }
}

describe('the orders dialog (§2)', () => {
  it('says which device it will hit', async () => {
    open()
    expect(await screen.findByText('010-1511-1436')).toBeInTheDocument()
    expect(screen.getByText('358126091045147')).toBeInTheDocument()
    expect(screen.getByText('온라인')).toBeInTheDocument()
  })

  it('hides methods whose caption contains VPN when the device has no VPN', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'APN 변경' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'VPN 서버 주소' })).toBeNull()
  })

  it('shows them when it has one', async () => {
    open({ ...device, vpn: { host: 'vpn.example.com' } })
    expect(await screen.findByRole('button', { name: 'VPN 서버 주소' })).toBeInTheDocument()
  })

  it.each([
    ['표시등 밝기', 'spinbutton', { placeholder: '128', type: 'number', min: '0', max: '255' }],
    ['APN 변경', 'textbox', { placeholder: 'iot.lte', type: 'text' }],
    ['펌웨어 업데이트', 'textbox', { type: 'url' }],
    ['통신 방식', 'combobox', {}],
  ])('draws the input of %s as a %s', async (caption, role, attributes) => {
    open()
    await method(caption)
    const input = screen.getByRole(role, { name: new RegExp(`^${caption}`) })
    for (const [name, value] of Object.entries(attributes)) expect(input).toHaveAttribute(name, value)
  })

  it('hides what is typed into a password, until asked to show it', async () => {
    open()
    const { user } = await method('관리자 비밀번호')
    const input = screen.getByLabelText(/^관리자 비밀번호/, { selector: 'input' })
    expect(input).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: '입력한 값 보기' }))
    expect(input).toHaveAttribute('type', 'text')
  })

  it('says so when it does not know a method’s type', async () => {
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '알 수 없는 명령' }))
    expect(await screen.findByText(/hologram/)).toBeInTheDocument()
  })

  it('sends code, data and the device at Enter right behind the last digit', async () => {
    open()
    const { user } = await method('표시등 밝기')
    await user.type(screen.getByRole('spinbutton'), '128{Enter}')
    expect(await screen.findByText('단말 제어 명령이 등록되었습니다.')).toBeInTheDocument()
    expect(registerOrder).toHaveBeenCalledExactlyOnceWith(
      { code: 'light', data: '128', targets: ['358126091045147'] },
      expect.any(Array),
    )
    expect(screen.getByRole('spinbutton')).toHaveValue(null)
  })

  it('sends the choice of a select', async () => {
    open()
    const { user, run } = await method('통신 방식')
    await user.click(screen.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'NB-IoT' }))
    await user.click(run)
    await waitFor(() =>
      expect(registerOrder.mock.calls[0]?.[0]).toMatchObject({ code: 'mode', data: 'NB-IoT' }),
    )
  })

  it.each([
    ['표시등 밝기', '256', 'spinbutton'],
    ['표시등 밝기', '-1', 'spinbutton'],
    ['표시등 밝기', '1.5', 'spinbutton'],
    ['APN 변경', 'ab', 'textbox'],
    ['APN 변경', 'abcdefghijklm', 'textbox'],
    ['펌웨어 업데이트', 'ftp', 'textbox'],
  ])('%s refuses %s at the field, keeps it and sends nothing', async (caption, value, role) => {
    open()
    const { user, run } = await method(caption)
    await user.type(screen.getByRole(role), value)
    await user.click(run)
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement()
    expect(screen.getByRole(role)).toHaveAttribute('aria-invalid', 'true')
    expect((screen.getByRole(role) as HTMLInputElement).value).toBe(value)
    expect(registerOrder).not.toHaveBeenCalled()
  })

  it('needs a value', async () => {
    open()
    const { user, run } = await method('표시등 밝기')
    await user.click(run)
    await waitFor(() => expect(screen.getByRole('spinbutton')).toHaveAttribute('aria-invalid', 'true'))
    expect(registerOrder).not.toHaveBeenCalled()
  })

  it('shows a refusal at the top with the server’s reason, and keeps the value', async () => {
    registerOrder.mockResolvedValue({ result: false, message: '단말이 응답하지 않습니다.' })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open()
    const { user } = await method('표시등 밝기')
    await user.type(screen.getByRole('spinbutton'), '7{Enter}')
    expect(await screen.findByText('단말 제어 등록이 실패하였습니다!')).toBeInTheDocument()
    expect(screen.getByText('단말이 응답하지 않습니다.')).toBeInTheDocument()
    expect(logged).toHaveBeenCalledWith('단말이 응답하지 않습니다.')
    expect(screen.getByRole('spinbutton')).toHaveValue(7)
  })

  it('shows what the server says of the value at the field', async () => {
    registerOrder.mockRejectedValue(
      new HttpError('입력하신 값을 확인해 주세요.', 422, { errors: { data: '200까지만 가능합니다.' } }),
    )
    open()
    const { user } = await method('표시등 밝기')
    await user.type(screen.getByRole('spinbutton'), '250{Enter}')
    expect(await screen.findByText('200까지만 가능합니다.')).toBeInTheDocument()
    expect(screen.getByRole('spinbutton')).toHaveAttribute('aria-invalid', 'true')
  })

  it('a value sent again after no answer came is the same order; another value is another', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      sent.push((headers as Record<string, string>)['Idempotency-Key'])
      if (sent.length === 1) throw new TypeError('network')
      return answer({ result: true, message: '', payload: { id: 1, total: 1 } })
    })
    renderInConsole(<OrdersDialog record={device as never} onClose={onClose} />, {
      dataProvider: { ...realProvider(), getList } as never,
    })
    const { user, run } = await method('표시등 밝기')
    await user.type(screen.getByRole('spinbutton'), '7{Enter}')
    await screen.findByText(/등록되었는지 확인하지 못하였습니다/)
    await user.click(run)
    await screen.findByText('단말 제어 명령이 등록되었습니다.')
    await user.type(screen.getByRole('spinbutton'), '7{Enter}')
    await waitFor(() => expect(sent).toHaveLength(3))
    const [first, again, next] = sent
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  it('offers to try again when the methods do not come', async () => {
    getList.mockRejectedValueOnce(new HttpError('서버에 연결하지 못했습니다.', 0))
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '다시 시도' }))
    expect(await screen.findByRole('button', { name: 'APN 변경' })).toBeInTheDocument()
  })

  it('says why there is nothing to run', async () => {
    getList.mockResolvedValue({ data: [], total: 0 })
    open()
    expect(await screen.findByText('사용할 수 있는 제어 명령이 없습니다.')).toBeInTheDocument()
  })
})
