/** What the user sees of a server that is gone, and what outlives a session that ends. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import ChangeDialog from '../../src/console/features/bulk/ChangeDialog'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import { session } from '../../src/console/session'
import { ConnectionNotice } from '../../src/console/ui/notices/ConnectionNotice'
import { answer, boot, config, renderInConsole, signIn } from '../support/consoleWorld'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const sentence = (key: string) =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], boot.messages)
const dataProvider = createDataProvider(
  createClient({
    timeoutMs: 180_000,
    stillWaitingMs: 20,
    token: () => 't',
    user: () => session.current()?.user.email,
    locale: () => 'ko',
    translate: key => String(sentence(key) ?? key),
    onUnauthorised: () => session.end('refused'),
  }),
  config,
  () => 9,
)
const vendor = {
  id: 1,
  name: '한빛통신',
  brn: '1208147521',
  comment: '',
  addr: '',
  post: '',
  page: '',
  active: true,
  maker: false,
  paid: false,
  expired: '0001-01-01T00:00:00Z',
  created: '2026-01-02T03:04:05Z',
  updated: '2026-01-02T03:04:05Z',
}
const later = { updated: '2026-11-21T00:00:00Z' }
const payload = (value: unknown) => answer({ result: true, message: '', payload: value })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const user = userEvent.setup({ delay: null })
const save = async () => user.click(await screen.findByRole('button', { name: '저장' }))
const name = () => screen.findByLabelText(/업체명/)
const puts = () => server.mock.calls.filter(([, { method }]) => method === 'PUT')

const device = {
  id: '358126091045147',
  isdn: '01015111436',
  model: 'FT-100',
  linked: '2026-11-19T07:04:01Z',
  closed: '0001-01-01T00:00:00Z',
  vpn: {},
}

/** A page with the dialog of one device. */
function Page() {
  const [shown, setShown] = useState(true)
  return shown ? <OrdersDialog record={device as never} onClose={() => setShown(false)} /> : <p>목록</p>
}

let stored: Record<string, unknown> = vendor
let onPut: (body: Record<string, unknown>) => Promise<Response>

function open(path: string) {
  return renderInConsole(
    <ResourceContextProvider value="vendors">
      <ConnectionNotice />
      <Routes>
        <Route path="/app/admin/vendors" element={<p>목록</p>} />
        <Route path="/app/admin/vendors/edit/0" element={<RecordCreate />} />
        <Route path="/app/admin/vendors/edit/:id" element={<RecordEdit />} />
      </Routes>
    </ResourceContextProvider>,
    { dataProvider, at: `/app/admin/vendors/edit/${path}` },
  )
}

beforeEach(() => {
  signIn({ level: 9 })
  stored = vendor
  server.mockReset().mockImplementation(async (url, init = {}) => {
    if (init.method === 'PUT') return onPut(JSON.parse(String(init.body)) as Record<string, unknown>)
    if (url.startsWith('/api/admin/vendors/1')) return payload(stored)
    return answer({}, 404)
  })
  vi.stubGlobal('fetch', server)
})
afterEach(() => session.end('signedOut'))

/** As a server that keeps one record: 409 for what was read before another save. */
const keeping = async (body: Record<string, unknown>): Promise<Response> => {
  if (body.updated !== stored.updated)
    return answer({ result: false, code: 'conflict', message: 'x', record: stored }, 409)
  stored = { ...stored, ...body, updated: new Date(Date.parse(String(stored.updated)) + 1000).toISOString() }
  return payload(stored)
}

