import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { pageOf } from '../../src/console/api/pages'
import { SPEC_CALLS } from '../contract/spec7'
import { answer, config } from '../support/consoleWorld'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const client = createClient({
  timeoutMs: 1_000,
  token: () => 't',
  user: () => 'u',
  locale: () => 'ko',
  translate: key => key,
  onUnauthorised: () => undefined,
})
const provider = createDataProvider(client, config, () => 6)

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
})

const asked = () => new URL(server.mock.calls.at(-1)![0], 'http://console.test')
const queryOf = () => Object.fromEntries(asked().searchParams)
const bodyOf = () => JSON.parse(String(server.mock.calls.at(-1)![1].body))
const page = (over: object = {}) => ({
  pagination: { page: 1, perPage: 20 },
  sort: { field: 'id', order: 'ASC' as const },
  filter: {},
  ...over,
})
const devices = (params: object) => {
  server.mockResolvedValueOnce(answer({ data: [{ id: '35' }], count: 2000, draw: 1 }))
  return provider.getList('devices', params as never)
}

describe('the device list asks as §7 says', () => {
  it('gives the page, the order and the draw, and reads data and count', async () => {
    const result = await devices(
      page({ pagination: { page: 3, perPage: 20 }, sort: { field: 'isdn', order: 'DESC' } }),
    )
    expect(asked().pathname).toBe('/api/devices')
    expect(queryOf()).toMatchObject({ page_index: '3', page_limit: '20', order_by: 'isdn', ascending: '0' })
    expect(Number(queryOf().draw)).toBeGreaterThan(0)
    expect(result).toEqual({ data: [{ id: '35' }], total: 2000 })
  })

  it('sends the filters under their names, and the search as topic and text', async () => {
    const search = config.resources.devices!.list!.filters.find(filter => filter.type === 'search')!
    await devices(page({ filter: { [search.name]: '010-1234', status: 'linked', model: 3, batch: 7 } }))
    expect(queryOf()).toMatchObject({
      'search[topic]': 'all',
      'search[alike]': '0101234',
      status: 'linked',
      model: '3',
      batch: '7',
    })
  })

  const line = SPEC_CALLS.find(({ call }) => call === 'GET /api/devices')!
  const asksFor = [
    ['a page of a list', () => devices(page({ filter: { status: '', model: undefined, sneaky: '1;drop' } }))],
    ['a list without an order', () => devices({ pagination: { page: 1, perPage: 20 } })],
    ['all there are', () => devices({})],
    ['one device', () => provider.getOne('devices', { id: '1' }).catch(() => undefined)],
    ['some devices', () => provider.getMany('devices', { ids: ['1'] })],
  ] as const
  it.each(asksFor)('always sends all that §7 lists, and nothing else, for %s', async (_, ask) => {
    server.mockResolvedValue(answer({ data: [], count: 0, draw: 0 }))
    await ask()
    expect(Object.keys(queryOf()).sort()).toEqual([...line.query!].sort())
    expect(queryOf()).toMatchObject({ status: 'all', model: '0', batch: '0', level: '6' })
  })

  it.each([
    [100_000, String(config.app.limits.pageLimit)],
    [0, '1'],
    [-5, '1'],
  ])('holds a typed page size of %d', async (perPage, limit) => {
    await devices(page({ pagination: { page: 1, perPage } }))
    expect(queryOf().page_limit).toBe(limit)
  })

  it('finds one device by its IMEI', async () => {
    server.mockResolvedValueOnce(answer({ data: [{ id: '358126091001488' }], count: 1, draw: 0 }))
    const { data } = await provider.getOne('devices', { id: '358126091001488' })
    expect(data.id).toBe('358126091001488')
    expect(queryOf()).toMatchObject({ 'search[topic]': 'imei', 'search[alike]': '358126091001488' })
  })

  it('a device out of reach is not found', async () => {
    server.mockResolvedValueOnce(answer({ data: [], count: 0, draw: 0 }))
    await expect(provider.getOne('devices', { id: '1' })).rejects.toThrow('ra.page.not_found')
  })
})

describe('the order list', () => {
  it.each([
    [{}, { page_index: 2, page_limit: 5 }],
    [{ status: 'all' }, { page_index: 2, page_limit: 5 }],
    [
      { status: 'failure', search: '재부팅' },
      { page_index: 2, page_limit: 5, status: 'failure', search: '재부팅' },
    ],
  ])('posts page, status and search: %o', async (filter, body) => {
    server.mockResolvedValueOnce(answer({ data: [{ id: 1 }], count: 16 }))
    const result = await provider.getList(
      'orders',
      page({ pagination: { page: 2, perPage: 5 }, filter }) as never,
    )
    expect(server.mock.calls[0]![1].method).toBe('POST')
    expect(bodyOf()).toEqual(body)
    expect(result.total).toBe(16)
  })
})

