/** Compose (§2, §5, §8, decisions 6, 9, 14, 16 and 18). */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, memoryStore } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Compose from '../../src/console/features/compose/Compose'
import { EMPTY, orderSheetOf, withTargets } from '../../src/console/features/compose/draft/draft'
import { freeSlot, readDraft, writeDraft } from '../../src/console/features/compose/draft/draftStore'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import { renderInConsole, signIn } from '../support/consoleWorld'

// jsdom lays nothing out, and CodeMirror asks where its text is.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect ??= () => new DOMRect()

const methods = [
  { code: 'light', caption: '표시등 밝기', content: { Type: 'number', Holder: '128' } },
  { code: 'text', caption: '표시 문구', content: { Type: 'text', Value: [0, 20] } },
  { code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB-IoT'] } },
  { code: 'secret', caption: '관리자 비밀번호', content: { Type: 'password' } },
].map(method => ({ ...method, id: method.code }))

const lists: Record<string, object[]> = {
  methods,
  models: [{ id: 3, name: 'FT-100' }],
  batches: [{ id: 12, name: '한강 1차', model: 3, devices: 40 }],
  bunches: [{ id: 5, name: '북단' }],
}

const hit = (at: number, online = true) => ({
  device: `35812609000${String(at).padStart(4, '0')}`,
  number: `0101234${String(at).padStart(4, '0')}`,
  online,
})

const calls = {
  getList: vi.fn(),
  getMany: vi.fn(),
  getOne: vi.fn(),
  searchDevices: vi.fn(),
  findNumbers: vi.fn(),
  previewOrder: vi.fn(),
  orderRecipients: vi.fn(),
  registerOrder: vi.fn(),
  cancelOrder: vi.fn(),
}

const listOf = (resource: string) => lists[resource.replace('choices/', '')] ?? []

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
  calls.getList.mockImplementation(async (resource: string) => {
    const data = listOf(resource)
    return { data, total: data.length }
  })
  calls.getMany.mockImplementation(async (resource: string, { ids }: { ids: unknown[] }) => ({
    data: listOf(resource).filter(record => ids.map(String).includes(String((record as { id: unknown }).id))),
  }))
  calls.searchDevices.mockResolvedValue({
    result: true,
    message: '',
    payload: [hit(1), hit(2, false)],
    length: 2,
  })
  calls.previewOrder.mockResolvedValue({ devices: 40, online: 30, offline: 10 })
  calls.registerOrder.mockResolvedValue({ result: true, message: '', payload: { id: 77, total: 1 } })
  calls.cancelOrder.mockResolvedValue({ cancelled: 1 })
})

function open({ level = 6, at = '/app/orders/compose' }: { level?: number; at?: string } = {}) {
  signIn({ level, vendor: 1, email: 'one@demo.local' })
  const user = userEvent.setup()
  return { user, ...renderInConsole(<Compose />, { dataProvider: calls as never, at }) }
}
type User = ReturnType<typeof userEvent.setup>

const combobox = (name: string | RegExp) => screen.findByRole('combobox', { name })

async function choose(user: User, name: string | RegExp, option: string | RegExp) {
  await user.click(await combobox(name))
  await user.click(await screen.findByRole('option', { name: option }))
}
const register = (user: User) => user.click(screen.getByRole('button', { name: '등록' }))
const searchMode = async (user: User) => user.click(await screen.findByRole('radio', { name: '검색' }))

/** A page whose draft may be registered: brightness 7, for one device; begun from an order that failed there. */
async function openFilled() {
  calls.getOne.mockResolvedValue({
    data: {
      id: 12,
      title: '야간 밝기',
      code: 'light',
      data: '7',
      aim: { theme: 'search', batch_id: 0, bunch_id: 0 },
    },
  })
  calls.orderRecipients.mockResolvedValue([hit(1)])
  const page = open({ at: FILLED })
  await screen.findByRole('spinbutton', { name: /값/ })
  return page
}
const FILLED = '/app/orders/compose?failed=12'

