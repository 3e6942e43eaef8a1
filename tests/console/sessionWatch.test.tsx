import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createAuthProvider } from '../../src/console/auth/authProvider'
import { useSessionWatch } from '../../src/console/auth/useSessionWatch'
import { session } from '../../src/console/session'
import IdleWarning from '../../src/console/shell/IdleWarning'
import { answer, config, renderInConsole, signIn, tokenOf } from '../support/consoleWorld'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const MINUTE = 60_000
const server = vi.fn<(url: string) => Promise<Response>>()

const client = createClient({
  timeoutMs: 1_000,
  token: () => session.current()?.token,
  user: () => session.current()?.user.email,
  locale: () => 'ko',
  translate: key => key,
  onUnauthorised: () => session.end('refused'),
})
const authProvider = createAuthProvider(session, client, config)

function Watch() {
  const { warned, expires, stay } = useSessionWatch()
  return warned ? (
    <IdleWarning expires={expires} onStay={stay} onLeave={() => session.end('signedOut')} />
  ) : (
    <p>quiet</p>
  )
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const move = () => act(async () => void fireEvent.keyDown(window))
const renewals = () => server.mock.calls.filter(([url]) => url === '/api/auth/refresh').length

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  server.mockReset()
  server.mockImplementation(async () =>
    answer({ result: true, message: '', payload: tokenOf({ exp: (Date.now() + 60 * MINUTE) / 1000 }) }),
  )
  vi.stubGlobal('fetch', server)
  signIn({ exp: (NOW + 60 * MINUTE) / 1000 })
  renderInConsole(<Watch />, { authProvider })
})
afterEach(() => session.end('signedOut'))

describe('a session of an hour (security 17)', () => {
  it('is renewed silently while its user is active', async () => {
    await pass(40 * MINUTE)
    await move()
    expect(renewals()).toBe(0)
    await pass(6 * MINUTE)
    expect(renewals()).toBe(1)
    expect(session.current()?.expires).toBeGreaterThan(NOW + 100 * MINUTE)
    expect(screen.getByText('quiet')).toBeVisible()
  })

  it('warns an idle user two minutes before the end, counts down, and then ends', async () => {
    await pass(57 * MINUTE)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await pass(MINUTE + 1_000)
    expect(screen.getByRole('alertdialog')).toHaveTextContent('2분 후에 자동으로 로그아웃됩니다')
    await pass(90_000)
    expect(screen.getByRole('alertdialog')).toHaveTextContent('29초 후에 자동으로 로그아웃됩니다')
    await pass(30_000)
    expect(session.ending()).toBe('expired')
    expect(renewals()).toBe(0)
  })

  it('goes on for the user who says so', async () => {
    await pass(58 * MINUTE + 1_000)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '계속 사용' })))
    await pass(1_000)
    expect(renewals()).toBe(1)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(session.current()?.expires).toBeGreaterThan(NOW + 110 * MINUTE)
  })

  it('runs out quietly on a server that cannot renew', async () => {
    server.mockImplementation(async () => answer('', 405))
    await pass(46 * MINUTE)
    await move()
    await move()
    expect(renewals()).toBe(1)
    await pass(14 * MINUTE)
    expect(session.current()).toBeUndefined()
    expect(session.ending()).toBe('expired')
  })

  it('tries again later when the network was away, and not at every key', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    await pass(46 * MINUTE)
    await move()
    await move()
    expect(renewals()).toBe(1)
    await pass(31_000)
    await move()
    expect(renewals()).toBeGreaterThanOrEqual(2)
    expect(session.current()).toBeDefined()
  })
})
