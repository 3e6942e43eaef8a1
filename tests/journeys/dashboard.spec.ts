/** The dashboard (§2): the country, its provinces, its tables and widgets, on a desktop and on a phone. */
import { gzipSync } from 'node:zlib'
import { translate } from '../../src/tools/translate'
import { expect, fitsTheWidth, type Page, PHONE, test } from '../support/journey'

const MAIN = '/app/main/fleet'
const BUDGET = 130_000

/** The first number in a text. */
const numberIn = (text: string | null) =>
  Number((text ?? '').replace(/,/g, '').match(/\d+/)?.[0] ?? Number.NaN)
const panel = (page: Page) => page.getByRole('region', { name: '단말 통계' })
/** The value of a figure in the panel. */
const figure = (page: Page, name: string) =>
  panel(page)
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('[data-running]')
const list = (page: Page) => page.getByRole('listbox')
const region = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) })

/** Waits until the map, the figures and the picture are shown. */
async function dashboardLoaded(page: Page): Promise<void> {
  await expect(list(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.locator('[data-region="KR-11"]')).toBeVisible()
  await expect(page.locator('[data-chart] svg')).toBeVisible()
}

test('the national figures of the dashboard add up, and lead to the counted devices', async ({ open }) => {
  const page = await open('master', MAIN, { viewport: { width: 1440, height: 900 } })
  await dashboardLoaded(page)

  const total = await test.step('the national figures, and provinces + unknown = total', async () => {
    const sentence = await panel(page)
      .getByText(/합하면 전국/)
      .textContent()
    const [provinces = 0, unplaced = 0, all = 0] =
      (sentence ?? '').replace(/,/g, '').match(/\d+/g)?.map(Number) ?? []
    expect(all).toBeGreaterThan(100)
    expect(provinces + unplaced).toBe(all)
    const figures = await Promise.all(
      ['온라인', '오프라인', '위치 확인', '위치 미확인'].map(async name =>
        numberIn(await figure(page, name).textContent()),
      ),
    )
    expect(figures[0]! + figures[1]!).toBe(all)
    expect(figures[2]).toBe(provinces)
    expect(figures[3]).toBe(unplaced)
    return all
  })

  await test.step('figures, provinces and rows open the list of the devices that they count', async () => {
    const found = page.getByText(/개의 디바이스가 검색되었습니다/)
    const link = panel(page).getByRole('link', { name: '오프라인' })
    const offline = numberIn(await figure(page, '오프라인').textContent())
    await link.click()
    await expect(found).toContainText(offline.toLocaleString('ko-KR'))
    await page.goto(`${MAIN}?sido=KR-11`)
    await dashboardLoaded(page)
    const seoul = numberIn(await list(page).getByRole('option', { name: /서울/ }).textContent())
    await panel(page)
      .getByRole('link', { name: translate('dashboard.stats.toDevices') })
      .click()
    await expect(found).toContainText(seoul.toLocaleString('ko-KR'))
    expect(seoul).toBeLessThan(total)
    await page.goto(MAIN)
    const row = page.getByRole('region', { name: '업체', exact: true }).getByRole('row').nth(1)
    const devices = numberIn(await row.getByRole('cell').first().textContent())
    await row.getByRole('link').click()
    await expect(found).toContainText(devices.toLocaleString('ko-KR'))
  })
})

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

test('the dashboard loads without layout shift or horizontal overflow, on a desktop and on a phone', async ({
  open,
  site,
}) => {
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    const page = await open('nobody', '/config.json', { viewport, hasTouch: viewport === PHONE })
    await page.evaluate(token => localStorage.setItem('token', token), await site.token('vendor'))
    await page.addInitScript(() => {
      const kept = window as never as { shifted: number }
      kept.shifted = 0
      new PerformanceObserver(entries => {
        for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[])
          kept.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(MAIN)
    await dashboardLoaded(page)
    await expect(
      page.getByRole('region', { name: '모델', exact: true }).getByRole('rowheader').first(),
    ).toBeAttached()
    expect(await page.evaluate(() => (window as never as { shifted: number }).shifted)).toBeLessThan(0.02)
    expect(await fitsTheWidth(page)).toBe(true)
    if (viewport !== PHONE) continue
    await list(page).getByRole('option', { name: /세종/ }).tap()
    await expect(page.getByRole('status').filter({ hasText: '세종' })).toBeVisible()
  }
})

test('the dashboard adds at most 130 kB of gzipped JavaScript, including the map', async ({ open, site }) => {
  const page = await open('nobody', '/config.json')
  await page.evaluate(token => localStorage.setItem('token', token), await site.token('vendor'))
  const scripts = new Map<string, Promise<number>>()
  page.on('response', response => {
    // A script that is not modified (304) has been counted before.
    if (response.request().resourceType() === 'script' && response.ok())
      scripts.set(
        response.url(),
        response.body().then(body => gzipSync(body, { level: 9 }).length),
      )
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
