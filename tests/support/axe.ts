/** Runs axe on a page, dark and light. */
import axe from 'axe-core'
import { translate } from '../../src/tools/translate'
import { atRest, expect, type Page } from './journey'

/** The only rules that can differ between dark and light. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Elements that need no landmark around them: axe's own exceptions, menus and list boxes. */
const WITHOUT_LANDMARK = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]'

/**
 * Checks all rules in the current theme of the page, then in the other theme those that can differ. Leaves the page in
 * the other theme, since drawing it anew takes as long as the check.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const other = (await themeButton(page, 'light').count()) > 0 ? 'light' : 'dark'
  const own = await axeFindingsNow(page)
  if (isErrorScreen(page)) return own
  await turn(page, other)
  const others = await axeFindingsNow(page, COLOUR_RULES)
  return [...own, ...others.map(line => `${other} ${line}`)]
}

/** Dialogs and menus that cover the screen. */
const MODAL = '.MuiModal-root:not([aria-hidden=true], .MuiModal-hidden)'

/** What this file uses of axe in the page. */
interface Loaded {
  run: (context: object, options: object) => Promise<{ violations: axe.Result[] }>
}

/** A line for each violated rule on the page in its current theme, with the elements. */
export async function axeFindingsNow(page: Page, rules?: string[]): Promise<string[]> {
  await atRest(page)
  const options = {
    // Nobody reads the passed rules.
    resultTypes: ['violations'],
    // The types of axe lack this option.
    checks: { region: { options: { regionMatcher: WITHOUT_LANDMARK } } },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  // The screen beneath is hidden from assistive technology, and checked where nothing covers it.
  const isCovered = (await page.locator(MODAL).count()) > 0
  const context = { include: [[isCovered ? MODAL : 'html']] }
  // Loading axe takes as long as a run of it, so a document keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async input => {
      const { axe: loaded } = window as unknown as { axe: Loaded }
      const found = await loaded.run(input.context, input.options)
      return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    { context, options },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(html => html.slice(0, 160)).join(' | ')}`)
}

/** The error screen has no theme button. */
const isErrorScreen = (page: Page) => new URL(page.url()).pathname === '/error'

/** Presses the theme's button, which an open dialog may cover. */
async function turn(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await themeButton(page, theme).evaluate(element => (element as HTMLElement).click())
  await expect(themeButton(page, theme === 'dark' ? 'light' : 'dark')).toBeAttached()
}

const themeButton = (page: Page, name: 'dark' | 'light') =>
  page.getByRole('button', { name: translate(`shell.theme.${name}`), includeHidden: true })
