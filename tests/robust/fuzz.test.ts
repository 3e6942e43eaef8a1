/**
 * Random requests to every call of the contract: a response that users can read, and never an error of the server
 * (security 40).
 */
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { seedSmallFleet } from '../support/callMatrix'
import { newDatabase } from '../support/databases'
import { atScale } from '../support/scale'
import { startTestApp } from '../support/server'

const SETTINGS = { numRuns: atScale(8, 40), seed: 20_261_120 }

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
]
const KNOWN = ['id', 'isdn', 'modem.rsrp', 'extra', 'all', 'linked', 'number', '0101', 'waiting', 'index']
const POISON = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

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
/** Keys of a schema, and some that it does not have. */
const keysOf = (schema: TSchema | undefined) => {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  return fc.constantFrom(...Object.keys(properties), ...POISON, 'junk')
}
const encode = (part: string) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '?'))

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true })

const token = await api.tokenOf('master@demo.local')
const JSON_TYPE = { 'content-type': 'application/json' }
const calls = allEndpoints().filter(({ name }) => name !== 'auth.logout')

test.each(calls)('$name responds to nonsense with a sentence', async ({ endpoint }) => {
  const queries = fc.dictionary(keysOf(endpoint.query), text, { maxKeys: 6 })
  const bodies = fc.oneof(fc.dictionary(keysOf(endpoint.body), value, { maxKeys: 6 }), value)
  const requests = fc.asyncProperty(queries, bodies, text, async (query, body, parameter) => {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, () => encode(parameter))
    const pairs = Object.entries(query).map(([key, one]) => `${encode(key)}=${encode(one)}`)
    const hasBody = endpoint.method !== 'GET'
    const response = await api.ask(token, {
      method: endpoint.method,
      url: `${path}?${pairs.join('&')}`,
      ...(hasBody && { headers: JSON_TYPE, payload: JSON.stringify(body) }),
    })
    expect(response.statusCode).toBeLessThan(500)
    if (response.statusCode < 400) return
    const { message, errors = {} } = response.json<{ message: string; errors?: Record<string, string> }>()
    for (const sentence of [message, ...Object.values(errors)]) {
      expect(sentence).toMatch(/[가-힣]/)
      expect(sentence).not.toContain('%{')
    }
  })
  await fc.assert(requests, SETTINGS)
})
