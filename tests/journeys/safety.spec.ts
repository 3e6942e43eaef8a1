/**
 * All screens for the highest and lowest level: no violation of the content security policy, no request to other
 * origins (the `open` fixture fails on either), no horizontal overflow on a phone (security 20-21). The sweeps open
 * every dialog for every level, and run axe on it.
 */
import { expect, fitsTheWidth, follow, PHONE, settled, test } from '../support/journey'

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
