/** The dashboard (§2): its map by keyboard, and its weight. Figures, tables and widgets: tests/console/dashboard. */
import { gzipSync } from 'node:zlib'
import { translate } from '../../src/tools/translate'
import { expect, type Page, test } from '../support/journey'

const MAIN = '/app/main/fleet'
const BUDGET = 130_000

const panel = (page: Page) => page.getByRole('region', { name: '단말 통계' })
const list = (page: Page) => page.getByRole('listbox')
const region = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) })

const sizeOf = (body: Buffer) => gzipSync(body, { level: 9 }).length

/** Waits until the map, the figures and the picture are shown. */
async function dashboardLoaded(page: Page): Promise<void> {
  await expect(list(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.locator('[data-region="KR-11"]')).toBeVisible()
  await expect(panel(page).locator('[data-chart] svg')).toBeVisible()
}

test('the map works with only the keyboard', async ({ open }) => {
  const page = await open('vendor', MAIN)
  await dashboardLoaded(page)
  await test.step('Tab reaches the map, arrows move to neighbours, Enter and Space select, Escape returns', async () => {
    for (let presses = 0; presses < 40; presses++) {
      if (await page.evaluate(() => document.activeElement?.hasAttribute('data-region'))) break
      await page.keyboard.press('Tab')
    }
    await expect(region(page, '서울특별시')).toBeFocused()
    await expect(page.getByText('서울특별시', { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(region(page, '강원특별자치도')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText('강원특별자치도 전체 단말')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(panel(page)).not.toContainText('강원특별자치도')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toContainText('전국 전체 단말')
  })
  await test.step('the list selects the same provinces', async () => {
    for (let presses = 0; presses < 5; presses++) {
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'listbox')) break
      await page.keyboard.press('Tab')
    }
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText('위치 미확인 전체 단말')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText('전국 전체 단말')
  })
})

test('the dashboard adds at most 130 kB of gzipped JavaScript, including the map', async ({ open, site }) => {
  const page = await open('nobody', '/config.json')
  await page.evaluate(token => localStorage.setItem('token', token), await site.token('vendor'))
  const scripts = new Map<string, Promise<number>>()
  page.on('response', response => {
    // A script that is not modified (304) has been counted before.
    const isScript = response.request().resourceType() === 'script' && response.ok()
    if (isScript) scripts.set(response.url(), response.body().then(sizeOf))
  })
  await page.goto('/app/nowhere')
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
  const shell = new Set(scripts.keys())
  await page.goto(MAIN)
  await dashboardLoaded(page)
  // Exclude chunks that most screens share.
  const isOwn = (url: string) => !shell.has(url) && !/\/common-[^/]+\.js$/.test(url)
  const ownSizes = await Promise.all([...scripts].filter(([url]) => isOwn(url)).map(([, size]) => size))
  const total = ownSizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(20_000)
  expect(total).toBeLessThanOrEqual(BUDGET)
})
