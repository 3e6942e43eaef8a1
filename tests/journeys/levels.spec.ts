/** Menus, buttons and screens by level (§6). The refusals of the server are tested in tests/server. */

import { translate } from '../../src/tools/translate'
import { expect, follow, type Level, test } from '../support/journey'

const LEVELS: { level: Level; settings: string[]; denied: string[] }[] = [
  { level: 'client', settings: [], denied: ['/app/admin/clients', '/app/admin/vendors'] },
  { level: 'vendor', settings: ['회원관리'], denied: ['/app/admin/vendors', '/app/admin/vendors/edit/1'] },
  { level: 'master', settings: ['회원관리', '업체관리'], denied: [] },
]

test('each level has its screens and its entries of the settings menu', async ({ open }) => {
  for (const { level, settings, denied } of LEVELS)
    await test.step(level, async () => {
      const page = await open(level, '/app/profile')
      await expect(page.getByRole('link', { name: new RegExp(translate('shell.nav.profile')) })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText('단말 관리 서비스')
      const admin = page.getByRole('link', { name: new RegExp(translate('shell.admin')) })
      await expect(admin).toHaveCount(level === 'master' ? 1 : 0)
      const bar = page.getByRole('navigation', { name: translate('shell.nav.main') }).first()
      const links = { 제어: '/app/orders', 그룹: '/app/groups/batches', 디바이스: '/app/devices' }
      for (const [label, path] of Object.entries(links)) {
        await bar.getByRole('link', { name: label, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(path))
      }
      await expect(page.getByRole('button', { name: translate('roster.dialog.open') }).first()).toBeVisible()
      for (const path of denied) {
        await follow(page, path)
        await expect(page.getByText(translate('shell.denied.sentence')), path).toBeVisible()
        await expect(page.getByRole('textbox', { name: '이름' })).toHaveCount(0)
      }
      const gear = page.getByRole('button', { name: translate('shell.nav.settings') })
      await expect(gear).toHaveCount(settings.length > 0 ? 1 : 0)
      if (settings.length === 0) return
      await gear.click()
      const entryOf = (name: string) => page.getByRole('menuitem', { name })
      for (const entry of ['회원관리', '업체관리'])
        await expect(entryOf(entry)).toHaveCount(settings.includes(entry) ? 1 : 0)
      await page.getByRole('menuitem', { name: settings.at(-1)! }).click()
      await expect(page).toHaveURL(new RegExp(level === 'master' ? '/admin/vendors' : '/admin/clients'))
    })
})
