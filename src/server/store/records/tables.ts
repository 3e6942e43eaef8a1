/** The tables in which the records of the resources lie. */
import { type RawBuilder, sql } from 'kysely'
import type { Extra } from '../schema'
import type { Tenant } from '../tenancy'

/** Tables of the product, with columns for its own fields and `extra` for those that config adds (orders have none). */
const TABLES = ['vendors', 'clients', 'batches', 'models', 'bunches', 'methods', 'devices', 'orders'] as const

/** `records` holds those of all resources that config alone describes. */
export type RecordTable = (typeof TABLES)[number] | 'records'

export const tableOf = (resource: string): RecordTable => TABLES.find(name => name === resource) ?? 'records'

/** What config added to a record of the table. */
export const extraOf = (table: RecordTable): RawBuilder<Extra> =>
  sql.ref<Extra>(table === 'records' ? 'records.data' : `${table}.extra`)

/** The records of a resource in scope, as they lie in their table. */
export function tableRows(tenant: Tenant, resource: string) {
  const table = tableOf(resource)
  const rows = table === 'records' ? tenant.records(resource) : tenant[table]()
  // Which columns they have does not matter to who names them by their table.
  return { table, rows: rows as unknown as ReturnType<Tenant['models']> }
}
