/** Changes or removes many records of a resource: all or none, each by the rules of a single save or deletion. */
import { type BulkDone, type BulkSheet, UNDO_SECONDS } from '../../../contract/bulk'
import { KINDS } from '../../../engine/kinds'
import { isEmptyValue } from '../../../engine/values'
import type { Caller } from '../../caller'
import { fieldRefusal, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { refuseTooMany } from '../pgliteLimits'
import { rulesOf } from '../records/rules'
import { applyChanges, ChangesRefused, type RecordChange } from './applyChanges'
import { type ChangeSettings, finishJob, isStopped, type Job, reporterOf, runJob, stopped } from './job'
import { rowsOfRefused } from './refusedRows'

/** The records that a sender has chosen. */
export interface ChosenRecords {
  /** At most `limit` ids, sorted, so that two changes lock their records in the same order. */
  ids(tenant: Tenant, limit: number): Promise<number[]>
  count(tenant: Tenant): Promise<number>
}

/**
 * @param db the pool of the transaction
 * @param settings `progressDb` reports the progress; on PostgreSQL it is another pool than `db`
 * @returns the number of changed or removed records
 * @throws Refusal 409 `bulk.changed` if the number differs from what the sender expects, `bulk.cancelled` if the sender
 *   has stopped it; 422 for fields that cannot be set, and with `rows` for records that the change does not fit
 */
export function changeRecords(
  db: Db,
  caller: Caller,
  sheet: BulkSheet,
  choice: ChosenRecords,
  settings: RecordsSettings,
): Promise<BulkDone> {
  const { resource, senderGone } = settings
  return runJob(db, caller, { ...sheet, resource: resource.name, senderGone }, job =>
    changeFitting({ db, caller, job, settings }, sheet, choice),
  )
}

type RecordsSettings = ChangeSettings & { progressDb: Db }

interface Work {
  db: Db
  caller: Caller
  job: Job
  settings: RecordsSettings
}

/**
 * Changes the records. If as many records are refused as the sender has agreed to leave out, changes the others in a
 * second transaction: the first has written parts of the refused ones.
 */
async function changeFitting(work: Work, sheet: BulkSheet, choice: ChosenRecords): Promise<BulkDone> {
  const { db, caller, settings } = work
  const { leaveOut = 0 } = sheet
  const leftOut = new Set<number>()
  for (;;) {
    let ids: readonly number[] = []
    try {
      return await changing(db, caller, async tx => {
        const found = await findExpected(tx, work, sheet, choice)
        ids = found.filter(id => !leftOut.has(id))
        return change(tx, work, sheet, ids)
      })
    } catch (error) {
      if (!(error instanceof ChangesRefused)) throw error
      const { refusedIndexes, refused } = error.applied
      const total = leftOut.size + refusedIndexes.size
      if (leaveOut === total && leftOut.size === 0 && total < ids.length) {
        for (const index of refusedIndexes) leftOut.add(ids[index]!)
        continue
      }
      if (leaveOut > total) throw countDiffers(sheet.expected)
      const rows = await rowsOfRefused(tenantOf(db, caller), caller, refused, settings, sheet.values)
      throw new Refusal(422, 'bulk.rows', { total }, { rows, rowsTotal: total })
    }
  }
}

const countDiffers = (found: number) => new Refusal(409, 'bulk.changed', { found }, { found })

async function findExpected(
  tx: Db,
  { caller, job, settings: { config } }: Work,
  { expected }: BulkSheet,
  choice: ChosenRecords,
): Promise<number[]> {
  if (await isStopped(tx, job)) throw stopped()
  const tenant = tenantOf(tx, caller)
  const ids = await choice.ids(tenant, expected + 1)
  if (ids.length !== expected)
    throw countDiffers(ids.length < expected ? ids.length : await choice.count(tenant))
  if (expected === 0) throw new Refusal(422, 'bulk.nobody')
  refuseTooMany(tx, expected, config.server.pglite.batchDevices)
  return ids
}

async function change(
  tx: Db,
  { caller, job, settings }: Work,
  { kind, values = {}, expected, leaveOut = 0 }: BulkSheet,
  ids: readonly number[],
): Promise<BulkDone> {
  const { resource, config, locale, progressDb } = settings
  const isRemoval = kind === 'remove'
  if (!isRemoval) refuseValues(settings, values, ids.length)
  const changes = ids.map((id): RecordChange => (isRemoval ? { id, isRemoval } : { id, input: values }))
  const applied = await applyChanges(tx, caller, { resource, config, locale }, [changes], {
    job,
    report: reporterOf(progressDb, job, ids.length),
    maxReasons: config.server.rowErrors,
  })
  if (applied.refusedIndexes.size > 0) throw new ChangesRefused(applied)
  // Fewer records than the sender has agreed to leave out were refused.
  if (expected - ids.length !== leaveOut) throw countDiffers(expected)
  const answer = { records: applied.done, undoSeconds: isRemoval ? 0 : UNDO_SECONDS }
  await finishJob(tx, job, answer, { columns: {}, extra: values, keys: [] })
  return answer
}

/** @throws Refusal 422 for no values, unknown fields, and fields that cannot have the same value in many records */
function refuseValues(
  { resource }: ChangeSettings,
  values: NonNullable<BulkSheet['values']>,
  count: number,
): void {
  const names = Object.keys(values)
  if (names.length === 0) throw new Refusal(422, 'bulk.nothing')
  const builtIn = Object.keys(rulesOf(resource).unique?.taken ?? {})
  for (const name of names) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (!field) throw fieldRefusal(name, 'field.unknown')
    if (KINDS[field.type].notIn.includes('bulk')) throw fieldRefusal(name, 'bulk.oneByOne')
    const isUnique = builtIn.includes(name) || field.unique?.with.length === 0
    if (count > 1 && isUnique && !isEmptyValue(field, values[name])) throw fieldRefusal(name, 'bulk.onlyOnce')
  }
}
