/** Languages, query strings and log lines of requests. */
import { describe, expect, test } from 'vitest'
import { DeviceQuery } from '../../src/contract/devices'
import { IdParams } from '../../src/contract/envelope'
import { logStream } from '../../src/server/logStream'
import { preferredLocale } from '../../src/server/request'
import { readNumbers } from '../../src/server/routes/route'

test.each([
  [undefined, 'ko'],
  ['', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['en;q=0.2, ko;q=0.7', 'ko'],
  ['fr-FR, en;q=0.5', 'en'],
  ['fr-FR', 'ko'],
  ['EN', 'en'],
  ['en;q=0', 'ko'],
  ['english', 'ko'],
  ['*', 'ko'],
  [`${'x,'.repeat(10_000)}en`, 'ko'],
] as const)('the language for Accept-Language %j is %s', (header, locale) => {
  expect(preferredLocale(header, 'ko')).toBe(locale)
})

describe('in a query string', () => {
  test.each([
    ['page_index', '2', 2],
    ['page_limit', '1e9', 1_000_000_000],
    ['page_limit', '-5', -5],
    ['ascending', '0', 0],
    ['model', '', undefined],
    ['model', '1;drop table devices', '1;drop table devices'],
    ['model', '0x10', '0x10'],
    ['model', 'Infinity', 'Infinity'],
    ['model', '9'.repeat(400), '9'.repeat(400)],
    ['search[alike]', '0123', '0123'],
    ['order_by', '1', '1'],
    ['site', '7', '7'],
  ])('%s=%s is read as %j', (key, text, value) => {
    expect(readNumbers(DeviceQuery, { [key]: text })).toEqual(value === undefined ? {} : { [key]: value })
  })

  test('a repeated parameter is left to the validator, which refuses it', () => {
    expect(readNumbers(DeviceQuery, { page_index: ['1', '2'] })).toEqual({ page_index: ['1', '2'] })
  })

  test('an id in a path is a number', () => {
    expect(readNumbers(IdParams, { id: '17' })).toEqual({ id: 17 })
  })
})

describe('the log', () => {
  const lines = [
    { level: 30, time: 0, msg: 'call', path: '/api/devices' },
    {
      level: 50,
      time: 0,
      msg: 'failed',
      path: '/api/orders',
      err: { message: 'boom', stack: 'Error: boom\n    at x' },
    },
  ].map(line => `${JSON.stringify(line)}\n`)

  const written = (isTTY: boolean) => {
    const out: string[] = []
    const stream = logStream({ isTTY, write: text => out.push(text) })
    for (const line of lines) stream.write(line)
    return out
  }

  test('shows only errors in a terminal', () => {
    expect(written(true)).toEqual([
      expect.stringMatching(/^\d\d:00:00 error failed \/api\/orders boom\nError: boom\n {4}at x\n$/),
    ])
  })

  test('has all entries as JSON lines elsewhere', () => {
    expect(written(false)).toEqual(lines)
  })
})
