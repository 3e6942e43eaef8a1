/**
 * A pool of browser contexts for journeys. A new context starts a process that loads and compiles the console again,
 * which takes longer than most journeys. A released context keeps its process, page and cache; storage, routes and
 * listeners are cleared.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { Site } from '../../src/tools/services/site'

/** An address of the server's origin that answers without running the console. */
const EMPTY_PAGE = '/assets/nowhere'
/** Idle contexts per worker; each is a process. */
const MAX_IDLE = 4

/** Events that journeys listen to. */
const EVENTS = [
  'close',
  'console',
  'crash',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

export interface PageOptions extends BrowserContextOptions {
  /**
   * A new context with an empty cache, closed after the journey: for journeys that install a clock or a script, or go
   * offline, since these cannot be cleared.
   */
  fresh?: boolean
}

/** A page with its context. */
export interface PooledPage {
  page: Page
  context: BrowserContext
  site: Site
  /** Pages of the same kind can replace each other: the same server and options. */
  kind: string
  session: CDPSession
  /** The default size of pages. */
  viewport: ReturnType<Page['viewportSize']>
  reusable: boolean
}

export class Contexts {
  private readonly idle: PooledPage[] = []

  constructor(private readonly browser: Browser) {}

  /** @param entries of the local storage, written before the console runs */
  async take(site: Site, wanted: PageOptions, entries: Record<string, string>): Promise<PooledPage> {
    const { fresh = false, viewport, colorScheme = 'dark', reducedMotion = 'reduce', ...options } = wanted
    const kind = JSON.stringify([site.url, options])
    const index = fresh ? -1 : this.idle.findLastIndex(idle => idle.kind === kind)
    const [idle] = index < 0 ? [] : this.idle.splice(index, 1)
    const pooled = idle ?? (await this.make(site, kind, options, !fresh))
    const { page } = pooled
    const size = viewport ?? pooled.viewport
    if (size && JSON.stringify(size) !== JSON.stringify(page.viewportSize())) await page.setViewportSize(size)
    // Nothing is animated, unless the journey asks for motion.
    await page.emulateMedia({ media: null, forcedColors: null, contrast: null, colorScheme, reducedMotion })
    await page.evaluate(items => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, entries)
    return pooled
  }

  /** Clears the context for the next journey, or closes it. */
  async giveBack(pooled: PooledPage, reusable: boolean): Promise<void> {
    const { page, context } = pooled
    if (!reusable || !pooled.reusable || page.isClosed() || !pooled.site.isRunning()) return context.close()
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of EVENTS) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    // A journey may end while its page is still going back or forward, which interrupts this.
    const isCleared = await page.goto(EMPTY_PAGE).then(
      () => true,
      () => false,
    )
    if (!isCleared) return context.close()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    await pooled.session.send('Page.resetNavigationHistory')
    this.idle.push(pooled)
    const ended = this.idle.findIndex(({ site }) => !site.isRunning())
    if (ended >= 0 || this.idle.length > MAX_IDLE) {
      const [superfluous] = this.idle.splice(Math.max(ended, 0), 1)
      await superfluous?.context.close()
    }
  }

  async close(): Promise<void> {
    for (const { context } of this.idle.splice(0)) await context.close()
  }

  private async make(
    site: Site,
    kind: string,
    options: BrowserContextOptions,
    reusable: boolean,
  ): Promise<PooledPage> {
    const context = await this.browser.newContext({ ...options, baseURL: site.url })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(EMPTY_PAGE)
    return { page, context, site, kind, session, viewport: page.viewportSize(), reusable }
  }
}
