import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../src/console/App'
import { takeTokenFromAddress } from '../../src/console/auth/tokenInAddress'
import { session } from '../../src/console/session'
import { prefetchFirstScreen } from '../../src/console/shell/prefetch'
import { createOwn, createProviders } from '../../src/console/shell/providers'
import { answer, boot, messagesOf, PER_PAGE, signIn, tokenOf } from '../support/consoleWorld'

const NO_DEVICES = {
  amount: { device: 0, placed: 0, linked: 0, closed: 0 },
  vendors: [],
  models: [],
  clients: [],
}

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
/** What the server answers to a sign-in; everything else is an empty list. */
let signInAnswer: () => Response | Promise<Response>

beforeEach(() => {
  signInAnswer = () => answer({ result: true, message: '', payload: tokenOf() })
  server.mockReset()
  server.mockImplementation(async url => {
    if (url === '/api/auth/login') return signInAnswer()
    if (url.startsWith('/config.json?locale=en')) {
      return answer({ config: boot.config, messages: { en: await messagesOf('en') } })
    }
    if (url === '/api/dashboard/stats') return answer({ result: true, message: '', payload: NO_DEVICES })
    return answer({ result: true, message: '', payload: [], data: [], count: 0, draw: 0 })
  })
  vi.stubGlobal('fetch', server)
})

afterEach(() => {
  session.end('signedOut')
  sessionStorage.clear()
})

const open = (address: string) => {
  window.history.replaceState(null, '', address)
  return render(
    <StrictMode>
      <App boot={boot} providers={createProviders(boot)} first={createOwn(session.current()?.user.email)} />
    </StrictMode>,
  )
}
const address = () => window.location.pathname + window.location.search
const loginForm = () => screen.findByRole('button', { name: '로그인' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const callsTo = (path: string) => server.mock.calls.filter(([url]) => url === path)

const fillIn = async (email = 'master@demo.local', password = 'Fleet-demo1!') => {
  const user = userEvent.setup()
  await loginForm()
  if (email) await user.type(screen.getByLabelText('이메일 / ID'), email)
  if (password) await user.type(screen.getByLabelText('비밀번호'), password)
  await user.click(await loginForm())
}

describe('without a token (§2, decision 12)', () => {
  it.each([
    ['/', null],
    ['/app', null],
    ['/app/main/fleet', null],
    ['/app/devices', '/app/devices'],
    [
      '/app/devices?filter=%7B%22status%22%3A%22linked%22%7D',
      '/app/devices?filter=%7B%22status%22%3A%22linked%22%7D',
    ],
    ['/app/groups/batches/edit/3', '/app/groups/batches/edit/3'],
    ['/no/such/page', '/no/such/page'],
  ])('%s goes to login; remembered: %s', async (from, remembered) => {
    open(from)
    await loginForm()
    expect(address()).toBe('/login')
    expect(sessionStorage.getItem('wanted')).toBe(remembered)
  })

  it('/register and /error are open', async () => {
    const { unmount } = open('/register')
    expect(await heading('회원 가입')).toBeVisible()
    unmount()
    open('/error')
    expect(await heading('오류')).toBeVisible()
  })

  it('an old token is not enough', async () => {
    session.begin(tokenOf({ exp: Math.floor(Date.now() / 1000) + 1 }))
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 2_000 })
    session.end('expired')
    open('/app/devices')
    expect(await screen.findByText(/로그인 시간이 만료되어/)).toBeVisible()
  })
})

