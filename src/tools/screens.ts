/**
 * `npm run screens [folder [name…]]`: pictures of every screen as every level, wide and on a phone, dark and light, for people
 * to look at; or of those named alone. Needs `npm run build`. The picture of the README is `vendor-devices-desktop-dark` of these.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { startBrowser } from './bench/firstLoad'
import { CHROMIUM_ADVICE, obtainChromium } from './chromium'
import { say } from './say'
import { type Site, startSite } from './site'
import { sentencesOf, VIEWS, type View, type Viewer } from './views'

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
      for (const shot of VIEWS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
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

async function take(browser: Browser, site: Site, shot: View, who: Viewer, taking: Taking) {
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
    await shot.reach?.(page, sentencesOf('ko'))
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => {}))))
    await page.screenshot({ path: join(folder, taking.file) })
  } finally {
    await context.close()
  }
}
