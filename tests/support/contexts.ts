/**
 * Browser contexts that serve one journey after the other. A new context starts a process that fetches and compiles the
 * console anew, which costs more than most journeys do; one that is given back keeps process, page and cache, and
 * nothing that a journey stored, routed or listened to.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { Site } from '../../src/tools/services/site'

/** An address of the server's origin that answers without running the console. */
const NOWHERE = '/assets/nowhere'
/** Idle contexts a worker keeps: a process each. */
const KEPT = 4

/** What outlives its journey: where one of these was called, page and context are not used again. */
const OF_A_PAGE = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const
const OF_A_CONTEXT = [...OF_A_PAGE, 'grantPermissions', 'setGeolocation', 'setOffline'] as const
const OF_THE_CLOCK = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const

/** What journeys listen to. */
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
  /** A browser that has never been here: with an empty cache, and not used again. */
  fresh?: boolean
}

/** A page at no screen yet, with nothing stored. */
export interface Held {
  page: Page
  context: BrowserContext
  site: Site
  kind: string
  session: CDPSession
  /** The size that pages have unless a journey says otherwise. */
  viewport: ReturnType<Page['viewportSize']>
  reusable: boolean
}

export class Contexts {
  private readonly idle: Held[] = []

  constructor(private readonly browser: Browser) {}

  /** @param entries of the local storage, put there before the console runs */
  async take(site: Site, wish: Wish, entries: Record<string, string>): Promise<Held> {
    const { fresh = false, viewport, colorScheme = 'dark', reducedMotion = 'reduce', ...options } = wish
    const kind = JSON.stringify([site.url, options])
    const at = fresh ? -1 : this.idle.findLastIndex(one => one.kind === kind)
    const held = this.idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await this.make(site, kind, options, !fresh))
    const { page } = held
    const size = viewport ?? held.viewport
    if (size && JSON.stringify(size) !== JSON.stringify(page.viewportSize())) await page.setViewportSize(size)
    // Nobody waits for a dialog to fade in, unless the journey asks for motion.
    await page.emulateMedia({ media: null, forcedColors: null, contrast: null, colorScheme, reducedMotion })
    await page.evaluate(all => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
    }, entries)
    return held
  }

  /** Empties the context for the next journey, or throws it away. */
  async giveBack(held: Held, reusable: boolean): Promise<void> {
    const { page, context } = held
    if (!reusable || !held.reusable || page.isClosed() || !held.site.running()) return context.close()
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of EVENTS) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(NOWHERE)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    await held.session.send('Page.resetNavigationHistory')
    this.idle.push(held)
    const ended = this.idle.findIndex(({ site }) => !site.running())
    if (ended >= 0 || this.idle.length > KEPT) {
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
    await page.goto(NOWHERE)
    const held: Held = { page, context, site, kind, session, viewport: page.viewportSize(), reusable }
    const spoil = () => {
      held.reusable = false
    }
    watchCalls(page, OF_A_PAGE, spoil)
    watchCalls(context, OF_A_CONTEXT, spoil)
    watchCalls(context.clock, OF_THE_CLOCK, spoil)
    return held
  }
}

/** Tells when one of the methods is called. */
function watchCalls<Name extends string>(
  target: { [name in Name]: (...values: never[]) => unknown },
  names: readonly Name[],
  tell: () => void,
): void {
  for (const name of names) {
    const method = target[name] as (...values: unknown[]) => unknown
    Object.assign(target, {
      [name]: (...values: unknown[]) => {
        tell()
        return method.apply(target, values)
      },
    })
  }
}
