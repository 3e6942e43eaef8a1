/**
 * `npm run screens [folder [part…]]`: takes screenshots of all screens as all levels, in three sizes, both themes and
 * both languages; with parts, only those whose file name contains one of them. Needs `npm run build`. The README shows
 * `vendor-devices-desktop-dark-ko` and `vendor-main-desktop-dark-ko`.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import type { Locale } from '../engine/compiled'
import { LOCALES } from '../engine/i18n'
import { PICTURES, sentencesOf, VIEWS_ENV, type View, type Viewer } from './pictures/views'
import { startChromium } from './services/chromium'
import { type Site, startSite, withoutStream } from './services/site'
import { translate } from './translate'

const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
}

const [givenFolder, ...parts] = process.argv.slice(2)
const folder = resolve(givenFolder ?? (await mkdtemp(join(tmpdir(), 'fleet-screens-'))))
await mkdir(folder, { recursive: true })
await using site = await startSite({ env: VIEWS_ENV })
await using browser = await startChromium()
for (const locale of LOCALES)
  for (const theme of ['dark', 'light'] as const)
    for (const [size, viewport] of Object.entries(SIZES))
      for (const shot of PICTURES)
        for (const who of shot.who) {
          const file = `${who}-${shot.name}-${size}-${theme}-${locale}.png`
          if (parts.length > 0 && !parts.some(part => file.includes(part))) continue
          await takePicture(browser, site, shot, who, { theme, locale, viewport, file })
        }
console.log(folder)

interface ShotOptions {
  locale: Locale
  theme: 'dark' | 'light'
  viewport: BrowserContextOptions['viewport']
  file: string
}

async function takePicture(browser: Browser, site: Site, shot: View, who: Viewer, options: ShotOptions) {
  await using context = await browser.newContext({
    baseURL: site.url,
    locale: 'ko-KR',
    viewport: options.viewport,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const sentence = sentencesOf(options.locale)
  await withoutStream(page)
  // Language and theme are chosen on the login page: this also works for screens without an app bar.
  await page.goto('/login')
  if (options.locale !== 'ko') {
    await page.getByRole('button', { name: translate('shell.language.title') }).click()
    await page.getByRole('menuitemradio', { name: sentence(`shell.language.${options.locale}`) }).click()
    await page.locator(`html[lang=${options.locale}]`).waitFor()
  }
  if (options.theme === 'light')
    await page.getByRole('button', { name: sentence('shell.theme.light') }).click()
  if (who !== 'nobody')
    await page.evaluate(token => localStorage.setItem('token', token), await site.token(who))
  await page.goto(shot.path)
  await page.waitForLoadState('networkidle')
  await shot.open?.(page, sentence)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))),
  )
  await page.screenshot({ path: join(folder, options.file) })
}
