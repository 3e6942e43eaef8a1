/**
 * Changes or removes many devices: all or none. Devices are selected and validated in steps that report progress; then
 * one transaction stores the change.
 */
import { type BulkDone, type BulkSheet, UNDO_SECONDS } from '../../../contract/bulk'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import type { BulkPatch } from '../../store/schema'
import { tenantOf } from '../../store/tenancy'
import {
  type ChangeSettings,
  isStopped,
  type Job,
  nameSession,
  reportStage,
  runJob,
  stopped,
} from '../changes/job'
import { changing } from '../changing'
import { refuseTooMany } from '../pgliteLimits'
import { type ChosenDevices, countChoice, readAgain, stageChoice } from './choose'
import { refuseDuplicates, refuseOneForMany } from './duplicates'
import { type BulkPlan, planChange, REMOVAL } from './patch'
import { ChangedMeanwhile, storeStaged } from './storeStaged'
import { conditionsOf, refuseConflicts, validateEach } from './validateEach'

/** Maximum attempts if devices are changed after they were read. */
const MAX_ATTEMPTS = 5

/**
 * @param settings `senderGone` is aborted when the sender disconnects: the change is not begun then, since the sender
 *   could not undo it
 * @returns the number of changed or removed devices
 * @throws Refusal 409 `bulk.changed` if the number differs from what the sender expects, `bulk.cancelled` if the sender
 *   has stopped it; 422 for invalid values, and with `rows` for devices that conflict with them
 */
export async function changeMany(
  db: Db,
  caller: Caller,
  sheet: BulkSheet,
  choice: ChosenDevices,
  settings: ChangeSettings,
): Promise<BulkDone> {
  const { senderGone } = settings
  return runJob(db, caller, { ...sheet, resource: 'devices', senderGone }, job =>
    runChange({ db, caller, job, settings }, sheet, choice),
  )
}

interface Work {
  db: Db
  caller: Caller
  job: Job
  settings: ChangeSettings
}

async function runChange(
  work: Work,
  { kind, values = {}, expected, leaveOut = 0 }: BulkSheet,
  choice: ChosenDevices,
): Promise<BulkDone> {
  const { db, caller, job, settings } = work
  const tenant = tenantOf(db, caller)
  const context = { config: settings.config.shared, resource: settings.resource }
  const plan = kind === 'remove' ? REMOVAL : await planChange(tenant, caller, context, values)
  const staged = await stageChoice(tenant, db, job.id, choice, {
    plan,
    max: expected,
    report: done => reportStage(db, job, { stage: 'choosing', done, total: expected }),
  })
  if (staged !== expected) throw countDiffers(staged < expected ? staged : await countChoice(tenant, choice))
  if (staged === 0) throw new Refusal(422, 'bulk.nobody')
  if (staged > 1) refuseOneForMany(settings.resource, values)
  refuseTooMany(db, staged, settings.config.server.pglite.batchDevices)
  const { setColumns, leftOut } = plan.isPerDevice
    ? await validateEach(tenant, db, job.id, {
        caller,
        plan,
        settings,
        leaveOut,
        report: done => reportStage(db, job, { stage: 'checking', done, total: staged }),
      })
    : { setColumns: plan.patch.columns, leftOut: 0 }
  const validated = { plan, setColumns, kind, staged: staged - leftOut, leaveOut: leaveOut - leftOut }
  for (let attempt = 1; ; attempt++) {
    await reportStage(db, job, { stage: 'applying', done: 0, total: validated.staged })
    try {
      return await changing(db, caller, tx => store(tx, work, validated))
    } catch (error) {
      const mayTryAgain = error instanceof ChangedMeanwhile && attempt < MAX_ATTEMPTS && !plan.isPerDevice
      if (!mayTryAgain) throw error
    }
    const remaining = await readAgain(tenant, db, job.id, { plan, choice })
    if (remaining !== validated.staged) throw countDiffers(remaining)
  }
}

const countDiffers = (found: number) => new Refusal(409, 'bulk.changed', { found }, { found })

interface ValidatedChange {
  plan: BulkPlan
  /** The new values, by their API names, for which `conditionsOf` makes conditions. */
  setColumns: BulkPatch['columns']
  kind: BulkSheet['kind']
  staged: number
  /**
   * The number of devices to leave out because they violate a condition. If another number of devices does, the change
   * is refused.
   */
  leaveOut: number
}

async function store(
  tx: Db,
  { caller, job, settings }: Work,
  { plan, setColumns, kind, staged: all, leaveOut }: ValidatedChange,
): Promise<BulkDone> {
  const tenant = tenantOf(tx, caller)
  await nameSession(tx, job)
  if (await isStopped(tx, job)) throw stopped()
  const isRemoval = kind === 'remove'
  const conditions = await conditionsOf(tenant, plan, setColumns)
  const leftOut = await refuseConflicts(tenant, tx, job.id, conditions, { settings, leaveOut })
  if (leftOut !== leaveOut) throw countDiffers(all)
  const staged = all - leftOut
  if (!isRemoval) await refuseDuplicates(tx, tenant, job.id, plan, settings)
  const undoSeconds = isRemoval ? 0 : UNDO_SECONDS
  const change = { tenant, caller, job, settings, plan, isRemoval, staged, conditions, undoSeconds }
  return storeStaged(tx, change)
}
