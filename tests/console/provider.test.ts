import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { pageOfList } from '../../src/console/api/wholePages'
import { choicesOf } from '../../src/console/choices'
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
let user = 'u'
const newProvider = () =>
  createDataProvider(
    client,
    config,
    () => 6,
    () => user,
  )
let provider = newProvider()

beforeEach(() => {
  user = 'u'
  provider = newProvider()
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

/** A server without pages of devices answers a list. */
const listWithoutPage = (list: object) => {
  server.mockImplementation(async url =>
    /\/api\/devices\/\d+$/.test(url) ? answer({ result: false, message: '' }, 404) : answer(list),
  )
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
    listWithoutPage({ data: [], count: 0, draw: 0 })
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

  it('finds one device by its IMEI, where the server has no page of it', async () => {
    server.mockResolvedValueOnce(answer('', 404))
    server.mockResolvedValueOnce(answer({ data: [{ id: '358126091001488' }], count: 1, draw: 0 }))
    const { data } = await provider.getOne('devices', { id: '358126091001488' })
    expect(data.id).toBe('358126091001488')
    expect(queryOf()).toMatchObject({ 'search[topic]': 'imei', 'search[alike]': '358126091001488' })
  })

  it('asks for many devices at once, and one by one where the server does not know ids', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `3581260910014${at + 10}`)
    server.mockImplementation(async url => {
      const asked = new URL(url, 'http://console.test').searchParams.get('ids')!.split(',')
      return answer({ data: asked.map(id => ({ id })), count: asked.length, draw: 0 })
    })
    expect((await provider.getMany('devices', { ids })).data.map(({ id }) => id)).toEqual(ids)
    expect(server).toHaveBeenCalledTimes(1)

    server.mockImplementation(async url => {
      const alike = new URL(url, 'http://console.test').searchParams.get('search[alike]')
      return answer({ data: [{ id: alike ?? '1' }], count: alike ? 1 : 2000, draw: 0 })
    })
    expect((await provider.getMany('devices', { ids })).data.map(({ id }) => id)).toEqual(ids)
  })

  it('leaves out a device that is gone, and says of any other failure that it was one', async () => {
    server.mockResolvedValueOnce(answer({ data: [], count: 0, draw: 0 }))
    expect(await provider.getMany('devices', { ids: ['1'] })).toEqual({ data: [] })
    server.mockResolvedValueOnce(answer('', 503))
    await expect(provider.getMany('devices', { ids: ['1'] })).rejects.toMatchObject({ status: 503 })
  })

  it('takes one device from its page, where the server has one (decision 22)', async () => {
    server.mockResolvedValueOnce(answer({ result: true, message: '', payload: { id: '35', sees: {} } }))
    expect((await provider.getOne('devices', { id: '35' })).data).toEqual({ id: '35', sees: {} })
    expect(asked().pathname).toBe('/api/devices/35')
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('a device out of reach is not found', async () => {
    server.mockResolvedValueOnce(answer('', 404))
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

describe('lists that §7 gives whole (decision 38)', () => {
  const named = [
    { id: 2, name: 'FT-20' },
    { id: 1, name: 'FT-3' },
  ]
  const whole = (payload: object[]) => answer({ result: true, message: '', payload } as never)
  const paged = (payload: object[], count: number) =>
    answer({ result: true, message: '', payload, count } as never)

  it.each([
    ['models', {}, '/api/models', {}],
    ['batches', { model: 4 }, '/api/batches', { model: '4' }],
    ['batches', {}, '/api/batches', {}],
    ['bunches', { batch: '9' }, '/api/bunches', { batch: '9' }],
    ['vendors', { search: '한빛', paid: true }, '/api/admin/vendors', { search: '한빛', paid: 'true' }],
    ['vendors', { q: '한빛' }, '/api/admin/vendors', { search: '한빛' }],
    ['clients', { vendor: 3, level: '' }, '/api/admin/clients', { vendor: '3' }],
    ['clients', { id: [3, 7] }, '/api/admin/clients', { ids: '3,7' }],
  ])('%s %o are asked by the page', async (resource, filter, path, narrowed) => {
    server.mockResolvedValueOnce(paged(named, 10_000))
    const over = { pagination: { page: 3, perPage: 20 }, sort: { field: 'name', order: 'DESC' }, filter }
    const { data, total } = await provider.getList(choicesOf(resource), page(over) as never)
    expect(server).toHaveBeenCalledTimes(1)
    expect(asked().pathname).toBe(path)
    expect(queryOf()).toEqual({
      ...narrowed,
      order_by: 'name',
      ascending: '0',
      page_index: '3',
      page_limit: '20',
    })
    expect([data, total]).toEqual([named, 10_000])
  })

  it.each([
    ['models', {}],
    ['batches', { model: 4 }],
    ['bunches', { batch: '9' }],
  ])('%s %o without a count is the whole list, and is ordered and cut here', async (resource, filter) => {
    server.mockResolvedValueOnce(whole(named))
    const { data, total } = await provider.getList(
      choicesOf(resource),
      page({ sort: { field: 'name', order: 'ASC' }, filter, pagination: { page: 1, perPage: 1 } }) as never,
    )
    expect(server).toHaveBeenCalledTimes(1)
    expect(data.map(record => record.name)).toEqual(['FT-3'])
    expect(total).toBe(2)
  })

  it('searches and filters the whole list of a basic server as config says', async () => {
    server.mockImplementation(async () =>
      whole([
        { id: 1, name: '한빛통신', brn: '2208162517', paid: true },
        { id: 2, name: '누리', brn: '1000000000', comment: '한빛의 자회사', paid: false },
      ]),
    )
    const ids = async (filter: object) =>
      (await provider.getList('vendors', page({ filter }) as never)).data.map(({ id }) => id)
    expect(await ids({ search: '한빛' })).toEqual([1, 2])
    expect(await ids({ search: '한빛', paid: 'true' })).toEqual([1])
    expect(await ids({ search: '220-81-62517' })).toEqual([1])
  })

  describe('are fetched once', () => {
    const vendors = [
      { id: 1, name: '한빛통신', paid: true },
      { id: 2, name: '누리', paid: false },
      { id: 3, name: '한강', paid: false },
    ]
    const params = { ...page(), sort: { field: 'name', order: 'ASC' as const } }
    const idsOf = async (over: object) =>
      (await provider.getList('vendors', { ...params, ...over } as never)).data.map(({ id }) => id)
    beforeEach(() => {
      server.mockImplementation(async () => whole(vendors))
    })
    afterEach(() => vi.useRealTimers())

    it('for pages, orders, filters and names', async () => {
      expect(await idsOf({ pagination: { page: 1, perPage: 2 } })).toEqual([2, 3])
      expect(await idsOf({ pagination: { page: 2, perPage: 2 } })).toEqual([1])
      expect(await idsOf({ filter: { search: '한' } })).toEqual([3, 1])
      expect(await idsOf({ sort: { field: 'id', order: 'DESC' } })).toEqual([3, 2, 1])
      expect((await provider.getMany('vendors', { ids: [3] })).data).toEqual([vendors[2]])
      expect(server).toHaveBeenCalledTimes(1)
    })

    it.each([
      [
        'a change',
        async () => void (await provider.update('vendors', { id: 2, data: {}, previousData: { id: 2 } })),
      ],
      ['a deletion', async () => void (await provider.delete('vendors', { id: 2, previousData: { id: 2 } }))],
      ['the time for which any list is fresh', async () => void vi.advanceTimersByTime(5_000)],
      [
        'another user',
        async () => {
          user = 'b@x.kr'
        },
      ],
    ])('until %s', async (_, happens) => {
      vi.useFakeTimers()
      await idsOf({})
      await happens()
      server.mockClear()
      server.mockImplementation(async () => whole([vendors[0]!]))
      expect(await idsOf({ pagination: { page: 1, perPage: 2 } })).toEqual([1])
      expect(await idsOf({ filter: { search: '한' } })).toEqual([1])
      expect(server).toHaveBeenCalledTimes(1)
    })

    it('until the same is asked again, which is a refresh', async () => {
      await idsOf({})
      server.mockImplementation(async () => whole([vendors[0]!]))
      expect(await idsOf({})).toEqual([1])
      expect(await idsOf({ filter: { search: '한' } })).toEqual([1])
      expect(server).toHaveBeenCalledTimes(2)
    })

    it('for what the server narrows by itself, each', async () => {
      server.mockImplementation(async url => whole(url.includes('model=4') ? [named[0]!] : named))
      const batches = async (filter: object) =>
        (await provider.getList('batches', { ...params, filter } as never)).data.map(({ id }) => id)
      expect(await batches({})).toEqual([1, 2])
      expect(await batches({ model: 4 })).toEqual([2])
      expect(await batches({ model: 4, search: 'x' })).toEqual([])
      expect(server).toHaveBeenCalledTimes(2)
    })
  })

  it('names are fetched for all ids at once, in parts that the server gives', async () => {
    const ids = Array.from({ length: config.app.limits.pageLimit + 5 }, (_, at) => at + 1)
    server.mockImplementation(async url => {
      const part = new URL(url, 'http://console.test').searchParams.get('ids')!.split(',')
      return paged(
        part.map(id => ({ id: Number(id), name: `업체 ${id}` })),
        part.length,
      )
    })
    const { data } = await provider.getMany('vendors', { ids })
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect(server).toHaveBeenCalledTimes(2)
  })

  it('names come from the whole list of a basic server, fetched once', async () => {
    const ids = Array.from({ length: config.app.limits.pageLimit + 5 }, (_, at) => at + 1)
    server.mockResolvedValueOnce(whole([...named, { id: 99_999, name: 'other' }]))
    expect((await provider.getMany(choicesOf('models'), { ids })).data).toEqual(named)
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('a failure in an envelope is a failure', async () => {
    server.mockResolvedValueOnce(answer({ result: false, message: '업체가 없습니다.', payload: [] } as never))
    await expect(provider.getList('vendors', page() as never)).rejects.toThrow('업체가 없습니다.')
  })

  it('bunches without a batch are none, and nothing is asked', async () => {
    expect(await provider.getList(choicesOf('bunches'), page() as never)).toEqual({ data: [], total: 0 })
    expect(server).not.toHaveBeenCalled()
  })

  it('a method is known by its code', async () => {
    server.mockResolvedValueOnce(answer([{ code: 'reboot', caption: '재부팅', content: { Type: 'text' } }]))
    const { data } = await provider.getList(choicesOf('methods'), page() as never)
    expect(asked().search).toBe('?subject=order')
    expect(data[0]).toMatchObject({ id: 'reboot', code: 'reboot' })
  })

  it('the methods are fetched once for searches and names, and again when one is saved', async () => {
    server.mockImplementation(async () =>
      answer([
        { code: 'reboot', caption: '재부팅', content: { Type: 'text' } },
        { code: 'light', caption: '표시등', content: { Type: 'number' } },
      ]),
    )
    const methods = choicesOf('methods')
    const found = async (q: string) =>
      (await provider.getList(methods, page({ filter: { q } }) as never)).data.map(({ id }) => id)
    await found('')
    await found('재')
    await found('재부')
    expect((await provider.getMany(methods, { ids: ['light'] })).data).toMatchObject([{ code: 'light' }])
    expect(server).toHaveBeenCalledTimes(1)
    await provider.update('methods', { id: 1, data: {}, previousData: { id: 1 } } as never)
    await found('표')
    expect(server).toHaveBeenCalledTimes(3)
  })
})

describe('a page of a whole list', () => {
  const records = [
    { id: 1, name: '서울', paid: true, level: 1 },
    { id: 2, name: '부산', paid: false, level: 3 },
    { id: 3, name: '대구', paid: true, level: 6 },
  ]

  it.each([
    [{ filter: { paid: true } }, [3, 1]],
    [{ filter: { paid: 'true' } }, [3, 1]],
    [{ filter: { id: [1, 2] } }, [2, 1]],
    [{ filter: { q: '부' } }, [2]],
    [{ filter: { level_gte: 3 } }, [3, 2]],
    [{ filter: { level_gte: 3, level_lte: 5 } }, [2]],
    [{ pagination: { page: 2, perPage: 2 } }, [1]],
    [{ sort: { field: 'id', order: 'DESC' as const } }, [3, 2, 1]],
  ])('%o', (over, ids) => {
    const { data } = pageOfList(records, { ...page({ sort: { field: 'name', order: 'ASC' } }), ...over })
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

describe('the calls beside records', () => {
  it('an order carries a key, and an answer that is not true is handed on', async () => {
    server.mockResolvedValueOnce(answer({ result: false, message: '대상이 없습니다' }))
    const result = await provider.registerOrder({ code: 'reboot', data: '', targets: ['35'] }, ['wish'])
    expect(result).toMatchObject({ result: false })
    expect(server.mock.calls[0]![1].headers).toMatchObject({ 'Idempotency-Key': expect.stringMatching(/./) })
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
