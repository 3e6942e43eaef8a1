/**
 * Registers the devices of a spreadsheet: all or none (decisions 25 and 29). Rows are validated while the file is read,
 * and staged in a table; one transaction at the end checks them against the database and inserts them.
 */
import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { SheetReading } from '../../../contract/devices'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { addHistory } from '../history'
import { idempotently, type Repeatable } from '../idempotency'
import { insertStagedDevices } from './insertStagedDevices'
import { inRegistration } from './registration'
import type { RosterSettings } from './rosterProblems'
import { type Staged, stageSheet } from './stageSheet'

interface Registered extends SheetReading {
  /** The number of registered devices. */
  added: number
  /** The time of registration, which is the same for all of these devices. */
  created: string
}

/**
 * Registers the devices.
 *
 * @param caller at least of level client; a client owns the devices that it registers, otherwise the caller's vendor
 *   does
 * @param file the spreadsheet as a stream; at most `limits.upload.bytes` are read
 * @param repeatOf makes the idempotency key from the file's hash; without it a repeated request is executed again
 * @throws Refusal 409 if the sender cancels, 413 for a file too large, 415 for another file format, 422 with the first
 *   `rowErrors` invalid cells in `rows` and their total
 */
export async function registerRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  repeatOf?: (digest: string) => Repeatable,
): Promise<Registered> {
  const hash = createHash('sha256')
  return stageSheet(db, caller, hashed(file, hash), settings, {
    task: 'roster',
    use: staged => registerStaged(db, caller, staged, settings, repeatOf?.(hash.digest('hex'))),
  })
}

/** Passes a file through and hashes it. */
export async function* hashed(file: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    hash.update(chunk)
    yield chunk
  }
}

/** The default of the column `created`, which is the same for all rows of a transaction. */
export async function transactionTime(tx: Db): Promise<string> {
  const { rows } = await sql<{ created: Date }>`select now() as created`.execute(tx)
  return rows[0]!.created.toISOString()
}

async function registerStaged(
  db: Db,
  caller: Caller,
  staged: Staged,
  settings: RosterSettings,
  repeat?: Repeatable,
): Promise<Registered> {
  const attempt = () =>
    inRegistration(db, caller, settings, async tx => {
      return idempotently(tx, repeat, async () => {
        const added = await insertStagedDevices(tx, caller, staged, settings)
        await addHistory(tx, caller, { action: 'registered', resource: 'devices', after: { added } })
        return { added, created: await transactionTime(tx), ...staged.reading }
      })
    })
  try {
    return await attempt()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // Another transaction has registered one of these devices: a second attempt reports its row.
    return attempt()
  }
}
