/** Lists that §7 returns whole, requested page by page (decision 38). */
import { describe, expect, it } from 'vitest'

import { addedField, packageConfig } from '../support/config'
import { insertRows, updateRows } from '../support/rows'
import { bodyOf, payloadOf, startTestApp, statusOf } from '../support/server'

const current = packageConfig()

const { resources } = current.shared
resources.vendors!.fields.grade = addedField('grade', { type: 'number', input: 'number' })

const CLIENTS = '/api/admin/clients'
const VENDORS = '/api/admin/vendors'
const URLS = {
  clients: CLIENTS,
  vendors: VENDORS,
  batches: '/api/batches',
  models: '/api/models',
  bunches: '',
}
type List = keyof typeof URLS
const TOTALS: Record<List, number> = { clients: 304, vendors: 301, batches: 300, models: 300, bunches: 300 }

const api = await startTestApp(undefined, { current: () => current })
const { db } = api
const numbers = Array.from({ length: 300 }, (_, index) => index + 1)
const name = (kind: string, nth: number) => `${kind} ${String(nth).padStart(3, '0')}`
// Vendors have names in the reverse order of their ids.
const vendor = (nth: number) => ({
  name: name('업체', 301 - nth),
  brn: String(1_000_000_000 + nth),
  paid: nth % 3 === 0,
  expired: nth % 3 === 0 ? new Date(Date.UTC(2030, 0, nth)) : null,
  img: 'data:image/png;base64,AAAA',
  extra: JSON.stringify({ grade: nth % 7 }),
})
const client = (nth: number) => ({
  name: name('회원', nth),
  email: `many-${nth}@test.local`,
  phone: `0101234${String(nth).padStart(4, '0')}`,
  password_hash: 'x',
  level: nth % 10 === 0 ? 1 : 3,
  vendor_id: nth % 2 === 0 ? 0 : 1,
  paid: nth === 2,
})
await insertRows(db, 'vendors', numbers.map(vendor))
await insertRows(db, 'clients', numbers.map(client))
const model = (nth: number) => ({ name: name('모델', nth) })
const batch = (nth: number) => ({ name: name('그룹', nth), model_id: 1, vendor_id: nth % 2 })
const bunch = (nth: number) => ({ name: name('묶음', nth), batch_id: 1 })
await insertRows(db, 'models', numbers.map(model))
await insertRows(db, 'batches', numbers.map(batch))
await insertRows(db, 'bunches', numbers.map(bunch))
URLS.bunches = '/api/bunches?batch=1'

type Rows = Record<string, unknown>[]
const ask = (url: string, query: string, who = 'master') =>
  api.ask(who, `${url}${url.includes('?') ? '&' : '?'}${query}`)
const list = (url: string, query = '', who?: string) =>
  bodyOf<{ payload: Rows; count?: number }>(ask(url, query, who))
const rows = async (url: string, query: string) => (await list(url, query)).payload
const names = async (url: string, query: string) => (await rows(url, query)).map(row => row.name)
const countOf = async (url: string, query: string, who?: string) =>
  (await list(url, `page_limit=5&${query}`, who)).count

describe.each(Object.keys(URLS) as List[])('the list of %s', name => {
  it('without a page has every record, no pictures and no count', async () => {
    const { payload, count } = await list(URLS[name])
    expect([payload.length, count]).toEqual([TOTALS[name], undefined])
    expect(payload.some(row => 'img' in row)).toBe(false)
  })

  it('with a page has the rows of the page and the count of all', async () => {
    const total = TOTALS[name]
    const last = Math.ceil(total / 20)
    for (const [page, length] of [
      [1, 20],
      [last, total - (last - 1) * 20],
      [last + 1, 0],
    ] as const) {
      const { payload, count } = await list(URLS[name], `page_index=${page}&page_limit=20&order_by=id`)
      expect([page, payload.length, count]).toEqual([page, length, total])
    }
  })

  it('searches for %, _, quotes and brackets as they are', async () => {
    for (const text of ['%25', '_', '%5C', "'", '"', ')'])
      expect(await countOf(URLS[name], `search=${text}`)).toBe(0)
  })
})

it.each(['name', 'paid', 'grade'])('pages sorted by %s have each record once', async field => {
  const ids: unknown[] = []
  for (let page = 1; page <= 4; page++) {
    const query = `page_index=${page}&page_limit=100&order_by=${field}&ascending=0`
    ids.push(...(await rows(VENDORS, query)).map(({ id }) => id))
  }
  expect([new Set(ids).size, ids.length]).toEqual([301, 301])
})

