/** The device list, the mailbox and compose on a phone: cards, the actions at the bottom, nothing beyond the edge. */

import { translate } from '../../src/tools/translate'
import { expect, fitsTheWidth, PHONE, settled, test } from '../support/journey'
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
  const card = cards.first()
  await expect(card).toContainText('온라인')
  await expect(card.getByRole('button', { name: translate('orders.control') })).toBeVisible()
  expect(await fitsTheWidth(page)).toBe(true)
  expect((await card.boundingBox())!.height, 'a card has two lines').toBe(64)
  await cards.first().getByRole('link').first().tap()
  await expect(page).toHaveURL(/\/app\/devices\/\d{15}$/)
  const links = page.getByRole('navigation', { name: translate('shell.nav.main') }).getByRole('link')
  await expect(links).toHaveText(['현황', '디바이스', '제어', '그룹'])
  await links.first().tap()
  await expect(page).toHaveURL(/\/app\/main\//)
  await expect(links.first()).toHaveAttribute('aria-current', 'page')
})

test('the actions of the mailbox and of compose are at the bottom', async ({ open, site }) => {
  const word = '손안여정'
  const [id] = await sendOrders(site, [word])
  const page = await open('client', filtered('/app/orders', { search: word }), TOUCH)
  const bar = page.getByRole('toolbar', { name: 'Actions' })
  await page.getByRole('checkbox', { name: translate('orders.choose', { title: word }) }).check()
  await expect(bar).toBeVisible()
  expect((await bar.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2)
  await bar.getByRole('button', { name: 'Mark As Unread' }).click()
  const mail = page.getByRole('link', { name: new RegExp(`${word}$`) })
  await expect(mail).toHaveAccessibleName(new RegExp(translate('orders.unread')))
  await bar.getByRole('button', { name: 'Reply' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/orders/compose\\?reply=${id}$`))
  const register = page.getByRole('button', { name: translate('compose.register'), exact: true })
  await expect(register).toBeInViewport()
  expect((await register.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2)
  expect(await fitsTheWidth(page)).toBe(true)
})

test('no input has letters below 16 px, for which iOS would zoom in', async ({ open }) => {
  const page = await open('master', '/app/devices', { ...TOUCH, isMobile: true })
  const small: string[] = []
  const collectSmall = async (address: string) => {
    // The device list is open already: loading it again would close its filters.
    if (address !== '/app/devices') await page.goto(address)
    await settled(page)
    const inputs = page.locator('input, textarea, select, [contenteditable=true]')
    await expect(inputs.first(), address).toBeAttached()
    const found = await inputs.evaluateAll(all =>
      all
        .filter(one => !['checkbox', 'radio', 'hidden', 'file'].includes((one as HTMLInputElement).type))
        .filter(one => Number.parseFloat(getComputedStyle(one).fontSize) < 16)
        .map(one => `${one.getAttribute('aria-label') ?? one.id} ${one.className}`),
    )
    small.push(...found.map(one => `${address} ${one}`))
  }
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await page.getByRole('button', { name: translate('forms.filters.open') }).tap()
  const forms = ['/app/orders/compose', '/app/admin/vendors/edit', '/app/admin/methods/edit', '/app/profile']
  for (const address of ['/app/devices', '/app/orders', ...forms]) await collectSmall(address)
  expect(small).toEqual([])
})
