/**
 * A part of another record that is saved or deleted by itself: what it belongs to counts as changed, and keeps as many parts as config
 * asks for (decision 456).
 */
import { countProblem, ownerOf } from '../../../../engine/children'
import type { CompiledConfig, CompiledResource } from '../../../../engine/compiled'
import { storedValue } from '../../../../engine/stored'
import { type Caller, isMaster } from '../../../caller'
import { type Problems, Refusal, refuseProblems } from '../../../refusal'
import type { Db } from '../../../store/database'
import {
  type Belonging,
  countChildren,
  lockOwners,
  type Owner,
  touchOwners,
} from '../../../store/records/children'
import { asId } from '../../../store/records/references'
import { findRecord, type RecordKey, type Wire } from '../../../store/records/sources'
import type { Extra } from '../../../store/schema'
import type { Tenant } from '../../../store/tenancy'

export interface Owners {
  owner: Owner
  child: CompiledResource
  /** Those that are concerned, locked. */
  held: ReadonlyMap<number, Belonging>
}

/**
 * Locks what a part belongs to and what it shall belong to, before the part itself: as whoever saves the whole.
 *
 * @returns nothing for records that are no parts
 */
export async function holdOwners(
  tx: Db,
  tenant: Tenant,
  { config, resource }: { config: CompiledConfig; resource: CompiledResource },
  { id, input = {} }: { id?: RecordKey | undefined; input?: Readonly<Wire> },
): Promise<Owners | undefined> {
  const owner = ownerOf(config.resources, resource.name)
  if (!owner) return undefined
  const row = id === undefined ? undefined : await findRecord(tenant, resource.name, id)
  const ids = [row && belongsTo(owner, resource, row.extra), asId(input[owner.field.children.by])]
  const wanted = [...new Set(ids.filter(one => one !== undefined))]
  return { owner, child: resource, held: await lockOwners(tx, owner, wanted) }
}

/** The id of what a part belongs to; none of one that stands alone. */
export function belongsTo({ field }: Owner, child: CompiledResource, extra: Extra): number | undefined {
  const by = child.fields[field.children.by]
  return (by && asId(storedValue(by, {}, extra))) || undefined
}

/**
 * Whose the whole is to which a part belongs. Who sees the records of one vendor alone moves none to another: a part that stays where it
 * is stays theirs, also where the whole is of another since before config made it one.
 */
export function belongingOf(
  { owner, child, held }: Owners,
  caller: Caller,
  { before, after }: { before: Extra | undefined; after: Extra },
): Belonging | undefined {
  const [was, is] = [before, after].map(extra => extra && belongsTo(owner, child, extra))
  return was === is && before && !isMaster(caller) ? undefined : held.get(is ?? 0)
}

/**
 * Asked in the transaction that has saved or deleted a part.
 *
 * @param before what config's own fields of it were; none for a new one
 * @param after none for one that is gone
 * @throws Refusal 422 at the reference, 409 of a deletion, where too few or too many parts would be left
 */
export async function settleOwners(
  tx: Db,
  { owner, child, held }: Owners,
  { before, after }: { before?: Extra | undefined; after?: Extra | undefined },
): Promise<void> {
  const { field } = owner
  const [was, is] = [before, after].map(extra => extra && belongsTo(owner, child, extra))
  if (was !== is)
    for (const id of [was, is]) {
      if (id === undefined || !held.has(id)) continue
      const problem = countProblem(field, await countChildren(tx, child, field, id))
      // More than config allows by now may become fewer, one by one.
      const isWorse = problem && (problem.code === 'field.rowsMost') === (id === is)
      if (isWorse && !after) throw new Refusal(409, problem.code, problem.params)
      if (isWorse) refuseProblems({ [field.children.by]: problem } satisfies Problems)
    }
  await touchOwners(tx, owner, [...held.keys()])
}
