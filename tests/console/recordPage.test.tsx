/** The page of a record: its values in the sections of the form, rows, actions, history; the way there and back. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import RecordList from '../../src/console/features/records/RecordList'
import { actions } from '../../src/console/features/undo'
import { clientRecord, vendorRecord } from '../support/consoleRecords'
import { answer, config, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { mediaOf } from '../support/media'
import { quotesConfig } from '../support/quotes'
import { openRecords } from '../support/recordScreens'
import { payload, realProvider, refusal, stubServer } from '../support/stubServer'

const VENDOR = vendorRecord(1, { name: '한빛 화물', comment: '', addr: '서울시 중구 1', page: '' })
const READ = 'GET /api/admin/vendors/1'
const STAMPS = { created: '2026-01-02T03:04:05.000Z', updated: '2026-01-02T03:04:05.000Z' }

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  server = stubServer({
    [READ]: payload(VENDOR),
    'GET /api/admin/vendors': payload([VENDOR]),
    'PUT /api/admin/vendors/1': payload(VENDOR),
    'GET /api/history': payload([]),
  })
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const section = (name: string) => within(screen.getByRole('region', { name }))
const shownValue = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

describe('the page of a record', () => {
  it('shows the sections of the form with a label for each value, and a dash for an empty one', async () => {
    openRecords('vendors', '/1/show')
    expect(await heading('한빛 화물')).toBeVisible()
    const names = screen.getAllByRole('region').map(part => part.getAttribute('aria-label'))
    expect(names).toEqual(['업체', '연락처', '사용과 결제'])
    expect(section('업체').getByText('한빛 화물')).toBeVisible()
    expect(shownValue('주소')).toHaveTextContent('서울시 중구 1')
    expect(shownValue('설명')).toHaveTextContent('–')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('says that a section has no values', async () => {
    const empty = { addr: '', post: '', page: '', img: '', pictures: [] }
    server.handlers[READ] = payload(vendorRecord(1, empty))
    openRecords('vendors', '/1/show')
    await heading('업체 1')
    expect(section('연락처').getByText('입력된 값이 없습니다.')).toBeVisible()
    expect(screen.queryByText('주소')).toBeNull()
  })

  it('shows rows as a table, without a column that the user may not see', async () => {
    signIn({ level: 6 })
    const line = { id: 11, name: '단말', amount: 100, quantity: 2, total: 200, updated: STAMPS.updated }
    const quote = { id: 5, title: '봄 견적', lines: [line, { ...line, id: 12, name: '설치' }], ...STAMPS }
    server.handlers['GET /api/resources/quotes/5'] = () => answer(quote)
    openRecords('quotes', '/5/show', { config: quotesConfig().shared })
    const rows = within(await screen.findByRole('region', { name: '항목' })).getAllByRole('row')
    const firstCells = rows.map(row => within(row).queryAllByRole('cell')[0]?.textContent)
    expect(firstCells).toEqual([undefined, '단말', '설치'])
    expect(within(rows[0]!).queryByRole('columnheader', { name: '원가' })).toBeNull()
  })

  it('links to the page of another record', async () => {
    server.handlers['GET /api/clients/2'] = payload(clientRecord(2, { vendor: 1 }))
    openRecords('clients', '/2/show')
    await heading('회원 2')
    expect(shownValue('업체')?.querySelector('a')).toHaveAttribute('href', '/app/admin/vendors/1/show')
  })

  it('says that the record is gone, or that it cannot be read, with another attempt', async () => {
    server.handlers[READ] = refusal(404, '없음')
    const { unmount } = openRecords('vendors', '/1/show')
    expect(await screen.findByText('찾을 수 없는 항목입니다.')).toBeVisible()
    unmount()
    server.handlers[READ] = refusal(500, '고장')
    openRecords('vendors', '/1/show')
    const again = await screen.findByRole('button', { name: '다시 시도' })
    server.handlers[READ] = payload(VENDOR)
    await user.click(again)
    expect(await heading('한빛 화물')).toBeVisible()
  })
})

describe('the way to the page', () => {
  it('is a click on the name or anywhere on the row, or Enter on the row', async () => {
    for (const open of [
      async () => user.click(await screen.findByRole('link', { name: '한빛 화물' })),
      async () => user.click(await screen.findByText(/^120-81/)),
      async () => {
        await screen.findByRole('link', { name: '한빛 화물' })
        await user.keyboard('j{Enter}')
      },
    ]) {
      const { unmount } = openRecords('vendors')
      await open()
      expect(await heading('한빛 화물')).toBeVisible()
      unmount()
    }
  })

  it('opens another tab with Ctrl; a click on a button of the row does not lead there', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { router } = openRecords('vendors')
    const cell = await screen.findByText(/^120-81/)
    await user.keyboard('{Control>}')
    await user.click(cell)
    await user.keyboard('{/Control}')
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/vendors\/1\/show$/), '_blank', 'noopener'),
    )
    await press('한빛 화물 삭제')
    expect(router.state.location.pathname).toBe('/app/admin/vendors')
    opened.mockRestore()
  })

  it('leads on to the form, and back to the page after the form is saved', async () => {
    const { router } = openRecords('vendors', '/1/show')
    await user.click(await screen.findByRole('link', { name: '수정' }))
    await user.type(await screen.findByRole('textbox', { name: /주소/ }), '2')
    await press('저장')
    expect(await screen.findByText('업체을 수정하였습니다.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors/1/show'))
  })
})

describe('the undo of a change in the history', () => {
  const entry = {
    id: 9,
    at: STAMPS.updated,
    ...STAMPS,
    action: 'changed',
    resource: 'vendors',
    record: '1',
    label: '한빛 화물',
    vendor: 0,
    client: 1,
    client_name: '김하늘',
    session: '',
    origin: '',
    request: '',
    before: { comment: '협력사' },
    after: { comment: '' },
  }
  const UNDO = 'POST /api/history/9/undo'

  const open = async (more: object = {}) => {
    server.handlers['GET /api/history'] = payload([{ ...entry, ...more }])
    openHistory()
    await screen.findByText('한빛 화물')
  }
  const openHistory = () =>
    renderInConsole(<RecordList />, {
      dataProvider: realProvider(config),
      actions,
      resource: 'history',
      at: '/app/admin/history',
    })

  it('lists each value with the one that replaces it, then saves them', async () => {
    server.handlers[UNDO] = payload({ resource: 'vendors', record: '1' })
    await open()
    await press(/되돌리기/)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('설명').parentElement).toHaveTextContent('설명없음→협력사')
    await user.click(dialog.getByRole('button', { name: '되돌리기' }))
    expect(await screen.findByText('변경을 되돌렸습니다.')).toBeVisible()
    expect(server.sent(UNDO)).toHaveLength(1)
  })

  it('says why the server refuses it', async () => {
    server.handlers[UNDO] = refusal(409, '그 뒤에 같은 값이 다시 바뀌었습니다.', { code: 'undo.newer' })
    await open()
    await press(/되돌리기/)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '되돌리기' }))
    expect(await screen.findByText('그 뒤에 같은 값이 다시 바뀌었습니다.')).toBeVisible()
  })

  it('says before that a picture cannot be restored; and is not offered for other entries', async () => {
    await open({ before: { img: { length: 9 } }, after: { img: null } })
    await press(/되돌리기/)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/비밀번호, 사진/)).toBeVisible()
    expect(dialog.getByRole('button', { name: '되돌리기' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('stands on a card beside the changes, whose label only entries with changes have', async () => {
    vi.stubGlobal('matchMedia', mediaOf(390))
    await open()
    expect(screen.getByText('변경 내용')).toBeVisible()
    cleanup()
    await open({ action: 'signedIn', before: null, after: null })
    expect(screen.queryByText('변경 내용')).toBeNull()
  })

  it.each([
    ['another action', { action: 'created', before: null }, 9],
    ['a resource that config no longer has', { resource: 'gone' }, 9],
    ['a record that the user may not edit', {}, 6],
  ])('is not offered for %s', async (_, more, level) => {
    signIn({ level })
    await open(more)
    expect(screen.queryByRole('button', { name: /되돌리기/ })).toBeNull()
  })
})
