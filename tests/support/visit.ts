/** A page of a level in a language that checks its texts and requests, for the sweeps over the views. */
import type { CompiledConfig } from '../../src/engine/compiled'
import type { Sentence, View, Viewer } from '../../src/tools/pictures/views'
import { listen } from './askedAs'
import { expect, LEVELS, type Open, type Page, type Site } from './journey'
import { collectResponses, LOCALES, pageFaults, switchLanguage } from './languages'
import { expectLooks } from './looks'
import { openView } from './views'

export const VIEWERS: readonly Viewer[] = ['nobody', ...LEVELS]

/** Korea, and a zone behind UTC with daylight saving time: the console must behave the same in both. */
const ZONES = ['Asia/Seoul', 'America/New_York']

/** The form of a vendor sends this request for the related clients, which `withExamples` adds. */
const OF_EXAMPLE = 'GET /api/admin/clients with vendor'

export interface Visit {
  page: Page
  /** Opens a view and fails with the faults of its texts, requests and appearance. */
  expectView: (view: View, before: View | undefined, sentence: Sentence) => Promise<void>
}

/** The config that the server sends to the console. */
export async function configOf(site: Site): Promise<CompiledConfig> {
  const answer = await fetch(`${site.url}/config.json`)
  return ((await answer.json()) as { config: CompiledConfig }).config
}

export async function visit(
  open: Open,
  { site, config }: { site: Site; config: CompiledConfig },
  who: Viewer,
  locale: string,
): Promise<Visit> {
  const timezoneId = ZONES[(VIEWERS.indexOf(who) + LOCALES.indexOf(locale)) % ZONES.length]
  const page = await open(who, who === 'nobody' ? '/login' : '/app/profile', { timezoneId })
  const records = collectResponses(page, who === 'nobody' ? undefined : await site.token(who))
  // One view has the token of this guest in its address.
  const tokenInAddress = Buffer.from((await site.token('guest')).split('.')[1]!, 'base64url').toString()
  const errors: string[] = []
  page.on('console', message => {
    // The browser logs responses such as 404 itself; the console shows them to the user.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  await switchLanguage(page, locale)
  // Reload, so that `records` also has the responses from before the listener and the language change.
  await page.reload()
  const deviations = listen(page)
  const expectSound = async (where: string) => {
    // The page may show a response before the listener has read it.
    await expect
      .poll(
        async () => {
          // A selected sheet is shown with its Korean headers.
          const sheet = config.roster.columns.map(({ header }) => header.ko).join()
          const faults = await pageFaults(page, locale, records() + sheet + tokenInAddress)
          // The error screen shows these messages on purpose.
          return faults.filter(fault => where !== 'error' || !fault.startsWith('gave up'))
        },
        { message: `${where} as ${who} in ${locale}` },
      )
      .toEqual([])
    expect(errors, where).toEqual([])
  }
  const expectView: Visit['expectView'] = async (view, before, sentence) => {
    deviations.splice(0)
    await openView(page, view, before, sentence)
    await expectSound(view.name)
    const unexpected = deviations.splice(0).filter(call => call !== OF_EXAMPLE)
    expect.soft(unexpected, `${view.name}: calls outside §7`).toEqual([])
    // Checked once for each view, with the last level that sees it.
    if (locale === 'ko' && who === view.who.at(-1)) await expectLooks(page, view.name)
  }
  return { page, expectView }
}
