/**
 * Texts that no keyboard types and values that no form sends, in every field of every call: refused or stored, and
 * never an error of the server (security 40).
 */
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { requestOf, seedSmallFleet, USERS } from '../support/callMatrix'
import { type ConfigFile, compileWith } from '../support/config'
import { newDatabase } from '../support/databases'
import { KINDS_FIELDS } from '../support/everyKind'
import { ODD_TEXTS, STORABLE, UNSTORABLE } from '../support/oddTexts'
import { atScale } from '../support/scale'
import { startTestApp } from '../support/server'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** JSON texts: some of these values have no JavaScript literal. */
const ODD = [
  '{"toString":1}',
  '{"__proto__":{"id":1}}',
  '[]',
  '["a"]',
  '1.5',
  '1e300',
  '-0',
  '2147483648',
  '-9007199254740993',
  'null',
  '""',
  '"__proto__"',
  '"99999999999999999999"',
  '"\\u0000"',
  '"\\ud800"',
  '"+275760-09-13T00:00:00.001Z"',
  nested(60),
  JSON.stringify(nested(20_000)),
]
let next = 0
/** All values in `npm run sec`; otherwise the next one, so that every value is sent to many fields. */
const valuesForField = () => Array.from({ length: atScale(1, ODD.length) }, () => ODD[next++ % ODD.length]!)

/** Adds an optional field of each kind. */
function addKinds({ fields }: ConfigFile): void {
  for (const [name, field] of Object.entries(KINDS_FIELDS))
    fields[`x_${name}`] = { ...field, required: false, confirm: undefined, input: undefined }
}
const current = compileWith({ 'resources/models.json': addKinds, 'resources/clients.json': addKinds })

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true, current: () => current })

type Json = Record<string, unknown>

/** The bodies in which one text is replaced by another, with the path of the text. */
function* withText(body: unknown, text: string, path: string[] = []): Generator<[path: string, Json]> {
  if (typeof body !== 'object' || body === null) return
  for (const [key, value] of Object.entries(body)) {
    const copyWith = (replaced: unknown) =>
      (Array.isArray(body)
        ? body.map((old, at) => (String(at) === key ? replaced : old))
        : { ...body, [key]: replaced }) as Json
    if (typeof value === 'string') yield [[...path, key].join('.'), copyWith(text)]
    for (const [inner, replaced] of withText(value, text, [...path, key])) yield [inner, copyWith(replaced)]
  }
}

const endpoints = allEndpoints().filter(({ endpoint }) => endpoint.takes !== 'upload')
type Call = (typeof endpoints)[number]

/** The fields of the body, and the fields of config that the call saves. */
function fieldsOf({ name, endpoint }: Call): string[] {
  const [group = ''] = name.split('.')
  const { properties = {} } = endpoint.body as { properties?: object }
  const { fields = {} } = current.shared.resources[group === 'records' ? 'models' : group] ?? {}
  return [
    ...new Set([...Object.keys(properties), ...Object.keys(fields).map(field => field.split('.', 1)[0]!)]),
  ]
}

/** The bodies with this text in each place of a text, and in each field that the body leaves out. */
function* withTextAnywhere(call: Call, body: unknown, text: string): Generator<[path: string, Json]> {
  yield* withText(body, text)
  if (!call.endpoint.body) return
  for (const field of fieldsOf(call))
    if (!(field in (body as Json))) yield [field, { ...(body as Json), [field]: text }]
}

it.each(endpoints)('$name refuses odd texts in its body, or stores them', async call => {
  const request = await requestOf(api, call)
  const failures: string[] = []
  for (const [kind, text] of ODD_TEXTS)
    for (const [path, payload] of withTextAnywhere(call, request.payload, text)) {
      const { statusCode, body } = await api.ask(USERS.master, { ...request, payload } as never)
      const { errors } = statusCode === 422 ? JSON.parse(body) : { errors: undefined }
      const isRight = kind in UNSTORABLE ? statusCode === 422 && path in errors : statusCode < 500
      if (!isRight) failures.push(`${path} with ${kind}: ${statusCode} ${body}`)
    }
  expect(failures).toEqual([])
})

/** In an address a lone surrogate is written as three bytes, which are not valid UTF-8. */
const IN_ADDRESS = [...Object.values(STORABLE).map(encodeURIComponent), '%ED%A0%80', '%00', 'a%00b']

it.each(endpoints)('$name refuses odd texts in its address, or finds nothing', async call => {
  const request = await requestOf(api, call)
  const [path = '', query = ''] = request.url.split('?')
  const parameters = new Set([...query.split('&'), 'q=', 'filter=', 'sort='].map(part => part.split('=')[0]))
  const failures: string[] = []
  for (const text of IN_ADDRESS) {
    const urls = [...parameters].map(name => `${path}?${name}=${text}`)
    if (call.endpoint.path.includes('{')) urls.push(path.replace(/[^/]+$/, text))
    for (const url of urls) {
      const { statusCode, body } = await api.ask(USERS.master, { ...request, url } as never)
      if (statusCode >= 500) failures.push(`${url}: ${statusCode} ${body}`)
    }
  }
  expect(failures).toEqual([])
})

describe('odd values', () => {
  const withBody = endpoints.filter(({ endpoint }) => endpoint.body)
  /** The body with this JSON text as the value of the field. */
  function bodyWith(body: Json, field: string, value: string): string {
    const others = Object.entries(body).filter(([name]) => name !== field)
    const parts = others.map(([name, other]) => `${JSON.stringify(name)}:${JSON.stringify(other)}`)
    return `{${[...parts, `${JSON.stringify(field)}:${value}`].join(',')}}`
  }
  const send = async (call: Call, field: string, value: string) => {
    const { payload, ...request } = await requestOf(api, call)
    const headers = { 'content-type': 'application/json', 'idempotency-key': `odd-${++sent}` }
    const body = bodyWith(payload as Json, field, value)
    return api.ask(USERS.master, { ...request, headers, payload: body } as never)
  }
  let sent = 0

  it.each(withBody)('are accepted or refused by $name', async call => {
    const failures: string[] = []
    for (const field of [...fieldsOf(call), 'id', 'created', '__proto__'])
      for (const value of valuesForField()) {
        const { statusCode, body } = await send(call, field, value)
        if (statusCode >= 500 || (statusCode >= 400 && !/"code":/.test(body)))
          failures.push(`${field} ${value.slice(0, 60)}: ${body}`)
      }
    expect(failures).toEqual([])
  })

  it.each(withBody.filter((_, index) => index % atScale(7, 1) === 0))(
    'that are nested too deeply are refused by $name',
    async call => {
      const { statusCode, body } = await send(call, 'name', nested(100_000))
      // Public calls accept only small bodies, and refuse this one for its size.
      expect(statusCode).toBe(call.endpoint.access === 'public' ? 413 : 400)
      expect(body).toMatch(/tooDeep|tooLarge/)
    },
  )

  it('leave all lists readable', async () => {
    const resources = ['models', 'bunches', 'methods'].map(name => `/api/resources/${name}`)
    for (const url of ['/api/admin/clients', '/api/admin/vendors', '/api/batches', ...resources])
      expect([url, (await api.ask(USERS.master, url)).statusCode]).toEqual([url, 200])
  })
})
