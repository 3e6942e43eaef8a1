/**
 * Fills an empty database with the demo fleet: 2,000 devices with history, their owners, and one login per level.
 */
import { sql } from 'kysely'
import { LEVEL_NAMES, type Levels } from '../../domain/authority'
import { hashPassword } from '../commands/accounts/passwords'
import { type Db, inTransaction } from '../store/database'
import { insertMany } from '../store/insertMany'
import catalog from './catalog.json'
import { makeFleet } from './fleet'
import { addFleetPast } from './fleetPast'
import { addLives } from './life'

export { makeFleet } from './fleet'

/** The demo's password; a demo listens on loopback only. */
export const DEMO_PASSWORD = 'Fleet-demo1!'

/** The four logins, highest level first. */
export const DEMO_LOGINS = [...catalog.staff, { ...catalog.clients[0]!, level: 'client' }]
  .map(({ email, level }) => ({ email, level }))
  .sort((a, b) => rank(b.level) - rank(a.level))

function rank(level: string): number {
  return (LEVEL_NAMES as readonly string[]).indexOf(level)
}

interface DemoSettings {
  now: Date
  seed?: number
  levels: Levels
}

/**
 * Inserts the demo fleet in one transaction.
 *
 * @param db migrated and without records
 * @returns the number of devices
 */
export async function seedDemo(db: Db, { now, seed = 20_260_401, levels }: DemoSettings): Promise<number> {
  const fleet = makeFleet({ now, seed, levels })
  // All accounts share the demo password, so one hash is enough.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const clients = fleet.clients.map(client => ({ ...client, password_hash: passwordHash }))
  await inTransaction(db, async tx => {
    const { vendors, models, batches, bunches, methods, devices, orders } = fleet
    const tables = {
      vendors,
      models,
      batches,
      bunches,
      clients,
      methods,
      devices,
      orders,
      order_targets: fleet.targets,
      order_marks: fleet.marks,
    }
    for (const [table, rows] of Object.entries<object[]>(tables))
      await insertMany(tx, table, Object.keys(rows[0]!) as never[], rows)
    for (const table of ['vendors', 'models', 'batches', 'bunches', 'clients', 'orders'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        tx,
      )
    await addLives(tx, now)
    await addFleetPast(tx, now)
  })
  return fleet.devices.length
}
