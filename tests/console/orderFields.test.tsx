/**
 * Fields that config adds to orders: asked for by compose and the control dialog, kept in the draft, sent with the
 * order.
 */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError } from 'ra-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import Compose from '../../src/console/features/compose/Compose'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import { session } from '../../src/console/session'
import { config, renderInConsole, signIn } from '../support/consoleWorld'
import { withOrderFields } from '../support/orderFields'

const methods = [
  { code: 'reboot', caption: '단말 재시작', content: { Type: 'array', Value: ['NOW', 'NIGHT'] } },
  { code: 'light', caption: '표시등 밝기', content: { Type: 'number' } },
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
  for (const call of Object.values(calls)) call.mockReset()
  calls.getList.mockImplementation(async (resource: string) => {
    const data = resource.endsWith('methods') ? methods : []
    return { data, total: data.length }
  })
  calls.getMany.mockResolvedValue({ data: [] })
  calls.getOne.mockResolvedValue({
    data: {
      id: 12,
      title: '재시작',
      code: 'reboot',
      data: 'NOW',
      reason: 'care',
      ticket: '77',
      aim: { batch_id: 0 },
    },
  })
  calls.orderRecipients.mockResolvedValue([hit])
  calls.registerOrder.mockResolvedValue({ result: true, message: '', payload: { id: 77, total: 1 } })
  calls.keepsOrderFields.mockResolvedValue(true)
})

/** A draft for one device, begun from an order that failed there. */
async function compose({ level = 6 } = {}) {
  signIn({ level, vendor: 1, email: 'one@demo.local' })
  const user = userEvent.setup()
  const page = renderInConsole(<Compose />, {
    dataProvider: calls as never,
    at: '/app/orders/compose?failed=12',
  })
  await screen.findByRole('button', { name: '등록' })
  return { user, ...page }
}
const combobox = (name: string) => screen.findByRole('combobox', { name })
async function choose(user: ReturnType<typeof userEvent.setup>, name: string, option: string) {
  await user.click(await combobox(name))
  await user.click(await screen.findByRole('option', { name: option }))
}
/** The records to which the references lead. */
function chooseAmong(records: Record<string, { id: number; name: string }[]>) {
  calls.getList.mockImplementation(async (resource: string) => {
    const data = resource.endsWith('methods') ? methods : (records[resource] ?? [])
    return { data, total: data.length }
  })
  calls.getMany.mockImplementation(async (resource: string, { ids }: { ids: number[] }) => ({
    data: (records[resource] ?? []).filter(({ id }) => ids.includes(id)),
  }))
  const order = calls.getOne.getMockImplementation()!
  calls.getOne.mockImplementation(async (resource: string, { id }: { id: number }) =>
    records[resource] ? { data: records[resource].find(record => record.id === id) } : order(),
  )
}
const register = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: '등록' }))
const sheet = () => calls.registerOrder.mock.calls[0]?.[0]