describe('sorting', () => {
  it('is ascending or descending; empty values are the lowest', async () => {
    const byName = 'page_limit=2&order_by=name&search=업체'
    expect(await names(VENDORS, byName)).toEqual(['업체 001', '업체 002'])
    expect(await names(VENDORS, `${byName}&ascending=0`)).toEqual(['업체 300', '업체 299'])
    const [latest] = await rows(VENDORS, 'page_limit=1&order_by=expired&ascending=0')
    expect(latest!.expired).toBe(new Date(Date.UTC(2030, 0, 300)).toISOString())
    const [earliest] = await rows(VENDORS, 'page_limit=1&order_by=expired')
    expect(earliest!.expired).toBe('0001-01-01T00:00:00Z')
  })

  it('works for fields that config adds, and for values derived from other records', async () => {
    const grades = (await rows(VENDORS, 'page_limit=44&order_by=grade&ascending=0')).map(row => row.grade)
    expect(grades).toEqual([...Array(43).fill(6), 5])
    await updateRows(api.db, 'vendors', { name: '한빛통신' }, { paid: true })
    const paid = await rows(CLIENTS, 'page_limit=100&order_by=paid&ascending=0&search=회원')
    expect(paid.every(row => row.paid || row.vendor_paid)).toBe(true)
    await updateRows(api.db, 'vendors', { name: '한빛통신' }, { paid: false })
  })

  it('sorts levels by their names in the language of the request', async () => {
    const first = async (language: string) => {
      const url = `${CLIENTS}?page_limit=1&order_by=level_name`
      const asking = api.ask('master', { url, headers: { 'accept-language': language } })
      return (await payloadOf(asking))[0].level_name
    }
    expect([await first('ko'), await first('en')]).toEqual(['관리자', 'Administrator'])
  })
})

describe('search and filters', () => {
  it.each<[List, string, string]>([
    ['vendors', '업체 123', '업체 123'],
    ['clients', 'many-77@', '회원 077'],
    // Digits find a phone number in any notation.
    ['clients', '010-1234-0077', '회원 077'],
    ['clients', encodeURIComponent('+82 10-1234-0077'), '회원 077'],
    // The same name in the decomposed form of macOS.
    ['vendors', '업체 123'.normalize('NFD'), '업체 123'],
    ['bunches', '묶음 300', '묶음 300'],
  ])('of %s for "%s" look in the fields that config names', async (list, text, found) => {
    expect(await names(URLS[list], `page_limit=20&search=${text}`)).toEqual([found])
  })

  it.each<[string, string, number]>([
    [CLIENTS, 'vendor=0&search=회원', 150],
    [CLIENTS, 'level=1&search=회원', 30],
    [CLIENTS, 'level_gte=2&search=회원', 270],
    // `waiting` is a filter of config for guests without a vendor.
    [CLIENTS, 'waiting=true&search=회원', 30],
    [VENDORS, 'grade=3', 43],
  ])('%s?%s has %i rows', async (url, query, count) => {
    expect(await countOf(url, query)).toBe(count)
  })

  it('select records by ids, within reach', async () => {
    const ids = (await rows(VENDORS, 'page_limit=20&search=업체 00')).map(({ id }) => id)
    const selected = await rows(VENDORS, `page_limit=20&ids=${ids.join(',')},999999`)
    expect(selected.map(({ id }) => id).sort()).toEqual(ids.sort())
    const ofProvider = await rows(CLIENTS, 'page_limit=20&vendor=0&search=회원')
    const query = `page_limit=20&ids=${ofProvider.map(({ id }) => id).join(',')}`
    expect(await list(CLIENTS, query, 'vendor')).toMatchObject({ payload: [], count: 0 })
  })

  it.each([
    `${VENDORS}?page_limit=5&order_by=password_hash`,
    `${CLIENTS}?page_limit=5&order_by=password`,
    `${VENDORS}?page_limit=5&nonsense=1`,
    `${CLIENTS}?page_limit=5&waiting=perhaps`,
  ])('are refused with unknown fields and values: %s', async url => {
    expect(await statusOf(api.ask('master', url))).toBe(400)
  })

  it('are refused for a field that config hides from the level', async () => {
    resources.clients!.fields.comment!.read = 'master'
    for (const key of ['comment=x', 'order_by=comment'])
      expect(await statusOf(ask(CLIENTS, `page_limit=5&${key}`, 'vendor'))).toBe(400)
    resources.clients!.fields.comment!.read = 'none'
  })
})
