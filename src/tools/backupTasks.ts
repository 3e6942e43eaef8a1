/** Makes and restores backups, and reports the outcome as sentences for the terminal. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withCopy } from '../server/copyService'
import { connectStore, withoutPassword } from '../server/start/openStore'
import { firstLine, StartProblem } from '../server/start/startProblem'
import { backupLines } from '../server/store/backup/backup'
import { readBackupFile, writeBackupFile } from '../server/store/backup/backupFile'
import {
  BackupBroken,
  BackupNewer,
  checkBackup,
  DatabaseNotEmpty,
  restoreBackup,
} from '../server/store/backup/restore'
import { errorCode } from '../server/store/failures'
import { type DataPlace, done, failed, type Outcome, type SentenceOf } from './command'

/** Writes a snapshot of all records to a new file. @throws StartProblem if the database cannot be opened */
export async function backUp(file: string, place: DataPlace, sentence: SentenceOf): Promise<Outcome> {
  if (existsSync(file)) return failed(sentence('backup.exists', { file }))
  if (!place.databaseUrl && !existsSync(join(place.data, 'pg')))
    return failed(sentence('backup.none', { place: place.data }))
  try {
    return await writeBackup(place, file, sentence)
  } catch (error) {
    if (!(error instanceof StartProblem) || error.code !== 'folderInUse') throw error
  }
  // A running server uses the folder: the server makes a copy, from which the backup is written.
  try {
    return await withCopy(place.data, copy => writeBackup({ data: copy }, file, sentence))
  } catch (error) {
    return failed(sentence('backup.serverSilent', { folder: place.data, cause: firstLine(error) }))
  }
}

async function writeBackup(place: DataPlace, file: string, sentence: SentenceOf): Promise<Outcome> {
  await using db = await connectStore(place)
  try {
    const { bytes, lines } = await writeBackupFile(file, backupLines(db, new Date()))
    // The file has two more lines: the header and the checksum.
    return done(sentence('backup.written', { file, bytes, rows: lines - 2 }), sentence('backup.secret'))
  } catch (error) {
    if (!isFileError(error)) throw error
    return failed(sentence('backup.unwritable', { file, cause: firstLine(error) }))
  }
}

/** Restores the file into an empty database. @throws StartProblem if the database cannot be opened */
export async function restore(file: string, place: DataPlace, sentence: SentenceOf): Promise<Outcome> {
  try {
    const header = await checkBackup(readBackupFile(file))
    await using db = await connectStore(place)
    await restoreBackup(db, header, readBackupFile(file))
    const rows = header.tables.reduce((all, table) => all + table.rows, 0)
    return done(sentence('backup.restored', { file, made: header.made, rows }))
  } catch (error) {
    if (error instanceof StartProblem) throw error
    return failed(explainFailure(error, file, place, sentence))
  }
}

function explainFailure(
  error: unknown,
  file: string,
  { databaseUrl, data }: DataPlace,
  sentence: SentenceOf,
): string {
  const cause = firstLine(error)
  if (error instanceof DatabaseNotEmpty)
    return sentence('backup.notEmpty', { place: databaseUrl ? withoutPassword(databaseUrl) : data })
  if (error instanceof BackupNewer) return sentence('backup.newer', { file, cause })
  if (error instanceof BackupBroken) return sentence('backup.broken', { file, cause })
  if (isFileError(error)) return sentence('backup.unreadable', { file, cause })
  return sentence('backup.failed', { cause })
}

/** True for a system error such as ENOENT, which concerns the backup file: errors of databases have other codes. */
const isFileError = (error: unknown) => /^E[A-Z]+$/.test(errorCode(error) ?? '')
