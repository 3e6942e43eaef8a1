/**
 * Every screen, dialog and picker in every language of i18n/: no page errors, failed screens, raw keys or unfilled
 * placeholders, no Korean in English except record data, no times without a zone, no calls outside §7. In Korean also:
 * axe (dark and light), the font of controls, the language of texts, forced colours.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompiledConfig } from '../../src/engine/compiled'
import {
  EXAMPLE_VIEWS,
  sentencesOf,
  VIEWS,
  VIEWS_ENV,
  type View,
  type Viewer,
} from '../../src/tools/pictures/views'
import { copyConfig } from '../support/configFolder'
import { KINDS_RESOURCE } from '../support/everyKind'
import { type Site, startSite, testOn } from '../support/journey'
import { LOCALES } from '../support/languages'
import { isWalkedByWidths, selectedViews, withExamples } from '../support/views'
import { configOf, VIEWERS, visit } from '../support/visit'

interface Kinds extends Site {
  config: CompiledConfig
}

/** The demo fleet with a resource that has every kind of field, and one of the examples. */
async function startKinds(): Promise<Kinds> {
  const folder = await copyConfig()
  await writeFile(join(folder.path, 'resources/kinds.json'), JSON.stringify(KINDS_RESOURCE))
  await folder.drop('sims')
  await withExamples(folder)
  // Rows are alike, and most dialogs open above this list.
  await folder.change<{ list: { perPage: number } }>('resources/devices.json', ({ list }) => {
    list.perPage = 10
  })
  const env = { FLEET_CONFIG: folder.path, ...VIEWS_ENV }
  const site = await startSite({ data: process.env.JOURNEY_SEED, env })
  return { ...site, config: await configOf(site), stop: () => site.stop().then(folder.discard) }
}

const test = testOn(startKinds)

for (const locale of LOCALES) {
  const sentence = sentencesOf(locale)

  for (const who of VIEWERS) {
    // sweeps/widths checks these views at the desktop sizes.
    if (isWalkedByWidths(who, locale)) continue
    const views = viewsOf(who, locale)
    if (views.length === 0) continue
    test(`${locale}: every screen and dialog of ${who} has complete texts`, async ({ open, site }) => {
      const { expectView } = await visit(open, { site, config: site.config }, who, locale)
      let before: View | undefined
      for (const view of views) {
        await test.step(view.name, () => expectView(view, before, sentence))
        before = view
      }
    })
  }
}

/**
 * In Korean these are all views of the level; for vendor staff only those that masters do not see, because
 * sweeps/widths opens the views of vendor staff in English. In other languages the texts do not depend on the level, so
 * the views that sweeps/widths checks are left out.
 */
function viewsOf(who: Viewer, locale: string): View[] {
  const seen = selectedViews([...VIEWS, ...EXAMPLE_VIEWS]).filter(view => view.who.includes(who))
  if (locale === 'ko') return who === 'vendor' ? seen.filter(view => !view.who.includes('master')) : seen
  const others = VIEWERS.filter(other => isWalkedByWidths(other, locale))
  return seen.filter(view => !others.some(other => view.who.includes(other)))
}
