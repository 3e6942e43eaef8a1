/** What a browser that comes for the first time moves and waits until the first row stands on the screen. */
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { withoutStream } from '../services/site'
import { median } from './timing'

interface FirstLoad {
  /**
   * JavaScript, each file compressed by gzip at its best: the same measure for both sides, whatever the server sends.
   */
  scriptsGzip: number
  /** The files, greatest first. */
  scripts: { name: string; gzip: number }[]
  firstRowMs: number
}

interface Visit {
  url: string
  /** Set before the page loads, such as the token. */
  storage?: Record<string, string>
  /** What stands on the screen when the first row does. */
  row: string
}

/** One visit with an empty cache. */
async function visit(browser: Browser, { url, storage = {}, row }: Visit): Promise<FirstLoad> {
  await using context = await browser.newContext({ locale: 'ko-KR', viewport: { width: 1440, height: 900 } })
  await context.addInitScript(entries => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, storage)
  const page = await context.newPage()
  const bodies: Promise<{ name: string; gzip: number }>[] = []
  let isLoading = true
  page.on('response', response => {
    // What comes once the page is at rest is not of its load, and may not be read when the page is closed.
    if (!isLoading || response.request().resourceType() !== 'script') return
    const name = new URL(response.url()).pathname.split('/').pop() ?? ''
    bodies.push(response.body().then(bytes => ({ name, gzip: gzipSync(bytes, { level: 9 }).length })))
  })
  await withoutStream(page)
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(row).first().waitFor({ state: 'visible', timeout: 60_000 })
  const firstRowMs = performance.now() - began
  await page.waitForLoadState('networkidle')
  isLoading = false
  const scripts = (await Promise.all(bodies)).sort((a, b) => b.gzip - a.gzip)
  return { firstRowMs, scripts, scriptsGzip: scripts.reduce((sum, script) => sum + script.gzip, 0) }
}

/** Several visits by turns, so that both sides run under the same load: sizes of the last, the median of the times. */
export async function compare(browser: Browser, visits: Visit[], rounds = 5): Promise<FirstLoad[]> {
  const seen: FirstLoad[][] = visits.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, one] of visits.entries()) seen[at]!.push(await visit(browser, one))
  }
  return seen.map(loads => ({ ...loads.at(-1)!, firstRowMs: median(loads.map(load => load.firstRowMs)) }))
}
