/** Fields that config adds to orders: in compose, in the control dialog, in the draft and in the sent order. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DetailFacts } from '../../src/console/features/orders/detail/DetailFacts'
import OrderList from '../../src/console/features/orders/mailbox/OrderList'
import { session } from '../../src/console/session'
import { ORDER_DETAIL, orderRecord } from '../support/consoleRecords'
import { choose, config, enter, press, renderInConsole, signIn } from '../support/consoleWorld'
import { withOrderFields } from '../support/orderFields'
import {
  openCommand,
  openCompose,
  orderCalls,
  register,
  resetOrderCalls,
  sheets,
} from '../support/orderScreens'

const METHODS = [
  {
    id: 'reboot',
    code: 'reboot',
    caption: '단말 재시작',
    content: { Type: 'array', Value: ['NOW', 'NIGHT'] },
  },
  { id: 'light', code: 'light', caption: '표시등 밝기', content: { Type: 'number' } },
]
const CLIENTS = [
  { id: 31, name: '강원 물류' },
  { id: 32, name: '부산 항만' },
]
const ORDER = { id: 12, title: '재시작', code: 'reboot', data: 'NOW', aim: { batch_id: 0 } }

const { orders } = config.resources
beforeAll(() => {
  const { shared } = withOrderFields(file => {
    const { fields, form } = file as unknown as {
      fields: Record<string, object>
      form: { sections: { fields: string[] }[] }
    }
    const begins = { expression: "payer.name + ' ' + model.name" }
    Object.assign(fields.remark!, { default: { expression: 'payer.name' } })
    fields.model = { type: 'reference', reference: 'models', label: '대상 모델' }
    fields.both = { type: 'text', label: '요약', default: begins, read: 'vendor', write: 'vendor' }
    form.sections[1]!.fields.push('model', 'both')
  })
  config.resources.orders = shared.resources.orders!
})
afterAll(() => {
  config.resources.orders = orders!
})
beforeEach(() => {
  resetOrderCalls({
    methods: METHODS,
    clients: CLIENTS,
    models: [{ id: 5, name: 'FT-100' }],
    orders: [{ ...ORDER, reason: 'care', ticket: '77' }],
  })
  orderCalls.keepsOrderFields.mockResolvedValue(true)
})

/** A draft for one device, begun from an order that failed there. */
const compose = (options?: { level: number }) => openCompose('?failed=12', options)
const reason = () => screen.findByRole('combobox', { name: '사유' })
const textbox = (name: string) => screen.findByRole('textbox', { name })
const ticket = () => textbox('접수 번호')
const toggleUrgent = async () => fireEvent.click(await screen.findByRole('switch', { name: '긴급' }))

