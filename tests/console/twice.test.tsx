/** Two clicks at once make one call: every button that creates, saves, sends, deletes or downloads. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginPage } from '../../src/console/features/account'
import RegisterPage from '../../src/console/features/account/RegisterPage'
import Compose from '../../src/console/features/compose/Compose'
import { CancelDialog } from '../../src/console/features/orders/detail/Progress'
import { ExportButtons } from '../../src/console/features/orders/detail/TargetFilters'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import DeleteDialog from '../../src/console/features/records/DeleteDialog'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import { UndoButton } from '../../src/console/features/registering'
import { SheetDialog } from '../../src/console/features/sheets/SheetDialog'
import { session } from '../../src/console/session'
import { answer, chooseFile, config, renderInConsole, signIn } from '../support/consoleWorld'
import { payload, realProvider, refusal, stubServer } from '../support/stubServer'

/** Both clicks come before the page is drawn anew. */
const twice = (button: HTMLElement) =>
  act(async () => {
    button.click()
    button.click()
  })
/** A click that comes when the first has been drawn, and is still under way. */
const again = (button: HTMLElement) => act(async () => button.click())

const open = (ui: ReactElement, at = '/', path = '*', authProvider?: never) =>
  renderInConsole(
    <Routes>
      <Route path={path} element={ui} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { dataProvider: realProvider(), at, authProvider },
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
async function choose(name: string | RegExp, option: string | RegExp) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 9, email: 'master@demo.local' })
})

/** The answer comes late, so that the second click finds the first under way. */
const late = (value: unknown) => async () => {
  await new Promise(resolve => setTimeout(resolve, 50))
  return payload(value)({} as never)
}
const models = { 'GET /api/models': payload([{ id: 3, name: 'FT-100' }]) }
const form = (name: string, screenOf: ReactElement, id: number) => {
  const { path } = config.resources[name]!
  return open(
    <ResourceContextProvider value={name}>{screenOf}</ResourceContextProvider>,
    `${path}/edit/${id}`,
    `${path}/edit/:id`,
  )
}

