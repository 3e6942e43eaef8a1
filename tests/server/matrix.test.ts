/** Who may call what, for every call of the contract and every kind of user (security 1 and 2). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { hasLevel } from '../../src/domain/authority'
import { may } from '../../src/engine/access'
import {
  config,
  LEVEL_OF,
  levels,
  MATRIX,
  requestOf,
  rightOf,
  seedSmallFleet,
  TARGETS,
  type Target,
  USERS,
  type User,
} from '../support/callMatrix'
import { openPglite } from '../support/databases'
import { allRecords, updateRows } from '../support/rows'
import { startTestApp } from '../support/server'

const calls = allEndpoints()
const users = Object.keys(USERS) as User[]

// On PGlite the stream of changes needs no separate connection.
const db = await openPglite()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true, config })
await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })

const ask = async (name: string, user: User, target?: Target) => {
  const { endpoint } = calls.find(call => call.name === name)!
  return api.ask(USERS[user], await requestOf(api, { endpoint, name }, target))
}

it('the matrix has every call of the contract and no other', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(calls.map(({ name }) => name).sort())
})

it.each(Object.entries(MATRIX))(
  'each user gets the response of the matrix: %s',
  async (name, { expected }) => {
    for (const user of users) {
      const cell = expected[user]
      const response = await ask(name, user)
      if (typeof cell === 'number') expect([user, response.statusCode]).toEqual([user, cell])
      else
        expect([user, response.statusCode, response.body]).toEqual([user, 200, expect.stringMatching(cell)])
      if (response.statusCode >= 400) expect(response.json()).toMatchObject({ result: false })
    }
  },
)

it('the matrix follows the levels of contract and config: 401 without a token, 403 below the level', () => {
  for (const { name, endpoint } of calls.filter(call => call.endpoint.access !== 'public')) {
    const { expected } = MATRIX[name]!
    const right = rightOf(name)
    expect([name, expected.nobody]).toEqual([name, 401])
    for (const [user, level] of Object.entries(LEVEL_OF)) {
      const allowed =
        hasLevel(levels[level], endpoint.access as never, levels) &&
        (!right || may(config.current().shared, levels[level], ...right))
      expect([name, user, expected[user as User] === 403]).toEqual([name, user, !allowed])
    }
  }
})

describe('a record of another vendor is refused like an unknown one, and stays unchanged', () => {
  const withTarget = calls.filter(
    ({ name, endpoint }) =>
      /\{(id|email)\}/.test(endpoint.path) || ['clients.save', 'orders.marks'].includes(name),
  )
  /** Models have no owner: everybody who may read models reads all of them. */
  const owned = withTarget.filter(({ name }) => MATRIX[name]!.target !== 'model')
  const strangers = users.filter(user => user !== 'master' && user !== 'nobody')

  it('by calls that all have a record of the matrix to name', () => {
    expect(withTarget.filter(({ name }) => !MATRIX[name]!.target)).toEqual([])
    expect(owned.length).toBeGreaterThan(10)
  })

  it.each(owned)('by $name', async ({ name }) => {
    const target = await recordOfVendor3(MATRIX[name]!.target!)
    const id = typeof target.id === 'string' ? '999999999987654' : 987_654
    const before = await allRecords(api.db)
    for (const user of strangers) {
      const refused = await ask(name, user, target)
      const unknown = await ask(name, user, { ...target, id, email: 'no@test.local' })
      expect([user, refused.statusCode, refused.body]).toEqual([user, unknown.statusCode, unknown.body])
      expect([403, 404]).toContain(refused.statusCode)
    }
    expect(await allRecords(api.db)).toEqual(before)
  })

  /** The tables of the targets that have a vendor. */
  const TABLES: Readonly<Record<string, string>> = {
    client: 'clients',
    picture: 'clients',
    batch: 'batches',
    batchWithDevice: 'batches',
    device: 'devices',
    order: 'orders',
    change: 'history',
  }
  async function recordOfVendor3(name: keyof typeof TARGETS): Promise<Target> {
    const kind = name === 'batchOfDevice' ? 'batch' : name
    const target: Target = await TARGETS[kind](api)
    const table = TABLES[kind]
    if (table) await sql`update ${sql.table(table)} set vendor_id = 3 where id = ${target.id}`.execute(api.db)
    const { db } = api
    if (table === 'batches') await updateRows(db, 'batches', { id: Number(target.id) }, { client_id: null })
    if (kind === 'device') await updateRows(db, 'devices', { id: String(target.id) }, { client_id: null })
    if (kind === 'order') await updateRows(db, 'orders', { id: Number(target.id) }, { sender_id: null })
    return target
  }
})
