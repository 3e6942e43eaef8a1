/**
 * Every kind of outage: the console says what is wrong, and the open screen recovers. Every screen × the outages that
 * it can tell apart: it shows that it could not be loaded.
 */

import { VIEWS } from '../../src/tools/pictures/views'
import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, settled, testOn } from '../support/journey'
import { begin, end, giveUpLate, OUTAGES, startStoppable, unanswered } from '../support/outage'

const test = testOn(startStoppable)

/** The addresses of all screens, each once. */
const SCREENS = [...new Set(VIEWS.filter(({ who }) => who.includes('master')).map(({ path }) => path))]
const LIST = '/app/admin/vendors'
/** Screens that send no request when they open, and show no error. */
const ASKS_NOTHING = /\/edit\/0$|\/error$/

/**
 * The outages in which all screens are opened. `offline` and `502` differ from `stopped` only within
 * `console/api/delivery`.
 */
const OF_SCREENS = new Set<string>(['stopped', 'no answer'])

/** Goes to the 404 page, so that the error of this screen is not taken for the error of the next. */
async function leave(page: Page): Promise<void> {
  await follow(page, '/app/nowhere')
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
}

for (const outage of OUTAGES) {
  const screens = OF_SCREENS.has(outage) ? SCREENS : [LIST]
  const names = OF_SCREENS.has(outage) ? 'every screen' : 'a list'
  test(`${outage}: ${names} shows that it was not loaded, and recovers`, async ({ open, site }) => {
    const page = await open('master', '/error', { fresh: true })
    if (outage === 'no answer') await page.clock.install()
    // Load the code of the screens, without their data.
    await page.route('**/api/**', route => route.abort())
    for (const path of screens) {
      await follow(page, path)
      await settled(page)
    }
    // Leave before requests can succeed: the last screen would retry and cache its data.
    await leave(page)
    await page.unroute('**/api/**')
    await begin(outage, [page], site)
    for (const path of screens) {
      await test.step(path, async () => {
        if (ASKS_NOTHING.test(path)) return follow(page, path)
        await leave(page)
        await unanswered(outage, [{ page, act: () => follow(page, path) }])
        const main = page.getByRole('main')
        await expect(main.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
        await expect(async () => {
          // A part of the screen may send its request after the others, and wait for it on its own.
          if (outage === 'no answer') await giveUpLate(page)
          await expect(main.locator('.MuiSkeleton-root')).toHaveCount(0, { timeout: 500 })
        }).toPass()
      })
    }
    await leave(page)
    await unanswered(outage, [{ page, act: () => follow(page, LIST) }])
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
    await expect(page.locator('tbody tr:not([aria-hidden])').first()).toBeVisible({ timeout: 90_000 })
  })
}
