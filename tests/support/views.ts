/**
 * Walks the views of `src/tools/pictures` on one page, with a load or a way back only where the view before has left
 * something.
 */
import { overlays, type View } from '../../src/tools/pictures/view'
import type { Sentence, Viewer } from '../../src/tools/pictures/views'
import type { ConfigFolder } from './configFolder'
import { arrive, expect, type Page, settled } from './journey'

const only = process.env.SWEEP_VIEWS?.split(',')

/** All of them, or those that SWEEP_VIEWS names, with commas between them. */
export const walked = (views: readonly View[]): View[] =>
  views.filter(({ name }) => only?.includes(name) ?? true)

/** Whose walk at the first sizes (sweeps/widths) is the walk in that language too (sweeps/languages). */
export const isWalkedByWidths = (who: Viewer, locale: string): boolean =>
  (who === 'master' && locale === 'ko') || (who === 'vendor' && locale === 'en')

/**
 * Goes to a view, and waits until it stands still. `before` is the one that the page shows, and was reached here as
 * well.
 */
export async function turnToView(
  page: Page,
  view: View,
  before: View | undefined,
  sentence: Sentence,
): Promise<void> {
  const isClean = before && (before.reach === undefined || before.leaves === 'nothing')
  if (isClean && before.path === view.path) await closeAll(page)
  else if (before?.leaves === 'traces') await page.goto(view.path)
  else await arrive(page, view.path)
  await settled(page)
  if (!view.reach) return
  await view.reach(page, sentence)
  await settled(page)
}

/** Dialogs, menus and lists that are open, each by Escape. */
async function closeAll(page: Page): Promise<void> {
  const open = overlays(page)
  for (let count = await open.count(); count > 0; count = await open.count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => open.count(), { intervals: [20, 50] }).toBeLessThan(count)
  }
}

interface VendorsFile {
  related?: object[]
}

/** What `EXAMPLE_VIEWS` show: rows within a form, and the clients of a vendor beside its form. */
export async function withExamples({ drop, change }: ConfigFolder): Promise<void> {
  await drop('config/examples/quotes/quote-lines.json', 'resources/quote-lines.json')
  await drop('config/examples/quotes/quotes.json', 'resources/quotes.json')
  await change<VendorsFile>('resources/vendors.json', vendors => {
    vendors.related = [{ resource: 'clients', by: 'vendor', label: { ko: '회원', en: 'Members' } }]
  })
}
