/**
 * Every screen, loaded without a cache, on a phone, a tablet and two desktops: nothing moves while it loads, and all
 * sizes are those of the design.
 */
import { VIEWS, type View, type Viewer } from '../../src/tools/pictures/views'
import { expect, type Page, settled, test } from '../support/journey'
import { sizesBeyondTokens } from '../support/tokens'
import { selectedViews } from '../support/views'

const WIDTHS = [390, 820, 1280, 1440]
/** The greatest sum of layout shifts of a load. */
const MOST_SHIFT = 0.05

for (const width of WIDTHS)
  test(`nothing moves while a screen loads at ${width} px; all sizes are tokens`, async ({ open, site }) => {
    const viewport = { width, height: width < 600 ? 844 : 900 }
    const findings: string[] = []
    for (const [who, views] of byViewer(selectedViews(VIEWS))) {
      const page = await open('nobody', '/config.json', { viewport, hasTouch: width < 600 })
      // With a route Chromium uses no cache. The test below says what the web font moves when it arrives.
      await page.route('**/*', route =>
        route.request().resourceType() === 'font' ? route.abort() : route.continue(),
      )
      if (who !== 'nobody') {
        const token = await site.token(who)
        await page.evaluate(text => localStorage.setItem('token', text), token)
      }
      await page.addInitScript(collectShifts)
      for (const view of views) {
        await page.goto(view.path)
        await settled(page)
        const { total, largest } = await shiftsOf(page)
        if (total > MOST_SHIFT) findings.push(`${view.name}: shift ${total.toFixed(3)}, most by ${largest}`)
        if (width === 390 || width === 1440)
          for (const line of await sizesBeyondTokens(page)) findings.push(`${view.name}: ${line}`)
      }
      await page.close()
    }
    expect(findings).toEqual([])
  })

test('the web font moves nothing when it arrives: it is as wide as its stand-ins', async ({ open }) => {
  const page = await open('nobody', '/login')
  await expect.poll(() => page.evaluate(() => document.fonts.check('14px "Pretendard Variable"'))).toBe(true)
  const texts = [
    { text: '0123456789', most: 0.015 },
    { text: 'Devices that have been offline for longer than a day', most: 0.03 },
    { text: '온라인 단말의 신호가 약합니다', most: 0.015 },
  ]
  // The page may use a font some time after it has loaded.
  await expect(async () => {
    const widths = await page.evaluate(widthsOf, texts)
    for (const { text, weight, most, ratio } of widths)
      expect(Math.abs(ratio - 1), `${text}, ${weight}: ${ratio}`).toBeLessThanOrEqual(most)
    expect(widths.length).toBeGreaterThanOrEqual(4)
  }).toPass({ timeout: 60_000 })
})

/** Runs in the page. Leaves out a text if the machine has no font of its letters that could stand in. */
async function widthsOf(texts: { text: string; most: number }[]) {
  const span = document.body.appendChild(document.createElement('span'))
  span.style.cssText =
    'position: absolute; white-space: pre; font-size: 100px; font-variant-numeric: tabular-nums'
  const found = []
  for (const weight of [400, 600])
    for (const { text, most } of texts) {
      const widthIn = async (family: string) => {
        await document.fonts.load(`${weight} 100px ${family}`, text)
        Object.assign(span.style, { fontFamily: family, fontWeight: weight })
        span.textContent = text
        return span.getBoundingClientRect().width
      }
      try {
        const ratio = (await widthIn('Stand-in')) / (await widthIn('"Pretendard Variable"'))
        found.push({ text, weight, most, ratio })
      } catch {
        // The machine has no such font.
      }
    }
  return found
}

/** The screens, each path once, by the first level that sees them. */
function byViewer(views: readonly View[]): Map<Viewer, View[]> {
  const screens = new Map<Viewer, View[]>()
  const paths = new Set<string>()
  for (const view of views) {
    const who = view.who.includes('master') ? 'master' : view.who[0]!
    // The wall is for monitors that are read from afar: its letters are greater than those of the design.
    if (view.open || view.name === 'wall' || paths.has(view.path)) continue
    paths.add(view.path)
    screens.set(who, [...(screens.get(who) ?? []), view])
  }
  return screens
}

interface Shifts {
  total: number
  /** The element that moved in the largest shift. */
  largest: string
}
type Collecting = Window & { shifts: Shifts & { value: number } }

/** Runs in the page. */
function collectShifts(): void {
  const kept = { total: 0, value: 0, largest: '' }
  ;(window as unknown as Collecting).shifts = kept
  type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] }
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      kept.total += value
      if (value <= kept.value) continue
      kept.value = value
      const node = sources[0]?.node
      const element = node instanceof Element ? node : node?.parentElement
      kept.largest = element?.outerHTML.slice(0, 140) ?? ''
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (window as unknown as Collecting).shifts)
