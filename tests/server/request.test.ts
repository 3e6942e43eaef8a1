/** Languages, query strings and log lines of requests. */
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { DeviceQuery } from '../../src/contract/devices'
import { logOptions } from '../../src/server/logStream'
import { preferredLocale } from '../../src/server/request'
import { readNumbers } from '../../src/server/routes/route'
import { DatabaseGone } from '../../src/server/store/failures'

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

test.each([
  ['page_index', '2', 2],
  ['page_limit', '1e9', 1_000_000_000],
  ['ascending', '0', 0],
  ['model', '', undefined],
  ['model', '1;drop table devices', '1;drop table devices'],
  ['model', 'Infinity', 'Infinity'],
  ['model', '9'.repeat(400), '9'.repeat(400)],
  ['search[alike]', '0123', '0123'],
])('in a query string %s=%s is read as %j', (key, text, value) => {
  expect(readNumbers(DeviceQuery, { [key]: text })).toEqual(value === undefined ? {} : { [key]: value })
})

test('an outage of the database is logged once for each message, then once a second with the number of errors', () => {
  const out: string[] = []
  let clockMs = 0
  const logger = logOptions('info', { write: text => out.push(text) }, () => clockMs)
  const { log } = Fastify({ logger })
  const refused = () => Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
  for (const ms of [0, 10, 999, 1_000]) {
    clockMs = ms
    log.child({ reqId: String(ms) }).error({ err: refused(), path: '/api/devices' }, 'failed')
    log.warn({ err: new DatabaseGone('timeout') }, 'sweep failed')
  }
  log.error({ err: new Error('ours') }, 'failed')
  clockMs = 62_000
  log.warn({ err: new DatabaseGone('timeout') }, 'sweep failed')
  const lines = out.map(line => JSON.parse(line))
  expect(lines.map(({ msg, errors, failed }) => [msg, errors, failed])).toEqual([
    ['the database cannot be used', 1, 'failed'],
    ['the database cannot be used', 1, 'sweep failed'],
    ['the database cannot be used', 5, 'failed'],
    ['failed', undefined, undefined],
    // This line belongs to the next outage.
    ['the database cannot be used', 2, 'sweep failed'],
  ])
  expect(lines.map(({ err }) => Boolean(err?.stack))).toEqual([false, false, false, true, false])
})
