/** The transfer size of the device list, and the message of a screen that fails to load (decision 10). */
import { gzipSync } from 'node:zlib'
import { withoutStream } from '../../src/tools/services/site'
import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'

const BUDGET = 346_000

test('the first load of the device list transfers at most 346 kB of JavaScript', async ({ open, site }) => {
  const page = await open('nobody', '/config.json', { fresh: true })
  await page.evaluate(token => localStorage.setItem('token', token), await site.token('vendor'))
  const scripts: Promise<number>[] = []
  let isLoading = true
  page.on('response', response => {
    // Ignore later requests: they are not part of the load, and may be incomplete when the page closes. The stream of
    // changes waits until the page rests, which a slow machine may do before the network is idle.
    if (isLoading && response.request().resourceType() === 'script' && !/\/LiveUpdates-/.test(response.url()))
      scripts.push(response.body().then(body => gzipSync(body, { level: 9 }).length))
  })
  await withoutStream(page)
  await page.goto('/app/devices')
  await expect(page.locator('tbody tr:not([aria-hidden])')).toHaveCount(20)
  await page.waitForLoadState('networkidle')
  isLoading = false
  const total = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThanOrEqual(BUDGET)
})

test('a screen that fails to load, or takes more than 120 seconds, shows an error', async ({ open }) => {
  const page = await open('vendor', '/app/main/fleet', { fresh: true })
  await expect(page.getByRole('main')).toContainText(/[가-힣]/)
  const failure = page.getByText(translate('shell.error.chunk'))
  await page.route('**/assets/**', route => route.abort())
  await page.getByRole('link', { name: '제어', exact: true }).first().click()
  await expect(failure).toBeVisible()
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: translate('shell.reload') }).click()
  await expect(page.locator('tbody tr:not([aria-hidden])').first()).toBeVisible()

  await page.clock.install()
  await page.route('**/assets/**', () => {})
  // The time runs from the request.
  const request = page.waitForRequest('**/assets/**')
  const profile = new RegExp(translate('shell.nav.profile'))
  await page.getByRole('link', { name: profile }).first().click()
  await request
  await page.clock.fastForward(119_000)
  await expect(failure).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(failure).toBeVisible()
})
