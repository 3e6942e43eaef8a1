/** A device's record as the wire shows it. */
import type { Selectable } from 'kysely'
import type { Device } from '../../../contract/devices'
import { ABSENT_TIME } from '../../../domain/dates'
import { showTo } from '../records/view'
import type { Tables } from '../schema'
import type { DeviceView } from './deviceFields'

export interface DeviceRecord extends Selectable<Tables['devices']> {
  model_name: string | null
  batch_name: string | null
  bunch_name: string | null
  vendor_name: string | null
  client_name: string | null
}

/** The shape of §3, our further keys, and the fields that config adds; what the caller may not see is blank. */
export function toDevice(row: DeviceRecord, view: DeviceView): Device {
  const { linked, closed } = times(row)
  const device = {
    id: row.id,
    isdn: row.isdn,
    serial: row.serial,
    model: row.model_name ?? '',
    batch: row.batch_name ?? '',
    version: row.version,
    release: row.release,
    edition: row.edition,
    linked,
    closed,
    created: row.created.toISOString(),
    vpn: row.vpn,
    modem: { apn: row.modem_apn, band: row.modem_band, rsrp: row.modem_rsrp },
    online: row.online,
    sido: row.sido ?? '',
    model_id: row.model_id,
    batch_id: row.batch_id ?? 0,
    bunch: row.bunch_name ?? '',
    bunch_id: row.bunch_id ?? 0,
    vendor: row.vendor_id,
    vendor_name: row.vendor_name ?? '',
    client: row.client_id ?? 0,
    client_name: row.client_name ?? '',
  }
  return showTo(device, row.extra, view)
}

/**
 * Connection and end as wire times. `online` decides: whoever reads the two (`domain/connectivity`) comes to the same
 * answer, also where the clocks of two connections overlap.
 */
function times({ online, linked, closed }: Pick<DeviceRecord, 'online' | 'linked' | 'closed'>) {
  if (!linked) return { linked: ABSENT_TIME, closed: closed?.toISOString() ?? ABSENT_TIME }
  const before = closed !== null && closed < linked
  const ended = online ? (before ? closed : null) : before || !closed ? linked : closed
  return { linked: linked.toISOString(), closed: ended?.toISOString() ?? ABSENT_TIME }
}
