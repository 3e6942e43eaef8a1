/** Requests that a client repeats because it got no response: the header `Idempotency-Key` (security 32). */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller'
import { changing } from '../commands/changing'
import { idempotently, type Repeatable } from '../commands/idempotency'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'

type RepeatDeps = Pick<Deps, 'config' | 'tokens' | 'now'>

/**
 * Returns the data by which a repeat of this request is recognised.
 *
 * @param content of the request: the same key with other content is refused
 * @throws Refusal 400 for two keys
 */
export function repeatOf(
  deps: RepeatDeps,
  caller: Caller,
  request: FastifyRequest,
  content: unknown,
): Repeatable {
  return { ...anonymousRepeat(deps, request, content), client: caller.id }
}

/** `repeatOf` for a request without an account, such as a sign-up. */
export function anonymousRepeat(
  deps: RepeatDeps,
  request: FastifyRequest,
  content: unknown,
): Omit<Repeatable, 'client'> {
  const key = request.headers['idempotency-key']
  if (Array.isArray(key)) throw new Refusal(400, 'idempotency.key')
  return {
    key,
    fingerprint: deps.tokens.fingerprint(JSON.stringify(content)),
    now: deps.now(),
    keptHours: deps.config.current().server.order.idempotencyHours,
  }
}

/** Creates a record once: a repeated request gets the response of the first one. */
export function createIdempotently<Answer>(
  deps: RepeatDeps & Pick<Deps, 'db'>,
  caller: Caller,
  request: FastifyRequest,
  create: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  const { params, body } = request
  const repeat = repeatOf(deps, caller, request, { url: request.routeOptions.url, params, body })
  return changing(deps.db, caller, tx => idempotently(tx, repeat, () => create(tx)))
}
