/**
 * Commands with several values: entered in compose and the control dialog, kept, sent, shown; and previewed while one
 * is written.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError } from 'ra-core'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Compose from '../../src/console/features/compose/Compose'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import { ValueLine, ValueLines } from '../../src/console/features/orders/OrderValue'
import SchemaPreview from '../../src/console/forms/kinds/methodSchema/SchemaPreview'
import { readMethodValue } from '../../src/engine/orderMethods'
import { config, renderInConsole, signIn } from '../support/consoleWorld'
import { REPORT_SCHEMA } from '../support/valueSchemas'

const WIFI = {
  type: 'object',
  properties: { ssid: { type: 'string' }, key: { type: 'string', format: 'password' } },
}
const methods = [
  { code: 'report', caption: '보고 설정', content: { Type: 'object', Schema: REPORT_SCHEMA } },
  { code: 'wifi', caption: '무선 설정', content: { Type: 'object', Schema: WIFI } },
  { code: 'broken', caption: '고장', content: { Type: 'object', Schema: { type: 'object' } } },
].map(method => ({ ...method, id: method.code }))

const hit = { device: '358126090000001', number: '01012340001', online: true }
const calls = {
  getList: vi.fn(),
  getMany: vi.fn(),
  getOne: vi.fn(),
  orderRecipients: vi.fn(),
  registerOrder: vi.fn(),
  keepsOrderFields: vi.fn(),
}
/** The order that a draft begins from. */
const from = (order: object) =>
  calls.getOne.mockResolvedValue({ data: { id: 12, title: '보고', aim: { batch_id: 0 }, ...order } })

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
  calls.getList.mockImplementation(async (resource: string) => {
    const data = resource.endsWith('methods') ? methods : []
    return { data, total: data.length }
  })
  calls.getMany.mockResolvedValue({ data: [] })
  calls.orderRecipients.mockResolvedValue([hit])
  calls.registerOrder.mockResolvedValue({ result: true, message: '', payload: { id: 77, total: 1 } })
  calls.keepsOrderFields.mockResolvedValue(false)
  from({ code: 'report', data: '{"interval":60,"mode":"full","gone":1}' })
})

async function compose() {
  signIn({ level: 6, vendor: 1, email: 'values@demo.local' })
  const user = userEvent.setup()
  const page = renderInConsole(<Compose />, {
    dataProvider: calls as never,
    at: '/app/orders/compose?failed=12',
  })
  await screen.findByRole('button', { name: '등록' })
  return { user, ...page }
}
const box = (name: RegExp | string) => screen.findByRole('textbox', { name })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const register = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: '등록' }))
const sheet = () => calls.registerOrder.mock.calls[0]?.[0]

describe('compose', () => {
  it('begins with the values of the order it comes from, without what the command no longer has, and sends what is shown', async () => {
    const { user } = await compose()
    const values = await screen.findByRole('group', { name: '값' })
    expect(await within(values).findByRole('combobox', { name: /방식/ })).toHaveValue('전체')
    const interval = await box(/보고 주기/)
    expect(interval).toHaveValue('60')
    expect(interval).toHaveAccessibleDescription('10에서 3600 사이의 숫자')
    type(interval, '1,200')
    await user.click(screen.getByRole('checkbox', { name: '압축' }))
    const server = within(screen.getByRole('group', { name: '서버' }))
    type(server.getByRole('textbox', { name: /주소/ }), 'a.example.com')
    await user.click(screen.getByRole('combobox', { name: /방식/ }))
    await user.click(await screen.findByRole('option', { name: '요약' }))
    await register(user)
    await waitFor(() => expect(sheet()).toBeDefined())
    expect(JSON.parse(sheet().data)).toEqual({
      interval: 1200,
      mode: 'brief',
      compress: true,
      server: { host: 'a.example.com' },
    })
  })

  it('says at each value what is wrong with it, as the server would, keeps what was typed and sends nothing', async () => {
    const { user } = await compose()
    type(await box(/보고 주기/), '5초')
    const server = within(screen.getByRole('group', { name: '서버' }))
    type(server.getByRole('textbox', { name: /포트/ }), '70000')
    await register(user)
    const interval = await box(/보고 주기/)
    await waitFor(() => expect(interval).toHaveAccessibleDescription('숫자를 입력해 주세요.'))
    expect(interval).toHaveValue('5초')
    expect(server.getByRole('textbox', { name: /주소/ })).toHaveAccessibleDescription('값을 입력해 주세요.')
    expect(server.getByRole('textbox', { name: /포트/ })).toHaveAccessibleDescription(/^1 이상 65535 이하/)
    await waitFor(() => expect(interval).toHaveFocus())
    expect(calls.registerOrder).not.toHaveBeenCalled()
    const rules = { types: config.orderMethods, bounds: config.app.limits.methodBounds }
    const judged = readMethodValue(
      methods[0]!.content,
      { interval: '5초', mode: 'full', server: { port: 70000 } },
      rules,
    )
    expect(Object.keys('parts' in judged ? judged.parts! : {})).toEqual([
      'interval',
      'server.host',
      'server.port',
    ])
    // Put right, each sentence goes at once.
    type(interval, '50')
    await waitFor(() => expect(interval).not.toHaveAttribute('aria-invalid', 'true'))
  })

  it('keeps the values in the draft, but for what is entered hidden', async () => {
    from({ code: 'wifi', data: '********' })
    const { router } = await compose()
    type(await box('ssid'), 'home')
    type(screen.getByLabelText('key'), 'Geheim-17')
    await router.navigate('/app/orders/compose?failed=12&again')
    await waitFor(async () => expect(await box('ssid')).toHaveValue('home'))
    await waitFor(() => expect(screen.getByLabelText('key')).toHaveValue(''))
    expect(JSON.stringify({ ...localStorage })).not.toContain('Geheim')
  })

  it('says that a command without a sound schema cannot be used', async () => {
    from({ code: 'broken', data: '' })
    await compose()
    expect(await screen.findByText(/값 구성\(JSON Schema\)이 올바르지 않아/)).toBeInTheDocument()
  })
})

