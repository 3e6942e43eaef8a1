/** The languages of i18n/, and the language faults of a page. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import { expect, type Page } from './journey'
import { root } from './source'

export const LOCALES = readdirSync(join(root, 'i18n'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

const langOf = (page: Page) => page.locator('html').getAttribute('lang')

/** Chooses the language in the menu of the top bar, from any current language. */
export async function switchLanguage(page: Page, locale: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', /./)
  const now = await langOf(page)
  if (now === locale) return
  await page.getByRole('button', { name: translate('shell.language.title', {}, now ?? 'ko') }).click()
  await page.getByRole('menuitemradio', { name: translate(`shell.language.${locale}`, {}, locale) }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
}

const ROOMS = readdirSync(join(root, 'i18n', LOCALES[0]!)).map(file => file.replace('.json', ''))
/** A raw key instead of its text, or a text with unfilled placeholders. */
const RAW = new RegExp(`(^|[\\s"'(])(${[...ROOMS, 'resources'].join('|')})\\.[a-z]\\w*(\\.\\w+)*|%\\{`)
const BROKEN = ['shell.error.screen', 'shell.error.chunk', 'shell.failure.load', 'forms.action.failed']

/** Collects the response bodies of a page: record data may be in any language. */
export function collectResponses(page: Page, token?: string): () => string {
  let collected = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()
  page.on('response', async response => {
    if (!response.url().includes('/api/')) return
    // `+=` after the await: two responses may arrive at once, and both must be kept.
    const text = await response.text().catch(() => '')
    collected += text
  })
  return () => collected
}

/**
 * The faults of a page in a language, one per line.
 *
 * @param records the response bodies of the page
 */
export async function pageFaults(page: Page, locale: string, records: string): Promise<string[]> {
  const { lang, lines, zoneless } = await page.evaluate(look)
  const korean = (line: string) =>
    locale === 'ko' ? [] : (line.match(/[가-힣](?:[가-힣\d -]*[가-힣\d])?/g) ?? [])
  return [
    ...(lang === locale ? [] : [`lang is ${lang}`]),
    ...zoneless.map(text => `no zone: ${text}`),
    ...BROKEN.map(key => translate(key, {}, locale))
      .filter(sentence => lines.includes(sentence))
      .map(sentence => `gave up: ${sentence}`),
    ...lines.filter(line => RAW.test(line)).map(line => `raw: ${line}`),
    ...lines
      .filter(line => line !== translate('shell.language.ko', {}, 'ko'))
      .flatMap(korean)
      .filter(text => !records.includes(text))
      .map(text => `Korean: ${text}`),
  ]
}

/** Runs in the page: collects its texts, including attributes, and the times shown without a time zone. */
function look() {
  const attributes = ['aria-label', 'placeholder', 'title', 'alt']
  const named = [...document.querySelectorAll('[aria-label],[placeholder],[title],[alt]')].flatMap(element =>
    attributes.map(name => element.getAttribute(name) ?? ''),
  )
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const zoneless: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!element || !/\d\d-\d\d \d\d:\d\d/.test(text.textContent ?? '')) continue
    if (element.closest('script, style, textarea')) continue
    const cell = element.closest('td')
    const head = cell?.closest('table')?.querySelectorAll('thead th')[cell.cellIndex]
    const beside = element.closest('button, dd, p, span')
    if (![text, head, element, beside].some(one => /\b(UTC|KST)\b/.test(one?.textContent ?? '')))
      zoneless.push(text.textContent ?? '')
  }
  // biome-ignore lint/performance/useDomNodeTextContent: what the page shows, without its scripts and hidden parts
  const shown = document.body.innerText.split(/[\n\t]/)
  const lines = [...shown, ...named].map(line => line.trim()).filter(line => line !== '')
  return { lang: document.documentElement.lang, lines: [...new Set(lines)], zoneless }
}