describe('what Register asks for (§5)', () => {
  it('a command first, said in a toast as a failure, with the field marked and focused', async () => {
    const { user } = open()
    await combobox(/제어 명령/)
    await register(user)
    const toast = await screen.findByText('제어 명령을 선택하여 주세요!')
    expect(toast.closest('[role="alert"]')).toHaveClass('MuiAlert-colorError')
    expect(await combobox(/제어 명령/)).toHaveFocus()
    expect(await combobox(/제어 명령/)).toHaveAttribute('aria-invalid', 'true')
    expect(calls.registerOrder).not.toHaveBeenCalled()
  })

  it('then a batch in group mode', async () => {
    const { user } = open({ level: 3 })
    await choose(user, /제어 명령/, '통신 방식')
    await register(user)
    expect(await screen.findByText('제어할 모델 및 그룹을 선택하여 주세요!')).toBeInTheDocument()
  })

  it('and a target in search mode', async () => {
    const { user } = open()
    await choose(user, /제어 명령/, '통신 방식')
    await searchMode(user)
    await register(user)
    expect(await screen.findByText('제어할 단말을 선택하여 주세요!')).toBeInTheDocument()
    expect(calls.registerOrder).not.toHaveBeenCalled()
  })

  it('a value within its bounds, said at the field', async () => {
    const { user } = await openFilled()
    const value = screen.getByRole('spinbutton', { name: /값/ })
    fireEvent.change(value, { target: { value: '256' } })
    await register(user)
    expect(await screen.findByText('0 이상 255 이하의 숫자를 입력해 주세요.')).toBeInTheDocument()
    expect(value).toHaveValue(256)
    expect(calls.registerOrder).not.toHaveBeenCalled()
  })

  it('a subject that is not endless', async () => {
    const { user } = await openFilled()
    fireEvent.change(screen.getByRole('textbox', { name: '제목' }), { target: { value: '😀'.repeat(201) } })
    await register(user)
    expect(await screen.findByText('제목은 200자까지 입력할 수 있습니다.')).toBeInTheDocument()
    expect(calls.registerOrder).not.toHaveBeenCalled()
  })
})

describe('group mode (§2, decision 16)', () => {
  it('opens batches with a model and bunches with a batch, for those who manage', async () => {
    const { user } = open({ level: 6 })
    expect(await combobox('그룹')).toBeDisabled()
    expect(await combobox(/하위 그룹/)).toBeDisabled()
    await choose(user, '모델', 'FT-100')
    expect(await combobox('그룹')).toBeEnabled()
    expect(await combobox(/하위 그룹/)).toBeDisabled()
    await choose(user, '그룹', /한강 1차/)
    expect(await combobox(/하위 그룹/)).toBeEnabled()
    expect(calls.getList).toHaveBeenCalledWith('batches', expect.objectContaining({ filter: { model: 3 } }))
    expect(calls.getList).toHaveBeenCalledWith(
      'choices/bunches',
      expect.objectContaining({ filter: { batch: 12 } }),
    )
  })

  it('has no model for a client, whose batches are there at once', async () => {
    open({ level: 3 })
    expect(await combobox('그룹')).toBeEnabled()
    expect(screen.queryByRole('combobox', { name: '모델' })).toBeNull()
    await waitFor(() =>
      expect(calls.getList).toHaveBeenCalledWith('batches', expect.objectContaining({ filter: {} })),
    )
  })

  it('says whom it hits before it is sent', async () => {
    const { user } = open({ level: 3 })
    await choose(user, '그룹', /한강 1차/)
    expect(await screen.findByText('온라인 30대')).toBeInTheDocument()
    expect(screen.getByText('오프라인 10대')).toBeInTheDocument()
    expect(screen.getByText('40대')).toBeInTheDocument()
  })

  it('says why registering would be refused', async () => {
    calls.previewOrder.mockRejectedValue(new HttpError('선택하신 그룹에 제어할 단말이 없습니다.', 422))
    const { user } = open({ level: 3 })
    await choose(user, '그룹', /한강 1차/)
    expect(await screen.findByText('선택하신 그룹에 제어할 단말이 없습니다.')).toBeInTheDocument()
  })

  it('knows the number of a batch also from a server that has no preview', async () => {
    calls.previewOrder.mockResolvedValue(undefined)
    calls.getOne.mockResolvedValue({ data: lists.batches![0] })
    const { user } = open({ level: 3 })
    await choose(user, '그룹', /한강 1차/)
    await waitFor(() => expect(screen.getByText('40대')).toBeInTheDocument())
    expect(screen.queryByText(/^온라인/)).toBeNull()
  })

  it('above the limit of config the number is typed', async () => {
    calls.previewOrder.mockResolvedValue({ devices: 1204, online: 1200, offline: 4 })
    const { user } = open({ level: 3 })
    await choose(user, /제어 명령/, '표시등 밝기')
    fireEvent.change(await screen.findByRole('spinbutton', { name: /값/ }), { target: { value: '7' } })
    await choose(user, '그룹', /한강 1차/)
    await register(user)
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), '12{Enter}')
    expect(await dialog.findByRole('alert')).toHaveTextContent('1,204')
    expect(calls.registerOrder).not.toHaveBeenCalled()
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '1,204' } })
    await user.click(dialog.getByRole('button', { name: '1,204대에 보내기' }))
    await waitFor(() => expect(calls.registerOrder).toHaveBeenCalledTimes(1))
    expect(calls.registerOrder.mock.calls[0]![0]).toMatchObject({ batch: 12, bunch: 0, targets: [] })
  })

  it('the number is asked for once: what fails after it leaves the page as it was', async () => {
    calls.previewOrder.mockResolvedValue({ devices: 1204, online: 1200, offline: 4 })
    calls.registerOrder.mockRejectedValue(new HttpError('연결하지 못했습니다.', 0, { code: 'network' }))
    const { user } = open({ level: 3 })
    await choose(user, /제어 명령/, '통신 방식')
    await choose(user, /값/, 'LTE')
    await choose(user, '그룹', /한강 1차/)
    await register(user)
    await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), '1204{Enter}')
    expect(await screen.findByText('단말 제어 등록을 처리하지 못하였습니다!')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.registerOrder).toHaveBeenCalledTimes(1)
    expect(screen.getByText('연결하지 못했습니다.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '등록' })).not.toHaveAttribute('aria-disabled')
  })
})

