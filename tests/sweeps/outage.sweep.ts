/**
 * Every screen × every kind of outage: each screen shows that it could not be loaded, and the open one recovers.
 */

import { VIEWS } from '../../src/tools/pictures/views'
import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, settled, testOn } from '../support/journey'
import { begin, end, OUTAGES, startStoppable, unanswered } from '../support/outage'

const test = testOn(startStoppable)

/** The addresses of all screens, each once. */
const SCREENS = [...new Set(VIEWS.filter(({ who }) => who.includes('master')).map(({ path }) => path))]
/** Screens that send no request when they open, and show no error. */
const ASKS_NOTHING = /\/edit\/0$|\/error$/

/** Goes to the 404 page, so that the error of this screen is not taken for the error of the next. */
async function leave(page: Page): Promise<void> {
  await follow(page, '/app/nowhere')
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
}

for (const outage of OUTAGES) {
  test(`${outage}: every screen shows that it could not be loaded, and the open one recovers`, async ({
    open,
    site,
  }) => {
    const page = await open('master', '/error', { fresh: true })
    if (outage === 'no answer') await page.clock.install()
    // Load the code of the screens, without their data.
    await page.route('**/api/**', route => route.abort())
    for (const path of SCREENS) {
      await follow(page, path)
      await settled(page)
    }
    // Leave before requests can succeed: the last screen would retry and cache its data.
    await leave(page)
    await page.unroute('**/api/**')
    await begin(outage, [page], site)
    for (const path of SCREENS) {
      await test.step(path, async () => {
        if (ASKS_NOTHING.test(path)) return follow(page, path)
        await leave(page)
        await unanswered(outage, [{ page, act: () => follow(page, path) }])
        const main = page.getByRole('main')
        await expect(main.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
        await expect(main.locator('.MuiSkeleton-root')).toHaveCount(0)
      })
    }
    await leave(page)
    await unanswered(outage, [{ page, act: () => follow(page, '/app/admin/vendors') }])
    await expect(page.getByText(translate('shell.failure.load'))).toBeVisible()
    if (outage === 'offline')
      await expect(page.getByText(translate('shell.connection.offline'))).toBeVisible()
    if (outage === 'stopped')
      await expect(page.getByText(translate('shell.connection.unreachable'))).toBeVisible()
    await end(outage, [page], site)
    // After stopping to wait, the user retries, unless the console has already done so.
    if (outage === 'no answer')
      await page.getByRole('button', { name: translate('shell.retry') }).evaluateAll(buttons => {
        for (const button of buttons as HTMLElement[]) button.click()
      })
    await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: 90_000 })
  })
}
