/**
 * Cross-field rules, computed fields and references to several records, defined only in config: the examples are copied
 * into the config folder of a running built server, and a formula is changed.
 */
import { axeFindings } from '../support/axe'
import { applyConfigChange } from '../support/configFolder'
import { expect, test } from '../support/journey'
import { button, chooseDevice, devicesOf, input, label, rowOf, rows } from '../support/records'

const of = (field: string) => label('examples/rentals', field)
const team = (field: string) => label('examples/teams', field)

test('a changed formula recomputes stored records', async ({ open, configSite: site }) => {
  const { config } = site
  await applyConfigChange(site, async () => {
    await config.drop('config/examples/rentals.json', 'resources/rentals.json')
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

  await applyConfigChange(site, () =>
    config.change<{ fields: Record<string, { computed?: string }> }>('resources/rentals.json', file => {
      file.fields.total!.computed = 'ifEmpty(price, 0) * quantity * 2'
    }),
  )
  await page.reload()
  await expect(async () => {
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(rowOf(page, '한강 임대')).toContainText('3,000,000', { timeout: 2000 })
  }).toPass()
})

test('a record refers to several others, whose pages list it', async ({ open, configSite: site }) => {
  const { config } = site
  await applyConfigChange(site, async () => {
    await config.drop('config/examples/teams.json', 'resources/teams.json')
    await config.change<{ related?: object[] }>('resources/devices.json', file => {
      file.related = [{ resource: 'teams', by: 'devices', columns: ['name', 'groups'] }]
    })
  })
  const { data } = await devicesOf(site, 'vendor', 'page_limit=2')
  const page = await open('vendor', '/app/teams', { site })

  await test.step('references are chosen by typing and shown by name', async () => {
    await button.create(page).first().click()
    await input(page, team('name')).fill('북부 점검반')
    for (const { isdn } of data) {
      await chooseDevice(page, team('devices'), { isdn })
    }
    await input(page, team('name')).click()
    await expect(page.getByRole('option')).toHaveCount(0)
    expect(await axeFindings(page)).toEqual([])
    await button.save(page).click()
    const row = rowOf(page, '북부 점검반')
    for (const { isdn } of data) await expect(row).toContainText(isdn.replace(/^(.{3})(.{4})/, '$1-$2-'))
  })

  await test.step('the page of each lists the record, and creates another', async () => {
    await page.goto(`${site.url}/app/devices/${data[1]!.id}`)
    await page.getByRole('tab', { name: /^점검반 1$/ }).click()
    await expect(rowOf(page, '북부 점검반')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: '생성' }).click()
    await input(page, team('name')).fill('남부 점검반')
    await button.save(page).click()
    await expect(page).toHaveURL(new RegExp(`/app/devices/${data[1]!.id}\\?tab=`))
    await expect(rowOf(page, '남부 점검반')).toBeVisible()
    await expect(page.getByRole('tab', { name: /^점검반 2$/ })).toHaveAttribute('aria-selected', 'true')
  })
})
