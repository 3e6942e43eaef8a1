/** Storage that the browser blocks or that is full: nothing fails, and settings last until the page is left. */
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBrowserMarks } from '../../src/console/api/orderMarks'
import { rememberReturnAddress, returnAddress } from '../../src/console/auth/returnAddress'
import { createSafeStorage, isStorageVolatile, usableArea } from '../../src/console/browserStorage'
import { createSession } from '../../src/console/session'
import { PageServices } from '../../src/console/shell/PageServices'
import { userStore } from '../../src/console/userStore'
import { renderInConsole, tokenOf } from '../support/consoleWorld'

/** From now on nothing can be stored. */
const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

beforeEach(() => void isStorageVolatile.set(false))
afterEach(() => {
  isStorageVolatile.set(false)
})

describe('full storage', () => {
  it('leaves preferences in memory, and their subscribers hear of changes', () => {
    const store = userStore('a@x.kr')
    store.setItem('theme', 'dark')
    fill()
    store.setup()
    const heard = vi.fn()
    store.subscribe('theme', heard)
    store.setItem('theme', 'light')
    store.setItem('devices.listParams', { page: 3 })
    expect(store.getItem('theme')).toBe('light')
    expect(heard).toHaveBeenCalledWith('light')
    expect(store.getItem('devices.listParams')).toEqual({ page: 3 })
    store.removeItem('devices.listParams')
    expect(store.getItem('devices.listParams')).toBeUndefined()
    expect(isStorageVolatile.get()).toBe(true)
  })

  it('does not prevent a session', () => {
    fill()
    const session = createSession()
    expect(session.begin(tokenOf())).toBeDefined()
    expect(session.current()?.user.email).toBe('master@demo.local')
    session.end('signedOut')
    session.dispose()
  })

  it('does not lose the address to return to, nor marks of orders', () => {
    fill()
    rememberReturnAddress('/app/devices?page=2')
    expect(returnAddress()).toBe('/app/devices?page=2')
    const marks = createBrowserMarks(() => 'a@x.kr')
    marks.set([3], { archived: true })
    expect([...marks.archived()]).toEqual([3])
    marks.set([3], { archived: false })
  })

  it('does not bring an older value back', () => {
    const storage = createSafeStorage(localStorage)
    storage.setItem('a', 'old')
    fill()
    storage.setItem('a', 'new')
    expect([storage.getItem('a'), localStorage.getItem('a'), storage.keys()]).toEqual(['new', null, ['a']])
  })

  it('is reported to the user', async () => {
    renderInConsole(<PageServices />)
    isStorageVolatile.set(true)
    expect((await screen.findAllByText(/설정을 저장하지 못합니다/)).length).toBeGreaterThan(0)
  })
})

it('storage that refuses every call once the page is loaded is replaced by memory', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const area = new Proxy({} as Storage, { get: () => refuse, ownKeys: refuse })
  const storage = createSafeStorage(area)
  expect([storage.getItem('a'), storage.keys()]).toEqual([null, []])
  storage.setItem('a', '1')
  expect([storage.getItem('a'), storage.keys()]).toEqual(['1', ['a']])
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
  expect(isStorageVolatile.get()).toBe(true)
})

it('storage that the browser blocks is replaced by memory, also for libraries', () => {
  const original = Object.getOwnPropertyDescriptor(window, 'localStorage')
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  const localStore = createSafeStorage(usableArea('localStorage'))
  expect(isStorageVolatile.get()).toBe(true)
  localStore.setItem('a', '1')
  const { localStorage } = window
  expect([localStore.getItem('a'), localStorage.getItem('a'), localStorage.length]).toEqual(['1', '1', 1])
  expect(Object.keys(window.localStorage)).toEqual(['a'])
  localStore.removeItem('a')
  expect(window.localStorage.getItem('a')).toBeNull()
  if (original) Object.defineProperty(window, 'localStorage', original)
  else Reflect.deleteProperty(window, 'localStorage')
})
