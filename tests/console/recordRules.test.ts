/** Saving records (§7), filters of whole lists, and what forms do with typed text and records. */
import { beforeEach, describe, expect, it } from 'vitest'
import { restFilter } from '../../src/console/api/filters'
import { pageOfList } from '../../src/console/api/wholePages'
import { applyMask, caretAfter } from '../../src/console/forms/kinds/MaskedText'
import {
  changedFields,
  mergedValues,
  recordToSend,
  startValues,
} from '../../src/console/forms/record/formValues'
import { validateVisible } from '../../src/console/forms/record/resolver'
import type { CompiledFilter } from '../../src/engine/compiled'
import type { WriteContext } from '../../src/engine/validation/writableRecord'
import { config, signIn } from '../support/consoleWorld'
import { configWith, SIMS } from '../support/sims'
import { payload, realProvider, refusal, stubServer } from '../support/stubServer'

describe('the data provider', () => {
  const provider = realProvider()
  let server: ReturnType<typeof stubServer>
  beforeEach(() => {
    signIn({ level: 9 })
    server = stubServer()
    server.fallback = payload({ id: 5, name: 'x' })
  })
  const lines = () => server.calls.map(({ method, path }) => `${method} ${path}`)
  const previousData = { id: 5 }

  // resource, call that creates and the id of a new record, call that changes, path of a deletion, path of a read
  it.each([
    ['clients', 'PUT /api/clients/', 0, 'PUT /api/clients/', '/api/admin/clients/5', '/api/clients/5'],
    ['vendors', 'PUT /api/admin/vendors', 0, 'PUT /api/admin/vendors/5', '/api/admin/vendors/5', undefined],
    ['batches', 'PUT /api/batches/-1', -1, 'PUT /api/batches/5', '/api/batches/5', undefined],
  ])(
    'creates, changes, deletes and reads %s by the calls of §7',
    async (resource, create, id, update, remove, read) => {
      const { data } = await provider.create(resource, { data: { name: 'x', extra: 1 } })
      expect(data).toMatchObject({ id: 5, extra: 1 })
      await provider.update(resource, { id: '5', data: { id: 5, name: 'y' }, previousData })
      await provider.delete(resource, { id: 5, previousData })
      await provider.getOne(resource, { id: '5' })
      expect(lines()).toEqual([create, update, `DELETE ${remove}`, `GET ${read ?? remove}`])
      expect(server.calls.slice(0, 2).map(({ body }) => body)).toEqual([
        { name: 'x', extra: 1, id },
        { id: 5, name: 'y' },
      ])
    },
  )

  it('keeps what was sent when the server answers a save with nothing', async () => {
    server.fallback = payload(undefined)
    const { data } = await provider.update('vendors', { id: 5, data: { name: 'y' }, previousData })
    expect(data).toMatchObject({ id: 5, name: 'y' })
  })

  it('does not ask for an id that is no number', async () => {
    await expect(provider.getOne('vendors', { id: '5/../6' })).rejects.toThrow('ra.page.not_found')
    expect(server.calls).toEqual([])
  })

  it('has no pictures where the server has none', async () => {
    server.fallback = refusal(405, '')
    expect(await provider.images('vendors')).toBeUndefined()
    expect(await provider.images('sims')).toBeUndefined()
  })
})

describe('a whole list', () => {
  const clients = [
    { id: 1, name: '김하나', phone: '01012345678', vendor: 0, level: 1, paid: false, vendor_paid: false },
    { id: 2, name: '이두리', phone: '01099998888', vendor: 3, level: 3, paid: false, vendor_paid: true },
    { id: 3, name: '박세찬', phone: '0212345678', vendor: 0, level: 3, paid: true, vendor_paid: false },
  ]
  const rules = {
    resource: config.resources.clients!,
    ruleContext: { level: 9, levels: config.levels.numbers },
  }
  const idsOf = (filter: object, sort = { field: 'id', order: 'ASC' as 'ASC' | 'DESC' }) =>
    pageOfList(clients, { filter, sort, pagination: { page: 1, perPage: 10 } }, rules).data.map(
      ({ id }) => id,
    )

  it.each([
    [{ search: '두리' }, [2]],
    [{ search: '1234-5678' }, [1, 3]],
    [{ search: '없음' }, []],
    [{ waiting: true }, [1]],
    [{ vendor: 3 }, [2]],
    [{ paid: 'true' }, [2, 3]],
    [{ id: [1, 2] }, [1, 2]],
    [{ level_gte: 2, level_lte: 5 }, [2, 3]],
    [{ level: 3, search: '박' }, [3]],
  ])('is filtered by %o as config says: %o', (filter, ids) => expect(idsOf(filter)).toEqual(ids))

  it('is ordered by what the column shows: the payment of the vendor, or the client’s own', () => {
    expect(idsOf({}, { field: 'paid', order: 'DESC' }).at(-1)).toBe(1)
  })
})

