/** Compose (§2, §5, §8, decisions 6, 9, 14, 16 and 18). */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpError, memoryStore } from 'ra-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY, orderSheetOf, withTargets } from '../../src/console/features/compose/draft/draft'
import { freeSlot, readDraft, writeDraft } from '../../src/console/features/compose/draft/draftStore'
import { storeKeyOf } from '../../src/console/forms/list/listQuery'
import { choose, config, enter, press, user } from '../support/consoleWorld'
import {
  deviceHit,
  openCompose,
  orderCalls,
  register,
  resetOrderCalls,
  sheets,
} from '../support/orderScreens'

const METHODS = [
  { id: 'light', code: 'light', caption: '표시등 밝기', content: { Type: 'number', Holder: '128' } },
  { id: 'mode', code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB-IoT'] } },
]
const SEARCH_AIM = { theme: 'search', batch_id: 0, bunch_id: 0 }
const stored = (aim: object = SEARCH_AIM) => ({ id: 12, title: '야간 밝기', code: 'light', data: '55', aim })

beforeEach(() => {
  resetOrderCalls({
    methods: METHODS,
    models: [{ id: 3, name: 'FT-100' }],
    batches: [{ id: 12, name: '한강 1차', model: 3, devices: 40 }],
    bunches: [{ id: 5, name: '북단' }],
    orders: [stored()],
  })
})

const method = () => screen.findByRole('combobox', { name: /제어 명령/ })
const combobox = (name: string | RegExp) => screen.findByRole('combobox', { name })
const number = () => screen.findByRole('spinbutton', { name: /값/ })
const searchMode = async () => user.click(await screen.findByRole('radio', { name: '검색' }))
const chip = (number: string) => screen.findByRole('button', { name: `${number} 빼기` })

/** A complete draft: brightness 55 for one device, begun from an order that failed there. */
async function openComplete() {
  const page = await openCompose('?failed=12')
  await number()
  return page
}

describe('Register checks (§5)', () => {
  it('that a command, then a batch in group mode or a device in search mode is chosen', async () => {
    await openCompose('', { level: 3 })
    await register()
    const notification = await screen.findByText('제어 명령을 선택하여 주세요!')
    expect(notification.closest('[role="alert"]')).toHaveClass('MuiAlert-colorError')
    expect(await method()).toHaveFocus()
    expect(await method()).toHaveAttribute('aria-invalid', 'true')
    await choose(/제어 명령/, '통신 방식')
    await register()
    expect(await screen.findByText('제어할 모델 및 그룹을 선택하여 주세요!')).toBeInTheDocument()
    await searchMode()
    await register()
    expect(await screen.findByText('제어할 단말을 선택하여 주세요!')).toBeInTheDocument()
    expect(sheets()).toEqual([])
  })

  it('the bounds of the value and the length of the title, and shows the errors at their fields', async () => {
    await openComplete()
    const value = await number()
    enter(value, '256')
    enter(screen.getByRole('textbox', { name: '제목' }), '😀'.repeat(201))
    await register()
    expect(await screen.findByText('0 이상 255 이하의 숫자를 입력해 주세요.')).toBeInTheDocument()
    expect(value).toHaveValue(256)
    enter(value, '255')
    await register()
    expect(await screen.findByText('제목은 200자까지 입력할 수 있습니다.')).toBeInTheDocument()
    expect(sheets()).toEqual([])
  })
})

describe('group mode (§2, decision 16)', () => {
  it('enables batches with a model and bunches with a batch', async () => {
    await openCompose()
    expect(await combobox('그룹')).toBeDisabled()
    await choose('모델', 'FT-100')
    expect(await combobox('그룹')).toBeEnabled()
    expect(await combobox(/하위 그룹/)).toBeDisabled()
    await choose('그룹', /한강 1차/)
    expect(await combobox(/하위 그룹/)).toBeEnabled()
    const reads = orderCalls.getList.mock.calls.map(([resource, { filter }]) => [resource, filter])
    expect(reads).toContainEqual(['batches', { model: 3 }])
    expect(reads).toContainEqual(['choices/bunches', { batch: 12 }])
  })

  it('offers a client all batches without a model, and shows how many devices an order reaches', async () => {
    await openCompose('', { level: 3 })
    expect(screen.queryByRole('combobox', { name: '모델' })).toBeNull()
    await choose('그룹', /한강 1차/)
    for (const text of ['온라인 30대', '오프라인 10대', '40대'])
      expect(await screen.findByText(text)).toBeInTheDocument()
    expect(orderCalls.getList).toHaveBeenCalledWith('batches', expect.objectContaining({ filter: {} }))
  })

  it('requires the user to type a number of devices above the limit of config, and keeps the draft after a failure', async () => {
    orderCalls.previewOrder.mockResolvedValue({ devices: 1204, online: 1200, offline: 4 })
    orderCalls.registerOrder.mockRejectedValue(new HttpError('연결하지 못했습니다.', 0, { code: 'network' }))
    await openCompose('', { level: 3 })
    await choose(/제어 명령/, '통신 방식')
    await choose(/값/, 'LTE')
    await choose('그룹', /한강 1차/)
    await register()
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), '12{Enter}')
    expect(await dialog.findByRole('alert')).toHaveTextContent('1,204')
    expect(sheets()).toEqual([])
    enter(dialog.getByRole('textbox'), '1,204')
    await user.click(dialog.getByRole('button', { name: '1,204대에 보내기' }))
    expect(await screen.findByText('단말 제어 등록을 처리하지 못하였습니다!')).toBeInTheDocument()
    expect(screen.getByText('연결하지 못했습니다.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sheets()).toEqual([expect.objectContaining({ batch: 12, bunch: 0, targets: [] })])
    expect(screen.getByRole('button', { name: '등록' })).not.toHaveAttribute('aria-disabled')
  })
})

it('the calendars of the period begin their weeks on Monday, as config says (§9, decision 5)', async () => {
  await openCompose()
  const period = (await screen.findByRole('group', { name: /^시작/ })).closest<HTMLElement>('[data-field]')!
  await user.click(within(period).getByRole('button', { name: /날짜/ }))
  const days = await screen.findAllByRole('columnheader')
  expect(days.map(day => day.textContent)).toEqual(['월', '화', '수', '목', '금', '토', '일'])
})

describe('search mode (§2, §5, §9)', () => {
  it('searches from four digits on, and moves a found device to the targets and back', async () => {
    const found = { result: true, message: '', payload: [deviceHit(1), deviceHit(2, false)], length: 1234 }
    orderCalls.searchDevices.mockResolvedValue(found)
    await openCompose()
    await searchMode()
    const box = screen.getByRole('searchbox', { name: '전화번호 검색' })
    expect(box).toHaveAttribute('placeholder', '전화번호 4자리 이상')
    await user.type(box, 'a-3')
    expect(box).toHaveValue('3')
    expect(await screen.findByText(/4자리 이상 입력/)).toBeInTheDocument()
    expect(orderCalls.searchDevices).not.toHaveBeenCalled()
    enter(box, '1234')
    const list = within(await screen.findByRole('list', { name: '검색 결과' }))
    expect(orderCalls.searchDevices).toHaveBeenCalledWith({ alike: '1234', max: 50 }, expect.anything())
    expect(screen.getByText(/1,232대 더 있습니다/)).toBeInTheDocument()
    expect(list.getByRole('button', { name: /010-1234-0002\s*오프라인/ })).toBeInTheDocument()
    await user.click(list.getByRole('button', { name: /010-1234-0001\s*온라인/ }))
    expect(list.queryByRole('button', { name: /010-1234-0001/ })).toBeNull()
    await user.click(await chip('010-1234-0001'))
    expect(await screen.findByRole('button', { name: /010-1234-0001\s*온라인/ })).toBeInTheDocument()
  })

  it('shows that models, devices or pasted numbers could not be read, and reads them again', async () => {
    const gone = new HttpError('연결하지 못했습니다.', 0, { code: 'network' })
    orderCalls.searchDevices.mockRejectedValueOnce(gone)
    orderCalls.findNumbers.mockRejectedValueOnce(gone).mockResolvedValue(undefined)
    const getList = orderCalls.getList.getMockImplementation()!
    orderCalls.getList.mockImplementation((resource, params) =>
      resource === 'choices/models' ? Promise.reject(gone) : getList(resource, params),
    )
    await openCompose()
    await user.click(await combobox('모델'))
    const [again] = await screen.findAllByRole('button', { name: '다시 시도' })
    expect(screen.getAllByText('불러오지 못했습니다.')[0]).toBeVisible()
    orderCalls.getList.mockImplementation(getList)
    await user.click(again!)
    expect(await screen.findByRole('option', { name: 'FT-100' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await searchMode()
    enter(screen.getByRole('searchbox', { name: '전화번호 검색' }), '1234')
    expect(await screen.findByText(gone.message)).toBeInTheDocument()
    await press('다시 시도')
    await screen.findByRole('list', { name: '검색 결과' })
    await press('번호 붙여넣기')
    const dialog = within(await screen.findByRole('dialog'))
    enter(dialog.getByRole('textbox'), '01012340000')
    await user.click(dialog.getByRole('button', { name: '번호 1개 확인' }))
    expect(await dialog.findByText(gone.message)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: '번호 1개 확인' }))
    expect(await dialog.findByText(/이 서버에서는/)).toBeInTheDocument()
  })

  /** Pastes numbers into the dialog and checks them. */
  async function paste(text: string) {
    await openCompose()
    await searchMode()
    await press('번호 붙여넣기')
    const dialog = within(await screen.findByRole('dialog'))
    enter(dialog.getByRole('textbox'), text)
    await user.click(dialog.getByRole('button', { name: /^번호 \d개 확인$/ }))
    return dialog
  }

  it('sorts pasted numbers, adds the found devices and folds chips beyond fifty', async () => {
    orderCalls.findNumbers.mockResolvedValue({
      found: Array.from({ length: 60 }, (_, at) => deviceHit(at, at % 2 === 0)),
      duplicate: ['01012340001'],
      unknown: ['01099998888'],
      invalid: ['없음'],
    })
    const dialog = await paste('010-1234-0000\n010 1234 0001 01099998888\n없음')
    const numbers = ['010-1234-0000', '010 1234 0001', '01099998888', '없음']
    expect(orderCalls.findNumbers).toHaveBeenCalledWith(numbers)
    for (const group of ['온라인', '오프라인', '중복된 번호', '등록되지 않은 번호', '전화번호가 아닌 것'])
      expect(await dialog.findByText(group)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: '60대 추가' }))
    expect(await screen.findByRole('button', { name: '외 10대' })).toBeInTheDocument()
    await press('오프라인 30대 빼기')
    expect(await screen.findByText('선택한 단말 30대')).toBeInTheDocument()
  })

  it('hides pasting on a server that cannot look numbers up', async () => {
    orderCalls.findNumbers.mockResolvedValue(undefined)
    const dialog = await paste('01012340000')
    expect(await dialog.findByText(/이 서버에서는/)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('번호 붙여넣기')).toBeNull())
  })
})

