/** Rows of a form: records that are saved together with the record to which they belong (`children` in config). */
import { afterEach, describe, expect, it } from 'vitest'
import { runUniqueUpkeep } from '../../src/server/upkeep/uniqueUpkeep'
import { indexesNamed } from '../support/plans'
import { quotesConfig } from '../support/quotes'
import { countRows, findRows, insertRow, updateRows } from '../support/rows'
import { startTestApp } from '../support/server'

type Json = Record<string, unknown>
type Line = Json & { id: number; name: string }
type Quote = Json & { id: number; updated: string; lines: Line[] }

const QUOTES_URL = '/api/resources/quotes'
const LINES_URL = '/api/resources/quote-lines'
const OTHER = 'other@test.local'
const usual = quotesConfig()
let current = usual

const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'vendors', { id: 2, name: '두리전자' })
await insertRow(api.db, 'models', { name: 'TX-1' })
await api.addAccount({ email: OTHER, level: 3, vendor: 2 })
afterEach(() => {
  current = usual
})

const call = async (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: Json) => {
  const response = await api.ask(who, { method, url, ...(payload && { payload }) })
  const body = response.json() as Quote & { errors?: Json; code?: string; record?: Quote }
  return { status: response.statusCode, body, errors: Object.keys(body.errors ?? {}) }
}
const create = (values: Json, who = 'vendor') => call(who, 'POST', QUOTES_URL, { title: '견적', ...values })
const change = (id: number, values: Json, who = 'vendor') => call(who, 'PUT', `${QUOTES_URL}/${id}`, values)
const read = async (id: number, who = 'vendor') => (await call(who, 'GET', `${QUOTES_URL}/${id}`)).body
const remove = (id: number, who = 'vendor') => call(who, 'DELETE', `${QUOTES_URL}/${id}`)
const addLine = (values: Json, who = 'vendor') => call(who, 'POST', LINES_URL, values)
const readLine = (id: number) => call('vendor', 'GET', `${LINES_URL}/${id}`)
const changeLine = (id: number, values: Json) => call('vendor', 'PUT', `${LINES_URL}/${id}`, values)
const createWith = async (...lines: (Json | string)[]) => {
  const rows = lines.map(row => (typeof row === 'string' ? { name: row } : row))
  const { status, body, errors } = await create({ lines: rows })
  expect([status, errors]).toEqual([200, []])
  return body as Quote & { lines: [Line, Line, Line] }
}
const names = ({ lines }: Pick<Quote, 'lines'>) => lines.map(({ name }) => name)
const namesOf = async (id: number, who?: string) => names(await read(id, who))
const refused = (...fields: string[]) => ({ status: 422, errors: fields })
const historyOf = async (resource: string, id: number) =>
  (await findRows(api.db, 'history', { resource, record: String(id) })).map(({ action }) => action)

