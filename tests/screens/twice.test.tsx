/** A double click makes one call: every button that creates, saves, sends, deletes or downloads. */
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginPage } from '../../src/console/features/account'
import RegisterPage from '../../src/console/features/account/RegisterPage'
import Compose from '../../src/console/features/compose/Compose'
import { CancelDialog } from '../../src/console/features/orders/detail/Progress'
import { ExportButtons } from '../../src/console/features/orders/detail/TargetFilters'
import DeleteDialog from '../../src/console/features/records/DeleteDialog'
import { UndoButton } from '../../src/console/features/registering'
import { SheetDialog } from '../../src/console/features/sheets/SheetDialog'
import { session } from '../../src/console/session'
import { vendorRecord } from '../support/consoleRecords'
import { choose, chooseFile, enter, renderInConsole, signIn } from '../support/consoleWorld'
import { openRecords } from '../support/recordScreens'
import { payload, realProvider, refusal, stubServer } from '../support/stubServer'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** Clicks twice before the page is rendered again. */
const clickTwice = async (target: HTMLElement | string | RegExp) => {
  const element = target instanceof HTMLElement ? target : await button(target)
  await act(async () => {
    element.click()
    element.click()
  })
}
const open = (ui: ReactElement, path = '/', more: object = {}) =>
  renderInConsole(
    <Routes>
      <Route path={path} element={ui} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { dataProvider: realProvider(), at: path, ...more },
  )
const elsewhere = () => screen.findByText('elsewhere')
const type = async (name: string | RegExp, value: string) => enter(await screen.findByLabelText(name), value)
/** Responds after 50 ms, while the second click is handled. */
const late = (value: unknown) => async () => {
  await new Promise(resolve => setTimeout(resolve, 50))
  return payload(value)({} as never)
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 9, email: 'master@demo.local' })
})

const METHODS = [{ code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB'] } }]
const MODELS = { 'GET /api/models': payload([{ id: 3, name: 'FT-100' }]) }
const ORDER = 'POST /api/orders/order'
const CANCEL = 'POST /api/orders/5/cancel'

describe('a double click', () => {
  it('saves one change, and one more after a refusal', async () => {
    const line = 'PUT /api/admin/vendors/1'
    const vendor = vendorRecord(1)
    const server = stubServer({ 'GET /api/admin/vendors/1': payload(vendor), [line]: refusal(403, '오류') })
    openRecords('vendors', '/edit/1')
    await type(/^업체명/, '한강 둘')
    await clickTwice('저장')
    await screen.findByText('업체 수정에 실패하였습니다!')
    expect(server.sent(line)).toHaveLength(1)
    server.handlers[line] = late(vendor)
    await clickTwice('저장')
    await screen.findByText('업체을 수정하였습니다.')
    expect(server.sent(line)).toHaveLength(2)
  })

  it('deletes one record', async () => {
    const line = 'DELETE /api/admin/vendors/3'
    const server = stubServer({ [line]: late({}) })
    const onClose = vi.fn()
    open(<DeleteDialog record={{ id: 3, name: '이름' }} onClose={onClose} />, '/', { resource: 'vendors' })
    await clickTwice('예')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(server.sent(line)).toHaveLength(1)
  })

  it('cancels one order, on its page and from the notification', async () => {
    const server = stubServer({ [CANCEL]: late({ cancelled: 2 }) })
    const onClose = vi.fn()
    const { unmount } = open(<CancelDialog order={{ id: 5 } as never} count={2} onClose={onClose} />)
    await clickTwice('2대 취소')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(server.sent(CANCEL)).toHaveLength(1)
    unmount()
    const onEnded = vi.fn()
    const holdUntil = new Date(Date.now() + 60_000).toISOString()
    open(<UndoButton order={{ id: 5, holdUntil }} onEnded={onEnded} />)
    await clickTwice(/취소/)
    await waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
    expect(server.sent(CANCEL)).toHaveLength(2)
  })

  it.each([3, 1204])('registers one order to %i devices', async devices => {
    signIn({ level: 3, vendor: 1 })
    const server = stubServer({
      ...MODELS,
      'GET /api/methods': payload(METHODS),
      'GET /api/batches': payload([{ id: 12, name: '한강', model: 3, devices }]),
      'POST /api/orders/preview': late({ devices, online: devices, offline: 0 }),
      [ORDER]: late({ id: 7, total: devices }),
    })
    open(<Compose />, '/app/orders/compose')
    await choose(/제어 명령/, '통신 방식')
    await choose(/값/, 'LTE')
    await choose('그룹', /한강/)
    await clickTwice('등록')
    if (devices > 100) {
      const dialog = within(await screen.findByRole('dialog'))
      enter(dialog.getByRole('textbox'), String(devices))
      await clickTwice(dialog.getByRole('button', { name: /보내기/ }))
    }
    await elsewhere()
    expect(server.sent(ORDER)).toHaveLength(1)
  })

  it('signs in once', async () => {
    session.end('signedOut')
    const login = vi.fn(() => new Promise(resolve => setTimeout(resolve, 50)))
    stubServer()
    open(<LoginPage />, '/login', { authProvider: { login } })
    await type(/(이메일|아이디)/, 'master@demo.local')
    enter(document.querySelector('input[type=password]')!, 'secret-secret')
    await clickTwice(/로그인/)
    expect(login).toHaveBeenCalledOnce()
  })

  it('signs up once', async () => {
    session.end('signedOut')
    const line = 'POST /api/auth/signup'
    const server = stubServer({ [line]: late({}) })
    open(<RegisterPage />, '/register')
    await button('회원 가입')
    enter(document.querySelector('input[name=email]')!, 'new@demo.local')
    for (const field of document.querySelectorAll('input[type=password]')) enter(field, 'Wq7!zzpl-Rt')
    await clickTwice('회원 가입')
    await elsewhere()
    expect(server.sent(line)).toHaveLength(1)
  })

  it('uploads one file and downloads one', async () => {
    const send = vi.fn(
      () => new Promise<{ text: string }>(done => setTimeout(() => done({ text: '완료' }), 50)),
    )
    const get = vi.fn(() => new Promise<never>((_, fail) => setTimeout(() => fail(new Error('x')), 50)))
    stubServer()
    const download = { label: '샘플', done: '', get }
    const upload = { send, late: '' }
    open(<SheetDialog title="t" help="h" download={download} upload={upload} onClose={() => undefined} />)
    await chooseFile(new File(['a'], 'a.csv'))
    await clickTwice('업로드')
    await screen.findByText('완료')
    expect(send).toHaveBeenCalledOnce()
    await clickTwice('샘플')
    await screen.findByText('x')
    expect(get).toHaveBeenCalledOnce()
  })

  it('exports once', async () => {
    const line = 'GET /api/orders/1/results'
    const server = stubServer({ [line]: refusal(500, '오류') })
    open(<ExportButtons order={{ id: 1 } as never} />)
    await clickTwice(/엑셀/)
    await screen.findByText('오류')
    expect(server.sent(line)).toHaveLength(1)
  })
})
