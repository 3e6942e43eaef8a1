import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conditionUser } from '../../src/console/auth/useSession'
import { createSession, readToken, type SessionStore } from '../../src/console/session'
import { tokenOf } from '../support/consoleWorld'

const NOW = Date.parse('2026-03-01T09:00:00Z')
const inSeconds = (seconds: number) => NOW / 1000 + seconds

let session: SessionStore

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => session?.dispose())

describe('a token is valid only if it can be read and its expiry is in the future (§4)', () => {
  it.each([
    ['of an hour', tokenOf({ exp: inSeconds(3600) }), true],
    ['that ends this very second', tokenOf({ exp: inSeconds(0) }), false],
    ['of yesterday', tokenOf({ exp: inSeconds(-86_400) }), false],
    [
      'without an expiry',
      tokenOf({ exp: inSeconds(60) }).replace(/\..*\./, `.${btoa('{"user":{"level":9}}')}.`),
      false,
    ],
    ['whose expiry is text', tokenOf({ exp: 'soon' as never }), false],
    ['without a user', `x.${btoa(`{"exp":${inSeconds(60)}}`)}.x`, false],
    ['whose user has no level', tokenOf({ exp: inSeconds(60), level: undefined }), false],
    ['of one word', 'garbage', false],
    ['of dots', '..', false],
    ['that is empty', '', false],
    ['that is not there', null, false],
  ])('a token %s', (_, token, valid) => {
    expect(readToken(token, NOW) !== undefined).toBe(valid)
  })

  it('reads level, name and e-mail of the user and nothing else (§3)', () => {
    const token = tokenOf({ exp: inSeconds(60), name: '박서준', level: 6, vendor: 3, phone: '01012345678' })
    const read = readToken(token, NOW)
    expect(read?.user).toEqual({ level: 6, name: '박서준', email: 'master@demo.local' })
    expect(read?.vendor).toBe(3)
    expect(read).not.toHaveProperty('role')
  })

  it('reads the id beside them, for defaults that begin with who is signed in, and stores it nowhere else', () => {
    session = createSession()
    const begun = session.begin(tokenOf({ exp: inSeconds(60), id: 41 }))
    expect([begun?.id, conditionUser(begun)]).toEqual([41, expect.objectContaining({ id: 41 })])
    expect(JSON.parse(localStorage.getItem('user')!)).not.toHaveProperty('id')
    const without = readToken(tokenOf({ exp: inSeconds(60), id: undefined }), NOW)
    expect(conditionUser(without)).not.toHaveProperty('id')
  })

  it('reads the role beside them, by which config is then asked', () => {
    const read = readToken(tokenOf({ exp: inSeconds(60), role: 'auditor' }), NOW)
    expect([read?.role, read?.user]).toEqual(['auditor', expect.not.objectContaining({ role: 'auditor' })])
    expect(readToken(tokenOf({ exp: inSeconds(60), role: 7 as never }), NOW)).not.toHaveProperty('role')
  })
})

describe('signing in and out', () => {
  it('stores token and user, and clears both with the cookie on leaving', () => {
    session = createSession()
    const token = tokenOf({ exp: inSeconds(60) })
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie that a server of another kind may have set
    document.cookie = 'token=abc'
    session.begin(token)
    expect(localStorage.getItem('token')).toBe(token)
    const stored = JSON.parse(localStorage.getItem('user')!)
    expect(stored).toEqual({ level: 9, name: '김하늘', email: 'master@demo.local' })
    session.end('signedOut')
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(document.cookie).not.toContain('token=abc')
    expect(session.ending()).toBe('signedOut')
  })

  it('keeps a session over a reload', () => {
    localStorage.setItem('token', tokenOf({ exp: inSeconds(60) }))
    session = createSession()
    expect(session.current()?.user.level).toBe(9)
  })

  it('stores no more of the user than it needs, also where an earlier version stored more', () => {
    localStorage.setItem('token', tokenOf({ exp: inSeconds(60), vendor: 3 }))
    localStorage.setItem('user', '{"level":9,"name":"a","email":"b","vendor":3,"id":7}')
    session = createSession()
    const stored = JSON.parse(localStorage.getItem('user')!)
    expect(stored).toEqual({ level: 9, name: '김하늘', email: 'master@demo.local' })
  })

  it('drops a stored token that is over and says so', () => {
    localStorage.setItem('token', tokenOf({ exp: inSeconds(-1) }))
    session = createSession()
    expect(session.current()).toBeUndefined()
    expect(localStorage.getItem('token')).toBeNull()
    expect(session.ending()).toBe('expired')
  })

  it('does not take a bad token, and keeps the session there is', () => {
    session = createSession()
    const token = tokenOf({ exp: inSeconds(60) })
    session.begin(token)
    expect(session.begin('garbage')).toBeUndefined()
    expect(session.current()?.token).toBe(token)
  })
})

describe('automatic logout at expiry (§4)', () => {
  it('ends the session at the second of its expiry, not before', () => {
    session = createSession()
    session.begin(tokenOf({ exp: inSeconds(3600) }))
    vi.advanceTimersByTime(3_599_999)
    expect(session.current()).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(session.current()).toBeUndefined()
    expect(session.ending()).toBe('expired')
  })

  it('does not fire at once for a token of a year, beyond what a timer can hold', () => {
    session = createSession()
    session.begin(tokenOf({ exp: inSeconds(365 * 86_400) }))
    vi.advanceTimersByTime(30 * 86_400_000)
    expect(session.current()).toBeDefined()
    vi.advanceTimersByTime(335 * 86_400_000)
    expect(session.current()).toBeUndefined()
  })

  it('waits for the new expiry after a renewal', () => {
    session = createSession()
    session.begin(tokenOf({ exp: inSeconds(60) }))
    session.begin(tokenOf({ exp: inSeconds(600) }))
    vi.advanceTimersByTime(61_000)
    expect(session.current()).toBeDefined()
  })
})

describe('other tabs', () => {
  const elsewhere = (token: string | null) => {
    if (token === null) localStorage.removeItem('token')
    else localStorage.setItem('token', token)
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'token', newValue: token, storageArea: localStorage }),
    )
  }

  it('a logout in another tab ends the session here', () => {
    session = createSession()
    session.begin(tokenOf({ exp: inSeconds(60) }))
    const heard = vi.fn()
    session.subscribe(heard)
    elsewhere(null)
    expect(session.current()).toBeUndefined()
    expect(session.ending()).toBe('elsewhere')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('a sign-in or renewal in another tab holds here too', () => {
    session = createSession()
    elsewhere(tokenOf({ exp: inSeconds(60), email: 'other@demo.local' }))
    expect(session.current()?.user.email).toBe('other@demo.local')
  })

  it('is not disturbed by other keys', () => {
    session = createSession()
    session.begin(tokenOf({ exp: inSeconds(60) }))
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'else', newValue: '1', storageArea: localStorage }),
    )
    expect(session.current()).toBeDefined()
  })
})
