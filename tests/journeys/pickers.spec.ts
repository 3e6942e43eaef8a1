/**
 * The date pickers in every language (decision 36): open, choose a day, type, clear and save. In every browser time
 * zone they take Korean time, name the zone, and show UTC next to it.
 */
import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import { LOCALES, switchLanguage } from '../support/languages'
import { pickerIn, textOf } from '../support/pickers'
import { makeVendor, readAll } from '../support/records'

const VENDORS = '/app/admin/vendors'
/** Korea, and a zone behind UTC with daylight saving time. */
const ZONES = ['Asia/Seoul', 'America/New_York']

for (const [nth, locale] of LOCALES.entries()) {
  const timezoneId = ZONES[nth % ZONES.length]
  const words = (key: string) => translate(key, {}, locale)

  test(`the expiry of a vendor and the period of an order are picked, typed and cleared in Korean time in ${locale}, in ${timezoneId}`, async ({
    open,
    site,
  }) => {
    const vendor = await makeVendor(site, { paid: true, expired: '2031-04-05T07:30:00.000Z' })
    const page = await open('master', `${VENDORS}/edit/${vendor.id}`, { timezoneId })
    await switchLanguage(page, locale)
    const form = page.locator('main form')
    const box = form.locator('[data-field=expired]')
    const picker = pickerIn(page, box)

    await expect(box.getByText('(KST)').first()).toBeVisible()
    await expect.poll(() => textOf(picker)).toBe('2031 04-05 16:30:00')
    await expect(box.getByText('UTC 2031 04-05 07:30:00')).toBeVisible()

    await picker.chooseDay(9)
    await expect(box.getByText('UTC 2031 04-09 07:30:00')).toBeVisible()
    await picker.clear()
    await expect(box.getByText(/UTC \d/)).toHaveCount(0)
    await picker.type('20320102030405')
    await expect(box.getByText('UTC 2032 01-01 18:04:05')).toBeVisible()
    await form.locator('[type=submit]').click()
    await expect
      .poll(async () =>
        (await readAll(site, 'master', '/api/admin/vendors')).find(({ id }) => id === vendor.id),
      )
      .toMatchObject({ expired: expect.stringMatching(/^2032-01-01T18:04:05/) })

    await page.goto('/app/orders/compose')
    const [started, expired] = ['started', 'expired'].map(name => page.locator(`[data-field=${name}]`))
    await expect(started!.getByText('(KST)').first()).toBeVisible()
    const end = pickerIn(page, expired!)
    await end.type('20990102030405')
    await expect(expired!.getByText('UTC 2099 01-01 18:04:05')).toBeVisible()
    await end.chooseDay(20)
    await expect(expired!.getByText('UTC 2099 01-19 18:04:05')).toBeVisible()
    await expect(page.getByText('2099 01-20 03:04:05 KST')).toBeVisible()
    await end.clear()
    await expect(expired!.getByText(/UTC 2099/)).toHaveCount(0)
    await expect(page.getByText(words('compose.period.until')).first()).toBeVisible()
  })
}
