/**
 * Imports the records of a spreadsheet: all or none. Each row is saved as the form would save it (`applyChanges`), in
 * one transaction. A check and a comparison do the same and roll it back, so that they find what the import would.
 */
import { createHash, randomUUID } from 'node:crypto'
import { UNDO_SECONDS } from '../../../contract/bulk'
import type { RosterDifferences } from '../../../contract/devices'
import type { ImportConflict, Imported, ImportMode, ImportRows } from '../../../contract/imports'
import { hasLevel } from '../../../domain/authority'
import { may } from '../../../engine/access'
import { importPlan, type RosterProblemCode, type SheetPlan } from '../../../engine/roster'
import { isRecordProblem } from '../../../engine/validation/checks'
import type { Caller } from '../../caller'
import { forbidden, orNotFound, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { wrongQuery } from '../../store/records/filter'
import { tenantOf } from '../../store/tenancy'
import { applyChanges } from '../changes/applyChanges'
import { finishJob, type Job, runSheetJob } from '../changes/job'
import { changing } from '../changing'
import { idempotently, type Repeatable } from '../idempotency'
import { Differences } from '../rosters/differences'
import { hashed, transactionTime } from '../rosters/registerRoster'
import {
  type ReportedProblem,
  RosterProblems,
  type RosterSettings,
  refuseCancelled,
} from '../rosters/rosterProblems'
import { inSteps, type OpenSheet, openSheet } from '../rosters/stageSheet'
import { changesOf, type ImportedRow, type ImportWork, ROWS_PER_STEP } from './importRows'

/** What to import, and how. */
export interface ImportTask {
  resource: string
  mode: ImportMode
}

interface ImportOptions {
  /** The name of the job, by which it can be undone; by default a random one. */
  name?: string | undefined
  /** The number of changed records that the sender has confirmed; absent: any number. */
  confirmed?: number | undefined
  /** Makes the idempotency key from the file's hash; without it a repeated request is executed again. */
  repeatOf?: (digest: string) => Repeatable
}

/**
 * Adds or changes the records.
 *
 * @param file the spreadsheet as a stream; at most `limits.upload.bytes` are read
 * @throws Refusal as `openSheet`; 403 below the level of `import`, 404 for a resource without it, 409 `import.changed`
 *   if another number of records would change, 422 `import.rows` with the refused cells. Nothing is stored then.
 */
export async function importSheet(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  { name = randomUUID(), confirmed, repeatOf, ...task }: ImportTask & ImportOptions,
): Promise<Imported> {
  const hash = createHash('sha256')
  return openImport(caller, hashed(file, hash), settings, task, async (sheet, plan) => {
    const repeat = repeatOf?.(hash.digest('hex'))
    const key = { resource: task.resource, name, cancelled: settings.cancelled }
    return runSheetJob(db, caller, key, job =>
      once(db, caller, tx =>
        idempotently(tx, repeat, () =>
          storeRows(tx, caller, { ...task, plan, sheet, settings, job, confirmed }),
        ),
      ),
    )
  })
}

/**
 * Previews what a sheet would change, and stores nothing.
 *
 * @throws Refusal as `importSheet`; refused cells are part of the result
 */
export async function compareImport(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  task: ImportTask,
): Promise<RosterDifferences> {
  return openImport(caller, file, settings, task, async (sheet, plan) => {
    const differences = new Differences()
    await rolledBack(db, caller, tx => applyRows(tx, caller, { ...task, plan, sheet, settings, differences }))
    return differences.summary(sheet.header, sheet.problems)
  })
}

/**
 * Checks rows that are not uploaded yet, and stores nothing.
 *
 * @throws Refusal 403, 404 as `importSheet`, 400 for an unknown column
 */
export async function checkImport(
  db: Db,
  caller: Caller,
  { rows, mode = 'add' }: ImportRows,
  settings: RosterSettings,
  resource: string,
): Promise<ImportConflict[]> {
  const plan = planFor(caller, settings, { resource, mode })
  const levels = new Map(plan.columns.map(column => [column.field, column.level]))
  const problems = new RosterProblems(settings)
  const conflicts: ImportConflict[] = []
  const report: ImportWork['report'] = ({ row }, field, problem) => {
    const message = problems.sentence({ ...problem, column: '', code: problem.code as RosterProblemCode })
    conflicts.push({ row, field: isRecordProblem(field) ? '' : field, code: problem.code, message })
  }
  const records = rows.map(({ row, values, extra, cleared = [], invalid = false }): ImportedRow => {
    for (const name of [...Object.keys(values), ...Object.keys(extra), ...cleared]) {
      const level = levels.get(name)
      if (level === undefined) throw wrongQuery(name)
      if (!hasLevel(caller.level, level, caller.levels))
        report({ row, values, extra, cleared }, name, { code: 'forbidden' })
    }
    return { row, values, extra, cleared, isInvalid: invalid }
  })
  const work = { plan, mode, settings, report, limit: Number.POSITIVE_INFINITY }
  await rolledBack(db, caller, tx => saveRows(tx, caller, work, [records]))
  return conflicts.sort((a, b) => a.row - b.row)
}

/**
 * The sheet of a resource.
 *
 * @throws Refusal 404 for a resource without `import`, 403 if the caller may not import, create or edit its records,
 *   422 for an update without key
 */
export function planFor(
  caller: Caller,
  { shared }: Pick<RosterSettings, 'shared'>,
  { resource, mode }: ImportTask,
): SheetPlan {
  const plan = orNotFound(importPlan(shared, resource))
  const mayImport = hasLevel(caller.level, plan.resource.import!.level, caller.levels)
  const actions = { add: ['create'], update: ['edit'], both: ['create', 'edit'] } as const
  if (!mayImport || !actions[mode].every(action => may(shared, caller.level, resource, action)))
    throw forbidden(caller)
  if (mode !== 'add' && plan.key === undefined) throw new Refusal(422, 'import.noKey')
  return plan
}

function openImport<Result>(
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  task: ImportTask,
  use: (sheet: OpenSheet, plan: SheetPlan) => Promise<Result>,
): Promise<Result> {
  const plan = planFor(caller, settings, task)
  const isUpdate = task.mode !== 'add'
  return openSheet(caller, file, settings, { task: 'import', plan, isUpdate }, sheet => use(sheet, plan))
}

interface SheetWork {
  plan: SheetPlan
  mode: ImportMode
  sheet: OpenSheet
  settings: RosterSettings
  differences?: Differences
  job?: Job
}

/** Stores the rows of a sheet. @throws Refusal as `importSheet` */
async function storeRows(
  tx: Db,
  caller: Caller,
  { confirmed, ...work }: SheetWork & { job: Job; confirmed: number | undefined },
): Promise<Imported> {
  const { sheet, settings, job } = work
  const differences = new Differences()
  const rows = await applyRows(tx, caller, { ...work, differences })
  const { changed, unchanged, unknown: added } = differences
  if (!sheet.problems.isEmpty) throw sheet.problems.refusal('import.rows')
  if (rows === 0) throw new Refusal(422, 'import.noRows')
  if (confirmed !== undefined && confirmed !== changed)
    throw new Refusal(409, 'import.changed', { found: changed }, { found: changed })
  refuseCancelled(settings)
  const undoSeconds = added + changed > 0 ? UNDO_SECONDS : 0
  await finishJob(tx, job, { records: added + changed, undoSeconds }, { columns: {}, extra: {}, keys: [] })
  const created = await transactionTime(tx)
  return { added, changed, unchanged, created, undo: job.name, undoSeconds, ...sheet.reading }
}

/** Saves the rows of a sheet, and adds what is refused to its problems. @returns the number of rows */
async function applyRows(
  tx: Db,
  caller: Caller,
  work: SheetWork & { differences: Differences },
): Promise<number> {
  const { sheet, settings } = work
  const { problems, header } = sheet
  let rows = 0
  async function* counted() {
    for await (const records of inSteps(sheet.chunks, ROWS_PER_STEP)) {
      refuseCancelled(settings)
      rows += records.length
      yield records
    }
  }
  const report: ImportWork['report'] = (...problem) => problems.report(header, ...problem)
  const unnamed = await saveRows(tx, caller, { ...work, report, limit: problems.limit }, counted())
  problems.add([], unnamed)
  return rows
}

interface RowsWork extends Pick<ImportWork, 'plan' | 'mode' | 'report'> {
  settings: RosterSettings
  differences?: Differences
  job?: Job
  /** How many refused rows are reported. */
  limit: number
}

/** Saves rows and reports what is refused. @returns the number of refused rows beyond the limit */
async function saveRows(
  tx: Db,
  caller: Caller,
  { settings, job, limit, differences = new Differences(), ...rest }: RowsWork,
  chunks: Iterable<readonly ImportedRow[]> | AsyncIterable<readonly ImportedRow[]>,
): Promise<number> {
  const { shared, locale } = settings
  const { resource } = rest.plan
  const context = { config: shared, resource, locale }
  const work = { ...rest, tx, tenant: tenantOf(tx, caller), caller, context, differences }
  const { refused, refusedIndexes } = await applyChanges(
    tx,
    caller,
    { resource, config: settings, locale },
    changesOf(work, chunks),
    { ...(job && { job }), maxReasons: limit },
  )
  for (const { change, refusal } of refused)
    for (const [field, problem] of problemsOf(refusal, settings)) rest.report(change.record, field, problem)
  return refusedIndexes.size - refused.length
}

/** The problems of a refused record by field; a problem of the whole record has the field ''. */
function problemsOf(
  { code, params, details }: Refusal,
  { translate, locale }: Pick<RosterSettings, 'translate' | 'locale'>,
): [field: string, ReportedProblem][] {
  const problems = Object.entries(details.problems ?? {})
  if (problems.length > 0) return problems
  const plain = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'object' ? [] : [[name, value] as const],
  )
  const text = translate(locale, `errors.${code}`, Object.fromEntries(plain))
  return [['', { code, message: details.message ?? { ko: text, en: text } }]]
}

/** `changing` for rows that can be read only once: a transaction that was aborted is not begun again. */
function once<Result>(db: Db, caller: Caller, work: (tx: Db) => Promise<Result>): Promise<Result> {
  let isBegun = false
  return changing(db, caller, async tx => {
    if (isBegun) throw new Refusal(409, 'bulk.busy')
    isBegun = true
    return work(tx)
  })
}

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack(db: Db, caller: Caller, work: (tx: Db) => Promise<unknown>): Promise<void> {
  const end = new Error('rolled back')
  try {
    await once(db, caller, async tx => {
      await work(tx)
      throw end
    })
  } catch (error) {
    if (error !== end) throw error
  }
}
