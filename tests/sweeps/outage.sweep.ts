/**
 * Every screen × the ways in which the server is not there: each says that it could not be loaded; the one that is open
 * comes back.
 */

import { VIEWS } from '../../src/tools/pictures/views'
import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, settled, testOn } from '../support/journey'
import { begin, end, OUTAGES, startStoppable, unanswered } from '../support/outage'

const test = testOn(startStoppable)

/** Screens by their addresses, each once; those that ask nothing when they open say nothing either. */
const SCREENS = [...new Set(VIEWS.filter(({ who }) => who.includes('master')).map(({ path }) => path))]
const ASKS_NOTHING = /\/edit\/0$|\/error$/

/** What a screen has failed with would be taken for the failure of the next, which comes a moment later. */
async function leave(page: Page): Promise<void> {
  await follow(page, '/app/nowhere')
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
}

for (const outage of OUTAGES) {
  test(`${outage}: every screen says that it could not be loaded, and the one that is open comes back`, async ({
    open,
    site,
  }) => {
    const page = await open('master', '/error', { fresh: true })
    if (outage === 'no answer') await page.clock.install()
    // The code of the screens comes, what they show does not.
    await page.route('**/api/**', route => route.abort())
    for (const path of SCREENS) {
      await follow(page, path)
      await settled(page)
    }
    // Before anything can answer: the last of them would ask once more, and then show what it got.
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
    // Who stopped waiting asks again themselves, unless the console has done so by now.
    if (outage === 'no answer')
      await page.getByRole('button', { name: translate('shell.retry') }).evaluateAll(buttons => {
        for (const button of buttons as HTMLElement[]) button.click()
      })
    await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: 90_000 })
  })
}
