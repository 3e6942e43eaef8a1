/** Sign-up, sign-in, renewal of the token, and sign-out (§7). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { endOfSession, endSession, renewSession } from '../../commands/accounts/sessions'
import { type SignedIn, signIn } from '../../commands/accounts/signIn'
import { signUp } from '../../commands/accounts/signUp'
import { addHistory } from '../../commands/history'
import type { Deps } from '../../deps'
import { claimOf } from '../../roles'
import { refuseRemoteDemoLogin } from '../../start/firstStart'
import { inTransaction } from '../../store/database'
import { answer } from '../answers'
import { anonymousRepeat } from '../repeat'
import { route } from '../route'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, tokens, now } = deps
  const settings = () => config.current().server

  route(app, endpoints.auth.login, async ({ body, request }) => {
    await refuseRemoteDemoLogin(db, request.headers, body.password)
    const signedIn = await signIn(db, body, { ...requesterOf(deps, request), limits: settings().signIn })
    request.log.info({ user: signedIn.user.id, origin: request.ip }, 'signed in')
    return answer(await firstToken(deps, signedIn))
  })

  route(app, endpoints.auth.signup, async ({ body, request }) => {
    const repeat = anonymousRepeat(deps, request, body)
    const signUpRequest = { ...requesterOf(deps, request), config: config.current(), repeat }
    const userId = await signUp(db, body, signUpRequest)
    request.log.info({ user: userId, origin: request.ip }, 'signed up')
    return { result: true, message: '' }
  })

  // The old token stays valid until it expires: other tabs and open requests still use it. All tokens of a sign-in
  // belong to one session, and logging out ends them together.
  route(app, endpoints.auth.refresh, async ({ caller, query }) => {
    const { id, level, name, email, vendor, role, session } = caller
    const { token, session: ages } = settings()
    const ends = await renewSession(db, caller, { now: now(), ages, toWall: query.wall === '1' })
    const user = { id, level, name, email, vendor, ...(role && { role: role.name }) }
    return answer(await tokens.issue(user, now(), token.minutes, session, ends))
  })

  route(app, endpoints.auth.logout, async ({ caller, request }) => {
    await inTransaction(db, async tx => {
      await endSession(tx, caller.session)
      await addHistory(tx, caller, { action: 'signedOut', level: caller.level })
    })
    request.log.info({ user: caller.id, origin: request.ip }, 'signed out')
    return { result: true, message: '' }
  })
}

/** The token of a session that has just begun. */
export function firstToken(
  { tokens, config, now }: Pick<Deps, 'tokens' | 'config' | 'now'>,
  { user, session }: SignedIn,
): Promise<string> {
  const { token, session: ages } = config.current().server
  const begun = now()
  const ends = endOfSession(begun, false, ages)
  return tokens.issue(claimOf(user, config.current()), begun, token.minutes, session, ends)
}

/** Where a sign-in or sign-up comes from. */
export const requesterOf = ({ now }: Pick<Deps, 'now'>, { ip, headers, id }: FastifyRequest) => ({
  origin: ip,
  browser: headers['user-agent'] ?? '',
  request: id,
  now: now(),
})
