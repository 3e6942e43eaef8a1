/** Menus and buttons by level (§6). The refusals of the server are tested in tests/server. */

import { translate } from '../../src/tools/translate'
import { expect, type Level, test } from '../support/journey'

const settings: [level: Level, entries: string[]][] = [
  ['guest', []],
  ['client', []],
  ['vendor', ['회원관리']],
  ['master', ['회원관리', '업체관리']],
]

for (const [level, entries] of settings) {
  const offered = entries.length > 0 ? entries.join(' and ') : 'no settings menu'
  test(`a ${level} has devices, orders and groups in the bar, ${offered}, and may register devices`, async ({
    open,
  }) => {
    const page = await open(level, '/app/devices')
    await test.step('the device list has the register button and the column edition', async () => {
      await expect(page.getByRole('button', { name: translate('roster.dialog.open') }).first()).toBeVisible()
      await expect(page.getByRole('columnheader', { name: '에디션' })).toBeVisible()
    })
    await test.step('the links of the bar work, and the footer names the service', async () => {
      const bar = page.getByRole('navigation', { name: translate('shell.nav.main') }).first()
      for (const [label, path] of [
        ['제어', '/app/orders'],
        ['그룹', '/app/groups/batches'],
        ['디바이스', '/app/devices'],
      ] as const) {
        await bar.getByRole('link', { name: label, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(path))
      }
      await expect(page.getByRole('contentinfo')).toContainText('단말 관리 서비스')
    })
    await test.step('the settings menu has the entries of the level', async () => {
      await expect(page.getByRole('link', { name: new RegExp(translate('shell.nav.profile')) })).toBeVisible()
      const gear = page.getByRole('button', { name: translate('shell.nav.settings') })
      await expect(gear).toHaveCount(entries.length > 0 ? 1 : 0)
      if (entries.length === 0) return
      await gear.click()
      for (const entry of ['회원관리', '업체관리'])
        await expect(page.getByRole('menuitem', { name: entry })).toHaveCount(entries.includes(entry) ? 1 : 0)
      await page.getByRole('menuitem', { name: entries[0]! }).click()
      await expect(page).toHaveURL('/app/admin/clients')
    })
  })
}

test('only the master has the admin avatar', async ({ open }) => {
  const master = await open('master', '/app/profile')
  await expect(master.getByRole('link', { name: new RegExp(translate('shell.admin')) })).toBeVisible()
  const vendor = await open('vendor', '/app/profile')
  await expect(vendor.getByRole('link', { name: new RegExp(translate('shell.nav.profile')) })).toBeVisible()
  await expect(vendor.getByRole('link', { name: new RegExp(translate('shell.admin')) })).toHaveCount(0)
})

for (const [level, path] of [
  ['client', '/app/admin/clients'],
  ['guest', '/app/admin/vendors'],
  ['vendor', '/app/admin/vendors'],
] as const) {
  test(`a ${level} who enters ${path} sees that access is denied`, async ({ open }) => {
    const page = await open(level, path)
    await expect(page.getByText(translate('shell.denied.sentence'))).toBeVisible()
  })
}
