/** What users see when the server does not answer, and what outlives the end of a session. */
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import ChangeDialog from '../../src/console/features/bulk/ChangeDialog'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import { session } from '../../src/console/session'
import { deviceRecord, vendorRecord } from '../support/consoleRecords'
import { boot, choose, config, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import {
  envelope,
  type Handler,
  realProvider,
  refusal,
  stubServer,
  testClient,
  unreachable,
} from '../support/stubServer'

const SAVE = 'PUT /api/admin/vendors/1'
const CONFLICT = /다른 사람이 먼저/

const sentence = (key: string) =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], boot.messages)
const client = testClient({ translate: key => String(sentence(key) ?? key) })

let server: ReturnType<typeof stubServer>
/** The vendor as the server has it. */
let stored: Record<string, unknown>
const saveOfAnother = () =>
  Object.assign(stored, { updated: '2026-11-21T00:00:00Z', comment: '다른 사람의 값' })
/** Saves, and refuses a record that was read before another save. */
const save: Handler = ({ body }) => {
  if (body!.updated !== stored.updated)
    return refusal(409, 'x', { code: 'conflict', record: stored })({} as never)
  Object.assign(stored, body, { updated: new Date(Date.parse(String(stored.updated)) + 1000).toISOString() })
  return envelope(stored)
}

beforeEach(() => {
  signIn({ level: 9 })
  stored = vendorRecord(1, { name: '한빛통신' })
  server = stubServer({ 'GET /api/admin/vendors/1': () => envelope(stored), [SAVE]: save })
})

const open = (id: number) =>
  renderInConsole(
    <Routes>
      <Route path="/app/admin/vendors/edit/0" element={<RecordCreate />} />
      <Route path="/app/admin/vendors/edit/:id" element={<RecordEdit />} />
    </Routes>,
    { dataProvider: realProvider(config, client), resource: 'vendors', at: `/app/admin/vendors/edit/${id}` },
  )
const name = () => screen.findByLabelText(/업체명/)
const typeName = async (text: string) => user.type(await name(), text)
/** Ends the session, leaves the page and signs in again. */
function signInAgain(
  page: { unmount: () => void },
  { ending = 'expired' as const, email = 'master@demo.local' } = {},
) {
  session.end(ending)
  page.unmount()
  signIn({ level: 9, email })
}
const stash = () => JSON.stringify({ ...sessionStorage })

it('a save without an answer still reports a conflict with another user', async () => {
  server.handlers[SAVE] = call => {
    saveOfAnother()
    server.handlers[SAVE] = save
    return unreachable(call)
  }
  open(1)
  await typeName(' 2')
  await press('저장')
  await screen.findByText(/저장되었는지 확인하지 못하였습니다/)
  await press('저장')
  expect(await screen.findByText(CONFLICT)).toBeInTheDocument()
})

describe('unsaved values of a form after the end of a session', () => {
  const RESTORED = /입력하던 내용을 되살렸습니다/

  it('are hidden from another user, and kept for the first one', async () => {
    const page = open(0)
    await typeName('새 업체')
    signInAgain(page, { email: 'other@demo.local' })
    const other = open(0)
    expect(await name()).toHaveValue('')
    expect(screen.queryByText(RESTORED)).toBeNull()
    other.unmount()
    signIn({ level: 9 })
    open(0)
    expect(await name()).toHaveValue('새 업체')
  })

  it('are deleted by signing out, and can be discarded', async () => {
    const signedOut = open(0)
    await typeName('새 업체')
    session.end('signedOut')
    signedOut.unmount()
    expect(sessionStorage).toHaveLength(0)
    signIn({ level: 9 })
    const expired = open(0)
    await typeName('새 업체')
    signInAgain(expired)
    open(0)
    await press('되살린 내용 버리기')
    await waitFor(async () => expect(await name()).toHaveValue(''))
    expect(screen.queryByText(RESTORED)).toBeNull()
  })

  it('do not overwrite what another user saved in the meantime', async () => {
    const page = open(1)
    await typeName(' 2')
    saveOfAnother()
    signInAgain(page)
    open(1)
    await waitFor(async () => expect(await name()).toHaveValue('한빛통신 2'))
    await press('저장')
    expect(await screen.findByText(CONFLICT)).toBeInTheDocument()
  })

  it('never contain a password', async () => {
    const at = '/app/admin/clients/edit/0'
    renderInConsole(<RecordCreate />, { dataProvider: realProvider(), resource: 'clients', at })
    await user.type(await screen.findByLabelText(/^이름/), '홍길동')
    for (const field of await screen.findAllByPlaceholderText(/8자 이상/))
      await user.type(field, 'hangang-73')
    session.end('expired')
    expect(stash()).toContain('홍길동')
    expect(stash()).not.toContain('hangang-73')
  })
})

const openDialog = () =>
  renderInConsole(
    <ChangeDialog
      action="editField"
      resource={{ ...config.resources.devices!, name: 'devices' }}
      choice={{ ids: [deviceRecord().id] }}
      count={1}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { dataProvider: realProvider(), resource: 'devices' },
  )
const edition = () => screen.findByRole('textbox', { name: '에디션' })

it('unsaved values of the dialog that changes many devices are restored with their field, as often as the session ends', async () => {
  const first = openDialog()
  await choose('항목', '에디션')
  await user.type(await edition(), '산업용')
  signInAgain(first)
  const second = openDialog()
  expect(await edition()).toHaveValue('산업용')
  signInAgain(second)
  openDialog()
  expect(await edition()).toHaveValue('산업용')
})

/** A page with the dialog of a device. */
function Page() {
  const [shown, setShown] = useState(true)
  const close = () => setShown(false)
  return shown ? <OrdersDialog record={deviceRecord() as never} onClose={close} /> : <p>목록</p>
}

describe('the control dialog of a device', () => {
  const METHODS = [
    { id: 'apn', code: 'apn', caption: 'APN 변경', content: { Type: 'text', Value: [3, 12] } },
    { id: 'pw', code: 'pw', caption: '관리자 비밀번호', content: { Type: 'password' } },
  ]
  const registerOrder = vi.fn()
  const getList = async () => ({ data: METHODS, total: 2 })

  const openDialog = () => renderInConsole(<Page />, { dataProvider: { getList, registerOrder } })
  const value = (caption: string) => screen.findByLabelText(new RegExp(`^${caption}`), { selector: 'input' })
  async function enter(caption: string, text: string) {
    await press(caption)
    await user.type(await value(caption), text)
  }

  it('shows a failure with command and device, even if it was closed while it sent', async () => {
    let respond: (value: unknown) => void = () => undefined
    registerOrder.mockReset().mockReturnValue(new Promise(resolve => (respond = resolve)))
    openDialog()
    await enter('APN 변경', 'iot.lte')
    await press('APN 변경 실행')
    await press('닫기')
    expect(await screen.findByText('목록')).toBeInTheDocument()
    respond({ result: false, message: '안 됩니다' })
    const text = await screen.findByText(/단말 제어 등록이 실패하였습니다!/)
    const notification = text.closest('[role=alert]')
    expect(notification).toHaveTextContent('APN 변경')
    expect(notification).toHaveTextContent('010-1511-1436')
  })

  it('restores its value after the end of a session, but no password', async () => {
    const page = openDialog()
    await enter('APN 변경', 'iot.lte')
    signInAgain(page)
    openDialog()
    expect(await value('APN 변경')).toHaveValue('iot.lte')
    await enter('관리자 비밀번호', 'hangang-73')
    session.end('expired')
    expect(stash()).not.toContain('hangang-73')
  })
})
