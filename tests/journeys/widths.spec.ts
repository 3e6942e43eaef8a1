/** Long values, many columns and many menu entries in the device list. Every screen at every width: sweeps/widths. */
import { translate } from '../../src/tools/translate'
import { expect, type Page, type Site, test } from '../support/journey'
import { startLongSite } from '../support/longFleet'

const LIST = '/app/devices'

// One server for all tests of the file.
test.describe.configure({ mode: 'default' })
let site: Site
test.beforeAll(async () => {
  site = await startLongSite()
})
test.afterAll(() => site.stop())

const imei = (page: Page) => page.getByRole('button', { name: /^IMEI 3/ }).first()
const control = (page: Page) => page.locator('tbody [aria-haspopup=dialog]').first()
/** The first truncated text of the table. */
const truncated = (page: Page) => page.locator('tbody [data-truncated][tabindex="0"]').first()
const fullText = (page: Page) => page.locator('[data-truncated-tip]')

test('the columns with the name and the buttons stay while the others scroll', async ({ open }) => {
  const page = await open('vendor', LIST, { site })
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(control(page)).toBeInViewport()
  const region = page.getByRole('region', { name: '디바이스' })
  await region.evaluate(element => element.scrollTo({ left: element.scrollWidth }))
  await expect(page.getByRole('columnheader', { name: /12번째 추가 항목/ })).toBeInViewport()
  await expect(imei(page)).toBeInViewport({ ratio: 1 })
  await expect(control(page)).toBeInViewport({ ratio: 1 })
})

test('a truncated text is shown in full; bar entries that do not fit are in a menu', async ({ open }) => {
  const page = await open('vendor', LIST, { site, hasTouch: true })
  const text = (await truncated(page).textContent()) ?? ''
  expect(text.length).toBe(130)
  await truncated(page).focus()
  await expect(fullText(page)).toHaveText(text)
  await page.keyboard.press('Escape')
  await expect(fullText(page)).toHaveCount(0)
  await truncated(page).hover()
  await expect(fullText(page)).toHaveText(text)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(fullText(page)).toHaveCount(0)
  await truncated(page).tap()
  await expect(fullText(page)).toHaveText(text)
  // On a phone the bar has a link to home, too.
  for (const { width, bar, all } of [
    { width: 1440, bar: 'header nav', all: 14 },
    { width: 320, bar: 'nav:not(header nav, [data-sideways])', all: 15 },
  ]) {
    await page.setViewportSize({ width, height: 844 })
    const shown = page.locator(bar).getByRole('link')
    const more = page.getByRole('button', { name: translate('shell.nav.more'), exact: true })
    // The bar measures itself after a change of its width.
    await expect(async () => {
      const count = await shown.count()
      await more.click()
      await expect(page.getByRole('menu')).toBeVisible()
      const inMenu = await page.getByRole('menuitem').count()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      expect(count + inMenu).toBe(all)
    }).toPass()
  }
})
