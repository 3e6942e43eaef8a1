/** `/api/openapi.json` has the types of all answers. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { type ApiDocument, answerOf, closedSchema, type Json } from '../support/apiDocument'
import { MATRIX, requestOf, seedSmallFleet, USERS } from '../support/callMatrix'
import { compileWith, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { KINDS_RESOURCE } from '../support/everyKind'
import { startTestApp } from '../support/server'

/** Fields that config adds to each resource of the contract. */
const withNote = ({ fields }: { fields: Record<string, Json> }) => {
  fields.remark = { type: 'text', label: { ko: '비고', en: 'Remark' } }
  fields.score = { type: 'number', label: { ko: '점수', en: 'Score' } }
}
const current = compileWith({
  'resources/kinds.json': KINDS_RESOURCE,
  'resources/vendors.json': withNote,
  'resources/batches.json': withNote,
  'resources/orders.json': withNote,
  'resources/models.json': withNote,
  'resources/clients.json': file => {
    withNote(file)
    file.fields.badge = { type: 'image', label: { ko: '명찰', en: 'Badge' } }
  },
  'resources/devices.json': withNote,
})

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true, config: { ...testConfig(), current: () => current } })
const document: ApiDocument = (await api.app.inject('/api/openapi.json')).json()

const calls = allEndpoints().filter(({ endpoint }) => endpoint.answer)
/** What an answer has that its schema does not declare, or of another type. */
function undescribed(path: string, method: string, answer: unknown): string[] {
  const schema = answerOf(document.paths[path]?.[method.toLowerCase()])
  if (!schema) return [`${method} ${path} is not described`]
  return [...Value.Errors(closedSchema(schema, document) as TSchema, answer)].map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

describe('every answer is as the document describes it, with fields that config adds and without undeclared keys', () => {
  it.each(calls)('of $name', async ({ name, endpoint }) => {
    let seen = 0
    for (const user of ['guest', 'client', 'vendor', 'master'] as const) {
      const request = await requestOf(api, { name, endpoint })
      const response = await api.ask(USERS[user], request)
      if (response.statusCode !== 200) continue
      seen += 1
      const path = endpoint.path.replace('{resource}', name.startsWith('records.') ? 'models' : '{resource}')
      const described = path in document.paths ? path : endpoint.path
      expect([user, undescribed(described, endpoint.method, response.json())]).toEqual([user, []])
    }
    if (Object.values(MATRIX[name]!.expected).some(cell => cell === 200 || cell instanceof RegExp))
      expect(seen).toBeGreaterThan(0)
  })

  it('of order methods, whose fields lie in an object, and which are saved as they were read', async () => {
    const [first] = (await api.ask(USERS.master, '/api/resources/methods')).json()
    const path = '/api/resources/methods/{id}'
    const schema = closedSchema(
      document.paths[path]!.put!.requestBody!.content['application/json']!.schema,
      document,
    )
    expect(Value.Check(schema as TSchema, first)).toBe(true)
    const saved = await api.put(USERS.master, path.replace('{id}', first.id), first)
    expect([saved.statusCode, undescribed(path, 'PUT', saved.json())]).toEqual([200, []])
  })
})

it('the document declares the type of every value except in JSON fields', () => {
  const unknown = new Set<string>()
  const find = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties, items, anyOf, allOf } = schema as Record<string, Json & Json[]>
    if (properties)
      for (const [key, inner] of Object.entries(properties)) {
        const isTyped = ['type', 'enum', 'const', '$ref', 'anyOf', 'allOf'].some(
          word => word in (inner as Json),
        )
        if (!isTyped) unknown.add(`${place}.${key}`)
        find(inner, `${place}.${key}`)
      }
    if (items) find(items, `${place}[]`)
    for (const part of [...(anyOf ?? []), ...(allOf ?? [])]) find(part, place)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) find(schema, name)
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      find(answerOf(operation), `${method} ${path}`)
  expect([...unknown].filter(place => !/\.(create|edit)\./.test(place)).sort()).toEqual([
    'resource.kinds.shape',
    'resource.methods.content.Schema',
    'resource.methods.content.Value',
  ])
})
