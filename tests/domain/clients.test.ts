/** Payment, expiry and figures of a client, which depend on its vendor (§2 client list and profile). */
import { describe, expect, test } from 'vitest'
import { clientExpired, clientPaid, profileFigures } from '../../src/domain/clients'

describe('A client is paid if itself or its vendor is paid', () => {
  test.each([
    [{ paid: false, vendor_paid: false }, false],
    [{ paid: true, vendor_paid: false }, true],
    [{ paid: false, vendor_paid: true }, true],
    [{ paid: true, vendor_paid: true }, true],
    [{}, false],
  ])('%j: %s', (client, paid) => {
    expect(clientPaid(client)).toBe(paid)
  })
})

describe('A client expires with its vendor, or by itself without a vendor', () => {
  const [ofClient, ofVendor] = ['2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z']
  test.each([
    [{ vendor: 0, expired: ofClient, vendor_expired: ofVendor }, ofClient],
    [{ expired: ofClient, vendor_expired: ofVendor }, ofClient],
    [{ vendor: 3, expired: ofClient, vendor_expired: ofVendor }, ofVendor],
    [{ vendor: 3, expired: ofClient }, undefined],
    [{ vendor: 0 }, undefined],
  ])('%j: %s', (client, expiry) => {
    expect(clientExpired(client)).toBe(expiry)
  })
})

describe('The figures of the profile', () => {
  const record = { vendor_devices: 30, vendor_linked: 10, client_devices: 8, client_linked: 6 }
  test('count the own devices of a client', () => {
    expect(profileFigures(record, true)).toEqual({ devices: 8, linked: 6, percent: 75 })
  })
  test('count the devices of the vendor for other levels, with a percentage of one decimal', () => {
    expect(profileFigures(record, false)).toEqual({ devices: 30, linked: 10, percent: 33.3 })
  })
  test('are zero without devices', () => {
    expect(profileFigures({ ...record, client_devices: 0, client_linked: 0 }, true)).toEqual({
      devices: 0,
      linked: 0,
      percent: 0,
    })
  })
})
