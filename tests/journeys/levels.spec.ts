/** What each level is shown (§6). The server's own refusals are in tests/server. */

import { say } from '../../src/tools/say'
import { expect, type Level, test } from '../support/journey'

const settings: [level: Level, entries: string[]][] = [
  ['guest', []],
  ['client', []],
  ['vendor', ['회원관리']],
  ['master', ['회원관리', '업체관리']],
]

for (const [level, entries] of settings) {
  const title = entries.length > 0 ? `offers ${entries.join(' and ')}` : 'is not there'
  test(`the settings menu ${title} for a ${level}`, async ({ open }) => {
    const page = await open(level, '/app/main/fleet')
    await expect(page.getByRole('link', { name: new RegExp(say('shell.nav.profile')) })).toBeVisible()
    const gear = page.getByRole('button', { name: say('shell.nav.settings') })
    await expect(gear).toHaveCount(entries.length > 0 ? 1 : 0)
    if (entries.length === 0) return
    await gear.click()
    for (const entry of ['회원관리', '업체관리'])
      await expect(page.getByRole('menuitem', { name: entry })).toHaveCount(entries.includes(entry) ? 1 : 0)
    await page.getByRole('menuitem', { name: entries[0]! }).click()
    await expect(page).toHaveURL('/app/admin/clients')
  })
}

for (const level of ['guest', 'client', 'vendor', 'master'] as const) {
  test(`the bar leads a ${level} to devices, orders and groups, and the footer names the service`, async ({
    open,
  }) => {
    const page = await open(level, '/app/main/fleet')
    const bar = page.getByRole('navigation', { name: say('shell.nav.main') }).first()
    for (const [label, path] of [
      ['디바이스', '/app/devices'],
      ['제어', '/app/orders'],
      ['그룹', '/app/groups/batches'],
    ] as const) {
      await bar.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(path))
    }
    await expect(page.getByRole('contentinfo')).toContainText('단말 관리 서비스')
  })
}

test('only the master has the admin avatar', async ({ open }) => {
  const master = await open('master', '/app/main/fleet')
  await expect(master.getByRole('link', { name: new RegExp(say('shell.admin')) })).toBeVisible()
  const vendor = await open('vendor', '/app/main/fleet')
  await expect(vendor.getByRole('link', { name: new RegExp(say('shell.nav.profile')) })).toBeVisible()
  await expect(vendor.getByRole('link', { name: new RegExp(say('shell.admin')) })).toHaveCount(0)
})

for (const [level, path] of [
  ['client', '/app/admin/clients'],
  ['guest', '/app/admin/vendors'],
  ['vendor', '/app/admin/vendors'],
] as const) {
  test(`a ${level} who types ${path} is told that it may not`, async ({ open }) => {
    const page = await open(level, path)
    await expect(page.getByText(say('shell.denied.sentence'))).toBeVisible()
  })
}

for (const level of ['guest', 'client', 'vendor', 'master'] as const) {
  test(`a ${level} sees the button that registers devices, and the column edition`, async ({ open }) => {
    const page = await open(level, '/app/devices')
    await expect(page.getByRole('button', { name: say('roster.dialog.open') }).first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '에디션' })).toBeVisible()
  })
}
