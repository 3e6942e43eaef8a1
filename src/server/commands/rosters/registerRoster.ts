/**
 * Registers the devices of a spreadsheet: all of them or none (decisions 25 and 29). Rows are judged as they are read
 * and staged in batches beside the devices; one transaction at the end judges them against the records and takes them
 * over.
 */
import { createHash, type Hash } from 'node:crypto'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { addHistory } from '../history'
import { idempotently, type Repeatable } from '../idempotency'
import { insertStagedDevices } from './insertStagedDevices'
import { inRegistration } from './registration'
import type { RosterSettings } from './rosterProblems'
import { type Staged, stageSheet } from './stageSheet'

/**
 * @param caller at least of level client; what a client registers is its own, of others it is their vendor's
 * @param file the spreadsheet as it arrives; it is read no further than `limits.upload.bytes`
 * @param repeatOf how a repeat of the request is recognised, given the fingerprint of the file; without it none is
 * @returns how many devices there are more
 * @throws Refusal 409 when the sender stops it before it is done, 413 for a file too large, 415 for one that is no
 *   spreadsheet, 422 with `rows` for everything else, naming each refused cell (the first `rowErrors` of them) and
 *   their number
 */
export async function registerRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  repeatOf?: (digest: string) => Repeatable,
): Promise<{ added: number }> {
  const hash = createHash('sha256')
  return stageSheet(db, caller, hashed(file, hash), settings, {
    task: 'roster',
    use: staged => registerStaged(db, caller, staged, settings, repeatOf?.(hash.digest('hex'))),
  })
}

/** A file as it arrives, and its fingerprint once it is there. */
export async function* hashed(file: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    hash.update(chunk)
    yield chunk
  }
}

async function registerStaged(
  db: Db,
  caller: Caller,
  staged: Staged,
  settings: RosterSettings,
  repeat?: Repeatable,
): Promise<{ added: number }> {
  const attempt = () =>
    inRegistration(db, caller, settings, async tx => {
      const act = async () => {
        const added = await insertStagedDevices(tx, caller, staged, settings)
        await addHistory(tx, caller, { action: 'registered', resource: 'devices', after: { added } })
        return { added }
      }
      return repeat ? idempotently(tx, repeat, act) : act()
    })
  try {
    return await attempt()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // One of these devices was registered at the same time: checked again, its row says so.
    return attempt()
  }
}
