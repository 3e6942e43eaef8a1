/** Lists that §7 gives whole, asked page by page (decision 38). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CompiledConfig, CompiledField } from '../../src/engine/compiled'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const grade: CompiledField = {
  name: 'grade',
  type: 'number',
  label: { ko: '등급', en: 'Grade' },
  format: 'text',
  input: 'number',
  rules: [],
  read: 'none',
  write: 'none',
  whenHidden: 'keep',
  storage: 'extra',
}

function withGrade(): CompiledConfig {
  const config = packageConfig().shared
  const vendors = config.resources.vendors!
  vendors.fields = { ...vendors.fields, grade }
  return config
}

let api: TestApp
let config: CompiledConfig

beforeAll(async () => {
  config = withGrade()
  const source = testConfig()
  const current = source.current()
  api = await startTestApp(await newDatabase(), {
    config: { ...source, current: () => ({ ...current, shared: config }) },
  })
  const { db } = api
  // Names begin with their number from behind: neither the order of the ids nor that of the numbers.
  const numbers = Array.from({ length: 300 }, (_, at) => at + 1)
  const name = (kind: string, at: number) => `${kind} ${String(at).padStart(3, '0')}`
  await db
    .insertInto('vendors')
    .values(
      numbers.map(at => ({
        name: name('업체', 301 - at),
        brn: String(1_000_000_000 + at),
        paid: at % 3 === 0,
        expired: at % 3 === 0 ? new Date(Date.UTC(2030, 0, at)) : null,
        img: 'data:image/png;base64,AAAA',
        extra: JSON.stringify({ grade: at % 7 }),
      })),
    )
    .execute()
  await db
    .insertInto('clients')
    .values(
      numbers.map(at => ({
        name: name('회원', at),
        email: `many-${at}@test.local`,
        phone: `0101234${String(at).padStart(4, '0')}`,
        password_hash: 'x',
        level: at % 10 === 0 ? 1 : 3,
        vendor_id: at % 2 === 0 ? 0 : 1,
        paid: at === 2,
      })),
    )
    .execute()
  await db
    .insertInto('models')
    .values(numbers.map(at => ({ name: name('모델', at) })))
    .execute()
  const model = await db.selectFrom('models').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db
    .insertInto('batches')
    .values(numbers.map(at => ({ name: name('그룹', at), model_id: model.id, vendor_id: at % 2 })))
    .execute()
  const batch = await db.selectFrom('batches').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db
    .insertInto('bunches')
    .values(numbers.map(at => ({ name: name('묶음', at), batch_id: batch.id })))
    .execute()
})

const list = async (url: string, who = 'master') => {
  const answer = await api.ask(who, url)
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
  return answer.json<{ payload: Record<string, unknown>[]; count?: number }>()
}
const names = async (url: string, who?: string) => (await list(url, who)).payload.map(row => row.name)
const batchId = async () => (await list('/api/batches?page_limit=1')).payload[0]!.id

describe('a list that is asked without a page', () => {
  it.each(['/api/admin/clients', '/api/admin/vendors', '/api/batches', '/api/models'])(
    '%s has every record, no pictures and no count',
    async url => {
      const { payload, count } = await list(url)
      expect(payload.length).toBeGreaterThanOrEqual(300)
      expect(count).toBeUndefined()
      expect(payload.some(row => 'img' in row)).toBe(false)
    },
  )

  it('bunches of a batch come whole as well', async () => {
    const { payload, count } = await list(`/api/bunches?batch=${await batchId()}`)
    expect([payload.length, count]).toEqual([300, undefined])
  })
})

describe('a page', () => {
  it.each([
    ['/api/admin/clients?', 305],
    ['/api/admin/vendors?', 301],
    ['/api/batches?', 300],
    ['/api/models?', 300],
    ['/api/bunches?batch=%b&', 300],
  ])('of %s holds its rows alone, and the count of all', async (url, count) => {
    const at = url.replace('%b', String(await batchId()))
    const first = await list(`${at}page_limit=20&order_by=id`)
    expect([first.payload.length, typeof first.count]).toEqual([20, 'number'])
    const total = first.count!
    expect(Math.abs(total - count)).toBeLessThan(3)
    const last = Math.ceil(total / 20)
    expect((await list(`${at}page_index=${last}&page_limit=20`)).payload).toHaveLength(
      total - (last - 1) * 20,
    )
    expect(await list(`${at}page_index=${last + 1}&page_limit=20`)).toMatchObject({
      payload: [],
      count: total,
    })
  })

  it('is never longer than config allows', async () => {
    const { pageLimit } = config.app.limits
    expect((await list('/api/admin/vendors?page_limit=100000')).payload).toHaveLength(pageLimit)
  })

  it('walks through all records once, whatever they are ordered by', async () => {
    for (const field of ['name', 'paid', 'expired', 'grade', 'created', 'brn']) {
      const ids: unknown[] = []
      for (let page = 1; page <= 4; page++)
        ids.push(
          ...(
            await list(`/api/admin/vendors?page_index=${page}&page_limit=100&order_by=${field}&ascending=0`)
          ).payload.map(row => row.id),
        )
      expect([field, new Set(ids).size, ids.length]).toEqual([field, 301, 301])
    }
  })
})

describe('order', () => {
  it('goes by the field, up and down; what is absent is lowest', async () => {
    expect(await names('/api/admin/vendors?page_limit=2&order_by=name&search=업체')).toEqual([
      '업체 001',
      '업체 002',
    ])
    expect(await names('/api/admin/vendors?page_limit=2&order_by=name&ascending=0&search=업체')).toEqual([
      '업체 300',
      '업체 299',
    ])
    const [latest] = (await list('/api/admin/vendors?page_limit=1&order_by=expired&ascending=0')).payload
    expect(latest!.expired).toBe(new Date(Date.UTC(2030, 0, 300)).toISOString())
    const [earliest] = (await list('/api/admin/vendors?page_limit=1&order_by=expired')).payload
    expect(earliest!.expired).toBe('0001-01-01T00:00:00Z')
  })

  it('goes by fields that config adds, and by what lists show in place of a value', async () => {
    const { payload } = await list('/api/admin/vendors?page_limit=44&order_by=grade&ascending=0')
    expect(payload.map(row => row.grade).slice(0, 43)).toEqual(Array(43).fill(6))
    expect(payload[43]!.grade).toBe(5)
    await api.db.updateTable('vendors').set({ paid: true }).where('name', '=', '한빛통신').execute()
    const paid = await list('/api/admin/clients?page_limit=100&order_by=paid&ascending=0&search=회원')
    expect(paid.payload.every(row => row.paid || row.vendor_paid)).toBe(true)
    await api.db.updateTable('vendors').set({ paid: false }).where('name', '=', '한빛통신').execute()
  })

  it('goes by the name of a level in the language of who asks', async () => {
    const first = async (language: string) => {
      const answer = await api.ask('master', {
        method: 'GET',
        url: '/api/admin/clients?page_limit=1&order_by=level_name',
        headers: { 'accept-language': language },
      })
      return answer.json<{ payload: { level_name: string }[] }>().payload[0]!.level_name
    }
    expect([await first('ko'), await first('en')]).toEqual(['관리자', 'Administrator'])
  })

  it.each([
    '/api/admin/vendors?page_limit=5&order_by=password_hash',
    '/api/admin/clients?page_limit=5&order_by=password',
    '/api/admin/clients?page_limit=5&order_by=constructor',
    '/api/batches?page_limit=5&order_by=1;drop',
  ])('by something that is no field is refused: %s', async url => {
    expect((await api.ask('master', url)).statusCode).toBe(400)
  })
})

describe('search and filters', () => {
  it('look in the fields that config names for the list', async () => {
    expect(await list('/api/admin/vendors?page_limit=20&search=업체 123')).toMatchObject({
      payload: [{ name: '업체 123' }],
      count: 1,
    })
    expect(await names('/api/admin/clients?page_limit=20&search=many-77@')).toEqual(['회원 077'])
    // Digits find a number however it is written.
    expect(await names('/api/admin/clients?page_limit=20&search=010-1234-0077')).toEqual(['회원 077'])
    expect(await names('/api/batches?page_limit=20&search=그룹 299')).toEqual(['그룹 299'])
    expect(await names('/api/models?page_limit=20&search=모델 300')).toEqual(['모델 300'])
    expect(await names(`/api/bunches?batch=${await batchId()}&page_limit=20&search=묶음 300`)).toEqual([
      '묶음 300',
    ])
  })

  it.each(['%25', '_', '%5C', "'", '"', ')'])('take %s as it is typed', async typed => {
    for (const path of ['/api/admin/clients', '/api/admin/vendors', '/api/batches', '/api/models'])
      expect(await list(`${path}?page_limit=20&search=${typed}`)).toMatchObject({ payload: [], count: 0 })
  })

  it('are those of config, and of the fields', async () => {
    const { count } = await list('/api/admin/clients?page_limit=20&vendor=0&search=회원')
    expect(count).toBe(150)
    expect((await list('/api/admin/clients?page_limit=20&level=1&search=회원')).count).toBe(30)
    expect((await list('/api/admin/clients?page_limit=20&level_gte=2&search=회원')).count).toBe(270)
    expect((await list('/api/admin/clients?page_limit=20&level_lte=1&search=회원')).count).toBe(30)
    // Level 1 without a vendor; and all the others.
    expect((await list('/api/admin/clients?page_limit=20&waiting=true&search=회원')).count).toBe(30)
    expect((await list('/api/admin/clients?page_limit=20&waiting=false&search=회원')).count).toBe(270)
    expect((await list('/api/admin/vendors?page_limit=20&paid=true')).count).toBe(100)
    expect((await list('/api/admin/vendors?page_limit=20&grade=3')).count).toBe(43)
    expect((await list('/api/batches?page_limit=20&vendor=1')).count).toBe(150)
  })

  it('name records by their ids, those in reach', async () => {
    const { payload } = await list('/api/admin/vendors?page_limit=20&search=업체 00')
    const ids = payload.map(row => row.id)
    const named = await list(`/api/admin/vendors?page_limit=20&ids=${ids.join(',')},999999`)
    expect(named.payload.map(row => row.id).sort()).toEqual(ids.sort())
    const others = await list('/api/admin/clients?page_limit=20&vendor=0&search=회원')
    const hidden = others.payload.map(row => row.id).join(',')
    expect(await list(`/api/admin/clients?page_limit=20&ids=${hidden}`, 'vendor')).toMatchObject({
      payload: [],
      count: 0,
    })
  })

  it.each([
    '/api/admin/vendors?page_limit=5&nonsense=1',
    '/api/admin/clients?page_limit=5&waiting=perhaps',
    '/api/admin/clients?page_limit=5&password_hash=x',
    '/api/admin/vendors?page_limit=5&ids=1;2',
    '/api/admin/vendors?page_limit=0',
  ])('that mean nothing are refused: %s', async url => {
    expect((await api.ask('master', url)).statusCode).toBe(400)
  })

  it('by a field that config keeps from this level are refused, as is its order', async () => {
    config.resources.clients!.fields.comment!.read = 'master'
    for (const key of ['comment=x', 'order_by=comment'])
      expect((await api.ask('vendor', `/api/admin/clients?page_limit=5&${key}`)).statusCode).toBe(400)
    config.resources.clients!.fields.comment!.read = 'none'
  })
})

describe('reach', () => {
  it('is the same for pages: staff count their own vendor’s clients and batches', async () => {
    const { payload, count } = await list('/api/admin/clients?page_limit=100', 'vendor')
    expect(payload.every(row => row.vendor === 1)).toBe(true)
    expect(count).toBe(153)
    expect((await list('/api/batches?page_limit=5', 'vendor')).count).toBe(150)
    expect((await list('/api/batches?page_limit=5', 'client')).count).toBe(0)
    expect((await api.ask('vendor', '/api/admin/vendors?page_limit=5')).statusCode).toBe(403)
    expect((await api.ask('client', '/api/admin/clients?page_limit=5')).statusCode).toBe(403)
  })
})