describe('the period (§9)', () => {
  it('has calendars whose week starts on the day of config: the second, Monday (decision 5)', async () => {
    const { user } = open()
    const period = (await screen.findByRole('group', { name: /^시작/ })).closest<HTMLElement>('[data-field]')!
    await user.click(within(period).getByRole('button', { name: /날짜/ }))
    const days = await screen.findAllByRole('columnheader')
    expect(days.map(day => day.textContent)).toEqual(['월', '화', '수', '목', '금', '토', '일'])
  })
})

describe('search mode (§2, §5, §9)', () => {
  it('asks from the fourth digit on, for fifty, and takes digits and dots only', async () => {
    const { user } = open()
    await searchMode(user)
    const box = screen.getByRole('searchbox', { name: '전화번호 검색' })
    expect(box).toHaveAttribute('placeholder', '전화번호 4자리 이상')
    await user.type(box, 'a-3')
    expect(box).toHaveValue('3')
    expect(await screen.findByText(/4자리 이상 입력/)).toBeInTheDocument()
    expect(calls.searchDevices).not.toHaveBeenCalled()
    fireEvent.change(box, { target: { value: '1234' } })
    await waitFor(() =>
      expect(calls.searchDevices).toHaveBeenCalledWith({ alike: '1234', max: 50 }, expect.anything()),
    )
  })

  it('shows 3-4-4, tells online from offline in words, moves a hit to the targets and back', async () => {
    const { user } = open()
    await searchMode(user)
    fireEvent.change(screen.getByRole('searchbox', { name: '전화번호 검색' }), { target: { value: '1234' } })
    const found = within(await screen.findByRole('list', { name: '검색 결과' }))
    expect(found.getByRole('button', { name: /010-1234-0001\s*온라인/ })).toBeInTheDocument()
    expect(found.getByRole('button', { name: /010-1234-0002\s*오프라인/ })).toBeInTheDocument()
    await user.click(found.getByRole('button', { name: /010-1234-0001/ }))
    expect(found.queryByRole('button', { name: /010-1234-0001/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '010-1234-0001 빼기' }))
    expect(await screen.findByRole('button', { name: /010-1234-0001\s*온라인/ })).toBeInTheDocument()
  })

  it('says how many remain beyond the limit', async () => {
    const payload = Array.from({ length: 50 }, (_, at) => hit(at))
    calls.searchDevices.mockResolvedValue({ result: true, message: '', payload, length: 1234 })
    const { user } = open()
    await searchMode(user)
    fireEvent.change(screen.getByRole('searchbox', { name: '전화번호 검색' }), { target: { value: '1234' } })
    expect(await screen.findByText(/1,184대 더 있습니다/)).toBeInTheDocument()
  })

  it('sorts pasted numbers, adds what was found, and counts chips beyond fifty', async () => {
    const found = Array.from({ length: 60 }, (_, at) => hit(at, at % 2 === 0))
    calls.findNumbers.mockResolvedValue({
      found,
      duplicate: ['01012340001'],
      unknown: ['01099998888'],
      invalid: ['없음'],
    })
    const { user } = open()
    await searchMode(user)
    await user.click(screen.getByRole('button', { name: '번호 붙여넣기' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), {
      target: { value: '010-1234-0000\n010 1234 0001 01099998888\n없음' },
    })
    await user.click(dialog.getByRole('button', { name: '번호 4개 확인' }))
    expect(calls.findNumbers).toHaveBeenCalledWith(['010-1234-0000', '010 1234 0001', '01099998888', '없음'])
    for (const group of ['온라인', '오프라인', '중복된 번호', '등록되지 않은 번호', '전화번호가 아닌 것'])
      expect(await dialog.findByText(group)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: '60대 추가' }))
    expect(await screen.findByRole('button', { name: '외 10대' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '오프라인 30대 빼기' }))
    expect(await screen.findByText('선택한 단말 30대')).toBeInTheDocument()
  })

  it('hides pasting where the server cannot look numbers up', async () => {
    calls.findNumbers.mockResolvedValue(undefined)
    const { user } = open()
    await searchMode(user)
    await user.click(screen.getByRole('button', { name: '번호 붙여넣기' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '01012340000' } })
    await user.click(dialog.getByRole('button', { name: '번호 1개 확인' }))
    expect(await dialog.findByText(/이 서버에서는/)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('번호 붙여넣기')).toBeNull())
  })
})

