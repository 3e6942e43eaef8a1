/** The transaction that stores a change of staged devices with its history, and finishes the job. */
import { sql } from 'kysely'
import type { BulkDone } from '../../../contract/bulk'
import { Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import type { Db } from '../../store/database'
import { finishJob, isStopped, type Job, stopped } from '../changes/job'
import { refuseDevicesOutside } from '../withinRows'
import { refuseReferenced, removeStaged, setStaged } from './applyStaged'
import { type HistorySubject, idsForHistory, prepareHistory } from './bulkHistory'
import { noteManyMoves } from './manyMoves'
import type { DeviceCondition } from './validateEach'

/** Devices were changed after they were read: the transaction is rolled back. */
export class ChangedMeanwhile extends Refusal {
  constructor() {
    super(409, 'bulk.busy')
  }
}

interface StagedChange extends Omit<HistorySubject, 'ids'> {
  job: Job
  /** The number of staged devices. */
  staged: number
  conditions?: readonly DeviceCondition[]
  undoSeconds: number
}

/** @throws ChangedMeanwhile; Refusal 409 `bulk.cancelled`, or if an added field refers to a device to remove */
export async function storeStaged(tx: Db, change: StagedChange): Promise<BulkDone> {
  const { tenant, job, settings, plan, isRemoval, staged, conditions = [], undoSeconds } = change
  const ids = await idsForHistory(tx, job, staged)
  const writeHistory = await prepareHistory(tx, { ...change, ids })
  if (isRemoval) await refuseReferenced(tenant, tx, job.id, settings.config.shared)
  const done = isRemoval
    ? await removeStaged(tenant, job.id)
    : await setStaged(tenant, job.id, plan, conditions)
  if (done !== staged) throw new ChangedMeanwhile()
  if (!isRemoval) {
    await refuseDevicesOutside(tenant, sql`select record_id from bulk_rows where bulk_id = ${job.id}`, done)
    if (!ids) await noteManyMoves(tx, tenant, { id: job.id, patch: plan.patch }, 'changed')
  }
  await writeHistory()
  // A stop between two statements has nothing to cancel, so check again.
  if (await isStopped(tx, job)) throw stopped()
  if ('batch_id' in plan.patch.columns || isRemoval) await announce(tx, { resource: 'batches' })
  const answer = { records: done, undoSeconds }
  await finishJob(tx, job, answer, plan.patch)
  return answer
}
