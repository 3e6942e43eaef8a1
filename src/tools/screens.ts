/**
 * `npm run screens [folder [name…]]`: pictures of every screen as every level, wide and on a phone, dark and light, for people
 * to look at; or of those named alone. Needs `npm run build`. The picture of the README is `vendor-devices-desktop-dark` of these.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { packageRoot } from '../server/packageRoot'
import { startBrowser } from './bench/firstLoad'
import { CHROMIUM_ADVICE, obtainChromium } from './chromium'
import { say } from './say'
import { LEVELS, type Level, type Site, startSite } from './site'

const LINKED = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`
const WRONG_ROSTER = join(packageRoot, 'tests/sheet/fixtures/roster-wrong.xlsx')

interface Shot {
  name: string
  path: string
  who: readonly (Level | 'nobody')[]
  /** Brings the page into the state to be shown. */
  reach?: (page: Page) => Promise<void>
}

const SHOTS: Shot[] = [
  { name: 'login', path: '/login', who: ['nobody'] },
  { name: 'main', path: '/', who: LEVELS },
  { name: 'devices', path: '/app/devices', who: LEVELS },
  { name: 'devices-none', path: '/app/devices?filter=%7B%22search%22%3A%2299999%22%7D', who: ['vendor'] },
  { name: 'orders', path: '/app/orders', who: LEVELS },
  { name: 'order', path: '/app/orders/3', who: ['master', 'guest'] },
  { name: 'compose', path: '/app/orders/compose', who: ['master', 'client'] },
  { name: 'compose-group', path: '/app/orders/compose', who: ['vendor'], reach: composeGroup },
  { name: 'compose-search', path: '/app/orders/compose', who: ['vendor'], reach: composeSearch },
  { name: 'province', path: '/', who: ['vendor'], reach: province },
  { name: 'batches', path: '/app/groups/batches', who: ['vendor'] },
  { name: 'profile', path: '/app/profile', who: LEVELS },
  { name: 'register', path: '/register', who: ['nobody'] },
  { name: 'clients', path: '/app/admin/clients', who: ['client', 'vendor'] },
  { name: 'vendors', path: '/app/admin/vendors', who: ['master'] },
  { name: 'not-found', path: '/app/nowhere', who: ['client'] },
  { name: 'roster-errors', path: '/app/devices', who: ['client'], reach: rosterErrors },
  { name: 'orders-dialog', path: LINKED, who: ['client'], reach: ordersDialog },
]
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const [into, ...wanted] = process.argv.slice(2)
const folder = resolve(into ?? (await mkdtemp(join(tmpdir(), 'fleet-screens-'))))
await mkdir(folder, { recursive: true })
const executable = obtainChromium(line => console.log(line))
if (!executable) throw new Error(CHROMIUM_ADVICE)
const site = await startSite()
const browser = await startBrowser(executable)
try {
  for (const theme of ['dark', 'light'] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
        for (const who of shot.who) {
          await take(browser, site, shot, who, {
            theme,
            viewport,
            file: `${who}-${shot.name}-${size}-${theme}.png`,
          })
        }
      }
    }
  }
  console.log(folder)
} finally {
  await browser.close()
  await site.stop()
}

interface Taking {
  theme: 'dark' | 'light'
  viewport: BrowserContextOptions['viewport']
  file: string
}

async function take(browser: Browser, site: Site, shot: Shot, who: Level | 'nobody', taking: Taking) {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'ko-KR',
    viewport: taking.viewport,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    if (who !== 'nobody') {
      await page.goto('/config.json')
      await page.evaluate(token => localStorage.setItem('token', token), await site.token(who))
    }
    await page.goto(shot.path)
    await page.waitForLoadState('networkidle')
    if (taking.theme === 'light') await page.getByRole('button', { name: say('shell.theme.light') }).click()
    await shot.reach?.(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => {}))))
    await page.screenshot({ path: join(folder, taking.file) })
  } finally {
    await context.close()
  }
}

async function rosterErrors(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: say('roster.dialog.open') })
    .first()
    .click()
  await page.locator('input[type=file]').setInputFiles(WRONG_ROSTER)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('roster.dialog.upload'), exact: true }).click()
  const heading = say('roster.dialog.errors.title', { count: '' }).split(' ')[0] ?? ''
  await dialog.getByRole('heading', { name: heading }).waitFor()
}

/** A choice of a select; both are counted from the end when below 0. */
async function choose(page: Page, field: number, option: number): Promise<void> {
  await page.locator('main').getByRole('combobox').nth(field).click()
  await page.getByRole('option').nth(option).click()
  await page.waitForLoadState('networkidle')
}

async function composeGroup(page: Page): Promise<void> {
  await choose(page, 0, -1)
  // The last three: a command may have a select of its own.
  await choose(page, -3, 0)
  await choose(page, -2, 0)
}

async function composeSearch(page: Page): Promise<void> {
  await choose(page, 0, 2)
  await page.getByRole('radio', { name: say('compose.mode.search') }).check()
  await page.getByLabel(say('compose.search.label')).fill('0101')
  await page.getByText(say('compose.search.results')).first().waitFor()
}

async function province(page: Page): Promise<void> {
  await page.getByRole('option').nth(1).click()
}

async function ordersDialog(page: Page): Promise<void> {
  await page
    .locator('main [aria-haspopup=dialog]', { has: page.locator('svg') })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('h3 button').nth(1).click()
  await dialog.locator('form input').first().waitFor()
}
