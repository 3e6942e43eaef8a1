/** The whole console: signing in and out, addresses (§2, decision 12), the top bar and the first list. */
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../src/console/App'
import { takeTokenFromAddress } from '../../src/console/auth/tokenInAddress'
import { session } from '../../src/console/session'
import { prefetchFirstScreen } from '../../src/console/shell/prefetch'
import { createProviders, createUserProviders } from '../../src/console/shell/providers'
import { answer, boot, messagesOf, PER_PAGE, press, signIn, tokenOf, user } from '../support/consoleWorld'
import { envelope, payload, refusal, stubServer } from '../support/stubServer'

const NO_DEVICES = {
  amount: { device: 0, placed: 0, linked: 0, closed: 0 },
  vendors: [],
  models: [],
  clients: [],
}
const LOGIN = 'POST /api/auth/login'
const LOGOUT = 'POST /api/auth/logout'
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
/** Goes to an address as the browser's history does. */
const visit = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
const address = () => window.location.pathname + window.location.search
const wanted = () => sessionStorage.getItem('wanted')
const loginForm = () => screen.findByRole('button', { name: '로그인' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const HOME = '단말 현황'

async function logIn(email = 'master@demo.local', password = 'Fleet-demo1!') {
  await loginForm()
  if (email) await user.type(screen.getByLabelText('이메일 / ID'), email)
  if (password) await user.type(screen.getByLabelText('비밀번호'), password)
  await press('로그인')
}

describe('without a session (§2, decision 12)', () => {
  it('every address but the open ones leads to the login, which remembers it unless it is the main page', async () => {
    open('/login')
    const filtered = '/app/devices?filter=%7B%22status%22%3A%22linked%22%7D'
    const remembered = ['/app/devices', filtered, '/app/groups/batches/edit/3', '/no/such/page']
    for (const from of ['/', '/app', '/app/main/fleet', ...remembered]) {
      sessionStorage.clear()
      await visit(from)
      await waitFor(() => expect(address(), from).toBe('/login'))
      expect(wanted(), from).toBe(remembered.includes(from) ? from : null)
    }
    await visit('/register')
    expect(await heading('회원 가입')).toBeVisible()
    await visit('/error')
    expect(await heading('오류')).toBeVisible()
  })

  it('the login after an expired session explains why', async () => {
    session.begin(tokenOf({ exp: Math.floor(Date.now() / 1000) + 1 }))
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 2_000 })
    session.end('expired')
    open('/app/devices')
    expect(await screen.findByText(/로그인 시간이 만료되어/)).toBeVisible()
  })
})

describe('the login', () => {
  it('sends e-mail and password and leads to the main page', async () => {
    open('/login')
    await logIn()
    expect(await heading(HOME)).toBeVisible()
    expect(address()).toBe('/app/main/fleet')
    expect(server.bodies(LOGIN)).toEqual([{ email: 'master@demo.local', password: 'Fleet-demo1!' }])
  })

  it('returns to the remembered address with its query, and forgets it', async () => {
    open('/app/profile?tab=phone')
    await logIn()
    expect(await heading('내 정보')).toBeVisible()
    expect(address()).toBe('/app/profile?tab=phone')
    await waitFor(() => expect(wanted()).toBeNull())
  })

  it('never follows a remembered address to another site', async () => {
    sessionStorage.setItem('wanted', '//evil.example/x')
    open('/login')
    await logIn()
    expect(await heading(HOME)).toBeVisible()
  })

  it.each([
    ['', ''],
    ['master@demo.local', ''],
    ['', 'Fleet-demo1!'],
  ])('with e-mail %j and password %j sends nothing and shows an error', async (email, password) => {
    open('/login')
    await logIn(email, password)
    expect(await screen.findByRole('alert')).toHaveTextContent('정확한 로그인 정보를 입력해주세요.')
    expect(server.sent(LOGIN)).toEqual([])
  })

  const UNREADABLE = '서버가 보낸 로그인 정보를 읽을 수 없습니다. 관리자에게 문의하여 주십시오.'
  it.each([
    ['the server’s message', refusal(401, '비밀번호가 올바르지 않습니다.'), '비밀번호가 올바르지 않습니다.'],
    ['the server’s plain text', () => answer('잠긴 계정입니다.', 423), '잠긴 계정입니다.'],
    ['that a token is unreadable', payload('garbage'), UNREADABLE],
  ])('shows %s and keeps the fields', async (_, response, message) => {
    open('/login')
    server.handlers[LOGIN] = response
    await logIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByLabelText('이메일 / ID')).toHaveValue('master@demo.local')
    expect(screen.getByLabelText('비밀번호')).toHaveFocus()
    expect(address()).toBe('/login')
  })

  it('shows Loading while it waits', async () => {
    let respond = (_: Response) => {}
    server.handlers[LOGIN] = () => new Promise(resolve => (respond = resolve))
    open('/login')
    await logIn()
    expect(await screen.findByRole('button', { name: 'Loading' })).toHaveAttribute('aria-disabled', 'true')
    respond(envelope(tokenOf()))
    expect(await heading(HOME)).toBeVisible()
  })

  it('tells users without an account whom to ask, and reveals the password', async () => {
    open('/login')
    await loginForm()
    expect(screen.getByText(/서비스 제공사의 관리자에게 문의/)).toBeVisible()
    expect(screen.getByRole('link', { name: '회원 가입' })).toHaveAttribute('href', '/register')
    await press('비밀번호 보기')
    expect(screen.getByLabelText('비밀번호')).toHaveAttribute('type', 'text')
  })

  it('leads to the main page when a stored token is still valid', async () => {
    signIn()
    open('/login')
    expect(await heading(HOME)).toBeVisible()
  })
})

