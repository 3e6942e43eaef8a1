/** Routes of pictures: a single picture of a record, and the lists of §7, which are streamed row by row. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { ownValue } from '../../../domain/own'
import { parsePicture } from '../../../domain/picture'
import { may } from '../../../engine/access'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { hasTag } from '../../request'
import { configOf } from '../../roles'
import {
  columnPictures,
  findPicture,
  IMAGE_COLUMN,
  readablePictures,
  type WithImage,
} from '../../store/records/pictures'
import { tenantOf } from '../../store/tenancy'
import { authorize } from '../authorize'
import { route } from '../route'
import type { RecordCall } from './recordCalls'

export function pictureRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    endpoints.pictures.get,
    async ({ caller, params: { resource: name, id, field }, request, reply }) => {
      const config = configOf(deps.config, caller).shared
      const resource = ownValue(config.resources, name)
      const pictureField =
        resource && readablePictures(config, caller.level, resource).find(readable => readable.name === field)
      // Needs the right to list or show the record; users always see their own picture.
      const isOwn = name === 'clients' && id === String(caller.id)
      if (!isOwn && !may(config, caller.level, name, 'list')) authorize(deps, caller, name, 'show')
      const stored =
        pictureField && (await findPicture(tenantOf(deps.db, caller), resource, id, pictureField))
      const picture = stored && parsePicture(stored)
      if (!picture) throw new Refusal(404, 'notFound')
      const tag = `"${createHash('sha256').update(stored).digest('base64url')}"`
      reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization')
      if (hasTag(request, tag)) return reply.code(304).send()
      reply.type(picture.type)
      return Buffer.from(picture.base64, 'base64')
    },
  )
}

/** Streams `images-list` of §7. */
export async function answerImages(
  deps: Pick<Deps, 'db' | 'config'>,
  { caller, reply }: Pick<RecordCall, 'caller' | 'reply'>,
  table: WithImage,
): Promise<Readable> {
  const tenant = authorize(deps, caller, table, 'list')
  const { shared } = configOf(deps.config, caller)
  const isVisible = readablePictures(shared, caller.level, shared.resources[table]!).some(
    ({ name }) => name === IMAGE_COLUMN,
  )
  const pictures = isVisible ? columnPictures(tenant, table) : none()
  // Read before the response begins, so that a database failure can still be answered with an error.
  const first = await pictures.next()
  reply.type('application/json; charset=utf-8')
  return Readable.from(envelope(first, pictures), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* none(): AsyncGenerator<never> {}

/** The JSON text of the response, piece by piece. */
async function* envelope<Row>(first: IteratorResult<Row>, rest: AsyncIterable<Row>): AsyncGenerator<string> {
  yield '{"result":true,"message":"","payload":['
  if (!first.done) {
    yield JSON.stringify(first.value)
    for await (const row of rest) yield `,${JSON.stringify(row)}`
  }
  yield ']}'
}
