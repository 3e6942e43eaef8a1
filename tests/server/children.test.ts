/** Records that are saved with the one to which they belong (`children` in config). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { quotesConfig } from '../support/quotes'
import { startTestApp, type TestAccount, type TestApp } from '../support/server'

const QUOTES_URL = '/api/resources/quotes'
const LINES_URL = '/api/resources/quote-lines'
let current = quotesConfig()
const config = { ...testConfig(), current: () => current }

type Json = Record<string, unknown>
type Line = Json & { id: number; name: string }
type Quote = Json & { id: number; updated: string; lines: Line[] }

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  await api.db.insertInto('vendors').values({ id: 2, name: '두리전자' }).execute()
  await api.db.insertInto('models').values({ name: 'TX-1' }).execute()
  await api.addAccount({ email: 'other@test.local', level: 3, vendor: 2 })
})

const call = async (
  who: TestAccount | (string & {}),
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: Json,
) => {
  const answer = await api.ask(who, { method, url, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    body: answer.json() as Quote & { errors?: Json; code?: string; message?: string },
  }
}
const create = (values: Json, who: TestAccount | (string & {}) = 'vendor') =>
  call(who, 'POST', QUOTES_URL, { title: '견적', ...values })
const change = (id: number, values: Json, who: TestAccount | (string & {}) = 'vendor') =>
  call(who, 'PUT', `${QUOTES_URL}/${id}`, values)
const read = async (id: number, who: TestAccount | (string & {}) = 'vendor') =>
  (await call(who, 'GET', `${QUOTES_URL}/${id}`)).body
const made = async (lines: Json[], values: Json = {}) => {
  const { status, body } = await create({ ...values, lines })
  expect([status, body.errors]).toEqual([200, undefined])
  return body
}
const names = (quote: Pick<Quote, 'lines'>) => quote.lines.map(line => line.name)
const wrong = ({ status, body }: { status: number; body: { errors?: Json } }) => [
  status,
  Object.keys(body.errors ?? {}),
]
const historyOf = async (resource: string, id: number) => {
  const { rows } = await sql<{ action: string }>`
      select action from history where resource = ${resource} and record = ${String(id)} order by id`.execute(
    api.db,
  )
  return rows.map(({ action }) => action)
}

describe('the rows of a form', () => {
  it('are made with the record, in their order, by their own rules, and come with it alone', async () => {
    const quote = await made([{ name: '단말', amount: 100, quantity: 3 }, { name: '설치' }])
    expect(quote.lines).toMatchObject([
      {
        id: expect.any(Number),
        updated: expect.any(String),
        name: '단말',
        amount: 100,
        quantity: 3,
        total: 300,
      },
      { id: expect.any(Number), updated: expect.any(String), name: '설치', quantity: 1 },
    ])
    expect(Object.keys(quote.lines[0]!).slice(0, 3)).toEqual(['id', 'updated', 'name'])
    expect(await read(quote.id)).toEqual(quote)
    const list = (await api.ask('vendor', QUOTES_URL)).json() as Json[]
    expect(list.find(({ id }) => id === quote.id)).not.toHaveProperty('lines')
    const alone = (await call('vendor', 'GET', `${LINES_URL}/${quote.lines[1]!.id}`)).body
    expect(alone).toMatchObject({ quote: quote.id, position: 1, note: '없음' })
  })

  it('are changed, added, left out and put in another order by one save', async () => {
    const quote = await made([{ name: '가' }, { name: '나' }, { name: '다' }])
    const [a, , c] = quote.lines as [Line, Line, Line]
    const { status, body } = await change(quote.id, {
      updated: quote.updated,
      lines: [
        { id: c.id, name: '다' },
        { name: '라', amount: 1 },
        { ...a, amount: 7 },
      ],
    })
    expect([status, names(body), body.lines.map(({ id }) => id === a.id || id === c.id)]).toEqual([
      200,
      ['다', '라', '가'],
      [true, false, true],
    ])
    expect(body.lines[2]).toMatchObject({ id: a.id, amount: 7 })
    expect(await historyOf('quotes', quote.id)).toEqual(['created', 'changed'])
    expect(await historyOf('quote-lines', quote.lines[1]!.id)).toEqual(['created', 'deleted'])
    expect(await historyOf('quote-lines', a.id)).toEqual(['created', 'changed'])
  })

  it('stay as they are where none are sent, and a row that is sent as it is has no new history', async () => {
    const quote = await made([{ name: '가', amount: 1 }])
    expect(names((await change(quote.id, { title: '다른 제목' })).body)).toEqual(['가'])
    expect(names((await change(quote.id, { lines: quote.lines })).body)).toEqual(['가'])
    expect(await historyOf('quote-lines', quote.lines[0]!.id)).toEqual(['created'])
    expect((await change(quote.id, { lines: [] })).body.lines).toEqual([])
    expect((await change(quote.id, { lines: null })).body.lines).toEqual([])
  })

  it('may swap a value that is unique, and take that of a row that goes', async () => {
    const { id, lines } = await made([{ name: '가' }, { name: '나' }])
    const [a, b] = lines as [Line, Line]
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

describe('what is wrong', () => {
  it.each<[string, Json[], string[]]>([
    ['a value', [{ name: '가' }, { name: '나', amount: -1 }], ['lines[1].amount']],
    ['of another kind', [{ name: 5, amount: 'x' }], ['lines[0].name', 'lines[0].amount']],
    ['a missing one', [{ amount: 1 }], ['lines[0].name']],
    ['a rule over several', [{ name: '가', amount: 5000, quantity: 100 }], ['lines[0].quantity']],
    ['twice the same', [{ name: '가' }, { name: '나' }, { name: '가' }], ['lines[2].name']],
    [
      'a key that is no cell',
      [{ name: '가', note: 'x', quote: 1, position: 9 }],
      ['lines[0].note', 'lines[0].quote', 'lines[0].position'],
    ],
    ['a cell above the level', [{ name: '가', cost: 5 }], ['lines[0].cost']],
    ['a reference to nothing', [{ name: '가', model: 99 }], ['lines[0].model']],
    ['an id of nobody', [{ id: 999_999, name: '가' }], ['lines[0].id']],
    [
      'an id that is none',
      [{ id: 'x', name: '가' }, { id: -1 }, { id: 1.5 }],
      ['lines[0].id', 'lines[1].id', 'lines[2].id'],
    ],
    ['what is worked out', [{ name: '가', total: 5 }], ['lines[0].total']],
    ['too many', Array.from({ length: 6 }, (_, at) => ({ name: `${at}` })), ['lines']],
    ['far too many', Array.from({ length: 10_000 }, () => ({ id: 1 })), ['lines']],
  ])('%s is said at its cell, and nothing is saved', async (_what, lines, places) => {
    const before = await api.db
      .selectFrom('records')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    expect(wrong(await create({ lines }))).toEqual([422, places])
    expect(
      await api.db
        .selectFrom('records')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
  })

  it.each<[unknown]>([[5], ['x'], [{}], [[1]], [[null]], [[[]]], [{ length: 3 }]])(
    '%j is no list of rows',
    async lines => {
      expect(wrong(await create({ lines }))).toEqual([422, ['lines']])
    },
  )

  it('comes with what is wrong with the record itself', async () => {
    expect(wrong(await create({ title: '', lines: [{ amount: 1 }] }))).toEqual([
      422,
      ['title', 'lines[0].name'],
    ])
  })

  it('a row of another record, of another vendor, and one that is sent twice', async () => {
    const mine = await made([{ name: '가' }])
    const other = await made([{ name: '나' }])
    const foreign = (await create({ lines: [{ name: '다' }] }, 'other@test.local')).body
    const id = mine.lines[0]!.id
    const said = await Promise.all(
      [other.lines[0]!.id, foreign.lines[0]!.id, 999_999].map(async one => {
        const answer = await change(mine.id, { lines: [{ id }, { id: one, name: '훔친 것' }] })
        return [...wrong(answer), Object.values(answer.body.errors!)]
      }),
    )
    expect(new Set(said.map(one => JSON.stringify(one))).size).toBe(1)
    expect(said[0]!.slice(0, 2)).toEqual([422, ['lines[1].id']])
    expect(wrong(await change(mine.id, { lines: [{ id }, { id }] }))).toEqual([422, ['lines[1].id']])
    expect(names(await read(other.id))).toEqual(['나'])
    expect(names(await read(foreign.id, 'other@test.local'))).toEqual(['다'])
  })
})

describe('somebody else', () => {
  it('who saved meanwhile is noticed, and what they saved comes with the refusal', async () => {
    const quote = await made([{ name: '가' }])
    await change(quote.id, { lines: [{ name: '나' }] })
    const late = await change(quote.id, { updated: quote.updated, lines: [{ name: '다' }] })
    expect([late.status, names(late.body.record as Quote)]).toEqual([409, ['나']])
  })

  it('of two who save at once one is refused', async () => {
    const quote = await made([{ name: '가' }])
    const both = await Promise.all(
      ['하나', '둘'].map(name =>
        change(quote.id, { updated: quote.updated, lines: [...quote.lines, { name }] }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(quote.id)).lines).toHaveLength(2)
  })

  it('who changes, adds or deletes a row by itself is noticed too', async () => {
    const quote = await made([{ name: '가' }, { name: '나' }])
    const url = `${LINES_URL}/${quote.lines[0]!.id}`
    const acts: [() => Promise<{ status: number }>, string[]][] = [
      [() => call('vendor', 'PUT', url, { amount: 3 }), ['가', '나']],
      [() => call('vendor', 'POST', LINES_URL, { name: '다', quote: quote.id }), ['가', '나', '다']],
      [() => call('vendor', 'DELETE', url), ['나', '다']],
    ]
    for (const [act, left] of acts) {
      const { updated } = await read(quote.id)
      expect((await act()).status).toBe(200)
      const late = await change(quote.id, { updated, lines: [] })
      expect([late.status, names(late.body.record as Quote)]).toEqual([409, left])
    }
  })

  it('cannot put a row too many into it from outside', async () => {
    const quote = await made(['1', '2', '3', '4', '5'].map(one => ({ name: one })))
    const added = await call('vendor', 'POST', LINES_URL, { name: '6', quote: quote.id })
    expect(wrong(added)).toEqual([422, ['quote']])
    const alone = (await call('vendor', 'POST', LINES_URL, { name: '6' })).body
    expect(wrong(await call('vendor', 'PUT', `${LINES_URL}/${alone.id}`, { quote: quote.id }))).toEqual([
      422,
      ['quote'],
    ])
    expect((await read(quote.id)).lines).toHaveLength(5)
  })
})

describe('rights', () => {
  const within = async (change: Parameters<typeof quotesConfig>[0], work: () => Promise<void>) => {
    const usual = current
    current = quotesConfig(change)
    await work().finally(() => {
      current = usual
    })
  }

  it('who may not list rows does not get them, and may not send any', async () => {
    const quote = await made([{ name: '가' }])
    await within(
      (_, lines) =>
        Object.assign(lines.access as Json, {
          list: 'master',
          show: 'master',
          create: 'master',
          edit: 'master',
          delete: 'master',
        }),
      async () => {
        expect(await read(quote.id)).not.toHaveProperty('lines')
        expect(wrong(await change(quote.id, { lines: [{ name: '나' }] }))).toEqual([422, ['lines']])
        expect(wrong(await change(quote.id, { title: '새 제목', lines: [] }))).toEqual([200, []])
      },
    )
    expect(names(await read(quote.id))).toEqual(['가'])
  })

  it('who may only read them sends them back as they are', async () => {
    const quote = await made([{ name: '가' }, { name: '나' }])
    const [a, b] = quote.lines as [Line, Line]
    await within(
      (_, lines) =>
        Object.assign(lines.access as Json, { create: 'master', edit: 'master', delete: 'master' }),
      async () => {
        expect(wrong(await change(quote.id, { title: '새 제목', lines: [a, b] }))).toEqual([200, []])
        for (const lines of [[a, { ...b, amount: 5 }], [b, a], [a], [a, b, { name: '다' }]])
          expect(wrong(await change(quote.id, { lines }))).toEqual([422, ['lines']])
        expect((await change(quote.id, { lines: [{ ...a, amount: 5 }, b] }, 'master')).status).toBe(200)
      },
    )
  })

  it('who may add but not change adds at the end', async () => {
    const quote = await made([{ name: '가' }, { name: '나' }])
    const [a, b] = quote.lines as [Line, Line]
    await within(
      (_, lines) => Object.assign(lines.access as Json, { edit: 'master', delete: 'master' }),
      async () => {
        const added = await change(quote.id, { lines: [a, { name: '다' }, b] })
        expect([added.status, names(added.body)]).toEqual([200, ['가', '나', '다']])
      },
    )
  })

  it('a row belongs to whom the record belongs, whoever adds it, and moves with it', async () => {
    const quote = await made([{ name: '가' }])
    const added = await change(quote.id, { lines: [...quote.lines, { name: '나', cost: 9 }] }, 'master')
    expect([added.status, names(await read(quote.id))]).toEqual([200, ['가', '나']])
    expect((await read(quote.id)).lines[1]).not.toHaveProperty('cost')
    const byItself = await call('master', 'POST', LINES_URL, { name: '다', quote: quote.id })
    expect([byItself.status, names(await read(quote.id))]).toEqual([200, ['가', '나', '다']])
    expect((await change(quote.id, { vendor: 2 }, 'master')).status).toBe(200)
    expect(names(await read(quote.id, 'other@test.local'))).toEqual(['가', '나', '다'])
    expect((await call('vendor', 'GET', `${LINES_URL}/${quote.lines[0]!.id}`)).status).toBe(404)
  })
})

it('a row whose record became another vendor’s before can still be changed by whose it is', async () => {
  const quote = await made([{ name: '가' }])
  await sql`update records set vendor_id = 2 where id = ${quote.id}`.execute(api.db)
  const url = `${LINES_URL}/${quote.lines[0]!.id}`
  expect((await call('vendor', 'PUT', url, { amount: 5 })).status).toBe(200)
  expect(wrong(await call('vendor', 'POST', LINES_URL, { name: '나', quote: quote.id }))).toEqual([
    422,
    ['quote'],
  ])
  expect(names(await read(quote.id, 'other@test.local'))).toEqual([])
})

describe('roles', () => {
  const ROLES = {
    clerk: {
      label: '접수',
      level: 'vendor',
      resources: { 'quote-lines': { access: { edit: false, delete: false } } },
    },
    blind: { label: '열람', level: 'vendor', resources: { 'quote-lines': { access: { list: false } } } },
    keeper: {
      label: '담당',
      level: 'vendor',
      resources: { 'quote-lines': { rows: { field: 'name', ne: '비밀' } } },
    },
  }
  const as = (role: keyof typeof ROLES) => `${role}@test.local`
  beforeAll(async () => {
    for (const role of Object.keys(ROLES) as (keyof typeof ROLES)[]) {
      const id = await api.addAccount({ email: as(role), level: 5, vendor: 1 })
      await sql`update clients set role = ${role}, level = (select level from clients where email = 'vendor@test.local')
          where id = ${id}`.execute(api.db)
    }
  })
  const inRoles = async (work: () => Promise<void>) => {
    const usual = current
    current = quotesConfig(undefined, ROLES)
    await work().finally(() => {
      current = usual
    })
  }

  it('take and give what may be done with rows', () =>
    inRoles(async () => {
      const quote = await made([{ name: '가' }])
      const [first] = quote.lines as [Line]
      expect(await read(quote.id, as('blind'))).not.toHaveProperty('lines')
      expect(wrong(await change(quote.id, { lines: [] }, as('clerk')))).toEqual([422, ['lines']])
      expect(wrong(await change(quote.id, { lines: [{ ...first, amount: 3 }] }, as('clerk')))).toEqual([
        422,
        ['lines'],
      ])
      const added = await change(quote.id, { lines: [first, { name: '나' }] }, as('clerk'))
      expect([added.status, names(added.body)]).toEqual([200, ['가', '나']])
    }))

  it('leave rows that they do not see as they are, and make none', () =>
    inRoles(async () => {
      const quote = await made([{ name: '비밀' }, { name: '나' }])
      const seen = await read(quote.id, as('keeper'))
      expect(names(seen)).toEqual(['나'])
      expect((await change(quote.id, { lines: [{ name: '다' }] }, as('keeper'))).status).toBe(200)
      expect(names(await read(quote.id)).sort()).toEqual(['다', '비밀'])
      expect((await change(quote.id, { lines: [{ name: '비밀' }] }, as('keeper'))).body.code).toBe(
        'role.outside',
      )
      const hidden = quote.lines[0]!.id
      expect(wrong(await change(quote.id, { lines: [{ id: hidden }] }, as('keeper')))).toEqual([
        422,
        ['lines[0].id'],
      ])
      const refused = await call(as('keeper'), 'DELETE', `${QUOTES_URL}/${quote.id}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'record.outOfReach'])
    }))
})

describe('deletion', () => {
  it('takes the rows along, each with its history', async () => {
    const quote = await made([{ name: '가' }, { name: '나' }])
    expect((await call('vendor', 'DELETE', `${QUOTES_URL}/${quote.id}`)).status).toBe(200)
    for (const { id } of quote.lines) {
      expect((await call('vendor', 'GET', `${LINES_URL}/${id}`)).status).toBe(404)
      expect(await historyOf('quote-lines', id)).toEqual(['created', 'deleted'])
    }
  })

  it('is refused while somebody else’s row that the caller does not see refers to it', async () => {
    const quote = await made([{ name: '가' }])
    await sql`update records set vendor_id = 2 where id = ${quote.lines[0]!.id}`.execute(api.db)
    const refused = await call('vendor', 'DELETE', `${QUOTES_URL}/${quote.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'record.outOfReach'])
  })
})

it(`finds the rows of a record by an index`, async () => {
  const { keepOnce } = await import('../../src/server/upkeep/uniqueUpkeep')
  await keepOnce(api.db, {}, current.shared)
  const { rows } = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where starts_with(indexname, 'fleet_links_')`.execute(
    api.db,
  )
  expect(rows.map(row => row.definition).join()).toContain("'quote'")
})
