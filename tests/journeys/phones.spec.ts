/** The device list, the mailbox and compose on a phone: cards, the actions at the bottom, nothing beyond the edge. */

import { translate } from '../../src/tools/translate'
import { expect, fitsTheWidth, PHONE, test } from '../support/journey'
import { devicesOf, filtered, sendOrders } from '../support/records'

const TOUCH = { viewport: PHONE, hasTouch: true }

test('the device list shows cards, which are filtered and opened', async ({ open, site }) => {
  const { data } = await devicesOf(site, 'vendor')
  const page = await open('vendor', '/app/devices', { ...TOUCH, isMobile: true })
  const cards = page.getByRole('list', { name: '디바이스' }).getByRole('listitem')
  await expect(cards).toHaveCount(20)
  await expect(cards.first()).toContainText(data[0]!.isdn.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3'))
  expect(await fitsTheWidth(page)).toBe(true)
  await page.getByRole('button', { name: translate('forms.filters.open') }).tap()
  await page.getByRole('combobox', { name: '상태' }).tap()
  await page.getByRole('option', { name: '온라인' }).tap()
  await page.getByRole('button', { name: translate('forms.filters.done') }).tap()
  await expect(page).toHaveURL(/linked/)
  // Never-connected devices have no times, and other journeys register some.
  await expect(cards.first().locator('time').first()).toBeVisible()
  expect(await fitsTheWidth(page)).toBe(true)
  const lines = await cards
    .locator('time')
    .evaluateAll(times => times.map(time => time.getClientRects().length))
  expect(Math.max(...lines), 'no time is broken by the buttons beside it').toBe(1)
  await cards.first().getByRole('link').first().tap()
  await expect(page).toHaveURL(/\/app\/devices\/\d{15}$/)
})

test('the mailbox has the actions for selected orders below the list; compose has Register at the bottom', async ({
  open,
  site,
}) => {
  const word = '손안여정'
  const [id] = await sendOrders(site, [word])
  const page = await open('client', filtered('/app/orders', { search: word }), TOUCH)
  const bar = page.getByRole('toolbar', { name: 'Actions' })
  await page.getByRole('checkbox', { name: translate('orders.choose', { title: word }) }).check()
  await expect(bar).toBeVisible()
  expect((await bar.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2)
  await bar.getByRole('button', { name: 'Mark As Unread' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${word}$`) })).toHaveAccessibleName(
    new RegExp(translate('orders.unread')),
  )
  await bar.getByRole('button', { name: 'Reply' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/orders/compose\\?reply=${id}$`))
  const register = page.getByRole('button', { name: translate('compose.register'), exact: true })
  await expect(register).toBeInViewport()
  expect((await register.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2)
  expect(await fitsTheWidth(page)).toBe(true)
})
