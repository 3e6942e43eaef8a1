import { describe, expect, it } from 'vitest'
import { carryOver, userStore } from '../../src/console/userStore'

describe('what a user has set up', () => {
  it('is kept over a logout', () => {
    const store = userStore('a@x.kr')
    store.setItem('preferences.devices.columns', ['id', 'isdn'])
    store.reset()
    expect(userStore('a@x.kr').getItem('preferences.devices.columns')).toEqual(['id', 'isdn'])
  })

  it('is nobody else’s', () => {
    userStore('a@x.kr').setItem('devices.listParams', { page: 3 })
    expect(userStore('b@x.kr').getItem('devices.listParams')).toBeUndefined()
    expect(userStore('a@x.krx').getItem('devices.listParams')).toBeUndefined()
    expect(userStore('A@x.kr').getItem('devices.listParams')).toEqual({ page: 3 })
  })

  it('goes along with a new address, and is not left under the old one', () => {
    userStore('a@x.kr').setItem('devices.listParams', { page: 3 })
    userStore('other@x.kr').setItem('devices.listParams', { page: 5 })
    carryOver('A@x.kr', 'new@x.kr')
    expect(userStore('new@x.kr').getItem('devices.listParams')).toEqual({ page: 3 })
    expect(userStore('a@x.kr').getItem('devices.listParams')).toBeUndefined()
    expect(userStore('other@x.kr').getItem('devices.listParams')).toEqual({ page: 5 })
  })

  it('starts with the theme and language of this browser, and the login page keeps those of the last user', () => {
    userStore(undefined).setItem('theme', 'light')
    expect(userStore('a@x.kr').getItem('theme', 'dark')).toBe('light')
    userStore('a@x.kr').setItem('locale', 'en')
    expect(userStore(undefined).getItem('locale')).toBe('en')
    userStore('b@x.kr').setItem('theme', 'dark')
    userStore('a@x.kr').setItem('theme', 'light')
    expect(userStore('b@x.kr').getItem('theme')).toBe('dark')
  })
})