describe('Register (§7, §8)', () => {
  it('clears the filters of the mailbox, which could hide the new order', async () => {
    const { store } = await openComplete()
    const key = storeKeyOf('orders', config.resources.orders!.list!)
    store.setItem(key, { filter: { status: 'failure' }, page: 3, perPage: 20, sort: 'id', order: 'ASC' })
    await register()
    await screen.findByText('단말 제어 명령이 등록되었습니다.')
    expect(store.getItem(key)).toEqual({ filter: {}, page: 1, perPage: 20, sort: 'id', order: 'ASC' })
  })

  it('sends the order sheet of §3 with its times as UTC text, and clears the page', async () => {
    const { router } = await openComplete()
    await register()
    const notification = await screen.findByText('단말 제어 명령이 등록되었습니다.')
    const time = expect.stringMatching(/^\d{4} \d\d-\d\d \d\d:\d\d:\d\d$/)
    const { device, number } = deviceHit(1)
    expect(sheets()).toEqual([
      {
        code: 'light',
        data: '55',
        title: '야간 밝기',
        started: time,
        expired: time,
        batch: 0,
        bunch: 0,
        targets: [{ device, number }],
      },
    ])
    // Without a hold there is nothing to cancel.
    const alert = within(notification.closest<HTMLElement>('.MuiAlert-root')!)
    expect(alert.queryByRole('button', { name: /^취소/ })).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/orders'))
    expect(await method()).toHaveValue('')
  })

  it('keeps the draft after each failure, and sends the same order again after a lost connection', async () => {
    orderCalls.registerOrder
      .mockResolvedValueOnce({ result: false, message: '지금은 보낼 수 없습니다.' })
      .mockRejectedValueOnce(
        new HttpError('입력하신 값을 확인해 주세요.', 422, { errors: { data: '200까지만 가능합니다.' } }),
      )
      .mockRejectedValueOnce(new HttpError('연결하지 못했습니다.', 0, { code: 'network' }))
    await openComplete()
    await register()
    const notification = await screen.findByText('단말 제어 등록이 실패하였습니다!')
    expect(notification.closest('[role="alert"]')).toHaveClass('MuiAlert-colorError')
    expect(screen.getByText('지금은 보낼 수 없습니다.')).toBeInTheDocument()
    await register()
    expect(await screen.findByText('200까지만 가능합니다.')).toBeInTheDocument()
    expect(await number()).toHaveAttribute('aria-invalid', 'true')
    await register()
    expect(await screen.findByText('단말 제어 등록을 처리하지 못하였습니다!')).toBeInTheDocument()
    expect(await number()).toHaveValue(55)
    await register()
    await waitFor(() => expect(sheets()).toHaveLength(4))
    const [, , lost, again] = orderCalls.registerOrder.mock.calls.map(([, identity]) => identity)
    expect(again).toEqual(lost)
  })
})

