import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchBox } from '../../src/console/features/search'
import { hitsOf, listWith } from '../../src/console/features/search/hits'
import { session } from '../../src/console/session'
import { Screen } from '../../src/console/ui/Screen'
import { config, renderInConsole, signIn } from '../support/consoleWorld'

const search = vi.fn<(text: string) => Promise<unknown>>()
const user = userEvent.setup({ delay: null })

const open = () =>
  renderInConsole(
    <>
      <SearchBox />
      <input aria-label="other" />
      <Routes>
        <Route path="/app/orders" element={<Screen title="제어 명령">{null}</Screen>} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { dataProvider: { search } as never },
  )

const FOUND = [
  { resource: 'vendors', id: 4, name: '한빛텔레매틱스', detail: '서울' },
  { resource: 'batches', id: 9, name: '한빛 화물', detail: 'FT-100' },
]

beforeEach(() => {
  signIn({ level: 9 })
  search.mockReset()
  search.mockResolvedValue(FOUND)
})
afterEach(() => session.end('signedOut'))

const field = () => screen.findByRole('combobox', { name: '검색' })

describe('the search box', () => {
  it('opens with a slash, but not for one who writes', async () => {
    open()
    await user.click(screen.getByLabelText('other'))
    await user.keyboard('/')
    expect(screen.queryByRole('combobox')).toBeNull()
    await user.click(document.body)
    await user.keyboard('/')
    expect(await field()).toHaveFocus()
  })

  it('keeps the focus, and what is typed, when the screen of a link comes later', async () => {
    const { router } = open()
    await user.keyboard('/')
    await user.type(await field(), '한')
    await act(() => router.navigate('/app/orders'))
    expect(await screen.findByRole('heading', { name: '제어 명령' })).toBeInTheDocument()
    expect(await field()).toHaveFocus()
    await user.keyboard('빛')
    expect(await field()).toHaveValue('한빛')
    await user.keyboard('{Escape}')
    await act(() => router.navigate('/'))
    await act(() => router.navigate('/app/orders'))
    expect(await screen.findByRole('heading', { name: '제어 명령' })).toHaveFocus()
  })

  it('shows what was found under its kind, and Enter goes to the first', async () => {
    const { router } = open()
    await user.keyboard('/')
    await user.type(await field(), '한빛')
    expect(await screen.findByRole('option', { name: /한빛텔레매틱스/ })).toBeInTheDocument()
    expect(screen.getByText('그룹')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors/edit/4'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('the arrows choose another', async () => {
    const { router } = open()
    await user.keyboard('/')
    await user.type(await field(), '한빛')
    await screen.findByRole('option', { name: /한빛 화물/ })
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/groups/batches/edit/9'))
  })

  it('a number that is pasted lands on its device, though Enter comes before the answer', async () => {
    search.mockResolvedValue([
      { resource: 'devices', id: '358126091001488', name: '01013659042', detail: '358126091001488' },
    ])
    const { router } = open()
    await user.keyboard('/')
    await user.click(await field())
    await user.paste('010-1365-9042')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/devices/358126091001488'))
  })

  it('Escape closes it and goes nowhere', async () => {
    const { router } = open()
    await user.keyboard('/')
    await user.type(await field(), '한빛')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    expect(router.state.location.pathname).toBe('/')
  })

  it('says when nothing was found', async () => {
    search.mockResolvedValue([])
    open()
    await user.keyboard('/')
    await user.type(await field(), '없는 이름')
    expect(await screen.findByText('찾은 것이 없습니다.')).toBeInTheDocument()
  })

  it('says when it failed, also beside the way to the devices, and searches again', async () => {
    search.mockRejectedValueOnce(new Error('x'))
    open()
    await user.keyboard('/')
    await user.type(await field(), '0101')
    expect(await screen.findByText(/검색하지 못했습니다/)).toBeInTheDocument()
    expect(screen.getByRole('option', { name: /디바이스 목록에서/ })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '다시 시도' }))
    expect(await screen.findByRole('option', { name: /한빛텔레매틱스/ })).toBeInTheDocument()
    expect(screen.queryByText(/검색하지 못했습니다/)).toBeNull()
  })
})

describe('where what was found leads', () => {
  const everything = () => true
  const { devices } = config.resources

  it('numbers lead to the device list where the server has no search (decision 22)', () => {
    const hits = hitsOf(config, everything, '010-1234', undefined)
    expect(hits.map(hit => hit.to)).toEqual([listWith(devices!, '0101234')])
  })

  it('names find nothing there', () => {
    expect(hitsOf(config, everything, '한빛', undefined)).toEqual([])
  })

  it('whoever may not open the form is shown the list, and what may not be listed is not offered', () => {
    const mayList = (resource: string, action: string) => action === 'list' && resource !== 'vendors'
    const hits = hitsOf(config, mayList, '한빛', FOUND as never)
    expect(hits.map(hit => hit.resource)).toEqual(['batches'])
    expect(hits[0]!.to).toContain('/app/groups/batches?filter=')
  })

  it('a resource that config does not have leads nowhere', () => {
    expect(
      hitsOf(config, everything, 'x', [{ resource: 'constructor', id: 1, name: '', detail: '' }] as never),
    ).toEqual([])
  })
})
