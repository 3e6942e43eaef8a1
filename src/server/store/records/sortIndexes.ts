/** Indexes for the columns by which config lets users sort devices, of which there may be millions. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig } from '../../../engine/compiled'
import { fitsIndex } from '../../../engine/fields/sortIndex'
import { isReferring } from '../../../engine/kinds/choices'
import type { Db } from '../database'
import { tenantOf } from '../tenancy'
import { queryFields } from './fields'

/** Columns that have an index in any case (`migrations`). */
const INDEXED: readonly string[] = ['id', 'isdn', 'serial', 'version', 'created']

/**
 * Index definitions (the part after `create index … on`). Other columns have none: the name of a reference is found by
 * the index of the reference, and a page sorted by a volatile column or by a long text reads all devices.
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
    // The name of a referenced record is found by the index of the reference.
    if (!sortable || INDEXED.includes(name) || !field || isReferring(field.type) || !fitsIndex(field))
      return []
    if (!column?.order || column.nameOf || column.isVolatile || column.hadColumn) return []
    // The expression of the list, in which the devices have the alias `row`.
    const expression = sql`${column.order}`.compile(db).sql.replaceAll('"row".', '')
    return sql`devices ((${sql.raw(expression)})${column.isNeverNull ? sql`` : sql` nulls first`}, id)`
  })
}
