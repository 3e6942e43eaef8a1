/**
 * Plans a removal: the records to delete with a record, and the references to empty (`onDelete` of config). A save
 * locks the records that its references lead to, and a removal locks every record that it deletes before it looks for
 * references. Thus no new reference appears in between.
 */
import { may } from '../../../engine/access'
import type { CompiledConfig, Locale, Words } from '../../../engine/compiled'
import { type Referrer, referrersOf } from '../../../engine/fields/referrers'
import { pick } from '../../../engine/i18n'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { RecordKey } from '../../store/records/sources'
import {
  areInScope,
  countReferring,
  idsReferring,
  type RecordSet,
  type Referred,
  type Use,
  usesOf,
} from '../../store/records/uses'
import type { Tenant } from '../../store/tenancy'

/** Maximum number of other records that one deletion may delete or change. */
const MAX_AFFECTED = 1_000

interface Records {
  resource: string
  ids: RecordKey[]
}

interface RemovalPlan {
  /** All records to delete. */
  toDelete: RecordSet
  /** Records to delete by `cascade`, referring records first. */
  deleted: Records[]
  /** Records whose references to deleted records are emptied. */
  cleared: Records[]
}

interface Planning {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  /** Locks affected records until the transaction ends; false for a preview. */
  lock: boolean
}

/**
 * Plans the removal of records.
 *
 * @param roots the requested record, and then its parts, already locked unless it is a preview
 * @throws Refusal 409 if a reference with `refuse` points to a deleted record, if the caller may not change or delete
 *   an affected record, or if there are too many
 */
export async function planRemoval(planning: Planning, roots: readonly Records[]): Promise<RemovalPlan> {
  const { tenant, config } = planning
  const toDelete = new Map<string, Set<string>>()
  const deleted: Records[] = []
  const cleared: Records[] = []
  const affected = { count: 0 }
  const addToDelete = ({ resource, ids }: Records) =>
    toDelete.set(resource, new Set([...(toDelete.get(resource) ?? []), ...ids.map(String)]))
  const [, ...parts] = roots
  for (const part of parts) await refuseUnseen(planning, part)
  for (const root of roots) addToDelete(root)

  // Each round follows the references to the records that the previous round has added.
  for (let nextRound = [...roots]; nextRound.length > 0; ) {
    const round = nextRound
    nextRound = []
    for (const { resource, ids } of round)
      for (const referrer of referrersOf(config, resource, ['cascade'])) {
        const referring = await findAffected(
          planning,
          referrer,
          { resource, ids, except: toDelete },
          affected,
        )
        if (referring.length === 0) continue
        const records = { resource: referrer.resource.name, ids: referring }
        addToDelete(records)
        nextRound.push(records)
        deleted.push(records)
      }
  }
  const all = [...toDelete].map(([resource, ids]) => ({ resource, ids: [...ids], except: toDelete }))
  const uses: Use[] = []
  for (const referred of all) uses.push(...(await usesOf(tenant, config, referred, ['refuse'])))
  refuseUses(uses)
  const clearing = new Map<string, Set<RecordKey>>()
  for (const referred of all)
    for (const referrer of referrersOf(config, referred.resource, ['clear'])) {
      const { name } = referrer.resource
      const counted = clearing.get(name) ?? new Set()
      const referring = await findAffected(planning, referrer, referred, affected, counted)
      clearing.set(name, new Set([...counted, ...referring]))
    }
  for (const [resource, ids] of clearing) if (ids.size > 0) cleared.push({ resource, ids: [...ids] })
  return { toDelete, deleted: deleted.reverse(), cleared }
}

/**
 * The ids of records that refer to deleted records.
 *
 * @param affected the running total of records, updated here
 * @param counted records that are in this total already
 * @throws Refusal 409 if the caller does not see all of them or may not change or delete them, or if there are too many
 */
async function findAffected(
  { tenant, caller, config, lock }: Planning,
  referrer: Referrer,
  referred: Referred,
  affected: { count: number },
  counted: ReadonlySet<RecordKey> = new Set(),
): Promise<RecordKey[]> {
  const { name } = referrer.resource
  // All fields of the referrer have the `onDelete` by which it was found.
  const [{ onDelete }] = referrer.fields as [Referrer['fields'][number]]
  // Emptying a reference does not change the id of its record: saves of other records that refer to it need not wait.
  const isCascade = onDelete === 'cascade'
  const action = isCascade ? 'delete' : 'edit'
  const lockKind = isCascade ? 'lock' : 'lockFields'
  const ids = await idsReferring(tenant, referrer, referred, {
    limit: MAX_AFFECTED + 1,
    lock: lock ? lockKind : undefined,
  })
  if (ids.length === 0) return ids
  if (!(referrer.isPart || may(config, caller.level, name, action))) throw outOfScope()
  await refuseUnseen({ tenant, caller, config }, { resource: name, ids })
  affected.count += ids.filter(id => !counted.has(id)).length
  if (affected.count > MAX_AFFECTED) {
    const rest = (await countReferring(tenant, referrer, referred)) - ids.length
    throw new Refusal(409, 'record.tooManyReferring', {
      count: (affected.count + Math.max(rest, 0)).toLocaleString('en-US'),
      limit: MAX_AFFECTED.toLocaleString('en-US'),
    })
  }
  return ids
}

/**
 * A caller must be able to list every record that its deletion also deletes or changes, even rows (`children`) of the
 * record.
 *
 * @throws Refusal 409 if the caller may not list the resource, or does not see one of the records
 */
async function refuseUnseen(
  { tenant, caller, config }: Pick<Planning, 'tenant' | 'caller' | 'config'>,
  { resource, ids }: Records,
): Promise<void> {
  if (ids.length === 0) return
  const mayList = may(config, caller.level, resource, 'list')
  if (!mayList || !(await areInScope(tenant, resource, ids))) throw outOfScope()
}

/** The message does not disclose the records. */
export const outOfScope = () => new Refusal(409, 'record.outOfReach')

/** @throws Refusal 409 if any record refers to one of these, regardless of `onDelete` */
export async function refuseInUse(tenant: Tenant, config: CompiledConfig, referred: Referred): Promise<void> {
  refuseUses(await usesOf(tenant, config, referred))
}

function refuseUses(uses: readonly Use[]): void {
  if (uses.length === 0) return
  const words: Words = { ko: inWords(uses, 'ko'), en: inWords(uses, 'en') }
  throw new Refusal(409, 'record.referred', { uses: words })
}

const inWords = (uses: readonly Use[], locale: Locale) =>
  uses.map(({ label, count }) => `${pick(label, locale)} ${count.toLocaleString('en-US')}`).join(', ')
