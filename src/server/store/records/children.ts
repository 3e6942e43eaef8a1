/** Reads child records (`children` of config). A child is a described record that stores the id of its parent. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ownValue } from '../../../domain/own'
import { type ChildrenField, childrenFieldsOf, rowRights } from '../../../engine/children'
import type { CompiledResource } from '../../../engine/compiled'
import { MAX_CHILDREN } from '../../../engine/kinds/children'
import { storedKeys } from '../../../engine/stored'
import type { Caller } from '../../caller'
import { readValue } from '../counts'
import type { Db } from '../database'
import type { Tables } from '../schema'
import type { Tenant } from '../tenancy'
import { conceal } from './reach'
import { type RecordKey, type StoredRow, sourceOf, type Wire } from './sources'
import { type RecordContext, viewOf, visibleRecord } from './visible'

export interface ParentField {
  /** The resource of the parents, and its field of the kind `children`. */
  resource: CompiledResource
  field: ChildrenField
}

/** SQL for a field of the children as text: the same expression as in `childIndex`, so that the index is used. */
function textOf(child: CompiledResource, name: string): RawBuilder<string | null> {
  const field = ownValue(child.fields, name)
  const values = (field ? storedKeys(field) : [name]).map(key => sql`(records.data ->> ${key}::text)`)
  return values.length > 1
    ? sql<string | null>`coalesce(${sql.join(values)})`
    : sql<string | null>`${values[0]!}`
}

const belongsTo = (child: CompiledResource, { children }: ChildrenField, parent: RecordKey) =>
  sql<boolean>`${textOf(child, children.by)} = ${String(parent)}::text`

/**
 * SQL that sorts children by position, then by id. Children that were saved without their parent have no position and
 * come last.
 */
function childOrder(child: CompiledResource, { children }: ChildrenField): RawBuilder<unknown> {
  const { order } = children
  if (order === undefined) return sql`records.id`
  const position = textOf(child, order)
  return sql`(case when ${position} ~ '^-?[0-9]{1,9}(\\.[0-9]{1,9})?$' then (${position})::numeric end) nulls last, records.id`
}

/**
 * The children of a record in scope, sorted.
 *
 * @param all reads all children; by default only the first `MAX_CHILDREN`, the most that a form may have. A form
 *   neither shows the others nor deletes them when it omits rows
 */
export async function findChildren(
  tenant: Tenant,
  child: CompiledResource,
  field: ChildrenField,
  parent: RecordKey,
  { lock, all }: { lock?: true; all?: true } = {},
): Promise<StoredRow[]> {
  const rows = sourceOf(child.name).rows(tenant) as unknown as SelectQueryBuilder<
    Tables,
    'records',
    StoredRow
  >
  let query = rows.where(belongsTo(child, field, parent)).orderBy(childOrder(child, field))
  if (!all) query = query.limit(MAX_CHILDREN)
  if (lock) query = query.forUpdate('records')
  return query.execute() as Promise<StoredRow[]>
}

/** A child as a row of its parent in the API. */
function rowToWire(record: Wire, { children }: ChildrenField): Wire {
  const cells = children.fields.flatMap(name => (Object.hasOwn(record, name) ? [[name, record[name]]] : []))
  return { id: record.id, updated: record.updated, ...Object.fromEntries(cells) }
}

/** Adds the child rows that the caller may list to a record. */
export async function withChildren(
  tenant: Tenant,
  caller: Pick<Caller, 'level' | 'levels'>,
  { config, resource, locale }: RecordContext,
  record: Wire,
): Promise<Wire> {
  const result: Wire = { ...record }
  for (const field of childrenFieldsOf(resource)) {
    const child = ownValue(config.resources, field.children.resource)
    if (!child || !rowRights(child, field, caller).read) continue
    const view = viewOf({ config, resource: child, ...(locale && { locale }) }, caller.level)
    const rows = await findChildren(tenant, child, field, record.id as RecordKey)
    const records = await conceal(
      tenant,
      child,
      rows.map(row => visibleRecord(row, view)),
    )
    result[field.name] = records.map(one => rowToWire(one, field))
  }
  return result
}

/** The vendor and maker of a record; its children have the same. */
export interface Ownership {
  vendor_id: number
  maker_id: number | null
}

/**
 * Locks parents until the transaction ends, since saving a child alone also changes its parent.
 *
 * @returns the vendor and maker of each parent, by id
 */
export async function lockParentRows(
  tx: Db,
  { resource }: Pick<ParentField, 'resource'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Ownership>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Ownership & { id: number }>`
    select id, vendor_id, maker_id from records where resource = ${resource.name} and id = any(${[...ids]}::integer[])
    order by id for no key update`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** The number of children, including those out of the caller's scope. */
export const countChildren = (
  tx: Db,
  child: CompiledResource,
  field: ChildrenField,
  parent: number,
): Promise<number> =>
  readValue(
    tx,
    sql<number>`(select count(*)::integer from records where resource = ${child.name} and ${belongsTo(child, field, parent)})`,
  )
