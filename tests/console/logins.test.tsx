/** Signing in by other services: the one-time token, the buttons, the password once, and the links of the profile. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { createAuthProvider } from '../../src/console/auth/authProvider'
import { forgetReturnAddress, returnAddress } from '../../src/console/auth/returnAddress'
import { offeredToken, takeTokenFromAddress } from '../../src/console/auth/tokenInAddress'
import { SocialConfig } from '../../src/console/config'
import { LoginPage } from '../../src/console/features/account'
import RegisterPage from '../../src/console/features/account/RegisterPage'
import { Logins } from '../../src/console/features/profile/Logins'
import { session } from '../../src/console/session'
import type { PageData } from '../../src/engine/i18n'
import { answer, config, renderInConsole, tokenOf } from '../support/consoleWorld'

let asked: [method: string, address: string, body: unknown][] = []
let respond: Record<string, () => Response | Promise<Response>> = {}

const client = createClient({
  timeoutMs: 5_000,
  token: () => undefined,
  user: () => undefined,
  locale: () => 'ko',
  translate: key => key,
  onUnauthorised: () => undefined,
})
const providers = {
  dataProvider: createDataProvider(client, config),
  authProvider: createAuthProvider(session, client, config),
}

beforeEach(() => {
  asked = []
  respond = {}
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${address}`
    asked.push([init.method ?? 'GET', address, init.body ? JSON.parse(String(init.body)) : undefined])
    return respond[name]?.() ?? answer({ result: false, message: '없음' }, 404)
  })
})
afterEach(() => {
  session.end('signedOut')
  forgetReturnAddress()
  offeredToken.set(undefined)
  window.history.replaceState(null, '', '/')
})

const NONE = ['OIDC_GOOGLE_CLIENT_ID', 'OIDC_GOOGLE_CLIENT_SECRET']
const open = (at: string, social?: PageData['social']) =>
  renderInConsole(
    <SocialConfig value={social}>
      <Routes>
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/app/profile" element={<Logins />} />
        <Route path="*" element={<p>안</p>} />
      </Routes>
    </SocialConfig>,
    { ...providers, at },
  )

const ways = () => screen.queryAllByRole('link', { name: /계정으로 계속$/ }).map(link => link.textContent)

describe('the buttons', () => {
  it.each<[string, PageData['social'], string[]]>([
    ['where the server says nothing of them', undefined, []],
    ['where none is configured', { google: NONE, microsoft: ['x'] }, []],
    ['where one is', { google: [], microsoft: ['x'] }, ['Google 계정으로 계속']],
    ['where both are', { google: [], microsoft: [] }, ['Google 계정으로 계속', 'Microsoft 계정으로 계속']],
  ])('of the login, %s', (_where, social, shown) => {
    open('/login', social)
    expect(ways()).toEqual(shown)
  })

  it('of registration stay, and say what is missing', () => {
    open('/register', { google: NONE, microsoft: [] })
    expect(ways()).toHaveLength(2)
    expect(screen.getByText(/^Google: .*OIDC_GOOGLE_CLIENT_ID, OIDC_GOOGLE_CLIENT_SECRET/)).toBeVisible()
    expect(screen.queryByText(/^Microsoft: /)).toBeNull()
  })
})

describe('a one-time token', () => {
  const ONCE = `once_${'a'.repeat(43)}`
  const arrive = (query = '') => {
    window.history.replaceState(null, '', `/login?token=${ONCE}${query}`)
    return takeTokenFromAddress()
  }

  it('is exchanged for a session, and goes on to the page that the address names', async () => {
    const token = tokenOf()
    respond['POST /api/auth/exchange'] = () => answer({ result: true, message: '', payload: token })
    const arrived = arrive('&app=%2Fapp%2Forders')
    expect(window.location.search).toBe('')
    const { router } = open('/login')
    expect(screen.getByText('로그인하는 중입니다...')).toBeVisible()
    await arrived
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/orders'))
    expect(session.current()?.token).toBe(token)
    expect(asked).toEqual([['POST', '/api/auth/exchange', { token: ONCE }]])
  })

  it.each(['//evil.example', 'https://evil.example', '/%2fevil.example'])(
    'goes on to nothing of others: %s',
    async app => {
      respond['POST /api/auth/exchange'] = () => answer({ result: true, message: '', payload: tokenOf() })
      await arrive(`&app=${encodeURIComponent(app)}`)
      expect(returnAddress()).toBeUndefined()
    },
  )

  it.each<[string, () => Response | Promise<Response>]>([
    ['is over', () => answer({ result: false, message: '만료' }, 401)],
    ['is answered with a page', () => answer('<html></html>')],
    ['is not answered', () => Promise.reject(new TypeError('gone'))],
  ])('that %s ends in a message and in no session', async (_what, response) => {
    respond['POST /api/auth/exchange'] = response
    await arrive()
    expect(session.current()).toBeUndefined()
    open('/login')
    expect(screen.getByText(/^받은 로그인 정보가 올바르지 않거나 만료/)).toBeVisible()
  })

  it('over a session is an offer, and takes nothing by itself', async () => {
    const own = tokenOf()
    session.begin(own)
    const other = tokenOf({ email: 'other@demo.local', name: '다른 사람' })
    respond['POST /api/auth/exchange'] = () => answer({ result: true, message: '', payload: other })
    await arrive()
    expect(session.current()?.token).toBe(own)
    expect(offeredToken.get()).toMatchObject({ token: other, begun: true })
  })
})

describe('the password once', () => {
  const AT = '/login?social=google&problem=password'
  const waiting = () =>
    answer({ result: true, message: '', payload: { provider: 'google', email: 'a@demo.local' } })

  it('says whose it is, sends it, and says why it was refused', async () => {
    respond['GET /api/auth/pending'] = waiting
    const token = tokenOf()
    open(AT)
    expect(await screen.findByText('a@demo.local')).toBeVisible()
    const button = screen.getByRole('button', { name: '비밀번호 확인 후 연결' })
    await userEvent.click(button)
    expect(screen.getByRole('alert')).toHaveTextContent('정확한 로그인 정보를 입력해주세요.')
    respond['POST /api/auth/pending'] = () => Promise.reject(new TypeError('gone'))
    await userEvent.type(screen.getByLabelText('비밀번호', { selector: 'input' }), 'secret-1')
    await userEvent.click(button)
    await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('정확한'))
    respond['POST /api/auth/pending'] = () => answer({ result: false, message: '틀림' }, 401)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(button)
    expect(await screen.findByText('틀림')).toBeVisible()
    respond['POST /api/auth/pending'] = () => answer({ result: true, message: '', payload: token })
    await userEvent.click(button)
    await waitFor(() => expect(session.current()?.token).toBe(token))
    expect(asked.at(-1)).toEqual(['POST', '/api/auth/pending', { password: 'secret-1' }])
  })

  it('is not asked for where nothing waits', async () => {
    open(AT)
    expect(await screen.findByText(/^확인할 Google 계정 정보가 없거나/)).toBeVisible()
    expect(screen.queryByLabelText('비밀번호', { selector: 'input' })).toBeNull()
    expect(screen.getByRole('link', { name: '다른 방법으로 로그인' })).toHaveAttribute('href', '/login')
  })
})

describe('the links of the profile', () => {
  const LINKED = {
    provider: 'google',
    email: 'me@gmail.example',
    created: '2026-11-20T00:00:00.000Z',
    used: '2026-11-21T00:00:00.000Z',
  }
  const say = (more: object) => () =>
    answer({
      result: true,
      message: '',
      payload: { password: true, fresh: true, offered: ['google', 'microsoft'], logins: [LINKED], ...more },
    })

  it('are not there on a server that knows none', async () => {
    open('/app/profile')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('are not there where no provider is offered or linked', async () => {
    respond['GET /api/auth/logins'] = say({ offered: [], logins: [] })
    open('/app/profile')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('show one that is no longer offered, which may still be unlinked', async () => {
    respond['GET /api/auth/logins'] = say({
      offered: [],
      logins: [{ ...LINKED, provider: 'former', email: '' }],
    })
    open('/app/profile')
    expect(await screen.findByRole('button', { name: 'former 연결 해제' })).toBeEnabled()
    expect(screen.getByText(/^연결됨/)).toBeVisible()
  })

  it('are unlinked after a question, which says why where it is refused', async () => {
    respond['GET /api/auth/logins'] = say({})
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Google 연결 해제' }))
    const question = within(screen.getByRole('alertdialog'))
    respond['DELETE /api/auth/logins/google'] = () => answer({ result: false, message: '마지막' }, 409)
    await userEvent.click(question.getByRole('button', { name: '연결 해제' }))
    expect(await question.findByText('마지막')).toBeVisible()
    respond['DELETE /api/auth/logins/google'] = () => answer({ result: true, message: '' })
    respond['GET /api/auth/logins'] = say({ logins: [] })
    await userEvent.click(question.getByRole('button', { name: '연결 해제' }))
    expect(await screen.findByRole('button', { name: 'Google 계정 연결' })).toBeVisible()
    expect(screen.getByText('Google 연결을 해제하였습니다.')).toBeVisible()
  })

  it('go to no address that is none of the web', async () => {
    respond['GET /api/auth/logins'] = say({ password: false })
    respond['POST /api/auth/logins/microsoft'] = () =>
      answer({ result: true, message: '', payload: 'javascript:alert(1)' })
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Microsoft 계정 연결' }))
    await userEvent.click(screen.getByRole('button', { name: '이동' }))
    expect(await screen.findByRole('alert')).toBeVisible()
  })

  it.each([
    ['/app/profile?social=google', 'Google 계정을 연결하였습니다.'],
    ['/app/profile?social=google&problem=refused', 'Google에서 로그인을 취소하였거나 허용하지 않아'],
  ])('say once what came of it: %s', async (at, sentence) => {
    respond['GET /api/auth/logins'] = say({})
    const { router } = open(at)
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible()
    expect(router.state.location.search).toBe('')
  })
})
