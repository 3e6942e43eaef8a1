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