describe('signing in', () => {
  it('sends email and password and goes to the main page', async () => {
    open('/login')
    await fillIn()
    expect(await heading('단말 현황')).toBeVisible()
    expect(address()).toBe('/app/main/fleet')
    expect(JSON.parse(String(callsTo('/api/auth/login')[0]![1].body))).toEqual({
      email: 'master@demo.local',
      password: 'Fleet-demo1!',
    })
  })

  it('returns to the wanted page with its query, and forgets it', async () => {
    open('/app/profile?tab=phone')
    await fillIn()
    expect(await heading('내 정보')).toBeVisible()
    expect(address()).toBe('/app/profile?tab=phone')
    await waitFor(() => expect(sessionStorage.getItem('wanted')).toBeNull())
  })

  it('never follows a remembered address to another site', async () => {
    sessionStorage.setItem('wanted', '//evil.example/x')
    open('/login')
    await fillIn()
    expect(await heading('단말 현황')).toBeVisible()
  })

  it.each([
    ['nothing', '', ''],
    ['no password', 'master@demo.local', ''],
    ['no email', '', 'Fleet-demo1!'],
  ])('with %s filled in sends nothing and says so', async (_, email, password) => {
    open('/login')
    await fillIn(email, password)
    expect(await screen.findByRole('alert')).toHaveTextContent('정확한 로그인 정보를 입력해주세요.')
    expect(callsTo('/api/auth/login')).toHaveLength(0)
  })

  it.each([
    [
      'the server’s message',
      answer({ result: false, message: '이메일 또는 비밀번호가 올바르지 않습니다.' }, 401),
      '이메일 또는 비밀번호가 올바르지 않습니다.',
    ],
    ['its plain text', answer('잠긴 계정입니다.', 423), '잠긴 계정입니다.'],
    [
      'a token that cannot be read',
      answer({ result: true, message: '', payload: 'garbage' }),
      '서버가 보낸 로그인 정보를 읽을 수 없습니다. 관리자에게 문의하여 주십시오.',
    ],
  ])('shows %s and keeps what was typed', async (_, response, sentence) => {
    signInAnswer = () => response
    open('/login')
    await fillIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('이메일 / ID')).toHaveValue('master@demo.local')
    expect(screen.getByLabelText('비밀번호')).toHaveFocus()
    expect(address()).toBe('/login')
  })

  it('shows Loading while it waits, and cannot be sent twice', async () => {
    let release = (_: Response) => {}
    signInAnswer = () => new Promise(resolve => (release = resolve))
    open('/login')
    await fillIn()
    expect(await screen.findByRole('button', { name: 'Loading' })).toHaveAttribute('aria-disabled', 'true')
    expect(callsTo('/api/auth/login')).toHaveLength(1)
    release(answer({ result: true, message: '', payload: tokenOf() }))
    expect(await heading('단말 현황')).toBeVisible()
  })

  it('tells those without an account whom to ask, and shows the password on demand', async () => {
    open('/login')
    await loginForm()
    expect(screen.getByText(/서비스 제공사의 관리자에게 문의/)).toBeVisible()
    expect(screen.getByRole('link', { name: '회원 가입' })).toHaveAttribute('href', '/register')
    await userEvent.click(screen.getByRole('button', { name: '비밀번호 보기' }))
    expect(screen.getByLabelText('비밀번호')).toHaveAttribute('type', 'text')
  })

  it('is not needed with a stored valid token', async () => {
    signIn()
    open('/login')
    expect(await heading('단말 현황')).toBeVisible()
  })
})

