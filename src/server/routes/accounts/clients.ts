/** Routes of clients: accounts in the caller's scope, and the caller's own account (§7). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Client, ClientInput, ProfileClient } from '../../../contract/clients'
import { endpoints } from '../../../contract/endpoints'
import type { Caller } from '../../caller'
import { newPasswordHash, saveOwn } from '../../commands/accounts/saveOwn'
import type { Deps } from '../../deps'
import { orNotFound } from '../../refusal'
import { findProfile } from '../../store/records/profile'
import { tenantOf } from '../../store/tenancy'
import { answer, messageOf } from '../answers'
import { authorize } from '../authorize'
import { answerList } from '../records/lists'
import { answerImages } from '../records/pictures'
import { answerRemoved, answerSaved, contextOf, readRecord } from '../records/recordCalls'
import { route } from '../route'

export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  const { list, images, get, byEmail, save, saveOwn: saveProfile, remove } = endpoints.clients

  /** Callers may see their own account; other accounts need the right to show clients. */
  const authorizeUnlessOwn = (caller: Caller, { id }: { id: number }) => {
    if (id !== caller.id) authorize(deps, caller, 'clients', 'show')
  }

  route(app, list, call => answerList<Client>(deps, call, 'clients', { sort: 'id' }))

  route(app, images, call => answerImages(deps, call, 'clients'))

  route(app, get, async call => {
    const context = contextOf(deps, 'clients', call.request)
    const client = (await readRecord(tenantOf(db, call.caller), call, context, call.params.id)) as Client
    authorizeUnlessOwn(call.caller, client)
    return answer(client)
  })

  route(app, byEmail, async ({ caller, params, request }) => {
    const context = contextOf(deps, 'clients', request)
    const profile = orNotFound(await findProfile(tenantOf(db, caller), params.email, context, caller.level))
    authorizeUnlessOwn(caller, profile)
    return answer(profile satisfies ProfileClient)
  })

  const ownSaveInput = ({ body, request }: { body: ClientInput; request: FastifyRequest }) => ({
    ...contextOf(deps, 'clients', request),
    input: body,
    now: now(),
    origin: request.ip,
    limits: config.current().server.signIn,
  })

  route(app, save, async call => {
    const { caller, body } = call
    const { id = 0 } = body
    // `answerSaved` authorizes every save; the own password is examined before.
    if (id === caller.id) authorize(deps, caller, 'clients', 'edit')
    const ownPasswordHash =
      id === caller.id ? await newPasswordHash(db, caller, ownSaveInput(call)) : undefined
    const record = { id: id > 0 ? id : undefined, input: body, ownPasswordHash }
    return answerSaved<Client>(deps, call, 'clients', record)
  })

  route(app, saveProfile, async call => {
    const { caller, request } = call
    const saved = await saveOwn(db, caller, ownSaveInput(call))
    return answer(saved, messageOf(deps, request, 'clients', 'updated'))
  })

  route(app, remove, call => answerRemoved(deps, call, 'clients', call.params.id))
}
