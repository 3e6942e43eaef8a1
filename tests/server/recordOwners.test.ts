/** A listener is sent ids of exactly the changed records that its queries find (security 66). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo'
import { readOwners } from '../../src/server/store/recordOwners'
import { seenIds } from '../../src/server/store/seenChanges'
import { tenantOf } from '../../src/server/store/tenancy'
import { levels } from '../support/callMatrix'
import { newDatabase } from '../support/databases'
import { findRows, updateRows } from '../support/rows'
import { TEST_NOW } from '../support/server'

const RESOURCES = [
  ...['vendors', 'clients', 'models', 'batches', 'bunches', 'methods', 'devices', 'orders'],
  'sims',
]
/** The role of an account whose role is not in config. */
const MISSING = {
  name: 'former',
  user: { id: 0, vendor: 1, name: '', email: '' },
  isMissing: true,
  accountLevel: 9,
  rows: {},
  hasSharedRows: true,
  unseen: [],
}

const ids = new Map<string, string[]>()
const db = await newDatabase()
await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
await sql`delete from devices
  where id not in (select id from devices order by client_id is null, md5(id) limit 150)`.execute(db)
const { rows: accounts } = await sql<{ id: number }>`select id from clients order by level, id`.execute(db)
for (const [index, { id }] of accounts.entries())
  await sql`insert into records (resource, vendor_id, maker_id, data) values
    ('sims', ${index % 3}, ${id}, '{}'), ('other', ${index % 3}, ${id}, '{}')`.execute(db)
// The senders of these orders have moved to another vendor since.
for (const { id } of (await findRows(db, 'orders')).slice(0, 10))
  await updateRows(db, 'orders', { id }, { vendor_id: 2 })
// Some groups now belong to clients, of whom some have a device in the group and some have none.
await sql`update batches set client_id =
  (select id from clients where level = ${levels.client} order by md5(clients.id || ' ' || batches.id) limit 1)
  where id % 2 = 0`.execute(db)
for (const resource of RESOURCES) {
  const table = sql.table(resource === 'sims' ? 'records' : resource)
  const { rows } = await sql<{ id: string }>`select id::text from ${table}`.execute(db)
  ids.set(resource, [...rows.map(({ id }) => id), '999999', 'none'])
}

const ACCOUNTS = ['none', 'guest', 'client', 'vendor'] as const
const VENDORS = [0, 1, 2, 5]

describe.each(ACCOUNTS)('an account of level %s', name => {
  it.each(VENDORS)('and vendor %i is sent the ids that its queries find', async vendor => {
    const { rows } = await sql<{ id: number }>`select client_id as id from devices where client_id is not null
      union select sender_id from orders where sender_id is not null union select 1`.execute(db)
    const callers = rows.map(({ id }) => ({ id, level: levels[name], vendor, levels }))
    const owners = await readOwners(db, ids, callers)
    for (const caller of callers) {
      const expected = await seenIds(tenantOf(db, caller), ids)
      for (const resource of RESOURCES) {
        const found = [...owners.seenBy(caller, resource)].sort()
        expect([resource, found]).toEqual([resource, [...expected.get(resource)!].sort()])
      }
    }
  })
})

it('an account whose role is not in config sees only itself', async () => {
  const caller = { id: 3, level: levels.master, vendor: 1, levels, role: MISSING }
  const owners = await readOwners(db, ids, [caller])
  const seen = RESOURCES.flatMap(name => [...owners.seenBy(caller, name)].map(id => [name, id]))
  expect(seen).toEqual([['clients', '3']])
})

it('clients, guests and staff see something, so that the tests above do not compare empty lists', async () => {
  const { rows } = await sql<{ id: number }>`select sender_id as id from orders
    join devices on devices.client_id = sender_id limit 1`.execute(db)
  const callers = [
    { id: rows[0]!.id, level: levels.client, vendor: 1, levels },
    { id: 9_999, level: levels.guest, vendor: 1, levels },
    { id: 9_999, level: levels.vendor, vendor: 1, levels },
  ]
  const owners = await readOwners(db, ids, callers)
  for (const caller of callers)
    for (const resource of ['batches', 'bunches', 'devices', 'orders', 'sims', 'models'])
      expect([caller.level, resource, owners.seenBy(caller, resource).size]).not.toContain(0)
})
