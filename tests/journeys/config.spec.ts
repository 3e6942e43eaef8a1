/** An error in a file of `config/` while the server runs; at its start: processes/start. */
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { type ConfigFolder, etag } from '../support/configFolder'
import { expect, test } from '../support/journey'
import { switchLanguage } from '../support/languages'
import { rows } from '../support/records'

interface DevicesFile {
  list: { columns: (string | { field: string })[] }
}

const edit = ({ config }: { config: ConfigFolder }, change: (devices: DevicesFile) => void) =>
  config.change<DevicesFile>('resources/devices.json', change)

test('an error keeps the last valid config, and masters see it', async ({ open, configSite: site }) => {
  const since = site.output().length
  const printed = (pattern: RegExp) => expect.poll(() => site.output().slice(since)).toMatch(pattern)
  const before = await etag(site)
  const line = /devices\.json:\d+:\d+ \/list\/columns\/\d+ .*modle/
  await edit(site, devices => {
    devices.list.columns.push('modle')
  })
  await printed(line)
  expect(await etag(site)).toBe(before)
  const vendor = await open('vendor', '/app/devices', { site })
  await expect(rows(vendor)).toHaveCount(20)
  await expect(vendor.getByText(translate('shell.configRefused.title'))).toHaveCount(0)
  const page = await open('master', '/app/devices', { site, viewport: { width: 320, height: 640 } })
  const banner = page.getByRole('status').filter({ hasText: 'devices.json' })
  await expect(banner).toContainText(translate('shell.configRefused.title'))
  await expect(banner).toContainText(line)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app/orders')
  await switchLanguage(page, 'en')
  await expect(banner).toContainText(translate('shell.configRefused.title', {}, 'en'))
  await expect(banner).toContainText('Unknown field "modle".')
  await edit(site, devices => {
    devices.list.columns.pop()
  })
  await printed(/in force again/)
  await page.reload()
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(banner).toHaveCount(0)
})
