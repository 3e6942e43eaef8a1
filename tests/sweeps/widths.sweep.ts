/**
 * Every screen, dialog and menu with values of 130 characters, 14 menu entries and 12 more columns, from a phone to a
 * wide monitor and at 200 % and 400 % zoom: no unintended horizontal scrolling, nothing truncated or covered without a
 * way to reach it; on a phone axe finds nothing. Two of the walks also check the language, for sweeps/languages.
 */
import { EXAMPLE_VIEWS, sentencesOf, VIEWS, type View, type Viewer } from '../../src/tools/pictures/views'
import { axeFindingsNow } from '../support/axe'
import { configOf } from '../support/fillForm'
import { expect, settled, testOn } from '../support/journey'
import { startLongSite } from '../support/longFleet'
import { isWholeInView, unreachable } from '../support/reachable'
import { isWalkedByWidths, openView, selectedViews } from '../support/views'
import { visit } from '../support/visit'

const PHONE = '390'

/** Groups of sizes with the same layout; a view is opened again for each group. */
const SIZES: readonly (readonly [string, number, number])[][] = [
  [
    ['1440', 1440, 900],
    ['2560', 2560, 1300],
    ['1366', 1366, 768],
    ['1024', 1024, 768],
  ],
  [
    ['768', 768, 1024],
    ['200 %', 720, 450],
    ['640', 640, 900],
  ],
  [
    [PHONE, 390, 844],
    ['400 %', 360, 225],
    ['320', 320, 844],
    ['320x256', 320, 256],
  ],
]

/** Each view once, and the views of vendor staff again in English at the narrowest size of each group. */
const WALKS: readonly { who: Viewer; locale: 'ko' | 'en' }[] = [
  { who: 'master', locale: 'ko' },
  { who: 'vendor', locale: 'en' },
  { who: 'client', locale: 'ko' },
  { who: 'guest', locale: 'ko' },
  { who: 'nobody', locale: 'ko' },
]

const viewsOf = (who: Viewer) =>
  selectedViews([...VIEWS, ...EXAMPLE_VIEWS]).filter(
    view =>
      view.who.includes(who) &&
      // Leave out views that a higher level already covers.
      (who === 'master' ||
        who === 'vendor' ||
        who === 'nobody' ||
        !view.who.some(other => other === 'master' || other === 'vendor')),
  )

/** The size with the least room for English words. */
const narrowest = (group: (typeof SIZES)[number]) => group.toSorted(([, a], [, b]) => a - b)[0]!

const test = testOn(startLongSite)

for (const { who, locale } of WALKS) {
  for (const group of SIZES) {
    // The walk at the desktop sizes also checks the texts of the views.
    const checksTexts = group === SIZES[0] && isWalkedByWidths(who, locale)
    const names = group.map(([name]) => name).join(', ')
    test(`${who} reaches everything at ${names}`, async ({ open, site }) => {
      const findings: string[] = []
      const sentence = sentencesOf(locale)
      const { page, expectView } = await visit(open, { site, config: await configOf(site) }, who, locale)
      let before: View | undefined
      for (const view of viewsOf(who)) {
        const [, wide, high] = group[0]!
        await page.setViewportSize({ width: wide, height: high })
        if (checksTexts) await test.step(view.name, () => expectView(view, before, sentence))
        else await openView(page, view, before, sentence)
        before = view
        const isCovered = who === 'vendor' && view.who.includes('master')
        for (const [size, width, height] of isCovered ? [narrowest(group)] : group) {
          await page.setViewportSize({ width, height })
          // An open menu does not move with the size; open it again.
          if ((await page.locator('.MuiPopover-root').count()) > 0) {
            await openView(page, view, view, sentence)
          }
          await settled(page)
          const logout = page.locator('header').getByRole('button', { name: sentence('shell.nav.logout') })
          if (who !== 'nobody' && !hidesBars(view) && !(await isWholeInView(logout)))
            findings.push(`${view.name} at ${size}: logout is not in view`)
          for (const line of await unreachable(page)) findings.push(`${view.name} at ${size}: ${line}`)
          // The phone layout has other elements; the desktop is checked in the walks over the languages.
          if (size === PHONE)
            for (const line of await axeFindingsNow(page)) findings.push(`${view.name} at ${size}: ${line}`)
        }
      }
      expect(findings).toEqual([])
    })
  }
}

/** True for a page without bars, or beneath a dialog. */
const hidesBars = ({ name, open: reach }: View) => reach !== undefined || name === 'error'
