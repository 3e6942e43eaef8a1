/** How the data provider reads lists and records (§7, decisions 22 and 38). */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { choicesOf } from '../../src/console/choices'
import { SPEC_CALLS, splitKeys } from '../contract/spec7'
import { answer, config, signIn } from '../support/consoleWorld'
import { envelope, payload, realProvider, refusal, restPage, stubServer } from '../support/stubServer'

const DEVICES = 'GET /api/devices'
const VENDORS = 'GET /api/admin/vendors'
const MODELS = 'GET /api/models'
const METHODS = 'GET /api/methods'

let server: ReturnType<typeof stubServer>
let provider: ReturnType<typeof realProvider>
beforeEach(() => {
  signIn({ level: 6 })
  server = stubServer()
  provider = realProvider()
})

const lastCall = () => server.calls.at(-1)!
const queryOf = () => Object.fromEntries(lastCall().query)
const page = (more: object = {}) =>
  ({
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
    ...more,
  }) as never
const idsOf = ({ data }: { data: { id: unknown }[] }) => data.map(({ id }) => id)
const idList = (query: URLSearchParams) => query.get('ids')!.split(',')

describe('devices', () => {
  const rows = (data: object[], count = data.length) => answer({ data, count, draw: 1 })
  const read = (params: object) => {
    server.handlers[DEVICES] = () => rows([{ id: '35' }], 2000)
    return provider.getList('devices', params as never)
  }

  it('are read with page, order and draw; the response has data and count', async () => {
    const sort = { field: 'isdn', order: 'DESC' }
    const result = await read(page({ pagination: { page: 3, perPage: 20 }, sort }))
    expect(queryOf()).toMatchObject({ page_index: '3', page_limit: '20', order_by: 'isdn', ascending: '0' })
    expect(Number(queryOf().draw)).toBeGreaterThan(0)
    expect(result).toEqual({ data: [{ id: '35' }], total: 2000 })
  })

  it('are filtered by parameters with the names of the filters, and searched by topic and text', async () => {
    const search = config.resources.devices!.list!.filters.find(filter => filter.type === 'search')!
    await read(page({ filter: { [search.name]: '010-1234', status: 'linked', model: 3, batch: 7 } }))
    const filters = {
      'search[topic]': 'all',
      'search[alike]': '0101234',
      status: 'linked',
      model: '3',
      batch: '7',
    }
    expect(queryOf()).toMatchObject(filters)
  })

  it('are counted up to a number only in a search', async () => {
    server.handlers[DEVICES] = () => answer({ data: [], count: 10_000, atLeast: true, draw: 1 })
    const search = config.resources.devices!.list!.filters.find(filter => filter.type === 'search')!
    const filter = { [search.name]: '01' }
    const found = await provider.getList('devices', page({ filter }) as never)
    expect(queryOf().max_count).toBe('10000')
    expect(found).toEqual({ data: [], total: 10_000, meta: { atLeast: true } })
    for (const other of [{ filter: { status: 'linked' } }, { filter, meta: { exact: true } }]) {
      await read(page(other))
      expect(queryOf()).not.toHaveProperty('max_count')
    }
  })

  const { query } = SPEC_CALLS.find(({ call }) => call === DEVICES)!
  it.each([
    ['a page', () => read(page({ filter: { status: '', model: undefined, sneaky: '1;drop' } }))],
    ['a page without an order', () => read({ pagination: { page: 1, perPage: 20 } })],
    ['all devices', () => read({})],
    ['one device', () => provider.getOne('devices', { id: '1' }).catch(() => undefined)],
    ['some devices', () => provider.getMany('devices', { ids: ['1'] })],
  ])('are asked for with exactly the parameters of §7: %s', async (_, ask) => {
    server.handlers[DEVICES] = () => rows([])
    await ask()
    expect(Object.keys(queryOf()).sort()).toEqual(splitKeys(query).sort())
    expect(queryOf()).toMatchObject({ status: 'all', model: '0', batch: '0', level: '6' })
  })

  it.each([
    [100_000, String(config.app.limits.pageLimit)],
    [0, '1'],
  ])('have at least one and at most the allowed number on a page: %d', async (perPage, limit) => {
    await read(page({ pagination: { page: 1, perPage } }))
    expect(queryOf().page_limit).toBe(limit)
  })

  it('are read one by one at their own address, or found by IMEI on a server without it (decision 22)', async () => {
    const id = '358126091001488'
    server.handlers[DEVICES] = () => rows([{ id }])
    expect((await provider.getOne('devices', { id })).data.id).toBe(id)
    expect(queryOf()).toMatchObject({ 'search[topic]': 'imei', 'search[alike]': id })
    server.handlers[`GET /api/devices/${id}`] = payload({ id, sees: {} })
    expect((await provider.getOne('devices', { id })).data).toEqual({ id, sees: {} })
    server.handlers[DEVICES] = () => rows([])
    await expect(provider.getOne('devices', { id: '1' })).rejects.toThrow('ra.page.not_found')
  })

  it('are read by their ids at once, and one by one on a server that does not know ids', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `3581260910014${at + 10}`)
    server.handlers[DEVICES] = ({ query }) => rows(idList(query).map(id => ({ id })))
    expect(idsOf(await provider.getMany('devices', { ids }))).toEqual(ids)
    expect(server.calls).toHaveLength(1)
    server.handlers[DEVICES] = ({ query }) => {
      const id = query.get('search[alike]')
      return rows([{ id: id ?? '1' }], id ? 1 : 2000)
    }
    expect(idsOf(await provider.getMany('devices', { ids }))).toEqual(ids)
  })

  it('that do not exist are omitted; any other failure is an error', async () => {
    server.handlers[DEVICES] = () => rows([])
    expect(await provider.getMany('devices', { ids: ['1'] })).toEqual({ data: [] })
    server.handlers[DEVICES] = refusal(503, '')
    await expect(provider.getMany('devices', { ids: ['1'] })).rejects.toMatchObject({ status: 503 })
  })
})

