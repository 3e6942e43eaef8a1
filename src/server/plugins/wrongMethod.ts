/** A known address with another method is answered 405 and the methods it has, not 404. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from '../request'

/** @returns the methods that the request's path has, empty for an unknown path */
export function knowMethods(app: FastifyInstance): (request: FastifyRequest) => string[] {
  const known: { path: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const path = new RegExp(`^${url.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`)
    for (const one of [method].flat()) known.push({ path, method: one })
  })
  return request => {
    const path = pathOf(request)
    return [...new Set(known.filter(route => route.path.test(path)).map(route => route.method))]
  }
}
