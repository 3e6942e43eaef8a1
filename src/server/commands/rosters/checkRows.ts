/**
 * Checks rows of a sheet against the database before the upload: the same checks as `insertStagedDevices`, but without
 * storing rows or taking locks.
 */
import type { RosterConflict, RosterRows } from '../../../contract/devices'
import type { CompiledConfig } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { wrongQuery } from '../../store/records/filter'
import { tenantOf } from '../../store/tenancy'
import { findDuplicateRows } from './duplicateRows'
import { createCombinations, findConflicts, resolveNames } from './insertStagedDevices'
import type { CellRow } from './rosterProblems'
import { resolveReferences } from './rosterReferences'
import { createTemporaryStaging, stagedRow } from './rosterStaging'

/** The maximum number of problems returned; the rows of one request have fewer. */
const MAX_PROBLEMS = 20_000

/** `modem.band` in a request: the sheet reader sends digits only. */
const BAND = /^\d{0,9}$/

/**
 * Finds the problems of these rows.
 *
 * @throws Refusal 400 for an unknown column, or a band that is not a number
 */
export async function checkRows(
  db: Db,
  caller: Caller,
  rows: RosterRows['rows'],
  config: CompiledConfig,
): Promise<RosterConflict[]> {
  const columns = new Set(config.roster.columns.map(({ field }) => field))
  for (const { values, extra } of rows) {
    if (!BAND.test(values['modem.band'] ?? '')) throw wrongQuery('modem.band')
    for (const name of [...Object.keys(values), ...Object.keys(extra)])
      if (!columns.has(name) && !config.resources.devices?.fields[name]) throw wrongQuery(name)
  }
  const conflicts: CellRow[] = []
  await db.transaction().execute(async tx => {
    const work = { tx, tenant: tenantOf(tx, caller), caller, staging: await createTemporaryStaging(tx) }
    await work.staging.fill([rows.map(stagedRow)])
    await createCombinations(work)
    await resolveNames(work)
    await resolveReferences(work, {
      header: { has: name => columns.has(name) },
      config,
      problems: { limit: MAX_PROBLEMS, addCells: cells => void conflicts.push(...cells) },
    })
    conflicts.push(...(await findConflicts(work, MAX_PROBLEMS)))
    for (const { rule, duplicates } of await findDuplicateRows(work, config, {
      limit: MAX_PROBLEMS,
      lock: false,
    }))
      conflicts.push(
        ...duplicates.map(({ line }) => ({
          line,
          field: rule.field.name,
          value: '',
          total: duplicates.length,
          code: 'valueTaken' as const,
        })),
      )
  })
  return conflicts.map(({ line, field, code }) => ({ row: line, field, code }))
}
