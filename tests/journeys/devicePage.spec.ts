import type { OrderPage } from '../../src/contract/orders'
import type { TargetPage } from '../../src/contract/orderTargets'
import { formatPhone } from '../../src/domain/phone'
import { translate } from '../../src/tools/translate'
import { expect, type Site, test } from '../support/journey'
import { ask, filtered } from '../support/records'

/** A device of the vendor that has executed an order of the vendor. */
async function deviceWithOrder(site: Site) {
  const successes: unknown = await ask(site, 'vendor', 'POST', '/api/orders', {
    status: 'success',
    page_limit: 20,
  })
  for (const order of (successes as OrderPage).data) {
    const targets: unknown = await ask(
      site,
      'vendor',
      'GET',
      `/api/orders/${order.id}/targets?status=success`,
    )
    const target = (targets as TargetPage).data.find(({ model }) => model !== '')
    if (target) return { order, target }
  }
  throw new Error('no order has succeeded')
}

test('leads from the list to a device, to the result of its order, and back', async ({ open, site }) => {
  const { order, target } = await deviceWithOrder(site)
  const page = await open('vendor', filtered('/app/devices', { search: target.device }))
  await page.getByRole('link', { name: formatPhone(target.number), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: formatPhone(target.number) })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/app/devices/${target.device}$`))

  await page.getByRole('tab', { name: '제어 명령' }).click()
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: order.title || order.caption }) })
    .first()
  await expect(entry.getByText(translate('orders.state.success'))).toBeVisible()
  await entry.getByRole('link').click()
  await expect(page).toHaveURL(/\/app\/orders\/\d+/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/app\/devices\?/)
  await expect(page.getByRole('link', { name: formatPhone(target.number), exact: true })).toBeVisible()
})

test('returning to the list restores its filter, page and scroll position', async ({ open }) => {
  const page = await open(
    'vendor',
    `${filtered('/app/devices', { status: 'linked' })}&page=2&perPage=20&sort=id&order=ASC`,
  )
  const region = page.getByRole('region', { name: '디바이스' })
  const link = region.getByRole('link', { name: /^010-/ }).nth(15)
  await link.scrollIntoViewIfNeeded()
  const number = (await link.textContent()) ?? ''
  const scrolled = await region.evaluate(element => element.scrollTop)
  expect(scrolled).toBeGreaterThan(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await page.getByRole('link', { name: translate('device.wayBack') }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('link', { name: number, exact: true })).toBeInViewport()
  expect(await region.evaluate(element => element.scrollTop)).toBe(scrolled)
})
