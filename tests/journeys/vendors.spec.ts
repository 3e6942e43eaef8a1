/** Vendors (§2, vendor list and edit; §5; §6; §8): screens of the master. */

import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import {
  button,
  expectDeletion,
  expectHeads,
  find,
  freshBrn,
  label,
  makeClient,
  makeVendor,
  readAll,
} from '../support/records'

const LIST = '/app/admin/vendors'
const VENDORS = '/api/admin/vendors'
const labelOf = (field: string) => label('vendors', field)
const grouped = (brn: string) => brn.replace(/^(\d{3})(\d\d)(\d{5})$/, '$1-$2-$3')

test('a master sees the vendors (§2), and deletes one without clients', async ({ open, site }) => {
  const brn = freshBrn()
  const vendor = await makeVendor(site, {
    brn,
    comment: '냉동 물류',
    page: 'https://cold.example.com/about',
    paid: true,
    expired: '2031-12-24T01:02:03Z',
  })
  const kept = await makeVendor(site)
  await makeClient(site, { vendor: kept.id })
  const page = await open('master', LIST)
  await expectHeads(page, ['name', 'brn', 'comment', 'page', 'paid', 'expired', 'created'].map(labelOf))
  const row = await find(page, vendor.name)
  for (const text of [grouped(brn), '냉동 물류', translate('forms.dot.paid.on'), '2031 12-24 10:02:03'])
    await expect(row).toContainText(text)
  const link = row.getByRole('link', { name: /cold\.example\.com/ })
  await expect(link).toHaveAttribute('href', 'https://cold.example.com/about')
  await expect(link).toHaveAttribute('rel', /noopener/)

  await expectDeletion(page, row, vendor.name, 'Vendor has been Deleted!')
  const other = await find(page, kept.name)
  await expect(other).toContainText(translate('forms.dot.paid.off'))
  await expect(other.getByText(/^0001/), 'a missing date is blank').toHaveCount(0)
  await button.remove(other).click()
  await button.yes(page).click()
  await expect(page.getByText(/회원[^.]*1/).last()).toBeVisible()
  const left = (await readAll(site, 'master', VENDORS)).map(record => record.id)
  expect([left.includes(vendor.id), left.includes(kept.id)]).toEqual([false, true])
})
