/** Stores an upload in a temporary file, so that it takes no memory while it waits in the queue. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SheetProblem } from '../../sheet'

/**
 * Writes the upload to a file that is unlinked at once, so that it is deleted when it is closed or the process ends.
 *
 * @throws SheetProblem `bytesIn` as soon as the limit is exceeded; the rest is not read
 */
export async function spool(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<FileHandle> {
  const path = join(tmpdir(), `fleet-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw new SheetProblem('bytesIn', { limit: maxBytes })
      await file.appendFile(chunk)
    }
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}
