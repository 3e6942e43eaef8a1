/**
 * Every screen, dialog and menu with values of 130 characters, 14 menu entries and 12 more columns, from a phone to a
 * wide monitor and at 200 % and 400 % zoom: nothing scrolls sideways that should not, nothing is cut or covered that
 * cannot be reached; on a phone axe finds nothing. Two of these walks are walks of sweeps/languages as well.
 */
import { EXAMPLE_VIEWS, sentencesOf, VIEWS, type View, type Viewer } from '../../src/tools/pictures/views'
import { axeFindingsNow } from '../support/axe'
import { configOf } from '../support/fillForm'
import { expect, settled, testOn } from '../support/journey'
import { startLongSite } from '../support/longFleet'
import { isWholeInView, unreachable } from '../support/reachable'
import { isWalkedByWidths, turnToView, walked } from '../support/views'
import { visit } from '../support/visit'

const PHONE = '390'

/** Sizes between which the parts of a screen stay the same ones; a screen is reached anew for each group. */
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

/** Who looks at what: each view once, and what vendor staff see too in English at the narrowest size of each group. */
const WALKS: readonly { who: Viewer; locale: 'ko' | 'en' }[] = [
  { who: 'master', locale: 'ko' },
  { who: 'vendor', locale: 'en' },
  { who: 'client', locale: 'ko' },
  { who: 'guest', locale: 'ko' },
  { who: 'nobody', locale: 'ko' },
]

const viewsOf = (who: Viewer) =>
  walked([...VIEWS, ...EXAMPLE_VIEWS]).filter(
    view =>
      view.who.includes(who) &&
      // What a level above sees already is not looked at again.
      (who === 'master' ||
        who === 'vendor' ||
        who === 'nobody' ||
        !view.who.some(other => other === 'master' || other === 'vendor')),
  )

/** Where English words have the least room. */
const narrowest = (group: (typeof SIZES)[number]) => group.toSorted(([, a], [, b]) => a - b)[0]!

const test = testOn(startLongSite)

for (const { who, locale } of WALKS) {
  for (const group of SIZES) {
    // The walk at the first sizes of a desktop also hears what the views say.
    const isHeard = group === SIZES[0] && isWalkedByWidths(who, locale)
    const names = group.map(([name]) => name).join(', ')
    test(`${who} reaches everything at ${names}`, async ({ open, site }) => {
      const findings: string[] = []
      const sentence = sentencesOf(locale)
      const { page, expectView } = await visit(open, { site, config: await configOf(site) }, who, locale)
      let before: View | undefined
      for (const view of viewsOf(who)) {
        const [, wide, high] = group[0]!
        await page.setViewportSize({ width: wide, height: high })
        if (isHeard) await test.step(view.name, () => expectView(view, before, sentence))
        else await turnToView(page, view, before, sentence)
        before = view
        const isSeenBefore = who === 'vendor' && view.who.includes('master')
        for (const [size, width, height] of isSeenBefore ? [narrowest(group)] : group) {
          await page.setViewportSize({ width, height })
          // A menu stays where it was opened.
          if ((await page.locator('.MuiPopover-root').count()) > 0) {
            await turnToView(page, view, view, sentence)
          }
          await settled(page)
          const logout = page.locator('header').getByRole('button', { name: sentence('shell.nav.logout') })
          if (who !== 'nobody' && !isAlone(view) && !(await isWholeInView(logout)))
            findings.push(`${view.name} at ${size}: no way out`)
          for (const line of await unreachable(page)) findings.push(`${view.name} at ${size}: ${line}`)
          // On a phone much is another element than on a desk, where the languages' walks ask axe.
          if (size === PHONE)
            for (const line of await axeFindingsNow(page)) findings.push(`${view.name} at ${size}: ${line}`)
        }
      }
      expect(findings).toEqual([])
    })
  }
}

/** A page without bars, or one beneath a dialog. */
const isAlone = ({ name, reach }: View) => reach !== undefined || name === 'error'
