/** Writes and reads backup files (gzip). A file is readable only by its owner, and gets its name once it is on disk. */
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupBroken } from './restore'

/**
 * Writes the lines. The file appears complete or not at all; an existing file is never overwritten.
 *
 * @throws a system error such as EEXIST, or an error of `lines`
 * @returns the size of the file in bytes, and the number of lines
 */
export async function writeBackupFile(
  file: string,
  lines: AsyncIterable<string>,
): Promise<{ bytes: number; lines: number }> {
  const unfinished = `${file}.${process.pid}.part`
  await rm(unfinished, { force: true })
  let count = 0
  const counted = async function* () {
    for await (const line of lines) {
      count++
      yield line
    }
  }
  // Only the owner may read it: it contains password hashes and the key that signs tokens.
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(joined(counted())), createGzip(), output)
    // Unlike `rename`, `link` fails if the name exists.
    await link(unfinished, file)
    await syncFolder(dirname(file))
    return { bytes: output.bytesWritten, lines: count }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Writes the new file name to disk. Errors are ignored: not every system can open folders. */
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

/** Characters per chunk. */
const JOINED_LENGTH = 65_536

/** Joins lines to larger chunks: streams are slow with many small chunks. */
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

/**
 * Reads the lines of a backup file.
 *
 * @throws BackupBroken if the file is truncated or is no gzip file, or a system error
 */
export async function* readBackupFile(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', error => text.destroy(error))
  try {
    yield* splitLines(source.pipe(text).setEncoding('utf8'))
  } catch (error) {
    // Error codes of zlib begin with `Z_`.
    if (Object(error).code?.startsWith('Z_')) throw new BackupBroken(String(Object(error).message))
    throw error
  } finally {
    source.destroy()
  }
}

/** Splits text at `\n`. `readline` would also split at other characters, such as U+2028. */
export async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) throw new BackupBroken('the last line is incomplete')
}
