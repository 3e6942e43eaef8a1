/**
 * Every kind of outage: the console says what is wrong, and the open screen recovers. Every screen × the outages that
 * it can tell apart: it shows that it could not be loaded.
 */

import { type CallName, calls, effectOf } from '../../src/console/api/calls'
import { VIEWS } from '../../src/tools/pictures/views'
import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, settled, testOn } from '../support/journey'
import { begin, end, OUTAGES, startStoppable, unanswered } from '../support/outage'

const test = testOn(startStoppable)

/** Reads that no screen sends when it opens, with the test that covers them or the reason why none does. */
const ELSEWHERE: Partial<Record<CallName, string>> = {
  'batches.models': 'tests/console/compose: models could not be read',
  'bulk.targets': 'tests/console/bulk: an order shows that its devices could not be read',
  'dashboard.attention': 'tests/console/dashboard: a failure to read what needs attention',
  'devicePage.signals': 'tests/console/devicePage: the signal could not be read',
  'devicePage.timeline': 'tests/console/devicePage: the timeline could not be read',
  'deviceSecrets.get': 'tests/console/deviceSecrets: its status could not be read',
  'devices.numbers': 'tests/console/compose: pasted numbers could not be read',
  'devices.rosterCompare': 'tests/console/rosterUpdate: it could not be compared',
  'devices.search': 'tests/console/compose: devices could not be read',
  'exports.chosen': 'as exports.devices',
  'exports.devices': 'tests/console/bulk: an export',
  'exports.offer': 'without it lists have no button for a file',
  'orders.counts': 'tests/screens/truth: counts beside the list of orders',
  'orders.preview': 'tests/console/gates: the count of an order',
  'search.find': 'tests/console/search: shows a failure',
  'records.counts': 'follows the rows of a list; without it the tabs of views have no numbers',
  'dashboard.history': 'read with dashboard.attention; a later failure keeps the curve',
  'auth.login': 'tests/console/app: the login shows the reason',
  'auth.refresh': 'runs in the background: tests/console/renewal',
  'auth.logout': 'runs in the background: tests/console/session',
  'auth.exchange': 'runs before the first page: tests/console/logins',
  'auth.pendingLink': 'needs a provider: tests/console/logins',
  'auth.logins': 'needs a provider: tests/console/logins',
  'auth.addLogin': 'needs a provider: tests/console/logins',
  'bulk.values': 'only narrows choices, without it all are offered: tests/console/bulk',
  'bulk.progress': 'runs during a change, which shows the result: tests/console/bulk',
  'clients.images': 'optional pictures next to names: tests/console/formsCells',
  'vendors.images': 'same as clients.images',
  'batches.images': 'same as clients.images',
  'pictures.get': 'same as clients.images',
  'config.problems': 'polled every minute, only for the banner: tests/console/configBanner',
  'devices.rosterCheck': 'optional, the server also checks on upload: tests/console/roster',
  'events.stream': 'optional, screens poll without it: tests/console/live',
  'records.removal': 'only where config clears or deletes further: tests/console/removal',
  'batches.bunches': 'as batches.models',
  'batches.download': 'as exports.devices',
  'deviceSecrets.ofBatch': 'as deviceSecrets.get',
  'devices.rosterSample': 'as exports.devices',
  'exports.orders': 'as exports.devices',
  'exports.records': 'as exports.devices',
  'imports.sample': 'as exports.devices',
  'imports.check': 'as devices.rosterCheck',
  'orders.results': 'as exports.devices',
  'uploads.turn': 'runs during an upload, which shows the result: tests/console/upload',
}

/** Reads of screens when they open: the tests below open every screen. */
const READS_OF_SCREENS: readonly string[] = [
  'batches.get',
  'batches.list',
  'clients.byEmail',
  'clients.get',
  'clients.list',
  'dashboard.place',
  'dashboard.stats',
  'devicePage.get',
  'devices.list',
  'history.list',
  'orders.get',
  'orders.list',
  'orders.methods',
  'orders.recipients',
  'orders.targets',
  'records.get',
  'records.list',
  'vendors.get',
  'vendors.list',
]

/** Names of calls that only read. */
const READS = (Object.keys(calls) as CallName[]).filter(name => effectOf(name) === 'nothing')

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
        await expect(main.locator('.MuiSkeleton-root')).toHaveCount(0)
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

test('every read of the console is one of a screen, or has another test or a reason', () => {
  expect(READS.filter(name => !READS_OF_SCREENS.includes(name) && !(name in ELSEWHERE))).toEqual([])
  expect(
    Object.keys(ELSEWHERE).filter(
      name => READS_OF_SCREENS.includes(name) || !READS.includes(name as CallName),
    ),
  ).toEqual([])
})
