/** Creating an account (§2, §4, §5 Register). */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginPage } from '../../src/console/features/account'
import RegisterPage from '../../src/console/features/account/RegisterPage'
import { answer, boot, renderInConsole, shows, user } from '../support/consoleWorld'
import { envelope, payload, realProvider, refusal, stubServer, unreachable } from '../support/stubServer'

const SIGN_UP = 'POST /api/auth/signup'
const [EMAIL, PASSWORD] = ['new@demo.local', 'haneul-2026']

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  server = stubServer({ [SIGN_UP]: payload(undefined) })
})

const open = (at = '/register') =>
  renderInConsole(
    <Routes>
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/login" element={<LoginPage />} />
    </Routes>,
    { dataProvider: realProvider(), at },
  )
const input = (label: string) => screen.getByLabelText(label, { selector: 'input' })
const button = (name = '회원 가입') => screen.getByRole('button', { name })
async function fill(email = EMAIL, password = PASSWORD, confirmation = PASSWORD) {
  fireEvent.change(input('이메일'), { target: { value: email } })
  fireEvent.change(input('비밀번호'), { target: { value: password } })
  fireEvent.change(input('비밀번호 확인'), { target: { value: confirmation } })
  await user.click(button())
}

describe('registering', () => {
  it('sends e-mail and password, shows Loading..., and leads to the login with a notification', async () => {
    let respond = (_: Response) => {}
    server.handlers[SIGN_UP] = () => new Promise(resolve => (respond = resolve))
    const { router } = open()
    await fill(` ${EMAIL}`)
    expect(button('Loading...')).toHaveAttribute('aria-disabled', 'true')
    expect(server.bodies(SIGN_UP)).toEqual([{ email: EMAIL, password: PASSWORD }])
    respond(envelope())
    await shows("You've been registered successfully")
    expect(router.state.location.pathname).toBe('/login')
    expect(await screen.findByLabelText('이메일 / ID')).toHaveValue(EMAIL)
  })

  it('shows why it was refused, and keeps the fields', async () => {
    open()
    const taken = '이미 사용 중인 이메일입니다'
    server.handlers[SIGN_UP] = refusal(422, taken, { errors: { email: taken } })
    await fill('taken@demo.local')
    await shows(taken)
    expect(input('비밀번호')).toHaveValue(PASSWORD)
    await waitFor(() => expect(input('이메일')).toHaveFocus())
    server.handlers[SIGN_UP] = () => answer('Registration is closed', 403)
    await user.click(button())
    await shows('Registration is closed')
    expect(screen.queryByText(taken)).toBeNull()
    server.handlers[SIGN_UP] = refusal(200, '지금은 가입할 수 없습니다.')
    await user.click(button())
    await shows('지금은 가입할 수 없습니다.')
  })

  it('without an answer is repeated under the same key', async () => {
    vi.stubGlobal('alert', () => undefined)
    server.handlers[SIGN_UP] = unreachable
    const { router } = open()
    await fill()
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    server.handlers[SIGN_UP] = payload(undefined)
    await user.click(button())
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    const [first, second] = server.sent(SIGN_UP).map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })
})

describe('a missing or invalid field', () => {
  const COMMON = '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'
  const SHORT = '비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!'
  it('is named and not sent', async () => {
    open()
    for (const [email, password, confirmation, messages] of [
      ['', '', '', ['Password field is empty', 'Something was wrong. Try again']],
      [EMAIL, '', '', ['Password field is empty']],
      [EMAIL, PASSWORD, 'haneul-2027', ['Passwords are not equal']],
      ['', PASSWORD, PASSWORD, ['Something was wrong. Try again']],
      ['new@demo', PASSWORD, PASSWORD, ['정확한 이메일을 입력해 주십시요!']],
      [EMAIL, 'short-1', 'short-1', [SHORT]],
      [EMAIL, 'password', 'password', [COMMON]],
    ] as const) {
      await fill(email, password, confirmation)
      for (const message of messages) await shows(message)
      if (email === 'new@demo') expect(input('이메일')).toHaveFocus()
    }
    expect(server.calls).toEqual([])
  })

  it('is named for three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open()
    const passMessageTime = () =>
      act(() => vi.advanceTimersByTimeAsync(boot.config.app.timing.registerMessageMs + 50))
    for (const [password, message] of [
      ['', 'Password field is empty'],
      [PASSWORD, 'Passwords are not equal'],
    ] as const) {
      await fill(EMAIL, password, password && 'haneul-2027')
      await shows(message)
      await passMessageTime()
      expect(screen.queryByText(message)).toBeNull()
    }
  })
})

describe('the links beside the form', () => {
  it('lead to the login, and to Google and Microsoft with the page to return to', async () => {
    const { router } = open()
    for (const [name, provider] of [
      ['Google', 'google'],
      ['Microsoft', 'microsoft'],
    ]) {
      const link = screen.getByRole('link', { name: `${name} 계정으로 계속` })
      expect(link).toHaveAttribute('href', `/auth/signin/${provider}?app=%2F`)
    }
    await user.click(screen.getByRole('link', { name: '로그인' }))
    expect(router.state.location.pathname).toBe('/login')
  })

  it('come back to the login with a problem, which only sentences of the console describe', () => {
    const { unmount } = open('/login?social=google&problem=unconfigured')
    expect(screen.getByText(/^Google 로그인은 아직 설정되어 있지 않습니다\./)).toBeVisible()
    unmount()
    open('/login?social=evil&problem=call-this-number')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
