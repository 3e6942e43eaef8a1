/** What is true of a client together with its vendor (§2, client list). */

export interface ClientPayment {
  /** 0 for none. */
  vendor?: number
  paid?: boolean
  expired?: string
  vendor_paid?: boolean
  vendor_expired?: string
}

/** Paid is a client that is paid itself, or whose vendor is. */
export function clientPaid({ paid, vendor_paid }: ClientPayment): boolean {
  return paid === true || vendor_paid === true
}

/** The expiry is the client's own when there is no vendor, else the vendor's. A time of the wire, or none. */
export function clientExpired({ vendor, expired, vendor_expired }: ClientPayment): string | undefined {
  return vendor ? vendor_expired : expired
}

/** What the profile says of devices (§3). */
interface ClientDevices {
  vendor_devices: number
  vendor_linked: number
  client_devices: number
  client_linked: number
}

interface OwnFigures {
  devices: number
  linked: number
  /** A percentage with one decimal; 0 where there is no device. */
  percent: number
}

/**
 * The figures of the profile (§2). Members have devices of their own; of everybody else they are those of the vendor,
 * as far as the account reaches. A client must not learn how many devices its vendor has.
 *
 * @param holds true for an account to which devices are assigned (level client)
 */
export function ownFigures(record: ClientDevices, holds: boolean): OwnFigures {
  const devices = holds ? record.client_devices : record.vendor_devices
  const linked = holds ? record.client_linked : record.vendor_linked
  return { devices, linked, percent: devices > 0 ? Math.round((linked / devices) * 1000) / 10 : 0 }
}
