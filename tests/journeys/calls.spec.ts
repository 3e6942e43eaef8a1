/**
 * What the console asks is what §7 lists (the other screens and dialogs: `tests/sweeps/languages.sweep.ts`); a draft
 * for each tab.
 */
import { listen } from '../support/askedAs'
import { expect, follow, settled, test } from '../support/journey'

const SCREENS: [path: string, asks: string[]][] = [
  ['/app/devices', ['GET /api/devices']],
  ['/app/devices?page=2&sort=isdn&order=DESC', ['GET /api/devices']],
  [`/app/devices?filter=${encodeURIComponent('{"search":"0101","status":"linked"}')}`, ['GET /api/devices']],
  ['/app/orders', ['POST /api/orders', 'GET /api/orders/status']],
  ['/app/orders/compose', ['GET /api/methods']],
  ['/app/groups/batches', ['GET /api/batches']],
  ['/app/admin/clients', ['GET /api/admin/clients']],
  ['/app/profile', ['GET /api/clients/email/vendor%40demo.local']],
]

test('every screen asks what §7 lists, with all that it lists', async ({ open }) => {
  const page = await open('vendor', '/app/main/fleet')
  await settled(page)
  const { asked, wrong } = listen(page)
  for (const [path, asks] of SCREENS) {
    asked.length = 0
    await follow(page, path)
    // A list that is there already asks a moment after its address changes.
    await expect.poll(() => asked, path).toEqual(expect.arrayContaining(asks))
    await settled(page)
  }
  expect(wrong).toEqual([])
})

test('a mark asks for the list once', async ({ open }) => {
  const page = await open('vendor', '/app/orders')
  await settled(page)
  const { asked, wrong } = listen(page)
  await page.getByRole('button', { name: /별표/ }).first().click()
  await expect.poll(() => asked).toContain('POST /api/orders/marks')
  await settled(page)
  expect(asked.filter(call => call === 'POST /api/orders')).toHaveLength(1)
  expect(wrong).toEqual([])
})

test('two tabs have a draft each, and what a closed one held is found again', async ({ open }) => {
  const first = await open('vendor', '/app/orders/compose')
  const title = (page: typeof first) => page.getByRole('textbox', { name: '제목' })
  await title(first).fill('첫째 탭')
  const second = await first.context().newPage()
  await second.goto('/app/orders/compose')
  await expect(title(second)).toHaveValue('')
  await title(second).fill('둘째 탭')
  await first.reload()
  await expect(title(first)).toHaveValue('첫째 탭')
  await second.reload()
  await expect(title(second)).toHaveValue('둘째 탭')
  await second.close()
  const third = await first.context().newPage()
  await third.goto('/app/orders/compose')
  await expect(title(third)).toHaveValue('둘째 탭')
  await third.close()
})
