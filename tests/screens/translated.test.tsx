/** On a page that the browser translates everything can be used: React finds the elements that it has made. */
import { act, screen, waitFor } from '@testing-library/react'
import { HttpError } from 'ra-core'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginPage } from '../../src/console/features/account'
import BulkDialog from '../../src/console/features/bulk/BulkDialog'
import { PasteDialog } from '../../src/console/features/compose/targets/PasteDialog'
import OrderList from '../../src/console/features/orders/mailbox/OrderList'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import RosterDialog from '../../src/console/features/roster/RosterDialog'
import { session } from '../../src/console/session'
import { clientRecord, deviceRecord, vendorRecord } from '../support/consoleRecords'
import { choose, config, enter, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { openCommand, openCompose, orderCalls, register, resetOrderCalls } from '../support/orderScreens'
import { openRecords } from '../support/recordScreens'
import { payload, realProvider, refusal, stubServer } from '../support/stubServer'
import { translatePage } from '../support/translator'

let stop = () => {}
const translate = () => {
  stop()
  stop = translatePage()
}
const failures: unknown[] = []
beforeEach(() => {
  failures.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => failures.push(words.join(' ')))
  signIn({ level: 9, email: 'master@demo.local' })
})
afterEach(() => {
  stop()
  expect(failures.filter(words => /removeChild|insertBefore|NotFoundError/.test(String(words)))).toEqual([])
})

const METHODS = [
  { id: 'mode', code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB'] } },
]

describe('on a translated page', () => {
  it('a refused sign-in says so, and can be tried again', async () => {
    session.end('signedOut')
    const login = vi.fn(async () => Promise.reject(new Error('account.login.incomplete')))
    stubServer()
    renderInConsole(<LoginPage />, { authProvider: { login }, at: '/login' })
    enter(await screen.findByLabelText(/이메일/), 'a@b.kr')
    enter(document.querySelector('input[type=password]')!, 'secret-secret')
    translate()
    for (const count of [1, 2]) {
      await press(/^로그인/)
      await waitFor(() => expect(login).toHaveBeenCalledTimes(count))
      expect(await screen.findByRole('alert')).toBeVisible()
      expect(await screen.findByRole('button', { name: '로그인' })).toBeEnabled()
    }
  })

  it('an order is registered, and the number of its devices stays true', async () => {
    resetOrderCalls({
      methods: METHODS,
      models: [{ id: 3, name: 'FT-100' }],
      batches: [
        { id: 12, name: '한강', model: 3, devices: 40 },
        { id: 13, name: '낙동강', model: 3, devices: 7 },
      ],
    })
    await openCompose('', { level: 3 })
    translate()
    await register()
    await screen.findByText('제어 명령을 선택하여 주세요!')
    await choose(/제어 명령/, '통신 방식')
    await choose(/값/, 'LTE')
    await choose('그룹', /한강/)
    await screen.findByText('40대')
    orderCalls.previewOrder.mockResolvedValue({ devices: 7, online: 7, offline: 0 })
    await choose('그룹', /낙동강/)
    await screen.findByText('7대')
    expect(screen.queryByText('40대')).toBeNull()
    await register()
    await waitFor(() => expect(orderCalls.registerOrder).toHaveBeenCalledOnce())
  })

  it('a save that is refused says so at its field, each time', async () => {
    stubServer({
      'GET /api/admin/vendors/1': payload(vendorRecord(1)),
      'PUT /api/admin/vendors/1': refusal(422, '맞지 않습니다.', { errors: { name: '이미 있습니다.' } }),
    })
    openRecords('vendors', '/edit/1')
    const name = await screen.findByRole('textbox', { name: /^업체명/ })
    translate()
    for (const value of ['하나', '둘']) {
      enter(name, value)
      await press(/^저장/)
      expect(await screen.findByText('이미 있습니다.')).toBeVisible()
    }
  })

  const records = (path: string) => () => openRecords('vendors', path)
  const changeRecords = async () => Promise.reject(new HttpError('맞지 않습니다.', 422))
  const shown = (screen: ReactElement) => () =>
    renderInConsole(screen, { dataProvider: { ...realProvider(), changeRecords } })
  const device = deviceRecord(1)
  it.each<[string, () => unknown]>([
    ['a list', records('')],
    ['a new form', records('/edit/0')],
    ['a form', records('/edit/1')],
    ['the profile', shown(<ProfilePage />)],
    ['the mailbox', shown(<OrderList />)],
    ['the command dialog', () => openCommand('통신 방식')],
    [
      'the paste dialog',
      shown(<PasteDialog text="010" targets={new Map()} onAdd={vi.fn()} onClose={vi.fn()} />),
    ],
    ['the roster dialog', shown(<RosterDialog onClose={vi.fn()} />)],
    [
      'a change of many devices',
      shown(
        <BulkDialog
          name="editField"
          resource={config.resources.devices!}
          choice={{ ids: [device.id] }}
          count={1}
          shown={[device]}
          onClose={vi.fn()}
          onDone={vi.fn()}
        />,
      ),
    ],
  ])('every button and menu of %s can be pressed', async (_, open) => {
    resetOrderCalls({ methods: METHODS })
    const own = clientRecord(7, { email: 'master@demo.local', name: '박서준' })
    const server = stubServer({
      'GET /api/clients/email/master%40demo.local': payload(own),
      'GET /api/admin/vendors/1': payload(vendorRecord(1)),
      'GET /api/admin/vendors': payload(
        [1, 2, 3].map(id => vendorRecord(id)),
        { count: 3, length: 3 },
      ),
    })
    server.fallback = payload([], { data: [], count: 0 })
    await open()
    await screen.findAllByRole('button')
    translate()
    const click = async (element: HTMLElement | undefined) => act(async () => element?.click())
    let pressed = 0
    for (; pressed < screen.queryAllByRole('button').length; pressed++) {
      await click(screen.queryAllByRole('button')[pressed])
      for (const role of ['menuitem', 'option']) await click(screen.queryAllByRole(role)[0])
      await user.keyboard('{Escape}')
      expect(document.body).not.toHaveTextContent(/Unexpected Application Error|TypeError|NotFoundError/)
    }
    expect(pressed).toBeGreaterThan(1)
  })
})
