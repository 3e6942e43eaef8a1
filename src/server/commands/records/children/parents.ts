/**
 * A child that is saved or deleted by itself: its parent counts as changed, and keeps as many children as config asks
 * for.
 */
import { sql } from 'kysely'
import { countProblem, parentFieldOf } from '../../../../engine/children'
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
  of: ParentField
  child: CompiledResource
  /** The parents that the save touches, locked. */
  held: ReadonlyMap<number, Ownership>
}

/**
 * Locks the present and the future parent of a child, before the child itself: in the same order as a save of the
 * parent.
 *
 * @returns nothing for records that are no children
 */
export async function lockParents(
  tx: Db,
  tenant: Tenant,
  { config, resource }: { config: CompiledConfig; resource: CompiledResource },
  { id, input = {} }: { id?: RecordKey | undefined; input?: Readonly<Wire> },
): Promise<Parents | undefined> {
  const of = parentFieldOf(config.resources, resource.name)
  if (!of) return undefined
  const row = id === undefined ? undefined : await findRecord(tenant, resource.name, id)
  const ids = [row && parentIdOf(of, resource, row.extra), asId(input[of.field.children.by])]
  const wanted = [...new Set(ids.filter(one => one !== undefined))]
  return { of, child: resource, held: await lockParentRows(tx, of, wanted) }
}

/** The id of the parent of a child; none of one that stands alone. */
function parentIdOf({ field }: ParentField, child: CompiledResource, extra: Extra): number | undefined {
  const by = child.fields[field.children.by]
  return (by && asId(storedValue(by, {}, extra))) || undefined
}

/**
 * Whose the parent of a child is. Who sees the records of one vendor alone moves none to another: a child that keeps
 * its parent stays theirs, also where the parent is of another vendor since before config made it one.
 */
export function ownershipOf(
  { of, child, held }: Parents,
  caller: Caller,
  { before, after }: { before: Extra | undefined; after: Extra },
): Ownership | undefined {
  const [was, is] = [before, after].map(extra => extra && parentIdOf(of, child, extra))
  return was === is && before && !isMaster(caller) ? undefined : held.get(is ?? 0)
}

/**
 * Called in the transaction that has saved or deleted a child.
 *
 * @param before the child's fields of config before; none for a new one
 * @param after none for a deleted one
 * @throws Refusal 422 at the reference, 409 of a deletion, where too few or too many children would be left
 */
export async function settleParents(
  tx: Db,
  { of, child, held }: Parents,
  { before, after }: { before?: Extra | undefined; after?: Extra | undefined },
): Promise<void> {
  const { field } = of
  const [was, is] = [before, after].map(extra => extra && parentIdOf(of, child, extra))
  if (was !== is)
    for (const id of [was, is]) {
      if (id === undefined || !held.has(id)) continue
      const problem = countProblem(field, await countChildren(tx, child, field, id))
      // More than config allows by now may become fewer, one by one.
      const isWorse = problem && (problem.code === 'field.rowsMost') === (id === is)
      if (isWorse && !after) throw new Refusal(409, problem.code, problem.params)
      if (isWorse) refuseProblems({ [field.children.by]: problem } satisfies Problems)
    }
  await touchParents(tx, of, [...held.keys()])
}

/**
 * A parent whose child was saved by itself counts as changed: a form that has the parent open gets a conflict at its
 * next save.
 */
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
