/**
 * What a page looks and sounds like: what axe asks, and beyond it the fonts of controls, the language of sentences, and
 * what is chosen in forced colours.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { axeFindings } from './axe'
import { expect, type Page } from './journey'
import { root } from './source'

/** Fails with what is wrong with the looks of a page, which stands as before afterwards. */
export async function expectLooks(page: Page, where: string): Promise<void> {
  expect.soft(await axeFindings(page), `${where}: axe`).toEqual([])
  expect.soft(await strangeFonts(page), `${where}: fonts`).toEqual([])
  expect.soft(await unmarkedEnglish(page), `${where}: languages`).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect.soft(await unmarkedChoices(page), `${where}: forced colours`).toEqual([])
  // On paper the bar is not drawn, and what has the focus in it would lose it.
  const focused = await page.evaluateHandle(() => document.activeElement as HTMLElement | null)
  await page.emulateMedia({ forcedColors: null, media: 'print' })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).color), `${where}: paper`)
    .toBe('rgb(26, 34, 48)')
  await page.emulateMedia({ media: null })
  await focused.evaluate(one => one?.focus())
}

/** Controls that are drawn in another font than the page's. */
export const strangeFonts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, [role=button], [role=tab]')]
      .filter(one => one.checkVisibility())
      .filter(one => !/^"?Pretendard Variable"?/.test(getComputedStyle(one).fontFamily))
      // What is code is monospaced on purpose.
      .filter(one => !/monospace$/.test(getComputedStyle(one).fontFamily))
      .map(one => `${one.outerHTML.slice(0, 120)}: ${getComputedStyle(one).fontFamily}`),
  )

/**
 * English sentences of the Korean page that are not marked as English, so that a screen reader reads them as Korean.
 */
export const unmarkedEnglish = (page: Page) =>
  page.evaluate(known => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (known.includes(text) && node.parentElement?.closest('[lang]')?.getAttribute('lang') !== 'en')
        found.push(text)
    }
    for (const one of document.querySelectorAll('[aria-label]')) {
      const text = one.getAttribute('aria-label') ?? ''
      if (known.includes(text) && one.closest('[lang]')?.getAttribute('lang') !== 'en')
        found.push(`[aria-label] ${text}`)
    }
    return found
  }, ENGLISH)

/** Where the user's own colours replace ours: what is chosen and has no line around or beneath it to show that. */
export const unmarkedChoices = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[aria-selected=true], [aria-pressed=true], [aria-current=page], [role=menuitemradio][aria-checked=true]',
      ),
    ]
      .filter(one => one.checkVisibility() && !(one instanceof SVGElement))
      .filter(one => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one)
        return outlineStyle === 'none' || outlineWidth === '0px'
      })
      .map(one => one.outerHTML.slice(0, 160)),
  )

/** The sentences that the specification has in English, of the Korean sentences of the product. */
const ENGLISH = readdirSync(join(root, 'i18n/ko')).flatMap(file =>
  textsIn(JSON.parse(readFileSync(join(root, 'i18n/ko', file), 'utf8'))).filter(
    text => !/[가-힣]/.test(text) && /[a-z]{3}/.test(text.replace(/%\{\w+\}/g, '')),
  ),
)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []
}