describe('lists that come whole', () => {
  const named = [
    { id: 2, name: 'FT-20' },
    { id: 1, name: 'FT-3' },
  ]

  it.each([
    ['models', {}, '/api/models'],
    ['batches', { model: 4 }, '/api/batches?model=4'],
    ['batches', {}, '/api/batches'],
    ['bunches', { batch: '9' }, '/api/bunches?batch=9'],
  ])('%s %o', async (resource, filter, url) => {
    server.mockResolvedValueOnce(answer({ result: true, message: '', payload: named }))
    const { data, total } = await provider.getList(
      resource,
      page({ sort: { field: 'name', order: 'ASC' }, filter }) as never,
    )
    expect(server.mock.calls[0]![0]).toBe(url)
    expect(data.map(record => record.name)).toEqual(['FT-3', 'FT-20'])
    expect(total).toBe(2)
  })

  it('bunches without a batch are none, and nothing is asked', async () => {
    expect(await provider.getList('bunches', page() as never)).toEqual({ data: [], total: 0 })
    expect(server).not.toHaveBeenCalled()
  })

  it('a method is known by its code', async () => {
    server.mockResolvedValueOnce(answer([{ code: 'reboot', caption: '재부팅', content: { Type: 'text' } }]))
    const { data } = await provider.getList('methods', page() as never)
    expect(asked().search).toBe('?subject=order')
    expect(data[0]).toMatchObject({ id: 'reboot', code: 'reboot' })
  })

  it('names are fetched for the ids asked for', async () => {
    server.mockResolvedValueOnce(answer({ result: true, message: '', payload: named }))
    expect((await provider.getMany('models', { ids: ['1'] })).data).toEqual([{ id: 1, name: 'FT-3' }])
  })
})

describe('a page of a whole list', () => {
  const records = [
    { id: 1, name: '서울', paid: true },
    { id: 2, name: '부산', paid: false },
    { id: 3, name: '대구', paid: true },
  ]

  it.each([
    [{ filter: { paid: true } }, [3, 1]],
    [{ filter: { paid: 'true' } }, [3, 1]],
    [{ filter: { id: [1, 2] } }, [2, 1]],
    [{ filter: { q: '부' } }, [2]],
    [{ pagination: { page: 2, perPage: 2 } }, [1]],
    [{ sort: { field: 'id', order: 'DESC' as const } }, [3, 2, 1]],
  ])('%o', (over, ids) => {
    const { data } = pageOf(records, { ...page({ sort: { field: 'name', order: 'ASC' } }), ...over })
    expect(data.map(record => record.id)).toEqual(ids)
  })
})

describe('resources that config alone describes', () => {
  it('go through ra-data-simple-rest at /api/resources, with the token', async () => {
    server.mockResolvedValueOnce(answer([{ id: 1 }], 200, { 'content-range': 'sims 0-0/41' }))
    const { total } = await provider.getList('sims', page() as never)
    expect(asked().pathname).toBe('/api/resources/sims')
    expect(server.mock.calls[0]![1].headers).toMatchObject({ Authorization: 'Bearer t' })
    expect(total).toBe(41)
  })
})

describe('the verbs', () => {
  it('an order carries its key, and an answer that is not true is handed on', async () => {
    server.mockResolvedValueOnce(answer({ result: false, message: '대상이 없습니다' }))
    const result = await provider.registerOrder({ code: 'reboot', data: '', targets: ['35'] }, 'key-1')
    expect(result).toMatchObject({ result: false })
    expect(server.mock.calls[0]![1].headers).toMatchObject({ 'Idempotency-Key': 'key-1' })
  })

  it('counts that a server does not have are absent', async () => {
    server.mockResolvedValueOnce(answer('', 404))
    expect(await provider.orderCounts()).toBeUndefined()
  })

  it('the search of compose asks as §7 says', async () => {
    server.mockResolvedValueOnce(answer({ result: true, message: '', payload: [], length: 0 }))
    await provider.searchDevices({ alike: '1234', max: 50 })
    expect(bodyOf()).toEqual({ topic: 'number', alike: '1234', status: 'all', max: 50 })
  })
})