it('orders are read with page, status and search in the body', async () => {
  const failed = { status: 'failure', search: '재부팅' }
  server.handlers['POST /api/orders'] = () => answer({ data: [{ id: 1 }], count: 16 })
  for (const [filter, sent] of [
    [{ status: 'all', created_gte: 'now-24h' }, { created_gte: 'now-24h' }],
    [failed, failed],
  ] as const) {
    const { total } = await provider.getList('orders', page({ pagination: { page: 2, perPage: 5 }, filter }))
    expect(lastCall().body).toEqual({ page_index: 2, page_limit: 5, ...sent })
    expect(total).toBe(16)
  }
})

describe('lists that §7 gives whole (decision 38)', () => {
  const NAMED = [
    { id: 2, name: 'FT-20' },
    { id: 1, name: 'FT-3' },
  ]

  it.each([
    ['models', {}, '/api/models', {}],
    ['batches', { model: 4 }, '/api/batches', { model: '4' }],
    ['bunches', { batch: '9' }, '/api/bunches', { batch: '9' }],
    ['vendors', { search: '한빛', paid: true }, '/api/admin/vendors', { search: '한빛', paid: 'true' }],
    ['vendors', { q: '한빛' }, '/api/admin/vendors', { search: '한빛' }],
    ['clients', { vendor: 3, level: '' }, '/api/admin/clients', { vendor: '3' }],
    ['clients', { id: [3, 7] }, '/api/admin/clients', { ids: '3,7' }],
  ])('are read page by page: %s %o', async (resource, filter, path, filters) => {
    server.fallback = payload(NAMED, { count: 10_000 })
    const sort = { field: 'name', order: 'DESC' }
    const params = page({ pagination: { page: 3, perPage: 20 }, sort, filter })
    const { data, total } = await provider.getList(choicesOf(resource), params)
    expect(server.calls.map(call => call.path)).toEqual([path])
    const paged = { order_by: 'name', ascending: '0', page_index: '3', page_limit: '20' }
    expect(queryOf()).toEqual({ ...filters, ...paged })
    expect([data, total]).toEqual([NAMED, 10_000])
  })

  it('are sorted and paged in the browser if the server sends no count', async () => {
    server.fallback = payload(NAMED)
    const sort = { field: 'name', order: 'ASC' }
    const params = page({ sort, filter: { model: 4 }, pagination: { page: 1, perPage: 1 } })
    const { data, total } = await provider.getList(choicesOf('batches'), params)
    expect(server.calls).toHaveLength(1)
    expect([data.map(({ name }) => name), total]).toEqual([['FT-3'], 2])
  })

  describe('are fetched once', () => {
    const LIST = [
      { id: 1, name: '한빛통신', paid: true },
      { id: 2, name: '누리', paid: false },
      { id: 3, name: '한강', paid: false },
    ]
    const read = async (more: object = {}, resource = 'vendors') =>
      idsOf(await provider.getList(resource, page({ sort: { field: 'name', order: 'ASC' }, ...more })))
    const FIRST_TWO = { pagination: { page: 1, perPage: 2 } }
    const SEARCH = { filter: { search: '한' } }
    beforeEach(() => {
      server.handlers[VENDORS] = payload(LIST)
      server.fallback = payload({})
    })

    it('for all pages, orders, filters and names', async () => {
      expect(await read(FIRST_TWO)).toEqual([2, 3])
      expect(await read({ pagination: { page: 2, perPage: 2 } })).toEqual([1])
      expect(await read(SEARCH)).toEqual([3, 1])
      expect(await read({ sort: { field: 'id', order: 'DESC' } })).toEqual([3, 2, 1])
      expect((await provider.getMany('vendors', { ids: [3] })).data).toEqual([LIST[2]])
      expect(server.calls).toHaveLength(1)
    })

    const previousData = { id: 2 }
    it.each<[string, () => unknown]>([
      ['a change', () => provider.update('vendors', { id: 2, data: {}, previousData })],
      ['a deletion', () => provider.delete('vendors', { id: 2, previousData })],
      ['five seconds', () => vi.advanceTimersByTime(5_000)],
      ['a change of the user', () => signIn({ level: 6, email: 'b@x.kr' })],
    ])('until %s', async (_, event) => {
      vi.useFakeTimers()
      await read()
      await event()
      server.handlers[VENDORS] = payload([LIST[0]])
      expect(await read(FIRST_TWO)).toEqual([1])
      expect(await read(SEARCH)).toEqual([1])
      expect(server.sent(VENDORS)).toHaveLength(2)
    })

    it('until a refresh, which reads the same page again', async () => {
      await read()
      server.handlers[VENDORS] = payload([LIST[0]])
      expect(await read()).toEqual([1])
      expect(await read(SEARCH)).toEqual([1])
      expect(server.calls).toHaveLength(2)
    })

    it('for each filter of the server', async () => {
      server.handlers['GET /api/batches'] = ({ query }) => envelope(query.has('model') ? [NAMED[0]] : NAMED)
      expect(await read({}, 'batches')).toEqual([1, 2])
      expect(await read({ filter: { model: 4 } }, 'batches')).toEqual([2])
      expect(await read({ filter: { model: 4, search: 'x' } }, 'batches')).toEqual([])
      expect(server.calls).toHaveLength(2)
    })
  })

  it('give names for many ids in as many calls as the limit requires, or from one whole list', async () => {
    const ids = Array.from({ length: config.app.limits.pageLimit + 5 }, (_, at) => at + 1)
    server.handlers[VENDORS] = ({ query }) => {
      const rows = idList(query).map(id => ({ id: Number(id), name: `업체 ${id}` }))
      return envelope(rows, { count: rows.length })
    }
    expect(idsOf(await provider.getMany('vendors', { ids }))).toEqual(ids)
    expect(server.sent(VENDORS)).toHaveLength(2)
    server.handlers[MODELS] = payload([...NAMED, { id: 99_999, name: 'other' }])
    expect((await provider.getMany(choicesOf('models'), { ids })).data).toEqual(NAMED)
    expect(server.sent(MODELS)).toHaveLength(1)
  })

  it('of bunches are empty without a batch, and not requested', async () => {
    expect(await provider.getList(choicesOf('bunches'), page())).toEqual({ data: [], total: 0 })
    expect(server.calls).toEqual([])
  })

  it('of commands, known by their code, are fetched once until one is saved', async () => {
    server.handlers[METHODS] = () =>
      answer([
        { code: 'reboot', caption: '재부팅', content: { Type: 'text' } },
        { code: 'light', caption: '표시등', content: { Type: 'number' } },
      ])
    const methods = choicesOf('methods')
    const search = (q: string) => provider.getList(methods, page({ filter: { q } }))
    expect(idsOf(await search(''))).toEqual(['light', 'reboot'])
    expect(queryOf()).toEqual({ subject: 'order' })
    await search('재')
    await search('재부')
    expect((await provider.getMany(methods, { ids: ['light'] })).data).toMatchObject([{ code: 'light' }])
    expect(server.sent(METHODS)).toHaveLength(1)
    server.handlers['PUT /api/resources/methods/1'] = () => answer({ id: 1 })
    await provider.update('methods', { id: 1, data: {}, previousData: { id: 1 } })
    await search('표')
    expect(server.sent(METHODS)).toHaveLength(2)
  })
})

it('resources that exist only in config are read by ra-data-simple-rest, with the token', async () => {
  server.handlers['GET /api/resources/sims'] = restPage([{ id: 1 }], 41)
  const { total } = await provider.getList('sims', page())
  expect(lastCall().headers.get('authorization')).toMatch(/^Bearer ./)
  expect(total).toBe(41)
})

describe('other calls', () => {
  it('an order is sent with an idempotency key; a result of false is returned', async () => {
    server.handlers['POST /api/orders/order'] = refusal(200, '대상이 없습니다')
    const result = await provider.registerOrder({ code: 'reboot', data: '', targets: ['35'] }, ['wish'])
    expect(result).toMatchObject({ result: false })
    expect(lastCall().headers.get('idempotency-key')).toBeTruthy()
  })

  it('counts are undefined on a server that has none', async () => {
    expect(await provider.orderCounts()).toBeUndefined()
  })
})
