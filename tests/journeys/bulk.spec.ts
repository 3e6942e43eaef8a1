/** Devices selected and removed with the keyboard alone. Other bulk actions: tests/console/bulk, tests/server/bulk. */
import { translate } from '../../src/tools/translate'
import { bar, devicesIn, dialog, listOf, makeDevices, pick } from '../support/bulk'
import { expect, tabTo, test } from '../support/journey'
import { rows } from '../support/records'

test('one device and a range are selected and acted upon with the keyboard', async ({ open, site }) => {
  const { batch, ids } = await makeDevices(site, 4)
  const page = await open('vendor', listOf(batch))
  await expect(rows(page)).toHaveCount(4)
  await pick(page, 0).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 1대' }))
  await expect(pick(page, 0), 'the bar takes no focus').toBeFocused()
  await tabTo(page, pick(page, 2))
  await page.keyboard.press('Shift+Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 3대' }))
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 2대' }))
  await tabTo(page, bar(page).getByRole('button', { name: translate('bulk.action.remove') }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(translate('bulk.about.remove', { records: '단말 2대' }))
  const remove = translate('bulk.do.remove', { records: '단말 2대' })
  await tabTo(page, dialog(page).getByRole('button', { name: remove }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(translate('bulk.removed', { records: '단말 2대' }))).toBeVisible()
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual(ids.toSorted().slice(2))
})
