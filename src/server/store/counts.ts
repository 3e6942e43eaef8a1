/** Numbers of rows, and single values. */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './schema'

/** How many rows a query has. */
export async function countRows<Joined, From extends keyof Joined>(
  rows: SelectQueryBuilder<Joined, From, unknown>,
): Promise<number> {
  // Counting names no column, so it does not matter which tables are joined.
  const { count } = await (rows as unknown as SelectQueryBuilder<Tables, 'models', object>)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many devices there are, and how many of them are connected now. */
export function countDevices(
  devices: SelectQueryBuilder<Tables, 'devices', unknown>,
): Promise<{ devices: number; linked: number }> {
  return devices
    .select(eb => [
      eb.fn.countAll<number>().as('devices'),
      eb.fn.countAll<number>().filterWhere('devices.online', '=', true).as('linked'),
    ])
    .executeTakeFirstOrThrow()
}

/** One value that the database works out. */
export async function readValue<Value, Db>(db: Kysely<Db>, expression: RawBuilder<Value>): Promise<Value> {
  const { rows } = await sql<{ value: Value }>`select ${expression} as value`.execute(db)
  return rows[0]!.value
}
