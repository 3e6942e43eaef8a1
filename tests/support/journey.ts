/**
 * `test` for the journeys: one server per worker, and pages signed in as a level. A page with an uncaught error, a
 * violation of the content security policy or a request to another origin fails its test (security 21).
 */
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { type Level, type Site, startSite } from '../../src/tools/services/site'
import { translate } from '../../src/tools/translate'
import { type ConfigSite, startConfigSite } from './configSite'
import { Contexts, type PageOptions, type PooledPage } from './contexts'

export { expect, type Locator, type Page } from '@playwright/test'
export {
  emailOf,
  LEVELS,
  type Level,
  PASSWORD,
  type Site,
  startSite,
} from '../../src/tools/services/site'

interface Opening extends PageOptions {
  /** Another server than the worker's. */
  site?: Site
}

export type Open = (who: Level | 'nobody', path: string, options?: Opening) => Promise<Page>

export const PHONE = { width: 390, height: 844 }

/** A screen is complete when it has sent no request for this time. */
const QUIET_MS = 200
const QUIET = { intervals: [50], message: 'the screen goes on sending requests' }

interface OfTest {
  open: Open
  /** A server whose config the journey may change (`./configSite`). */
  configSite: ConfigSite
}

interface OfWorker {
  site: Site
  contexts: Contexts
  ownConfig: ConfigSite
}

export const test = base.extend<OfTest, OfWorker>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const site = await startSite({ data: process.env.JOURNEY_SEED })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  ownConfig: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const site = await startConfigSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  configSite: async ({ ownConfig }, use) => {
    await use(ownConfig)
    await ownConfig.restore()
  },

  contexts: [
    async ({ browser }, use) => {
      const contexts = new Contexts(browser)
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],

  open: async ({ contexts, site: workerSite }, use, testInfo) => {
    const borrowed: PooledPage[] = []
    const complaints: string[] = []
    await use(async (who, path, { site = workerSite, ...options } = {}) => {
      const entries = who === 'nobody' ? {} : storageOf(await site.token(who))
      const pooled = await contexts.take(site, options, entries)
      borrowed.push(pooled)
      const { page } = pooled
      watch(page, site.url, complaints)
      await page.goto(path)
      return page
    })
    // Closing a context saves its screenshot, so the contexts of failed tests are closed, not reused.
    const failed = testInfo.status !== testInfo.expectedStatus
    for (const pooled of borrowed) await contexts.giveBack(pooled, !failed)
    expect(complaints).toEqual([])
  },
})

/** `test` with another server per worker, available as `site` and used by `open`. */
export const testOn = <Own extends Site>(start: () => Promise<Own>) =>
  test.extend<object, { site: Own }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
      async ({}, use) => {
        const site = await start()
        await use(site)
        await site.stop()
      },
      { scope: 'worker', timeout: 240_000 },
    ],
  })

/** The local storage of a signed-in console. */
function storageOf(token: string): Record<string, string> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { user } = JSON.parse(claims) as { user: object }
  return { token, user: JSON.stringify({ ...user, id: undefined }) }
}

/**
 * Opens a screen by way of the 404 page, so that no state of the previous screen or of an earlier visit remains.
 */
export async function arrive(page: Page, path: string): Promise<void> {
  if (!page.url().includes('/app/')) return void (await page.goto(path))
  await page.keyboard.press('Escape')
  await follow(page, '/app/nowhere')
  // The title is the same in every language.
  await page.getByRole('heading', { level: 1, name: translate('shell.notFound.title') }).waitFor()
  // An empty filter replaces the filters that the list has stored.
  await follow(page, path.includes('?') ? path : `${path}?filter=%7B%7D`)
}

interface Traffic {
  /** The open requests. */
  open: Set<Request>
  /** The time of the last change. */
  changed: number
  /** Whether the event stream is connected. */
  isLive: boolean
}
const traffic = new WeakMap<Page, Traffic>()

/** Opens a screen as a link does, without reloading the console. Returns when the browser is idle. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    await new Promise(over => requestIdleCallback(over, { timeout: 1_000 }))
  }, path)
  // Otherwise `settled` could return before the new screen sends its requests. Unwatched pages have no entry.
  const known = traffic.get(page)
  if (known) known.changed = Date.now()
}

/** Waits until a screen has all its responses and no animation runs. */
export async function settled(page: Page): Promise<void> {
  await expect
    .poll(() => {
      const { open, changed } = traffic.get(page)!
      return open.size === 0 && Date.now() - changed >= QUIET_MS
    }, QUIET)
    .toBe(true)
  await expect(page.locator('h1, h2, [role=alert]').first()).toBeVisible()
  await atRest(page)
}

/** Waits until all animations have finished. */
export const atRest = (page: Page) =>
  page.evaluate(() =>
    Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))),
  )

/** Records the traffic of a page, and collects errors, violations of the policy and requests to other origins. */
function watch(page: Page, origin: string, complaints: string[]): void {
  const known: Traffic = { open: new Set(), changed: Date.now(), isLive: false }
  traffic.set(page, known)
  const onStart = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) known.isLive = false
    // The event stream stays open as long as the page.
    if (isStream(request)) return
    known.open.add(request)
    known.changed = Date.now()
  }
  const onEnd = (request: Request) => {
    if (isStream(request)) return
    known.open.delete(request)
    known.changed = Date.now()
  }
  page.on('request', onStart)
  page.on('response', response => {
    if (isStream(response.request()) && response.ok()) known.isLive = true
  })
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  page.on('pageerror', error => complaints.push(`${page.url()} error: ${error.message}`))
  page.on('console', message => {
    if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      complaints.push(`request to another origin: ${request.url()}`)
  })
}

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'

/** Waits until the event stream of an opened page is connected; it follows the first paint. */
export const live = (page: Page) => expect.poll(() => traffic.get(page)!.isLive).toBe(true)

/** True when nothing of the page lies beyond its right edge. */
export const fitsTheWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

/** Waits until the dialog has taken the focus back from a busy control: only then it receives keys. */
export const keepsFocus = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
    )
    .toBe(true)

/** Fills in the login form and sends it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: /이메일/ }).fill(email)
  await page.getByRole('textbox', { name: '비밀번호' }).fill(password)
  await page.getByRole('button', { name: '로그인', exact: true }).click()
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < 150; press++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, 'reached with the keyboard').toBeFocused()
}
