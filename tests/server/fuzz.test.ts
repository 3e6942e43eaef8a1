/** Questions that nobody asks (security.md 40): whatever comes, the answer is one of the contract and never a 5xx. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint'
import { allEndpoints, PENDING } from '../../src/contract/endpoints'
import { seedDemo } from '../../src/server/demo'
import { testConfig } from '../support/config'
import { openPglite } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const config = testConfig()
const built = allEndpoints().filter(
  ({ name, endpoint }) =>
    !PENDING.includes(name) && endpoint.access !== 'public' && endpoint.takes !== 'upload',
)

const absurd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '1e309',
    'NaN',
    'null',
    'undefined',
    '%',
    '_',
    '\\',
    "'",
    '";--',
    '\u0000',
  ),
  fc.constantFrom(
    'all',
    'linked',
    'closed',
    'waiting',
    'number',
    'id',
    'model',
    'reboot',
    '2026 11-21 00:00:00',
  ),
  fc.integer().map(String),
  fc.double().map(String),
)
const value = fc.oneof(absurd, fc.jsonValue(), fc.array(absurd, { maxLength: 5 }))

const keysOf = (schema: Endpoint['query']) =>
  Object.keys((schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {})

describe('a question that makes no sense', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await openPglite()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels: config.current().console.levels.numbers })
    api = await startTestApp(db, { bare: true, config })
  })

  it.each(built.map(({ name, endpoint }) => [name, endpoint] as const))(
    'to %s is never a failure of the server',
    async (_name, endpoint) => {
      const key = (schema: Endpoint['query']) =>
        fc.oneof(fc.constantFrom('', ...keysOf(schema)), fc.string({ unit: 'binary', maxLength: 10 }))
      const question = fc.record({
        query: fc.array(fc.tuple(key(endpoint.query), absurd), { maxLength: 4 }),
        body: fc.oneof(fc.dictionary(key(endpoint.body), value, { maxKeys: 6 }), fc.jsonValue()),
        header: fc.string({ maxLength: 30 }),
      })
      await fc.assert(
        fc.asyncProperty(question, async ({ query, body, header }) => {
          const search = query.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')
          const answer = await api.ask('vendor@demo.local', {
            method: endpoint.method,
            url: `${endpoint.path}?${search}`,
            headers: {
              'idempotency-key': header,
              ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
            },
            ...(endpoint.body ? { payload: JSON.stringify(body) } : {}),
          })
          expect(answer.statusCode).toBeLessThan(500)
          if (answer.statusCode >= 400)
            expect(answer.json()).toMatchObject({ result: false, message: expect.stringMatching(/[가-힣]/) })
        }),
        { seed: 20_261_120, numRuns: 60 },
      )
    },
  )
})

/** Half characters cannot be written in an address. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'))
