/**
 * Every screen, dialog and menu with values of 130 characters, 14 menu entries and 12 more columns, from a phone to a
 * wide monitor and at 200 % and 400 % zoom: no unintended horizontal scrolling, nothing truncated or covered without a
 * way to reach it; on a phone axe finds nothing. Two of the walks also check the language, for sweeps/languages.
 */
import { overlays } from '../../src/tools/pictures/view'
import { EXAMPLE_VIEWS, sentencesOf, VIEWS, type View, type Viewer } from '../../src/tools/pictures/views'
import { axeFindingsNow } from '../support/axe'
import { expect, type Page, settled, testOn } from '../support/journey'
import { startLongSite } from '../support/longFleet'
import { isWholeInView, unreachable } from '../support/reachable'
import { isWalkedByWidths, openView, selectedViews } from '../support/views'
import { configOf, visit } from '../support/visit'

interface Size {
  name: string
  width: number
  height: number
  layout: 'desktop' | 'tablet' | 'phone'
  /** Only for screens: for what opens on them, a narrower or lower size has the same layout. */
  screensOnly?: boolean
}

/** A usual desktop, a wide one, the narrowest of each layout, and 200 % and 400 % zoom. */
const SIZES: readonly Size[] = [
  { name: '1366', width: 1366, height: 768, layout: 'desktop' },
  { name: '2560', width: 2560, height: 1300, layout: 'desktop', screensOnly: true },
  { name: '1024', width: 1024, height: 768, layout: 'desktop' },
  { name: '200 %', width: 720, height: 450, layout: 'tablet' },
  { name: '640', width: 640, height: 900, layout: 'tablet' },
  // 1280 × 1024 and 1440 × 900 at this zoom have 320 × 256 and 360 × 225.
  { name: '400 %', width: 320, height: 225, layout: 'phone' },
  { name: '320', width: 320, height: 844, layout: 'phone' },
]
/** The sizes with the least room for English words. */
const NARROW = ['1024', '320']
/** Here axe looks as well, once for each view: the phone layout has other elements. */
const PHONE = '320'

/** Each view once, and the views of vendor staff again in English at the sizes with the least room. */
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

const test = testOn(startLongSite)

/** The views of staff are half of all: each half is a test, so that the tests last about as long. */
const HALVES: Partial<Record<Viewer, number>> = { master: 2, vendor: 2 }

for (const { who, locale } of WALKS) {
  const parts = HALVES[who] ?? 1
  for (let part = 0; part < parts; part++) {
    const partName = parts > 1 ? `, part ${part + 1}` : ''
    test(`${who} reaches everything at every size${partName}`, async ({ open, site }) => {
      const all = viewsOf(who)
      const views = all.slice((all.length * part) / parts, (all.length * (part + 1)) / parts)
      const findings: string[] = []
      const sentence = sentencesOf(locale)
      const { page, expectView } = await visit(open, { site, config: await configOf(site) }, who, locale)
      const logout = page.locator('header').getByRole('button', { name: sentence('shell.nav.logout') })
      let before: View | undefined
      for (const view of views) {
        await test.step(view.name, async () => {
          await resize(page, SIZES[0]!)
          if (isWalkedByWidths(who, locale)) await expectView(view, before, sentence)
          else await openView(page, view, before, sentence)
          before = view
          const opened = await overlays(page).count()
          const isSeenByMaster = who !== 'master' && view.who.includes('master')
          let layout: Size['layout'] = 'desktop'
          for (const size of sizesFor(view, isSeenByMaster)) {
            await resize(page, size)
            // A menu does not move with the size, and another layout may close what its own parts have opened.
            const isLost =
              (await page.locator('.MuiPopover-root').count()) > 0 ||
              (await overlays(page).count()) !== opened ||
              (size.layout !== layout && view.open && opened === 0)
            if (isLost && size !== SIZES[0]) await openView(page, view, view, sentence)
            layout = size.layout
            await settled(page)
            const where = `${view.name} at ${size.name}`
            if (who !== 'nobody' && !hidesBars(view) && !(await isWholeInView(logout)))
              findings.push(`${where}: logout is not in view`)
            for (const line of await unreachable(page)) findings.push(`${where}: ${line}`)
            if (size.name === PHONE && !isSeenByMaster)
              for (const line of await axeFindingsNow(page)) findings.push(`${where}: ${line}`)
          }
        })
      }
      expect(findings).toEqual([])
    })
  }
}

/** Changes the size, and waits until the page shows the layout of this size: a table, or the cards of a phone. */
async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

function sizesFor(view: View, isSeenByMaster: boolean): readonly Size[] {
  if (isSeenByMaster) return SIZES.filter(({ name }) => NARROW.includes(name))
  return view.open ? SIZES.filter(({ screensOnly }) => !screensOnly) : SIZES
}

/** True for a page without bars (an error, the wall), or beneath a dialog. */
const hidesBars = ({ name, open }: View) => open !== undefined || name === 'error' || name === 'wall'
