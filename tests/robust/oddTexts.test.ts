/** Texts that no keyboard types, in every text of every call: refused or stored, and never an error of the server. */
import { beforeAll, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { config, requestOf, seedSmallFleet, USERS } from '../support/callMatrix'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

/** Texts that the database cannot store. */
const UNSTORABLE = { 'a lone surrogate': '가\ud800', 'a NUL': '가\u0000' }
const STORABLE = {
  'a right-to-left override': '\u202egpj.exe',
  'an isolate without its end': '가\u2066나',
  'letters taken apart': '한빛'.normalize('NFD'),
  'a joined emoji': '👩‍👩‍👧',
  'tag characters': '🏴\u{e0067}\u{e0062}\u{e007f}',
}
const ALL = Object.entries({ ...UNSTORABLE, ...STORABLE })

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedSmallFleet(db)
  api = await startTestApp(db, { bare: true, config })
})

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

it.each(endpoints)('$name refuses odd texts in its body, or stores them', async call => {
  const request = await requestOf(api, call)
  const failures: string[] = []
  for (const [kind, text] of ALL)
    for (const [path, payload] of withText(request.payload, text)) {
      const { statusCode, body } = await api.ask(USERS.master, { ...request, payload } as never)
      const { errors } = statusCode === 422 ? JSON.parse(body) : { errors: undefined }
      const isRight = kind in UNSTORABLE ? statusCode === 422 && path in errors : statusCode < 500
      if (!isRight) failures.push(`${path} with ${kind}: ${statusCode} ${body}`)
    }
  expect(failures).toEqual([])
})

/** In an address a lone surrogate is its three bytes, which are no UTF-8. */
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
