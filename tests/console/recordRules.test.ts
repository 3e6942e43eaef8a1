import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { describedFilter } from '../../src/console/api/filters'
import { pageOfList } from '../../src/console/api/wholePages'
import { applyMask, caretAfter } from '../../src/console/forms/kinds/MaskedText'
import {
  changedFields,
  mergedValues,
  recordToSend,
  startValues,
} from '../../src/console/forms/record/formValues'
import { numberIn } from '../../src/domain/typed'
import type { Writing } from '../../src/engine/validation/writableRecord'
import { answer, config } from '../support/consoleWorld'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const provider = createDataProvider(
  createClient({
    timeoutMs: 1_000,
    token: () => 't',
    user: () => 'u',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  }),
  config,
  () => 9,
)
beforeEach(() => {
  server.mockReset()
  server.mockImplementation(async () => answer({ result: true, message: '', payload: { id: 5, name: 'x' } }))
  vi.stubGlobal('fetch', server)
})
const asked = () => {
  const [url, { method, body }] = server.mock.calls.at(-1)!
  return { line: `${method} ${url}`, body: body ? JSON.parse(String(body)) : undefined }
}

describe('saving says what §7 says', () => {
  it.each([
    ['clients', 'PUT /api/clients/', 0],
    ['vendors', 'PUT /api/admin/vendors', 0],
    ['batches', 'PUT /api/batches/-1', -1],
  ])('%s are created by %s', async (resource, line, id) => {
    const { data } = await provider.create(resource, { data: { name: 'x', ours: 1 } })
    expect(asked()).toEqual({ line, body: { name: 'x', ours: 1, id } })
    expect(data).toMatchObject({ id: 5, ours: 1 })
  })

  it.each([
    ['clients', 'PUT /api/clients/'],
    ['vendors', 'PUT /api/admin/vendors/5'],
    ['batches', 'PUT /api/batches/5'],
  ])('%s are changed by %s', async (resource, line) => {
    await provider.update(resource, { id: '5', data: { id: 5, name: 'y' }, previousData: { id: 5 } })
    expect(asked()).toEqual({ line, body: { id: 5, name: 'y' } })
  })

  it.each([
    ['clients', 'DELETE /api/admin/clients/5', 'GET /api/clients/5'],
    ['vendors', 'DELETE /api/admin/vendors/5', 'GET /api/admin/vendors/5'],
    ['batches', 'DELETE /api/batches/5', 'GET /api/batches/5'],
  ])('%s are deleted and read one by one', async (resource, deleted, read) => {
    await provider.delete(resource, { id: 5, previousData: { id: 5 } })
    expect(asked().line).toBe(deleted)
    await provider.getOne(resource, { id: '5' })
    expect(asked().line).toBe(read)
  })

  it('a server that answers a save with nothing leaves what was sent', async () => {
    server.mockResolvedValue(answer({ result: true, message: '' }))
    const { data } = await provider.update('vendors', { id: 5, data: { name: 'y' }, previousData: { id: 5 } })
    expect(data).toMatchObject({ id: 5, name: 'y' })
  })

  it('an id that is no number is not asked for', async () => {
    await expect(provider.getOne('vendors', { id: '5/../6' })).rejects.toThrow('ra.page.not_found')
    expect(server).not.toHaveBeenCalled()
  })

  it('models are choices by §7, and records where they are looked after', async () => {
    server.mockImplementation(async () =>
      answer([{ id: 1, name: 'a' }], 200, { 'content-range': 'models 0-0/1' }),
    )
    const params = { pagination: { page: 1, perPage: 20 }, sort: { field: 'name', order: 'ASC' as const } }
    await provider.getList('models', { ...params, filter: { q: '010' } })
    const url = new URL(server.mock.calls[0]![0], 'http://console.test')
    expect(url.pathname).toBe('/api/resources/models')
    expect(JSON.parse(url.searchParams.get('filter')!)).toEqual({ q: '010' })
  })

  it('pictures that a server does not have are none', async () => {
    server.mockResolvedValue(answer('', 405))
    expect(await provider.images('vendors')).toBeUndefined()
    expect(await provider.images('sims')).toBeUndefined()
  })
})

