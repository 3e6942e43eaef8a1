/** Saves and deletes many records of a resource in one transaction, each by the rules of a single save or deletion. */
import { parentFieldOf } from '../../../engine/children'
import type { Compiled, CompiledResource, Locale } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { type Problems, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import type { RecordKey, Wire } from '../../store/records/sources'
import { tenantOf } from '../../store/tenancy'
import { removeRecord } from '../records/removeRecord'
import {
  findForChange,
  isOfRecord,
  refuseConflict,
  type SavedRecord,
  saveRecords,
} from '../records/saveRecord'
import { deferUnique, findTaken, refuseDeferred } from '../records/unique'
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

type Steps<Change> = Iterable<readonly Change[]> | AsyncIterable<readonly Change[]>

export interface ChangeContext {
  resource: CompiledResource
  config: Compiled
  locale?: Locale
}

interface ApplyOptions {
  /** Stores what an undo needs, under this job; `stopJob` can then cancel the running statement. */
  job?: Job
  /** Receives the number of changes so far, after each part. Its error stops the work. */
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

/**
 * Applies all changes, and collects the refusals of single records. A refused change may have been written in part, so
 * the caller must roll the transaction back if there are any, for example by throwing `ChangesRefused`.
 *
 * Records may swap unique values: a value that is taken at first is looked for again after all changes. A deletion that
 * is refused because of another record is tried again after all others.
 *
 * @param tx the transaction (`changing`), in which nothing else must depend on refused changes
 * @param steps lists of changes: each list is read when all changes before it are applied
 * @throws Refusal 409 `bulk.cancelled` if the job was stopped; also the errors of `report` and of the database
 */
export async function applyChanges<Change extends RecordChange>(
  tx: Db,
  caller: Caller,
  { resource, config, locale }: ChangeContext,
  steps: Steps<Change>,
  { job, report, maxReasons = 100 }: ApplyOptions = {},
): Promise<AppliedChanges<Change>> {
  const context = { resource, config: config.shared, ...(locale && { locale }) }
  const tenant = tenantOf(tx, caller)
  const refused = new Map<number, RefusedChange<Change> | undefined>()
  const refuse = ({ index, change }: Numbered<Change>, refusal: Refusal) => {
    refused.set(index, refused.size < maxReasons ? { index, change, id: change.id, refusal } : undefined)
  }
  const withTaken: (Numbered<Change> & { id: RecordKey; taken: Problems })[] = []
  const again: RefusedRemoval<Change>[] = []
  const previous = job && storePrevious(tx, job, resource)

  /** @returns the refusals, in the order of the changes */
  const apply = async (part: readonly Numbered<Change>[]): Promise<(Refusal | undefined)[]> => {
    const outcomes = await outcomesOf(part.map(({ change }) => change))
    return outcomes.map((outcome, position) => {
      if (outcome instanceof Refusal) return outcome
      if (outcome) previous?.add(outcome)
      const { taken = {}, row } = outcome ?? {}
      if (row && Object.keys(taken).length > 0) withTaken.push({ ...part[position]!, id: row.id, taken })
      return undefined
    })
  }
  /** @returns the saved records, and `undefined` for a deleted one */
  const outcomesOf = async (
    part: readonly RecordChange[],
  ): Promise<(SavedRecord | Refusal | undefined)[]> => {
    const [first] = part
    if (first?.isRemoval) return [await orRefusal(() => remove(first))]
    const sent = part.map(({ id, ...change }) => ({ id, input: change.isRemoval ? {} : change.input }))
    return saveRecords(tx, caller, sent, context, true)
  }
  /** Deletes a record, unless this would delete or change others: a user confirms that for single records only. */
  const remove = async ({ id, updated }: RecordRemoval) => {
    if (updated) {
      const row = await findForChange(tenant, resource, id)
      await refuseConflict(tenant, { updated }, row, context, caller.level)
    }
    try {
      await removeRecord(tx, caller, id, { resource, config, confirmed: { deleted: 0, cleared: 0 } })
    } catch (error) {
      const affectsOthers = error instanceof Refusal && error.code === 'record.removalChanged'
      throw affectsOthers ? new Refusal(409, 'bulk.affectsOthers') : error
    }
  }
  if (job) await nameSession(tx, job)
  await deferUnique(tx, resource)
  let count = 0
  for await (const part of partsOf(steps, savedAtOnce(resource, config.shared))) {
    for (const [position, refusal] of (await apply(part)).entries()) {
      const change = part[position]!
      if (refusal?.status === 409 && change.change.isRemoval) again.push({ change, refusal })
      else if (refusal) refuse(change, refusal)
    }
    count += part.length
    await previous?.flush()
    await report?.(count)
  }
  await removeAgain()
  await refuseStillTaken()
  if (refused.size === 0) await refuseDeferred(tx, resource)
  if (refused.size === 0) await previous?.finish()
  // A stop between two statements has nothing to cancel.
  if (job && refused.size === 0 && (await isStopped(tx, job))) throw stopped()
  return {
    done: count - refused.size,
    refusedIndexes: new Set(refused.keys()),
    refused: [...refused.values()].flatMap(change => change ?? []).sort((a, b) => a.index - b.index),
  }

  /** Deletes records that only other records of the list have required, until none is left or all are refused. */
  async function removeAgain(): Promise<void> {
    for (let rest = again; rest.length > 0; ) {
      const stillRefused: typeof again = []
      for (const { change, refusal: before } of rest) {
        const [refusal] = await apply([change])
        // A record that was refused after it was deleted is not found again.
        if (refusal) stillRefused.push({ change, refusal: refusal.status === 404 ? before : refusal })
      }
      if (stillRefused.length === rest.length) {
        for (const { change, refusal } of stillRefused) refuse(change, refusal)
        return
      }
      rest = stillRefused
    }
  }

  async function refuseStillTaken(): Promise<void> {
    const problems = await findTaken(tx, tenant, context, withTaken, true)
    for (const { id, taken, ...change } of withTaken) {
      // Its other values are unchanged: they may have been duplicates before.
      const stillTaken = Object.entries(problems.get(id) ?? {}).filter(([name]) => Object.hasOwn(taken, name))
      const refusal = await orRefusal(async () => refuseProblems(Object.fromEntries(stillTaken)))
      if (refusal) refuse(change, refusal)
    }
  }
}

interface Numbered<Change> {
  index: number
  change: Change
}

interface RefusedRemoval<Change> {
  change: Numbered<Change>
  refusal: Refusal
}

/** How many records are saved by the same statements. */
function savedAtOnce({ name, fields }: CompiledResource, { resources }: Compiled['shared']): number {
  // The number of a parent's children is checked after each child: of too many, only the surplus ones are refused.
  if (parentFieldOf(resources, name)) return 1
  return Object.values(fields).some(({ type }) => type === 'image') ? 20 : 250
}

/** Groups changes that are applied together: at most `max` of a step, deletions one by one, and no record twice. */
async function* partsOf<Change extends RecordChange>(
  steps: Steps<Change>,
  max: number,
): AsyncGenerator<Numbered<Change>[]> {
  let index = 0
  for await (const step of steps) {
    let part: Numbered<Change>[] = []
    for (const change of step) {
      const isTwice = change.id !== undefined && part.some(other => other.change.id === change.id)
      const isAlone = change.isRemoval || part[0]?.change.isRemoval
      if (part.length > 0 && (isTwice || isAlone || part.length === max)) {
        yield part
        part = []
      }
      part.push({ index, change })
      index += 1
    }
    if (part.length > 0) yield part
  }
}

/** @returns the refusal of one record, if there is one */
async function orRefusal(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (isOfRecord(error)) return error
    throw error
  }
}

/** Rolls the transaction back because of refused changes. */
export class ChangesRefused extends Error {
  constructor(readonly applied: AppliedChanges) {
    super('changes refused')
  }
}
