/** Models, batches, bunches and order methods, as the dropdowns and lists want them (§2, §3). */
import { sql } from 'kysely'
import type { Batch } from '../../contract/batches'
import type { Named } from '../../contract/envelope'
import type { Method } from '../../contract/orders'
import type { Tenant } from './tenancy'

/** All models: whoever is signed in knows them. */
export function listModels(tenant: Tenant): Promise<Named[]> {
  return tenant.models().select(['id', 'name']).orderBy(sql`name collate "C"`).execute()
}

/**
 * The batches in reach, each with the number of its devices in reach.
 *
 * @param model id of a model, or `undefined` for all
 */
export async function listBatches(tenant: Tenant, model?: number): Promise<Batch[]> {
  let query = tenant
    .batches()
    .innerJoin('models', 'models.id', 'batches.model_id')
    .innerJoin('vendors', 'vendors.id', 'batches.vendor_id')
    .select(['batches.id', 'batches.name', 'batches.comment', 'batches.model_id', 'batches.created'])
    .select(['models.name as model_name', 'vendors.name as maker'])
    .select(
      tenant
        .devices()
        .where(sql<boolean>`devices.batch_id = batches.id`)
        .select(eb => eb.fn.countAll<number>().as('count'))
        .as('devices'),
    )
    .orderBy(sql`batches.name collate "C"`)
    .orderBy('batches.id')
  if (model !== undefined) query = query.where('batches.model_id', '=', model)
  const rows = await query.execute()
  return rows.map(({ model_id, created, devices, ...batch }) => ({
    ...batch,
    model: model_id,
    devices: devices ?? 0,
    created: created.toISOString(),
  }))
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
