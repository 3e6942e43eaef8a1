/** Who refers to a record by the reference fields that config has, whosever records they stand in. */
import { sql } from 'kysely'
import type { CompiledConfig, Words } from '../../../engine/compiled'
import { type OnDelete, type Referrer, referrersOf } from '../../../engine/fields/referring'
import { storedKeys } from '../../../engine/stored'
import { countRows } from '../counts'
import { anyOf } from '../sql'
import { type Tenant, tableRows } from '../tenancy'
import { holdsAny } from './links'
import type { RecordKey } from './sources'
import { extraOf, tableOf } from './tables'

/** How many records of one resource point to what was asked for. */
export interface Use {
  label: Words
  count: number
}

/** Records by the names of their resources, their ids as text. */
export type RecordSet = ReadonlyMap<string, ReadonlySet<string>>

/** Records to which others refer. */
export interface Referred {
  resource: string
  ids: readonly RecordKey[]
  /** Records that do not count, because they are deleted as well. */
  except: RecordSet
}

/**
 * The records that refer to one of these ids, counted by resource.
 *
 * @param asked the fields that count, by what config says of a deletion; all without it
 */
export async function usesOf(
  tenant: Tenant,
  config: CompiledConfig,
  referred: Referred,
  asked?: readonly OnDelete[],
): Promise<Use[]> {
  if (referred.ids.length === 0) return []
  const uses: Use[] = []
  for (const referrer of referrersOf(config, referred.resource, asked)) {
    const count = await countReferring(tenant, referrer, referred)
    if (count > 0) uses.push({ label: referrer.resource.label, count })
  }
  return uses
}

/** How many records refer. */
export const countReferring = (tenant: Tenant, referrer: Referrer, referred: Referred): Promise<number> =>
  countRows(referring(tenant, referrer, referred))

/**
 * The ids of records that refer, in their order.
 *
 * @param most no more than so many
 * @param lock against changes by others until the transaction ends, as `findRecord`: what no longer refers after
 *   waiting for it is left out
 */
export async function idsReferring(
  tenant: Tenant,
  referrer: Referrer,
  referred: Referred,
  { most, lock }: { most: number; lock?: 'lock' | 'lockFields' | undefined },
): Promise<RecordKey[]> {
  const id = sql.ref<RecordKey>(`${tableOf(referrer.resource.name)}.id`)
  const rows = referring(tenant, referrer, referred).select(id.as('id')).orderBy(id).limit(most)
  const locked = lock === 'lock' ? rows.forUpdate() : lock ? rows.forNoKeyUpdate() : rows
  const found = await locked.execute()
  return found.map(one => one.id)
}

/** Whether all of these records are in the caller's scope. */
export async function areInScope(
  tenant: Tenant,
  resource: string,
  ids: readonly RecordKey[],
): Promise<boolean> {
  const { table, rows } = tableRows(tenant, resource)
  const type = sql.raw(resource === 'devices' ? 'text' : 'integer')
  const within = rows.where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${[...ids]}::${type}[])`)
  return (await countRows(within)) === ids.length
}

function referring(
  tenant: Tenant,
  { resource: { name }, fields }: Referrer,
  { resource, ids, except }: Referred,
) {
  const table = tableOf(name)
  const list = sql`${ids.map(String)}::text[]`
  const held = fields.map(field => {
    const values = storedKeys(field).map(key => sql`${extraOf(table)} -> ${key}::text`)
    if (field.type === 'references') return anyOf(values.map(value => holdsAny(sql`(${value})`, field, ids)))
    return sql`(coalesce(${sql.join(values)}) #>> '{}') = any(${list})`
  })
  let rows = tenant.unscoped(table).where(anyOf(held))
  if (table === 'records') rows = rows.where(sql<boolean>`records.resource = ${name}::text`)
  // A record's reference to itself does not count.
  const gone = [...(except.get(name) ?? []), ...(name === resource ? ids.map(String) : [])]
  return gone.length === 0
    ? rows
    : rows.where(sql<boolean>`${sql.ref(`${table}.id`)}::text <> all(${gone}::text[])`)
}
