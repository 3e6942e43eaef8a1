/** The way from the device list to a device and back. Its page: tests/console/devicePage. */
import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import { filtered } from '../support/records'

test('returning to the list restores its filter, page and scroll position', async ({ open }) => {
  const page = await open(
    'vendor',
    `${filtered('/app/devices', { status: 'linked' })}&page=2&perPage=20&sort=id&order=ASC`,
    // The window is lower than twenty rows.
    { viewport: { width: 1440, height: 700 } },
  )
  const region = page.getByRole('region', { name: '디바이스' })
  const link = region.getByRole('link', { name: /^010-/ }).nth(15)
  await link.scrollIntoViewIfNeeded()
  const number = (await link.textContent()) ?? ''
  const scrolled = await region.evaluate(element => element.scrollTop)
  expect(scrolled).toBeGreaterThan(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await page.getByRole('link', { name: translate('shell.wayBack') }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('link', { name: number, exact: true })).toBeInViewport()
  await expect.poll(() => region.evaluate(element => element.scrollTop)).toBe(scrolled)
})
