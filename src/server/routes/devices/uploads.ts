/**
 * Uploaded files (security 25): each is one part of a body, read while it arrives; their senders can follow and stop
 * them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { type LoweredLimit, withPgliteLimits } from '../../commands/pgliteLimits'
import type { RosterSettings } from '../../commands/rosters/rosterProblems'
import type { Deps } from '../../deps'
import { fieldRefusal, orNotFound, Refusal } from '../../refusal'
import { onceClosed } from '../../request'
import { configOf } from '../../roles'
import { type Ticket, UploadQueue } from '../../sheets/uploadQueue'
import { errorCode } from '../../store/failures'
import { answer, wordsOf } from '../answers'
import { route } from '../route'

export function uploadRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.decorate('uploads', new Map())
  app.decorate('uploadQueue', new UploadQueue(() => config.current().server.uploads))
  route(app, endpoints.uploads.cancel, async ({ caller, params }) => {
    orNotFound(app.uploads.get(keyOf(caller.id, params.upload))).stop.abort()
    return { result: true, message: '' }
  })
  route(app, endpoints.uploads.turn, async ({ caller, params }) => {
    const { ticket } = orNotFound(app.uploads.get(keyOf(caller.id, params.upload)))
    const before = ticket?.before()
    return answer(
      before === undefined ? { state: 'reading' as const, before: 0 } : { state: 'waiting' as const, before },
    )
  })
}

/**
 * Keeps an upload by its name until the request is answered; it is stopped when the sender disconnects or cancels it.
 */
function underWay(request: FastifyRequest, reply: FastifyReply): Upload {
  const { uploads } = request.server
  const upload: Upload = { stop: new AbortController() }
  const name = request.headers['upload-name']
  const key = typeof name === 'string' ? keyOf(request.caller!.id, name) : undefined
  if (key !== undefined) uploads.set(key, upload)
  // `close` of the response: that of the request is emitted as soon as its body has been read.
  onceClosed(reply.raw, () => {
    if (key !== undefined && uploads.get(key) === upload) uploads.delete(key)
    if (!reply.raw.writableEnded) upload.stop.abort()
  })
  return upload
}

const keyOf = (caller: number, upload: string) => `${caller} ${upload}`

/**
 * Hands the bytes of the one part `file`, a spreadsheet, to `use`, under the limits of this database. When that fails
 * the rest of the body is read and thrown away, so that the sender, who may still be sending, gets to read why.
 *
 * @param use is given one byte more than `limits.upload.bytes` at most, by which it can tell a file that is too large;
 *   it must not store anything once `cancelled` is aborted
 * @throws Refusal 422 without a file, 400 for further parts; 413 where `use` itself did not refuse the size
 */
export async function withSheet<Result>(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  limit: LoweredLimit,
  use: (file: AsyncIterable<Uint8Array>, settings: RosterSettings) => Promise<Result>,
): Promise<Result> {
  const config = configOf(deps.config, request.caller)
  const upload = underWay(request, reply)
  const enter = () => {
    upload.ticket = request.server.uploadQueue.enter()
    return upload.ticket
  }
  const following = { cancelled: upload.stop.signal, queue: { enter } }
  try {
    const parts = request.parts({ limits: { fileSize: config.shared.app.limits.upload.bytes + 1 } })
    const first = await readable(Promise.race([parts.next(), cutOff(request)]))
    if (first.done || first.value.type !== 'file' || first.value.fieldname !== 'file')
      throw fieldRefusal('file', 'upload.noFile')
    const file = bytesOf(first.value.file, parts)
    return await withPgliteLimits(deps.db, config, limit, limited =>
      use(file, { ...limited, ...wordsOf(deps, request), now: deps.now(), ...following }),
    )
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

/** The number of devices that the sender of a sheet agrees to; any where it does not say. */
export function agreedOn(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) throw new Refusal(400, 'badRequest')
  return Number(header)
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
  // The end of the body is reached only if nothing follows the file.
  const next = await readable(parts.next())
  if (!next.done) throw new Refusal(400, 'upload.oneFile')
}

/**
 * Fails if the body ended early: multipart does not notice an end that came before it began to read, and would wait for
 * ever.
 */
function cutOff({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const look = () => {
      if (!raw.complete) reject(new Refusal(400, 'upload.broken'))
    }
    if (raw.destroyed) look()
    else raw.once('close', look)
  })
}

/** True for errors of the sender: a malformed multipart body, or one that ends early. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const ours = error instanceof Refusal || errorCode(error)?.startsWith('FST_')
    throw ours ? error : new Refusal(400, 'upload.broken')
  }
}

interface Upload {
  stop: AbortController
  /** Its place in the queue, taken when its file begins to arrive. */
  ticket?: Ticket
}

declare module 'fastify' {
  interface FastifyInstance {
    /** By sender and name. */
    uploads: Map<string, Upload>
    /** Where they wait to be read. */
    uploadQueue: UploadQueue
  }
}
