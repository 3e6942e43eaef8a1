/** A device's record as the wire shows it. */
import type { Selectable } from 'kysely'
import type { Device } from '../../contract/devices'
import { ABSENT_TIME } from '../../domain/dates'
import type { DeviceView } from './deviceFields'
import type { Tables } from './schema'

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
  for (const name of view.hidden) blank(device, name)
  for (const field of view.extras) {
    const value = row.extra[field.name] ?? row.extra[field.renamedFrom ?? '']
    if (value !== undefined) put(device, field.name, value)
  }
  return device
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

/** The value that stands for nothing, of the kind that was there: the contract asks for the key. */
function blank(record: Record<string, unknown>, path: string): void {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const value = Object.hasOwn(record, head) ? record[head] : undefined
  if (rest.length > 0) {
    if (isRecord(value)) blank(value, rest.join('.'))
  } else if (typeof value === 'string') {
    record[head] = /^\d{4}-\d\d-\d\dT/.test(value) ? ABSENT_TIME : ''
  } else if (value !== undefined) {
    record[head] = typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : {}
  }
}

/** Dots reach into objects (`modem.note`), which are made where they are missing. */
function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  const inner = Object.hasOwn(record, head) ? record[head] : {}
  if (rest.length === 0) {
    own(record, head, value)
  } else if (isRecord(inner)) {
    own(record, head, inner)
    put(inner, rest.join('.'), value)
  }
}

/** Also for names such as `__proto__`, which plain assignment would misread. */
function own(record: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