describe('two clicks make one call', () => {
  it('of a new vendor', async () => {
    const server = stubServer({ 'PUT /api/admin/vendors': late({ id: 9 }) })
    form('vendors', <RecordCreate />, 0)
    await button('저장')
    type(/^업체명/, '한강')
    type(/^사업자/, '1208147521')
    await twice(await button('저장'))
    await waitFor(() => expect(server.sent('PUT /api/admin/vendors')).toHaveLength(1))
    await screen.findByText('elsewhere')
    expect(server.sent('PUT /api/admin/vendors')).toHaveLength(1)
  })

  it('of a new batch', async () => {
    const server = stubServer({ ...models, 'PUT /api/batches/-1': late({ id: 9 }) })
    form('batches', <RecordCreate />, 0)
    await choose(/^모델/, 'FT-100')
    type(/^(그룹명|이름)/, '한강')
    type(/^설명/, '다리')
    await twice(await button('저장'))
    await screen.findByText('elsewhere')
    expect(server.sent('PUT /api/batches/-1')).toHaveLength(1)
  })

  it('of a new record of a resource of its own', async () => {
    const server = stubServer({ 'POST /api/resources/models': () => answer({ id: 9, name: 'FT-200' }) })
    form('models', <RecordCreate />, 0)
    await button('저장')
    type(/^(모델명|이름|모델)/, 'FT-200')
    await twice(await button('저장'))
    await screen.findByText('elsewhere')
    expect(server.sent('POST /api/resources/models')).toHaveLength(1)
  })

  it('of a change, and a refused one can be sent again', async () => {
    const line = 'PUT /api/admin/vendors/1'
    const vendor = { id: 1, name: '한강', brn: '1208147521', updated: '2026-01-02T03:04:05Z' }
    const server = stubServer({ 'GET /api/admin/vendors/1': payload(vendor), [line]: refusal(403, '오류') })
    form('vendors', <RecordEdit />, 1)
    await button('저장')
    type(/^업체명/, '한강 둘')
    await twice(await button('저장'))
    await screen.findByText('업체 수정에 실패하였습니다!')
    expect(server.sent(line)).toHaveLength(1)
    server.handlers[line] = late(vendor)
    await twice(await button('저장'))
    await screen.findByText('업체을 수정하였습니다.')
    expect(server.sent(line)).toHaveLength(2)
  })

  it.each([
    ['vendors', 'DELETE /api/admin/vendors/3'],
    ['models', 'DELETE /api/resources/models/3'],
  ])('of a deletion of %s', async (name, line) => {
    const server = stubServer({ [line]: late({}) })
    const closed = vi.fn()
    open(
      <ResourceContextProvider value={name}>
        <DeleteDialog record={{ id: 3, name: '이름' }} onClose={closed} />
      </ResourceContextProvider>,
    )
    await twice(await button('예'))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(server.sent(line)).toHaveLength(1)
  })

  it('of a cancellation', async () => {
    const line = 'POST /api/orders/5/cancel'
    const server = stubServer({ [line]: late({ cancelled: 2 }) })
    const closed = vi.fn()
    open(<CancelDialog order={{ id: 5 } as never} count={2} onClose={closed} />)
    await twice(await button('2대 취소'))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(server.sent(line)).toHaveLength(1)
  })

  it('of the way back of an order', async () => {
    const line = 'POST /api/orders/5/cancel'
    const server = stubServer({ [line]: late({ cancelled: 1 }) })
    const undone = vi.fn()
    const holdUntil = new Date(Date.now() + 60_000).toISOString()
    open(<UndoButton order={{ id: 5, holdUntil }} onUndone={undone} />)
    await twice(await button(/취소/))
    await waitFor(() => expect(undone).toHaveBeenCalledOnce())
    expect(server.sent(line)).toHaveLength(1)
  })

  const methods = [{ code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB'] } }]
  it('of a command of one device', async () => {
    const line = 'POST /api/orders/order'
    const server = stubServer({ 'GET /api/methods': payload(methods), [line]: late({ id: 7, total: 1 }) })
    const device = { id: '358126090000001', isdn: '01012340001', model: 'FT-100', vpn: {} }
    open(<OrdersDialog record={device as never} onClose={() => undefined} />)
    fireEvent.click(await button('통신 방식'))
    await choose(/통신 방식/, 'LTE')
    await twice(await button('통신 방식 실행'))
    await screen.findByText('단말 제어 명령이 등록되었습니다.')
    expect(server.sent(line)).toHaveLength(1)
  })

  it.each([
    ['few devices', 3],
    ['many devices, whose number is typed', 1204],
  ])('of an order to %s', async (_, devices) => {
    signIn({ level: 3, vendor: 1 })
    const line = 'POST /api/orders/order'
    const server = stubServer({
      ...models,
      'GET /api/methods': payload(methods),
      'GET /api/batches': payload([{ id: 12, name: '한강', model: 3, devices }]),
      'POST /api/orders/preview': late({ devices, online: devices, offline: 0 }),
      [line]: late({ id: 7, total: devices }),
    })
    open(<Compose />, '/app/orders/compose', '/app/orders/compose')
    await choose(/제어 명령/, '통신 방식')
    await choose(/값/, 'LTE')
    await choose('그룹', /한강/)
    await twice(await button('등록'))
    if (devices > 100) {
      const dialog = within(await screen.findByRole('dialog'))
      fireEvent.change(dialog.getByRole('textbox'), { target: { value: String(devices) } })
      await twice(dialog.getByRole('button', { name: /보내기/ }))
    }
    await screen.findByText('elsewhere')
    expect(server.sent(line)).toHaveLength(1)
  })

  it('of a change of one’s own record', async () => {
    const own = {
      id: 7,
      name: '김하늘',
      email: 'master@demo.local',
      phone: '01012345678',
      level: 9,
      vendor: 0,
    }
    const line = 'PUT /api/client/'
    const server = stubServer({
      'GET /api/clients/email/master%40demo.local': payload(own),
      [line]: late(own),
    })
    open(<ProfilePage />)
    await screen.findAllByText(/010-1234-5678/)
    const [change] = await screen.findAllByRole('button', { name: '변경' })
    await twice(change!)
    await again(change!)
    await waitFor(() => expect(server.sent(line).length).toBeGreaterThan(0))
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(server.sent(line)).toHaveLength(1)
  })

  it('of a sign-in', async () => {
    session.end('signedOut')
    const login = vi.fn(() => new Promise(resolve => setTimeout(resolve, 50)))
    stubServer()
    open(<LoginPage />, '/login', '*', { login } as never)
    await screen.findByRole('button', { name: /로그인/ })
    type(/(이메일|아이디)/, 'master@demo.local')
    fireEvent.change(document.querySelector('input[type=password]')!, { target: { value: 'secret-secret' } })
    await twice(await button(/로그인/))
    expect(login).toHaveBeenCalledOnce()
  })

  it('of a sign-up', async () => {
    session.end('signedOut')
    const line = 'POST /api/auth/signup'
    const server = stubServer({ [line]: late({}) })
    open(<RegisterPage />, '/register', '/register')
    await screen.findByRole('button', { name: '회원 가입' })
    const [password, second] = document.querySelectorAll<HTMLInputElement>('input[type=password]')
    fireEvent.change(document.querySelector('input[name=email]')!, { target: { value: 'new@demo.local' } })
    for (const field of [password!, second!]) fireEvent.change(field, { target: { value: 'Wq7!zzpl-Rt' } })
    await twice(screen.getByRole('button', { name: '회원 가입' }))
    await screen.findByText('elsewhere')
    expect(server.sent(line)).toHaveLength(1)
  })

  it('of an upload and of a download', async () => {
    const send = vi.fn(
      () => new Promise<{ text: string }>(done => setTimeout(() => done({ text: '완료' }), 50)),
    )
    const get = vi.fn(() => new Promise<never>((_, fail) => setTimeout(() => fail(new Error('x')), 50)))
    stubServer()
    const download = { label: '샘플', done: '', get }
    open(
      <SheetDialog
        title="t"
        help="h"
        download={download}
        upload={{ send, late: '' }}
        onClose={() => undefined}
      />,
    )
    await chooseFile(new File(['a'], 'a.csv'))
    await twice(await button('업로드'))
    await screen.findByText('완료')
    expect(send).toHaveBeenCalledOnce()
    await twice(await button('샘플'))
    await waitFor(() => expect(screen.getByText('x')).toBeInTheDocument())
    expect(get).toHaveBeenCalledOnce()
  })

  it('of an export', async () => {
    const line = 'GET /api/orders/1/results'
    const server = stubServer({ [line]: refusal(500, '오류') })
    open(<ExportButtons order={{ id: 1 } as never} />)
    await twice(await button(/엑셀/))
    await screen.findByText('오류')
    expect(server.sent(line)).toHaveLength(1)
  })
})
