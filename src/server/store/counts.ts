/** Queries for numbers of rows and single values. */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './schema'

/** The number of rows of a query. */
export async function countRows<Joined, From extends keyof Joined>(
  rows: SelectQueryBuilder<Joined, From, unknown>,
): Promise<number> {
  // The cast is safe for any joined tables, since counting refers to no column.
  const { count } = await (rows as unknown as SelectQueryBuilder<Tables, 'models', object>)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of devices, and the number of online devices. */
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

/**
 * Evaluates an SQL expression.
 *
 * @param mark `PREPARED` for an expression that is evaluated often
 */
export async function readValue<Value, Db>(
  db: Kysely<Db>,
  expression: RawBuilder<Value>,
  mark: RawBuilder<unknown> = sql``,
): Promise<Value> {
  const { rows } = await sql<{ value: Value }>`select ${expression} as value ${mark}`.execute(db)
  return rows[0]!.value
}
