/** Commands with several values: entered, stored in the draft, sent and shown; and the preview of their schema. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ValueLine, ValueLines } from '../../src/console/features/orders/OrderValue'
import SchemaPreview from '../../src/console/forms/kinds/methodSchema/SchemaPreview'
import { readMethodValue } from '../../src/engine/orderMethods'
import { deviceRecord } from '../support/consoleRecords'
import { choose, config, enter, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import {
  openCommand,
  openCompose,
  orderCalls,
  register,
  resetOrderCalls,
  sheets,
} from '../support/orderScreens'
import { REPORT_SCHEMA } from '../support/valueSchemas'

const WIFI = {
  type: 'object',
  properties: { ssid: { type: 'string' }, key: { type: 'string', format: 'password' } },
}
const method = (code: string, caption: string, Schema: object) => ({
  id: code,
  code,
  caption,
  content: { Type: 'object', Schema },
})
const REPORT = method('report', '보고 설정', REPORT_SCHEMA)
const METHODS = [REPORT, method('wifi', '무선 설정', WIFI), method('broken', '고장', { type: 'object' })]

/** Opens compose with the command and value of an earlier order. */
const compose = (code: string, data: string) => {
  const orders = [{ id: 12, title: '보고', code, data, aim: { batch_id: 0 } }]
  resetOrderCalls({ methods: METHODS, orders })
  return openCompose('?failed=12')
}
const textbox = (name: RegExp | string) => screen.findByRole('textbox', { name })
const interval = () => textbox(/보고 주기/)

beforeEach(() => resetOrderCalls({ methods: METHODS }))

describe('compose', () => {
  it('starts with the values of the original order that the command still has, and sends what is shown', async () => {
    await compose('report', '{"interval":60,"mode":"full","gone":1}')
    const values = await screen.findByRole('group', { name: '값' })
    expect(await within(values).findByRole('combobox', { name: /방식/ })).toHaveValue('전체')
    expect(await interval()).toHaveValue('60')
    expect(await interval()).toHaveAccessibleDescription('10에서 3600 사이의 숫자')
    enter(await interval(), '1,200')
    await user.click(screen.getByRole('checkbox', { name: '압축' }))
    const server = within(screen.getByRole('group', { name: '서버' }))
    enter(server.getByRole('textbox', { name: /주소/ }), 'a.example.com')
    await choose(/방식/, '요약')
    await register()
    await waitFor(() => expect(sheets()).toHaveLength(1))
    expect(JSON.parse(sheets()[0].data)).toEqual({
      interval: 1200,
      mode: 'brief',
      compress: true,
      server: { host: 'a.example.com' },
    })
  })

  it('shows the same errors as the server, each at its value, and sends nothing', async () => {
    await compose('report', '{"mode":"full"}')
    enter(await interval(), '5초')
    const server = within(screen.getByRole('group', { name: '서버' }))
    const port = server.getByRole('textbox', { name: /포트/ })
    enter(port, '70000')
    await register()
    await waitFor(async () => expect(await interval()).toHaveAccessibleDescription('숫자를 입력해 주세요.'))
    expect(await interval()).toHaveValue('5초')
    expect(server.getByRole('textbox', { name: /주소/ })).toHaveAccessibleDescription('값을 입력해 주세요.')
    expect(port).toHaveAccessibleDescription(/^1 이상 65535 이하/)
    await waitFor(async () => expect(await interval()).toHaveFocus())
    expect(sheets()).toEqual([])
    const rules = { types: config.orderMethods, bounds: config.app.limits.methodBounds }
    const value = { interval: '5초', mode: 'full', server: { port: 70000 } }
    const result = readMethodValue(REPORT.content, value, rules)
    const invalid = ['interval', 'server.host', 'server.port']
    expect(Object.keys('parts' in result ? result.parts! : {})).toEqual(invalid)
    // A corrected value loses its error at once.
    enter(await interval(), '50')
    await waitFor(async () => expect(await interval()).not.toHaveAttribute('aria-invalid', 'true'))
  })

  it('stores the values in the draft, except hidden ones', async () => {
    const { router } = await compose('wifi', '********')
    enter(await textbox('ssid'), 'home')
    enter(screen.getByLabelText('key'), 'Geheim-17')
    await router.navigate('/app/orders/compose?failed=12&again')
    await waitFor(async () => expect(await textbox('ssid')).toHaveValue('home'))
    await waitFor(() => expect(screen.getByLabelText('key')).toHaveValue(''))
    expect(JSON.stringify({ ...localStorage })).not.toContain('Geheim')
  })

  it('rejects a command whose schema is invalid', async () => {
    await compose('broken', '')
    expect(await screen.findByText(/값 구성\(JSON Schema\)이 올바르지 않아/)).toBeInTheDocument()
  })
})

it('the control dialog sends the values with their defaults, and shows an error of the server', async () => {
  signIn({ level: 3, vendor: 1, email: 'values@demo.local' })
  await openCommand('보고 설정')
  await choose(/방식/, '전체')
  const errors = { 'data.interval': '지금은 안 됩니다.' }
  orderCalls.registerOrder.mockRejectedValueOnce(new HttpError('거절', 422, { errors }))
  await press('보고 설정 실행')
  expect(await screen.findByText('interval: 지금은 안 됩니다.')).toBeInTheDocument()
  await press('보고 설정 실행')
  await waitFor(() => expect(sheets()).toHaveLength(2))
  expect(sheets()[1]).toMatchObject({ targets: [deviceRecord().id] })
  expect(JSON.parse(sheets()[1].data)).toEqual({ interval: 60, mode: 'full', compress: false })
})

function SchemaEditor() {
  const [text, setText] = useState('')
  return (
    <>
      <textarea aria-label="schema" value={text} onChange={event => setText(event.target.value)} />
      <SchemaPreview written={text} />
    </>
  )
}

it('the preview of a schema shows its form and the value for the device, or the first error with its path', async () => {
  renderInConsole(<SchemaEditor />)
  const write = async (text: string) => enter(await textbox('schema'), text)
  await write('{\n "type": ')
  expect(await screen.findByText(/JSON이 올바르지 않습니다|올바른 JSON이 아닙니다/)).toBeInTheDocument()
  await write('{"type":"object","properties":{"interval":{"type":"integer","minmum":3}}}')
  expect(await screen.findByText(/^properties\.interval\.minmum:/)).toBeInTheDocument()
  await write(JSON.stringify(REPORT_SCHEMA))
  enter(await interval(), '90')
  expect(await screen.findByText('{"interval":90,"compress":false}')).toBeInTheDocument()
})

it('an order shows its values by their titles: on one line in the list, one below the other on its page', () => {
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
  )
  expect(screen.getByText('방식: 전체 · 서버 › 주소: a.example.com · 압축: 예')).toBeInTheDocument()
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(terms).toEqual(['방식', '서버 › 주소', '압축'])
})
