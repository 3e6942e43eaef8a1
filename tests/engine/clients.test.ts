/** What the client list shows of payment, and which levels may be given (§2, §6). */
import { describe, expect, test } from 'vitest'
import { choicesFor } from '../../src/engine/access'
import { displayValue } from '../../src/engine/fields/derived'
import { packageConfig } from '../support/config'

const { fields } = packageConfig().shared.resources.clients!

describe('paid is a client that is paid itself, or whose vendor is', () => {
  test.each([
    [{ paid: false, vendor_paid: false }, false],
    [{ paid: true, vendor_paid: false }, true],
    [{ paid: false, vendor_paid: true }, true],
    [{}, false],
  ])('%j: %s', (record, paid) => {
    expect(displayValue({ fields }, 'paid', record)).toBe(paid)
  })
})

describe('the expiry is the client’s own without a vendor, else the vendor’s', () => {
  const [own, vendors] = ['2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z']
  test.each([
    [{ vendor: 0, expired: own, vendor_expired: vendors }, own],
    [{ expired: own, vendor_expired: vendors }, own],
    [{ vendor: 3, expired: own, vendor_expired: vendors }, vendors],
    [{ vendor: 3, expired: own }, undefined],
  ])('%j', (record, shown) => {
    expect(displayValue({ fields }, 'expired', record)).toBe(shown)
  })
})

describe('levels are offered up to one’s own', () => {
  test.each([
    [9, ['방문객', '회원', '업체', '관리자']],
    [6, ['방문객', '회원', '업체']],
    [3, ['방문객', '회원']],
    [0, []],
  ])('%d: %j', (level, labels) => {
    expect(choicesFor(fields.level!, level).map(choice => choice.label.ko)).toEqual(labels)
  })
})
