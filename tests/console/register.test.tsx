/** Creating an account (§2, §4, §5 Register). */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { LoginPage } from '../../src/console/features/account'
import RegisterPage from '../../src/console/features/account/RegisterPage'
import { answer, boot, config, renderInConsole } from '../support/consoleWorld'

const sent: Record<string, unknown>[] = []
const keys: (string | null)[] = []
let respond: () => Response | Promise<Response>

const dataProvider = createDataProvider(
  createClient({
    timeoutMs: 5_000,
    token: () => undefined,
    user: () => undefined,
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  }),
  config,
)

beforeEach(() => {
  sent.length = 0
  keys.length = 0
  respond = () => answer({ result: true, message: '' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    expect([init.method, address]).toEqual(['POST', '/api/auth/signup'])
    sent.push(JSON.parse(String(init.body)))
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return respond()
  })
})

const open = (at = '/register') =>
  renderInConsole(
    <Routes>
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/login" element={<LoginPage />} />
    </Routes>,
    { dataProvider, at },
  )

const input = (label: string) => screen.getByLabelText(label, { selector: 'input' })
const button = (name = '회원 가입') => screen.getByRole('button', { name })

async function fill(email: string, password: string, again: string, user = userEvent) {
  if (email) await user.type(input('이메일'), email)
  if (password) await user.type(input('비밀번호'), password)
  if (again) await user.type(input('비밀번호 확인'), again)
  await user.click(button())
}

describe('registering', () => {
  it('sends e-mail and password, says Loading... meanwhile, and leads to the login with a toast', async () => {
    let settle = (_: Response) => {}
    respond = () =>
      new Promise(resolve => {
        settle = resolve
      })
    const { router } = open()
    await fill(' new@demo.local', 'haneul-2026', 'haneul-2026')
    expect(button('Loading...')).toHaveAttribute('aria-disabled', 'true')
    expect(sent).toEqual([{ email: 'new@demo.local', password: 'haneul-2026' }])
    settle(answer({ result: true, message: '' }))
    expect(await screen.findByText("You've been registered successfully")).toBeVisible()
    expect(router.state.location.pathname).toBe('/login')
    expect(await screen.findByLabelText('이메일 / ID')).toHaveValue('new@demo.local')
  })

  it('shows the server’s body in an alert where it refuses, and keeps what was typed', async () => {
    open()
    respond = () =>
      answer(
        {
          result: false,
          message: '이미 사용 중인 이메일입니다',
          errors: { email: '이미 사용 중인 이메일입니다' },
        },
        422,
      )
    await fill('taken@demo.local', 'haneul-2026', 'haneul-2026')
    expect(await screen.findByText('이미 사용 중인 이메일입니다')).toBeVisible()
    expect(input('비밀번호')).toHaveValue('haneul-2026')
    await waitFor(() => expect(input('이메일')).toHaveFocus())
    respond = () => answer('Registration is closed', 403)
    await userEvent.click(button())
    expect(await screen.findByText('Registration is closed')).toBeVisible()
    expect(screen.queryByText('이미 사용 중인 이메일입니다')).toBeNull()
  })

  it('is tried again under the same key when the answer was lost, so that the account is one’s own', async () => {
    vi.stubGlobal('alert', () => undefined)
    respond = () => Promise.reject(new TypeError('gone'))
    const { router } = open()
    await fill('new@demo.local', 'haneul-2026', 'haneul-2026')
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    respond = () => answer({ result: true, message: '' })
    await userEvent.click(button())
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]])
  })

  it('whose answer says false is a failure too', async () => {
    open()
    respond = () => answer({ result: false, message: '지금은 가입할 수 없습니다.' })
    await fill('new@demo.local', 'haneul-2026', 'haneul-2026')
    expect(await screen.findByText('지금은 가입할 수 없습니다.')).toBeVisible()
  })
})

describe('what is missing or wrong is said and not sent', () => {
  it.each([
    ['', '', '', ['Password field is empty', 'Something was wrong. Try again']],
    ['new@demo.local', '', '', ['Password field is empty']],
    ['new@demo.local', 'haneul-2026', 'haneul-2027', ['Passwords are not equal']],
    ['', 'haneul-2026', 'haneul-2026', ['Something was wrong. Try again']],
    ['new@demo', 'haneul-2026', 'haneul-2026', ['정확한 이메일을 입력해 주십시요!']],
    [
      'new@demo.local',
      'short-1',
      'short-1',
      ['비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!'],
    ],
    ['new@demo.local', 'password', 'password', ['너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.']],
  ])('%j, %j, %j: %j', async (email, password, again, sentences) => {
    open()
    await fill(email, password, again)
    for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeVisible()
    expect(sent).toEqual([])
  })

  it.each([
    ['', '', 'Password field is empty'],
    ['haneul-2026', 'haneul-2027', 'Passwords are not equal'],
  ])('%j, %j: %s, for three seconds', async (password, again, sentence) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    open()
    await fill('new@demo.local', password, again, user as unknown as typeof userEvent)
    expect(screen.getByText(sentence)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(boot.config.app.timing.registerMessageMs + 50))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('leads to the field that is wrong', async () => {
    open()
    await fill('new@demo', 'haneul-2026', 'haneul-2026')
    expect(input('이메일')).toHaveFocus()
  })
})

describe('other ways', () => {
  it('lead to the login', async () => {
    const { router } = open()
    await userEvent.click(screen.getByRole('link', { name: '로그인' }))
    expect(router.state.location.pathname).toBe('/login')
  })

  it.each([
    ['Google', 'google'],
    ['Microsoft', 'microsoft'],
  ])('lead to %s by the auth path, with the page to go on to', (name, social) => {
    open()
    expect(screen.getByRole('link', { name: `${name} 계정으로 계속` })).toHaveAttribute(
      'href',
      `/auth/signin/${social}?app=%2F`,
    )
  })

  it('come back to the login with what went wrong, in words of ours alone', async () => {
    open('/login?social=google&problem=unconfigured')
    expect(screen.getByText(/^Google 로그인은 아직 설정되어 있지 않습니다\./)).toBeVisible()
  })

  it('come back with nothing that a stranger could have us say', () => {
    open('/login?social=evil&problem=call-this-number')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
