/** The search box in the bar: a number opens its device. Names: tests/console/search. */

import { translate } from '../../src/tools/translate'
import { arrive, expect, type Page, type Site, test } from '../support/journey'
import { devicesOf } from '../support/records'

const box = (page: Page) => page.getByRole('combobox', { name: translate('search.name') })

const device = async (site: Site) => (await devicesOf(site, 'vendor', 'page_index=2')).data[4]!

/** Opens the box if it is closed, and fills in the text. */
async function ask(page: Page, text: string): Promise<void> {
  const opener = page.getByRole('banner').getByRole('button', { name: translate('search.name') })
  await expect(opener.or(box(page))).toBeVisible()
  // After a hit the field is replaced by its button, and may disappear before it is filled.
  await expect(async () => {
    if (await opener.isVisible()) await opener.click()
    await box(page).fill(text, { timeout: 2_000 })
  }).toPass()
}

test('a pasted number, with dashes or in international format, and an IMEI open the page of the device', async ({
  open,
  site,
}) => {
  const { id, isdn } = await device(site)
  const dashed = isdn.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')
  const page = await open('vendor', '/app/orders')
  await test.step('the key / opens the box, and is a letter in it', async () => {
    await expect(page.getByRole('button', { name: translate('search.name') })).toBeVisible()
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('/a')
    await expect(box(page)).toHaveValue('/a')
  })
  for (const text of [dashed, `+82 ${isdn.slice(1, 3)} ${isdn.slice(3, 7)} ${isdn.slice(7)}`, id]) {
    await test.step(text, async () => {
      await ask(page, text)
      await expect(page.getByRole('option').first()).toContainText(dashed)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/app/devices/${id}`)
      await expect(page.getByText(id).first()).toBeVisible()
    })
    await arrive(page, '/app/orders')
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText(dashed)
  }
})
