/** The kept counts of devices equal the devices after any simultaneous changes (decision 167). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { type Random, randomFrom } from '../../src/server/demo/random'
import {
  type CountedBy,
  checkCounters,
  foldCounters,
  rebuildCounters,
  tidyCounters,
} from '../../src/server/store/counters'
import type { Db } from '../../src/server/store/database'
import { errorCode } from '../../src/server/store/failures'
import { tenantOf } from '../../src/server/store/tenancy'
import { testConfig } from '../support/config'
import { newDatabase, onPglite } from '../support/databases'
import { countRows, insertRow, insertRows } from '../support/rows'
import { atScale } from '../support/scale'

const levels = testConfig().current().shared.levels.numbers
const VENDORS = [0, 1, 2, 3]
/** The ids of the clients of a vendor. */
const CLIENTS: Record<number, number[]> = { 1: [11, 12], 2: [21, 22], 3: [31] }
const CLIENT_ACCOUNTS = VENDORS.flatMap(vendor => (CLIENTS[vendor] ?? []).map(id => ({ id, vendor })))
const MODELS = [1, 2, 3]
const BATCHES = Array.from({ length: 24 }, (_, n) => n + 1)
const REGIONS = ['KR-11', 'KR-26', 'KR-41', 'KR-49']
const PLACES = [...REGIONS, 'KR-99', '', null]

let serial = 0
function newDevice(random: Random) {
  serial += 1
  const digits = `35${String(serial).padStart(12, '0')}`
  const vendor_id = random.pick(VENDORS)
  const owners = CLIENTS[vendor_id] ?? []
  return {
    id: `${digits}${luhnDigit(digits)}`,
    isdn: `010${String(10_000_000 + serial)}`,
    vendor_id,
    client_id: owners.length > 0 && random.chance(0.7) ? random.pick(owners) : null,
    model_id: random.pick(MODELS),
    batch_id: random.chance(0.6) ? random.pick(BATCHES) : null,
    online: random.chance(0.6),
    linked: '2026-11-20T00:00:00Z',
    sido: random.pick(PLACES),
  }
}

/** A random change of one device or of many, as in a real fleet; some are rolled back. */
async function change(db: Db, random: Random): Promise<void> {
  const some = sql<string>`(select id from devices order by md5(id || ${String(random.next())}) limit ${random.between(1, 12)})`
  const kind = random.weighted({
    add: 30,
    flip: 30,
    move: 20,
    quiet: 6,
    remove: 8,
    batch: 1,
    rollback: 5,
    fold: 4,
  })
  if (kind === 'add') {
    const rows = Array.from({ length: random.between(1, 8) }, () => newDevice(random))
    await insertRows(db, 'devices', rows)
  } else if (kind === 'flip') {
    await sql`update devices set online = not online where id in ${some}`.execute(db)
  } else if (kind === 'move') {
    const { vendor_id, client_id, batch_id, sido } = newDevice(random)
    const moving = db.updateTable('devices').set({ vendor_id, client_id, batch_id, sido })
    await moving.where('model_id', '=', random.pick(MODELS)).where(sql<boolean>`id in ${some}`).execute()
  } else if (kind === 'quiet') {
    await sql`update devices set modem_rsrp = -80 where id in ${some}`.execute(db)
  } else if (kind === 'remove') {
    await sql`delete from devices where id in ${some}`.execute(db)
  } else if (kind === 'batch') {
    const id = random.pick(BATCHES)
    await db.deleteFrom('batches').where('id', '=', id).execute()
    await insertRow(db, 'batches', batch(id))
  } else if (kind === 'rollback') {
    await db.transaction().execute(async transaction => {
      await insertRow(transaction, 'devices', newDevice(random))
      await sql`update devices set online = not online where id in ${some}`.execute(transaction)
      throw new RolledBack()
    })
  } else await foldCounters(db)
}

class RolledBack extends Error {}

const batch = (id: number) => ({ id, name: `그룹 ${id}`, model_id: 1, vendor_id: id % 4 })

/** Failures that simultaneous changes may have: a deleted or recreated batch, and deadlocks. */
const isExpected = (error: unknown) =>
  error instanceof RolledBack || ['23503', '23505', '40P01'].includes(errorCode(error) ?? '')

const db = await newDatabase()
for (const id of VENDORS.slice(1)) await insertRow(db, 'vendors', { id, name: `업체 ${id}` })
for (const { id, vendor: vendor_id } of CLIENT_ACCOUNTS) {
  const person = { name: `회원 ${id}`, email: `${id}@test.local`, password_hash: 'x' }
  await insertRow(db, 'clients', { id, vendor_id, level: levels.client, ...person })
}
for (const id of MODELS) await insertRow(db, 'models', { id, name: `FT-${id}` })
await insertRows(db, 'batches', BATCHES.map(batch))

