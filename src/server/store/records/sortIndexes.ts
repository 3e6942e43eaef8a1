/** Indexes for the columns by which config lets users sort devices, of which there may be millions. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig } from '../../../engine/compiled'
import { isReferring } from '../../../engine/kinds/choices'
import type { Db } from '../database'
import { tenantOf } from '../tenancy'
import { queryFields } from './fields'

/** Columns that have an index in any case (`migrations`). */
const INDEXED: readonly string[] = ['id', 'isdn', 'serial', 'version', 'created']

/**
 * Index definitions (the part after `create index … on`). Sorting by the name of a reference uses the index of the
 * reference; a volatile column has none, and a page sorted by it reads all devices.
 */
export function sortIndexes(db: Db, config: CompiledConfig): RawBuilder<unknown>[] {
  const { devices } = config.resources
  if (!devices) return []
  const levels = config.levels.numbers
  const tenant = tenantOf(db, { id: 0, level: levels.master, vendor: 0, levels })
  const fields = queryFields(tenant, config, levels.master, devices)
  return (devices.list?.columns ?? []).flatMap(({ field: name, sortable }) => {
    const field = devices.fields[name]
    const column = fields.get(name)
    const isSkipped = INDEXED.includes(name) || !field || isReferring(field.type)
    if (!sortable || isSkipped || !column?.order || column.nameOf || column.isVolatile) return []
    const { sql: order, parameters } = sql`${column.order}`.compile(db)
    // The expression of the list, in which the devices have the alias `row`.
    const expression = sql.raw(order.replaceAll('"row".', ''))
    if (parameters.length > 0) return []
    return sql`devices ((${expression})${column.isNeverNull ? sql`` : sql` nulls first`}, id)`
  })
}
