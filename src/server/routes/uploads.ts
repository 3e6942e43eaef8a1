/** Uploads under way, so that their sender can stop them: the answer of the upload says whether it was in time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { UploadPlaces } from '../sheets/places'
import { route } from './route'

export function uploadRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.decorate('uploads', new Map())
  app.decorate('uploadPlaces', new UploadPlaces(() => config.current().server.uploads))
  route(app, endpoints.uploads.cancel, async ({ caller, params }) => {
    const upload = app.uploads.get(keyOf(caller.id, params.upload))
    if (!upload) throw new Refusal(404, 'notFound')
    upload.abort()
    return { result: true, message: '' }
  })
}

/** Aborts when the sender is gone or stops the upload by its name, until the request is answered. */
export function cancellation(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const { uploads } = request.server
  const stop = new AbortController()
  const name = request.headers['upload-name']
  const key = typeof name === 'string' ? keyOf(request.caller!.id, name) : undefined
  if (key !== undefined) uploads.set(key, stop)
  // `close` of the request itself comes as soon as its body has been read.
  reply.raw.once('close', () => {
    if (key !== undefined && uploads.get(key) === stop) uploads.delete(key)
    if (!reply.raw.writableEnded) stop.abort()
  })
  return stop.signal
}

const keyOf = (caller: number, upload: string) => `${caller} ${upload}`

declare module 'fastify' {
  interface FastifyInstance {
    /** By sender and name. */
    uploads: Map<string, AbortController>
    /** Where they wait to be read. */
    uploadPlaces: UploadPlaces
  }
}
