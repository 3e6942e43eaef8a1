/** Vendors as their list and their form want them (§3). */
import type { Selectable } from 'kysely'
import type { Vendor } from '../../contract/vendors'
import { ABSENT_TIME } from '../../domain/dates'
import { type RecordView, showTo } from './recordView'
import type { Tables } from './schema'
import type { Tenant } from './tenancy'

export type VendorRow = Selectable<Tables['vendors']>

/** The vendors in reach for a list. Their images are asked for apart (`images-list`). */
export const vendorRows = (tenant: Tenant) =>
  tenant
    .vendors()
    .select(['id', 'name', 'brn', 'comment', 'addr', 'post', 'page', 'active', 'maker', 'paid', 'expired'])
    .select(['created', 'updated', 'extra'])

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

/** @param row without its image where it is one of a list */
export function toVendor(
  { expired, created, updated, img, extra, ...row }: Omit<VendorRow, 'img'> & Partial<Pick<VendorRow, 'img'>>,
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
