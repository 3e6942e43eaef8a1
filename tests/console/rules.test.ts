/** Rules of the console without a screen: addresses, sentences, tokens, lazy code and relative times. */
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../../src/console/auth/authProvider'
import { isMainPath, isPublicPath } from '../../src/console/paths'
import { libraryMessages, mergeMessages } from '../../src/console/shell/i18n'
import { currentLink } from '../../src/console/shell/links'
import { createRewrite } from '../../src/console/shell/router'
import { withTimeout } from '../../src/console/ui/lazy/lazyComponent'
import { relativeTime } from '../../src/console/ui/time/TimeText'
import { boot, config, messagesOf } from '../support/consoleWorld'

const items = [
  '/app/orders',
  '/app/orders/compose',
  '/app/devices',
  '/app/devices?model=1',
  'https://x.example/',
].map(to => ({ to }))
it.each([
  ['/app/orders', '', '/app/orders'],
  ['/app/orders/7', '', '/app/orders'],
  ['/app/orders/compose', '', '/app/orders/compose'],
  ['/app/ordersx', '', undefined],
  ['/app/devices', '', '/app/devices'],
  ['/app/devices', '?model=1', '/app/devices?model=1'],
  ['/app/devices', '?model=2', '/app/devices'],
])('the current link of the menus at %s%s is %s', (pathname, search, expected) => {
  expect(currentLink(items, pathname, search)?.to).toBe(expected)
})

it.each([
  ['/login', true, false],
  ['/login/', true, false],
  ['/', false, true],
  ['/app', false, true],
  ['/app/', false, true],
  ['/app/main/fleet', false, true],
  ['/app/mainly', false, false],
  ['/app/devices', false, false],
])('the address %s is open: %s; is the main page: %s (§2, decision 12)', (path, open, main) => {
  expect(isPublicPath(path)).toBe(open)
  expect(isMainPath(path)).toBe(main)
})

describe('addresses of react-admin become those of §2', () => {
  const rewrite = createRewrite(config.resources)
  it.each([
    ['/devices', '/app/devices'],
    ['/batches/create', '/app/groups/batches/edit/0'],
    ['/batches/3', '/app/groups/batches/edit/3'],
    ['/batches/3/show', '/app/groups/batches/3/show'],
    ['/devices/3/show', '/app/devices/3'],
    ['/vendors/7?tab=1', '/app/admin/vendors/edit/7?tab=1'],
    ['/login', '/login'],
    ['/constructor', '/constructor'],
    ['/', '/'],
  ])('%s → %s', (from, to) => {
    expect(rewrite(from)).toBe(to)
  })

  it('also as objects; steps of the history stay as they are', () => {
    expect(rewrite({ pathname: '/clients', search: '?a=1' })).toEqual({
      pathname: '/app/admin/clients',
      search: '?a=1',
    })
    expect(rewrite({ search: '?page=2' })).toEqual({ search: '?page=2' })
    expect(rewrite(-1)).toBe(-1)
  })
})

describe('sentences', () => {
  const at = (messages: object, path: string) =>
    path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown>)?.[key], messages)

  it.each([
    ['ko', 'ra.action.delete', '삭제'],
    ['ko', 'resources.devices.fields.isdn', config.resources.devices!.fields.isdn!.label.ko],
    ['en', 'ra.action.delete', 'Delete'],
    ['en', 'resources.devices.fields.isdn', config.resources.devices!.fields.isdn!.label.en],
  ] as const)('in the language %s include that of %s', async (locale, key, sentence) => {
    const library = await libraryMessages(locale)
    expect(at(mergeMessages(locale, library, await messagesOf(locale), config), key)).toBe(sentence)
  })

  it('of the product replace those of react-admin', () => {
    const merged = mergeMessages('ko', boot.library, { ra: { action: { delete: '지우기' } } }, config)
    expect(at(merged, 'ra.action.delete')).toBe('지우기')
    expect(at(merged, 'ra.action.edit')).toBe('수정')
  })
})

it.each([
  ['in the envelope', { result: true, message: '', payload: 'a.b.c' }, 'a.b.c'],
  ['under its name in the envelope', { payload: { token: 'a.b.c' } }, 'a.b.c'],
  ['under its name', { token: 'a.b.c' }, 'a.b.c'],
  ['bare', 'a.b.c', 'a.b.c'],
  ['in quotes', '"a.b.c"', 'a.b.c'],
  ['nowhere', { result: true }, undefined],
])('the token in the response to a login is found %s', (_, answer, token) => {
  expect(tokenIn(answer)).toBe(token)
})

it('lazy code (decision 10) fails when it is not loaded in time', async () => {
  await expect(withTimeout(() => new Promise(() => {}), 5)).rejects.toMatchObject({ name: 'ChunkLoadError' })
})

const now = Date.parse('2026-03-01T09:00:00Z')
it.each([
  ['2026-03-01T08:57:00Z', '3분 전'],
  ['2026-02-28T09:00:00Z', '어제'],
  ['2026-03-01T11:00:00Z', '2시간 후'],
  ['2026-03-01T09:00:00Z', '지금'],
])('the elapsed time since %s is %s', (time, words) => {
  expect(relativeTime(time, now, 'ko')).toBe(words)
})
