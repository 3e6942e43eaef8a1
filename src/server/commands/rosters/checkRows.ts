/**
 * What the records would say to rows that have not been sent yet: the same questions as of an upload
 * (`insertStagedDevices`), without storing anything or keeping others waiting.
 */
import type { RosterConflict, RosterRows } from '../../../contract/devices'
import type { CompiledConfig } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { wrongQuery } from '../../store/records/filter'
import { tenantOf } from '../../store/tenancy'
import { findDuplicateRows } from './duplicateRows'
import { findCombinations, findConflicts, findNamed } from './insertStagedDevices'
import type { CellRow } from './rosterProblems'
import { findReferences } from './rosterReferences'
import { openTemporaryStaging, stagedRow } from './rosterStaging'

/** The most problems that are collected; a thousand rows do not have more. */
const ROOM = 20_000

/** As they are staged; their reader has left out what is no number. */
const BAND = /^\d{0,9}$/

/** @throws Refusal 400 for a value that is no column of the roster, or that no reader of a sheet gives */
export async function checkRows(
  db: Db,
  caller: Caller,
  rows: RosterRows['rows'],
  config: CompiledConfig,
): Promise<RosterConflict[]> {
  const known = new Set(config.roster.columns.map(({ field }) => field))
  for (const { values, extra } of rows) {
    if (!BAND.test(values['modem.band'] ?? '')) throw wrongQuery('modem.band')
    for (const name of [...Object.keys(values), ...Object.keys(extra)])
      if (!known.has(name) && !config.resources.devices?.fields[name]) throw wrongQuery(name)
  }
  const found: CellRow[] = []
  await db.transaction().execute(async tx => {
    const work = { tx, tenant: tenantOf(tx, caller), caller, staging: await openTemporaryStaging(tx) }
    await work.staging.fill([rows.map(stagedRow)])
    await findCombinations(work)
    await findNamed(work)
    await findReferences(work, {
      header: { has: name => known.has(name) },
      config,
      problems: { room: ROOM, addCells: cells => void found.push(...cells) },
    })
    found.push(...(await findConflicts(work, ROOM)))
    for (const { rule, found: taken } of await findDuplicateRows(work, config, { limit: ROOM, lock: false }))
      found.push(
        ...taken.map(({ line }) => ({
          line,
          field: rule.field.name,
          value: '',
          total: taken.length,
          code: 'valueTaken' as const,
        })),
      )
  })
  return found.map(({ line, field, code }) => ({ row: line, field, code }))
}
