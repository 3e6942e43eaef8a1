/** `/api/openapi.json` has the types of all answers: a generated client compiles in strict mode and reads records. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { packageRoot } from '../../src/server/packageRoot'
import { afterFile } from '../support/afterFile'
import { type ApiDocument, answerOf, closedSchema, type Json, typesOf } from '../support/apiClient'
import { MATRIX, requestOf, seedSmallFleet, USERS } from '../support/callMatrix'
import { compileWith, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { KINDS_RESOURCE, PICTURE } from '../support/everyKind'
import { startTestApp, type TestApp } from '../support/server'

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

let api: TestApp
let document: ApiDocument
beforeAll(async () => {
  const db = await newDatabase()
  await seedSmallFleet(db)
  api = await startTestApp(db, { bare: true, config: { ...testConfig(), current: () => current } })
  document = (await api.app.inject('/api/openapi.json')).json()
})

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

  const FULL = {
    name: '이름',
    note: '메모',
    count: 2,
    active: true,
    day: '2026-01-31',
    moment: '2026-01-31T01:02:03Z',
    size: 'a',
    side: 'b',
    tags: ['a', 'b'],
    model: 1,
    parts: [],
    email: 'a@example.com',
    phone: '01012345678',
    page: 'https://example.com/a',
    color: '#1A2B3C',
    shape: { a: [1] },
    picture: `data:image/png;base64,${PICTURE.toString('base64')}`,
  }
  const EMPTY = Object.fromEntries(
    Object.keys(FULL).map(key => [key, ['name', 'size', 'side', 'model'].includes(key) ? undefined : null]),
  )

  it.each([
    ['with all fields', FULL],
    ['with the required fields', { name: '이름', size: 'a', side: 'b', model: 1 }],
    ['with emptied fields', { ...FULL, ...EMPTY, name: '빈', size: 'a', side: 'b', model: 1 }],
  ])('of an own record %s', async (_, record) => {
    const path = '/api/resources/kinds'
    const created = await api.post(USERS.master, path, record)
    const { id } = created.json()
    expect([created.statusCode, undescribed(path, 'POST', created.json())]).toEqual([200, []])
    const one = await api.ask(USERS.master, `${path}/${id}`)
    expect(undescribed(`${path}/{id}`, 'GET', one.json())).toEqual([])
    expect(undescribed(path, 'GET', (await api.ask(USERS.master, path)).json())).toEqual([])
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

describe('a client that is generated from the document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-client-'))
  afterFile(() => rmSync(folder, { recursive: true }))

  /** A program with a generated client. A line that is marked must be a type error: nothing is `any` or `unknown`. */
  const PROGRAM = `
import type { Calls } from './api'
type Call = keyof Calls
export async function run(origin: string, token: string) {
  async function call<C extends Call>(name: C, path: string, body?: Calls[C]['body']): Promise<Calls[C]['answer']> {
    const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
    const method = name.split(' ')[0]!
    const response = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<Calls[C]['answer']>
  }
  const kind = await call('POST /api/resources/kinds', '/api/resources/kinds', {
    name: '글', size: 'a', side: 'b', model: 1, count: 4, tags: ['a', 'b'],
  })
  const twice: number = (kind.count ?? 0) * 2
  const tags: (string | number)[] = kind.tags ?? []
  const size: string = (kind.size ?? '').toUpperCase()
  // @ts-expect-error a field that the resource does not have
  void (() => kind.colour)
  // @ts-expect-error a number, not a text
  void (() => kind.count?.toUpperCase())
  const { data } = await call('GET /api/devices', '/api/devices?page_limit=1')
  const device = data[0]!
  const remark: string | undefined = device.remark
  const score: number | null | undefined = device.score
  // @ts-expect-error no device has it
  void (() => device.remarks)
  const { payload } = await call('GET /api/clients/{id}', '/api/clients/1')
  // @ts-expect-error a text
  void (() => payload.remark?.toFixed())
  return [twice, tags.length, size, typeof device.id, remark ?? '', score ?? 0, payload.level]
}
`

  it('compiles in strict mode, knows the fields of records, and works', async () => {
    writeFileSync(join(folder, 'api.ts'), typesOf(document))
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const flags = ['--strict', '--ignoreConfig', '--types', '', '--lib', 'es2023,dom', '--target', 'es2023']
    const layout = ['--module', 'esnext', '--moduleResolution', 'bundler', '--outDir', folder]
    const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc')
    const command = [tsc, ...flags, ...layout, join(folder, 'program.ts')]
    expect(execFileOutput(command)).toBe('')
    const { run } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.js')).href)
    const origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
    expect(await run(origin, await api.tokenOf(USERS.master))).toEqual([8, 2, 'A', 'string', '', 0, 9])
  })

  it('knows the type of every value but documents, whose content nobody declares', () => {
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
})

function execFileOutput([script, ...args]: string[]): string {
  try {
    return execFileSync(process.execPath, [script!, ...args], { encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