describe('saving without an answer', () => {
  it('an edit that went through all the same is saved by the next try, without a conflict with oneself', async () => {
    onPut = async body => {
      await keeping(body)
      onPut = keeping
      return lost()
    }
    open('1')
    await user.type(await name(), ' 2')
    await save()
    expect(await screen.findByText(/저장되었는지 확인하지 못하였습니다/)).toBeInTheDocument()
    expect(await name()).toHaveValue('한빛통신 2')
    // What is typed in between is saved with it.
    await user.type(await name(), '3')
    await save()
    expect(await screen.findByText('업체을 수정하였습니다.')).toBeInTheDocument()
    expect(screen.queryByText(/다른 사람이 먼저/)).toBeNull()
    expect(stored.name).toBe('한빛통신 23')
  })

  it('of two people the other one is still noticed', async () => {
    onPut = async () => {
      stored = { ...stored, ...later, comment: '다른 사람의 값' }
      onPut = keeping
      return lost()
    }
    open('1')
    await user.type(await name(), ' 2')
    await save()
    await screen.findByText(/저장되었는지 확인하지 못하였습니다/)
    await save()
    expect(await screen.findByText(/다른 사람이 먼저/)).toBeInTheDocument()
  })

  it('that takes long says that it waits; who stops is told that the outcome is unknown, and tries again', async () => {
    onPut = () => new Promise(() => {})
    server.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    )
    open('0')
    await user.type(await name(), '새 업체')
    await user.type(screen.getByLabelText(/사업자 등록번호/), '1208147521')
    await save()
    expect(await screen.findByText(/아직 서버의 응답을 기다리고 있습니다/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '그만 기다리기' }))
    expect(await screen.findByText(/저장되었는지 확인하지 못하였습니다/)).toBeInTheDocument()
    expect(await name()).toHaveValue('새 업체')
    onPut = async () => payload({ ...vendor, id: 7 })
    await save()
    expect(await screen.findByText('업체를 생성하였습니다.')).toBeInTheDocument()
    const keys = puts().map(([, { headers }]) => (headers as Record<string, string>)['Idempotency-Key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })
})

describe('what was typed when the session ended', () => {
  const restored = /입력하던 내용을 되살렸습니다/

  it('is there again for the same user on the same page, and asks to be saved', async () => {
    const { unmount } = open('0')
    await user.type(await name(), '새 업체')
    session.end('expired')
    unmount()
    signIn({ level: 9 })
    onPut = async body => payload({ ...vendor, ...body, id: 7 })
    open('0')
    expect(await screen.findByText(restored)).toBeInTheDocument()
    expect(await name()).toHaveValue('새 업체')
    await user.type(screen.getByLabelText(/사업자 등록번호/), '1208147521')
    await save()
    expect(await screen.findByText('업체를 생성하였습니다.')).toBeInTheDocument()
    expect(sessionStorage).toHaveLength(0)
  })

  it('is not shown to another user, and still there for the first one', async () => {
    const { unmount } = open('0')
    await user.type(await name(), '새 업체')
    session.end('refused')
    unmount()
    signIn({ level: 9, email: 'other@demo.local' })
    const second = open('0')
    expect(await name()).toHaveValue('')
    expect(screen.queryByText(restored)).toBeNull()
    second.unmount()
    signIn({ level: 9 })
    open('0')
    expect(await name()).toHaveValue('새 업체')
  })

  it('is gone for who signs out, and can be thrown away', async () => {
    const first = open('0')
    await user.type(await name(), '새 업체')
    session.end('signedOut')
    first.unmount()
    expect(sessionStorage).toHaveLength(0)
    signIn({ level: 9 })
    const second = open('0')
    await user.type(await name(), '새 업체')
    session.end('expired')
    second.unmount()
    signIn({ level: 9 })
    open('0')
    await user.click(await screen.findByRole('button', { name: '되살린 내용 버리기' }))
    await waitFor(async () => expect(await name()).toHaveValue(''))
    expect(screen.queryByText(restored)).toBeNull()
  })

  it('stands over the record as it was read then: who changed that meanwhile is not overwritten', async () => {
    const { unmount } = open('1')
    await user.type(await name(), ' 2')
    session.end('expired')
    unmount()
    stored = { ...stored, ...later, comment: '다른 사람의 값' }
    onPut = keeping
    signIn({ level: 9 })
    open('1')
    await waitFor(async () => expect(await name()).toHaveValue('한빛통신 2'))
    await save()
    expect(await screen.findByText(/다른 사람이 먼저/)).toBeInTheDocument()
  })

  it('has no password', async () => {
    const { unmount } = renderInConsole(
      <ResourceContextProvider value="clients">
        <RecordCreate />
      </ResourceContextProvider>,
      { dataProvider, at: '/app/admin/clients/edit/0' },
    )
    await user.type(await screen.findByLabelText(/^이름/), '홍길동')
    for (const field of await screen.findAllByPlaceholderText(/8자 이상/))
      await user.type(field, 'hangang-73')
    session.end('expired')
    const kept = JSON.stringify({ ...sessionStorage })
    expect(kept).toContain('홍길동')
    expect(kept).not.toContain('hangang-73')
    unmount()
  })
})

describe('what was entered in a dialog when the session ended', () => {
  const devices = { ...config.resources.devices!, name: 'devices' }
  const openChange = (action: 'editField' | 'remove') =>
    renderInConsole(
      <ResourceContextProvider value="devices">
        <ChangeDialog
          action={action}
          resource={devices}
          choice={{ ids: ['358126091045147'] }}
          count={1}
          onClose={() => undefined}
          onDone={() => undefined}
        />
      </ResourceContextProvider>,
      { dataProvider },
    )
  const edition = () => screen.findByRole('textbox', { name: '에디션' })

  it('of many devices is there for the next ones that are chosen, with its field', async () => {
    const first = openChange('editField')
    await user.click(await screen.findByRole('combobox', { name: '항목' }))
    await user.click(await screen.findByRole('option', { name: '에디션' }))
    await user.type(await edition(), '산업용')
    session.end('expired')
    first.unmount()
    signIn({ level: 9 })
    const second = openChange('editField')
    expect(await edition()).toHaveValue('산업용')
    // Once more, untouched.
    session.end('expired')
    second.unmount()
    signIn({ level: 9 })
    openChange('editField')
    expect(await edition()).toHaveValue('산업용')
  })

  it('is nothing where nothing was entered', async () => {
    openChange('editField')
    await screen.findByRole('combobox', { name: '항목' })
    session.end('expired')
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('a command whose dialog is closed while it is sent', () => {
  const method = { id: 'apn', code: 'apn', caption: 'APN 변경', content: { Type: 'text', Value: [3, 12] } }
  const secret = { id: 'pw', code: 'pw', caption: '관리자 비밀번호', content: { Type: 'password' } }
  const registerOrder = vi.fn()

  const openDialog = () =>
    renderInConsole(<Page />, {
      dataProvider: {
        getList: async () => ({ data: [method, secret], total: 2 }),
        registerOrder,
      } as never,
    })
  const type = async (caption: string, text: string) => {
    await user.click(await screen.findByRole('button', { name: caption }))
    await user.type(await screen.findByLabelText(new RegExp(`^${caption}`), { selector: 'input' }), text)
  }

  it.each([
    [
      'registered',
      () => ({ result: true, message: '', payload: { id: 1 } }),
      '단말 제어 명령이 등록되었습니다.',
    ],
    ['refused', () => ({ result: false, message: '안 됩니다' }), '단말 제어 등록이 실패하였습니다!'],
  ])('still says that it was %s', async (_, response, said) => {
    let arrive: (value: unknown) => void = () => undefined
    registerOrder.mockReset().mockReturnValue(
      new Promise(resolve => {
        arrive = resolve
      }),
    )
    openDialog()
    await type('APN 변경', 'iot.lte')
    await user.click(screen.getByRole('button', { name: 'APN 변경 실행' }))
    await user.click(screen.getByRole('button', { name: '닫기' }))
    expect(await screen.findByText('목록')).toBeInTheDocument()
    arrive(response())
    const notice = await screen.findByText(text => text.includes(said))
    expect(notice).toHaveTextContent('APN 변경')
    expect(notice).toHaveTextContent('010-1511-1436')
  })

  it('keeps what was entered over a session that ends, but for a password', async () => {
    const { unmount } = openDialog()
    await type('APN 변경', 'iot.lte')
    session.end('expired')
    unmount()
    signIn({ level: 9 })
    const second = openDialog()
    expect(await screen.findByLabelText(/^APN 변경/, { selector: 'input' })).toHaveValue('iot.lte')
    await type('관리자 비밀번호', 'hangang-73')
    session.end('expired')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('hangang-73')
    second.unmount()
  })
})
