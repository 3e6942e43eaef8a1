/**
 * Opens the views of `src/tools/pictures` on one page, and reloads or navigates back only where the previous view left
 * some state.
 */
import { overlays, type View } from '../../src/tools/pictures/view'
import type { Sentence, Viewer } from '../../src/tools/pictures/views'
import type { ConfigFolder } from './configFolder'
import { arrive, expect, type Page, settled } from './journey'

const only = process.env.SWEEP_VIEWS?.split(',')

/** All views, or only those in SWEEP_VIEWS, a list of names separated by commas. */
export const selectedViews = (views: readonly View[]): View[] =>
  views.filter(({ name }) => only?.includes(name) ?? true)

/** True if sweeps/widths already checks the language of the views at its first sizes, so sweeps/languages skips it. */
export const isWalkedByWidths = (who: Viewer, locale: string): boolean =>
  (who === 'master' && locale === 'ko') || (who === 'vendor' && locale === 'en')

/**
 * Opens a view, and waits until it is complete and at rest. `before` is the view that the page shows now, also opened
 * by this function.
 */
export async function openView(
  page: Page,
  view: View,
  before: View | undefined,
  sentence: Sentence,
): Promise<void> {
  const isClean = before && (before.open === undefined || before.afterEscape === 'clean')
  if (isClean && before.path === view.path) await closeAll(page, sentence)
  else if (before?.afterEscape === 'reload') await page.goto(view.path)
  else await arrive(page, view.path)
  await settled(page)
  if (!view.open) return
  await view.open(page, sentence)
  await settled(page)
}

/** Closes the open dialogs, menus and lists, each with Escape; input is given up. */
async function closeAll(page: Page, sentence: Sentence): Promise<void> {
  const open = overlays(page)
  const giveUp = page.getByRole('button', { name: sentence('records.leave.leave') })
  for (let count = await open.count(); count > 0; count = await open.count()) {
    await page.keyboard.press('Escape')
    const left = async () => {
      if (await giveUp.isVisible()) await giveUp.click()
      return open.count()
    }
    await expect.poll(left, { intervals: [20, 50] }).toBeLessThan(count)
  }
}

interface VendorsFile {
  related?: object[]
}

/** Adds the config of `EXAMPLE_VIEWS`: child rows in a form, and related clients in the form of a vendor. */
export async function withExamples({ drop, change }: ConfigFolder): Promise<void> {
  await drop('quotes/quote-lines', 'quotes/quotes')
  await change<VendorsFile>('resources/vendors.json', vendors => {
    vendors.related = [{ resource: 'clients', by: 'vendor', label: { ko: '회원', en: 'Members' } }]
  })
}
