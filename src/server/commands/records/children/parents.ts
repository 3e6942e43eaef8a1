/** When a child is saved or deleted alone: marks its parent as changed, and checks the parent's number of children. */
import { sql } from 'kysely'
import { parentFieldOf, rowCountProblem } from '../../../../engine/children'
import type { CompiledConfig, CompiledResource } from '../../../../engine/compiled'
import { storedValue } from '../../../../engine/stored'
import { type Caller, isMaster } from '../../../caller'
import { type Problems, Refusal, refuseProblems } from '../../../refusal'
import { announce } from '../../../store/announce'
import type { Db } from '../../../store/database'
import {
  countChildren,
  lockParentRows,
  type Ownership,
  type ParentField,
} from '../../../store/records/children'
import { asId } from '../../../store/records/references'
import { findRecord, type RecordKey, type Wire } from '../../../store/records/sources'
import type { Extra } from '../../../store/schema'
import type { Tenant } from '../../../store/tenancy'

export interface Parents {
  parentField: ParentField
  child: CompiledResource
  /** The vendor and maker of the old and the new parent, by their ids. Both are locked. */
  ownerships: ReadonlyMap<number, Ownership>
}

/**
 * Locks the old and the new parent of a child. Call it before locking the child: a save of the parent locks in the same
 * order.
 *
 * @returns `undefined` for records that are no children
 */
export async function lockParents(
  tx: Db,
  tenant: Tenant,
  { config, resource }: { config: CompiledConfig; resource: CompiledResource },
  { id, input = {} }: { id?: RecordKey | undefined; input?: Readonly<Wire> },
): Promise<Parents | undefined> {
  const parentField = parentFieldOf(config.resources, resource.name)
  if (!parentField) return undefined
  const row = id === undefined ? undefined : await findRecord(tenant, resource.name, id)
  const oldParent = row && parentIdOf(parentField, resource, row.extra)
  const newParent = asId(input[parentField.field.children.by])
  const ids = [...new Set([oldParent, newParent].filter(parent => parent !== undefined))]
  return { parentField, child: resource, ownerships: await lockParentRows(tx, parentField, ids) }
}

/** The id of a child's parent, if it has one. */
function parentIdOf({ field }: ParentField, child: CompiledResource, extra: Extra): number | undefined {
  const by = child.fields[field.children.by]
  return (by && asId(storedValue(by, {}, extra))) || undefined
}

/**
 * The vendor and maker that a child gets from its parent: if it is new, if it moves to another parent, or if a master
 * saves it. Otherwise `undefined`, since a save under the same parent must not move a child to another vendor.
 */
export function inheritedOwnership(
  { parentField, child, ownerships }: Parents,
  caller: Caller,
  { before, after }: { before: Extra | undefined; after: Extra },
): Ownership | undefined {
  const oldParent = before && parentIdOf(parentField, child, before)
  const newParent = parentIdOf(parentField, child, after)
  if (before && oldParent === newParent && !isMaster(caller)) return undefined
  return ownerships.get(newParent ?? 0)
}

/**
 * Checks the number of children of the old and the new parent, and marks both as changed. Call it in the transaction,
 * after the child was saved or deleted.
 *
 * @param before the child's old `extra`; absent for a new child
 * @param after its new `extra`; absent for a deleted child
 * @throws Refusal 422 at the reference, 409 for a deletion, if a parent would have too few or too many children
 */
export async function settleParents(
  tx: Db,
  { parentField, child, ownerships }: Parents,
  { before, after }: { before?: Extra | undefined; after?: Extra | undefined },
): Promise<void> {
  const { field } = parentField
  const oldParent = before && parentIdOf(parentField, child, before)
  const newParent = after && parentIdOf(parentField, child, after)
  if (oldParent !== newParent)
    for (const id of [oldParent, newParent]) {
      if (id === undefined || !ownerships.has(id)) continue
      const problem = rowCountProblem(field, await countChildren(tx, child, field, id))
      // A parent may already have too many or too few children: only a change in the wrong direction is refused. The
      // new parent has one child more, the old parent one less.
      const hasTooMany = problem?.code === 'field.rowsMost'
      const isWorse = problem && hasTooMany === (id === newParent)
      if (isWorse && !after) throw new Refusal(409, problem.code, problem.params)
      if (isWorse) refuseProblems({ [field.children.by]: problem } satisfies Problems)
    }
  await touchParents(tx, parentField, [...ownerships.keys()])
}

/** Sets `updated` of parents, so that a form with the parent open gets a conflict at its next save. */
export async function touchParents(
  tx: Db,
  { resource }: Pick<ParentField, 'resource'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; vendor_id: number }>`
    update records set updated = greatest(date_trunc('milliseconds', clock_timestamp()), updated + interval '1 millisecond')
    where resource = ${resource.name} and id = any(${[...ids]}::integer[]) returning id, vendor_id`.execute(
    tx,
  )
  for (const { id, vendor_id } of rows)
    await announce(tx, { resource: resource.name, ids: [id], vendors: [vendor_id] })
}
