/** Models, batches, bunches and order methods, as the dropdowns and lists want them (§2, §3). */
import { type Selectable, sql } from 'kysely'
import type { Batch } from '../../contract/batches'
import type { Named } from '../../contract/envelope'
import type { Method } from '../../contract/methods'
import { type RecordView, showTo } from './recordView'
import type { Tables } from './schema'
import type { Tenant } from './tenancy'

/** All models: whoever is signed in knows them. */
export function listModels(tenant: Tenant): Promise<Named[]> {
  return tenant.models().select(['id', 'name']).orderBy(sql`name collate "C"`).execute()
}

export interface BatchRow extends Selectable<Tables['batches']> {
  model_name: string
  maker: string
  devices: number | null
}

/**
 * The batches in reach, each with the number of its devices in reach. Their images are asked for apart (`images-list`).
 *
 * @param model id of a model, or `undefined` for all
 */
export async function listBatches(tenant: Tenant, view: RecordView, model?: number): Promise<Batch[]> {
  let query = namedBatches(tenant).orderBy(sql`batches.name collate "C"`).orderBy('batches.id')
  if (model !== undefined) query = query.where('batches.model_id', '=', model)
  const rows = await query.execute()
  return rows.map(row => toBatch({ ...row, img: null }, view))
}

/**
 * `undefined` for one that is not there or not in reach.
 *
 * @param lock until the transaction ends nobody else changes it
 */
export function findBatch(tenant: Tenant, id: number, lock?: 'lock'): Promise<BatchRow | undefined> {
  const query = namedBatches(tenant).where('batches.id', '=', id)
  return (lock ? query.forUpdate('batches') : query).executeTakeFirst()
}

export function batchImages(tenant: Tenant): Promise<{ id: number; img: string }[]> {
  return tenant
    .batches()
    .where('batches.img', 'is not', null)
    .select(['batches.id', 'batches.img'])
    .$narrowType<{ img: string }>()
    .orderBy('batches.id')
    .execute()
}

export function toBatch(row: BatchRow, view: RecordView): Batch {
  const record = {
    id: row.id,
    name: row.name,
    comment: row.comment,
    model: row.model_id,
    model_name: row.model_name,
    devices: row.devices ?? 0,
    maker: row.maker,
    created: row.created.toISOString(),
    vendor: row.vendor_id,
    updated: row.updated.toISOString(),
    ...(row.img ? { img: row.img } : {}),
  }
  return showTo(record, row.extra, view)
}

function namedBatches(tenant: Tenant) {
  return tenant
    .batches()
    .innerJoin('models', 'models.id', 'batches.model_id')
    .innerJoin('vendors', 'vendors.id', 'batches.vendor_id')
    .selectAll('batches')
    .select(['models.name as model_name', 'vendors.name as maker'])
    .select(
      tenant
        .devices()
        .where(sql<boolean>`devices.batch_id = batches.id`)
        .select(eb => eb.fn.countAll<number>().as('count'))
        .as('devices'),
    )
}

/** The bunches of a batch; none where the batch is unknown or out of reach. */
export function listBunches(tenant: Tenant, batch: number): Promise<Named[]> {
  return tenant
    .bunches()
    .where('bunches.batch_id', '=', batch)
    .select(['bunches.id', 'bunches.name'])
    .orderBy(sql`bunches.name collate "C"`)
    .orderBy('bunches.id')
    .execute()
}

/** The control commands, in the order that their masters gave them. */
export async function listMethods(tenant: Tenant): Promise<Method[]> {
  const rows = await tenant
    .methods()
    .where('subject', '=', 'order')
    .select(['code', 'caption', 'content'])
    .orderBy('position')
    .orderBy('code')
    .execute()
  return rows.map(({ content, ...method }) => ({
    ...method,
    content: {
      Type: content.Type,
      ...(content.Value ? { Value: [...content.Value] } : {}),
      ...(content.Holder ? { Holder: content.Holder } : {}),
    },
  }))
}
