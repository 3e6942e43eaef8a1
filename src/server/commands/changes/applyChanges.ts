/** Saves and deletes many records of a resource in one transaction, each by the rules of a single save or deletion. */
import type { Compiled, CompiledResource, Locale } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { isAborted } from '../../store/failures'
import type { RecordKey, Wire } from '../../store/records/sources'
import { tenantOf } from '../../store/tenancy'
import { removeRecord } from '../records/removeRecord'
import { findForChange, refuseConflict, saveRecord } from '../records/saveRecord'
import type { SaveInSet } from '../records/storeRecord'
import { isStopped, type Job, nameSession, stopped } from './job'
import { storePrevious } from './previousVersions'

interface RecordRemoval {
  id: RecordKey
  isRemoval: true
  /** The version to delete; any if absent. */
  updated?: string
}

/** A record to create (without id), to change, or to delete. */
export type RecordChange =
  | { id?: RecordKey | undefined; input: Readonly<Wire>; isRemoval?: false }
  | RecordRemoval

export interface ChangeContext {
  resource: CompiledResource
  config: Compiled
  locale?: Locale
}

interface ApplyOptions {
  /** Stores what an undo needs, under this job; `stopJob` can then cancel the running statement. */
  job?: Job
  /** Receives the number of changes so far, after each. Its error stops the work. */
  report?: (done: number) => Promise<void>
  /** How many refused changes are returned with their reason. */
  maxReasons?: number
}

interface RefusedChange<Change> {
  /** The position in the list of changes, from 0. */
  index: number
  change: Change
  id: RecordKey | undefined
  refusal: Refusal
}

export interface AppliedChanges<Change = RecordChange> {
  /** How many changes were applied. */
  done: number
  /** The positions of all refused changes. */
  refusedIndexes: ReadonlySet<number>
  /** The first refused changes, in the order of the list. */
  refused: readonly RefusedChange<Change>[]
}

/** Refusals that are about one record; others (rights, load) end the whole work. */
const OF_A_RECORD = [403, 404, 409, 422]

/**
 * Applies all changes, and collects the refusals of single records. A refused change may have been written in part, so
 * the caller must roll the transaction back if there are any, for example by throwing `ChangesRefused`.
 *
 * Records may swap unique values: a value that is taken at first is looked for again after all changes. A deletion that
 * is refused because of another record is tried again after all others. A violated index of the database aborts the
 * transaction, so later changes are not looked at then.
 *
 * @param tx the transaction (`changing`), in which nothing else must depend on refused changes
 * @param changes read one at a time, so that they need not be in memory together
 * @throws Refusal 409 `bulk.cancelled` if the job was stopped; also the errors of `report` and of the database
 */
export async function applyChanges<Change extends RecordChange>(
  tx: Db,
  caller: Caller,
  { resource, config, locale }: ChangeContext,
  changes: Iterable<Change> | AsyncIterable<Change>,
  { job, report, maxReasons = 100 }: ApplyOptions = {},
): Promise<AppliedChanges<Change>> {
  const recordContext = { resource, config: config.shared, ...(locale && { locale }) }
  const refused = new Map<number, RefusedChange<Change> | undefined>()
  const refuse = (change: RefusedChange<Change>) =>
    refused.set(change.index, refused.size < maxReasons ? change : undefined)
  const later: (Omit<RefusedChange<Change>, 'refusal'> & { check: () => Promise<void> })[] = []
  const waiting: { index: number; change: Change; removal: RecordRemoval }[] = []
  const previous = job && storePrevious(tx, tenantOf(tx, caller), job, resource)

  const apply = (change: Change, index: number) => {
    const { id } = change
    if (change.isRemoval) return remove(change)
    const inSet: SaveInSet = {
      repeatLater: check => later.push({ index, id, change, check }),
      remember: versions => previous?.add(versions),
    }
    return saveRecord(tx, caller, { id, input: change.input }, recordContext, inSet)
  }
  /** Deletes a record, unless this would delete or change others: a user confirms that for single records only. */
  const remove = async ({ id, updated }: RecordRemoval) => {
    const tenant = tenantOf(tx, caller)
    if (updated)
      await refuseConflict(
        tenant,
        { updated },
        await findForChange(tenant, resource, id),
        recordContext,
        caller.level,
      )
    try {
      await removeRecord(tx, caller, id, { resource, config, confirmed: { deleted: 0, cleared: 0 } })
    } catch (error) {
      const affectsOthers = error instanceof Refusal && error.code === 'record.removalChanged'
      throw affectsOthers ? new Refusal(409, 'bulk.affectsOthers') : error
    }
  }
  /** @returns the refusal, if there is one */
  const attempt = async (work: () => Promise<unknown>): Promise<Refusal | undefined> => {
    try {
      await work()
      return undefined
    } catch (error) {
      if (error instanceof Refusal && OF_A_RECORD.includes(error.status)) return error
      throw error
    }
  }

  if (job) await nameSession(tx, job)
  let count = 0
  let index = -1
  try {
    for await (const change of changes) {
      index += 1
      const refusal = await attempt(() => apply(change, index))
      count += 1
      if (refusal && change.isRemoval && refusal.status === 409)
        waiting.push({ index, change, removal: change })
      else if (refusal) refuse({ index, id: change.id, change, refusal })
      await previous?.flush()
      await report?.(count)
    }
    await removeWaiting()
    for (const { check, ...waitingCheck } of later) {
      const refusal = refused.has(waitingCheck.index) ? undefined : await attempt(check)
      if (refusal) refuse({ ...waitingCheck, refusal })
    }
    if (refused.size === 0) await previous?.finish()
  } catch (error) {
    // After a violated index every statement fails until the transaction is rolled back.
    if (!isAborted(error) || refused.size === 0) throw error
  }
  if (job && (await isStoppedMeanwhile())) throw stopped()
  return {
    done: count - refused.size,
    refusedIndexes: new Set(refused.keys()),
    refused: [...refused.values()].flatMap(change => change ?? []).sort((a, b) => a.index - b.index),
  }

  /** Deletes records that only other records of the list have required, until none is left or all are refused. */
  async function removeWaiting(): Promise<void> {
    for (let rest = waiting; rest.length > 0; ) {
      const stillRefused: typeof waiting = []
      const refusals: RefusedChange<Change>[] = []
      for (const { index, change, removal } of rest) {
        const refusal = await attempt(() => remove(removal))
        if (!refusal) continue
        stillRefused.push({ index, change, removal })
        refusals.push({ index, id: change.id, change, refusal })
      }
      if (stillRefused.length === rest.length) return refusals.forEach(refuse)
      rest = stillRefused
    }
  }

  /** A stop between two statements has nothing to cancel. Not looked at if the changes are rolled back anyway. */
  async function isStoppedMeanwhile(): Promise<boolean> {
    return refused.size === 0 && isStopped(tx, job!)
  }
}

/** Rolls the transaction back because of refused changes. */
export class ChangesRefused extends Error {
  constructor(readonly applied: AppliedChanges) {
    super('changes refused')
  }
}