describe('/login?token=… (§2)', () => {
  const takeFrom = (path: string) => {
    window.history.replaceState(null, '', path)
    takeTokenFromAddress()
  }

  it('begins a session, and removes the token from address and history', () => {
    const token = tokenOf()
    takeFrom(`/login?token=${token}&next=1`)
    expect(address()).toBe('/login?next=1')
    expect(session.current()?.token).toBe(token)
  })

  it('ignores a token in any other address', () => {
    takeFrom('/app/devices?token=x')
    expect(address()).toBe('/app/devices?token=x')
    expect(session.current()).toBeUndefined()
  })

  it('shows an error for a bad token', async () => {
    takeFrom('/login?token=garbage')
    open(address())
    expect(await screen.findByText(/받은 로그인 정보가 올바르지 않거나/)).toBeVisible()
    expect(address()).toBe('/login')
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
    const noQuestion = () => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()

    it('asks before it changes the user, and names both; a no keeps the session', async () => {
      const current = signIn()
      arrive(tokenOf(OTHER))
      const dialog = await question()
      expect(dialog).toHaveTextContent('김하늘(master@demo.local)')
      expect(dialog).toHaveTextContent('박서준(other@demo.local)')
      expect(session.current()?.token).toBe(current)
      await press('지금 계정 유지')
      await waitFor(noQuestion)
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
      await waitFor(noQuestion)
    })

    it('takes a newer token of the same user without asking', async () => {
      signIn()
      const newer = tokenOf({ exp: Math.floor(Date.now() / 1000) + 1800 })
      arrive(newer)
      await waitFor(() => expect(session.current()?.token).toBe(newer))
      noQuestion()
    })

    it.each([
      ['unreadable', 'garbage', 200],
      ['expired', tokenOf({ exp: 1 }), 200],
      ['another user’s and refused by the server', tokenOf(OTHER), 401],
      ['the same user’s and refused by the server', tokenOf({ exp: 4_000_000_000 }), 401],
      ['one that the server cannot check', tokenOf(OTHER), 503],
    ])('keeps the session and says so when the token is %s', async (_, token, status) => {
      const current = signIn()
      arrive(token, status)
      expect(await screen.findByText(/지금 로그인은 그대로입니다/)).toBeVisible()
      expect(session.current()?.token).toBe(current)
      expect(localStorage.getItem('token')).toBe(current)
      noQuestion()
    })
  })
})

