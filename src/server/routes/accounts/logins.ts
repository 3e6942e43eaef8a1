/** Sign-in by OpenID providers: exchanges the one-time token for a session, and manages the linked accounts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import {
  confirmOwner,
  findLinkedAccount,
  insertLogin,
  listLogins,
  removeLogin,
} from '../../commands/accounts/accountLogins'
import { type SignedIn, signIn } from '../../commands/accounts/signIn'
import { exchangeOnce, SocialFailure } from '../../commands/accounts/socialSignIn'
import { changing } from '../../commands/changing'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { cookiesOf, setCookie } from '../../social/cookies'
import { exchangeCookie, exchangeScope, type Social } from '../../social/social'
import { refuseRemoteDemoLogin } from '../../start/firstStart'
import { isDuplicate } from '../../store/failures'
import { answer, localeOf } from '../answers'
import { route } from '../route'
import { firstToken, requesterOf } from './auth'

export function loginRoutes(app: FastifyInstance, deps: Deps, social: Social): void {
  const { db, config, now } = deps
  const settings = () => config.current().server
  const answerSignedIn = async (request: FastifyRequest, provider: string, signedIn: SignedIn) => {
    request.log.info({ user: signedIn.user.id, provider, origin: request.ip }, 'signed in')
    return answer(await firstToken(deps, signedIn))
  }

  route(app, endpoints.auth.exchange, async ({ body: { token }, request, reply }) => {
    const name = exchangeCookie(token)
    const binding = cookiesOf(request).get(name) ?? ''
    const { provider, ...signedIn } = await exchangeOnce(db, { token, binding }, requesterOf(deps, request))
    setCookie(reply, name, '', 0, exchangeScope(social.isHttps(request)))
    return answerSignedIn(request, provider, signedIn)
  })

  route(app, endpoints.auth.pendingLink, async ({ request }) => {
    const { identity, email } = await pendingOf(request)
    return answer({ provider: identity.provider, email })
  })

  route(app, endpoints.auth.link, async ({ body: { password }, request, reply }) => {
    const { identity, account, email } = await pendingOf(request)
    await refuseRemoteDemoLogin(db, request.headers, password)
    const { signIn: limits } = settings()
    const signedIn = await signIn(
      db,
      { email, password },
      { ...requesterOf(deps, request), limits },
      async (tx, user) => {
        // The e-mail address may have been given to another account in the meantime.
        if (user.id !== account) throw new Refusal(404, 'login.nothingPending')
        // A repeated request, since the client did not get the first response: nothing to do.
        if ((await findLinkedAccount(tx, identity))?.client === account) return
        const by = { ...user, origin: request.ip, request: request.id }
        await insertLogin(tx, by, user, identity, now())
      },
    ).catch((error: unknown) => {
      throw isDuplicate(error) ? new Refusal(409, 'login.linkedMeanwhile') : error
    })
    social.attempts.forgetPending(reply, social.isHttps(request))
    return answerSignedIn(request, identity.provider, signedIn)
  })

  route(app, endpoints.auth.logins, async ({ caller }) => {
    const providers = { offered: social.offered(), unconfigured: social.unconfigured() }
    return answer(await listLogins(db, caller, { ...providers, now: now() }))
  })

  route(app, endpoints.auth.addLogin, async ({ caller, params, body, request, reply }) => {
    const { provider: name } = params
    try {
      // Check the caller's rights again: they may have changed while the request body was arriving.
      await changing(db, caller, async () => undefined)
      const { provider, base } = social.find(name, request)
      const { signIn: limits } = settings()
      const { password } = body ?? {}
      if (password) await refuseRemoteDemoLogin(db, request.headers, password)
      await confirmOwner(db, caller, { password, origin: request.ip, now: now(), limits })
      const locale = localeOf(deps, request)
      const link = { user: caller.id, session: caller.session }
      return answer(await social.beginAttempt({ request, reply, provider, base, locale, link }))
    } catch (error) {
      if (!(error instanceof SocialFailure)) throw error
      throw error.problem === 'away' ? new Refusal(503, 'login.away') : new Refusal(404, 'login.unconfigured')
    }
  })

  route(app, endpoints.auth.removeLogin, async ({ caller, params, request }) => {
    await removeLogin(db, caller, params.provider)
    request.log.info({ user: caller.id, provider: params.provider, origin: request.ip }, 'sign-in unlinked')
    return { result: true, message: '' }
  })

  /** @throws Refusal 404 `login.nothingPending` */
  async function pendingOf(request: FastifyRequest) {
    const pending = await social.attempts.pending(request)
    if (!pending) throw new Refusal(404, 'login.nothingPending')
    return pending
  }
}
