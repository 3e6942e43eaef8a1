/**
 * Roles over every kind of record and every way to it: a role with a row rule for each kind finds there the records of its rule and no
 * others, one that may list no kind is given nothing, and a master without a role finds both, so that each question can tell (security 74).
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { heardBy } from '../../src/server/live/scope'
import { withRole } from '../../src/server/roles'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { configOfKinds, fieldOf, fillKinds, KINDS, type Kind, RESOURCES, WORD } from '../support/roleWorld'
import { startTestApp, type TestApp } from '../support/server'

const current = configOfKinds()
const config = { ...testConfig(), current: () => current }
const { numbers } = current.shared.levels

const PEOPLE = ['no role', 'narrow', 'staff', 'closed'] as const
type Person = (typeof PEOPLE)[number]
const emailOf = (who: Person) => `${who.replace(' ', '-')}@roles.test`

/** The column of a spreadsheet in which a record is known, where that is not its name. */
const MARKED: Readonly<Record<string, string>> = { devices: 'id', methods: 'code', orders: 'title' }

type Found = 'seen' | 'unseen'
/** What each of them is to find, by whatever way. */
const FINDS: Readonly<Record<Person, Found[]>> = {
  'no role': ['seen', 'unseen'],
  narrow: ['seen'],
  staff: ['seen'],
  closed: [],
}
/** What the level of `staff` has not, whatever the rows of its role. */
const NOT_OF_STAFF: Readonly<Record<string, string[]>> = {
  vendors: ['lists', 'counts', 'addresses', 'searches', 'spreadsheets', 'references', 'history', 'streams'],
  methods: ['spreadsheets'],
}
const NOT_DELETED_BY_STAFF = ['vendors', 'models', 'bunches', 'methods']

function expected(way: string, kind: string, who: Person): Found[] {
  // To refer to a record asks for its rows alone, as of levels.
  if (who === 'closed' && way === 'references') return ['seen', 'unseen']
  if (who !== 'staff') return FINDS[who]
  const isRefused = way.startsWith('questions')
    ? NOT_DELETED_BY_STAFF.includes(kind)
    : NOT_OF_STAFF[kind]?.includes(way)
  return isRefused ? [] : FINDS.staff
}

const BOTH = ['seen', 'unseen'] as const

let api: TestApp
let ids: Awaited<ReturnType<typeof fillKinds>>
beforeAll(async () => {
  const db = await newDatabase()
  api = await startTestApp(db, { bare: true, config })
  ids = await fillKinds(db)
  for (const who of PEOPLE) {
    await api.addAccount({ email: emailOf(who), level: who === 'staff' ? numbers.vendor : numbers.master })
    if (who !== 'no role')
      await db.updateTable('clients').set({ role: who }).where('email', '=', emailOf(who)).execute()
  }
})

const ask = (who: Person, request: Parameters<TestApp['ask']>[1]) => api.ask(emailOf(who), request)

/** Nothing of an answer that refuses; a failure of the server is none. */
async function answerOf(who: Person, request: Parameters<TestApp['ask']>[1]) {
  const answer = await ask(who, request)
  if (![200, 403, 404, 409, 422].includes(answer.statusCode)) throw new Error(answer.body)
  return { isGiven: answer.statusCode === 200, text: answer.statusCode === 200 ? answer.body : '', answer }
}

const found = (text: string, { marks }: Kind): Found[] => BOTH.filter(which => text.includes(marks[which]))

/** Asks for each of the two by itself. */
async function each(asks: (which: Found) => Promise<boolean>): Promise<Found[]> {
  const answers: Found[] = []
  for (const which of BOTH) if (await asks(which)) answers.push(which)
  return answers
}

type Way = (kind: string, who: Person) => Promise<Found[]>

