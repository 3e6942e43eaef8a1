/**
 * Records that are children of another one (`children` of config), as they are stored: each refers to the record that
 * it belongs to.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { own } from '../../../domain/own'
import { type ChildrenField, childrenIn, rowRights } from '../../../engine/children'
import type { CompiledResource } from '../../../engine/compiled'
import { MOST_CHILDREN } from '../../../engine/kinds/children'
import { storedKeys } from '../../../engine/stored'
import type { Caller } from '../../caller'
import { readValue } from '../counts'
import type { Db } from '../database'
import type { Tables } from '../schema'
import type { Tenant } from '../tenancy'
import { type RecordKey, type StoredRow, sourceOf, type Wire } from './sources'
import { type RecordContext, type View, viewOf, visibleRecord } from './visible'

export interface ParentField {
  /** The resource of the parents, and its field. */
  resource: CompiledResource
  field: ChildrenField
}

/** What is stored under a field of the children, as text. Written as in `childIndex`, so that the index is used. */
function textOf(child: CompiledResource, name: string): RawBuilder<string | null> {
  const field = own(child.fields, name)
  const values = (field ? storedKeys(field) : [name]).map(key => sql`(records.data ->> ${key}::text)`)
  return values.length > 1
    ? sql<string | null>`coalesce(${sql.join(values)})`
    : sql<string | null>`${values[0]!}`
}

const belongsTo = (child: CompiledResource, { children }: ChildrenField, parent: RecordKey) =>
  sql<boolean>`${textOf(child, children.by)} = ${String(parent)}::text`

/** Their place; those that were made elsewhere, and have none, come last. */
function inOrder(child: CompiledResource, { children }: ChildrenField): RawBuilder<unknown> {
  const { order } = children
  if (order === undefined) return sql`records.id`
  const place = textOf(child, order)
  return sql`(case when ${place} ~ '^-?[0-9]{1,9}(\\.[0-9]{1,9})?$' then (${place})::numeric end) nulls last, records.id`
}

/**
 * The children of a record that are in scope, in their order.
 *
 * @param all without it, as many as a form may have: those beyond are neither shown nor deleted with rows that are not
 *   sent
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
  let query = rows.where(belongsTo(child, field, parent)).orderBy(inOrder(child, field))
  if (!all) query = query.limit(MOST_CHILDREN)
  if (lock) query = query.forUpdate('records')
  return query.execute() as Promise<StoredRow[]>
}

/** A row of the list on the wire: which one it is, and its cells. */
function rowToWire(row: StoredRow, { children }: ChildrenField, view: View): Wire {
  const record = visibleRecord(row, view)
  const cells = children.fields.flatMap(name => (Object.hasOwn(record, name) ? [[name, record[name]]] : []))
  return { id: record.id, updated: record.updated, ...Object.fromEntries(cells) }
}

/** A single record with the rows of its fields, as far as the caller may list them. */
export async function withChildren(
  tenant: Tenant,
  caller: Pick<Caller, 'level' | 'levels'>,
  { config, resource, locale }: RecordContext,
  record: Wire,
): Promise<Wire> {
  const whole: Wire = { ...record }
  for (const field of childrenIn(resource)) {
    const child = own(config.resources, field.children.resource)
    if (!child || !rowRights(child, field, caller).read) continue
    const view = viewOf({ config, resource: child, ...(locale && { locale }) }, caller.level)
    const rows = await findChildren(tenant, child, field, record.id as RecordKey)
    whole[field.name] = rows.map(row => rowToWire(row, field, view))
  }
  return whole
}

/** Whose a record is, and who made it: its children are theirs too. */
export interface Ownership {
  vendor_id: number
  maker_id: number | null
}

/** Parents by id, locked until the transaction ends: saving a child by itself changes its parent too. */
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

/** The number of a record's children, including those that the caller does not see. */
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
