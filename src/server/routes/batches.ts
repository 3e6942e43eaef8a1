/** Models, batches and bunches: the choices of filters and compose, and the group screens (§7). */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import { replaceBatchDevices } from '../commands/batchReplace'
import { batchSheet } from '../commands/batchSheet'
import { removeBatch } from '../commands/removeRecords'
import { saveBatch } from '../commands/saveBatch'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { batchImages, findBatch, listBatches, listBunches, listModels, toBatch } from '../store/batches'
import { recordView } from '../store/recordView'
import { localeOf, messageOf, reach } from './reach'
import { route } from './route'
import { withUpload } from './upload'

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const viewOf = (level: number) => recordView(config.current().console, level, 'batches')

  route(app, endpoints.batches.models, async ({ caller }) => ({
    result: true,
    message: '',
    payload: await listModels(reach(deps, caller, 'models', 'list')),
  }))

  route(app, endpoints.batches.list, async ({ caller, query }) => ({
    result: true,
    message: '',
    payload: await listBatches(
      reach(deps, caller, 'batches', 'list'),
      viewOf(caller.level),
      // The dropdown's "all models" is 0.
      query.model || undefined,
    ),
  }))

  route(app, endpoints.batches.bunches, async ({ caller, query }) => ({
    result: true,
    message: '',
    payload: await listBunches(reach(deps, caller, 'bunches', 'list'), query.batch),
  }))

  route(app, endpoints.batches.images, async ({ caller }) => ({
    result: true,
    message: '',
    payload: await batchImages(reach(deps, caller, 'batches', 'list')),
  }))

  route(app, endpoints.batches.get, async ({ caller, params }) => {
    const found = await findBatch(reach(deps, caller, 'batches', 'show'), params.id)
    if (!found) throw new Refusal(404, 'notFound')
    return { result: true, message: '', payload: toBatch(found, viewOf(caller.level)) }
  })

  route(app, endpoints.batches.save, async ({ caller, params, body, request }) => {
    const creating = params.id <= 0
    reach(deps, caller, 'batches', creating ? 'create' : 'edit')
    const payload = await saveBatch(db, caller, {
      ...(creating ? {} : { id: params.id }),
      input: body,
      config: config.current().console,
    })
    return {
      result: true,
      message: messageOf(deps, request, 'batches', creating ? 'created' : 'updated'),
      payload,
    }
  })

  route(app, endpoints.batches.remove, async ({ caller, params, request }) => {
    reach(deps, caller, 'batches', 'delete')
    await removeBatch(db, caller, params.id, config.current().console)
    return { result: true, message: messageOf(deps, request, 'batches', 'deleted') }
  })

  route(app, endpoints.batches.upload, async ({ caller, params, query, request, reply }) => {
    reach(deps, caller, 'batches', 'edit')
    const locale = localeOf(deps, request)
    const settings = { ...config.current(), locale, say: config.translate }
    const { bytes } = settings.console.app.limits.upload
    const payload = await withUpload(request, reply, bytes, (file, cancelled) =>
      replaceBatchDevices(
        db,
        caller,
        { id: params.id, ...(query.leaving === undefined ? {} : { leaving: query.leaving }) },
        file,
        { ...settings, cancelled },
      ),
    )
    return { result: true, message: messageOf(deps, request, 'batches', 'uploaded'), payload }
  })

  route(app, endpoints.batches.download, async ({ caller, params, request, reply }) => {
    const tenant = reach(deps, caller, 'batches', 'show')
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