/** Each way, and of which kinds it is one. */
const WAYS: Readonly<Record<string, { of: (kind: Kind) => boolean; ask: Way }>> = {
  lists: {
    of: () => true,
    ask: async (kind, who) => {
      const one = KINDS[kind]!
      const texts = [(await answerOf(who, one.list)).text]
      for (const url of one.further ?? []) texts.push((await answerOf(who, url)).text)
      return found(texts.join(), one)
    },
  },
  counts: {
    of: () => true,
    ask: async (kind, who) => {
      const { isGiven, answer } = await answerOf(who, KINDS[kind]!.list)
      if (!isGiven) return []
      const range = /\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))?.[1]
      const count = range ? Number(range) : (answer.json() as { count: number }).count
      expect([0, 1, 2]).toContain(count)
      return BOTH.slice(0, count)
    },
  },
  addresses: {
    of: ({ one }) => one !== undefined,
    ask: (kind, who) =>
      each(async which => (await answerOf(who, KINDS[kind]!.one!(ids[kind]![which]))).isGiven),
  },
  searches: {
    of: ({ search }) => search !== undefined,
    ask: async (kind, who) => {
      const { text } = await answerOf(who, KINDS[kind]!.search!)
      if (!String(KINDS[kind]!.search!.url).startsWith('/api/search')) return found(text, KINDS[kind]!)
      const { payload } = JSON.parse(text) as { payload: { resource: string }[] }
      return found(JSON.stringify(payload.filter(({ resource }) => resource === kind)), KINDS[kind]!)
    },
  },
  spreadsheets: {
    of: () => true,
    ask: async (kind, who) =>
      found(
        (
          await answerOf(
            who,
            `/api/exports/${kind}?export[format]=csv&export[columns]=${MARKED[kind] ?? 'name'}`,
          )
        ).text,
        KINDS[kind]!,
      ),
  },
  references: {
    of: ({ isReferredTo }) => isReferredTo,
    ask: (kind, who) =>
      each(async which => {
        const id = ids[kind]![which]
        const save = async (values: object) =>
          (
            await ask(who, {
              method: 'POST',
              url: '/api/resources/links',
              payload: { name: WORD, ...values },
            })
          ).statusCode
        const one = await save({ [fieldOf(kind)]: id })
        const several = await save({ [`${fieldOf(kind)}_all`]: [id] })
        expect([200, 422]).toContain(one)
        expect(several).toBe(one)
        return one === 200
      }),
  },
  'questions before a deletion': {
    of: ({ isRemoved }) => isRemoved,
    ask: (kind, who) =>
      each(async which => {
        const { answer } = await answerOf(who, `/api/removals/${kind}/${ids[kind]![which]}`)
        // Refused because something refers to it: it is known to be there.
        return [200, 409].includes(answer.statusCode)
      }),
  },
  history: {
    of: () => true,
    ask: async (kind, who) => {
      const { text } = await answerOf(who, `/api/history?resource=${kind}&page_limit=100`)
      return found(text, KINDS[kind]!)
    },
  },
  streams: {
    of: () => true,
    ask: async (kind, who) => {
      const { role, ...account } = await api.db
        .selectFrom('clients')
        .select(['id', 'name', 'email', 'level', 'role', 'vendor_id as vendor'])
        .where('email', '=', emailOf(who))
        .executeTakeFirstOrThrow()
      const reader = { levels: numbers, session: 'one', ...withRole({ ...account, role }, current) }
      const told = BOTH.map(which => ids[kind]![which])
      // Of a vendor to which none of them belongs: who loses sight of a record hears that something has changed.
      const heard = await heardBy({ db: api.db, config }, reader, [
        { resource: kind, ids: told.map(String), vendors: [7] },
      ])
      const heardIds = heard.flatMap(change =>
        change.resource === kind ? (change.ids ?? told.map(String)) : [],
      )
      return BOTH.filter(which => heardIds.includes(String(ids[kind]![which])))
    },
  },
}

it('there is a row for every resource of config, and each way is one of several kinds', () => {
  expect(Object.keys(KINDS).sort()).toEqual(
    Object.keys(current.shared.resources)
      .filter(name => name !== 'links')
      .sort(),
  )
  for (const [way, { of }] of Object.entries(WAYS))
    expect([way, Object.values(KINDS).filter(of).length]).toEqual([
      way,
      expect.toSatisfy(count => count >= 10),
    ])
})

describe.each(Object.keys(WAYS))('%s', way => {
  const kinds = Object.keys(KINDS).filter(kind => WAYS[way]!.of(KINDS[kind]!))
  it.each(kinds.flatMap(kind => PEOPLE.map(who => [kind, who] as const)))(
    'of %s for %s',
    async (kind, who) => {
      expect(await WAYS[way]!.ask(kind, who)).toEqual(expected(way, kind, who))
    },
  )
})

describe('changes', () => {
  const kinds = Object.keys(KINDS).filter(kind => KINDS[kind]!.one)
  const stored = async (kind: string) => {
    const table = Object.hasOwn(RESOURCES, kind) ? 'records' : kind
    return (await sql`select * from ${sql.table(table)} order by id`.execute(api.db)).rows
  }

  it.each(kinds)('of %s reach nothing outside of the rows, and leave it as it is', async kind => {
    const { one, changes } = KINDS[kind]!
    const id = ids[kind]!.unseen
    const read = (await ask('no role', one!(id))).json() as { payload?: object }
    const record = read.payload ?? read
    const asked = changes?.(id, record) ?? [
      { method: 'PUT' as const, url: one!(id), payload: record },
      { method: 'DELETE' as const, url: one!(id) },
    ]
    const before = await stored(kind)
    for (const request of asked) expect((await ask('narrow', request)).statusCode).toBe(404)
    expect(await stored(kind)).toEqual(before)
    // Who has no role finds the record: it is saved, or told what it lacks.
    expect([200, 422]).toContain((await ask('no role', asked[0]!)).statusCode)
  })
})

it('the results of an order are there with the order, for the devices within the rows', async () => {
  const results = (who: Person, which: Found) => ask(who, `/api/orders/${ids.orders![which]}/results`)
  const codes = async (who: Person) => [
    (await results(who, 'seen')).statusCode,
    (await results(who, 'unseen')).statusCode,
  ]
  expect([await codes('no role'), await codes('narrow')]).toEqual([
    [200, 200],
    [200, 404],
  ])
})

it('a record within the rows keeps what it says of others; a role takes that by `fields`', async () => {
  const named = KINDS.clients!.marks.unseen
  await api.db
    .updateTable('devices')
    .set({ client_id: Number(ids.clients!.unseen) })
    .execute()
  const names = async (who: Person) =>
    ((await ask(who, '/api/devices')).json() as { data: { client_name: string }[] }).data.map(
      ({ client_name }) => client_name,
    )
  expect([await names('no role'), await names('narrow')]).toEqual([[named, named], [named]])
})
