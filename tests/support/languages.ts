/** The languages of i18n/, and what a page in one of them must not show. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../../src/tools/say'
import { expect, type Page } from './journey'
import { root } from './source'

export const LOCALES = readdirSync(join(root, 'i18n'))

const langOf = (page: Page) => page.locator('html').getAttribute('lang')

/** Chooses the language in the menu of the top bar, whatever the page is in now. */
export async function turnTo(page: Page, locale: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', /./)
  const now = await langOf(page)
  if (now === locale) return
  await page.getByRole('button', { name: say('shell.language.title', {}, now ?? 'ko') }).click()
  await page.getByRole('menuitemradio', { name: say(`shell.language.${locale}`, {}, locale) }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
}

/** The lines on the page with a Korean letter. */
export async function koreanOn(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: what the page shows, without its scripts and hidden parts
  const shown = await page.evaluate(() => document.body.innerText)
  return shown
    .split(/[\n\t]/)
    .filter(line => /[가-힣]/.test(line))
    .map(line => line.trim())
}
