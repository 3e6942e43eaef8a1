/** The console calls only the API of §7; `tests/sweeps/languages.sweep.ts` covers the other screens and dialogs. */
import { listen } from '../support/askedAs'
import { expect, follow, settled, test } from '../support/journey'

const SCREENS: [path: string, asks: string[]][] = [
  ['/app/devices', ['GET /api/devices']],
  ['/app/devices?page=2&sort=isdn&order=DESC', ['GET /api/devices']],
  [`/app/devices?filter=${encodeURIComponent('{"search":"0101","status":"linked"}')}`, ['GET /api/devices']],
  ['/app/orders', ['POST /api/orders', 'GET /api/orders/status']],
  // The methods are known: the list of orders shows their words.
  ['/app/orders/compose', ['GET /api/models']],
  ['/app/groups/batches', ['GET /api/batches']],
  ['/app/admin/clients', ['GET /api/admin/clients']],
  ['/app/profile', ['GET /api/clients/email/vendor%40demo.local']],
]

test('every screen calls only the API of §7, as often as needed', async ({ open }) => {
  const page = await open('vendor', '/app/main/fleet')
  await settled(page)
  const { asked, wrong } = listen(page)
  for (const [path, asks] of SCREENS) {
    asked.length = 0
    await follow(page, path)
    // A mounted list sends its request only some time after the address changes.
    await expect.poll(() => asked, path).toEqual(expect.arrayContaining(asks))
    await settled(page)
  }

  // Marking an order reads the list again, once.
  await follow(page, '/app/orders')
  await settled(page)
  asked.length = 0
  await page.getByRole('button', { name: /별표/ }).first().click()
  await expect.poll(() => asked).toContain('POST /api/orders/marks')
  await settled(page)
  expect(asked.filter(call => call === 'POST /api/orders')).toHaveLength(1)
  expect(wrong).toEqual([])
})
