/** Changing `config/` without a build: columns, labels, and what happens to a mistake. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../src/tools/say'
import { axeFindings } from '../support/axe'
import { expect, type Site, startInVain, startSite, test } from '../support/journey'
import { root } from '../support/source'

interface DevicesFile {
  fields: Record<string, { label?: unknown; type?: string }>
  list: { columns: (string | { field: string })[]; phone: string[] }
}

let folder: string
let site: Site
const file = () => join(folder, 'resources/devices.json')

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-config-'))
  await cp(join(root, 'config'), folder, { recursive: true })
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

async function edit(change: (devices: DevicesFile) => void): Promise<void> {
  const devices = JSON.parse(await readFile(file(), 'utf8')) as DevicesFile
  change(devices)
  await writeFile(file(), `${JSON.stringify(devices, null, 2)}\n`)
}

/** The server rereads the folder in its own time: wait until it gives out another config. */
async function changed(at: Site, since: string): Promise<void> {
  await expect.poll(() => etag(at), { timeout: 20_000 }).not.toBe(since)
}

async function etag(at: Site): Promise<string> {
  return (await fetch(`${at.url}/config.json`)).headers.get('etag') ?? ''
}

test.describe('on a running server', () => {
  test.beforeEach(async () => {
    site = await startSite({ data: process.env.JOURNEY_SEED, env: { FLEET_CONFIG: folder } })
  })
  test.afterEach(() => site.stop())

  test('a column added, one removed and a label renamed show after a reload, without a build', async ({
    open,
  }) => {
    const page = await open('vendor', '/app/devices', { site })
    await expect(page.getByRole('columnheader', { name: '모델' })).toBeVisible()
    const before = await etag(site)
    await edit(devices => {
      devices.fields.region = { type: 'text', label: '설치 지역' }
      devices.list.columns.push('region')
      devices.list.columns = devices.list.columns.filter(column => column !== 'release')
      devices.fields.model!.label = '기종'
    })
    await changed(site, before)
    await page.reload()
    await expect(page.getByRole('columnheader', { name: '설치 지역' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '기종' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: '모델' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: '빌드' })).toHaveCount(0)
    await expect(page.locator('tbody tr')).toHaveCount(20)
  })

  test('a column that config added is filled by the roster and shown in the list', async ({ open }) => {
    const before = await etag(site)
    await edit(devices => {
      devices.fields.region = { type: 'text', label: '설치 지역' }
      devices.list.columns.splice(3, 0, 'region')
    })
    const roster = join(folder, 'roster.json')
    const rules = JSON.parse(await readFile(roster, 'utf8')) as {
      columns: { field: string; header: unknown }[]
    }
    rules.columns.push({ field: 'region', header: '설치 지역' })
    await writeFile(roster, JSON.stringify(rules, null, 2))
    await changed(site, before)
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

  test('a mistake keeps the last good config in force, and the log names file, line and path', async ({
    open,
  }) => {
    const before = await etag(site)
    await edit(devices => {
      devices.list.columns.push('modle')
    })
    await site.printed(/resources\/devices\.json:\d+:\d+ \/list\/columns\/\d+ .*modle/)
    expect(await etag(site)).toBe(before)
    const page = await open('vendor', '/app/devices', { site })
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await edit(devices => {
      devices.list.columns = devices.list.columns.filter(column => column !== 'modle' && column !== 'version')
    })
    await changed(site, before)
    await page.reload()
    await expect(page.locator('tbody tr')).toHaveCount(20)
    await expect(page.getByRole('columnheader', { name: '버전' })).toHaveCount(0)
  })

  test('a mistake is on every page of a master, in both languages and on a phone, until it is mended', async ({
    open,
  }) => {
    const { columns } = (JSON.parse(await readFile(file(), 'utf8')) as DevicesFile).list
    await edit(devices => {
      devices.list.columns.push('modle')
    })
    await site.printed(/columns\/\d+ .*modle/)
    const page = await open('master', '/app/devices', { site, viewport: { width: 320, height: 640 } })
    const banner = page.getByRole('status').filter({ hasText: 'devices.json' })
    await expect(banner).toContainText(say('shell.configRefused.title'))
    await expect(banner).toContainText(/devices\.json:\d+:\d+ \/list\/columns\/\d+ .*modle/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/app/groups/batches')
    await expect(banner).toBeVisible()
    const wide = await open('master', '/app/orders', { site })
    const refused = wide.getByRole('status').filter({ hasText: 'devices.json' })
    await wide.getByRole('button', { name: say('shell.language.title') }).click()
    await wide.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(refused).toContainText(say('shell.configRefused.title', {}, 'en'))
    await expect(refused).toContainText('Unknown field "modle".')
    const vendor = await open('vendor', '/app/devices', { site })
    await expect(vendor.locator('tbody tr')).toHaveCount(20)
    await expect(vendor.getByText(say('shell.configRefused.title'))).toHaveCount(0)
    await edit(devices => {
      devices.list.columns = columns
    })
    await site.printed(/in force again/)
    await wide.reload()
    await expect(wide.getByRole('heading').first()).toBeVisible()
    await expect(refused).toHaveCount(0)
  })
})

test('a server does not start on a misspelt field, and says file, line, path and what was meant', async () => {
  await edit(devices => {
    devices.list.columns.push('modle')
  })
  const line = (await readFile(file(), 'utf8')).split('\n').findIndex(text => text.includes('"modle"')) + 1
  const { code, output } = await startInVain({ FLEET_CONFIG: folder })
  expect(code).toBe(1)
  expect(output).toMatch(
    new RegExp(`resources/devices\\.json:${line}:\\d+ /list/columns/\\d+ .*modle.*model`),
  )
  expect(output).not.toMatch(/^\s+at /m)
})
