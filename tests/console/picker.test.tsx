/** Choosing one record of many: 300 vendors on a server that gives pages, and on a basic one (decision 38). */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import RecordList from '../../src/console/features/records/RecordList'
import { session } from '../../src/console/session'
import { answer, config, renderInConsole, signIn } from '../support/consoleWorld'

const times = { created: '2026-01-02T03:04:05Z', updated: '2026-01-02T03:04:05Z' }
const LONG = `업체 ${'가나다라마'.repeat(26)}`
const vendors = Array.from({ length: 300 }, (_, at) => ({
  id: at + 1,
  name: at === 298 ? LONG : `업체 ${String(at + 1).padStart(3, '0')}`,
  brn: '',
  ...times,
}))
const client = {
  id: 5,
  name: '김하늘',
  email: 'sky@example.com',
  vendor: 280,
  level: 3,
  active: true,
  ...times,
}

let pages = true
let down = false
const asked: URL[] = []
const saved: Record<string, unknown>[] = []

const server = async (address: string, init: RequestInit = {}) => {
  const url = new URL(address, 'http://console.test')
  asked.push(url)
  if (init.method === 'PUT') saved.push(JSON.parse(String(init.body)))
  if (url.pathname === '/api/clients/5' || init.method === 'PUT')
    return answer({ result: true, message: '', payload: client })
  if (url.pathname === '/api/admin/clients') return answer({ result: true, message: '', payload: [client] })
  if (url.pathname !== '/api/admin/vendors') return answer('', 404)
  if (down) return answer({ result: false, message: '서버에 문제가 있습니다.', code: 'internal' }, 500)
  if (!pages) return answer({ result: true, message: '', payload: vendors })
  const query = url.searchParams
  const ids = query.get('ids')?.split(',')
  const found = vendors.filter(
    ({ id, name }) =>
      (ids === undefined || ids.includes(String(id))) && name.includes(query.get('search') ?? ''),
  )
  const [page, size] = [Number(query.get('page_index')), Number(query.get('page_limit'))]
  const payload = found.slice((page - 1) * size, page * size)
  return answer({ result: true, message: '', payload, count: found.length } as never)
}

const dataProvider = createDataProvider(
  createClient({
    timeoutMs: 5_000,
    token: () => 't',
    user: () => 'u',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  }),
  config,
)

const open = (path: string) =>
  renderInConsole(
    <ResourceContextProvider value="clients">
      <Routes>
        <Route path="/app/admin/clients" element={<RecordList />} />
        <Route path="/app/admin/clients/edit/:id" element={<RecordEdit />} />
      </Routes>
    </ResourceContextProvider>,
    { dataProvider, at: `/app/admin/clients${path}` },
  )

const user = userEvent.setup({ delay: null })
const box = () => screen.findByRole('combobox', { name: '업체' })
const vendorCalls = () => asked.filter(({ pathname }) => pathname === '/api/admin/vendors')

beforeEach(() => {
  signIn({ level: 9 })
  pages = true
  down = false
  asked.length = 0
  saved.length = 0
  vi.stubGlobal('fetch', server)
})
afterEach(() => session.end('signedOut'))

describe.each([
  ['a server that gives pages', true],
  ['a basic server', false],
])('with 300 vendors on %s', (_name, given) => {
  beforeEach(() => {
    pages = given
  })

  it('a form shows the chosen one though it is not one of the first, and finds another by its name', async () => {
    open('/edit/5')
    const field = await box()
    await waitFor(() => expect(field).toHaveValue('업체 280'))
    await user.clear(field)
    await user.type(field, '업체 300')
    expect(field).toHaveValue('업체 300')
    await user.click(await screen.findByRole('option', { name: '업체 300' }))
    expect(field).toHaveValue('업체 300')
    await user.click(screen.getByRole('button', { name: '저장' }))
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ id: 5, vendor: 300 }))
  })

  it('a filter offers all of them, and sets the one that was looked for', async () => {
    const { router } = open('')
    const field = await box()
    expect(field).toHaveValue('모든 업체')
    await user.click(field)
    await user.clear(field)
    await user.type(field, '297')
    await screen.findByRole('option', { name: '업체 297' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(field).toHaveValue('업체 297'))
    await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toContain('{"vendor":297}'))
  })

  it('a link with a filter names its record', async () => {
    open(`?filter=${encodeURIComponent('{"vendor":299}')}`)
    await waitFor(async () => expect(await box()).toHaveValue(LONG))
  })
})

describe('the field of a reference', () => {
  it('keeps what is typed while its record, the list and the rest of the form come and go', async () => {
    open('/edit/5')
    const field = await box()
    await waitFor(() => expect(field).toHaveValue('업체 280'))
    await user.click(field)
    for (const [at, typed] of [...'업체 29'].entries()) {
      await user.type(field, typed, at === 0 ? { initialSelectionStart: 0, initialSelectionEnd: 9 } : {})
      await new Promise(resolve => setTimeout(resolve, 300))
      expect(field).toHaveValue('업체 29'.slice(0, at + 1))
    }
    // Left without a choice, it is what it was.
    await user.tab()
    expect(field).toHaveValue('업체 280')
  })

  it('composes Hangul as it is typed', async () => {
    open('/edit/5')
    const field = (await box()) as HTMLInputElement
    await waitFor(() => expect(field).toHaveValue('업체 280'))
    await user.clear(field)
    const { fireEvent } = await import('@testing-library/react')
    fireEvent.compositionStart(field)
    for (const text of ['ㅇ', '어', '업', '업ㅊ', '업체']) {
      fireEvent.change(field, { target: { value: text } })
      expect(field).toHaveValue(text)
    }
    fireEvent.compositionEnd(field)
    expect(await screen.findAllByRole('option')).toHaveLength(50)
    expect(field).toHaveValue('업체')
  })

  it('asks the server for one page, and says that there are more', async () => {
    open('/edit/5')
    await waitFor(async () => expect(await box()).toHaveValue('업체 280'))
    await user.click(await box())
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(51))
    expect(screen.getByRole('status')).toHaveTextContent('300개 중 50개입니다.')
    const calls = vendorCalls().map(({ searchParams }) => Object.fromEntries(searchParams))
    expect(calls).toEqual([
      expect.objectContaining({ ids: '280' }),
      expect.objectContaining({ page_index: '1', page_limit: '50', order_by: 'name' }),
    ])
  })

  it('offers no vendor first, and it can be chosen again', async () => {
    open('/edit/5')
    await waitFor(async () => expect(await box()).toHaveValue('업체 280'))
    await user.click(await box())
    await user.click((await screen.findAllByRole('option'))[0]!)
    expect(await box()).toHaveValue('업체 없음')
  })

  it('says that nothing fits', async () => {
    open('/edit/5')
    await user.type(await box(), 'zzz')
    const list = await screen.findByRole('presentation')
    expect(await within(list).findByText('맞는 항목이 없습니다.')).toBeInTheDocument()
  })

  it('says that the list could not be loaded, and offers to try again', async () => {
    open('/edit/5')
    await waitFor(async () => expect(await box()).toHaveValue('업체 280'))
    down = true
    await user.click(await box())
    expect(await screen.findByRole('button', { name: '다시 시도' })).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('불러오지 못했습니다.')
    down = false
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(51))
  })
})
