/** Bulk operations on devices: change, remove, undo, and choose as targets of an order. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BulkChoice } from '../../../contract/bulk'
import { endpoints } from '../../../contract/endpoints'
import type { Caller } from '../../caller'
import { changeMany } from '../../commands/bulk/changeMany'
import type { ChosenDevices } from '../../commands/bulk/choose'
import type { BulkSettings } from '../../commands/bulk/settings'
import { undoMany } from '../../commands/bulk/undoMany'
import { progressOf, stopJob } from '../../commands/changes/job'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { disconnectSignal } from '../../request'
import { configOf } from '../../roles'
import { chosenValues } from '../../store/devices/chosenValues'
import { matchingDevices } from '../../store/devices/devices'
import { omittedPictures } from '../../store/records/pictures'
import { hiddenFields, viewOf } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { answer, wordsOf } from '../answers'
import { authorize } from '../authorize'
import { route } from '../route'
import { deviceConditions, deviceQueryOf } from './deviceFilter'

export function bulkRoutes(app: FastifyInstance, deps: Deps): void {
  const { bulkDb, config } = deps
  const bulk = { ...deps, db: bulkDb }
  const { change, progress, cancel, undo, targets, values } = endpoints.bulk

  const choiceOf = (tenant: Tenant, caller: Caller, { ids, filter = {} }: BulkChoice): ChosenDevices => {
    const { shared } = configOf(config, caller)
    const query = deviceQueryOf(filter)
    const { filters, conditions } = deviceConditions({
      tenant,
      caller,
      config: shared,
      query,
      now: deps.now(),
    })
    return { filters: ids ? { ...filters, ids } : filters, conditions }
  }
  const settingsOf = (request: FastifyRequest): BulkSettings => {
    const { shared, server } = configOf(config, request.caller)
    return { config: shared, server, resource: shared.resources.devices!, ...wordsOf(deps, request) }
  }
  const assertOneChoice = ({ ids, filter }: BulkChoice) => {
    if ((ids === undefined) === (filter === undefined)) throw new Refusal(422, 'bulk.choice')
  }

  route(app, change, async call => {
    const { caller, body, request, reply } = call
    const tenant = authorize(bulk, caller, 'devices', body.kind === 'remove' ? 'delete' : 'edit')
    assertOneChoice(body)
    // A client that has disconnected gets no response and could not undo the change.
    const senderGone = disconnectSignal(reply.raw)
    senderGone.addEventListener('abort', () => void stopJob(bulkDb, caller, body.name).catch(() => undefined))
    const changed = await changeMany(bulkDb, caller, body, choiceOf(tenant, caller, body), {
      ...settingsOf(request),
      senderGone,
    })
    request.log.info({ user: caller.id, kind: body.kind, devices: changed.devices }, 'devices changed')
    return answer(changed)
  })

  route(app, progress, async ({ caller, params }) => {
    authorize(deps, caller, 'devices', 'list')
    return answer(await progressOf(deps.db, caller, params.name))
  })

  route(app, cancel, async ({ caller, params }) => {
    authorize(deps, caller, 'devices', 'list')
    await stopJob(deps.db, caller, params.name)
    return { result: true, message: '' }
  })

  route(app, undo, async ({ caller, params, request }) => {
    authorize(bulk, caller, 'devices', 'edit')
    return answer(await undoMany(bulkDb, caller, params.name, settingsOf(request)))
  })

  route(app, targets, async ({ caller, body }) => {
    const tenant = authorize(bulk, caller, 'devices', 'list')
    if (hiddenFields(configOf(config, caller).shared, caller.level, 'devices').has('isdn'))
      throw new Refusal(403, 'forbidden')
    assertOneChoice(body)
    const { orderTargets: max } = config.current().shared.app.limits
    const { filters, conditions } = choiceOf(tenant, caller, body)
    const devices = await matchingDevices(tenant, filters, conditions)
      .select(['row.id as device', 'row.isdn as number', 'row.online'])
      .orderBy('row.id')
      .limit(max + 1)
      .execute()
    if (devices.length > max) throw new Refusal(422, 'order.tooMany', { max })
    const found = devices.length
    if (found !== body.expected) throw new Refusal(409, 'bulk.changed', { found }, { found })
    return answer(devices)
  })

  route(app, values, async ({ caller, body }) => {
    const tenant = authorize(bulk, caller, 'devices', 'list')
    assertOneChoice(body)
    const { shared } = configOf(config, caller)
    const view = viewOf({ config: shared, resource: shared.resources.devices! }, caller.level)
    const omitted = omittedPictures(shared, caller.level, 'devices')
    return answer(await chosenValues(tenant, choiceOf(tenant, caller, body), { view, omitted }))
  })
}
