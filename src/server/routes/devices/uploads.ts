/**
 * Uploads of files (security 25). A file is the only part of a multipart body, and is read while it arrives. Its sender
 * can follow and cancel the upload by its name.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { ColumnMapping } from '../../../contract/devices'
import { endpoints } from '../../../contract/endpoints'
import { type LoweredLimit, withPgliteLimits } from '../../commands/pgliteLimits'
import type { RosterSettings } from '../../commands/rosters/rosterProblems'
import type { Deps } from '../../deps'
import { fieldRefusal, orNotFound, Refusal } from '../../refusal'
import { onceClosed } from '../../request'
import { configOf } from '../../roles'
import { type Ticket, UploadQueue } from '../../sheets/uploadQueue'
import { errorCode } from '../../store/failures'
import { wrongQuery } from '../../store/records/filter'
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
 * Registers an upload by its name until the request is answered. It is stopped when the sender disconnects or cancels.
 */
function registerUpload(request: FastifyRequest, reply: FastifyReply): Upload {
  const { uploads } = request.server
  const upload: Upload = { stop: new AbortController() }
  const name = request.headers['upload-name']
  const key = typeof name === 'string' ? keyOf(request.caller!.id, name) : undefined
  if (key !== undefined) uploads.set(key, upload)
  // Not `close` of the request, which is emitted as soon as its body has been read.
  onceClosed(reply.raw, () => {
    if (key !== undefined && uploads.get(key) === upload) uploads.delete(key)
    if (!reply.raw.writableEnded) upload.stop.abort()
  })
  return upload
}

const keyOf = (caller: number, upload: string) => `${caller} ${upload}`

/**
 * Passes the part `file`, a spreadsheet, to `use`, with the limits of this database. If that fails, the rest of the
 * body is read and dropped: many clients read the response only after they have sent everything.
 *
 * @param use gets at most one byte more than `limits.upload.bytes`, which shows that the file is too large; it must not
 *   store anything once `cancelled` is aborted
 * @throws Refusal 422 without a file, 400 for more parts or a wrong mapping, 413 for a file too large; also the errors
 *   of `use`
 */
export async function withSheet<Result>(
  deps: Deps,
  { request, reply, query }: { request: FastifyRequest; reply: FastifyReply; query: { columns?: string } },
  limit: LoweredLimit,
  use: (file: AsyncIterable<Uint8Array>, settings: RosterSettings) => Promise<Result>,
): Promise<Result> {
  const config = configOf(deps.config, request.caller)
  const mapping = readMapping(query.columns)
  const upload = registerUpload(request, reply)
  const enter = () => {
    upload.ticket = request.server.uploadQueue.enter()
    return upload.ticket
  }
  const uploadSettings = { cancelled: upload.stop.signal, queue: { enter }, ...(mapping && { mapping }) }
  try {
    const parts = request.parts({ limits: { fileSize: config.shared.app.limits.upload.bytes + 1 } })
    const first = await refusedIfBroken(Promise.race([parts.next(), rejectIfCutOff(request)]))
    if (first.done || first.value.type !== 'file' || first.value.fieldname !== 'file')
      throw fieldRefusal('file', 'upload.noFile')
    const file = bytesOf(first.value.file, parts)
    return await withPgliteLimits(deps.db, config, limit, limited =>
      use(file, { ...limited, ...wordsOf(deps, request), now: deps.now(), ...uploadSettings }),
    )
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

/** The columns that the sender has mapped by hand, from the query. @throws Refusal 400 for another text */
function readMapping(text: string | undefined): ColumnMapping | undefined {
  if (text === undefined) return undefined
  let mapping: unknown
  try {
    mapping = JSON.parse(text)
  } catch {
    throw wrongQuery('columns')
  }
  if (!Value.Check(ColumnMapping, mapping)) throw wrongQuery('columns')
  return mapping
}

/** The number of devices that the sender of a sheet has confirmed, from a header; `undefined` for any number. */
export function confirmedDevices(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) throw new Refusal(400, 'badRequest')
  return Number(header)
}

/** The bytes of the file. @throws Refusal 413 if it was cut off at the limit, 400 if another part follows */
async function* bytesOf(
  file: AsyncIterable<Uint8Array> & { truncated: boolean },
  parts: AsyncIterator<unknown>,
): AsyncGenerator<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]()
  for (;;) {
    const chunk = await refusedIfBroken(chunks.next())
    if (chunk.done) break
    yield chunk.value
  }
  if (file.truncated) throw new Refusal(413, 'tooLarge')
  // The end of the body is reached only if nothing follows the file.
  const next = await refusedIfBroken(parts.next())
  if (!next.done) throw new Refusal(400, 'upload.oneFile')
}

/**
 * Rejects if the body ends early, and otherwise never settles. The multipart parser does not notice that the body ended
 * before the parser began to read, and would wait forever.
 */
function rejectIfCutOff({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onClose = () => {
      if (!raw.complete) reject(new Refusal(400, 'upload.broken'))
    }
    if (raw.destroyed) onClose()
    else raw.once('close', onClose)
  })
}

/** Turns unknown errors of reading into a 400: the multipart body is malformed, or ends early. */
async function refusedIfBroken<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const isKnown = error instanceof Refusal || errorCode(error)?.startsWith('FST_')
    throw isKnown ? error : new Refusal(400, 'upload.broken')
  }
}

interface Upload {
  stop: AbortController
  /** Its place in the queue, taken when its file begins to arrive. */
  ticket?: Ticket
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The current uploads by sender and name (`keyOf`). */
    uploads: Map<string, Upload>
    /** The queue in which uploads wait to be read. */
    uploadQueue: UploadQueue
  }
}
