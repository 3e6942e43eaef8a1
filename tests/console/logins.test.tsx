/** Signing in with other services: the one-time token, the buttons, the password once, and the links of the profile. */
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuthProvider } from '../../src/console/auth/authProvider'
import { forgetReturnAddress, returnAddress } from '../../src/console/auth/returnAddress'
import { offeredToken, takeTokenFromAddress } from '../../src/console/auth/tokenInAddress'
import { SocialConfig } from '../../src/console/config'
import { LoginPage } from '../../src/console/features/account'
import RegisterPage from '../../src/console/features/account/RegisterPage'
import { Logins } from '../../src/console/features/profile/Logins'
import { session } from '../../src/console/session'
import type { PageData } from '../../src/engine/i18n'
import { answer, config, press, renderInConsole, tokenOf, user } from '../support/consoleWorld'
import {
  type Handler,
  payload,
  realProvider,
  refusal,
  stubServer,
  testClient,
  unreachable,
} from '../support/stubServer'

const client = testClient()
const authProvider = createAuthProvider(session, client, config)

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  server = stubServer()
})
afterEach(() => {
  forgetReturnAddress()
  offeredToken.set(undefined)
  window.history.replaceState(null, '', '/')
})

const open = (at: string, social?: PageData['social']) =>
  renderInConsole(
    <SocialConfig value={social}>
      <Routes>
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/app/profile" element={<Logins />} />
        <Route path="*" element={null} />
      </Routes>
    </SocialConfig>,
    { dataProvider: realProvider(config, client), authProvider, at },
  )

describe('the buttons', () => {
  const buttons = () =>
    screen.queryAllByRole('link', { name: /계정으로 계속$/ }).map(link => link.textContent)

  it.each<[PageData['social'], string[]]>([
    [undefined, []],
    [{ google: false, microsoft: false }, []],
    [{ google: true, microsoft: false }, ['Google 계정으로 계속']],
    [{ google: true, microsoft: true }, ['Google 계정으로 계속', 'Microsoft 계정으로 계속']],
  ])('of the login are those of the configured services: %o', (social, names) => {
    open('/login', social)
    expect(buttons()).toEqual(names)
  })

  it('of the registration are always there; one that is not configured is disabled', () => {
    open('/register', { google: false, microsoft: true })
    expect(buttons()).toEqual(['Microsoft 계정으로 계속'])
    expect(screen.getByRole('button', { name: 'Google 계정 (준비 중)' })).toBeDisabled()
  })
})

describe('a one-time token', () => {
  const ONCE = `once_${'a'.repeat(43)}`
  const EXCHANGE = 'POST /api/auth/exchange'
  const arrive = (query = '') => {
    window.history.replaceState(null, '', `/login?token=${ONCE}${query}`)
    return takeTokenFromAddress()
  }

  it.each(['//evil.example', 'https://evil.example', '/%2fevil.example'])(
    'never continues at another site: %s',
    async app => {
      server.handlers[EXCHANGE] = payload(tokenOf())
      await arrive(`&app=${encodeURIComponent(app)}`)
      expect(returnAddress()).toBeUndefined()
    },
  )

  it.each<[string, Handler]>([
    ['is expired', refusal(401, '만료')],
    ['is answered with a page', () => answer('<html></html>')],
    ['is not answered', unreachable],
  ])('that %s begins no session and shows an error', async (_, response) => {
    server.handlers[EXCHANGE] = response
    await arrive()
    expect(session.current()).toBeUndefined()
    open('/login')
    expect(screen.getByText(/^받은 로그인 정보가 올바르지 않거나 만료/)).toBeVisible()
  })
})

it('a token in the address is taken though the clock of the browser is an hour ahead', async () => {
  const serverTime = Date.now() - 61 * 60_000
  const date = new Date(serverTime).toUTCString()
  vi.stubGlobal('fetch', async () => answer('', 200, { date }))
  window.history.replaceState(
    null,
    '',
    `/login?token=${tokenOf({ exp: Math.floor(serverTime / 1000) + 3600 })}`,
  )
  await takeTokenFromAddress()
  expect(session.current()).toBeDefined()
})

const AT = '/login?social=google&problem=password'
const password = () => screen.queryByLabelText('비밀번호', { selector: 'input' })

it('the password that links an account is not asked for when no account is pending', async () => {
  open(AT)
  expect(await screen.findByText(/^확인할 Google 계정 정보가 없거나/)).toBeVisible()
  expect(password()).toBeNull()
  expect(screen.getByRole('link', { name: '다른 방법으로 로그인' })).toHaveAttribute('href', '/login')
})

