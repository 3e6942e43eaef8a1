/** The preferences of a user, stored in the browser. */
import { describe, expect, it } from 'vitest'
import { moveUserStore, userStore } from '../../src/console/userStore'

describe('the preferences of a user', () => {
  it('are kept after a logout, and hidden from other users', () => {
    const store = userStore('a@x.kr')
    store.setItem('preferences.devices.columns', ['id', 'isdn'])
    store.reset()
    expect(userStore('a@x.kr').getItem('preferences.devices.columns')).toEqual(['id', 'isdn'])
    userStore('a@x.kr').setItem('devices.listParams', { page: 3 })
    expect(userStore('b@x.kr').getItem('devices.listParams')).toBeUndefined()
    expect(userStore('a@x.krx').getItem('devices.listParams')).toBeUndefined()
    expect(userStore('A@x.kr').getItem('devices.listParams')).toEqual({ page: 3 })
  })

  it('move to a new e-mail address of the user', () => {
    userStore('a@x.kr').setItem('devices.listParams', { page: 3 })
    userStore('other@x.kr').setItem('devices.listParams', { page: 5 })
    moveUserStore('A@x.kr', 'new@x.kr')
    expect(userStore('new@x.kr').getItem('devices.listParams')).toEqual({ page: 3 })
    expect(userStore('a@x.kr').getItem('devices.listParams')).toBeUndefined()
    expect(userStore('other@x.kr').getItem('devices.listParams')).toEqual({ page: 5 })
  })

  it('begin with the theme and language of the login page, which takes over those of the last user; users keep their own', () => {
    userStore(undefined).setItem('theme', 'light')
    expect(userStore('a@x.kr').getItem('theme', 'dark')).toBe('light')
    userStore('a@x.kr').setItem('locale', 'en')
    expect(userStore(undefined).getItem('locale')).toBe('en')
    userStore('b@x.kr').setItem('theme', 'dark')
    userStore('a@x.kr').setItem('theme', 'light')
    expect(userStore('b@x.kr').getItem('theme')).toBe('dark')
  })
})