it('filters of a resource that exists only in config are sent by their fields', () => {
  const label = { ko: '', en: '' }
  const filter = { label, shownFrom: 0, level: 'none' } as const
  const filters: CompiledFilter[] = [
    { ...filter, name: 'find', type: 'search' },
    { ...filter, name: 'kind', field: 'plan', type: 'select', all: { value: 'all', label } },
  ]
  expect(restFilter(filters, { find: 'x', kind: 'lte', other: '' })).toEqual({ find: 'x', plan: 'lte' })
  expect(restFilter(filters, { kind: 'all' })).toEqual({})
})

describe('typed text', () => {
  it.each([
    ['', ''],
    ['1208', '120-8'],
    ['1208147521', '120-81-47521'],
  ])('%j is masked as %j', (digits, text) => expect(applyMask(digits, '###-##-#####')).toBe(text))

  it.each([
    [3, 3],
    [4, 5],
  ])('the caret after %i digits is at %i in a mask', (digits, position) => {
    expect(caretAfter('120-81', digits)).toBe(position)
  })
})

describe('a form', () => {
  const vendors = config.resources.vendors!
  const expired = '2027-01-01T00:00:00Z'
  const stored = { id: 1, name: 'A', brn: '1208147521', addr: 'x', paid: true, expired, extra: 7 }
  const writing: WriteContext = { action: 'edit', level: 9, levels: config.levels.numbers, current: stored }

  it('starts with the defaults of config, and without absent times', () => {
    expect(startValues(vendors)).toMatchObject({ name: '', active: true, paid: false, expired: null })
    expect(startValues(vendors, { ...stored, expired: '0001-01-01T00:00:00Z' }).expired).toBeNull()
  })

  it('sends unknown and hidden values as they were', () => {
    const sent = recordToSend(vendors, { ...startValues(vendors, stored), paid: false }, writing)
    expect(sent).toMatchObject({ id: 1, extra: 7, paid: false, expired })
  })

  it('merges the changes of two users', () => {
    const mine = { ...startValues(vendors, stored), addr: 'mine' }
    const merged = mergedValues(vendors, stored, mine, { ...stored, name: 'theirs', addr: 'theirs' })
    expect(merged).toMatchObject({ name: 'theirs', addr: 'mine' })
    expect(changedFields(vendors, stored, mine).map(({ name }) => name)).toEqual(['addr'])
  })
})

const device = { type: 'reference', reference: 'devices', label: '단말', required: true }
const others = { type: 'references', reference: 'devices', label: '다른 단말', required: true }
const checks = [{ name: 'pair', check: '!empty(device) && size(others) > 0', message: '단말이 필요합니다.' }]
const { shared } = configWith('sims', { ...SIMS, fields: { ...SIMS.fields, device, others }, checks })
const shown = { iccid: '89', carrier: 'kt', device: 0, others: [] }
/** The fields with an error. @param current the stored values of an existing record */
const problems = (values: object, current?: object) =>
  Object.keys(
    validateVisible(
      shared.resources.sims!,
      { ...shown, ...values },
      {
        action: current ? 'edit' : 'create',
        level: 6,
        levels: shared.levels.numbers,
        password: shared.app.limits.password,
        ...(current && { current: { ...shown, ...current } }),
      },
    ),
  )
it('a reference that the user does not see is judged by the server, with the rules that use it, unless the user changes it', () => {
  expect(problems({})).toEqual(['device', 'others'])
  expect(problems({ note: 'x' }, {})).toEqual([])
  expect(problems({}, { device: 3, others: [4] })).toEqual(['device', 'others'])
  expect(problems({ device: 3 }, {})).toEqual([])
})
