/**
 * Roles, for every kind of record and every way to read it (security 74): a role with row rules finds the records
 * inside its rules only, a role without rights to list finds nothing, and a master without a role finds both records.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesFor, Listeners } from '../../src/server/live/scope'
import { withRole } from '../../src/server/roles'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import {
  configOfKinds,
  fillKinds,
  KINDS,
  type Kind,
  linkTo,
  RESOURCES,
  SIDES,
  type Side,
} from '../support/roleWorld'
import { findRow, updateRows } from '../support/rows'
import { startTestApp, type TestApp } from '../support/server'

const current = configOfKinds()
const config = { ...testConfig(), current: () => current }
const { numbers } = current.shared.levels

const PEOPLE = ['no role', 'narrow', 'staff', 'closed'] as const
type Person = (typeof PEOPLE)[number]
const emailOf = (who: Person) => `${who.replace(' ', '-')}@roles.test`

const FOUND: Readonly<Record<Person, Side[]>> = {
  'no role': ['inside', 'outside'],
  narrow: ['inside'],
  staff: ['inside'],
  closed: [],
}
/** Ways that are closed to the level of `staff`. */
const CLOSED_TO_STAFF: Readonly<Record<string, string[]>> = {
  vendors: ['list', 'count', 'address', 'search', 'spreadsheet', 'reference', 'history', 'stream'],
  methods: ['spreadsheet'],
}
const NOT_DELETED_BY_STAFF = ['vendors', 'models', 'bunches', 'methods']

function expected(way: string, kind: string, who: Person): Side[] {
  // A reference needs the row only, not the right to list.
  if (who === 'closed' && way === 'reference') return ['inside', 'outside']
  if (who !== 'staff') return FOUND[who]
  const isRefused =
    way === 'removal' ? NOT_DELETED_BY_STAFF.includes(kind) : CLOSED_TO_STAFF[kind]?.includes(way)
  return isRefused ? [] : FOUND.staff
}

let api: TestApp
let ids: Awaited<ReturnType<typeof fillKinds>>
beforeAll(async () => {
  const db = await newDatabase()
  api = await startTestApp(db, { bare: true, config })
  ids = await fillKinds(db)
  for (const who of PEOPLE) {
    const level = who === 'staff' ? numbers.vendor : numbers.master
    await api.addAccount({ email: emailOf(who), level, ...(who !== 'no role' && { role: who }) })
  }
})

const ask = (who: Person, request: Parameters<TestApp['ask']>[1]) => api.ask(emailOf(who), request)

/** The response, and the body of a 200; fails on an error of the server. */
async function bodyOf(who: Person, request: Parameters<TestApp['ask']>[1]) {
  const response = await ask(who, request)
  if (![200, 403, 404, 409, 422].includes(response.statusCode)) throw new Error(response.body)
  return { response, body: response.statusCode === 200 ? response.body : '' }
}

const sidesIn = (body: string, { marks }: Kind) => SIDES.filter(side => body.includes(marks[side]))

async function sidesWhere(test: (side: Side) => Promise<boolean>): Promise<Side[]> {
  const found: Side[] = []
  for (const side of SIDES) if (await test(side)) found.push(side)
  return found
}

