/** Sign-up, sign-in, renewal of the token, and sign-out (§7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { endSession, renewSession } from '../../commands/accounts/sessions'
import { signIn } from '../../commands/accounts/signIn'
import { signUp } from '../../commands/accounts/signUp'
import { addHistory } from '../../commands/history'
import type { Deps } from '../../deps'
import { refuseRemoteDemoLogin } from '../../start/localDemo'
import { inTransaction } from '../../store/database'
import { answer } from '../answers'
import { anonymousRepeat } from '../repeat'
import { route } from '../route'
import { firstToken } from './firstToken'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, tokens, now } = deps
  const settings = () => config.current().server

  route(app, endpoints.auth.login, async ({ body, request }) => {
    await refuseRemoteDemoLogin(db, request.headers, body.password)
    const signedIn = await signIn(db, body, {
      origin: request.ip,
      browser: request.headers['user-agent'] ?? '',
      request: request.id,
      now: now(),
      limits: settings().signIn,
    })
    request.log.info({ user: signedIn.user.id, origin: request.ip }, 'signed in')
    return answer(await firstToken(deps, signedIn))
  })

  route(app, endpoints.auth.signup, async ({ body, request }) => {
    const repeat = anonymousRepeat(deps, request, body)
    const userId = await signUp(db, body, {
      origin: request.ip,
      request: request.id,
      now: now(),
      config: config.current(),
      repeat,
    })
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
