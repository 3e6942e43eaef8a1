/** Models, batches and bunches: the choices of filters and compose, and the group screens (§7). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Batch } from '../../../contract/batches'
import { endpoints } from '../../../contract/endpoints'
import type { Named } from '../../../contract/envelope'
import { replaceBatchDevices } from '../../commands/rosters/replaceBatchDevices'
import type { Deps } from '../../deps'
import { orNotFound } from '../../refusal'
import { configOf } from '../../roles'
import { batchSheet } from '../../sheets/batchSheet'
import { findBatch, type StoredRow } from '../../store/records/sources'
import { answer, messageOf, wordsOf } from '../answers'
import { authorize } from '../authorize'
import { sendDownload } from '../downloads'
import { answerList } from '../records/lists'
import { answerImages } from '../records/pictures'
import { answerRecord, answerRemoved, answerSaved } from '../records/recordCalls'
import { route } from '../route'
import { confirmedDevices, withSheet } from './uploads'

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  const { bulkDb, config } = deps
  const { models, list, bunches, images, get, save, remove, upload, download } = endpoints.batches

  const toNamed = (row: StoredRow) => ({ id: row.id, name: (row as StoredRow & Named).name })

  route(app, models, call => answerList(deps, call, 'models', { sort: 'name', toAnswer: toNamed }))

  route(app, list, async call => {
    const { model, ...query } = call.query
    // 0 is the choice "all models" of the dropdown.
    const within = model ? [sql<boolean>`"row".model_id = ${model}`] : []
    return answerList<Batch>(deps, { ...call, query }, 'batches', { sort: 'name', within })
  })

  route(app, bunches, async call => {
    const { batch, ...query } = call.query
    const within = [sql<boolean>`"row".batch_id = ${batch}`]
    return answerList(deps, { ...call, query }, 'bunches', { sort: 'name', within, toAnswer: toNamed })
  })

  route(app, images, call => answerImages(deps, call, 'batches'))

  route(app, get, call => answerRecord<Batch>(deps, call, 'batches', call.params.id))

  route(app, save, call => {
    const id = call.params.id > 0 ? call.params.id : undefined
    return answerSaved<Batch>(deps, call, 'batches', { id, input: call.body })
  })

  route(app, remove, call => answerRemoved(deps, call, 'batches', call.params.id))

  route(app, upload, async call => {
    const { caller, params, request } = call
    authorize(deps, caller, 'batches', 'edit')
    const { headers } = request
    const confirmed = {
      left: confirmedDevices(headers['leaving-devices']),
      joined: confirmedDevices(headers['joining-devices']),
      regrouped: confirmedDevices(headers['regrouping-devices']),
    }
    const batch = { id: params.id, confirmed }
    const payload = await withSheet(deps, call, 'batchDevices', (file, settings) =>
      replaceBatchDevices(bulkDb, caller, batch, file, settings),
    )
    return answer(payload, messageOf(deps, request, 'batches', 'uploaded'))
  })

  route(app, download, async call => {
    const { caller, params, request } = call
    const tenant = authorize({ ...deps, db: bulkDb }, caller, 'batches', 'show')
    const batch = orNotFound(await findBatch(tenant, params.id))
    const words = { ...wordsOf(deps, request), level: caller.level }
    const sheet = await batchSheet(tenant, batch, configOf(config, caller).shared, words)
    return sendDownload(deps, call, {
      download: sheet,
      format: 'xlsx',
      resource: 'batches',
      record: batch.id,
    })
  })
}
