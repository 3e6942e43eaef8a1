/** The session: which tokens are valid, what is stored, its expiry, and other tabs (§3, §4). */
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime, serverTime } from '../../src/console/serverClock'
import { conditionUser, createSession, readToken, type SessionStore } from '../../src/console/session'
import { relativeTime } from '../../src/console/ui/time/TimeText'
import { useNow } from '../../src/console/ui/time/useNow'
import { currentTime } from '../../src/engine/clock'
import { type TokenClaims, tokenOf } from '../support/consoleWorld'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const inSeconds = (seconds: number) => NOW / 1000 + seconds
const token = (seconds: number, claims: TokenClaims = {}) => tokenOf({ exp: inSeconds(seconds), ...claims })
const storedUser = () => JSON.parse(localStorage.getItem('user')!)
const USER = { level: 9, name: '김하늘', email: 'master@demo.local' }

let session: SessionStore
/** Begins a session. @param seconds until it expires */
function begin(seconds: number, claims?: TokenClaims) {
  session = createSession()
  return session.begin(token(seconds, claims))
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => session?.dispose())

describe('a token', () => {
  const withClaims = (claims: string) => `x.${btoa(claims)}.x`
  it.each([
    ['that expires in an hour', token(3600), true],
    ['that expires now', token(0), false],
    ['of yesterday', token(-86_400), false],
    ['without an expiry', withClaims('{"user":{"level":9}}'), false],
    ['whose expiry is text', tokenOf({ exp: 'soon' as never }), false],
    ['without a user', withClaims(`{"exp":${inSeconds(60)}}`), false],
    ['whose user has no level', token(60, { level: undefined }), false],
    ['of one word', 'garbage', false],
    ['that is absent', null, false],
  ])('%s is valid: %s (§4)', (_, token, valid) => {
    expect(readToken(token, NOW) !== undefined).toBe(valid)
  })

  it('gives level, name and e-mail of the user, and the vendor (§3)', () => {
    const read = readToken(token(60, { name: '박서준', level: 6, vendor: 3, phone: '01012345678' }), NOW)
    expect(read?.user).toEqual({ level: 6, name: '박서준', email: 'master@demo.local' })
    expect(read?.vendor).toBe(3)
    expect(read).not.toHaveProperty('role')
  })

  it('gives the id of the user for defaults of config, which is not stored', () => {
    const begun = begin(60, { id: 41 })
    expect([begun?.id, conditionUser(begun)]).toEqual([41, expect.objectContaining({ id: 41 })])
    expect(storedUser()).not.toHaveProperty('id')
    expect(conditionUser(readToken(token(60, { id: undefined }), NOW))).not.toHaveProperty('id')
  })

  it('gives the role beside the user', () => {
    const read = readToken(token(60, { role: 'auditor' }), NOW)
    expect([read?.role, read?.user]).toEqual(['auditor', expect.not.objectContaining({ role: 'auditor' })])
    expect(readToken(token(60, { role: 7 }), NOW)).not.toHaveProperty('role')
  })
})

describe('a session', () => {
  it('stores token and user, and removes both with the cookie at its end', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: a basic server may have set this cookie
    document.cookie = 'token=abc'
    begin(60)
    expect(localStorage.getItem('token')).toBe(token(60))
    expect(storedUser()).toEqual(USER)
    session.end('signedOut')
    for (const name of ['token', 'user']) expect(localStorage.getItem(name)).toBeNull()
    expect(document.cookie).not.toContain('token=abc')
    expect(session.ending()).toBe('signedOut')
  })

  it('continues after a reload, and removes other data of an earlier version', () => {
    localStorage.setItem('token', token(60, { vendor: 3 }))
    localStorage.setItem('user', '{"level":9,"name":"a","email":"b","vendor":3,"id":7}')
    session = createSession()
    expect(session.current()?.user.level).toBe(9)
    expect(storedUser()).toEqual(USER)
  })

  it('does not begin with an expired stored token', () => {
    localStorage.setItem('token', token(-1))
    session = createSession()
    expect(session.current()).toBeUndefined()
    expect(localStorage.getItem('token')).toBeNull()
    expect(session.ending()).toBe('expired')
  })

  it('is not replaced by a bad token', () => {
    begin(60)
    expect(session.begin('garbage')).toBeUndefined()
    expect(session.current()?.token).toBe(token(60))
  })
})

describe('the expiry (§4)', () => {
  it('ends the session at that second', () => {
    begin(3600)
    vi.advanceTimersByTime(3_599_999)
    expect(session.current()).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(session.current()).toBeUndefined()
    expect(session.ending()).toBe('expired')
  })

  it('may be later than the longest timer', () => {
    begin(365 * 86_400)
    vi.advanceTimersByTime(30 * 86_400_000)
    expect(session.current()).toBeDefined()
    vi.advanceTimersByTime(335 * 86_400_000)
    expect(session.current()).toBeUndefined()
  })

  it('is later after a renewal', () => {
    begin(60)
    session.begin(token(600))
    vi.advanceTimersByTime(61_000)
    expect(session.current()).toBeDefined()
  })
})

describe('a wrong clock of the browser', () => {
  /** The server answers with a time that is so many minutes ahead of the browser. */
  const serverIs = (minutes: number) => noteServerTime(new Date(Date.now() + minutes * 60_000).toUTCString())

  it.each([-61, 61])('does not end or prolong a session: the server is %i minutes away', minutes => {
    serverIs(minutes)
    const ofServer = (seconds: number) => tokenOf({ exp: Math.floor(serverTime() / 1000) + seconds })
    session = createSession()
    expect(session.begin(ofServer(3600))).toBeDefined()
    vi.advanceTimersByTime(3_590_000)
    expect(session.current()).toBeDefined()
    vi.advanceTimersByTime(15_000)
    expect(session.ending()).toBe('expired')
    expect(session.begin(ofServer(-60))).toBeUndefined()
  })

  it('is remembered over a reload', () => {
    serverIs(-61)
    // 61 minutes are 3,660 seconds.
    expect(localStorage.getItem('clock.offset')).toMatch(/^-36/)
    serverIs(0)
    expect(localStorage.getItem('clock.offset')).toBeNull()
  })

  it('does not change how long ago something was, nor conditions of config', () => {
    serverIs(-61)
    const { result } = renderHook(() => useNow())
    expect(relativeTime(new Date(NOW - 61 * 60_000 - 180_000).toISOString(), result.current, 'ko')).toBe(
      '3분 전',
    )
    expect(currentTime()).toBe(serverTime())
  })
})

const store = (key: string, newValue: string | null) => {
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
}

it('another tab begins or renews the session', () => {
  session = createSession()
  store('token', token(60, { email: 'other@demo.local' }))
  expect(session.current()?.user.email).toBe('other@demo.local')
})
