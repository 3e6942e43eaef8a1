/** Runs axe on a page, dark and light. */
import AxeBuilder from '@axe-core/playwright'
import { translate } from '../../src/tools/translate'
import { atRest, expect, type Page } from './journey'

/** The only rules that can differ between dark and light. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Elements that need no landmark around them: axe's own exceptions, menus and list boxes. */
const WITHOUT_LANDMARK = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]'

/**
 * The same in both themes: in the page's own all rules, then in the other those that can differ. Leaves the page in the
 * other theme, since drawing it anew takes as long as looking.
 */
export async function axeFindingsInBoth(page: Page): Promise<string[]> {
  const other = (await themeButton(page, 'light').count()) > 0 ? 'light' : 'dark'
  const own = await look(page)
  if (isErrorScreen(page)) return own
  await turn(page, other)
  const others = await look(page, COLOUR_RULES)
  return [...own, ...others.map(line => `${other} ${line}`)]
}

/** Dialogs and menus that cover the screen. */
const MODAL = '.MuiModal-root:not([aria-hidden=true], .MuiModal-hidden)'

/** A line for each violated rule on the page in its current theme, with the elements. */
export async function axeFindingsNow(page: Page): Promise<string[]> {
  return look(page)
}

/**
 * Checks the page in dark, then in light, and leaves it dark.
 *
 * @returns a line for each violated rule, with the theme and the elements
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const dark = await look(page)
  if (isErrorScreen(page)) return dark
  await turn(page, 'light')
  const light = await look(page, COLOUR_RULES)
  await turn(page, 'dark')
  return [...dark.map(line => `dark ${line}`), ...light.map(line => `light ${line}`)]
}

async function look(page: Page, rules?: string[]): Promise<string[]> {
  await atRest(page)
  // Legacy mode opens no extra page for frames, which the console has none of; passed rules are not needed.
  const options = {
    resultTypes: ['violations' as const],
    // Missing in the types of axe.
    checks: { region: { options: { regionMatcher: WITHOUT_LANDMARK } } },
    ...(rules && { runOnly: { type: 'rule' as const, values: rules } }),
  }
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options(options)
  // The screen beneath is hidden from assistive technology, and checked where nothing covers it.
  if ((await page.locator(MODAL).count()) > 0) builder.include(MODAL)
  const { violations } = await builder.analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** It has no theme button. */
const isErrorScreen = (page: Page) => new URL(page.url()).pathname === '/error'

/** Presses the theme's button, which an open dialog may cover. */
async function turn(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await themeButton(page, theme).evaluate(element => (element as HTMLElement).click())
  await expect(themeButton(page, theme === 'dark' ? 'light' : 'dark')).toBeAttached()
}

const themeButton = (page: Page, name: 'dark' | 'light') =>
  page.getByRole('button', { name: translate(`shell.theme.${name}`), includeHidden: true })