describe('the control dialog', () => {
  it('sends them to the device, and shows what the server says of one', async () => {
    signIn({ level: 3, vendor: 1, email: 'values@demo.local' })
    const user = userEvent.setup()
    const device = { id: hit.device, isdn: hit.number, model: 'FT', vpn: {}, online: true }
    renderInConsole(<OrdersDialog record={device as never} onClose={() => {}} />, {
      dataProvider: calls as never,
    })
    await user.click(await screen.findByRole('button', { name: '보고 설정' }))
    await user.click(await screen.findByRole('combobox', { name: /방식/ }))
    await user.click(await screen.findByRole('option', { name: '전체' }))
    calls.registerOrder.mockRejectedValueOnce(
      new HttpError('거절', 422, { errors: { 'data.interval': '지금은 안 됩니다.' } }),
    )
    await user.click(screen.getByRole('button', { name: '보고 설정 실행' }))
    expect(await screen.findByText('interval: 지금은 안 됩니다.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '보고 설정 실행' }))
    await waitFor(() => expect(calls.registerOrder).toHaveBeenCalledTimes(2))
    const [sent] = calls.registerOrder.mock.calls[1]!
    // Defaults are sent as they are shown.
    expect(sent).toMatchObject({ targets: [hit.device] })
    expect(JSON.parse(sent.data)).toEqual({ interval: 60, mode: 'full', compress: false })
  })
})

function Written() {
  const [text, setText] = useState('')
  return (
    <>
      <textarea aria-label="schema" value={text} onChange={event => setText(event.target.value)} />
      <SchemaPreview written={text} />
    </>
  )
}

describe('while a command is written', () => {
  it('its form is shown with what a device gets, or the first thing that is wrong with its place', async () => {
    renderInConsole(<Written />, { dataProvider: calls as never })
    const write = async (text: string) => type(await box('schema'), text)
    await write('{\n "type": ')
    expect(await screen.findByText(/JSON이 올바르지 않습니다|올바른 JSON이 아닙니다/)).toBeInTheDocument()
    await write('{"type":"object","properties":{"interval":{"type":"integer","minmum":3}}}')
    expect(await screen.findByText(/^properties\.interval\.minmum:/)).toBeInTheDocument()
    await write(JSON.stringify(REPORT_SCHEMA))
    type(await box(/보고 주기/), '90')
    expect(await screen.findByText('{"interval":90,"compress":false}')).toBeInTheDocument()
  })
})

it('an order shows them by their titles: on one line in the list, beneath each other on its page', () => {
  const label = (ko: string) => ({ ko, en: ko })
  const lines = [
    { label: label('방식'), value: label('전체') },
    { label: label('주소'), group: label('서버'), value: 'a.example.com' },
    { label: label('압축'), value: true },
  ]
  renderInConsole(
    <>
      <p>
        <ValueLine lines={lines} />
      </p>
      <ValueLines lines={lines} />
    </>,
    { dataProvider: calls as never },
  )
  expect(screen.getByText('방식: 전체 · 서버 › 주소: a.example.com · 압축: 예')).toBeInTheDocument()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '방식',
    '서버 › 주소',
    '압축',
  ])
})