describe('lists that come whole, by the filters of config', () => {
  const clients = [
    { id: 1, name: '김하나', phone: '01012345678', vendor: 0, level: 1, paid: false, vendor_paid: false },
    { id: 2, name: '이두리', phone: '01099998888', vendor: 3, level: 3, paid: false, vendor_paid: true },
    { id: 3, name: '박세찬', phone: '0212345678', vendor: 0, level: 3, paid: true, vendor_paid: false },
  ]
  const rules = {
    resource: config.resources.clients!,
    about: { level: 9, levels: config.levels.numbers },
  }
  const ids = (filter: object, sort = { field: 'id', order: 'ASC' as 'ASC' | 'DESC' }) =>
    pageOfList(clients, { filter, sort, pagination: { page: 1, perPage: 10 } }, rules).data.map(
      ({ id }) => id,
    )

  it.each([
    [{ search: '두리' }, [2]],
    [{ search: '1234-5678' }, [1, 3]],
    [{ search: '없음' }, []],
    [{ waiting: true }, [1]],
    [{ vendor: 3 }, [2]],
    [{ vendor: '' }, [1, 2, 3]],
    [{ level: 3, search: '박' }, [3]],
  ])('%o leaves %o', (filter, left) => expect(ids(filter)).toEqual(left))

  it('orders by what the list shows: paid is the vendor’s or the client’s own', () => {
    expect(ids({}, { field: 'paid', order: 'DESC' }).at(-1)).toBe(1)
  })

  it('names filters of described resources by their fields', () => {
    const filters = [
      {
        name: 'find',
        type: 'search' as const,
        label: { ko: '', en: '' },
        shownFrom: 0,
        level: 'none' as const,
      },
      {
        name: 'kind',
        field: 'plan',
        type: 'select' as const,
        label: { ko: '', en: '' },
        shownFrom: 0,
        level: 'none' as const,
        all: { value: 'all', label: { ko: '', en: '' } },
      },
    ]
    expect(describedFilter(filters, { find: 'x', kind: 'lte', other: '' })).toEqual({
      find: 'x',
      plan: 'lte',
    })
    expect(describedFilter(filters, { kind: 'all' })).toEqual({})
  })
})

describe('what is typed', () => {
  it.each([
    ['', ''],
    ['120', '120'],
    ['1208', '120-8'],
    ['1208147521', '120-81-47521'],
    ['12081475219', '120-81-475219'],
  ])('digits %j stand as %j in a mask', (digits, text) =>
    expect(applyMask(digits, '###-##-#####')).toBe(text),
  )

  it('the caret stays behind its digit', () => {
    expect(caretAfter('120-81', 3)).toBe(3)
    expect(caretAfter('120-81', 4)).toBe(5)
    expect(caretAfter('120-81', 5)).toBe(6)
  })

  it.each([
    ['1,200', 1200],
    ['-3.5', -3.5],
    ['-', '-'],
    ['1.', '1.'],
    ['1.0', '1.0'],
    ['abc', 'abc'],
    ['99999999999999999999', '99999999999999999999'],
  ])('%j is %j as a number', (text, value) => expect(numberIn(text)).toBe(value))
})

describe('a form and its record', () => {
  const vendors = config.resources.vendors!
  const base = {
    id: 1,
    name: 'A',
    brn: '1208147521',
    addr: 'x',
    paid: true,
    expired: '2027-01-01T00:00:00Z',
    extra: 7,
  }
  const writing: Writing = { action: 'edit', level: 9, levels: config.levels.numbers, current: base }

  it('begins with the defaults of config, and keeps no absent time', () => {
    expect(startValues(vendors)).toMatchObject({ name: '', active: true, paid: false, expired: null })
    expect(startValues(vendors, { ...base, expired: '0001-01-01T00:00:00Z' }).expired).toBeNull()
  })

  it('sends back what it does not know, and keeps what is hidden', () => {
    const sent = recordToSend(vendors, { ...startValues(vendors, base), paid: false }, writing)
    expect(sent).toMatchObject({ id: 1, extra: 7, paid: false, expired: '2027-01-01T00:00:00Z' })
  })

  it('of two who changed a record, each keeps what they changed', () => {
    const mine = { ...startValues(vendors, base), addr: 'mine' }
    const merged = mergedValues(vendors, base, mine, { ...base, name: 'theirs', addr: 'theirs' })
    expect(merged).toMatchObject({ name: 'theirs', addr: 'mine' })
    expect(changedFields(vendors, base, mine).map(({ name }) => name)).toEqual(['addr'])
  })
})
