/**
 * Sign-in by an OpenID provider (§2 Register): the routes by which the browser leaves for the provider and returns.
 * Both end in a redirect.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOwnPath } from '../../../domain/ownPath'
import type { SocialProblem } from '../../../domain/social'
import type { Caller } from '../../caller'
import { addSignInRefusal } from '../../commands/accessHistory'
import type { ProviderIdentity } from '../../commands/accounts/accountLogins'
import { findCaller } from '../../commands/accounts/sessions'
import { countAttempt, uncountAttempt } from '../../commands/accounts/signInAttempts'
import { findOrCreateAccount, issueOnce, linkOwn, SocialFailure } from '../../commands/accounts/socialSignIn'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { originOf } from '../../request'
import type { Attempt } from '../../social/attempts'
import { setCookie } from '../../social/cookies'
import { exchangeCookie, exchangeScope, type Social } from '../../social/social'
import { localeOf } from '../answers'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  /** The name of the provider. */
  name: string
}

export function socialRoutes(app: FastifyInstance, deps: Deps, social: Social): void {
  const { db, config, now } = deps
  const settings = () => config.current().server

  visitRoute('/auth/signin/:provider', visit =>
    redirectFailures(visit, async () => {
      const { request, reply, name } = visit
      const { provider, base } = social.find(name, request)
      const { app: requestedPath } = queryOf(request)
      const returnPath = requestedPath ? ownPathIn(requestedPath, base) : undefined
      if (requestedPath && !returnPath) {
        await countVisit(request)
        throw new SocialFailure('app')
      }
      const attempt = { request, reply, provider, base, locale: localeOf(deps, request), app: returnPath }
      return reply.redirect(await social.beginAttempt(attempt), 303)
    }),
  )

  visitRoute('/auth/callback/:provider', visit => {
    const { request, reply, name } = visit
    let attempt: Attempt | undefined
    const work = async () => {
      const key = await countVisit(request)
      const { provider, base } = social.find(name, request)
      const query = new URLSearchParams(queryOf(request))
      const wanted = { provider: name, state: query.get('state') ?? '' }
      attempt = await social.attempts.take(request, reply, wanted, social.isSecure(base))
      if (!attempt) throw new SocialFailure('attempt')
      const url = social.callbackUrl(base, name)
      const identity = await social.openId.readIdentity(provider, url, query, attempt)
      const answer = attempt.link
        ? await answerLinked(visit, attempt.link, identity)
        : await answerSignedIn(visit, attempt, identity, base)
      await uncountAttempt(db, key, limits())
      return answer
    }
    return redirectFailures(visit, work, () => attempt)
  })

  /** @throws Refusal 404 for a provider that config does not name */
  function visitRoute(path: string, handler: (visit: Visit) => Promise<FastifyReply>): void {
    app.get<{ Params: { provider: string } }>(path, { config: { access: 'public' } }, (request, reply) => {
      const { provider: name } = request.params
      if (!config.current().shared.app.signIn.providers.some(provider => provider.name === name))
        throw new Refusal(404, 'notFound')
      return handler({ request, reply, name })
    })
  }

  /** Signs the user in, or asks for the password that must confirm a new link first. */
  async function answerSignedIn(
    { request, reply, name }: Visit,
    { app: returnPath }: Attempt,
    identity: ProviderIdentity,
    base: string,
  ): Promise<FastifyReply> {
    const socialRequest = { origin: request.ip, request: request.id, now: now(), config: config.current() }
    const { account, needs } = await findOrCreateAccount(db, identity, socialRequest)
    if (needs) {
      const pending = { identity, account: account.id, email: account.email, app: returnPath }
      await social.attempts.keepPending(reply, pending, social.isSecure(base))
      return toLogin(reply, { social: name, problem: 'password', ...(returnPath && { app: returnPath }) })
    }
    const { token, binding, seconds } = await issueOnce(db, account, name, now())
    setCookie(reply, exchangeCookie(token), binding, seconds, exchangeScope(social.isSecure(base)))
    return toLogin(reply, { token, ...(returnPath && { app: returnPath }) })
  }

  /** Links the identity, provided that the session that requested the link still exists. */
  async function answerLinked(
    { request, reply, name }: Visit,
    { user, session }: NonNullable<Attempt['link']>,
    identity: ProviderIdentity,
  ): Promise<FastifyReply> {
    const context = { config: config.current(), now: now(), origin: request.ip, request: request.id }
    // `findCaller` does not read the end of the token.
    const caller: Caller | undefined = await findCaller(db, { user, session, expires: 0 }, context)
    if (!caller) throw new SocialFailure('signedOut')
    await linkOwn(db, caller, identity, now())
    request.log.info({ user, provider: name, origin: request.ip }, 'sign-in linked')
    return reply.redirect(`/app/profile?${new URLSearchParams({ social: name })}`, 303)
  }

  const limits = () => {
    const { signIn } = settings()
    return { ...signIn, failures: signIn.originFailures }
  }

  /** Limits attempts before any provider or account is queried. @throws Refusal 429 */
  async function countVisit(request: FastifyRequest): Promise<string> {
    const key = `social ${originOf(request.ip)}`
    await countAttempt(db, key, now(), limits(), 'signIn.locked')
    return key
  }

  /**
   * Runs `work`. A failure redirects to the console with a code; texts of the provider are never shown.
   *
   * @param attempt the attempt, once it is known: failures of a link lead to the profile
   */
  async function redirectFailures(
    { request, reply, name }: Visit,
    work: () => Promise<FastifyReply>,
    attempt: () => Attempt | undefined = () => undefined,
  ): Promise<FastifyReply> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) throw error
      const { problem, account, cause } = failureOf(error)
      if (problem === 'failed') request.log.error({ err: error, provider: name }, 'failed')
      const details = { provider: name, problem, origin: request.ip, user: account?.id, ...causeOf(cause) }
      request.log.warn(details, 'sign-in by another service refused')
      if (!UNRECORDED.includes(problem))
        await addSignInRefusal(
          db,
          { origin: request.ip, request: request.id },
          { account, provider: name, problem },
          now(),
        ).catch((err: unknown) => request.log.warn({ err }, 'history: a refusal was not written'))
      const query = { social: name, problem }
      if (!attempt()?.link) return toLogin(reply, query)
      return reply.redirect(`/app/profile?${new URLSearchParams(query)}`, 303)
    }
  }
}