describe('fields that config adds to orders, in compose,', () => {
  it('stand in the sections of config, start with the values of the original order, and are sent; errors appear there', async () => {
    await compose()
    expect(screen.getByRole('region', { name: '접수' })).toBeInTheDocument()
    expect(await reason()).toHaveTextContent('점검')
    expect(await ticket()).toHaveValue('77')
    enter(await ticket(), '78')
    await choose('사유', '장애')
    await toggleUrgent()
    const errors = { ticket: '없는 번호입니다.' }
    orderCalls.registerOrder.mockRejectedValueOnce(new HttpError('거절', 422, { errors }))
    await register()
    expect(await screen.findByText('없는 번호입니다.')).toBeInTheDocument()
    await register()
    const sent = { code: 'reboot', reason: 'fault', ticket: '78', urgent: true }
    await waitFor(() => expect(sheets()[1]).toMatchObject(sent))
  })

  it('are checked before anything is sent: what the command requires, and the rules of fields', async () => {
    orderCalls.getOne.mockResolvedValue({ data: ORDER })
    await compose()
    enter(await ticket(), 'A1')
    await register()
    expect(await reason()).toHaveAttribute('aria-invalid', 'true')
    expect(await ticket()).toHaveAttribute('aria-invalid', 'true')
    expect(sheets()).toEqual([])
  })

  it('are in the draft when the page is opened again; Cancel clears them, and can be undone', async () => {
    const { router } = await compose()
    const left = await ticket()
    enter(left, '79')
    await router.navigate('/app/orders/compose?failed=12&again')
    await waitFor(() => expect(left).not.toBeInTheDocument())
    expect(await ticket()).toHaveValue('79')
    await press('취소')
    expect(await ticket()).toHaveValue('')
    await press('되돌리기')
    expect(await ticket()).toHaveValue('79')
  })

  it('are offered only to users who may write them', async () => {
    await compose({ level: 3 })
    expect(await reason()).toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: '내부 메모' })).toBeNull()
  })

  it('take a default from one or two chosen records until the user writes something else', async () => {
    await compose()
    const remark = await textbox('내부 메모')
    await choose('비용 부담', '강원 물류')
    await waitFor(() => expect(remark).toHaveValue('강원 물류'))
    const summary = await textbox('요약')
    await choose('대상 모델', 'FT-100')
    await waitFor(() => expect(summary).toHaveValue('강원 물류 FT-100'))
    enter(remark, '직접 부담')
    await choose('비용 부담', '부산 항만')
    await waitFor(() => expect(summary).toHaveValue('부산 항만 FT-100'))
    expect(remark).toHaveValue('직접 부담')
    await register()
    const sent = { payer: 32, remark: '직접 부담', both: '부산 항만 FT-100' }
    await waitFor(() => expect(sheets()).toEqual([expect.objectContaining(sent)]))
  })

  it('are neither shown nor sent on a basic server', async () => {
    orderCalls.keepsOrderFields.mockResolvedValue(false)
    await compose()
    expect(screen.queryByRole('combobox', { name: '사유' })).toBeNull()
    await register()
    await waitFor(() => expect(sheets()).toHaveLength(1))
    expect(Object.keys(sheets()[0]!)).not.toContain('reason')
  })
})

describe('fields that config adds to orders, in the control dialog,', () => {
  beforeEach(() => void signIn({ level: 6, vendor: 1, email: 'one@demo.local' }))

  it('are those that the command requires; they are checked and sent', async () => {
    await openCommand('단말 재시작')
    await choose('단말 재시작', 'NOW')
    expect(screen.queryByRole('textbox', { name: '접수 번호' })).toBeNull()
    await press('단말 재시작 실행')
    expect(await reason()).toHaveAttribute('aria-invalid', 'true')
    expect(sheets()).toEqual([])
    await choose('사유', '점검')
    await toggleUrgent()
    await press('단말 재시작 실행')
    const sent = { code: 'reboot', data: 'NOW', reason: 'care', urgent: true }
    await waitFor(() => expect(sheets()).toEqual([expect.objectContaining(sent)]))
  })

  it('are still filled in after a session that has ended', async () => {
    const { unmount } = await openCommand('단말 재시작')
    await choose('사유', '점검')
    await toggleUrgent()
    session.end('expired')
    unmount()
    signIn({ level: 6, vendor: 1, email: 'one@demo.local' })
    await openCommand()
    expect(await reason()).toHaveTextContent('점검')
    expect(screen.getByRole('switch', { name: '긴급' })).toBeChecked()
  })
})

it('fields that config adds to orders are columns and filters of their list', async () => {
  signIn({ level: 6, vendor: 1 })
  orderCalls.getList.mockResolvedValue({ data: [orderRecord(12, {}, { reason: 'care' })], total: 1 })
  const dataProvider = { ...orderCalls, orderCounts: async () => undefined }
  renderInConsole(<OrderList />, { dataProvider, at: '/app/orders' })
  expect(await screen.findByRole('cell', { name: '점검' })).toBeInTheDocument()
  await choose('사유', '장애')
  const filtered = expect.objectContaining({ filter: { reason: 'fault' } })
  await waitFor(() => expect(orderCalls.getList).toHaveBeenLastCalledWith('orders', filtered))
})

it('fields that config adds to orders are shown on the page of an order, unless they are empty', () => {
  signIn({ level: 6, vendor: 1 })
  const order = { ...orderRecord(12), ...ORDER_DETAIL, reason: 'care', ticket: '' }
  renderInConsole(<DetailFacts order={order as never} />)
  const labels = screen.getAllByRole('term').map(term => term.textContent)
  expect(labels).toContain('사유')
  expect(labels).not.toContain('접수 번호')
  expect(screen.getByText('점검')).toBeInTheDocument()
})
