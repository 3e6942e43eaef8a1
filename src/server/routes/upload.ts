/** One uploaded file, read while it arrives (security.md 25). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RosterSettings } from '../commands/rosters/rosterProblems'
import { Refusal } from '../refusal'
import { sqlState } from '../store/failures'
import { cancellation } from './uploads'

/**
 * Hands the bytes of the one part `file` to `use`. When that fails the rest of the body is let through unread, so that the
 * sender, who may still be sending, gets to read why.
 *
 * @param maxBytes `use` is given one byte more at most, by which it can tell a file that is too large
 * @param use must not store anything once `underWay.cancelled` is aborted
 * @throws Refusal 422 without a file, 400 for further parts; 413 where `use` itself did not refuse the size
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
  use: (
    file: AsyncIterable<Uint8Array>,
    underWay: Pick<RosterSettings, 'cancelled' | 'places'>,
  ) => Promise<Result>,
): Promise<Result> {
  const underWay = { cancelled: cancellation(request, reply), places: request.server.uploadPlaces }
  try {
    const parts = request.parts({ limits: { fileSize: maxBytes + 1 } })
    const first = await readable(Promise.race([parts.next(), cutOff(request)]))
    if (first.done || first.value.type !== 'file' || first.value.fieldname !== 'file')
      throw new Refusal(422, 'upload.noFile', {}, { errors: { file: 'upload.noFile' } })
    return await use(bytesOf(first.value.file, parts), underWay)
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

async function* bytesOf(
  file: AsyncIterable<Uint8Array> & { truncated: boolean },
  parts: AsyncIterator<unknown>,
): AsyncGenerator<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]()
  for (;;) {
    const chunk = await readable(chunks.next())
    if (chunk.done) break
    yield chunk.value
  }
  if (file.truncated) throw new Refusal(413, 'tooLarge')
  // The end is reached only when nothing came behind the file.
  const next = await readable(parts.next())
  if (!next.done) throw new Refusal(400, 'upload.oneFile')
}

/** Fails when the body ends in the middle: of one that had ended before it was asked multipart says nothing, and would wait for ever. */
function cutOff({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const look = () => {
      if (!raw.complete) reject(new Refusal(400, 'upload.broken'))
    }
    if (raw.destroyed) look()
    else raw.once('close', look)
  })
}

/** A body that is not what multipart should be, or ends in the middle, is the sender's fault. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const ours = error instanceof Refusal || sqlState(error)?.startsWith('FST_')
    throw ours ? error : new Refusal(400, 'upload.broken')
  }
}
