/** Serves the outlines of the regions at the URL that is in config. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { ConfigSource } from '../deps'
import { Refusal } from '../refusal'
import { hasTag } from '../request'

interface Compressed {
  map: string
  br: Promise<Buffer>
  gzip: Promise<Buffer>
}

/**
 * Registers the route. The map is compressed once; browsers cache it permanently if they request the version in config.
 */
export function serveMap(app: FastifyInstance, config: ConfigSource): void {
  let cached: Compressed | undefined
  const compressed = (map: string) => {
    if (cached?.map !== map) cached = { map, br: toBrotli(map), gzip: promisify(gzip)(map, { level: 9 }) }
    return cached
  }

  app.get<{ Querystring: { v?: string | string[] } }>(
    '/map/*',
    { config: { access: 'public' } },
    async (request, reply) => {
      const { shared, map } = config.current()
      const url = new URL(shared.dashboard.map.url, 'http://map')
      if (request.url.split('?', 1)[0] !== url.pathname) throw new Refusal(404, 'notFound')
      const version = url.searchParams.get('v')
      const tag = `W/"${version}"`
      reply.header('etag', tag).header('vary', 'accept-encoding')
      reply.header(
        'cache-control',
        request.query.v === version ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      )
      if (hasTag(request, tag)) return reply.code(304).send()
      reply.type('application/json; charset=utf-8')
      const accepted = String(request.headers['accept-encoding'] ?? '')
      const encoding = (['br', 'gzip'] as const).find(name => accepted.includes(name))
      if (!encoding) return reply.send(map)
      return reply.header('content-encoding', encoding).send(await compressed(map)[encoding])
    },
  )
}

const toBrotli = (text: string) =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
