/**
 * `test` for the journeys: one server a worker, pages that are signed in as a level, and an eye on each of them. A page
 * that runs into an error of its own, breaks the content security policy or asks a stranger fails its test (security
 * 21).
 */
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { type Level, type Site, startSite } from '../../src/tools/services/site'
import { translate } from '../../src/tools/translate'
import { type ConfigSite, startConfigSite } from './configSite'
import { Contexts, type Held, type Wish } from './contexts'

export { expect, type Locator, type Page } from '@playwright/test'
export {
  emailOf,
  LEVELS,
  type Level,
  PASSWORD,
  type Site,
  startInVain,
  startSite,
} from '../../src/tools/services/site'

export interface Opening extends Wish {
  /** Another server than the worker's. */
  site?: Site
  /** Other places that the page may go to. */
  visits?: readonly string[]
}

export type Open = (who: Level | 'nobody', path: string, options?: Opening) => Promise<Page>

export const PHONE = { width: 390, height: 844 }

/** So long nothing is asked of the server before a screen counts as complete. */
const QUIET_MS = 200
const QUIET = { intervals: [50], message: 'the screen goes on asking the server' }

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
    await ownConfig.putBack()
  },

  contexts: [
    async ({ browser }, use) => {
      const contexts = new Contexts(browser)
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],

  open: async ({ contexts, site: own }, use, testInfo) => {
    const taken: Held[] = []
    const complaints: string[] = []
    await use(async (who, path, { site = own, visits = [], ...options } = {}) => {
      const entries = who === 'nobody' ? {} : stored(await site.token(who))
      const held = await contexts.take(site, options, entries)
      taken.push(held)
      const { page } = held
      watch(page, [site.url, ...visits], complaints)
      await page.goto(path)
      return page
    })
    // A context that is closed takes its screenshot along.
    const failed = testInfo.status !== testInfo.expectedStatus
    for (const held of taken) await contexts.giveBack(held, !failed)
    expect(complaints).toEqual([])
  },
})

/** `test` on a server of another kind, one a worker: `open` goes there, and tests find it as `site`. */
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

/** What the console keeps of a login. */
function stored(token: string): Record<string, string> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { user } = JSON.parse(claims) as { user: object }
  return { token, user: JSON.stringify({ ...user, id: undefined }) }
}

/**
 * Goes to a screen from one that has nothing in common with it: nothing of the screen before is left there, nor of an
 * earlier visit.
 */
export async function arrive(page: Page, path: string): Promise<void> {
  if (!page.url().includes('/app/')) return void (await page.goto(path))
  await page.keyboard.press('Escape')
  await follow(page, '/app/nowhere')
  // The same in every language.
  await page.getByRole('heading', { level: 1, name: translate('shell.notFound.title') }).waitFor()
  // Without the filters that the list would remember.
  await follow(page, path.includes('?') ? path : `${path}?filter=%7B%7D`)
}

/** What each page asks at the moment, and when that last changed. */
const traffic = new WeakMap<Page, { open: Set<Request>; changed: number }>()

/** Goes to a screen as a link does: the console is not loaded anew. Over when the browser has begun with it. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    await new Promise(over => requestIdleCallback(over, { timeout: 1_000 }))
  }, path)
  // Else a page that was at rest before would count as settled already; one that is not watched is never asked.
  const known = traffic.get(page)
  if (known) known.changed = Date.now()
}

/** Waits until a screen has what it asked for and stands still. */
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

/** Waits until nothing moves any more. */
export const atRest = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => {}))))

function watch(page: Page, places: readonly string[], complaints: string[]): void {
  const known = { open: new Set<Request>(), changed: Date.now() }
  traffic.set(page, known)
  const begun = (request: Request) => {
    // Open as long as its page is.
    if (isStream(request)) return
    known.open.add(request)
    known.changed = Date.now()
  }
  const over = (request: Request) => {
    if (isStream(request)) return
    known.open.delete(request)
    known.changed = Date.now()
  }
  page.on('request', begun)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  page.on('pageerror', error => complaints.push(`${page.url()} error: ${error.message}`))
  page.on('console', message => {
    if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', request => {
    if (!places.some(url => request.url().startsWith(url)) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked a stranger: ${request.url()}`)
  })
}

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'

/**
 * Once the page hears of changes. To be called when the page has just been opened: its stream follows the first paint.
 */
export const live = (page: Page) =>
  page.waitForResponse(response => isStream(response.request()) && response.ok())

/** True when nothing of the page lies beyond its right edge. */
export const fitsTheWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

/** A control that is busy for a moment lets the focus go; the dialog takes it back, and hears keys only then. */
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
