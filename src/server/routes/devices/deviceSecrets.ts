/** Routes of device secrets (security 61): issue, revoke, and a sheet with new secrets of a batch. Beyond §7. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import { issueBatchSecrets, issueSecret, revokeSecrets } from '../../commands/gateway/deviceSecrets'
import type { Deps } from '../../deps'
import { orNotFound } from '../../refusal'
import { configOf } from '../../roles'
import { sendSheet } from '../../sheets/download'
import { secretSheet } from '../../sheets/secretSheet'
import { countRows } from '../../store/counts'
import { countBatchSecrets, secretStatus } from '../../store/gateway/secretStatus'
import { findBatch } from '../../store/records/sources'
import { hiddenFields } from '../../store/records/visible'
import { answer, wordsOf } from '../answers'
import { authorize } from '../authorize'
import { route } from '../route'

export function deviceSecretRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, bulkDb, config, now } = deps
  const { get, issue, revoke, ofBatch, issueBatch } = endpoints.deviceSecrets
  const settings = () => config.current().server.deviceSecrets

  route(app, get, async ({ caller, params }) => {
    const tenant = authorize(deps, caller, 'devices', 'secrets')
    const device = tenant.devices().where('devices.id', '=', params.id).select('devices.id')
    const { id } = orNotFound(await device.executeTakeFirst())
    const { issued, oldUntil, former } = await secretStatus(tenant, id, now())
    const { overlapHours, afterMoveDays } = settings()
    return answer({
      issued: issued?.toISOString() ?? null,
      old_until: oldUntil?.toISOString() ?? null,
      former: former ? { until: former.until?.toISOString() ?? null } : null,
      overlap_hours: overlapHours,
      after_move_days: afterMoveDays,
    })
  })

  route(app, issue, async ({ caller, params }) => {
    authorize(deps, caller, 'devices', 'secrets')
    const { secret, oldUntil } = await issueSecret(db, caller, params.id, { ...settings(), now: now() })
    return answer({ secret, old_until: oldUntil?.toISOString() ?? null })
  })

  route(app, revoke, async ({ caller, params }) => {
    authorize(deps, caller, 'devices', 'secrets')
    await revokeSecrets(db, caller, params.id)
    return { result: true, message: '' }
  })

  route(app, ofBatch, async ({ caller, params }) => {
    const tenant = authorize(deps, caller, 'batches', 'secrets')
    orNotFound(await findBatch(tenant, params.id))
    const devices = tenant.devices().where('devices.batch_id', '=', params.id)
    return answer({
      devices: await countRows(devices),
      issued: await countBatchSecrets(tenant, params.id),
      overlap_hours: settings().overlapHours,
    })
  })

  route(app, issueBatch, async ({ caller, params, body, request, reply }) => {
    authorize(deps, caller, 'batches', 'secrets')
    const current = configOf(config, caller)
    const batch = { id: params.id, confirmed: body.devices }
    const issued = await issueBatchSecrets(bulkDb, caller, batch, current, now())
    const hidden = hiddenFields(current.shared, caller.level, 'devices')
    return sendSheet(reply, secretSheet(issued, { ...wordsOf(deps, request), hidden }))
  })
}
