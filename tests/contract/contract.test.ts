import { Validator } from '@seriousme/openapi-schema-validator'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint'
import { allEndpoints } from '../../src/contract/endpoints'
import { openApi } from '../../src/contract/openapi'
import { newDatabase } from '../support/databases'
import { startTestApp } from '../support/server'
import { SPEC_CALLS, type SpecCall } from './spec7'

const declared = allEndpoints()
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
  const { properties, items, allOf, anyOf } = (schema ?? {}) as Shape
  return [
    ...Object.keys(properties ?? {}),
    ...keysIn(items ? [items] : []),
    ...keysIn(allOf ?? []),
    ...keysIn(anyOf ?? []),
  ]
}
const keysIn = (schemas: Shape[]): string[] => schemas.flatMap(keysOf)
const inside = (schema: TSchema | undefined, key: string) => (schema as Shape | undefined)?.properties?.[key]

describe('the contract', () => {
  it.each(SPEC_CALLS.map(line => [line.call, line] as const))('declares %s as §7 has it', (_call, line) => {
    const endpoint = declarationOf(line)
    expect(endpoint).toBeDefined()
    const { query, body, takes, gives, answer } = endpoint!
    expect(keysOf(query)).toEqual(expect.arrayContaining(line.query ?? []))
    expect(takes === 'upload').toBe(line.body === 'upload')
    if (line.body === 'upload') expect(keysOf(body)).toEqual(['file'])
    else expect(keysOf(body)).toEqual(expect.arrayContaining(line.body ?? []))
    expect(body === undefined).toBe(line.body === undefined)
    expect(gives === 'file').toBe(line.answer === 'download')
    if (Array.isArray(line.answer)) expect(keysOf(answer)).toEqual(expect.arrayContaining(line.answer))
    expect(keysOf(inside(answer, 'payload'))).toEqual(expect.arrayContaining(line.payload ?? []))
    expect(keysOf(inside(answer, 'data'))).toEqual(expect.arrayContaining(line.data ?? []))
    expect(endpoint!.ours).toBeUndefined()
    for (const [, name] of line.call.matchAll(/\/\{(\w+)\}/g))
      expect(keysOf(endpoint!.params)).toContain(name)
  })

  it('is held against all 35 calls of the table, none twice', () => {
    expect(new Set(SPEC_CALLS.map(line => line.call)).size).toBe(35)
  })

  it('names as ours every call that §7 does not have', () => {
    const inTable = new Set(SPEC_CALLS.map(line => line.call.replace(/\?.*/, '')))
    const further = declared.filter(({ endpoint }) => !inTable.has(keyOf(endpoint)))
    expect(further.filter(({ endpoint }) => !endpoint.ours).map(({ name }) => name)).toEqual([])
    expect(further.map(({ name }) => name)).toEqual(expect.arrayContaining(['auth.refresh', 'auth.logout']))
  })

  it('has no two calls of one method and path', () => {
    expect(declaredCalls.size).toBe(declared.length)
  })

  it('lets nothing but sign-in and sign-up be called without a token', () => {
    expect(declared.filter(({ endpoint }) => endpoint.access === 'public').map(({ name }) => name)).toEqual([
      'auth.login',
      'auth.signup',
      'auth.exchange',
      'auth.pendingLink',
      'auth.link',
    ])
  })
})

describe('the routes', () => {
  it('are there for every declared call', async () => {
    const { app } = await startTestApp(await newDatabase())
    const routed = (endpoint: Endpoint) =>
      app.hasRoute({ method: endpoint.method, url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1') })
    expect(declared.filter(({ endpoint }) => !routed(endpoint)).map(({ name }) => name)).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  it('is valid, of the whole contract and as the server gives it', async () => {
    const { app } = await startTestApp(await newDatabase())
    const served = await app.inject('/api/openapi.json')
    expect(served.statusCode).toBe(200)
    const whole = openApi(declared, { title: 'Fleet', version: '1' })
    for (const document of [served.json(), structuredClone(whole)]) {
      const { valid, errors } = await new Validator().validate(document)
      expect([errors, valid]).toEqual([undefined, true])
    }
  })

  it('has every call that is served, with its level, shapes and refusals', async () => {
    const { app } = await startTestApp(await newDatabase())
    const { paths } = (await app.inject('/api/openapi.json')).json()
    const operations = Object.values(
      paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(path => Object.values(path).map(operation => operation.operationId))
    // Config's own resources have calls of their own, such as `records.list.models`.
    const ofContract = operations.filter(name => name.split('.').length === 2)
    expect(ofContract.sort()).toEqual(declared.map(({ name }) => name).sort())
    const { get } = paths['/api/devices']
    expect(get.security).toEqual([{ token: [] }])
    expect(get.description).toContain('guest')
    expect(get.parameters.map((parameter: { name: string }) => parameter.name)).toContain('search[alike]')
    expect(get.responses.default).toBeDefined()
    expect(paths['/api/auth/login'].post.security).toEqual([])
  })
})
