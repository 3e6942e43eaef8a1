/** On a page that the browser translates everything can be used: React finds the elements that it has made. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginPage } from '../../src/console/features/account'
import { session } from '../../src/console/session'
import { vendorRecord } from '../support/consoleRecords'
import { choose, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { openCompose, orderCalls, register, resetOrderCalls } from '../support/orderScreens'
import { openRecords } from '../support/recordScreens'
import { payload, stubServer } from '../support/stubServer'
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
const enter = (field: Element, value: string) => fireEvent.change(field, { target: { value } })

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

  it('every button of a list and of a form can be pressed', async () => {
    const server = stubServer({
      'GET /api/admin/vendors/1': payload(vendorRecord(1)),
      'GET /api/admin/vendors': payload(
        [1, 2, 3].map(id => vendorRecord(id)),
        { count: 3, length: 3 },
      ),
    })
    server.fallback = payload([], { data: [], count: 0 })
    let pressed = 0
    for (const path of ['', '/edit/0']) {
      const { unmount, container } = openRecords('vendors', path)
      await screen.findAllByRole('button')
      translate()
      const buttons = () => within(container).queryAllByRole('button')
      for (let at = 0; at < buttons().length; at += 1) {
        await act(async () => buttons()[at]?.click())
        await user.keyboard('{Escape}')
        pressed += 1
        expect(document.body).not.toHaveTextContent(/Unexpected Application Error|TypeError|NotFoundError/)
      }
      unmount()
    }
    expect(pressed).toBeGreaterThan(8)
  })
})
