/** Who still points to a record: the reference fields that config has, whosever records they stand in. */
import { sql } from 'kysely'
import type { CompiledConfig, CompiledField, CompiledResource, Words } from '../../../engine/compiled'
import { storedKeys } from '../../../engine/stored'
import { countRows } from '../counts'
import { anyOf } from '../sql'
import type { Tenant } from '../tenancy'
import { extraOf, tableOf } from './tables'

/** How many records of one resource point to what was asked for. */
export interface Use {
  label: Words
  count: number
}

/**
 * The records whose config-added reference fields hold one of these ids, counted by resource. References in columns (the
 * model of a batch) are not counted here: the write rules of the resource count those.
 *
 * @param resource what the ids are of
 */
export async function usesOf(
  tenant: Tenant,
  { resources }: CompiledConfig,
  resource: string,
  ids: readonly (number | string)[],
): Promise<Use[]> {
  if (ids.length === 0) return []
  const uses: Use[] = []
  for (const other of Object.values(resources)) {
    const fields = Object.values(other.fields).filter(
      field => field.reference === resource && field.stored === 'extra',
    )
    // An order says what was: what it refers to may go.
    if (fields.length === 0 || other.name === 'orders') continue
    const count = await countOf(tenant, other, fields, { resource, ids: ids.map(String) })
    if (count > 0) uses.push({ label: other.label, count })
  }
  return uses
}

async function countOf(
  tenant: Tenant,
  { name }: CompiledResource,
  fields: readonly CompiledField[],
  { resource, ids }: { resource: string; ids: readonly string[] },
): Promise<number> {
  const table = tableOf(name)
  const list = sql.join(ids.map(id => sql`${id}::text`))
  const held = fields.map(field => {
    const values = storedKeys(field).map(key => sql`${extraOf(table)} -> ${key}::text`)
    return sql`(coalesce(${sql.join(values)}) #>> '{}') in (${list})`
  })
  let rows = tenant.unscoped(table).where(anyOf(held))
  if (table === 'records') rows = rows.where(sql<boolean>`records.resource = ${name}::text`)
  // What points to itself goes with itself.
  if (name === resource) rows = rows.where(sql<boolean>`${sql.ref(`${table}.id`)}::text not in (${list})`)
  return countRows(rows)
}
