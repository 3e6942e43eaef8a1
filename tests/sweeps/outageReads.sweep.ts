/**
 * Reads within the screens while the browser is offline, and reads of each kind behind a proxy without a server: an
 * error is shown, nothing stays busy, and the read succeeds by itself after the outage; files need another click. Only
 * this call fails: other data on the page must not hide its error. `outage.sweep` stops the whole server, and covers
 * missing responses.
 */
import type { Route } from '@playwright/test'
import type { CallName } from '../../src/console/api/calls'
import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, settled, test } from '../support/journey'
import { callOf } from '../support/outage'
import { ELSEWHERE, READ_WALKS, READS, READS_OF_SCREENS, type ReadWalk } from '../support/readWalks'

const FAILURES = {
  offline: (route: Route) => route.abort('internetdisconnected'),
  '502': (route: Route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html>502 Bad Gateway</html>' }),
}
type Outage = keyof typeof FAILURES

/**
 * The walks in each kind of failure. Screens get the same error for a page of a proxy as for no connection, so a
 * figure, a search, a comparison and a file, each read in another way, stand for all.
 */
const WALKS: Record<Outage, readonly ReadWalk[]> = {
  offline: READ_WALKS,
  '502': READ_WALKS.filter(({ call }) =>
    ['devicePage.signals', 'devices.search', 'devices.rosterCompare', 'exports.devices'].includes(call),
  ),
}

const FAILURE_TEXT =
  /불러오지 못했|연결하지 못했|응답할 수 없|문제가 발생|기다리지 않기로|검색하지 못했|알 수 없|오프라인 상태여서/
const failureMessages = (page: Page) =>
  page
    .locator('[role=alert], .MuiAutocomplete-noOptions, .MuiAutocomplete-paper')
    .filter({ hasText: FAILURE_TEXT, visible: true })
const API = '**/api/**'

async function setOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate(is => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => is })
    dispatchEvent(new Event(is ? 'online' : 'offline'))
  }, online)
}

async function begin(outage: Outage, page: Page, call: CallName): Promise<void> {
  await page.route(API, route => {
    const request = route.request()
    const isFailing = callOf(request.method(), request.url()) === call
    return isFailing ? FAILURES[outage](route) : route.fallback()
  })
  if (outage === 'offline') await setOnline(page, false)
}

async function end(outage: Outage, page: Page): Promise<void> {
  await page.unroute(API)
  if (outage === 'offline') await setOnline(page, true)
}

for (const outage of Object.keys(FAILURES) as Outage[]) {
  test(`${outage}: each failed read shows an error, and later succeeds`, async ({ open, site }) => {
    const page = await open('master', '/app/nowhere', { fresh: true })
    await page.clock.install()
    for (const walk of WALKS[outage])
      await test.step([walk.call, walk.name].join(' '), async () => {
        await page.keyboard.press('Escape')
        await follow(page, '/app/nowhere')
        await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
        await settled(page)
        // Let cached data expire, so that it is requested again.
        await page.clock.fastForward(6_000)
        await expectRecovery(
          outage,
          page,
          walk,
          () => walk.ask(page, site),
          () => walk.prepare?.(page, site),
        )
      })
  })
}

async function expectRecovery(
  outage: Outage,
  page: Page,
  { call, silent, again, shown }: ReadWalk,
  ask: () => Promise<void>,
  prepare: () => Promise<void> | undefined,
): Promise<void> {
  await prepare()
  await settled(page)
  await begin(outage, page, call)
  await Promise.all([page.waitForRequest(request => callOf(request.method(), request.url()) === call), ask()])
  if (!silent) await expect(failureMessages(page).first()).toBeVisible()
  await expect(page.locator('.MuiSkeleton-root:visible, [aria-busy=true]:visible')).toHaveCount(0)
  await end(outage, page)
  if (again) {
    await again(page)
    await expect(shown(page)).toBeVisible({ timeout: 60_000 })
  } else {
    // The interval between retries grows up to half a minute.
    await expect(async () => {
      await page.clock.fastForward(31_000)
      await expect(shown(page)).toBeVisible({ timeout: 2_000 })
    }).toPass()
  }
  await expect(failureMessages(page)).toHaveCount(0)
}

test('every read of the console has a walk or a reason', () => {
  const walked = new Set<string>([...READ_WALKS.map(({ call }) => call), ...READS_OF_SCREENS])
  expect(READS.filter(name => !walked.has(name) && !(name in ELSEWHERE))).toEqual([])
  expect(
    Object.keys(ELSEWHERE).filter(name => walked.has(name) || !READS.includes(name as CallName)),
  ).toEqual([])
})