/** By the name of a way: which of the two records it shows. */
const WAYS: Readonly<Record<string, (kind: string, who: Person) => Promise<Side[]>>> = {
  list: async (kind, who) => {
    const { list, moreLists = [] } = KINDS[kind]!
    const bodies: string[] = []
    for (const request of [list, ...moreLists]) bodies.push((await bodyOf(who, request)).body)
    return sidesIn(bodies.join(), KINDS[kind]!)
  },
  count: async (kind, who) => {
    const { response, body } = await bodyOf(who, KINDS[kind]!.list)
    if (!body) return []
    const range = /\/(\d+)$/.exec(String(response.headers['content-range'] ?? ''))?.[1]
    const count = range ? Number(range) : response.json().count
    expect([0, 1, 2]).toContain(count)
    return SIDES.slice(0, count)
  },
  address: (kind, who) =>
    sidesWhere(async side => (await bodyOf(who, KINDS[kind]!.url!(ids[kind]![side]))).body !== ''),
  search: async (kind, who) => {
    const request = KINDS[kind]!.search!
    const { body } = await bodyOf(who, request)
    if (!String(request.url).startsWith('/api/search')) return sidesIn(body, KINDS[kind]!)
    const { payload } = JSON.parse(body) as { payload: { resource: string }[] }
    return sidesIn(JSON.stringify(payload.filter(({ resource }) => resource === kind)), KINDS[kind]!)
  },
  spreadsheet: async (kind, who) => {
    const columns = KINDS[kind]!.column ?? 'name'
    const { body } = await bodyOf(who, `/api/exports/${kind}?export[format]=csv&export[columns]=${columns}`)
    return sidesIn(body, KINDS[kind]!)
  },
  reference: (kind, who) =>
    sidesWhere(async side => {
      const save = async (field: string, value: unknown) => {
        const payload = { name: 'link', [field]: value }
        return (await ask(who, { method: 'POST', url: '/api/resources/links', payload })).statusCode
      }
      const status = await save(linkTo(kind), ids[kind]![side])
      expect([200, 422]).toContain(status)
      expect(await save(`${linkTo(kind)}_all`, [ids[kind]![side]])).toBe(status)
      return status === 200
    }),
  removal: (kind, who) =>
    sidesWhere(async side => {
      const { response } = await bodyOf(who, `/api/removals/${kind}/${ids[kind]![side]}`)
      // 409 says that other records refer to it, and so that it exists.
      return [200, 409].includes(response.statusCode)
    }),
  history: async (kind, who) => {
    const { body } = await bodyOf(who, `/api/history?resource=${kind}&page_limit=100`)
    return sidesIn(body, KINDS[kind]!)
  },
  stream: async (kind, who) => {
    const { vendor_id: vendor, ...account } = await findRow(api.db, 'clients', { email: emailOf(who) })
    const reader = { levels: numbers, session: 'one', ...withRole({ ...account, vendor }, current) }
    const changed = SIDES.map(side => String(ids[kind]![side]))
    // Not the vendor of the callers. For a hidden record of their own vendor, which they may have just lost, they get a
    // change without ids.
    const changes = [{ resource: kind, ids: changed, vendors: [7] }]
    const received = (await changesFor(api.db, new Listeners(config).of(reader), changes)).filter(
      one => one.resource === kind,
    )
    const receivedIds = received.flatMap(change => change.ids ?? changed)
    return SIDES.filter(side => receivedIds.includes(String(ids[kind]![side])))
  },
}
const NOT_FOR_ORDERS = ['reference', 'removal']
const kindsFor = (way: string) =>
  Object.keys(KINDS).filter(kind => !(KINDS[kind]!.isOrder && NOT_FOR_ORDERS.includes(way)))

it('the matrix has every resource of config', () => {
  const resources = Object.keys(current.shared.resources).filter(name => name !== 'links')
  expect(Object.keys(KINDS).sort()).toEqual(resources.sort())
})

describe.each(Object.keys(WAYS))('by way of %s each role finds its', way => {
  it.each(kindsFor(way))('%s', async kind => {
    for (const who of PEOPLE)
      expect([who, await WAYS[way]!(kind, who)]).toEqual([who, expected(way, kind, who)])
  })
})

it.each(Object.keys(KINDS))('a role cannot change %s outside its rules', async kind => {
  const { url, changes } = KINDS[kind]!
  const table = Object.hasOwn(RESOURCES, kind) ? 'records' : kind
  const stored = async () => (await sql`select * from ${sql.table(table)} order by id`.execute(api.db)).rows
  const id = ids[kind]!.outside
  const read = (await ask('no role', url!(id))).json() as { payload?: object }
  const record = read.payload ?? read
  const requests = changes?.(id, record) ?? [
    { method: 'PUT' as const, url: url!(id), payload: record },
    { method: 'DELETE' as const, url: url!(id) },
  ]
  const before = await stored()
  for (const request of requests) expect((await ask('narrow', request)).statusCode).toBe(404)
  expect(await stored()).toEqual(before)
  // A master without a role finds the record: saved, or refused for a missing value.
  expect([200, 422]).toContain((await ask('no role', requests[0]!)).statusCode)
})

it('the results of an order are found where the order is found', async () => {
  const statuses = (who: Person) =>
    Promise.all(
      SIDES.map(async side => (await ask(who, `/api/orders/${ids.orders![side]}/results`)).statusCode),
    )
  expect([await statuses('no role'), await statuses('narrow')]).toEqual([
    [200, 200],
    [200, 404],
  ])
})

it('a record inside the rules shows the names of records outside; a role hides these by `fields`', async () => {
  for (const side of SIDES)
    await updateRows(
      api.db,
      'devices',
      { id: ids.devices![side] as string },
      { client_id: Number(ids.clients!.outside) },
    )
  const names = async (who: Person) =>
    (await ask(who, '/api/devices')).json().data.map((row: { client_name: string }) => row.client_name)
  const name = KINDS.clients!.marks.outside
  expect([await names('no role'), await names('narrow')]).toEqual([[name, name], [name]])
})
