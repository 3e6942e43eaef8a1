/** What is true of a client together with its vendor (§2 client list and profile). */
import { describe, expect, test } from 'vitest'
import { clientExpired, clientPaid, ownFigures } from '../../src/domain/clients'

describe('paid is a client that is paid itself, or whose vendor is', () => {
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

describe('the expiry is the client’s own when there is no vendor, else the vendor’s', () => {
  const [own, vendors] = ['2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z']
  test.each([
    [{ vendor: 0, expired: own, vendor_expired: vendors }, own],
    [{ expired: own, vendor_expired: vendors }, own],
    [{ vendor: 3, expired: own, vendor_expired: vendors }, vendors],
    [{ vendor: 3, expired: own }, undefined],
    [{ vendor: 0 }, undefined],
  ])('%j: %s', (client, expiry) => {
    expect(clientExpired(client)).toBe(expiry)
  })
})

describe('the figures of the profile', () => {
  const record = { vendor_devices: 30, vendor_linked: 10, client_devices: 8, client_linked: 6 }
  test('are the devices of a member itself', () => {
    expect(ownFigures(record, true)).toEqual({ devices: 8, linked: 6, percent: 75 })
  })
  test('are those of the vendor for everybody else, the share with one decimal', () => {
    expect(ownFigures(record, false)).toEqual({ devices: 30, linked: 10, percent: 33.3 })
  })
  test('are nothing where there is no device', () => {
    expect(ownFigures({ ...record, client_devices: 0, client_linked: 0 }, true)).toEqual({
      devices: 0,
      linked: 0,
      percent: 0,
    })
  })
})
