/** The declared calls contain the table of §7, and the OpenAPI document describes the calls that the server has. */
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint'
import { allEndpoints } from '../../src/contract/endpoints'
import { startTestApp } from '../support/server'
import { SPEC_CALLS, type SpecCall, splitKeys } from './spec7'

const declared = allEndpoints()
const app = (await startTestApp()).app
const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`
const declaredCalls = new Map(declared.map(({ endpoint }) => [keyOf(endpoint), endpoint]))
const declarationOf = ({ call }: SpecCall) => declaredCalls.get(call.replace(/\?.*/, ''))

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  allOf?: Shape[]
  anyOf?: Shape[]
}

/** Keys of an object, of the items of a list, and of the parts of a union or an intersection. */
function keysOf(schema: TSchema | Shape | undefined): string[] {
  const { properties = {}, items, allOf = [], anyOf = [] } = (schema ?? {}) as Shape
  const parts = [...(items ? [items] : []), ...allOf, ...anyOf]
  return [...Object.keys(properties), ...parts.flatMap(keysOf)]
}
const property = (schema: TSchema | undefined, key: string) =>
  (schema as Shape | undefined)?.properties?.[key]

describe('The contract', () => {
  it.each(SPEC_CALLS.map(line => [line.call, line] as const))('declares %s as in §7', (_call, line) => {
    const endpoint = declarationOf(line)
    expect(endpoint).toBeDefined()
    const { query, body, takes, gives, answer } = endpoint!
    const expectKeys = (schema: Parameters<typeof keysOf>[0], keys = '') =>
      expect(keysOf(schema)).toEqual(expect.arrayContaining(splitKeys(keys)))
    expectKeys(query, line.query)
    expect(takes === 'upload').toBe(line.body === 'upload')
    expectKeys(body, line.body === 'upload' ? 'file' : line.body)
    expect(body === undefined).toBe(line.body === undefined)
    expect(gives === 'file').toBe(line.answer === 'download')
    if (!['download', 'open'].includes(line.answer)) expectKeys(answer, line.answer)
    expectKeys(property(answer, 'payload'), line.payload)
    expectKeys(property(answer, 'data'), line.data)
    expect(endpoint!.ours).toBeUndefined()
    for (const [, name] of line.call.matchAll(/\/\{(\w+)\}/g))
      expect(keysOf(endpoint!.params)).toContain(name)
  })

  it('is compared with the 35 calls of the table', () => {
    expect(new Set(SPEC_CALLS.map(line => line.call)).size).toBe(35)
  })

  it('marks every other call as ours', () => {
    const inTable = new Set(SPEC_CALLS.map(line => line.call.replace(/\?.*/, '')))
    const others = declared.filter(({ endpoint }) => !inTable.has(keyOf(endpoint)))
    expect(others.filter(({ endpoint }) => !endpoint.ours).map(({ name }) => name)).toEqual([])
    expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['auth.refresh', 'auth.logout']))
  })
})

it('The OpenAPI document has every call with its level, parameters and responses', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const operations = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    path => Object.values(path).map(operation => operation.operationId),
  )
  // Resources of config have calls such as `records.list.models`.
  const ofContract = operations.filter(name => name.split('.').length === 2)
  expect(ofContract.sort()).toEqual(declared.map(({ name }) => name).sort())
  const { get } = paths['/api/devices']
  expect(get.security).toEqual([{ token: [] }])
  expect(get.description).toContain('guest')
  expect(get.parameters.map((parameter: { name: string }) => parameter.name)).toContain('search[alike]')
  expect(get.responses.default).toBeDefined()
  expect(paths['/api/auth/login'].post.security).toEqual([])
})
