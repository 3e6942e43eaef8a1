/** Changing `config/` without a build: columns, labels, and errors in a file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { applyConfigChange, type ConfigFolder, copyConfig, etag } from '../support/configFolder'
import type { ConfigSite } from '../support/configSite'
import { expect, startRefused, test } from '../support/journey'

interface DevicesFile {
  fields: Record<string, { label?: unknown; type?: string }>
  list: { columns: (string | { field: string })[]; phone: string[] }
}

interface RosterFile {
  columns: { field: string; header: unknown }[]
}

const FILE = 'resources/devices.json'
const edit = ({ config }: { config: ConfigFolder }, change: (devices: DevicesFile) => void) =>
  config.change<DevicesFile>(FILE, change)

test.describe('on a running server', () => {
  let site: ConfigSite
  /** Collects the server's output from now on. */
  let since: number
  const printed = (pattern: RegExp) => expect.poll(() => site.output().slice(since)).toMatch(pattern)
  test.beforeEach(({ configSite }) => {
    site = configSite
    since = site.output().length
  })

  test('an added column, a removed column and a renamed label show after a reload, without a build', async ({
    open,
  }) => {
    const page = await open('vendor', '/app/devices', { site })
    await expect(page.getByRole('columnheader', { name: '모델' })).toBeVisible()
    await applyConfigChange(site, () =>
      edit(site, devices => {
        devices.fields.region = { type: 'text', label: '설치 지역' }
        devices.list.columns.push('region')
        devices.list.columns = devices.list.columns.filter(column => column !== 'release')
        devices.fields.model!.label = '기종'
      }),
    )
    await page.reload()
    await expect(page.getByRole('columnheader', { name: '설치 지역' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '기종' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '모델' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: '빌드' })).toHaveCount(0)
    await expect(page.locator('tbody tr')).toHaveCount(20)
  })

  test('a column added by config is filled by the roster and shown in the list', async ({ open }) => {
    await applyConfigChange(site, async () => {
      await edit(site, devices => {
        devices.fields.region = { type: 'text', label: '설치 지역' }
        devices.list.columns.splice(3, 0, 'region')
      })
      await site.config.change<RosterFile>('roster.json', ({ columns }) => {
        columns.push({ field: 'region', header: '설치 지역' })
      })
    })
    const csv = 'IMEI,전화번호,시리얼,모델,설치 지역\r\n490154203237518,01055550002,77,FT-100,제주 서귀포\r\n'
    await expect
      .poll(async () => {
        const form = new FormData()
        form.set('file', new Blob([csv]), 'region.csv')
        const answer = await fetch(`${site.url}/api/devices/roster/ul`, {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${await site.token('client')}` },
        })
        return answer.status
      })
      .toBe(200)
    const page = await open(
      'client',
      `/app/devices?filter=${encodeURIComponent('{"search":"01055550002"}')}`,
      { site },
    )
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page.locator('tbody tr')).toContainText('제주 서귀포')
  })

  test('an error keeps the last valid config active, and the log names file, line and path', async ({
    open,
  }) => {
    const before = await etag(site)
    await edit(site, devices => {
      devices.list.columns.push('modle')
    })
    await printed(/resources\/devices\.json:\d+:\d+ \/list\/columns\/\d+ .*modle/)
    expect(await etag(site)).toBe(before)
    const page = await open('vendor', '/app/devices', { site })
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await applyConfigChange(site, () =>
      edit(site, devices => {
        devices.list.columns = devices.list.columns.filter(
          column => column !== 'modle' && column !== 'version',
        )
      }),
    )
    await page.reload()
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await expect(page.getByRole('columnheader', { name: '버전' })).toHaveCount(0)
  })

  test('an error is shown on every page of a master, in both languages and on a phone, until it is corrected', async ({
    open,
  }) => {
    await edit(site, devices => {
      devices.list.columns.push('modle')
    })
    await printed(/columns\/\d+ .*modle/)
    const page = await open('master', '/app/devices', { site, viewport: { width: 320, height: 640 } })
    const banner = page.getByRole('status').filter({ hasText: 'devices.json' })
    await expect(banner).toContainText(translate('shell.configRefused.title'))
    await expect(banner).toContainText(/devices\.json:\d+:\d+ \/list\/columns\/\d+ .*modle/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/app/groups/batches')
    await expect(banner).toBeVisible()
    const wide = await open('master', '/app/orders', { site })
    const refused = wide.getByRole('status').filter({ hasText: 'devices.json' })
    await wide.getByRole('button', { name: translate('shell.language.title') }).click()
    await wide.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(refused).toContainText(translate('shell.configRefused.title', {}, 'en'))
    await expect(refused).toContainText('Unknown field "modle".')
    const vendor = await open('vendor', '/app/devices', { site })
    await expect(vendor.locator('tbody tr')).toHaveCount(20)
    await expect(vendor.getByText(translate('shell.configRefused.title'))).toHaveCount(0)
    await edit(site, devices => {
      devices.list.columns.pop()
    })
    await printed(/in force again/)
    await wide.reload()
    await expect(wide.getByRole('heading').first()).toBeVisible()
    await expect(refused).toHaveCount(0)
  })
})

test('a server refuses to start with a misspelt field, and prints file, line, path and a suggestion', async () => {
  const config = await copyConfig()
  await edit({ config }, devices => {
    devices.list.columns.push('modle')
  })
  const line =
    (await readFile(join(config.path, FILE), 'utf8'))
      .split('\n')
      .findIndex(text => text.includes('"modle"')) + 1
  const { code, output } = await startRefused({ FLEET_CONFIG: config.path })
  await config.discard()
  expect(code).toBe(1)
  expect(output).toMatch(
    new RegExp(`resources/devices\\.json:${line}:\\d+ /list/columns/\\d+ .*modle.*model`),
  )
  expect(output).not.toMatch(/^\s+at /m)
})
