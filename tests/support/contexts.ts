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

/** Methods whose effects cannot be cleared: after a call, page and context are not reused. */
const PAGE_METHODS = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const
const CONTEXT_METHODS = [...PAGE_METHODS, 'grantPermissions', 'setGeolocation', 'setOffline'] as const
const CLOCK_METHODS = [
  'fastForward',
  'install',
  'pauseAt',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const

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

export interface Wish extends BrowserContextOptions {
  /** A new context with an empty cache, closed after the journey. */
  fresh?: boolean
}

/** A page before its first screen, with empty storage. */
export interface Held {
  page: Page
  context: BrowserContext
  site: Site
  kind: string
  session: CDPSession
  /** The default size of pages. */
  viewport: ReturnType<Page['viewportSize']>
  reusable: boolean
}

export class Contexts {
  private readonly idle: Held[] = []

  constructor(private readonly browser: Browser) {}

  /** @param entries of the local storage, written before the console runs */
  async take(site: Site, wish: Wish, entries: Record<string, string>): Promise<Held> {
    const { fresh = false, viewport, colorScheme = 'dark', reducedMotion = 'reduce', ...options } = wish
    const kind = JSON.stringify([site.url, options])
    const at = fresh ? -1 : this.idle.findLastIndex(one => one.kind === kind)
    const held = this.idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await this.make(site, kind, options, !fresh))
    const { page } = held
    const size = viewport ?? held.viewport
    if (size && JSON.stringify(size) !== JSON.stringify(page.viewportSize())) await page.setViewportSize(size)
    // No animations, unless the journey asks for motion.
    await page.emulateMedia({ media: null, forcedColors: null, contrast: null, colorScheme, reducedMotion })
    await page.evaluate(all => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
    }, entries)
    return held
  }

  /** Clears the context for the next journey, or closes it. */
  async giveBack(held: Held, reusable: boolean): Promise<void> {
    const { page, context } = held
    if (!reusable || !held.reusable || page.isClosed() || !held.site.isRunning()) return context.close()
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
    await held.session.send('Page.resetNavigationHistory')
    this.idle.push(held)
    const ended = this.idle.findIndex(({ site }) => !site.isRunning())
    if (ended >= 0 || this.idle.length > MAX_IDLE) {
      const [one] = this.idle.splice(Math.max(ended, 0), 1)
      await one?.context.close()
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
  ): Promise<Held> {
    const context = await this.browser.newContext({ ...options, baseURL: site.url })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(EMPTY_PAGE)
    const held: Held = { page, context, site, kind, session, viewport: page.viewportSize(), reusable }
    const markUnusable = () => {
      held.reusable = false
    }
    watchCalls(page, PAGE_METHODS, markUnusable)
    watchCalls(context, CONTEXT_METHODS, markUnusable)
    watchCalls(context.clock, CLOCK_METHODS, markUnusable)
    return held
  }
}

/** Calls `onCall` when one of the methods is called. */
function watchCalls<Name extends string>(
  target: { [name in Name]: (...values: never[]) => unknown },
  names: readonly Name[],
  onCall: () => void,
): void {
  for (const name of names) {
    const method = target[name] as (...values: unknown[]) => unknown
    Object.assign(target, {
      [name]: (...values: unknown[]) => {
        onCall()
        return method.apply(target, values)
      },
    })
  }
}
