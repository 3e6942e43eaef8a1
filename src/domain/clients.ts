/** Payment, expiry and device figures of a client, derived from the client and its vendor (§2). */

export interface ClientPayment {
  /** 0 for none. */
  vendor?: number
  paid?: boolean
  expired?: string
  vendor_paid?: boolean
  vendor_expired?: string
}

/** True if the client or its vendor has paid. */
export function clientPaid({ paid, vendor_paid }: ClientPayment): boolean {
  return paid === true || vendor_paid === true
}

/** The vendor's expiry, or the client's own without a vendor. A wire time. */
export function clientExpired({ vendor, expired, vendor_expired }: ClientPayment): string | undefined {
  return vendor ? vendor_expired : expired
}

/** The device counts of a profile (§3). */
interface ClientDevices {
  vendor_devices: number
  vendor_linked: number
  client_devices: number
  client_linked: number
}

interface ProfileFigures {
  devices: number
  linked: number
  /** Linked devices in percent, with one decimal; 0 without devices. */
  percent: number
}

/**
 * The figures of the profile (§2): the account's own devices if it owns devices, else the vendor's devices in its
 * scope. A client must not learn how many devices its vendor has.
 *
 * @param ownsDevices true for an account to which devices are assigned (level client)
 */
export function profileFigures(record: ClientDevices, ownsDevices: boolean): ProfileFigures {
  const devices = ownsDevices ? record.client_devices : record.vendor_devices
  const linked = ownsDevices ? record.client_linked : record.vendor_linked
  return { devices, linked, percent: devices > 0 ? Math.round((linked / devices) * 1000) / 10 : 0 }
}
