/** What axe finds on a page, dark and light. */
import AxeBuilder from '@axe-core/playwright'
import { translate } from '../../src/tools/translate'
import { atRest, expect, type Page } from './journey'

/** Dark and light differ in colour alone. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** What needs no landmark around it: what axe names so, and what a button opens over the page and closes again. */
const BY_THEMSELVES = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]'

/** A line for each rule that is broken on the page as it stands, with the elements. */
export async function axeFindingsNow(page: Page): Promise<string[]> {
  return look(page)
}

/**
 * Looks at the page as it stands, which is dark, then in light; leaves it dark.
 *
 * @returns a line for each rule that is broken, with the theme and the elements; no line when all is well
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const dark = await look(page)
  // Where something went wrong no button changes the theme.
  if (new URL(page.url()).pathname === '/error') return dark
  await turn(page, 'light')
  const light = await look(page, OF_COLOUR)
  await turn(page, 'dark')
  return [...dark.map(line => `dark ${line}`), ...light.map(line => `light ${line}`)]
}

async function look(page: Page, rules?: string[]): Promise<string[]> {
  await atRest(page)
  // Our pages have no frames, for which axe would open a page of its own; and of what it finds right nothing is read.
  const options = {
    resultTypes: ['violations' as const],
    // Known to axe, not to its types.
    checks: { region: { options: { regionMatcher: BY_THEMSELVES } } },
    ...(rules && { runOnly: { type: 'rule' as const, values: rules } }),
  }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** Presses the theme's button, which an open dialog may cover. */
async function turn(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await themeButton(page, theme).evaluate(element => (element as HTMLElement).click())
  await expect(themeButton(page, theme === 'dark' ? 'light' : 'dark')).toBeAttached()
}

const themeButton = (page: Page, name: 'dark' | 'light') =>
  page.getByRole('button', { name: translate(`shell.theme.${name}`), includeHidden: true })
