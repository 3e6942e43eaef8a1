/** Payment and expiry in the client list, and the levels that a user may assign (§2, §6). */
import { describe, expect, test } from 'vitest'
import { choicesFor } from '../../src/engine/access'
import { displayValue } from '../../src/engine/fields/derived'
import { packageConfig } from '../support/config'

const { fields } = packageConfig().shared.resources.clients!

describe('a client is shown as paid if it or its vendor has paid', () => {
  test.each([
    [{ paid: false, vendor_paid: false }, false],
    [{ paid: true, vendor_paid: false }, true],
    [{ paid: false, vendor_paid: true }, true],
    [{}, false],
  ])('%j: %s', (record, paid) => {
    expect(displayValue({ fields }, 'paid', record)).toBe(paid)
  })
})

describe('the expiry is that of the vendor, or the client’s own without a vendor', () => {
  const own = '2027-01-01T00:00:00Z'
  const ofVendor = '2028-01-01T00:00:00Z'
  test.each([
    [{ vendor: 0, expired: own, vendor_expired: ofVendor }, own],
    [{ expired: own, vendor_expired: ofVendor }, own],
    [{ vendor: 3, expired: own, vendor_expired: ofVendor }, ofVendor],
    [{ vendor: 3, expired: own }, undefined],
  ])('%j', (record, shown) => {
    expect(displayValue({ fields }, 'expired', record)).toBe(shown)
  })
})

describe('a user may assign levels up to their own', () => {
  test.each([
    [9, ['방문객', '회원', '업체', '관리자']],
    [6, ['방문객', '회원', '업체']],
    [3, ['방문객', '회원']],
    [0, []],
  ])('level %d: %j', (level, labels) => {
    expect(choicesFor(fields.level!, level).map(choice => choice.label.ko)).toEqual(labels)
  })
})
