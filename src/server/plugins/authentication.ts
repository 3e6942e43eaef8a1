/** Authenticates each request and checks its caller's level before the body is read (security 1, 9, 15). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '../../contract/endpoint'
import { hasLevel } from '../../domain/authority'
import type { Caller } from '../caller'
import { findCaller } from '../commands/accounts/sessions'
import type { Deps } from '../deps'
import { forbidden, Refusal } from '../refusal'
import { isSameSecret } from '../secret'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not public. */
    caller: Caller | undefined
    /** Whether the whole body had arrived when the caller's rights were read; true for a request without a body. */
    isBodyComplete: boolean
  }
  interface FastifyContextConfig {
    /** Who may call the route. A route under /api, /auth or /broker cannot be registered without it. */
    access?: Access | 'broker'
  }
}

export function authenticate(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('bodyArrived', false)
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
    request.isBodyComplete = request.raw.complete
  })
  // The caller's rights may change while the body is arriving. Routes that change records check them again in their
  // transaction (`changing`); for routes that only read they are checked again here.
  app.addHook('preHandler', async request => {
    const { access, endpoint } = request.routeOptions.config
    if (!endpoint?.reads || !access || access === 'public' || access === 'broker') return
    if (request.isBodyComplete) return
    request.caller = await callerOf(deps, request, access)
  })
}

/**
 * Reads the account of the request's token from the database.
 *
 * @throws Refusal 401 without a valid token, 403 below the level of the route
 */
async function callerOf(
  { config, tokens, db, now }: Deps,
  request: FastifyRequest,
  access: Exclude<Access, 'public'>,
): Promise<Caller> {
  const current = config.current()
  const { numbers: levels } = current.shared.levels
  const token = bearer(request)
  const time = now()
  const claims = token && (await tokens.read(token, time))
  const context = { config: current, now: time, origin: request.ip, request: request.id }
  const caller = claims ? await findCaller(db, claims, context) : undefined
  if (!caller) throw new Refusal(401, 'signedOut')
  if (!hasLevel(caller.level, access, levels)) {
    // The access log and the history name the refused caller.
    request.caller = caller
    throw forbidden(caller)
  }
  if (caller.isWall && !isAllowedOnWalls(request)) throw new Refusal(403, 'wallSession')
  return caller
}

function isAllowedOnWalls({ method, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config
  return method === 'GET' || method === 'HEAD' || Boolean(endpoint?.reads || endpoint?.onWalls)
}

/**
 * Whether the request carries the brokers' secret: as the password of Basic authentication (`http://broker:secret@…`)
 * or as a Bearer token. It is not accepted in the path, because proxies log paths.
 */
export function isBroker({ headers }: Pick<FastifyRequest, 'headers'>, secret: string | undefined): boolean {
  const [, kind, text = ''] =
    /^(Basic|Bearer) +([\w+/=.~!-]{1,1024})$/i.exec(headers.authorization ?? '') ?? []
  const isBasic = kind?.toLowerCase() === 'basic'
  // Basic: the password after the colon.
  const sentSecret = isBasic
    ? Buffer.from(text, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : text
  return secret !== undefined && secret !== '' && isSameSecret(sentSecret, secret)
}

/** The token of the Authorization header. Tokens in the URL are accepted only by the console's /login page. */
export function bearer({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,8192})$/i.exec(headers.authorization ?? '')?.[1]
}
