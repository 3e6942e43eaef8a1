/**
 * Appearance and accessibility of a page: axe, and beyond it the fonts of controls, the language of texts, and selected
 * items in forced colours. Print: journeys/looks.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFindings } from './axe'
import { expect, type Page } from './journey'
import { root } from './source'

/** Fails with the faults of a page, and leaves it in the other theme. */
export async function expectLooks(page: Page, where: string): Promise<void> {
  expect.soft(await axeFindings(page), `${where}: axe`).toEqual([])
  expect.soft(await strangeFonts(page), `${where}: fonts`).toEqual([])
  expect.soft(await unmarkedEnglish(page), `${where}: languages`).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect.soft(await unmarkedChoices(page), `${where}: forced colours`).toEqual([])
  await page.emulateMedia({ forcedColors: null })
}

/** Controls with another font than the page. */
const strangeFonts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, [role=button], [role=tab]')]
      .filter(element => element.checkVisibility())
      .filter(element => !/^"?Pretendard Variable"?/.test(getComputedStyle(element).fontFamily))
      // Code is monospaced on purpose.
      .filter(element => !/monospace$/.test(getComputedStyle(element).fontFamily))
      .map(element => `${element.outerHTML.slice(0, 120)}: ${getComputedStyle(element).fontFamily}`),
  )

/**
 * English sentences of the Korean page that are not marked as English, so that a screen reader reads them as Korean.
 */
const unmarkedEnglish = (page: Page) =>
  page.evaluate(known => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (known.includes(text) && node.parentElement?.closest('[lang]')?.getAttribute('lang') !== 'en')
        found.push(text)
    }
    for (const element of document.querySelectorAll('[aria-label]')) {
      const text = element.getAttribute('aria-label') ?? ''
      if (known.includes(text) && element.closest('[lang]')?.getAttribute('lang') !== 'en')
        found.push(`[aria-label] ${text}`)
    }
    return found
  }, ENGLISH)

/** Selected items without an outline, which forced colours need to show the selection. */
const unmarkedChoices = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[aria-selected=true], [aria-pressed=true], [aria-current=page], [role=menuitemradio][aria-checked=true]',
      ),
    ]
      .filter(element => element.checkVisibility() && !(element instanceof SVGElement))
      .filter(element => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle === 'none' || outlineWidth === '0px'
      })
      .map(element => element.outerHTML.slice(0, 160)),
  )

/** The English texts within i18n/ko, as the specification has them. */
const ENGLISH = readdirSync(join(root, 'i18n/ko')).flatMap(file =>
  textsIn(JSON.parse(readFileSync(join(root, 'i18n/ko', file), 'utf8'))).filter(
    text => !/[가-힣]/.test(text) && /[a-z]{3}/.test(text.replace(/%\{\w+\}/g, '')),
  ),
)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []
}
