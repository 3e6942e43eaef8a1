/**
 * Registers the devices of a spreadsheet: all of them or none (decisions 25 and 29). Rows are judged as they are read and
 * staged in batches beside the devices; one transaction at the end judges them against the records and takes them over.
 */
import type { Caller } from '../caller'
import type { Db } from '../store/database'
import { sqlState } from '../store/failures'
import type { RosterSettings } from './rosterProblems'
import { takeOver } from './rosterTakeOver'
import { type Staged, stageSheet } from './stageSheet'

/**
 * @param caller at least of level client; what a client registers is its own, of others it is their vendor's
 * @param file the spreadsheet as it arrives; it is read no further than `limits.upload.bytes`
 * @returns how many devices there are more
 * @throws Refusal 409 when the sender stops it before it is done, 413 for a file too large, 415 for one that is no spreadsheet, 422 with `rows` for everything else, naming each
 *   refused cell (the first `rowErrors` of them) and their number
 */
export async function registerRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<{ added: number }> {
  return stageSheet(db, caller, file, settings, {
    task: 'roster',
    use: async staged => ({ added: await settle(db, caller, staged, settings) }),
  })
}

/** SQLSTATE of a value that is there already. */
const TAKEN = '23505'

async function settle(db: Db, caller: Caller, staged: Staged, settings: RosterSettings): Promise<number> {
  try {
    return await takeOver(db, caller, staged, settings)
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    // Somebody registered one of these devices in this very moment: judged again, the row says so.
    return takeOver(db, caller, staged, settings)
  }
}