it('the notification of an order on hold cancels the order and brings back its draft', async () => {
  const holdUntil = new Date(Date.now() + 600_000).toISOString()
  const payload = { id: 77, total: 1, holdUntil }
  orderCalls.registerOrder.mockResolvedValue({ result: true, message: '', payload })
  const { router } = await openComplete()
  await register()
  const notification = await screen.findByText('단말 제어 명령이 등록되었습니다.')
  const alert = within(notification.closest<HTMLElement>('.MuiAlert-root')!)
  await user.click(alert.getByRole('button', { name: /^취소/ }))
  expect(orderCalls.cancelOrder).toHaveBeenCalledExactlyOnceWith(77)
  expect(await screen.findByText('단말 1대에 보내던 명령을 취소하였습니다.')).toBeInTheDocument()
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/orders/compose'))
  expect(router.state.location.search).toBe('?failed=12')
  expect(await number()).toHaveValue(55)
  expect(await chip('010-1234-0001')).toBeInTheDocument()
})

describe('the draft', () => {
  const NEW = { origin: '', name: 'new' }
  const from = (origin: string) => ({ origin, name: 'from' })
  const newStore = () => {
    const store = memoryStore()
    store.setup()
    return store
  }

  it('belongs to one tab; a new tab takes the draft of a closed or crashed one', () => {
    const store = newStore()
    const now = 1_000_000
    const claim = (slot: string, tab: string, seen = now) =>
      store.setItem(`compose.open.${slot}`, { tab, at: seen })
    const slotOf = (tab: string, previous?: string) => freeSlot(store, '', { tab, now, previous })

    expect(slotOf('a')).toBe('new')
    claim('new', 'a')
    expect(slotOf('b')).toBe('new.2')
    claim('new.2', 'b')
    writeDraft(store, { origin: '', name: 'new.2' }, { ...EMPTY, title: '둘째' })
    // A duplicated tab remembers the slot of the original.
    expect(slotOf('c', 'new')).toBe('new.3')
    expect(slotOf('a', 'new')).toBe('new')
    store.removeItem('compose.open.new.2')
    expect(slotOf('d')).toBe('new.2')
    claim('new.2', 'b', now - 200_000)
    expect(slotOf('d')).toBe('new.2')
    expect(readDraft(store, { origin: '', name: 'new.2' })?.title).toBe('둘째')
    expect(freeSlot(store, 'reply=12', { tab: 'd', now })).toBe('from')
  })

  it('of a new order is stored apart from that of a reply', () => {
    const store = newStore()
    writeDraft(store, NEW, { ...EMPTY, title: '처음' })
    writeDraft(store, from('reply=12'), { ...EMPTY, title: '답' })
    expect(readDraft(store, NEW)?.title).toBe('처음')
    expect(readDraft(store, from('reply=12'))?.title).toBe('답')
    expect(readDraft(store, from('reply=13'))).toBeUndefined()
  })
})