describe('the parameter (§3)', () => {
  it('is an editor for text, a number for numbers, a select for arrays, and hidden for passwords', async () => {
    const { user } = open()
    await choose(user, /제어 명령/, '표시 문구')
    const editor = await screen.findByRole('textbox', { name: /^값/ })
    expect(editor).toHaveAttribute('contenteditable', 'true')
    await choose(user, /제어 명령/, '표시등 밝기')
    expect(await screen.findByRole('spinbutton', { name: /값/ })).toHaveAttribute('placeholder', '128')
    await choose(user, /제어 명령/, '통신 방식')
    expect(await combobox(/값/)).toBeInTheDocument()
    await choose(user, /제어 명령/, '관리자 비밀번호')
    expect(await screen.findByLabelText(/^값/, { selector: 'input' })).toHaveAttribute('type', 'password')
  })
})

describe('Register (§7, §8)', () => {
  it('sends the sheet of §3 with its times as UTC text, and empties the page', async () => {
    const { user, router } = await openFilled()
    await register(user)
    expect(await screen.findByText('단말 제어 명령이 등록되었습니다.')).toBeInTheDocument()
    const [sheet] = calls.registerOrder.mock.calls[0]!
    expect(sheet).toEqual({
      code: 'light',
      data: '7',
      title: '야간 밝기',
      started: expect.stringMatching(/^\d{4} \d\d-\d\d \d\d:\d\d:\d\d$/),
      expired: expect.stringMatching(/^\d{4} \d\d-\d\d \d\d:\d\d:\d\d$/),
      batch: 0,
      bunch: 0,
      targets: [{ device: hit(1).device, number: hit(1).number }],
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/orders'))
    expect(await combobox(/제어 명령/)).toHaveValue('')
  })

  it('a result that is not true is a failure, in its colour, and nothing is lost', async () => {
    calls.registerOrder.mockResolvedValue({ result: false, message: '지금은 보낼 수 없습니다.' })
    const { user } = await openFilled()
    await register(user)
    const toast = await screen.findByText('단말 제어 등록이 실패하였습니다!')
    expect(toast.closest('[role="alert"]')).toHaveClass('MuiAlert-colorError')
    expect(screen.getByText('지금은 보낼 수 없습니다.')).toBeInTheDocument()
    expect(screen.getByRole('spinbutton', { name: /값/ })).toHaveValue(7)
  })

  it('no answer: the sentence of §8, what was typed stays, and the same order is sent again', async () => {
    calls.registerOrder.mockRejectedValueOnce(new HttpError('연결하지 못했습니다.', 0, { code: 'network' }))
    const { user } = await openFilled()
    await register(user)
    expect(await screen.findByText('단말 제어 등록을 처리하지 못하였습니다!')).toBeInTheDocument()
    expect(screen.getByRole('spinbutton', { name: /값/ })).toHaveValue(7)
    await register(user)
    await waitFor(() => expect(calls.registerOrder).toHaveBeenCalledTimes(2))
    const [first, again] = calls.registerOrder.mock.calls.map(([, identity]) => identity)
    expect(again).toEqual(first)
  })

  it('what the server says of a field stands at the field', async () => {
    calls.registerOrder.mockRejectedValue(
      new HttpError('입력하신 값을 확인해 주세요.', 422, { errors: { data: '200까지만 가능합니다.' } }),
    )
    const { user } = await openFilled()
    await register(user)
    expect(await screen.findByText('200까지만 가능합니다.')).toBeInTheDocument()
    expect(screen.getByRole('spinbutton', { name: /값/ })).toHaveAttribute('aria-invalid', 'true')
  })
})

const at = (origin: string) => ({ origin, name: origin ? 'from' : 'new' })

describe('the way back', () => {
  it('cancels what no device has yet, and brings the draft back', async () => {
    calls.registerOrder.mockImplementation(async () => ({
      result: true,
      message: '',
      payload: { id: 77, total: 1, holdUntil: inSeconds(30) },
    }))
    const { user, router } = await openFilled()
    await register(user)
    const toast = (await screen.findByText('단말 제어 명령이 등록되었습니다.')).closest<HTMLElement>(
      '.MuiAlert-root',
    )!
    await user.click(within(toast).getByRole('button', { name: /^취소/ }))
    expect(calls.cancelOrder).toHaveBeenCalledExactlyOnceWith(77)
    expect(await screen.findByText('단말 1대에 보내던 명령을 취소하였습니다.')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/orders/compose'))
    expect(router.state.location.search).toBe('?failed=12')
    expect(await screen.findByRole('spinbutton', { name: /값/ })).toHaveValue(7)
    expect(screen.getByRole('button', { name: '010-1234-0001 빼기' })).toBeInTheDocument()
  })

  it('has no button without a hold', async () => {
    const { user } = await openFilled()
    await register(user)
    const toast = (await screen.findByText('단말 제어 명령이 등록되었습니다.')).closest<HTMLElement>(
      '.MuiAlert-root',
    )!
    expect(within(toast).queryByRole('button', { name: /^취소/ })).toBeNull()
  })

  it('is in the dialog of one device too', async () => {
    calls.registerOrder.mockImplementation(async () => ({
      result: true,
      message: '',
      payload: { id: 78, total: 1, holdUntil: inSeconds(30) },
    }))
    const device = { id: hit(1).device, isdn: hit(1).number, model: 'FT-100', vpn: {} }
    renderInConsole(<OrdersDialog record={device as never} onClose={() => undefined} />, {
      dataProvider: calls as never,
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '표시등 밝기' }))
    fireEvent.change(await screen.findByRole('spinbutton'), { target: { value: '7' } })
    await user.click(screen.getByRole('button', { name: '표시등 밝기 실행' }))
    await screen.findByText('단말 제어 명령이 등록되었습니다.')
    await user.click(screen.getByRole('button', { name: /^취소/ }))
    expect(calls.cancelOrder).toHaveBeenCalledExactlyOnceWith(78)
    expect(await screen.findByText('단말 1대에 보내던 명령을 취소하였습니다.')).toBeInTheDocument()
  })

  it('Cancel resets all, and can itself be taken back', async () => {
    const { user } = await openFilled()
    await user.click(screen.getByRole('button', { name: '취소' }))
    expect(await combobox(/제어 명령/)).toHaveValue('')
    expect(screen.getByRole('radio', { name: '그룹' })).toBeChecked()
    await user.click(await screen.findByRole('button', { name: '되돌리기' }))
    expect(await screen.findByRole('spinbutton', { name: /값/ })).toHaveValue(7)
  })

  it('a page that is left and opened again has the draft', async () => {
    const { user, router } = open()
    await choose(user, /제어 명령/, '표시등 밝기')
    fireEvent.change(await screen.findByRole('spinbutton', { name: /값/ }), { target: { value: '7' } })
    await searchMode(user)
    fireEvent.change(screen.getByRole('searchbox', { name: '전화번호 검색' }), { target: { value: '1234' } })
    await user.click(await screen.findByRole('button', { name: /010-1234-0001/ }))
    await router.navigate('/app/orders/compose?again')
    expect(await screen.findByRole('button', { name: '010-1234-0001 빼기' })).toBeInTheDocument()
    expect(await combobox(/제어 명령/)).toHaveValue('표시등 밝기')
    expect(await screen.findByRole('spinbutton', { name: /값/ })).toHaveValue(7)
  })

  it('a password is in no draft', () => {
    const store = memoryStore()
    store.setup()
    writeDraft(store, at(''), { ...EMPTY, code: 'secret', value: 'hunter2' }, { concealed: '' })
    expect(JSON.stringify(store.getItem('compose.draft.new'))).not.toContain('hunter2')
    expect(readDraft(store, at(''))).toMatchObject({ code: 'secret', value: '' })
  })

  it('two tabs have a draft each, and what a closed one left is found again', () => {
    const store = memoryStore()
    store.setup()
    const now = 1_000_000
    const claim = (slot: string, tab: string, seen = now) =>
      store.setItem(`compose.open.${slot}`, { tab, at: seen })
    const slotOf = (tab: string, own?: string) => freeSlot(store, '', { tab, now, own })

    expect(slotOf('a')).toBe('new')
    claim('new', 'a')
    writeDraft(store, { origin: '', name: 'new' }, { ...EMPTY, title: '첫째' })
    expect(slotOf('b')).toBe('new.2')
    claim('new.2', 'b')
    writeDraft(store, { origin: '', name: 'new.2' }, { ...EMPTY, title: '둘째' })
    // A copy of a tab remembers the slot of the one it was copied from.
    expect(slotOf('c', 'new')).toBe('new.3')
    expect(slotOf('a', 'new')).toBe('new')
    // The second is closed, or has crashed some time ago.
    store.removeItem('compose.open.new.2')
    expect(slotOf('d')).toBe('new.2')
    claim('new.2', 'b', now - 200_000)
    expect(slotOf('d')).toBe('new.2')
    expect(readDraft(store, { origin: '', name: 'new.2' })?.title).toBe('둘째')
    expect(freeSlot(store, 'reply=12', { tab: 'd', now })).toBe('from')
  })

  it('a draft begun anew and one from another order do not take each other’s place', () => {
    const store = memoryStore()
    store.setup()
    writeDraft(store, at(''), { ...EMPTY, title: '처음' })
    writeDraft(store, at('reply=12'), { ...EMPTY, title: '답' })
    expect(readDraft(store, at(''))?.title).toBe('처음')
    expect(readDraft(store, at('reply=12'))?.title).toBe('답')
    expect(readDraft(store, at('reply=13'))).toBeUndefined()
  })
})

describe('from another order (decision 6)', () => {
  const order = { id: 12, title: '야간 밝기', code: 'light', caption: '표시등 밝기', data: '55' }
  const aim = { theme: 'search', batch_id: 0, bunch_id: 0 }

  it('Reply has the same targets and no command', async () => {
    calls.getOne.mockResolvedValue({ data: { ...order, aim } })
    calls.orderRecipients.mockResolvedValue([hit(1), hit(2)])
    open({ at: '/app/orders/compose?reply=12' })
    expect(await screen.findByText('선택한 단말 2대')).toBeInTheDocument()
    expect(await combobox(/제어 명령/)).toHaveValue('')
    expect(screen.getByRole('textbox', { name: '제목' })).toHaveValue('RE: 야간 밝기')
  })

  it('Reply to an order for a group is for that group', async () => {
    calls.getOne.mockImplementation(async (resource: string) => ({
      data:
        resource === 'batches'
          ? lists.batches![0]
          : { ...order, aim: { theme: 'bunch', batch_id: 12, bunch_id: 5 } },
    }))
    open({ at: '/app/orders/compose?reply=12' })
    await waitFor(async () => expect(await combobox('그룹')).toHaveValue('한강 1차'))
    await waitFor(async () => expect(await combobox(/하위 그룹/)).toHaveValue('북단'))
    expect(calls.orderRecipients).not.toHaveBeenCalled()
  })

  it('Forward has the same command and data and no targets', async () => {
    calls.getOne.mockResolvedValue({ data: { ...order, aim } })
    open({ at: '/app/orders/compose?forward=12' })
    expect(await screen.findByRole('spinbutton', { name: /값/ })).toHaveValue(55)
    expect(screen.getByText('아직 대상을 선택하지 않았습니다.')).toBeInTheDocument()
  })

  it('the failed ones get the same command again', async () => {
    calls.getOne.mockResolvedValue({ data: { ...order, aim } })
    calls.orderRecipients.mockResolvedValue([hit(4, false)])
    open({ at: '/app/orders/compose?failed=12' })
    expect(await screen.findByRole('button', { name: '010-1234-0004 빼기' })).toBeInTheDocument()
    expect(await screen.findByRole('spinbutton', { name: /값/ })).toHaveValue(55)
    expect(calls.orderRecipients).toHaveBeenCalledWith(12, { status: 'failure' }, expect.anything())
  })

  it('is begun from a stored order alone: no link fills in an order', async () => {
    const values = { title: '모르는 사람의 제목', code: 'light', value: '7' }
    const { router } = open({
      at: `/app/orders/compose?source=${encodeURIComponent(JSON.stringify(values))}`,
    })
    expect(await combobox(/제어 명령/)).toHaveValue('')
    expect(screen.getByRole('textbox', { name: '제목' })).toHaveValue('')
    expect(router.state.location.search).toBe('')
  })

  it('keeps the rest of an address from which such values are taken', async () => {
    calls.getOne.mockResolvedValue({ data: { ...order, aim } })
    const { router } = open({ at: '/app/orders/compose?forward=12&source=%7B%22title%22%3A%22x%22%7D#a' })
    expect(await combobox(/제어 명령/)).not.toHaveValue('')
    const { search, hash } = router.state.location
    expect(search + hash).toBe('?forward=12#a')
  })

  it('an order that is gone can be begun without', async () => {
    calls.getOne.mockRejectedValue(new HttpError('찾을 수 없습니다.', 404))
    const { user } = open({ at: '/app/orders/compose?forward=12' })
    await user.click(await screen.findByRole('button', { name: '새로 작성' }))
    expect(await combobox(/제어 명령/)).toHaveValue('')
  })
})

describe('the order sheet', () => {
  const now = new Date('2026-11-21T03:00:00Z')
  const timing = { now, expireMs: 86_400_000 }

  it('begins now and ends as long after as orders run, unless chosen', () => {
    expect(orderSheetOf(EMPTY, timing)).toMatchObject({
      started: '2026 11-21 03:00:00',
      expired: '2026 11-22 03:00:00',
    })
    expect(orderSheetOf({ ...EMPTY, started: '2026-11-25T00:30:00.000Z' }, timing)).toMatchObject({
      started: '2026 11-25 00:30:00',
      expired: '2026 11-26 00:30:00',
    })
  })

  it('sends nothing of the mode that is not chosen', () => {
    const both = { ...EMPTY, batch: 12, bunch: 5, targets: withTargets(EMPTY.targets, [hit(1)]) }
    expect(orderSheetOf({ ...both, mode: 'group' }, timing)).toMatchObject({
      batch: 12,
      bunch: 5,
      targets: [],
    })
    expect(orderSheetOf({ ...both, mode: 'search' }, timing)).toMatchObject({
      batch: 0,
      bunch: 0,
      targets: [{ device: hit(1).device, number: hit(1).number }],
    })
  })
})
