/** Vendors as their list and their form want them (§3). */
import type { Selectable } from 'kysely'
import type { Vendor } from '../../contract/vendors'
import { ABSENT_TIME } from '../../domain/dates'
import { type RecordView, showTo } from './recordView'
import type { Tables } from './schema'
import type { Tenant } from './tenancy'

export type VendorRow = Selectable<Tables['vendors']>

/** The vendors in reach. Their images are asked for apart (`images-list`). */
export async function listVendors(tenant: Tenant, view: RecordView): Promise<Vendor[]> {
  const rows = await tenant.vendors().selectAll().orderBy('vendors.id').execute()
  return rows.map(row => toVendor({ ...row, img: null }, view))
}

/**
 * `undefined` for one that is not there or not in reach.
 *
 * @param lock until the transaction ends nobody else changes it
 */
export function findVendor(tenant: Tenant, id: number, lock?: 'lock'): Promise<VendorRow | undefined> {
  const query = tenant.vendors().where('vendors.id', '=', id).selectAll()
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export function vendorImages(tenant: Tenant): Promise<{ id: number; img: string }[]> {
  return tenant
    .vendors()
    .where('vendors.img', 'is not', null)
    .select(['vendors.id', 'vendors.img'])
    .$narrowType<{ img: string }>()
    .orderBy('vendors.id')
    .execute()
}

export function toVendor(
  { expired, created, updated, img, extra, ...row }: VendorRow,
  view: RecordView,
): Vendor {
  const record = {
    ...row,
    expired: expired?.toISOString() ?? ABSENT_TIME,
    created: created.toISOString(),
    updated: updated.toISOString(),
    ...(img ? { img } : {}),
  }
  return showTo(record, extra, view)
}
