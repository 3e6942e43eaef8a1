/** Clients: the accounts in reach for staff, and everybody's own (§7). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { levelName } from '../../domain/authority'
import { pick } from '../../engine/text'
import type { Caller } from '../caller'
import { saveOwn } from '../commands/accounts/saveOwn'
import { removeClient } from '../commands/records/removeRecords'
import { saveClient } from '../commands/records/saveClient'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import {
  type ClientRow,
  type ClientView,
  clientRows,
  findClient,
  toClient,
  toProfile,
} from '../store/records/clients'
import { recordView } from '../store/records/view'
import { type Tenant, tenantOf } from '../store/tenancy'
import { answerList } from './listPage'
import { answerImages } from './pictures'
import { localeOf, messageOf, reach } from './reach'
import { createOnce } from './repeat'
import { route } from './route'

export function clientRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps

  const viewOf = ({ level }: Caller, request: FastifyRequest): ClientView => {
    const { console } = config.current()
    const { numbers, labels } = console.levels
    const locale = localeOf(deps, request)
    return {
      ...recordView(console, level, 'clients'),
      levelName: number => pick(labels[levelName(number, numbers)], locale),
    }
  }

  /** Everybody may see their own account; of others those that config lets them see. */
  const found = (caller: Caller, row: ClientRow | undefined): { row: ClientRow; tenant: Tenant } => {
    if (!row) throw new Refusal(404, 'notFound')
    const own = row.id === caller.id
    return { row, tenant: own ? tenantOf(db, caller) : reach(deps, caller, 'clients', 'show') }
  }

  route(app, endpoints.clients.list, async ({ caller, query, request }) => {
    const tenant = reach(deps, caller, 'clients', 'list')
    const view = viewOf(caller, request)
    return answerList(query, {
      tenant,
      caller,
      config: config.current().console,
      resource: 'clients',
      locale: localeOf(deps, request),
      rows: unread => clientRows(tenant, unread),
      sort: 'id',
      show: row => toClient(row, view),
    })
  })

  route(app, endpoints.clients.images, ({ caller, reply }) => answerImages(deps, caller, reply, 'clients'))

  route(app, endpoints.clients.get, async ({ caller, params, request }) => {
    const { row } = found(caller, await findClient(tenantOf(db, caller), params))
    return { result: true, message: '', payload: toClient(row, viewOf(caller, request)) }
  })

  route(app, endpoints.clients.byEmail, async ({ caller, params, request }) => {
    const { row, tenant } = found(caller, await findClient(tenantOf(db, caller), params))
    return { result: true, message: '', payload: await toProfile(tenant, row, viewOf(caller, request)) }
  })

  route(app, endpoints.clients.save, async ({ caller, body, request }) => {
    const creating = (body.id ?? 0) <= 0
    reach(deps, caller, 'clients', creating ? 'create' : 'edit')
    const settings = {
      input: body,
      config: config.current().console,
      view: viewOf(caller, request),
    }
    const payload = creating
      ? await createOnce(deps, caller, request, tx => saveClient(tx, caller, settings))
      : await saveClient(db, caller, { ...settings, id: body.id })
    return {
      result: true,
      message: messageOf(deps, request, 'clients', creating ? 'created' : 'updated'),
      payload,
    }
  })

  route(app, endpoints.clients.saveOwn, async ({ caller, body, request }) => {
    const { console, server } = config.current()
    const payload = await saveOwn(db, caller, {
      input: body,
      config: console,
      view: viewOf(caller, request),
      now: now(),
      origin: request.ip,
      limits: server.signIn,
    })
    return { result: true, message: messageOf(deps, request, 'clients', 'updated'), payload }
  })

  route(app, endpoints.clients.remove, async ({ caller, params, request }) => {
    reach(deps, caller, 'clients', 'delete')
    await removeClient(db, caller, params.id, config.current().console)
    return { result: true, message: messageOf(deps, request, 'clients', 'deleted') }
  })
}
