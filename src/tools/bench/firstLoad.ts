/** Measures the first load of a page with an empty cache: JavaScript, and the time until the first row is visible. */
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { withoutStream } from '../services/site'
import { median } from './timing'

interface FirstLoad {
  /** Bytes of JavaScript, compressed by gzip level 9 regardless of the encoding that the server uses. */
  scriptsGzip: number
  /** The files, largest first. */
  scripts: { name: string; gzip: number }[]
  firstRowMs: number
}

interface Visit {
  url: string
  /** Entries of the local storage, such as the token. */
  storage?: Record<string, string>
  /** Selector of the rows. */
  row: string
}

/** Loads a page with an empty cache. */
async function loadPage(browser: Browser, { url, storage = {}, row }: Visit): Promise<FirstLoad> {
  await using context = await browser.newContext({ locale: 'ko-KR', viewport: { width: 1440, height: 900 } })
  await context.addInitScript(entries => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, storage)
  const page = await context.newPage()
  const bodies: Promise<{ name: string; gzip: number }>[] = []
  let isLoading = true
  page.on('response', response => {
    // Later responses do not belong to the load, and could not be read after the page is closed.
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

/** Loads the pages alternately, so that they run under the same load. @returns the last sizes and median times */
export async function compareFirstLoads(browser: Browser, visits: Visit[], rounds = 5): Promise<FirstLoad[]> {
  const loadsOf: FirstLoad[][] = visits.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, options] of visits.entries()) loadsOf[index]!.push(await loadPage(browser, options))
  }
  return loadsOf.map(loads => ({ ...loads.at(-1)!, firstRowMs: median(loads.map(load => load.firstRowMs)) }))
}