describe('/login?token=… (§2)', () => {
  it('signs in, and the token is in neither address nor history', async () => {
    const token = tokenOf()
    window.history.replaceState(null, '', `/login?token=${token}&next=1`)
    takeTokenFromAddress()
    expect(address()).toBe('/login?next=1')
    expect(session.current()?.token).toBe(token)
  })

  it('a bad token ends in a message, and in no session', async () => {
    window.history.replaceState(null, '', '/login?token=garbage')
    takeTokenFromAddress()
    open(address())
    expect(await screen.findByText(/받은 로그인 정보가 올바르지 않거나/)).toBeVisible()
    expect(address()).toBe('/login')
  })

  describe('while somebody is signed in (decision 41)', () => {
    const OTHER = { name: '박서준', email: 'other@demo.local', level: 6 }
    /** What the server says of the token that came. */
    let status = 200
    const arrive = (token: string) => {
      server.mockImplementation(async (url, init) => {
        const isAsked = new Headers(init?.headers).get('authorization') === `Bearer ${token}`
        if (url.startsWith('/api/models') && isAsked) return answer({ result: true, payload: [] }, status)
        if (url === '/api/dashboard/stats') return answer({ result: true, message: '', payload: NO_DEVICES })
        return answer({ result: true, message: '', payload: [], data: [], count: 0, draw: 0 })
      })
      window.history.replaceState(null, '', `/login?token=${token}`)
      takeTokenFromAddress()
      open(address())
    }
    const question = () => screen.findByRole('alertdialog', { name: '다른 계정으로 로그인할까요?' })
    beforeEach(() => {
      status = 200
    })

    it('one of another user asks first, and says who is who', async () => {
      const own = signIn()
      const other = tokenOf(OTHER)
      arrive(other)
      const dialog = await question()
      expect(dialog).toHaveTextContent('김하늘(master@demo.local)')
      expect(dialog).toHaveTextContent('박서준(other@demo.local)')
      expect(session.current()?.token).toBe(own)
      await userEvent.click(screen.getByRole('button', { name: '지금 계정 유지' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
      expect(session.current()?.token).toBe(own)
    })

    it('one of another user is taken once that is agreed to', async () => {
      signIn()
      const other = tokenOf(OTHER)
      arrive(other)
      await question()
      await userEvent.click(screen.getByRole('button', { name: '다른 계정으로 로그인' }))
      await waitFor(() => expect(session.current()?.token).toBe(other))
      expect(JSON.parse(localStorage.getItem('user')!)).toEqual(OTHER)
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    })

    it('one of the same user is taken at once', async () => {
      signIn()
      const newer = tokenOf({ exp: Math.floor(Date.now() / 1000) + 1800 })
      arrive(newer)
      await waitFor(() => expect(session.current()?.token).toBe(newer))
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    })

    it.each([
      ['cannot be read', 'garbage', 200],
      ['is over', tokenOf({ exp: 1 }), 200],
      ['the server does not take, of another user', tokenOf(OTHER), 401],
      ['the server does not take, of the same user', tokenOf({ exp: 4_000_000_000 }), 401],
      ['nobody can say anything about', tokenOf(OTHER), 503],
    ])('one that %s ends nothing, and is told', async (_what, token, answered) => {
      status = answered
      const own = signIn()
      arrive(token)
      expect(await screen.findByText(/지금 로그인은 그대로입니다/)).toBeVisible()
      expect(session.current()?.token).toBe(own)
      expect(localStorage.getItem('token')).toBe(own)
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    })
  })

  it('elsewhere a token in the address is left alone', () => {
    window.history.replaceState(null, '', '/app/devices?token=x')
    takeTokenFromAddress()
    expect(address()).toBe('/app/devices?token=x')
    expect(session.current()).toBeUndefined()
  })
})

describe('the end of a session', () => {
  it('logging out clears everything, tells the server and does not remember the page', async () => {
    signIn()
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: '로그아웃' }))
    await loginForm()
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(sessionStorage.getItem('wanted')).toBeNull()
    expect(callsTo('/api/auth/logout')[0]![1].headers).toHaveProperty('Authorization')
  })

  it('whoever goes back after logging out is asked to sign in, and comes to that page then', async () => {
    signIn()
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: '로그아웃' }))
    await loginForm()
    window.history.pushState(null, '', '/app/orders?page=2')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await waitFor(() => expect(sessionStorage.getItem('wanted')).toBe('/app/orders?page=2'))
    expect(address()).toBe('/login')
  })

  it('does not mind a server that knows no logout', async () => {
    server.mockResolvedValue(answer('', 404))
    signIn()
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: '로그아웃' }))
    expect(await loginForm()).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('at expiry goes to login and remembers the page', async () => {
    signIn()
    open('/app/profile')
    await heading('내 정보')
    session.end('expired')
    await loginForm()
    expect(sessionStorage.getItem('wanted')).toBe('/app/profile')
    expect(screen.getByText(/로그인 시간이 만료되어/)).toBeVisible()
  })

  it('a refused token goes to login, once, and remembers the page', async () => {
    server.mockResolvedValue(answer({ result: false, message: '' }, 401))
    signIn()
    open('/app/devices')
    expect(await screen.findByText(/더 이상 유효하지 않습니다/)).toBeVisible()
    expect(sessionStorage.getItem('wanted')).toBe('/app/devices')
    expect(callsTo('/api/auth/logout')).toHaveLength(0)
  })
})

describe('pages (§2)', () => {
  it.each([
    ['/', '/app/main/fleet', '단말 현황'],
    ['/app', '/app/main/fleet', '단말 현황'],
    ['/app/main/fleet', '/app/main/fleet', '단말 현황'],
    ['/app/profile', '/app/profile', '내 정보'],
    ['/app/main/unknown', '/app/main/unknown', '404'],
    ['/app/devices/1/more', '/app/devices/1/more', '404'],
    ['/no/such/page', '/no/such/page', '404'],
    ['/error', '/error', '오류'],
  ])('%s is at %s and says %s', async (from, at, title) => {
    signIn()
    open(from)
    expect(await heading(title)).toBeVisible()
    expect(address()).toBe(at)
  })

  it.each([
    ['/app/groups/batches', '그룹'],
    ['/app/groups/batches/edit', '그룹 생성'],
    ['/app/groups/batches/edit/0', '그룹 생성'],
    ['/app/groups/batches/edit/-1', '그룹 생성'],
    ['/app/groups/batches/edit/3', '그룹 수정'],
    ['/app/admin/clients', '회원'],
    ['/app/admin/vendors/edit/0', '업체 생성'],
  ])('%s is the page "%s"', async (path, title) => {
    signIn()
    open(path)
    expect(await heading(title)).toBeVisible()
    expect(address()).toBe(path)
  })

  it('the 404 page says that the page does not exist and leads to the main page', async () => {
    signIn()
    open('/no/such/page')
    expect(await screen.findByText('페이지가 존재하지 않습니다.')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: '메인 페이지로' }))
    expect(await heading('단말 현황')).toBeVisible()
  })

  it('a page above one’s level is refused in words', async () => {
    signIn({ level: 3 })
    open('/app/admin/vendors')
    expect(await screen.findByText('이 페이지를 볼 수 있는 권한이 없습니다.')).toBeVisible()
  })

  it('a guest without a vendor sees whom to ask, and the own profile', async () => {
    signIn({ level: 1, vendor: 0 })
    const { unmount } = open('/app/devices')
    expect(await screen.findByText('아직 소속된 업체가 없습니다.')).toBeVisible()
    unmount()
    open('/app/profile')
    expect(await heading('내 정보')).toBeVisible()
  })
})

