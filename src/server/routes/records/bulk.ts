/** Bulk operations on the records of a list: change, remove, undo, and choose devices as targets of an order. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import type { BulkChoice } from '../../../contract/bulk'
import { endpoints } from '../../../contract/endpoints'
import type { Caller } from '../../caller'
import { changeMany } from '../../commands/bulk/changeMany'
import type { ChosenDevices } from '../../commands/bulk/choose'
import { undoMany } from '../../commands/bulk/undoMany'
import { type ChosenRecords, changeRecords } from '../../commands/changes/changeRecords'
import { progressOf, stopJob } from '../../commands/changes/job'
import { undoRecords } from '../../commands/changes/undoRecords'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { disconnectSignal } from '../../request'
import { configOf } from '../../roles'
import { matchingDevices } from '../../store/devices/devices'
import { chosenValues } from '../../store/records/chosenValues'
import { wrongQuery } from '../../store/records/filter'
import { countList, listIds, type MatchingRows, matchingRows } from '../../store/records/list'
import { hiddenFields, type RecordContext } from '../../store/records/visible'
import { inNumbers } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { answer, wordsOf } from '../answers'
import { authorize } from '../authorize'
import { deviceConditions, deviceQueryOf } from '../devices/deviceFilter'
import { route } from '../route'
import { recordListOf } from './lists'
import { contextOf } from './recordCalls'

export function bulkRoutes(app: FastifyInstance, deps: Deps): void {
  const { bulkDb, config } = deps
  const bulk = { ...deps, db: bulkDb }
  const { change, progress, cancel, undo, targets, values } = endpoints.bulk

  /** @throws Refusal 404 for a resource without a list of records, and for orders and the history */
  const contextFor = (name: string, request: FastifyRequest): RecordContext => {
    const context = contextOf(deps, name, request)
    if (!context.resource.list || ['orders', 'history'].includes(name)) throw new Refusal(404, 'notFound')
    return context
  }
  const chosenDevices = (tenant: Tenant, caller: Caller, { ids, filter = {} }: BulkChoice): ChosenDevices => {
    const { shared } = configOf(config, caller)
    const query = deviceQueryOf(filter)
    if (!Value.Check(endpoints.devices.list.query, query)) throw wrongQuery('filter')
    const request = { tenant, caller, config: shared, query, now: deps.now() }
    const { filters, conditions } = deviceConditions(request)
    return { filters: ids ? { ...filters, ids } : filters, conditions }
  }
  /** The rows of the list that the filter finds, or the rows in scope with these ids. */
  const listOf = (context: RecordContext, caller: Caller, tenant: Tenant, { ids, filter }: BulkChoice) => {
    const { source, conditions } = recordListOf({ ...context, tenant, caller, now: deps.now() })
    return { tenant, source, conditions: ids ? [inNumbers(sql`"row".id`, ids)] : conditions(filter ?? {}) }
  }
  const chosenRecords = (context: RecordContext, caller: Caller, choice: BulkChoice): ChosenRecords => ({
    ids: (tenant, limit) => listIds(listOf(context, caller, tenant, choice), limit),
    count: tenant => countList(listOf(context, caller, tenant, choice)),
  })
  const settingsOf = (context: RecordContext, request: FastifyRequest) => ({
    config: configOf(config, request.caller),
    resource: context.resource,
    ...wordsOf(deps, request),
  })
  const assertOneChoice = ({ ids, filter }: BulkChoice) => {
    if ((ids === undefined) === (filter === undefined)) throw new Refusal(422, 'bulk.choice')
  }

  route(app, change, async call => {
    const { caller, params, body, request, reply } = call
    const context = contextFor(params.resource, request)
    const tenant = authorize(bulk, caller, params.resource, body.kind === 'remove' ? 'delete' : 'edit')
    assertOneChoice(body)
    // A client that has disconnected gets no response and could not undo the change.
    const senderGone = disconnectSignal(reply.raw)
    const key = { ...params, name: body.name }
    senderGone.addEventListener('abort', () => void stopJob(bulkDb, caller, key).catch(() => undefined))
    const settings = { ...settingsOf(context, request), progressDb: deps.db, senderGone }
    const changed =
      params.resource === 'devices'
        ? await changeMany(bulkDb, caller, body, chosenDevices(tenant, caller, body), settings)
        : await changeRecords(bulkDb, caller, body, chosenRecords(context, caller, body), settings)
    const { resource } = params
    request.log.info({ user: caller.id, resource, kind: body.kind, records: changed.records }, 'bulk change')
    return answer(changed)
  })

  route(app, progress, async ({ caller, params }) => {
    authorize(deps, caller, params.resource, 'list')
    return answer(await progressOf(deps.db, caller, params))
  })

  route(app, cancel, async ({ caller, params }) => {
    authorize(deps, caller, params.resource, 'list')
    await stopJob(deps.db, caller, params)
    return { result: true, message: '' }
  })

  route(app, undo, async ({ caller, params, request }) => {
    const context = contextFor(params.resource, request)
    if (params.resource !== 'devices')
      return answer(await undoRecords(bulkDb, caller, params, settingsOf(context, request)))
    authorize(bulk, caller, 'devices', 'edit')
    return answer(await undoMany(bulkDb, caller, params.name, settingsOf(context, request)))
  })

  route(app, targets, async ({ caller, body }) => {
    const tenant = authorize(bulk, caller, 'devices', 'list')
    if (hiddenFields(configOf(config, caller).shared, caller.level, 'devices').has('isdn'))
      throw new Refusal(403, 'forbidden')
    assertOneChoice(body)
    const { orderTargets: max } = config.current().shared.app.limits
    const { filters, conditions } = chosenDevices(tenant, caller, body)
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

  route(app, values, async ({ caller, params, body, request }) => {
    const context = contextFor(params.resource, request)
    const tenant = authorize(bulk, caller, params.resource, 'list')
    assertOneChoice(body)
    const devices = () => {
      const { filters, conditions } = chosenDevices(tenant, caller, body)
      return matchingDevices(tenant, filters, conditions) as unknown as MatchingRows
    }
    const chosen =
      params.resource === 'devices' ? devices() : matchingRows(listOf(context, caller, tenant, body))
    return answer(await chosenValues(tenant, chosen, context, caller.level))
  })
}
