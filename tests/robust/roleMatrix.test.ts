/**
 * Roles, for every resource and every way to read it (security 74). Of two records of a resource one is inside the row
 * rule of the roles `narrow` and `staff`, which find this one only. The role `closed` may list nothing.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { changesFor, Listeners } from '../../src/server/live/scope'
import { withRole } from '../../src/server/roles'
import { testConfig } from '../support/config'
import {
  compileWithRoles,
  DESCRIBED,
  fillResources,
  linkTo,
  RESOURCES,
  SIDES,
  type Side,
  type TestedResource,
} from '../support/roleWorld'
import { findRow, updateRows } from '../support/rows'
import { payloadOf, startTestApp, statusOf, type TestApp } from '../support/server'

const current = compileWithRoles()
const config = { ...testConfig(), current: () => current }
const { numbers: levels } = current.shared.levels

/** `staff` has the level vendor, the others are masters. */
const ACCOUNTS = ['no role', 'narrow', 'staff', 'closed'] as const
type Account = (typeof ACCOUNTS)[number]
const emailOf = (account: Account) => `${account.replace(' ', '-')}@roles.test`

/** The ways to read a resource that the level vendor does not have. */
const DENIED_TO_VENDORS: Readonly<Record<string, string[]>> = {
  vendors: ['list', 'count', 'address', 'search', 'spreadsheet', 'reference', 'removal', 'history', 'stream'],
  models: ['removal'],
  bunches: ['removal'],
  methods: ['spreadsheet', 'removal'],
}

function expectedSides(way: string, resource: string, account: Account): readonly Side[] {
  if (account === 'no role') return SIDES
  // To refer to a record a user needs no right to list it, and `closed` has no row rule.
  if (account === 'closed') return way === 'reference' ? SIDES : []
  return account === 'staff' && DENIED_TO_VENDORS[resource]?.includes(way) ? [] : ['inside']
}

const api = await startTestApp(undefined, { bare: true, config })
const ids = await fillResources(api.db)
for (const account of ACCOUNTS) {
  const level = account === 'staff' ? levels.vendor : levels.master
  await api.addAccount({ email: emailOf(account), level, ...(account !== 'no role' && { role: account }) })
}

const ask = (account: Account, request: Parameters<TestApp['ask']>[1]) => api.ask(emailOf(account), request)

/** The response, and its body if the status is 200; fails on an error of the server. */
async function responseTo(account: Account, request: Parameters<TestApp['ask']>[1]) {
  const response = await ask(account, request)
  if (![200, 403, 404, 409, 422].includes(response.statusCode)) throw new Error(response.body)
  return { response, body: response.statusCode === 200 ? response.body : '' }
}

/** Which of the two records a text shows. */
const sidesIn = (text: string, { shownAs }: TestedResource) =>
  SIDES.filter(side => text.includes(shownAs[side]))

async function sidesWhere(isFound: (side: Side) => Promise<boolean>): Promise<Side[]> {
  const found: Side[] = []
  for (const side of SIDES) if (await isFound(side)) found.push(side)
  return found
}

