/** Random requests made from the contract: whatever is asked, the answer is one a user can read (security 40). */
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { seedDemo } from '../../src/server/demo'
import { packageConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const RUNS = 40
const ODD = [
  '1e9',
  '-1',
  '0',
  '99999999999',
  'NaN',
  '\u0000',
  "';drop table devices--",
  '%',
  '_',
  '\\',
  '<b>',
] as const
const KNOWN = [
  'id',
  'isdn',
  'modem.rsrp',
  'extra',
  'all',
  'linked',
  'number',
  '0101',
  'waiting',
  'index',
] as const
const POISON = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom(...ODD, ...KNOWN, ...POISON),
)
const value = fc.oneof(
  text,
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('device', 'number', ...POISON), text),
)
/** The keys of a shape, and some that it lacks. */
const keysOf = (schema: TSchema | undefined) =>
  fc.constantFrom(
    ...Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}),
    ...POISON,
    'junk',
  )
const encoded = (part: string) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '?'))

let fleet: TestApp
let token: string

beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, levels: packageConfig().shared.levels.numbers })
  fleet = await startTestApp(db, { bare: true })
  token = await fleet.tokenOf('master@demo.local')
})

const calls = allEndpoints().filter(({ name }) => name !== 'auth.logout')

test.each(calls)('$name answers nonsense with a sentence, and never breaks', async ({ endpoint }) => {
  const query = fc.dictionary(keysOf(endpoint.query), text, { maxKeys: 6 })
  const body = fc.oneof(fc.dictionary(keysOf(endpoint.body), value, { maxKeys: 6 }), value)
  await fc.assert(
    fc.asyncProperty(query, body, text, async (query, body, parameter) => {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, () => encoded(parameter))
      const pairs = Object.entries(query).map(([key, one]) => `${encoded(key)}=${encoded(one)}`)
      const sends = endpoint.method !== 'GET'
      const answer = await fleet.app.inject({
        method: endpoint.method,
        url: `${path}?${pairs.join('&')}`,
        headers: { authorization: `Bearer ${token}`, ...(sends && { 'content-type': 'application/json' }) },
        ...(sends && { payload: JSON.stringify(body) }),
      })
      expect(answer.statusCode).toBeLessThan(500)
      if (answer.statusCode < 400) return
      const { message, errors = {} } = answer.json<{ message: string; errors?: Record<string, string> }>()
      for (const sentence of [message, ...Object.values(errors)]) {
        expect(sentence).toMatch(/[가-힣]/)
        expect(sentence).not.toContain('%{')
      }
    }),
    { numRuns: RUNS, seed: 20_261_120 },
  )
})