describe('the address of Compose (decision 6)', () => {
  it('selects the group when it replies to an order for a group', async () => {
    const read = orderCalls.getOne.getMockImplementation()!
    const order = stored({ theme: 'bunch', batch_id: 12, bunch_id: 5 })
    orderCalls.getOne.mockImplementation(async (resource, params) =>
      resource === 'orders' ? { data: order } : read(resource, params),
    )
    await openCompose('?reply=12')
    await waitFor(async () => expect(await combobox('그룹')).toHaveValue('한강 1차'))
    await waitFor(async () => expect(await combobox(/하위 그룹/)).toHaveValue('북단'))
    expect(orderCalls.orderRecipients).not.toHaveBeenCalled()
  })

  it('selects the command and the failed devices when it resends an order', async () => {
    orderCalls.orderRecipients.mockResolvedValue([deviceHit(4, false)])
    await openComplete()
    expect(await chip('010-1234-0004')).toBeInTheDocument()
    expect(orderCalls.orderRecipients).toHaveBeenCalledWith(12, { status: 'failure' }, expect.anything())
  })

  it('loses values that somebody wrote into it, without using them, and keeps the rest', async () => {
    const written = { title: '모르는 사람의 제목', code: 'light', value: '7' }
    const source = encodeURIComponent(JSON.stringify(written))
    const { router, unmount } = await openCompose(`?source=${source}`)
    expect(await method()).toHaveValue('')
    expect(screen.getByRole('textbox', { name: '제목' })).toHaveValue('')
    expect(router.state.location.search).toBe('')
    unmount()
    const forward = await openCompose(`?forward=12&source=${source}#a`)
    expect(await number()).toHaveValue(55)
    const { search, hash } = forward.router.state.location
    expect(search + hash).toBe('?forward=12#a')
  })

  it('offers a new order when it names an order that no longer exists', async () => {
    orderCalls.getOne.mockRejectedValue(new HttpError('찾을 수 없습니다.', 404))
    await openCompose('?forward=12')
    await press('새로 작성')
    expect(await method()).toHaveValue('')
  })
})

describe('the order sheet', () => {
  const timing = { now: new Date('2026-11-21T03:00:00Z'), expireMs: 86_400_000 }

  it('starts now and ends after the usual time, unless a start is chosen', () => {
    expect(orderSheetOf(EMPTY, timing)).toMatchObject({
      started: '2026 11-21 03:00:00',
      expired: '2026 11-22 03:00:00',
    })
    expect(orderSheetOf({ ...EMPTY, started: '2026-11-25T00:30:00.000Z' }, timing)).toMatchObject({
      started: '2026 11-25 00:30:00',
      expired: '2026 11-26 00:30:00',
    })
  })

  it('contains only the recipients of the chosen mode', () => {
    const { device, number } = deviceHit(1)
    const both = { ...EMPTY, batch: 12, bunch: 5, targets: withTargets(EMPTY.targets, [deviceHit(1)]) }
    const group = { batch: 12, bunch: 5, targets: [] }
    const devices = { batch: 0, bunch: 0, targets: [{ device, number }] }
    expect(orderSheetOf({ ...both, mode: 'group' }, timing)).toMatchObject(group)
    expect(orderSheetOf({ ...both, mode: 'search' }, timing)).toMatchObject(devices)
  })
})