describe('the rows of a form', () => {
  it('are created with the record, in their order, and read with it but not in its list', async () => {
    const quote = await createWith({ name: '단말', amount: 100, quantity: 3 }, '설치')
    const stored = { id: expect.any(Number), updated: expect.any(String) }
    expect(quote.lines).toMatchObject([
      { ...stored, name: '단말', amount: 100, quantity: 3, total: 300 },
      { ...stored, name: '설치', quantity: 1 },
    ])
    expect(Object.keys(quote.lines[0]).slice(0, 3)).toEqual(['id', 'updated', 'name'])
    expect(await read(quote.id)).toEqual(quote)
    const list = (await api.ask('vendor', QUOTES_URL)).json() as Json[]
    expect(list.find(({ id }) => id === quote.id)).not.toHaveProperty('lines')
    const { body } = await readLine(quote.lines[1].id)
    expect(body).toMatchObject({ quote: quote.id, position: 1, note: '없음' })
  })

  it('are changed, added, deleted and reordered by one save', async () => {
    const quote = await createWith('가', '나', '다')
    const [a, b, c] = quote.lines
    const { status, body } = await change(quote.id, {
      updated: quote.updated,
      lines: [
        { id: c.id, name: '다' },
        { name: '라', amount: 1 },
        { ...a, amount: 7 },
      ],
    })
    expect([status, names(body)]).toEqual([200, ['다', '라', '가']])
    expect(body.lines.map(({ id }) => id)).toEqual([c.id, expect.any(Number), a.id])
    expect(body.lines[2]).toMatchObject({ amount: 7 })
    expect(await historyOf('quotes', quote.id)).toEqual(['created', 'changed'])
    expect(await historyOf('quote-lines', b.id)).toEqual(['created', 'deleted'])
    expect(await historyOf('quote-lines', a.id)).toEqual(['created', 'changed'])
  })

  it('stay if none are sent, get no history if unchanged, and are deleted by an empty list or null', async () => {
    const { id, lines } = await createWith({ name: '가', amount: 1 })
    expect(names((await change(id, { title: '다른 제목' })).body)).toEqual(['가'])
    expect(names((await change(id, { lines })).body)).toEqual(['가'])
    expect(await historyOf('quote-lines', lines[0].id)).toEqual(['created'])
    for (const none of [[], null]) expect((await change(id, { lines: none })).body.lines).toEqual([])
  })

  it('may swap a unique value, or take the one of a deleted row', async () => {
    const { id, lines } = await createWith('가', '나')
    const [a, b] = lines
    const swapped = await change(id, {
      lines: [
        { id: a.id, name: '나' },
        { id: b.id, name: '가' },
      ],
    })
    expect([swapped.status, names(swapped.body)]).toEqual([200, ['나', '가']])
    const taken = await change(id, { lines: [{ id: a.id }, { name: '가' }] })
    expect([taken.status, names(taken.body)]).toEqual([200, ['나', '가']])
  })
})

describe('a save is refused, and nothing is stored,', () => {
  const locked = [{ name: '가', note: 'x', quote: 1, position: 9 }]
  it.each<[string, Json[], string[]]>([
    ['a wrong value', [{ name: '가' }, { name: '나', amount: -1 }], ['lines[1].amount']],
    ['a broken rule', [{ name: '가', amount: 5000, quantity: 100 }], ['lines[0].quantity']],
    ['the same unique value twice', [{ name: '가' }, { name: '나' }, { name: '가' }], ['lines[2].name']],
    ['fields that are no columns', locked, ['lines[0].note', 'lines[0].quote', 'lines[0].position']],
    ['a column above the level', [{ name: '가', cost: 5 }], ['lines[0].cost']],
    ['a computed column', [{ name: '가', total: 5 }], ['lines[0].total']],
    ['an unknown reference', [{ name: '가', model: 99 }], ['lines[0].model']],
    ['an unknown id', [{ id: 999_999, name: '가' }], ['lines[0].id']],
    ['too many rows', Array.from({ length: 6 }, (_, index) => ({ name: `${index}` })), ['lines']],
    ['a list instead of a row', [[1] as never], ['lines']],
    ['far too many rows', Array.from({ length: 10_000 }, () => ({ id: 1 })), ['lines']],
  ])('with %s', async (_what, lines, fields) => {
    const before = await countRows(api.db, 'records')
    expect(await create({ lines })).toMatchObject(refused(...fields))
    expect(await countRows(api.db, 'records')).toBe(before)
  })

  it('with the row of another record or vendor, in the words for an unknown row, and with the same row twice', async () => {
    const quote = await createWith('가')
    const other = await createWith('나')
    const foreign = (await create({ lines: [{ name: '다' }] }, OTHER)).body
    const { id } = quote.lines[0]
    const messages = new Set<unknown>()
    for (const stolen of [other.lines[0].id, foreign.lines[0]!.id, 999_999]) {
      const response = await change(quote.id, { lines: [{ id }, { id: stolen, name: '훔친 것' }] })
      expect(response).toMatchObject(refused('lines[1].id'))
      messages.add(Object.values(response.body.errors!)[0])
    }
    expect(messages.size).toBe(1)
    expect(await change(quote.id, { lines: [{ id }, { id }] })).toMatchObject(refused('lines[1].id'))
    expect([await namesOf(other.id), await namesOf(foreign.id, OTHER)]).toEqual([['나'], ['다']])
  })
})

