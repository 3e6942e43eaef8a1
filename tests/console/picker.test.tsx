/** Choosing one of 300 vendors, on a server with pages and on a basic one (decision 38). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clientRecord, vendorRecord } from '../support/consoleRecords'
import { press, signIn, user } from '../support/consoleWorld'
import { openRecords } from '../support/recordScreens'
import { envelope, type Handler, payload, stubServer } from '../support/stubServer'

const name = (id: number) => `업체 ${String(id).padStart(3, '0')}`
const ALL = Array.from({ length: 300 }, (_, at) => vendorRecord(at + 1, { name: name(at + 1), brn: '' }))
const CLIENT = clientRecord(5, { vendor: 280 })
const VENDORS = 'GET /api/admin/vendors'
const SAVE = 'PUT /api/clients/'

const pages: Handler = ({ query }) => {
  const ids = query.get('ids')?.split(',')
  // The server of this product also composes decomposed Hangul.
  const search = (query.get('search') ?? '').normalize()
  const found = ALL.filter(
    vendor => vendor.name.includes(search) && (ids?.includes(String(vendor.id)) ?? true),
  )
  const [index, limit] = [Number(query.get('page_index')), Number(query.get('page_limit'))]
  return envelope(found.slice((index - 1) * limit, index * limit), { count: found.length })
}

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  server = stubServer({
    [VENDORS]: pages,
    'GET /api/clients/5': payload(CLIENT),
    'GET /api/admin/clients': payload([CLIENT]),
    [SAVE]: payload(CLIENT),
  })
})

const field = () => screen.findByRole('combobox', { name: '업체' })
/** Opens the form of a client of vendor 280. */
async function openForm() {
  openRecords('clients', '/edit/5')
  await waitFor(async () => expect(await field()).toHaveValue('업체 280'))
  return field()
}
const optionCount = (count: number) =>
  waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(count))

describe.each([
  ['a server with pages', pages],
  ['a basic server', payload(ALL)],
])('on %s', (_, vendors) => {
  beforeEach(() => {
    server.handlers[VENDORS] = vendors
  })

  it('a form shows the chosen vendor, which is not on the first page, and finds another by its name', async () => {
    const input = await openForm()
    await user.clear(input)
    await user.click(input)
    // macOS copies Hangul in this decomposed form.
    await user.paste('업체 300'.normalize('NFD'))
    await user.click(await screen.findByRole('option', { name: '업체 300' }))
    expect(input).toHaveValue('업체 300')
    await press('저장')
    await waitFor(() =>
      expect(server.bodies(SAVE)).toEqual([expect.objectContaining({ id: 5, vendor: 300 })]),
    )
  })

  it('a filter offers all vendors and applies the found one', async () => {
    const { router } = openRecords('clients')
    const input = await field()
    expect(input).toHaveValue('모든 업체')
    await user.click(input)
    await user.clear(input)
    await user.type(input, '297')
    await screen.findByRole('option', { name: '업체 297' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(input).toHaveValue('업체 297'))
    await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toContain('{"vendor":297}'))
  })
})

describe('the field of a vendor', () => {
  it('keeps the text while its record, the list and the form are read, and is unchanged if the user leaves it without a choice', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const input = await openForm()
    await user.click(input)
    for (const [at, typed] of [...'업체 29'].entries()) {
      await user.type(input, typed, at === 0 ? { initialSelectionStart: 0, initialSelectionEnd: 9 } : {})
      await act(() => vi.advanceTimersByTimeAsync(300))
      expect(input).toHaveValue('업체 29'.slice(0, at + 1))
    }
    await user.tab()
    expect(input).toHaveValue('업체 280')
  })

  it('composes Hangul', async () => {
    const input = await openForm()
    await user.clear(input)
    fireEvent.compositionStart(input)
    for (const text of ['ㅇ', '어', '업', '업ㅊ', '업체']) {
      fireEvent.change(input, { target: { value: text } })
      expect(input).toHaveValue(text)
    }
    fireEvent.compositionEnd(input)
    await optionCount(50)
    expect(input).toHaveValue('업체')
  })

  it('reads one page, shows how many records there are, and offers "no vendor" first', async () => {
    await user.click(await openForm())
    await optionCount(51)
    expect(screen.getByRole('status')).toHaveTextContent('300개 중 50개입니다.')
    expect(server.sent(VENDORS).map(({ query }) => Object.fromEntries(query))).toEqual([
      expect.objectContaining({ ids: '280' }),
      expect.objectContaining({ page_index: '1', page_limit: '50', order_by: 'name' }),
    ])
    await user.click(screen.getAllByRole('option')[0]!)
    expect(await field()).toHaveValue('업체 없음')
  })

  it('shows when nothing matches', async () => {
    openRecords('clients', '/edit/5')
    await user.type(await field(), 'zzz')
    const list = within(await screen.findByRole('presentation'))
    expect(await list.findByText('맞는 항목이 없습니다.')).toBeInTheDocument()
  })
})
