/** Selecting devices: on a phone, whose cards have no select-all box, and with only the keyboard. */
import { translate } from '../../src/tools/translate'
import { bar, choose, devicesIn, dialog, listOf, makeDevices, pick, press } from '../support/bulk'
import { expect, PHONE, tabTo, test } from '../support/journey'
import { label, rows } from '../support/records'

test('a vendor on a phone selects the page, then all found devices, and changes them', async ({
  open,
  site,
}) => {
  const { batch } = await makeDevices(site, 22)
  const page = await open('vendor', listOf(batch), { viewport: PHONE })
  await page.getByRole('listitem').getByRole('checkbox').first().check()
  await bar(page)
    .getByRole('button', { name: translate('bulk.choosePage') })
    .click()
  await expect(bar(page)).toContainText(translate('bulk.chosen', { count: 20 }))
  await expect(bar(page).getByRole('button', { name: translate('bulk.choosePage') })).toHaveCount(0)
  await bar(page)
    .getByRole('button', { name: translate('bulk.clear') })
    .click()
  await page.getByRole('listitem').getByRole('checkbox').nth(1).check()
  await bar(page)
    .getByRole('button', { name: translate('bulk.chooseFound', { count: 22 }) })
    .click()
  await expect(bar(page)).toContainText(translate('bulk.all', { count: 22 }))
  await press(page, 'editField')
  await choose(page, translate('bulk.field'), label('devices', 'edition'))
  await dialog(page).getByLabel(label('devices', 'edition'), { exact: true }).last().fill('모두')
  await dialog(page)
    .getByRole('button', { name: translate('bulk.do.change', { count: 22 }) })
    .click()
  await expect(page.getByText(translate('bulk.changed', { count: 22 }))).toBeVisible()
  expect((await devicesIn(site, batch.id)).map(({ edition }) => edition)).toEqual(Array(22).fill('모두'))
})

test('one device and a range are selected and acted upon with the keyboard', async ({ open, site }) => {
  const { batch, ids } = await makeDevices(site, 4)
  const page = await open('vendor', listOf(batch))
  await expect(rows(page)).toHaveCount(4)
  await pick(page, 0).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { count: 1 }))
  await expect(pick(page, 0), 'the bar takes no focus').toBeFocused()
  await tabTo(page, pick(page, 2))
  await page.keyboard.press('Shift+Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { count: 3 }))
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { count: 2 }))
  await tabTo(page, bar(page).getByRole('button', { name: translate('bulk.action.remove') }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(translate('bulk.about.remove', { count: 2 }))
  await tabTo(page, dialog(page).getByRole('button', { name: translate('bulk.do.remove', { count: 2 }) }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(translate('bulk.removed', { count: 2 }))).toBeVisible()
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual(ids.toSorted().slice(2))
})