it('the password that links an account is sent once it is entered; a refusal is shown, and the next one signs in', async () => {
  const LINK = 'POST /api/auth/pending'
  server.handlers['GET /api/auth/pending'] = payload({ email: 'hong@x.kr' })
  server.handlers[LINK] = refusal(401, '비밀번호가 올바르지 않습니다.')
  open(AT)
  expect(await screen.findByText('hong@x.kr')).toBeVisible()
  await press('비밀번호 확인 후 연결')
  expect(await screen.findByRole('alert')).toHaveTextContent('정확한 로그인 정보를 입력해주세요.')
  expect(server.sent(LINK)).toEqual([])
  await user.type(password()!, 'not-this-one')
  await press('비밀번호 확인 후 연결')
  expect(await screen.findByText('비밀번호가 올바르지 않습니다.')).toBeVisible()
  expect(session.current()).toBeUndefined()
  server.handlers[LINK] = payload(tokenOf())
  await user.type(password()!, 'this-one')
  await press('비밀번호 확인 후 연결')
  await waitFor(() => expect(session.current()).toBeDefined())
})

describe('the linked accounts in the profile', () => {
  const READ = 'GET /api/auth/logins'
  const UNLINK = 'DELETE /api/auth/logins/google'
  const LINKED = {
    provider: 'google',
    email: 'me@gmail.example',
    created: '2026-11-20T00:00:00.000Z',
    used: '2026-11-21T00:00:00.000Z',
  }
  const logins = (more: object = {}) =>
    payload({ password: true, fresh: true, offered: ['google', 'microsoft'], logins: [LINKED], ...more })

  it.each<[string, Handler]>([
    ['on a server that has none', refusal(404, '')],
    ['when no service is offered or linked', logins({ offered: [], logins: [] })],
  ])('are absent %s', async (_, response) => {
    server.handlers[READ] = response
    open('/app/profile')
    await waitFor(() => expect(server.calls).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('include one that is no longer offered, which can be unlinked', async () => {
    server.handlers[READ] = logins({ offered: [], logins: [{ ...LINKED, provider: 'former', email: '' }] })
    open('/app/profile')
    expect(await screen.findByRole('button', { name: 'former 연결 해제' })).toBeEnabled()
    expect(screen.getByText(/^연결됨/)).toBeVisible()
  })

  it('include the only way to sign in, which cannot be unlinked', async () => {
    server.handlers[READ] = logins({ password: false })
    open('/app/profile')
    expect(await screen.findByRole('button', { name: 'Google 연결 해제' })).toBeDisabled()
  })

  it('tell masters why a service cannot be used', async () => {
    const unconfigured = [{ provider: 'microsoft', missing: ['OIDC_MICROSOFT_CLIENT_ID', 'PUBLIC_URL'] }]
    server.handlers[READ] = logins({ offered: ['google'], unconfigured })
    open('/app/profile')
    expect(await screen.findByText(/^준비 중: .* OIDC_MICROSOFT_CLIENT_ID, PUBLIC_URL$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Microsoft/ })).toBeNull()
  })

  it('are unlinked after a question, which shows why it was refused', async () => {
    server.handlers[READ] = logins()
    open('/app/profile')
    await press('Google 연결 해제')
    const question = within(screen.getByRole('alertdialog'))
    const unlink = () => user.click(question.getByRole('button', { name: '연결 해제' }))
    server.handlers[UNLINK] = refusal(409, '마지막')
    await unlink()
    expect(await question.findByText('마지막')).toBeVisible()
    server.handlers[UNLINK] = payload(undefined)
    server.handlers[READ] = logins({ logins: [] })
    await unlink()
    expect(await screen.findByRole('button', { name: 'Google 계정 연결' })).toBeVisible()
    expect(screen.getByText('Google 연결을 해제하였습니다.')).toBeVisible()
  })

  it('are never linked through an address that is not of the web', async () => {
    server.handlers[READ] = logins({ password: false })
    server.handlers['POST /api/auth/logins/microsoft'] = payload('javascript:alert(1)')
    open('/app/profile')
    await press('Microsoft 계정 연결')
    await press('이동')
    expect(await screen.findByRole('alert')).toBeVisible()
  })

  it('show the result of linking once', async () => {
    server.handlers[READ] = logins()
    const { router } = open('/app/profile?social=google&problem=refused')
    expect(await screen.findByText(/Google에서 로그인을 취소하였거나 허용하지 않아/)).toBeVisible()
    expect(router.state.location.search).toBe('')
  })
})
