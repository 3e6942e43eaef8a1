/** A backup as a file: compressed, for its owner alone, and on the disk before it has its name. */
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupBroken } from './restore'

/**
 * Writes the lines. The file appears as a whole or not at all; a file of the same name is never overwritten.
 *
 * @throws the system's error, such as EEXIST, or that of the lines
 * @returns bytes of the file, and how many lines it has
 */
export async function writeBackupFile(
  file: string,
  lines: AsyncIterable<string>,
): Promise<{ bytes: number; lines: number }> {
  const aside = `${file}.${process.pid}.part`
  await rm(aside, { force: true })
  let count = 0
  const counted = async function* () {
    for await (const line of lines) {
      count++
      yield line
    }
  }
  // It holds hashes of passwords and the key of the tokens.
  const output = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(joined(counted())), createGzip(), output)
    // Unlike a rename it refuses a name that is taken.
    await link(aside, file)
    await syncFolder(dirname(file))
    return { bytes: output.bytesWritten, lines: count }
  } finally {
    await rm(aside, { force: true })
  }
}

/** A file's name is on the disk once its folder is. Not every system has folders that can be opened. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } catch {
  } finally {
    await handle?.close()
  }
}

const JOINED_LENGTH = 65_536

/** Streams are slow with many small parts. */
async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < JOINED_LENGTH) continue
    yield text
    text = ''
  }
  yield text
}

/** The lines of a backup file. @throws BackupBroken where it is cut off or something else, or the system's error */
export async function* readBackupFile(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', error => text.destroy(error))
  try {
    yield* backupLines(source.pipe(text).setEncoding('utf8'))
  } catch (error) {
    if (Object(error).code?.startsWith('Z_')) throw new BackupBroken(String(Object(error).message))
    throw error
  } finally {
    source.destroy()
  }
}

/** Not `readline`, for which other signs end a line too. */
export async function* backupLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) throw new BackupBroken('its last line does not end')
}
