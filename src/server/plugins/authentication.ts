/** Who is asking, and may they (security 1, 9, 15): decided before a body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '../../contract/endpoint'
import { reaches } from '../../domain/authority'
import type { Caller } from '../caller'
import { findCaller } from '../commands/accounts/sessions'
import type { Deps } from '../deps'
import { forbidden, Refusal } from '../refusal'
import { isSameText } from '../secret'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not public. */
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    /** A route says who may call it; one that says nothing cannot be registered under /api, /auth or /broker. */
    access?: Access | 'broker'
  }
}

export function authenticate(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('caller', undefined)
  app.addHook('onRoute', route => {
    if (/^\/(api|auth|broker)\//.test(route.url) && !route.config?.access)
      throw new Error(`${route.method} ${route.url} does not say who may call it`)
  })
  app.addHook('onRequest', async request => {
    const { access } = request.routeOptions.config
    if (!access || access === 'public') return
    if (access === 'broker') {
      if (!isBroker(request, deps.env.brokerSecret)) throw new Refusal(401, 'brokerSecret')
      return
    }
    request.caller = await callerOf(deps, request, access)
  })
  // A body may take its time. What is changed is asked once more where it is changed (`changing`), what is read here.
  app.addHook('preHandler', async request => {
    const { access, endpoint } = request.routeOptions.config
    if (endpoint?.reads && access && access !== 'public' && access !== 'broker')
      request.caller = await callerOf(deps, request, access)
  })
}

/** @throws Refusal 401, or 403 below the level that the call asks for */
async function callerOf(
  { config, tokens, db, now }: Deps,
  request: FastifyRequest,
  access: Exclude<Access, 'public'>,
): Promise<Caller> {
  const current = config.current()
  const { numbers: levels } = current.shared.levels
  const token = bearer(request)
  const at = now()
  const claims = token && (await tokens.read(token, at))
  const asking = { config: current, now: at, origin: request.ip, request: request.id }
  const caller = claims ? await findCaller(db, claims, asking) : undefined
  if (!caller) throw new Refusal(401, 'signedOut')
  if (!reaches(caller.level, access, levels)) {
    // For the log and the history.
    request.caller = caller
    throw forbidden(caller)
  }
  return caller
}

/**
 * Whether the request has the secret of brokers, as the password of Basic (`http://broker:secret@…`) or as Bearer. Never in the
 * path, which proxies write down.
 */
export function isBroker({ headers }: Pick<FastifyRequest, 'headers'>, secret: string | undefined): boolean {
  const [, kind, text = ''] =
    /^(Basic|Bearer) +([\w+/=.~!-]{1,1024})$/i.exec(headers.authorization ?? '') ?? []
  const basic = kind?.toLowerCase() === 'basic'
  const given = basic
    ? Buffer.from(text, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : text
  return secret !== undefined && secret !== '' && isSameText(given, secret)
}

/** The token of the Authorization header; tokens in an address are for the console's /login alone. */
export function bearer({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,8192})$/i.exec(headers.authorization ?? '')?.[1]
}
