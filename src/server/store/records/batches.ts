/** Batches and order methods, as the dropdowns and lists want them (§2, §3). */
import { type Selectable, sql } from 'kysely'
import type { Batch } from '../../../contract/batches'
import type { Method } from '../../../contract/methods'
import type { Extra, Tables } from '../schema'
import type { Tenant } from '../tenancy'
import { namesOfPictures, type Unread, withoutPictures } from './pictures'
import { type RecordView, showTo } from './view'

export interface BatchRow extends Selectable<Tables['batches']> {
  model_name: string
  maker: string
  devices: number | null
}

/**
 * `undefined` for one that is not there or not in reach.
 *
 * @param lock until the transaction ends nobody else changes it
 */
export function findBatch(tenant: Tenant, id: number, lock?: 'lock'): Promise<BatchRow | undefined> {
  const query = batchRows(tenant).where('batches.id', '=', id)
  return (lock ? query.forUpdate('batches') : query).select('batches.img').executeTakeFirst()
}

const EXTRA = sql<Extra>`batches.extra`

/** A row of a list comes without its image. */
type ListedRow = Omit<BatchRow, 'img'> & Partial<Pick<BatchRow, 'img'>>

export function toBatch(row: ListedRow, view: RecordView): Batch {
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

/** The batches in reach, each with the number of its devices in reach. Their pictures are asked for apart. */
export function batchRows(tenant: Tenant, unread?: Unread) {
  return tenant
    .batches()
    .innerJoin('models', 'models.id', 'batches.model_id')
    .innerJoin('vendors', 'vendors.id', 'batches.vendor_id')
    .select(['batches.id', 'batches.vendor_id', 'batches.model_id', 'batches.name', 'batches.comment'])
    .select(['batches.created', 'batches.updated'])
    .select(withoutPictures(EXTRA, unread).as('extra'))
    .select(namesOfPictures(EXTRA, unread).as('pictures'))
    .select(['models.name as model_name', 'vendors.name as maker'])
    .select(
      tenant
        .devices()
        .where(sql<boolean>`devices.batch_id = batches.id`)
        .select(eb => eb.fn.countAll<number>().as('count'))
        .as('devices'),
    )
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
