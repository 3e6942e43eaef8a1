/**
 * All screens for the highest and lowest level: no violation of the content security policy, no request to other
 * origins (the `open` fixture fails on either), no horizontal overflow on a phone; and axe finds nothing on one screen
 * of each kind (security 20-21).
 */
import { bulkDialog } from '../../src/tools/pictures/open/devices'
import { translate } from '../../src/tools/translate'
import { axeFindings, axeFindingsNow } from '../support/axe'
import {
  arrive,
  expect,
  fitsTheWidth,
  follow,
  LEVELS,
  type Level,
  type Page,
  PHONE,
  settled,
  test,
} from '../support/journey'
import { root } from '../support/source'

const SCREENS = [
  '/app/main/fleet',
  '/app/devices',
  '/app/orders',
  '/app/groups/batches',
  '/app/groups/batches/edit/0',
  '/app/profile',
  '/app/admin/clients',
  '/app/admin/clients/edit/0',
  '/app/admin/vendors',
  '/app/admin/vendors/edit/0',
  '/app/admin/models',
  '/app/admin/models/edit/0',
  '/app/admin/bunches',
  '/app/admin/bunches/edit/0',
  '/app/admin/methods',
  '/app/admin/methods/edit/0',
  '/app/nowhere',
  '/error',
]
const DESKTOP = { width: 1440, height: 900 }

// The highest and the lowest level; sweeps/widths covers the others.
for (const level of ['master', 'guest'] as const) {
  test(`a ${level} opens every screen on a phone without errors or horizontal overflow`, async ({ open }) => {
    const page = await open(level, '/app/main/fleet', { viewport: PHONE })
    for (const path of SCREENS) {
      await follow(page, path)
      await settled(page)
      expect(await fitsTheWidth(page), path).toBe(true)
    }
  })
}

test('every response has the security headers', async ({ site }) => {
  for (const path of [
    '/',
    '/app/devices',
    '/config.json',
    '/api/devices',
    '/api/nowhere',
    '/assets/nowhere.js',
  ]) {
    const { headers } = await fetch(site.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src 'self'")
    expect(policy, path).not.toContain('unsafe')
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-powered-by'), path).toBeNull()
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
  }
})

interface View {
  name: string
  who: Level | 'nobody'
  path: string
  /** Brings the page into the state to check. */
  reach?: (page: Page) => Promise<void>
}

/** One screen of each kind, over all levels; sweeps/languages and sweeps/widths run axe on every view. */
const views: View[] = [
  { name: 'the login', who: 'nobody', path: '/login' },
  { name: 'the roster dialog with row errors', who: 'client', path: '/app/devices', reach: rowErrors },
  { name: 'the dialog that moves chosen devices', who: 'vendor', path: '/app/devices', reach: moving },
  {
    name: 'the form of a client, with errors',
    who: 'master',
    path: '/app/admin/clients/edit/0',
    reach: formErrors,
  },
  { name: 'the 404 page', who: 'guest', path: '/app/nowhere' },
]

for (const who of ['nobody', ...LEVELS] as const) {
  const viewsOfLevel = views.filter(view => view.who === who)
  test(`axe finds nothing on ${viewsOfLevel.map(({ name }) => name).join(', ')}, on a desktop, dark and light, and on a phone`, async ({
    open,
  }) => {
    const page = await open(who, viewsOfLevel[0]!.path, { viewport: DESKTOP })
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      for (const { name, path, reach } of viewsOfLevel) {
        await test.step(`${name}, ${viewport.width} px`, async () => {
          await arrive(page, path)
          await settled(page)
          await reach?.(page)
          await settled(page)
          // The phone has the same colours.
          expect(await (viewport === PHONE ? axeFindingsNow : axeFindings)(page)).toEqual([])
          expect(await fitsTheWidth(page)).toBe(true)
        })
      }
    }
  })
}

function moving(page: Page): Promise<void> {
  return bulkDialog('moveBatch')(page, translate)
}

async function formErrors(page: Page): Promise<void> {
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('필수 회원 생성 데이터가 없습니다!').first()).toBeVisible()
}

async function rowErrors(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: translate('roster.dialog.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await page.locator('input[type=file]').setInputFiles(`${root}/tests/sheet/fixtures/roster-wrong.xlsx`)
  await expect(dialog.getByRole('table', { name: translate('roster.check.bad') })).toBeVisible()
}
