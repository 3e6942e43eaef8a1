import { expect, test } from 'vitest'
import { profileFigures } from '../../src/domain/clients'

test('the profile counts the devices of a client, but of the vendor for other levels (§2)', () => {
  const record = { vendor_devices: 30, vendor_linked: 10, client_devices: 8, client_linked: 6 }
  const noDevices = { client_devices: 0, client_linked: 0 }
  expect(profileFigures(record, true)).toEqual({ devices: 8, linked: 6, percent: 75 })
  expect(profileFigures(record, false)).toEqual({ devices: 30, linked: 10, percent: 33.3 })
  expect(profileFigures({ ...record, ...noDevices }, true)).toEqual({ devices: 0, linked: 0, percent: 0 })
})
