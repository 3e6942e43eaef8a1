/** Languages, query strings and log lines of requests. */
import { describe, expect, test } from 'vitest'
import { DeviceQuery } from '../../src/contract/devices'
import { logStream } from '../../src/server/logStream'
import { preferredLocale } from '../../src/server/request'
import { readNumbers } from '../../src/server/routes/route'

test.each([
  [undefined, 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['en;q=0.2, ko;q=0.7', 'ko'],
  ['fr-FR, en;q=0.5', 'en'],
  ['EN', 'en'],
  ['en;q=0', 'ko'],
  [`${'x,'.repeat(10_000)}en`, 'ko'],
] as const)('the language for Accept-Language %j is %s', (header, locale) => {
  expect(preferredLocale(header, 'ko')).toBe(locale)
})

describe('in a query string', () => {
  test.each([
    ['page_index', '2', 2],
    ['page_limit', '1e9', 1_000_000_000],
    ['ascending', '0', 0],
    ['model', '', undefined],
    ['model', '1;drop table devices', '1;drop table devices'],
    ['model', 'Infinity', 'Infinity'],
    ['model', '9'.repeat(400), '9'.repeat(400)],
    ['search[alike]', '0123', '0123'],
  ])('%s=%s is read as %j', (key, text, value) => {
    expect(readNumbers(DeviceQuery, { [key]: text })).toEqual(value === undefined ? {} : { [key]: value })
  })
})

test('the log has all entries as JSON lines, unless it is written to a terminal', () => {
  const out: string[] = []
  const line = `${JSON.stringify({ level: 30, time: 0, msg: 'call', path: '/api/devices' })}\n`
  for (const isTTY of [false, true]) logStream({ isTTY, write: text => out.push(text) }).write(line)
  expect(out).toEqual([line])
})
