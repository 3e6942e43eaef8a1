/** The whole console: signing in and out, addresses (§2, decision 12), the top bar and the first list. */
import { render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../src/console/App'
import { takeTokenFromAddress } from '../../src/console/auth/tokenInAddress'
import { session } from '../../src/console/session'
// Loaded beforehand, because the console fetches it after the paint, perhaps after the last test.
import '../../src/console/shell/LiveUpdates'
import { prefetchFirstScreen } from '../../src/console/shell/prefetch'
import { createProviders, createUserProviders } from '../../src/console/shell/providers'
import { answer, boot, messagesOf, PER_PAGE, press, signIn, tokenOf, user } from '../support/consoleWorld'
import { envelope, payload, refusal, stubServer, unreachable } from '../support/stubServer'

const NO_DEVICES = {
  amount: { device: 0, placed: 0, linked: 0, closed: 0 },
  vendors: [],
  models: [],
  clients: [],
}
const LOGIN = 'POST /api/auth/login'
const DEVICES = 'GET /api/devices'

const emptyList = payload([], { data: [], count: 0, draw: 0 })
let server: ReturnType<typeof stubServer>

beforeEach(() => {
  server = stubServer({
    [LOGIN]: () => envelope(tokenOf()),
    'GET /config.json': async () => answer({ config: boot.config, messages: { en: await messagesOf('en') } }),
    'GET /api/dashboard/stats': payload(NO_DEVICES),
  })
  server.fallback = emptyList
})

const open = (address: string) => {
  window.history.replaceState(null, '', address)
  const first = createUserProviders(session.current()?.user.email)
  return render(
    <StrictMode>
      <App boot={boot} providers={createProviders(boot)} initialUser={first} />
    </StrictMode>,
  )
}
const address = () => window.location.pathname + window.location.search
const loginForm = () => screen.findByRole('button', { name: '로그인' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const HOME = '단말 현황'

async function logIn(email = 'master@demo.local', password = 'Fleet-demo1!') {
  await loginForm()
  await user.click(screen.getByLabelText('이메일 / ID'))
  await user.paste(email)
  await user.click(screen.getByLabelText('비밀번호'))
  await user.paste(password)
  await press('로그인')
}

describe('the login', () => {
  it('explains why a session has ended', async () => {
    session.begin(tokenOf({ exp: Math.floor(Date.now() / 1000) + 1 }))
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 2_000 })
    session.end('expired')
    open('/app/devices')
    expect(await screen.findByText(/로그인 시간이 만료되어/)).toBeVisible()
  })

  it('tells users without an account whom to ask, and reveals the password', async () => {
    open('/login')
    await loginForm()
    expect(screen.getByText(/서비스 제공사의 관리자에게 문의/)).toBeVisible()
    expect(screen.getByRole('link', { name: '회원 가입' })).toHaveAttribute('href', '/register')
    await press('비밀번호 보기')
    expect(screen.getByLabelText('비밀번호')).toHaveAttribute('type', 'text')
  })

  it('never follows a remembered address to another site', async () => {
    sessionStorage.setItem('wanted', '//evil.example/x')
    open('/login')
    await logIn()
    expect(await heading(HOME)).toBeVisible()
  })

  const UNREADABLE = '서버가 보낸 로그인 정보를 읽을 수 없습니다. 관리자에게 문의하여 주십시오.'
  it('shows why the server refuses, and keeps the fields', async () => {
    open('/login')
    for (const [response, message] of [
      [refusal(401, '비밀번호가 올바르지 않습니다.'), '비밀번호가 올바르지 않습니다.'],
      [() => answer('잠긴 계정입니다.', 423), '잠긴 계정입니다.'],
      [payload('no token'), UNREADABLE],
      [unreachable, /^서버에 연결하지 못했습니다/],
    ] as const) {
      server.handlers[LOGIN] = response
      await (server.sent(LOGIN).length > 0 ? press('로그인') : logIn())
      expect(await screen.findByText(message)).toBeVisible()
      expect(screen.getByLabelText('이메일 / ID')).toHaveValue('master@demo.local')
      await waitFor(() => expect(screen.getByLabelText('비밀번호')).toHaveFocus())
    }
    expect(address()).toBe('/login')
  })
})

describe('/login?token=… (§2)', () => {
  const takeFrom = (path: string) => {
    window.history.replaceState(null, '', path)
    takeTokenFromAddress()
  }

  it('ignores a token in any other address', () => {
    takeFrom('/app/devices?token=x')
    expect(address()).toBe('/app/devices?token=x')
    expect(session.current()).toBeUndefined()
  })

  describe('during a session (decision 41)', () => {
    const OTHER = { name: '박서준', email: 'other@demo.local', level: 6 }
    /** @param status of the server's answer to a call with the new token */
    function arrive(token: string, status = 200) {
      server.handlers['GET /api/models'] = call =>
        call.headers.get('authorization') === `Bearer ${token}`
          ? answer({ result: true, payload: [] }, status)
          : emptyList(call)
      takeFrom(`/login?token=${token}`)
      open(address())
    }
    const question = () => screen.findByRole('alertdialog', { name: '다른 계정으로 로그인할까요?' })
    const expectNoQuestion = () => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()

    it('asks before it changes the user, and names both; a no keeps the session', async () => {
      const current = signIn()
      arrive(tokenOf(OTHER))
      const dialog = await question()
      expect(dialog).toHaveTextContent('김하늘(master@demo.local)')
      expect(dialog).toHaveTextContent('박서준(other@demo.local)')
      expect(session.current()?.token).toBe(current)
      await press('지금 계정 유지')
      await waitFor(expectNoQuestion)
      expect(session.current()?.token).toBe(current)
    })

    it('changes the user after a yes', async () => {
      signIn()
      const token = tokenOf(OTHER)
      arrive(token)
      await question()
      await press('다른 계정으로 로그인')
      await waitFor(() => expect(session.current()?.token).toBe(token))
      expect(JSON.parse(localStorage.getItem('user')!)).toEqual(OTHER)
      await waitFor(expectNoQuestion)
    })

    it('takes a newer token of the same user without asking', async () => {
      signIn()
      const newer = tokenOf({ exp: Math.floor(Date.now() / 1000) + 1800 })
      arrive(newer)
      await waitFor(() => expect(session.current()?.token).toBe(newer))
      expectNoQuestion()
    })

    it.each([
      ['unreadable', 'garbage', 200],
      ['another user’s and refused by the server', tokenOf(OTHER), 401],
      ['the same user’s and refused by the server', tokenOf({ exp: 4_000_000_000 }), 401],
      ['one that the server cannot check', tokenOf(OTHER), 503],
    ])('keeps the session and says so when the token is %s', async (_, token, status) => {
      const current = signIn()
      arrive(token, status)
      expect(await screen.findByText(/지금 로그인은 그대로입니다/)).toBeVisible()
      expect(session.current()?.token).toBe(current)
      expect(localStorage.getItem('token')).toBe(current)
      expectNoQuestion()
    })
  })
})

it('the end of a session by a logout works on a server without that call', async () => {
  server.fallback = () => answer('', 404)
  signIn()
  open('/app/profile')
  await press('로그아웃')
  expect(await loginForm()).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe('the first list', () => {
  it('is asked for in the language that the user has chosen', async () => {
    signIn()
    createUserProviders(session.current()!.user.email).store.setItem('locale', 'en')
    await readFirst('')
    expect(server.sent(DEVICES).map(({ headers }) => headers.get('accept-language'))).toEqual(['en'])
  })

  async function readFirst(search: string) {
    const own = createUserProviders(session.current()!.user.email)
    // Rows stay fresh, however slowly this machine draws the page.
    const { queries } = own.queryClient.getDefaultOptions()
    own.queryClient.setDefaultOptions({ queries: { ...queries, staleTime: Number.POSITIVE_INFINITY } })
    const providers = createProviders(boot)
    const at = { pathname: '/app/devices', search }
    await prefetchFirstScreen({
      ...boot,
      ...providers,
      level: session.current()!.user.level,
      userProviders: own,
      location: at,
    })
    return { own, providers }
  }

  it.each([
    '',
    `?filter=${encodeURIComponent('{"status":"linked"}')}&page=2&perPage=${PER_PAGE}&sort=id&order=DESC`,
  ])('is read once, before the page is drawn: %s', async search => {
    signIn()
    const { own, providers } = await readFirst(search)
    expect(server.sent(DEVICES)).toHaveLength(1)
    window.history.replaceState(null, '', `/app/devices${search}`)
    render(<App boot={boot} providers={providers} initialUser={own} />)
    expect(await screen.findByText('검색된 결과가 없습니다!')).toBeVisible()
    expect(server.sent(DEVICES)).toHaveLength(1)
  })

  it('is not read for an invalid address, nor for a user who may not see it', async () => {
    signIn()
    await readFirst('?perPage=7')
    signIn({ level: 0 })
    await readFirst('')
    expect(server.sent(DEVICES)).toEqual([])
  })
})

it('the top bar (§1, §6) links to the pages and the profile and marks the current page; the footer names the service', async () => {
  signIn()
  open('/app/groups/batches')
  await heading('그룹')
  const bar = within(screen.getByRole('banner'))
  const links = bar.getAllByRole('link').map(link => link.getAttribute('href'))
  expect(links).toEqual(['/', '/app/devices', '/app/orders', '/app/groups/batches', '/app/profile'])
  expect(bar.getByRole('link', { name: '그룹' })).toHaveAttribute('aria-current', 'page')
  expect(bar.getByRole('link', { name: '내 정보 관리자 김하늘' })).toBeVisible()
  const service = boot.config.app.service.ko
  expect(screen.getByRole('contentinfo')).toHaveTextContent(service)
  expect(document.title).toBe(`그룹 · ${service}`)
})

const SETTINGS = ['회원관리', '업체관리']
it.each([
  ['client', 3, [], ['/app/admin/clients', '/app/admin/vendors']],
  ['vendor', 6, ['회원관리'], ['/app/admin/vendors', '/app/admin/vendors/edit/1']],
  ['master', 9, SETTINGS, []],
])(
  'a %s has the entries of the settings menu and the screens of that level (§6)',
  async (_, level, settings, denied) => {
    signIn({ level })
    for (const path of denied) {
      const { unmount } = open(path)
      expect(await screen.findByText('이 페이지를 볼 수 있는 권한이 없습니다.'), path).toBeVisible()
      expect(screen.queryByRole('textbox', { name: '이름' })).toBeNull()
      unmount()
    }
    open('/app/devices')
    await heading('디바이스')
    expect(await screen.findByRole('button', { name: '디바이스 등록' })).toBeVisible()
    for (const name of ['제어', '그룹', '디바이스'])
      expect(within(screen.getByRole('banner')).getByRole('link', { name })).toBeVisible()
    expect(screen.queryAllByRole('link', { name: /관리자/ })).toHaveLength(level === 9 ? 1 : 0)
    if (settings.length === 0) return expect(screen.queryByRole('button', { name: '설정' })).toBeNull()
    await press('설정')
    const shown = SETTINGS.filter(name => screen.queryByRole('menuitem', { name }))
    expect(shown).toEqual(settings)
    await user.click(screen.getByRole('menuitem', { name: settings.at(-1)! }))
    await waitFor(() => expect(address()).toMatch(level === 9 ? /admin.vendors/ : /admin.clients/))
  },
)
