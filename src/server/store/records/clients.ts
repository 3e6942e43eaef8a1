/** Clients as their list, their form and the profile want them (§3). No query here reads a password's hash. */
import { type Selectable, sql } from 'kysely'
import type { Client, ProfileClient } from '../../../contract/clients'
import { ABSENT_TIME } from '../../../domain/dates'
import { normalEmail } from '../../../domain/email'
import type { Extra, Tables } from '../schema'
import type { Tenant } from '../tenancy'
import { namesOfPictures, type Unread, withoutPictures } from './pictures'
import { type RecordView, showTo } from './view'

export interface ClientRow extends Omit<Selectable<Tables['clients']>, 'password_hash'> {
  vendor_name: string
  vendor_paid: boolean
  vendor_expired: Date | null
  vendor_addr: string
}

export interface ClientView extends RecordView {
  /** What a level is called in the language of the caller. */
  levelName(level: number): string
}

/**
 * `undefined` for one that is not there or not in reach.
 *
 * @param lock until the transaction ends nobody else changes it
 */
export function findClient(
  tenant: Tenant,
  by: { id: number } | { email: string },
  lock?: 'lock',
): Promise<ClientRow | undefined> {
  const query =
    'id' in by
      ? clientRows(tenant).where('clients.id', '=', by.id)
      : clientRows(tenant).where(sql`lower(clients.email)`, '=', normalEmail(by.email))
  return (lock ? query.forUpdate('clients') : query).select('clients.img').executeTakeFirst()
}

/**
 * The record with the figures of the profile. They count what the asker reaches: of the record's vendor, or all of it where the
 * record has no vendor, and of the client itself.
 */
export async function toProfile(tenant: Tenant, row: ClientRow, view: ClientView): Promise<ProfileClient> {
  const { id, vendor_id: vendor, vendor_addr } = row
  const count = async (own: 'vendor' | 'client') => {
    let query = tenant.devices()
    if (own === 'client') query = query.where('devices.client_id', '=', id)
    else if (vendor !== 0) query = query.where('devices.vendor_id', '=', vendor)
    return query
      .select(eb => [
        eb.fn.countAll<number>().as('devices'),
        eb.fn.countAll<number>().filterWhere('devices.online', '=', true).as('linked'),
      ])
      .executeTakeFirstOrThrow()
  }
  const [ofVendor, ofClient] = [await count('vendor'), await count('client')]
  return {
    ...toClient(row, view),
    vendor_addr,
    vendor_devices: ofVendor.devices,
    vendor_linked: ofVendor.linked,
    client_devices: ofClient.devices,
    client_linked: ofClient.linked,
  }
}

const EXTRA = sql<Extra>`clients.extra`

/** A row of a list comes without its image. */
type ListedRow = Omit<ClientRow, 'img'> & Partial<Pick<ClientRow, 'img'>>

export function toClient(row: ListedRow, view: ClientView): Client {
  const record = {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    zone: row.zone,
    duty: row.duty,
    comment: row.comment,
    level: row.level,
    level_name: view.levelName(row.level),
    vendor: row.vendor_id,
    vendor_name: row.vendor_id === 0 ? '' : row.vendor_name,
    vendor_paid: row.vendor_id !== 0 && row.vendor_paid,
    vendor_expired: (row.vendor_id !== 0 && row.vendor_expired?.toISOString()) || ABSENT_TIME,
    active: row.active,
    paid: row.paid,
    expired: row.expired?.toISOString() ?? ABSENT_TIME,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    ...(row.img ? { img: row.img } : {}),
  }
  return showTo(record, row.extra, view)
}

/** The clients in reach with what is shown of their vendor. Their pictures are asked for apart. */
export function clientRows(tenant: Tenant, unread?: Unread) {
  return tenant
    .clients()
    .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
    .select([
      'clients.id',
      'clients.vendor_id',
      'clients.level',
      'clients.name',
      'clients.email',
      'clients.phone',
      'clients.zone',
      'clients.duty',
      'clients.comment',
      'clients.active',
      'clients.paid',
      'clients.expired',
      'clients.created',
      'clients.updated',
      'vendors.name as vendor_name',
      'vendors.paid as vendor_paid',
      'vendors.expired as vendor_expired',
      'vendors.addr as vendor_addr',
    ])
    .select(withoutPictures(EXTRA, unread).as('extra'))
    .select(namesOfPictures(EXTRA, unread).as('pictures'))
}
