/** Reads devices with the names of their model, vendor, batch, bunch and client, in their API form. */
import { sql } from 'kysely'
import { ABSENT_TIME } from '../../../domain/dates'
import { namesOfPictures, type OmittedPictures, withoutPictures } from '../records/pictures'
import type { Extra } from '../schema'
import type { Tenant } from '../tenancy'

/** The devices in scope, joined with the tables of names; PostgreSQL skips the joins that a query does not use. */
export function deviceRows(tenant: Tenant, omitted?: OmittedPictures) {
  const extra = sql.ref<Extra>('devices.extra')
  return tenant
    .devices()
    .leftJoin('models', 'models.id', 'devices.model_id')
    .leftJoin('vendors', 'vendors.id', 'devices.vendor_id')
    .leftJoin('batches', 'batches.id', 'devices.batch_id')
    .leftJoin('bunches', 'bunches.id', 'devices.bunch_id')
    .leftJoin('clients', 'clients.id', 'devices.client_id')
    .select(['devices.id', 'devices.isdn', 'devices.serial', 'devices.vendor_id', 'devices.client_id'])
    .select(['devices.model_id', 'devices.batch_id', 'devices.bunch_id', 'devices.version'])
    .select(['devices.release', 'devices.edition', 'devices.online', 'devices.linked', 'devices.closed'])
    .select(['devices.vpn', 'devices.modem_apn', 'devices.modem_band', 'devices.modem_rsrp'])
    .select(['devices.sido', 'devices.created', 'devices.updated'])
    .select(['models.name as model_name', 'batches.name as batch_name', 'bunches.name as bunch_name'])
    .select('batches.client_id as batch_client_id')
    .select(['vendors.name as vendor_name', 'clients.name as client_name', 'clients.email as client_email'])
    .select([withoutPictures(extra, omitted).as('extra'), namesOfPictures(extra, omitted).as('pictures')])
}

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof deviceRows>['execute']>>[number]

/**
 * The API form (§3) with more keys. Written without object spreads, which take ten times as long: an export converts a
 * million devices.
 */
export function deviceToWire(row: DeviceRow) {
  const { linked, closed } = connectionTimes(row)
  return {
    id: row.id,
    isdn: row.isdn,
    serial: row.serial,
    version: row.version,
    release: row.release,
    edition: row.edition,
    vpn: row.vpn,
    online: row.online,
    linked,
    closed,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    modem: { apn: row.modem_apn, band: row.modem_band, rsrp: row.modem_rsrp },
    sido: row.sido ?? '',
    model: row.model_name ?? '',
    model_id: row.model_id,
    batch: row.batch_name ?? '',
    batch_id: row.batch_id ?? 0,
    bunch: row.bunch_name ?? '',
    bunch_id: row.bunch_id ?? 0,
    vendor: row.vendor_id,
    vendor_name: row.vendor_name ?? '',
    client: row.client_id ?? 0,
    client_name: row.client_name ?? '',
  }
}

/**
 * The times of the last connection and its end, adjusted so that `domain/connectivity` derives the state `online` from
 * them. The stored times may contradict it if two connections overlapped.
 */
function connectionTimes({ online, linked, closed }: Pick<DeviceRow, 'online' | 'linked' | 'closed'>) {
  if (!linked) return { linked: ABSENT_TIME, closed: closed?.toISOString() ?? ABSENT_TIME }
  const isClosedAfter = closed !== null && closed >= linked
  let adjusted = closed
  if (online && isClosedAfter) adjusted = null
  if (!online && !isClosedAfter) adjusted = linked
  return { linked: linked.toISOString(), closed: adjusted?.toISOString() ?? ABSENT_TIME }
}