describe('compose', () => {
  it('asks for them in the sections of config, begins with those of the order it comes from, and sends them', async () => {
    const { user } = await compose()
    expect(screen.getByRole('region', { name: '접수' })).toBeInTheDocument()
    expect(await combobox('사유')).toHaveTextContent('점검')
    const ticket = screen.getByRole('textbox', { name: '접수 번호' })
    expect(ticket).toHaveValue('77')
    fireEvent.change(ticket, { target: { value: '78' } })
    await choose(user, '사유', '장애')
    await user.click(screen.getByRole('switch', { name: '긴급' }))
    await register(user)
    await waitFor(() =>
      expect(sheet()).toMatchObject({ code: 'reboot', reason: 'fault', ticket: '78', urgent: true }),
    )
  })

  it('marks what its command requires and what a rule refuses, and sends nothing then', async () => {
    calls.getOne.mockResolvedValue({
      data: { id: 12, title: '', code: 'reboot', data: 'NOW', aim: { batch_id: 0 } },
    })
    const { user } = await compose()
    fireEvent.change(screen.getByRole('textbox', { name: '접수 번호' }), { target: { value: 'A1' } })
    await register(user)
    expect(await combobox('사유')).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByRole('textbox', { name: '접수 번호' })).toHaveAttribute('aria-invalid', 'true')
    expect(calls.registerOrder).not.toHaveBeenCalled()
  })

  it('shows what the server says of one at the field', async () => {
    calls.registerOrder.mockRejectedValue(
      new HttpError('거절', 422, { errors: { ticket: '없는 번호입니다.' } }),
    )
    const { user } = await compose()
    await register(user)
    expect(await screen.findByText('없는 번호입니다.')).toBeInTheDocument()
  })

  it('keeps them in the draft of a page that is left', async () => {
    const { router } = await compose()
    const ticket = screen.getByRole('textbox', { name: '접수 번호' })
    fireEvent.change(ticket, { target: { value: '79' } })
    await router.navigate('/app/orders/compose?failed=12&again')
    await waitFor(() => expect(ticket).not.toBeInTheDocument())
    expect(await screen.findByRole('textbox', { name: '접수 번호' })).toHaveValue('79')
  })

  it('Cancel takes them out, and can itself be taken back', async () => {
    const { user } = await compose()
    await user.click(screen.getByRole('button', { name: '취소' }))
    expect(screen.getByRole('textbox', { name: '접수 번호' })).toHaveValue('')
    await user.click(await screen.findByRole('button', { name: '되돌리기' }))
    expect(screen.getByRole('textbox', { name: '접수 번호' })).toHaveValue('77')
  })

  it('asks only those for a field who may write it', async () => {
    await compose({ level: 3 })
    expect(await combobox('사유')).toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: '내부 메모' })).toBeNull()
  })

  it('fills in what a default takes from the record that was chosen, and leaves alone what was written', async () => {
    chooseAmong({
      clients: [
        { id: 31, name: '강원 물류' },
        { id: 32, name: '부산 항만' },
      ],
    })
    const { user } = await compose()
    const remark = await screen.findByRole('textbox', { name: '내부 메모' })
    await choose(user, '비용 부담', '강원 물류')
    await waitFor(() => expect(remark).toHaveValue('강원 물류'))
    fireEvent.change(remark, { target: { value: '직접 부담' } })
    await choose(user, '비용 부담', '부산 항만')
    await waitFor(() =>
      expect(calls.getOne).toHaveBeenCalledWith('clients', expect.objectContaining({ id: 32 })),
    )
    expect(remark).toHaveValue('직접 부담')
    await register(user)
    await waitFor(() => expect(sheet()).toMatchObject({ payer: 32, remark: '직접 부담' }))
  })

  it('fills in what a default takes from two records once both are read, and follows each of them', async () => {
    chooseAmong({
      clients: [
        { id: 31, name: '강원 물류' },
        { id: 32, name: '부산 항만' },
      ],
      models: [{ id: 5, name: 'FT-100' }],
    })
    const { user } = await compose()
    const both = await screen.findByRole('textbox', { name: '요약' })
    await choose(user, '비용 부담', '강원 물류')
    await waitFor(() => expect(both).toHaveValue('강원 물류'))
    await choose(user, '대상 모델', 'FT-100')
    await waitFor(() => expect(both).toHaveValue('강원 물류 FT-100'))
    await choose(user, '비용 부담', '부산 항만')
    await waitFor(() => expect(both).toHaveValue('부산 항만 FT-100'))
    await register(user)
    await waitFor(() => expect(sheet()).toMatchObject({ both: '부산 항만 FT-100' }))
  })

  it('has nothing of them with a basic server, and sends nothing of them', async () => {
    calls.keepsOrderFields.mockResolvedValue(false)
    const { user } = await compose()
    expect(screen.queryByRole('combobox', { name: '사유' })).toBeNull()
    await register(user)
    await waitFor(() => expect(sheet()).toMatchObject({ code: 'reboot' }))
    expect(Object.keys(sheet())).not.toContain('reason')
  })
})

describe('the control dialog of a device', () => {
  const show = () => {
    signIn({ level: 6, vendor: 1, email: 'one@demo.local' })
    const device = { id: hit.device, isdn: hit.number, model: 'FT-100', vpn: {} }
    return renderInConsole(<OrdersDialog record={device as never} onClose={() => undefined} />, {
      dataProvider: calls as never,
    })
  }
  const open = async (caption: string) => {
    const { unmount } = show()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: caption }))
    return { user, unmount, run: await screen.findByRole('button', { name: `${caption} 실행` }) }
  }

  it('asks for what is required or says so, refuses without it, and sends it', async () => {
    const { user, run } = await open('단말 재시작')
    await choose(user, '단말 재시작', 'NOW')
    expect(screen.queryByRole('textbox', { name: '접수 번호' })).toBeNull()
    await user.click(run)
    expect(await combobox('사유')).toHaveAttribute('aria-invalid', 'true')
    expect(calls.registerOrder).not.toHaveBeenCalled()
    await choose(user, '사유', '점검')
    await user.click(screen.getByRole('switch', { name: '긴급' }))
    await user.click(run)
    await waitFor(() =>
      expect(sheet()).toMatchObject({ code: 'reboot', data: 'NOW', reason: 'care', urgent: true }),
    )
  })

  it('keeps them over a session that ends', async () => {
    const { user, unmount } = await open('단말 재시작')
    await choose(user, '사유', '점검')
    await user.click(screen.getByRole('switch', { name: '긴급' }))
    session.end('expired')
    unmount()
    show()
    expect(await combobox('사유')).toHaveTextContent('점검')
    expect(screen.getByRole('switch', { name: '긴급' })).toBeChecked()
    session.end('signedOut')
  })
})
