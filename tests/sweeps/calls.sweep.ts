/** Every screen, dialog and menu asks what §7 lists, as every level that may see it. */
import { sentencesOf, VIEWS } from '../../src/tools/pictures/views'
import { listen } from '../support/askedAs'
import { expect, follow, settled, test } from '../support/journey'

const WHO = [...new Set(VIEWS.flatMap(view => view.who))]

for (const who of WHO) {
  test(`as ${who}`, async ({ open }) => {
    const page = await open(who, who === 'nobody' ? '/login' : '/app/profile')
    await settled(page)
    const { wrong } = listen(page)
    for (const view of VIEWS.filter(one => one.who.includes(who))) {
      // A list that is opened without a query has the filters of the visit before.
      await follow(page, view.path.includes('?') ? view.path : `${view.path}?filter=%7B%7D`)
      await settled(page)
      await view.reach?.(page, sentencesOf('ko'))
      await settled(page)
      expect.soft(wrong, view.name).toEqual([])
      wrong.length = 0
      // Dialogs and menus give way to the next screen.
      await page.keyboard.press('Escape')
    }
  })
}