describe('a change made elsewhere', () => {
  it('is not overwritten by a save, which gets the new record', async () => {
    const quote = await createWith('가')
    await change(quote.id, { lines: [{ name: '나' }] })
    const late = await change(quote.id, { updated: quote.updated, lines: [{ name: '다' }] })
    expect([late.status, names(late.body.record!)]).toEqual([409, ['나']])
  })

  it('at the same time makes one of the two saves fail', async () => {
    const { id, updated, lines } = await createWith('가')
    const saves = ['하나', '둘'].map(name => change(id, { updated, lines: [...lines, { name }] }))
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(id)).lines).toHaveLength(2)
  })

  it('of a single row counts as a change of the record', async () => {
    const { id, lines } = await createWith('가', '나')
    const row = lines[0].id
    const changes: [() => Promise<{ status: number }>, string[]][] = [
      [() => changeLine(row, { amount: 3 }), ['가', '나']],
      [() => addLine({ name: '다', quote: id }), ['가', '나', '다']],
      [() => call('vendor', 'DELETE', `${LINES_URL}/${row}`), ['나', '다']],
    ]
    for (const [act, left] of changes) {
      const { updated } = await read(id)
      expect((await act()).status).toBe(200)
      const late = await change(id, { updated, lines: [] })
      expect([late.status, names(late.body.record!)]).toEqual([409, left])
    }
  })

  it('cannot add a single row beyond the maximum', async () => {
    const { id } = await createWith('1', '2', '3', '4', '5')
    expect(await addLine({ name: '6', quote: id })).toMatchObject(refused('quote'))
    const row = (await addLine({ name: '6' })).body
    expect(await changeLine(row.id, { quote: id })).toMatchObject(refused('quote'))
    expect((await read(id)).lines).toHaveLength(5)
  })
})

it('many rows moved to a record with few free places are refused from its maximum on', async () => {
  const { lines } = await createWith('가', '나', '다')
  const full = await createWith('1', '2', '3', '4')
  const ids = lines.map(({ id }) => String(id))
  const values = { quote: full.id }
  const move = (name: string, leaveOut?: number) => {
    const sheet = { name, kind: 'change', ids, expected: 3, values, ...(leaveOut && { leaveOut }) }
    return api.post('vendor', '/api/bulk/quote-lines', sheet)
  }
  const refusal = await move('move-lines-1')
  expect([refusal.statusCode, refusal.json()]).toMatchObject([422, { rowsTotal: 2 }])
  expect((await move('move-lines-2', 2)).statusCode).toBe(200)
  expect(await namesOf(full.id)).toHaveLength(5)
})

