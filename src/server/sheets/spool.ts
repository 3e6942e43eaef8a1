/** An upload in a temporary file: while it arrives and waits for its turn it takes no memory. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SheetProblem } from '../../sheet'

/**
 * Writes all of it, or as much as is allowed. The file has no name any more when it is opened: it goes when it is
 * closed, also with the process.
 *
 * @throws SheetProblem `bytesIn` as soon as the limit is passed; what follows is then never asked for
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
