/** A page of somebody in a language, with an eye on what it says and asks: for the sweeps that walk the views. */
import type { CompiledConfig } from '../../src/engine/compiled'
import type { Sentence, View, Viewer } from '../../src/tools/pictures/views'
import { listen } from './askedAs'
import { expect, LEVELS, type Open, type Page, type Site } from './journey'
import { faultsOn, LOCALES, recordsHeard, turnTo } from './languages'
import { expectLooks } from './looks'
import { turnToView } from './views'

export const VIEWERS: readonly Viewer[] = ['nobody', ...LEVELS]

/** Korea, and a zone behind UTC that has summer time: what is shown and taken is the same in both. */
const ZONES = ['Asia/Seoul', 'America/New_York']

/** What the clients beside a vendor's form ask, which `withExamples` adds. */
const OF_EXAMPLE = 'GET /api/admin/clients with vendor'

export interface Visit {
  page: Page
  /** Fails with what is wrong with the page as it stands. */
  expectSound: (where: string) => Promise<void>
  /** Goes to a view, and fails with what is wrong there: with what it says, asks, and looks like. */
  expectView: (view: View, before: View | undefined, sentence: Sentence) => Promise<void>
}

export async function visit(
  open: Open,
  { site, config }: { site: Site; config: CompiledConfig },
  who: Viewer,
  locale: string,
): Promise<Visit> {
  const timezoneId = ZONES[(VIEWERS.indexOf(who) + LOCALES.indexOf(locale)) % ZONES.length]
  const page = await open(who, who === 'nobody' ? '/login' : '/app/profile', { timezoneId })
  const records = recordsHeard(page, who === 'nobody' ? undefined : await site.token(who))
  // Whose token a view offers in the address.
  const offered = Buffer.from((await site.token('guest')).split('.')[1]!, 'base64url').toString()
  const errors: string[] = []
  page.on('console', message => {
    // The browser's own line for an answer such as 404, which the console shows in its way.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  await turnTo(page, locale)
  // What was asked before the language changed is asked again, so that its answer is heard.
  await page.reload()
  const { wrong } = listen(page)
  const expectSound = async (where: string) => {
    // What the server answered is heard a moment after it is shown.
    await expect
      .poll(
        async () => {
          // A chosen sheet is shown with the headers that it has.
          const sheet = config.roster.columns.map(({ header }) => header.ko).join()
          const faults = await faultsOn(page, locale, records() + sheet + offered)
          // That screen is there to say that something went wrong.
          return faults.filter(fault => where !== 'error' || !fault.startsWith('gave up'))
        },
        { message: `${where} as ${who} in ${locale}` },
      )
      .toEqual([])
    expect(errors, where).toEqual([])
  }
  const expectView: Visit['expectView'] = async (view, before, sentence) => {
    wrong.splice(0)
    await turnToView(page, view, before, sentence)
    await expectSound(view.name)
    const strange = wrong.splice(0).filter(call => call !== OF_EXAMPLE)
    expect.soft(strange, `${view.name}: calls that §7 does not have`).toEqual([])
    // By the last of those who see it.
    if (locale === 'ko' && who === view.who.at(-1)) await expectLooks(page, view.name)
  }
  return { page, expectSound, expectView }
}