describe('rights', () => {
  const onlyMasters = (...actions: string[]) => {
    current = quotesConfig((_, lines) =>
      Object.assign(lines.access as Json, Object.fromEntries(actions.map(action => [action, 'master']))),
    )
  }

  it('a user who may not list rows does not get them and may not send any', async () => {
    const { id } = await createWith('가')
    onlyMasters('list', 'show', 'create', 'edit', 'delete')
    expect(await read(id)).not.toHaveProperty('lines')
    expect(await change(id, { lines: [{ name: '나' }] })).toMatchObject(refused('lines'))
    expect((await change(id, { title: '새 제목', lines: [] })).status).toBe(200)
    current = usual
    expect(await namesOf(id)).toEqual(['가'])
  })

  it('a user who may only read rows sends them back unchanged', async () => {
    const { id, lines } = await createWith('가', '나')
    const [a, b] = lines
    onlyMasters('create', 'edit', 'delete')
    expect((await change(id, { title: '새 제목', lines: [a, b] })).status).toBe(200)
    for (const changed of [[a, { ...b, amount: 5 }], [b, a], [a], [a, b, { name: '다' }]])
      expect(await change(id, { lines: changed })).toMatchObject(refused('lines'))
    expect((await change(id, { lines: [{ ...a, amount: 5 }, b] }, 'master')).status).toBe(200)
  })

  it('a user who may create but not edit adds rows at the end', async () => {
    const { id, lines } = await createWith('가', '나')
    onlyMasters('edit', 'delete')
    const added = await change(id, { lines: [lines[0], { name: '다' }, lines[1]] })
    expect([added.status, names(added.body)]).toEqual([200, ['가', '나', '다']])
  })

  it('a row belongs to the vendor of its record and moves with it', async () => {
    const { id, lines } = await createWith('가')
    await change(id, { lines: [...lines, { name: '나', cost: 9 }] }, 'master')
    expect(await namesOf(id)).toEqual(['가', '나'])
    expect((await read(id)).lines[1]).not.toHaveProperty('cost')
    await addLine({ name: '다', quote: id }, 'master')
    expect(await namesOf(id)).toEqual(['가', '나', '다'])
    expect((await change(id, { vendor: 2 }, 'master')).status).toBe(200)
    expect(await namesOf(id, OTHER)).toEqual(['가', '나', '다'])
    expect((await readLine(lines[0].id)).status).toBe(404)
  })

  it('a row that stayed with its vendor when its record moved can still be changed, and gets no sibling', async () => {
    const { id, lines } = await createWith('가')
    await updateRows(api.db, 'records', { id }, { vendor_id: 2 })
    expect((await changeLine(lines[0].id, { amount: 5 })).status).toBe(200)
    expect(await addLine({ name: '나', quote: id })).toMatchObject(refused('quote'))
    expect(await namesOf(id, OTHER)).toEqual([])
  })
})

it('a role with row rules keeps rows outside its rules unchanged, and creates none', async () => {
  const resources = { 'quote-lines': { rows: { field: 'name', ne: '비밀' } } }
  current = quotesConfig(undefined, { narrow: { label: '역할', level: 'vendor', resources } })
  const { vendor: level } = usual.shared.levels.numbers
  const NARROW = 'narrow@test.local'
  await api.addAccount({ email: NARROW, level, vendor: 1, role: 'narrow' })
  const { id, lines } = await createWith('비밀', '나')
  expect(await namesOf(id, NARROW)).toEqual(['나'])
  expect((await change(id, { lines: [{ name: '다' }] }, NARROW)).status).toBe(200)
  expect((await namesOf(id)).sort()).toEqual(['다', '비밀'])
  const outside = await change(id, { lines: [{ name: '비밀' }] }, NARROW)
  expect(outside.body.code).toBe('role.outside')
  const hidden = await change(id, { lines: [{ id: lines[0].id }] }, NARROW)
  expect(hidden).toMatchObject(refused('lines[0].id'))
  expect(await remove(id, NARROW)).toMatchObject({ status: 409, body: { code: 'record.outOfReach' } })
})

it('a deletion removes the rows, each with its history, unless one is of another vendor', async () => {
  const quote = await createWith('가', '나')
  expect((await remove(quote.id)).status).toBe(200)
  for (const { id } of quote.lines) {
    expect((await readLine(id)).status).toBe(404)
    expect(await historyOf('quote-lines', id)).toEqual(['created', 'deleted'])
  }
  const { id, lines } = await createWith('가')
  await updateRows(api.db, 'records', { id: lines[0].id }, { vendor_id: 2 })
  expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'record.outOfReach' } })
})

it('the rows of a record have an index', async () => {
  await runUniqueUpkeep(api.db, {}, usual.shared)
  expect((await indexesNamed(api.db, 'fleet_links_')).join()).toContain("'quote'")
})
