/** The device list, the phone-number search, and the roster (§7). */
import type { FastifyInstance } from 'fastify'
import type { Device } from '../../../contract/devices'
import { endpoints } from '../../../contract/endpoints'
import { digitsOf } from '../../../domain/phone'
import { rosterPlan } from '../../../engine/roster'
import type { Caller } from '../../caller'
import { changing } from '../../commands/changing'
import { chooseFormerSecrets } from '../../commands/gateway/formerSecrets'
import { checkRows } from '../../commands/rosters/insertStagedDevices'
import { registerRoster } from '../../commands/rosters/registerRoster'
import { compareRoster, updateRoster } from '../../commands/rosters/updateRoster'
import type { Deps } from '../../deps'
import { fieldRefusal, Refusal } from '../../refusal'
import { configOf } from '../../roles'
import { sendSheet } from '../../sheets/download'
import { sheetSample } from '../../sheets/sheetSample'
import { listDevices, searchDevices } from '../../store/devices/devices'
import { sortNumbers } from '../../store/devices/sortNumbers'
import { hiddenFields } from '../../store/records/visible'
import { answer, wordsOf } from '../answers'
import { authorize } from '../authorize'
import { pagingOf } from '../paging'
import { answerRemoved, answerSaved } from '../records/recordCalls'
import { repeatOf } from '../repeat'
import { route } from '../route'
import { deviceListOf } from './deviceFilter'
import { confirmedDevices, withSheet } from './uploads'

export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const {
    list: page,
    search,
    numbers,
    rosterSample: sample,
    rosterUpload,
    rosterCheck,
    rosterCompare,
    rosterUpdate,
    update,
    remove,
  } = endpoints.devices
  const sharedFor = (caller: Caller) => configOf(config, caller).shared
  const hiddenFrom = (caller: Caller) => hiddenFields(sharedFor(caller), caller.level, 'devices')

  route(app, page, async ({ caller, query }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const shared = sharedFor(caller)
    const { list, order, view } = deviceListOf({ tenant, caller, config: shared, query, now: deps.now() })
    const perPage = shared.resources.devices?.list?.perPage
    const maxCount = query.max_count
    const result = await listDevices(list, { order, maxCount, ...pagingOf(query, shared, perPage) }, view)
    return { ...result, draw: query.draw ?? 0 }
  })

  route(app, search, async ({ caller, body }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const { min, max } = config.current().shared.app.limits.deviceSearch
    if (digitsOf(body.alike).length < min) throw fieldRefusal('alike', 'search.tooShort', { min })
    const result = await searchDevices(tenant, {
      alike: body.alike,
      status: body.status ?? 'all',
      max: Math.min(body.max ?? max, max),
      hidden: hiddenFrom(caller),
    })
    return { result: true, message: '', ...result }
  })

  route(app, numbers, async ({ caller, body }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    // The response would reveal which numbers exist.
    if (hiddenFrom(caller).has('isdn')) throw new Refusal(403, 'forbidden')
    return answer(await sortNumbers(tenant, body.numbers))
  })

  route(app, sample, async ({ caller, request, reply }) => {
    const tenant = authorize({ ...deps, db: deps.bulkDb }, caller, 'devices', 'list')
    const words = wordsOf(deps, request)
    const shared = sharedFor(caller)
    return sendSheet(reply, await sheetSample(tenant, caller, shared, rosterPlan(shared), words))
  })

  route(app, rosterCheck, async ({ caller, body }) => {
    authorize(deps, caller, 'devices', 'create')
    return answer(await checkRows(deps.bulkDb, caller, body.rows, sharedFor(caller)))
  })

  route(app, rosterUpload, async call => {
    const { caller, request, query } = call
    authorize(deps, caller, 'devices', 'create')
    const payload = await withSheet(deps, call, 'rosterRows', (file, settings) =>
      registerRoster(deps.bulkDb, caller, file, settings, digest =>
        repeatOf(deps, caller, request, { roster: digest, columns: query.columns }),
      ),
    )
    const { locale, translate } = wordsOf(deps, request)
    return answer(payload, translate(locale, 'roster.dialog.done'))
  })

  route(app, rosterCompare, async call => {
    const { caller } = call
    authorize(deps, caller, 'devices', 'edit')
    return answer(
      await withSheet(deps, call, 'rosterRows', (file, settings) =>
        compareRoster(deps.bulkDb, caller, file, settings),
      ),
    )
  })

  route(app, rosterUpdate, async call => {
    const { caller, request, query } = call
    authorize(deps, caller, 'devices', 'edit')
    const confirmed = confirmedDevices(request.headers['changing-devices'])
    const payload = await withSheet(deps, call, 'rosterRows', (file, settings) =>
      updateRoster(deps.bulkDb, caller, file, settings, {
        confirmed,
        formerSecrets: query.former_secrets,
        repeatOf: digest => repeatOf(deps, caller, request, { rosterUpdate: digest, columns: query.columns }),
      }),
    )
    request.log.info({ user: caller.id, devices: payload.changed }, 'devices updated by a sheet')
    return answer(payload)
  })

  route(app, update, call => {
    const { caller, params, query, body } = call
    return changing(deps.db, caller, async db => {
      const { deviceSecrets } = configOf(config, caller).server
      await chooseFormerSecrets(db, query.former_secrets, { ...deviceSecrets, now: deps.now() })
      return answerSaved<Device>({ ...deps, db }, call, 'devices', { id: params.id, input: body })
    })
  })

  route(app, remove, call => answerRemoved(deps, call, 'devices', call.params.id))
}
