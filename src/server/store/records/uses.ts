/** Finds the records of all vendors that refer to given records by added reference fields. */
import { sql } from 'kysely'
import type { CompiledConfig, Words } from '../../../engine/compiled'
import { type OnDelete, type Referrer, referrersOf } from '../../../engine/fields/referrers'
import { storedKeys } from '../../../engine/stored'
import { countRows } from '../counts'
import { anyOf } from '../sql'
import { type Tenant, tableRows } from '../tenancy'
import { holdsAny } from './links'
import type { RecordKey } from './sources'
import { extraOf, tableOf } from './tables'

/** The number of records of one resource that refer to given records. */
export interface Use {
  label: Words
  count: number
}

/** Ids (as text) by resource name. */
export type RecordSet = ReadonlyMap<string, ReadonlySet<string>>

/** Records to which others refer. */
export interface Referred {
  resource: string
  ids: readonly RecordKey[]
  /** Referring records to ignore, because they are deleted too. */
  except: RecordSet
}

/**
 * Counts referring records by resource.
 *
 * @param onDelete only fields with these settings; default: all
 */
export async function usesOf(
  tenant: Tenant,
  config: CompiledConfig,
  referred: Referred,
  onDelete?: readonly OnDelete[],
): Promise<Use[]> {
  if (referred.ids.length === 0) return []
  const uses: Use[] = []
  for (const referrer of referrersOf(config, referred.resource, onDelete)) {
    const count = await countReferring(tenant, referrer, referred)
    if (count > 0) uses.push({ label: referrer.resource.label, count })
  }
  return uses
}

/** The number of referring records. */
export const countReferring = (tenant: Tenant, referrer: Referrer, referred: Referred): Promise<number> =>
  countRows(referring(tenant, referrer, referred))

/**
 * The ids of referring records, sorted.
 *
 * @param limit maximum number
 * @param lock as in `findRecord`; leaves out records that no longer refer once they are locked
 */
export async function idsReferring(
  tenant: Tenant,
  referrer: Referrer,
  referred: Referred,
  { limit, lock }: { limit: number; lock?: 'lock' | 'lockFields' | undefined },
): Promise<RecordKey[]> {
  const id = sql.ref<RecordKey>(`${tableOf(referrer.resource.name)}.id`)
  let query = referring(tenant, referrer, referred).select(id.as('id')).orderBy(id).limit(limit)
  if (lock === 'lock') query = query.forUpdate()
  if (lock === 'lockFields') query = query.forNoKeyUpdate()
  return (await query.execute()).map(record => record.id)
}

/** Whether all of these records are in the caller's scope. */
export async function areInScope(
  tenant: Tenant,
  resource: string,
  ids: readonly RecordKey[],
): Promise<boolean> {
  const { table, rows } = tableRows(tenant, resource)
  const type = sql.raw(resource === 'devices' ? 'text' : 'integer')
  const inScope = rows.where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${[...ids]}::${type}[])`)
  return (await countRows(inScope)) === ids.length
}

/** The query for referring records, except the ones to ignore. */
function referring(
  tenant: Tenant,
  { resource: { name }, fields }: Referrer,
  { resource, ids, except }: Referred,
) {
  const table = tableOf(name)
  const idList = sql`${ids.map(String)}::text[]`
  const conditions = fields.map(field => {
    const values = storedKeys(field).map(key => sql`${extraOf(table)} -> ${key}::text`)
    if (field.type === 'references') return anyOf(values.map(value => holdsAny(sql`(${value})`, field, ids)))
    return sql`(coalesce(${sql.join(values)}) #>> '{}') = any(${idList})`
  })
  let rows = tenant.unscoped(table).where(anyOf(conditions))
  if (table === 'records') rows = rows.where(sql<boolean>`records.resource = ${name}::text`)
  // Ignores references among the given records, such as the reference of a record to itself.
  const ignored = [...(except.get(name) ?? []), ...(name === resource ? ids.map(String) : [])]
  return ignored.length === 0
    ? rows
    : rows.where(sql<boolean>`${sql.ref(`${table}.id`)}::text <> all(${ignored}::text[])`)
}
