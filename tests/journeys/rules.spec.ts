/**
 * Rules across fields, fields that are worked out and defaults that move, by config alone: the examples are dropped into the folder of a
 * running built server, and a formula is changed in it.
 */
import { type ConfigFolder, copyConfig, inForce } from '../support/configFolder'
import { expect, type Site, startSite, test } from '../support/journey'
import { ask, button, input, label, rowOf } from '../support/records'

let site: Site
let config: ConfigFolder
test.beforeAll(async () => {
  config = await copyConfig()
  site = await startSite({ data: process.env.JOURNEY_SEED, env: { FLEET_CONFIG: config.path } })
})
test.afterAll(async () => {
  await site.stop()
  await config.discard()
})

const of = (field: string) => label('examples/rentals', field)
const visit = (field: string) => label('examples/visits', field)

test('what two files say holds at once, and a changed formula reaches what is stored', async ({ open }) => {
  await inForce(site, async () => {
    await config.drop('config/examples/rentals.json', 'resources/rentals.json')
    await config.drop('config/examples/visits.json', 'resources/visits.json')
  })

  const page = await open('vendor', '/app/rentals', { site })
  await button.create(page).first().click()
  await input(page, of('title')).fill('한강 임대')
  await input(page, of('price')).fill('500000')
  await input(page, of('quantity')).fill('3')
  await expect(page.getByText('1,500,000')).toBeVisible()
  await expect(page.getByText('대형')).toBeVisible()
  await button.save(page).click()
  await expect(page).toHaveURL(/\/app\/rentals(\?|$)/)
  await expect(rowOf(page, '한강 임대')).toContainText('1,500,000')

  await button.create(page).first().click()
  await input(page, of('title')).fill('많은 시험')
  await input(page, of('kind')).click()
  await page.getByRole('option', { name: '시험 사용' }).click()
  await button.save(page).click()
  await expect(page.getByRole('alert')).toContainText('시험 사용은 30일까지, 5대까지입니다.')
  await page.goto(`${site.url}/app/rentals`)

  const refused = await ask(site, 'vendor', 'POST', '/api/resources/rentals', {
    title: '거꾸로',
    price: 1,
    quantity: 1,
    begin: '2026-02-01',
    end: '2026-01-01',
  })
  expect([refused.status, refused.errors]).toEqual([422, { end: '종료일은 시작일보다 뒤여야 합니다.' }])

  await inForce(site, () =>
    config.change<{ fields: Record<string, { computed?: string }> }>('resources/rentals.json', file => {
      file.fields.total!.computed = 'ifEmpty(price, 0) * quantity * 2'
    }),
  )
  await page.reload()
  await expect(async () => {
    await page.reload()
    await expect(rowOf(page, '한강 임대')).toContainText('3,000,000', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  const answer = await fetch(`${site.url}/api/devices?page_limit=1`, {
    headers: { authorization: `Bearer ${await site.token('vendor')}` },
  })
  const [device] = ((await answer.json()) as { data: { isdn: string; serial: string }[] }).data
  await page.goto(`${site.url}/app/visits`)
  await button.create(page).first().click()
  await expect(input(page, visit('person'))).not.toHaveValue('')
  await input(page, visit('device')).fill(device!.isdn)
  await page.getByRole('option').first().click()
  await expect(input(page, visit('serial'))).toHaveValue(device!.serial)
})
