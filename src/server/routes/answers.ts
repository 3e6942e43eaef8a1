/** The response envelope of §7, and sentences in the language of the request. */
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../../engine/compiled'
import type { Deps } from '../deps'
import { preferredLocale } from '../request'
import type { SheetWords } from '../sheets/download'

export const answer = <Payload>(payload: Payload, message = '') => ({
  result: true as const,
  message,
  payload,
})

/** The language of the response, from `Accept-Language`. */
export function localeOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Locale {
  return preferredLocale(request.headers['accept-language'], config.current().shared.app.locale)
}

/** The language of the response, and the function that translates into it. */
export const wordsOf = (deps: Pick<Deps, 'config'>, request: FastifyRequest): SheetWords => ({
  locale: localeOf(deps, request),
  translate: deps.config.translate,
})

/** A message of a resource (`messages` in config) in the language of the request; empty if config has none. */
export function messageOf(
  deps: Pick<Deps, 'config'>,
  request: FastifyRequest,
  resource: string,
  name: string,
): string {
  const { resources } = deps.config.current().shared
  return resources[resource]?.messages[name]?.[localeOf(deps, request)] ?? ''
}