const tenant = (name: string, id: number, vendor: number, level: number) => ({
  name,
  tenant: tenantOf(db, { id, vendor, level, levels }),
})
const tenants = () => [
  tenant('master', 1, 0, levels.master),
  ...VENDORS.map(vendor => tenant(`staff of ${vendor}`, 2, vendor, levels.vendor)),
  ...VENDORS.map(vendor => tenant(`guest of ${vendor}`, 3, vendor, levels.guest)),
  ...CLIENT_ACCOUNTS.map(({ id, vendor }) => tenant(`client ${id}`, id, vendor, levels.client)),
]
type Tenant = ReturnType<typeof tenantOf>

/** Counts the devices of a tenant one by one. */
const realCounts = async (tenant: Tenant) => {
  const found = await tenant
    .devices()
    .select(['online', 'model_id', 'batch_id', 'vendor_id', 'client_id', 'sido'])
    .execute()
  return ({ online, model, batch, vendor, client, region }: CountedBy) =>
    found.filter(
      device =>
        (online === undefined || device.online === online) &&
        (model === undefined || device.model_id === model) &&
        (batch === undefined || device.batch_id === batch) &&
        (vendor === undefined || device.vendor_id === vendor) &&
        (client === undefined || device.client_id === client) &&
        (!region ||
          ('in' in region ? device.sido === region.in : !region.outside.includes(device.sido ?? ''))),
    ).length
}

const anyFilter = (random: Random): CountedBy => ({
  ...(random.chance(0.5) ? { online: random.chance(0.5) } : {}),
  ...(random.chance(0.4) ? { model: random.pick(MODELS) } : {}),
  ...(random.chance(0.3) ? { batch: random.pick(BATCHES) } : {}),
  ...(random.chance(0.3) ? { vendor: random.pick(VENDORS) } : {}),
  ...(random.chance(0.3) ? { client: random.pick(Object.values(CLIENTS).flat()) } : {}),
  ...(random.chance(0.5)
    ? { region: random.chance(0.6) ? { in: random.pick(REGIONS) } : { outside: REGIONS } }
    : {}),
})

/** Compares the counts of every tenant, without a filter and with many, with its devices. */
const expectExact = async (seed: number) => {
  const random = randomFrom(seed)
  let found = 0
  for (const { name, tenant } of tenants()) {
    const filters = [
      {},
      { online: true },
      { region: { outside: REGIONS } },
      ...Array.from({ length: 22 }, () => anyFilter(random)),
    ]
    const realCount = await realCounts(tenant)
    for (const by of filters) {
      const count = await tenant.counters.count(by)
      expect([name, by, count]).toEqual([name, by, realCount(by)])
      found += count
    }
  }
  expect(found).toBeGreaterThan(0)
}

describe('The kept counts', () => {
  it('equal the devices during and after simultaneous random changes, for every tenant and filter', async () => {
    const changes = onPglite ? atScale(400, 2_000) : atScale(800, 3_000)
    const writers = 8
    const failed: unknown[] = []
    const wrong: unknown[] = []
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const random = randomFrom(1_000 + writer)
        for (let n = 0; n < changes / writers; n++) {
          await change(db, random).catch(error => isExpected(error) || failed.push(error))
          // The check is one statement, so it sees one snapshot.
          if (n % 100 === 50) wrong.push(...(await checkCounters(db)))
        }
      }),
    )
    expect([failed, wrong]).toEqual([[], []])
    expect(await countRows(db, 'devices')).toBeGreaterThan(changes / 4)
    await expectExact(1)
  })

  it('stay the same when they are folded, tidied and rebuilt', async () => {
    await change(db, randomFrom(7))
    await sql`update devices set online = not online`.execute(db)
    await expectExact(2)
    expect(await foldCounters(db)).toBeGreaterThan(0)
    expect(await foldCounters(db)).toBe(0)
    await tidyCounters(db)
    expect(await checkCounters(db)).toEqual([])
    await rebuildCounters(db)
    expect(await checkCounters(db)).toEqual([])
    await expectExact(3)
  })

  it('get no new row for a change of other columns, and are zero after all devices are deleted', async () => {
    await foldCounters(db)
    await sql`update devices set modem_rsrp = modem_rsrp - 1, linked = now()`.execute(db)
    expect(await foldCounters(db)).toBe(0)
    await sql`truncate devices cascade`.execute(db)
    expect(await checkCounters(db)).toEqual([])
    for (const { tenant } of tenants()) expect(await tenant.counters.count({})).toBe(0)
  })
})