/** Each way to read a resource: it returns which of the two records the account finds. */
const WAYS: Readonly<Record<string, (resource: string, account: Account) => Promise<Side[]>>> = {
  list: async (resource, account) => {
    const { list, moreLists = [] } = RESOURCES[resource]!
    const bodies: string[] = []
    for (const request of [list, ...moreLists]) bodies.push((await responseTo(account, request)).body)
    return sidesIn(bodies.join(), RESOURCES[resource]!)
  },
  count: async (resource, account) => {
    const { list, filteredList = list } = RESOURCES[resource]!
    const counts: number[] = []
    for (const request of [list, filteredList]) {
      const { response, body } = await responseTo(account, request)
      const range = /\/(\d+)$/.exec(String(response.headers['content-range'] ?? ''))?.[1]
      counts.push(range ? Number(range) : body ? response.json().count : 0)
    }
    expect([0, 1, 2]).toContain(counts[0])
    expect(counts[1]).toBe(counts[0])
    return SIDES.slice(0, counts[0])
  },
  address: (resource, account) =>
    sidesWhere(async side => {
      const url = RESOURCES[resource]!.url(ids[resource]![side])
      return (await responseTo(account, url)).body !== ''
    }),
  search: async (resource, account) => {
    const request = RESOURCES[resource]!.search
    const { body } = await responseTo(account, request)
    if (!String(request.url).startsWith('/api/search')) return sidesIn(body, RESOURCES[resource]!)
    const { payload } = JSON.parse(body) as { payload: { resource: string }[] }
    return sidesIn(JSON.stringify(payload.filter(hit => hit.resource === resource)), RESOURCES[resource]!)
  },
  spreadsheet: async (resource, account) => {
    const { column = 'name' } = RESOURCES[resource]!
    const url = `/api/exports/${resource}?export[format]=csv&export[columns]=${column}`
    return sidesIn((await responseTo(account, url)).body, RESOURCES[resource]!)
  },
  reference: (resource, account) =>
    sidesWhere(async side => {
      const id = ids[resource]![side]
      const save = (field: string, value: unknown) =>
        statusOf(api.post(emailOf(account), '/api/resources/links', { name: 'link', [field]: value }))
      const status = await save(linkTo(resource), id)
      expect([200, 422]).toContain(status)
      expect(await save(`${linkTo(resource)}_all`, [id])).toBe(status)
      return status === 200
    }),
  removal: (resource, account) =>
    sidesWhere(async side => {
      const { response } = await responseTo(account, `/api/removals/${resource}/${ids[resource]![side]}`)
      // 409 says that other records refer to it, and so that it exists.
      return [200, 409].includes(response.statusCode)
    }),
  history: async (resource, account) => {
    const { body } = await responseTo(account, `/api/history?resource=${resource}&page_limit=100`)
    return sidesIn(body, RESOURCES[resource]!)
  },
  stream: async (resource, account) => {
    const { vendor_id: vendor, ...row } = await findRow(api.db, 'clients', { email: emailOf(account) })
    const reader = { levels, session: 'any', ...withRole({ ...row, vendor }, current) }
    const changed = SIDES.map(side => String(ids[resource]![side]))
    // Vendor 7 has no account: users also get changes, without ids, of hidden records of their own vendor.
    const announced = [{ resource, ids: changed, vendors: [7] }]
    const received = await changesFor(api.db, new Listeners(config).of(reader), announced)
    const ofResource = received.filter(change => change.resource === resource)
    const receivedIds = ofResource.flatMap(change => change.ids ?? changed)
    return SIDES.filter(side => receivedIds.includes(String(ids[resource]![side])))
  },
}
/** Orders are neither deleted nor referred to. */
const resourcesWith = (way: string) =>
  Object.keys(RESOURCES).filter(name => name !== 'orders' || !['reference', 'removal'].includes(way))

it('the matrix has every resource of config', () => {
  // `history` is a way to read the other resources.
  const inConfig = Object.keys(current.shared.resources).filter(name => !['links', 'history'].includes(name))
  expect(Object.keys(RESOURCES).sort()).toEqual(inConfig.sort())
})

describe.each(Object.keys(WAYS))('by way of %s each account finds the records that its role allows', way => {
  it.each(resourcesWith(way))('%s', async resource => {
    for (const account of ACCOUNTS) {
      const expected = expectedSides(way, resource, account)
      expect([account, await WAYS[way]!(resource, account)]).toEqual([account, expected])
    }
  })
})

it.each(Object.keys(RESOURCES))('a role cannot change %s outside its rules', async resource => {
  const { url, changes } = RESOURCES[resource]!
  const table = Object.hasOwn(DESCRIBED, resource) ? 'records' : resource
  const stored = async () => (await sql`select * from ${sql.table(table)} order by id`.execute(api.db)).rows
  const id = ids[resource]!.outside
  const body = (await ask('no role', url(id))).json() as { payload?: object }
  const record = body.payload ?? body
  const requests = changes?.(id, record) ?? [
    { method: 'PUT' as const, url: url(id), payload: record },
    { method: 'DELETE' as const, url: url(id) },
  ]
  const before = await stored()
  for (const request of requests) expect(await statusOf(ask('narrow', request))).toBe(404)
  expect(await stored()).toEqual(before)
  // A master without a role finds the record: saved, or refused for a missing value.
  expect([200, 422]).toContain(await statusOf(ask('no role', requests[0]!)))
})

it('the results of an order are found by the roles that find the order', async () => {
  const statuses = (account: Account) =>
    Promise.all(SIDES.map(side => statusOf(ask(account, `/api/orders/${ids.orders![side]}/results`))))
  expect(await statuses('no role')).toEqual([200, 200])
  expect(await statuses('narrow')).toEqual([200, 404])
})

it('a record inside the rules shows the names of records outside them', async () => {
  await updateRows(api.db, 'devices', {}, { client_id: Number(ids.clients!.outside) })
  const [device] = (await ask('narrow', '/api/devices')).json().data
  expect(device.client_name).toBe(RESOURCES.clients!.shownAs.outside)
  expect(await payloadOf(ask('narrow', '/api/admin/clients'))).not.toContainEqual(
    expect.objectContaining({ name: device.client_name }),
  )
})
