/** Vendors as their list and their form want them (§3). */
import { type Selectable, sql } from 'kysely'
import type { Vendor } from '../../../contract/vendors'
import { ABSENT_TIME } from '../../../domain/dates'
import type { Extra, Tables } from '../schema'
import type { Tenant } from '../tenancy'
import { namesOfPictures, type Unread, withoutPictures } from './pictures'
import { type RecordView, showTo } from './view'

export type VendorRow = Selectable<Tables['vendors']>

const EXTRA = sql<Extra>`vendors.extra`

/** The vendors in reach for a list. Their pictures are asked for apart. */
export const vendorRows = (tenant: Tenant, unread?: Unread) =>
  tenant
    .vendors()
    .select(['id', 'name', 'brn', 'comment', 'addr', 'post', 'page', 'active', 'maker', 'paid', 'expired'])
    .select(['created', 'updated'])
    .select(withoutPictures(EXTRA, unread).as('extra'))
    .select(namesOfPictures(EXTRA, unread).as('pictures'))

/**
 * `undefined` for one that is not there or not in reach.
 *
 * @param lock until the transaction ends nobody else changes it
 */
export function findVendor(tenant: Tenant, id: number, lock?: 'lock'): Promise<VendorRow | undefined> {
  const query = tenant.vendors().where('vendors.id', '=', id).selectAll()
  return (lock ? query.forUpdate() : query).executeTakeFirst()
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
