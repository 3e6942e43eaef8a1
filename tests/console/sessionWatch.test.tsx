/** The renewal of a session, and the warning of idle users (security 17). */
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuthProvider } from '../../src/console/auth/authProvider'
import { useSessionWatch } from '../../src/console/auth/useSessionWatch'
import { isWallOpen, session } from '../../src/console/session'
import IdleWarning from '../../src/console/shell/IdleWarning'
import { config, renderInConsole, signIn, tokenOf } from '../support/consoleWorld'
import { envelope, refusal, stubServer, testClient, unreachable } from '../support/stubServer'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const MINUTE = 60_000
const RENEW = 'POST /api/auth/refresh'

function Watch() {
  const { warning, expires, stay } = useSessionWatch()
  const leave = () => session.end('signedOut')
  return warning ? (
    <IdleWarning warning={warning} expires={expires} onStay={stay} onLeave={leave} />
  ) : (
    <p>no warning</p>
  )
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const pressKey = () => act(async () => void fireEvent.keyDown(window))
const inAnHour = () => (Date.now() + 60 * MINUTE) / 1000
let server: ReturnType<typeof stubServer>
const renewals = () => server.sent(RENEW).length

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  server = stubServer({ [RENEW]: () => envelope(tokenOf({ exp: inAnHour() })) })
  signIn({ exp: inAnHour() })
  const client = testClient({ timeoutMs: 1_000, onUnauthorised: () => session.end('refused') })
  renderInConsole(<Watch />, { authProvider: createAuthProvider(session, client, config) })
})

describe('a session of an hour', () => {
  it('is renewed while its user is active', async () => {
    await pass(40 * MINUTE)
    await pressKey()
    expect(renewals()).toBe(0)
    await pass(6 * MINUTE)
    expect(renewals()).toBe(1)
    expect(session.current()?.expires).toBeGreaterThan(NOW + 100 * MINUTE)
    expect(screen.getByText('no warning')).toBeVisible()
  })

  it('warns an idle user two minutes before its end, counts down and ends', async () => {
    const warning = () => screen.queryByRole('alertdialog')
    await pass(57 * MINUTE)
    expect(warning()).not.toBeInTheDocument()
    await pass(MINUTE + 1_000)
    expect(warning()).toHaveTextContent('2분 후에 자동으로 로그아웃됩니다')
    await pass(90_000)
    expect(warning()).toHaveTextContent('29초 후에 자동으로 로그아웃됩니다')
    await pass(30_000)
    expect(session.ending()).toBe('expired')
    expect(renewals()).toBe(0)
  })

  it('continues when the user asks for it', async () => {
    await pass(58 * MINUTE + 1_000)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '계속 사용' })))
    await pass(1_000)
    expect(renewals()).toBe(1)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(session.current()?.expires).toBeGreaterThan(NOW + 110 * MINUTE)
  })

  it('expires on a server that cannot renew it, after one attempt', async () => {
    server.handlers[RENEW] = refusal(405, '')
    await pass(46 * MINUTE)
    await pressKey()
    await pressKey()
    expect(renewals()).toBe(1)
    await pass(14 * MINUTE)
    expect(session.current()).toBeUndefined()
    expect(session.ending()).toBe('expired')
  })

  it('is renewed later when the network was away, but not at every key', async () => {
    server.handlers[RENEW] = unreachable
    await pass(46 * MINUTE)
    await pressKey()
    await pressKey()
    expect(renewals()).toBe(1)
    await pass(31_000)
    await pressKey()
    expect(renewals()).toBeGreaterThanOrEqual(2)
    expect(session.current()).toBeDefined()
  })
})

describe('a session that cannot be renewed further', () => {
  const endsIn = (minutes: number) =>
    tokenOf({ exp: (Date.now() + minutes * MINUTE) / 1000, ends: (Date.now() + minutes * MINUTE) / 1000 })

  it('warns also an active user before its end; the warning can be closed', async () => {
    act(() => void session.begin(endsIn(60)))
    await pass(57 * MINUTE)
    await pressKey()
    expect(renewals()).toBe(0)
    await pass(MINUTE + 1_000)
    expect(screen.getByRole('alertdialog')).toHaveTextContent('로그인한 지 오래되어 2분 후에')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '확인' })))
    await pass(1_000)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('is extended by a wall an hour before its end, without anybody there', async () => {
    isWallOpen.set(true)
    act(() => void session.begin(endsIn(65)))
    await pass(4 * MINUTE)
    expect(renewals()).toBe(0)
    server.handlers[RENEW] = unreachable
    await pass(2 * MINUTE)
    const failed = renewals()
    server.handlers[RENEW] = () => envelope(endsIn(120))
    await pass(MINUTE)
    expect(server.sent(RENEW)[failed]?.query.get('wall')).toBe('1')
    expect(session.current()?.ends).toBeGreaterThan(NOW + 100 * MINUTE)
    isWallOpen.set(false)
  })
})