describe('the end of a session', () => {
  it('logging out clears everything and tells the server; a later address is remembered', async () => {
    signIn()
    open('/app/profile')
    await press('로그아웃')
    await loginForm()
    for (const name of ['token', 'user']) expect(localStorage.getItem(name)).toBeNull()
    expect(wanted()).toBeNull()
    expect(server.sent(LOGOUT)[0]!.headers.has('authorization')).toBe(true)
    await visit('/app/orders?page=2')
    await waitFor(() => expect(wanted()).toBe('/app/orders?page=2'))
    expect(address()).toBe('/login')
  })

  it('logging out works on a server without that call', async () => {
    server.fallback = () => answer('', 404)
    signIn()
    open('/app/profile')
    await press('로그아웃')
    expect(await loginForm()).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('at its expiry leads to the login and remembers the page', async () => {
    signIn()
    open('/app/profile')
    await heading('내 정보')
    act(() => session.end('expired'))
    await loginForm()
    expect(wanted()).toBe('/app/profile')
    expect(screen.getByText(/로그인 시간이 만료되어/)).toBeVisible()
  })

  it('with a refused token leads to the login and remembers the page', async () => {
    server.fallback = () => answer({ result: false, message: '' }, 401)
    signIn()
    open('/app/devices')
    expect(await screen.findByText(/더 이상 유효하지 않습니다/)).toBeVisible()
    expect(wanted()).toBe('/app/devices')
    expect(server.sent(LOGOUT)).toEqual([])
  })
})

describe('pages (§2)', () => {
  it('every address shows its page', async () => {
    signIn()
    open('/app/profile')
    await heading('내 정보')
    const pages: Record<string, string> = {
      '/app/groups/batches': '그룹',
      '/app/groups/batches/edit': '그룹 생성',
      '/app/groups/batches/edit/0': '그룹 생성',
      '/app/groups/batches/edit/-1': '그룹 생성',
      '/app/groups/batches/edit/3': '그룹 수정',
      '/app/admin/clients': '회원',
      '/app/admin/vendors/edit/0': '업체 생성',
      '/app/main/fleet': HOME,
      '/app/main/unknown': '404',
      '/app/devices/1/more': '404',
      '/error': '오류',
      '/no/such/page': '404',
    }
    for (const [path, title] of Object.entries(pages)) {
      await visit(path)
      expect(await heading(title), path).toBeVisible()
      expect(address()).toBe(path)
    }
    expect(screen.getByText('페이지가 존재하지 않습니다.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: '메인 페이지로' }))
    expect(await heading(HOME)).toBeVisible()
    for (const path of ['/', '/app']) {
      await visit(path)
      await waitFor(() => expect(address(), path).toBe('/app/main/fleet'))
    }
  })

  it('a page above the user’s level is refused', async () => {
    signIn({ level: 3 })
    open('/app/admin/vendors')
    expect(await screen.findByText('이 페이지를 볼 수 있는 권한이 없습니다.')).toBeVisible()
  })

  it('a guest without a vendor sees whom to ask, and the profile', async () => {
    signIn({ level: 1, vendor: 0 })
    const { unmount } = open('/app/devices')
    expect(await screen.findByText('아직 소속된 업체가 없습니다.')).toBeVisible()
    unmount()
    open('/app/profile')
    expect(await heading('내 정보')).toBeVisible()
  })
})

describe('the first list', () => {
  async function readFirst(search: string) {
    const own = createUserProviders(session.current()!.user.email)
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

describe('the top bar (§1, §6)', () => {
  it.each([
    ['master', 9, ['회원관리', '업체관리', '모델관리', '하위 그룹관리', '제어 명령관리']],
    ['vendor', 6, ['회원관리']],
    ['client', 3, []],
    ['guest', 1, []],
  ])('offers a %s these settings: %o', async (_, level, entries) => {
    signIn({ level: level as number, vendor: 2 })
    open('/app/profile')
    await heading('내 정보')
    if (entries.length === 0) return expect(screen.queryByRole('button', { name: '설정' })).toBeNull()
    await press('설정')
    expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(entries)
  })

  it('links to the pages and the profile and marks the current page; the footer names the service', async () => {
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

  it('switches to English and to the light theme, which stay after a logout', async () => {
    signIn({ email: 'one@demo.local' })
    open('/app/profile')
    await press('밝은 테마')
    expect(await screen.findByRole('button', { name: '어두운 테마' })).toBeVisible()
    await press('언어')
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }))
    expect(await heading('Profile')).toBeVisible()
    expect(document.documentElement.lang).toBe('en')
    await press('Log out')
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
    expect(JSON.parse(localStorage.getItem('RaStore.user.one@demo.local.theme')!)).toBe('light')
  })
})