describe('the first list', () => {
  const first = async (search: string) => {
    const at = { pathname: '/app/devices', search }
    const own = createOwn(session.current()!.user.email)
    const providers = createProviders(boot)
    await prefetchFirstScreen({ ...boot, ...providers, level: session.current()!.user.level, own, at })
    return { own, providers }
  }
  const lists = () => server.mock.calls.map(([url]) => url).filter(url => url.startsWith('/api/devices?'))

  it.each([
    '',
    `?filter=${encodeURIComponent('{"status":"linked"}')}&page=2&perPage=${PER_PAGE}&sort=id&order=DESC`,
  ])('is asked for once, before it stands on the screen: %s', async search => {
    session.begin(tokenOf())
    const { own, providers } = await first(search)
    expect(lists()).toHaveLength(1)
    window.history.replaceState(null, '', `/app/devices${search}`)
    render(<App boot={boot} providers={providers} first={own} />)
    expect(await screen.findByText('검색된 결과가 없습니다!')).toBeVisible()
    expect(lists()).toHaveLength(1)
  })

  it('is not asked for at an address that it does not allow, nor by who may not see it', async () => {
    session.begin(tokenOf())
    await first('?perPage=7')
    session.begin(tokenOf({ level: 0 }))
    await first('')
    expect(lists()).toEqual([])
  })
})

describe('the top bar (§1, §6)', () => {
  const bar = () => within(screen.getByRole('banner'))

  it.each([
    ['master', 9, ['회원관리', '업체관리', '모델관리', '하위 그룹관리', '제어 명령관리']],
    ['vendor', 6, ['회원관리']],
  ])('a %s has settings with %o %o', async (_, level, entries) => {
    signIn({ level, vendor: 2 })
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: '설정' }))
    expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(entries)
  })

  it.each([
    ['client', 3],
    ['guest', 1],
  ])('a %s has no settings', async (_, level) => {
    signIn({ level, vendor: 2 })
    open('/app/profile')
    await heading('내 정보')
    expect(screen.queryByRole('button', { name: '설정' })).not.toBeInTheDocument()
  })

  it('links to Device, Order and Group, the profile and the main page, and marks where one is', async () => {
    signIn()
    open('/app/groups/batches')
    await heading('그룹')
    const links = bar().getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      '/',
      '/app/devices',
      '/app/orders',
      '/app/groups/batches',
      '/app/profile',
    ])
    expect(bar().getByRole('link', { name: '그룹' })).toHaveAttribute('aria-current', 'page')
    expect(bar().getByRole('link', { name: '내 정보 관리자 김하늘' })).toBeVisible()
  })

  it('the footer names the service', async () => {
    signIn()
    open('/app/profile')
    expect(await screen.findByRole('contentinfo')).toHaveTextContent(boot.config.app.service.ko)
    expect(document.title).toBe(`내 정보 · ${boot.config.app.service.ko}`)
  })

  it('switches to English and keeps it for the user over a logout', async () => {
    signIn()
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: '언어' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'English' }))
    expect(await heading('Profile')).toBeVisible()
    expect(document.documentElement.lang).toBe('en')
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
  })

  it('is dark at first, and keeps the light theme of each user apart', async () => {
    signIn({ email: 'one@demo.local' })
    open('/app/profile')
    await userEvent.click(await screen.findByRole('button', { name: '밝은 테마' }))
    expect(await screen.findByRole('button', { name: '어두운 테마' })).toBeVisible()
    expect(JSON.parse(localStorage.getItem('RaStore.user.one@demo.local.theme')!)).toBe('light')
    await userEvent.click(screen.getByRole('button', { name: '로그아웃' }))
    await loginForm()
    expect(JSON.parse(localStorage.getItem('RaStore.user.one@demo.local.theme')!)).toBe('light')
  })
})
