/** Every screen, dialog and menu: the font of its controls, the language of its sentences, forced colours, paper. */
import { sentencesOf, VIEWS } from '../../src/tools/pictures/views'
import { expect, settled, test } from '../support/journey'
import { strangeFonts, unmarkedChoices, unmarkedEnglish } from '../support/looks'

for (const view of VIEWS) {
  const who = view.who.at(-1)!
  test(`${view.name} as ${who}: one font, English marked as such, choices seen in forced colours, white on paper`, async ({
    open,
  }) => {
    const page = await open(who, view.path)
    await settled(page)
    await view.reach?.(page, sentencesOf('ko'))
    await settled(page)
    expect.soft(await strangeFonts(page), 'fonts').toEqual([])
    expect.soft(await unmarkedEnglish(page), 'languages').toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    expect.soft(await unmarkedChoices(page), 'forced colours').toEqual([])
    await page.emulateMedia({ forcedColors: null, media: 'print' })
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).color), 'paper')
      .toBe('rgb(26, 34, 48)')
    await page.emulateMedia({ media: null })
  })
}
