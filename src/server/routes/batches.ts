/** Models, batches and bunches: the choices of filters and compose, and the group screens (§7). */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { Named } from '../../contract/envelope'
import type { Caller } from '../caller'
import { withinLimits } from '../commands/pgliteLimits'
import { removeBatch } from '../commands/records/removeRecords'
import { saveBatch } from '../commands/records/saveBatch'
import { replaceBatchDevices } from '../commands/rosters/replaceBatchDevices'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { batchSheet } from '../sheets/batchSheet'
import { batchRows, findBatch, toBatch } from '../store/records/batches'
import type { Unread } from '../store/records/pictures'
import { bunchRows, modelRows } from '../store/records/rows'
import { recordView } from '../store/records/view'
import { answerList } from './listPage'
import { answerImages } from './pictures'
import { localeOf, messageOf, reach } from './reach'
import { createOnce } from './repeat'
import { route } from './route'
import { withUpload } from './upload'

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, long, config } = deps
  const viewOf = (level: number) => recordView(config.current().console, level, 'batches')

  const listing = ({ caller, request }: { caller: Caller; request: FastifyRequest }, resource: string) => ({
    tenant: reach(deps, caller, resource, 'list'),
    caller,
    config: config.current().console,
    resource,
    locale: localeOf(deps, request),
    sort: 'name',
  })
  const named = ({ id, name }: Named) => ({ id, name })

  route(app, endpoints.batches.models, async call => {
    const { tenant, ...list } = listing(call, 'models')
    return answerList(call.query, { ...list, tenant, rows: unread => modelRows(tenant, unread), show: named })
  })

  route(app, endpoints.batches.list, async call => {
    const { tenant, ...list } = listing(call, 'batches')
    const { model, ...query } = call.query
    const view = viewOf(call.caller.level)
    // The dropdown's "all models" is 0.
    const rows = (unread?: Unread) => {
      const all = batchRows(tenant, unread)
      return model ? all.where('batches.model_id', '=', model) : all
    }
    return answerList(query, { ...list, tenant, rows, show: row => toBatch(row, view) })
  })

  route(app, endpoints.batches.bunches, async call => {
    const { tenant, ...list } = listing(call, 'bunches')
    const { batch, ...query } = call.query
    const rows = (unread?: Unread) => bunchRows(tenant, unread).where('bunches.batch_id', '=', batch)
    return answerList(query, { ...list, tenant, rows, show: named })
  })

  route(app, endpoints.batches.images, ({ caller, reply }) => answerImages(deps, caller, reply, 'batches'))

  route(app, endpoints.batches.get, async ({ caller, params }) => {
    const found = await findBatch(reach(deps, caller, 'batches', 'show'), params.id)
    if (!found) throw new Refusal(404, 'notFound')
    return { result: true, message: '', payload: toBatch(found, viewOf(caller.level)) }
  })

  route(app, endpoints.batches.save, async ({ caller, params, body, request }) => {
    const creating = params.id <= 0
    reach(deps, caller, 'batches', creating ? 'create' : 'edit')
    const settings = { input: body, config: config.current().console }
    const payload = creating
      ? await createOnce(deps, caller, request, tx => saveBatch(tx, caller, settings))
      : await saveBatch(db, caller, { ...settings, id: params.id })
    return {
      result: true,
      message: messageOf(deps, request, 'batches', creating ? 'created' : 'updated'),
      payload,
    }
  })

  route(app, endpoints.batches.remove, async ({ caller, params, request }) => {
    reach(deps, caller, 'batches', 'delete')
    await removeBatch(db, caller, params.id, config.current())
    return { result: true, message: messageOf(deps, request, 'batches', 'deleted') }
  })

  route(app, endpoints.batches.upload, async ({ caller, params, request, reply }) => {
    reach(deps, caller, 'batches', 'edit')
    const locale = localeOf(deps, request)
    const { bytes } = config.current().console.app.limits.upload
    const leaving = agreedOn(request.headers['leaving-devices'])
    const payload = await withUpload(request, reply, bytes, (file, underWay) =>
      withinLimits(db, config.current(), 'batchDevices', limited =>
        replaceBatchDevices(long, caller, { id: params.id, leaving }, file, {
          ...limited,
          locale,
          say: config.translate,
          now: deps.now(),
          ...underWay,
        }),
      ),
    )
    return { result: true, message: messageOf(deps, request, 'batches', 'uploaded'), payload }
  })

  route(app, endpoints.batches.download, async ({ caller, params, request, reply }) => {
    const tenant = reach({ ...deps, db: long }, caller, 'batches', 'show')
    const found = await findBatch(tenant, params.id)
    if (!found) throw new Refusal(404, 'notFound')
    const sheet = batchSheet(tenant, found, {
      config: config.current().console,
      level: caller.level,
      locale: localeOf(deps, request),
      say: config.translate,
    })
    reply.headers(sheet.headers)
    return Readable.from(sheet.body, { objectMode: false })
  })
}

/** How many devices may leave the batch; any number where the sender does not say. */
function agreedOn(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) throw new Refusal(400, 'badRequest')
  return Number(header)
}
