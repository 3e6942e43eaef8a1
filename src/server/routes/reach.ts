/** What every route of records begins with: may the caller do this, and what does the caller see. */
import type { FastifyRequest } from 'fastify'
import { may } from '../../engine/access'
import type { Locale } from '../../engine/compiled'
import type { RecordAction } from '../../engine/registry'
import type { Caller } from '../caller'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { preferredLocale } from '../request'
import { type Tenant, tenantOf } from '../store/tenancy'

/**
 * The caller's part of the database, where config allows the action on the resource (`access` of its file). The contract's
 * level has been asked before: config can only ask for more.
 *
 * @throws Refusal 403
 */
export function reach(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
  resource: string,
  action: RecordAction,
): Tenant {
  if (!may(config.current().console, caller.level, resource, action)) throw new Refusal(403, 'forbidden')
  return tenantOf(db, caller)
}

/** The language in which a request is answered. */
export function localeOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Locale {
  return preferredLocale(request.headers['accept-language'], config.current().console.app.locale)
}

/** A sentence of a resource's `messages` in config, in the language of the request; empty where config has none. */
export function messageOf(
  deps: Pick<Deps, 'config'>,
  request: FastifyRequest,
  resource: string,
  name: string,
): string {
  const { resources } = deps.config.current().console
  return resources[resource]?.messages[name]?.[localeOf(deps, request)] ?? ''
}