/** Failures that are not written to the history: no attempt was made, or a locked-out caller would fill it. */
const UNRECORDED: readonly SocialProblem[] = ['unconfigured', 'locked', 'failed']

function failureOf(error: unknown): SocialFailure {
  if (error instanceof SocialFailure) return error
  const { status = 500 } = error instanceof Refusal ? error : {}
  if (status === 429) return new SocialFailure('locked')
  return new SocialFailure(status < 500 ? 'signedOut' : 'failed')
}

/** The names of a protocol error for the log: not its text, which may contain data of the provider. */
function causeOf(cause: unknown): object {
  if (typeof cause !== 'object' || cause === null) return {}
  const { name, code, error } = cause as Record<string, unknown>
  const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, 80) : undefined)
  return { cause: { name: short(name), code: short(code), error: short(error) } }
}

const toLogin = (reply: FastifyReply, query: Record<string, string>) =>
  reply.redirect(`/login?${new URLSearchParams(query)}`, 303)

/** The parameters of the query; a repeated parameter counts as absent. */
function queryOf({ query }: FastifyRequest): Record<string, string> {
  const entries = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The path in `app` if it is one of this console, given alone or as a URL that begins with `base`. */
function ownPathIn(app: string, base: string): string | undefined {
  const path = app.startsWith(base) ? app.slice(base.length) || '/' : app
  return isOwnPath(path) ? path : undefined
}
