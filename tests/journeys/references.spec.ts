/** References to several records: an example is copied into the config folder of a running built server. */
import { formatPhone } from '../../src/domain/phone'
import { axeFindings } from '../support/axe'
import { applyConfigChange } from '../support/configFolder'
import { expect, test } from '../support/journey'
import { button, devicesOf, input, label, rowOf } from '../support/records'

const team = (field: string) => label('examples/teams', field)

test('a record refers to several others, whose pages list it', async ({ open, configSite: site }) => {
  const { config } = site
  await applyConfigChange(site, async () => {
    await config.drop('teams')
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
      await input(page, team('devices')).fill(isdn)
      const option = page.getByRole('option').filter({ hasText: formatPhone(isdn) })
      await option.first().click()
    }
    await input(page, team('name')).click()
    await expect(page.getByRole('option')).toHaveCount(0)
    expect(await axeFindings(page)).toEqual([])
    await button.save(page).click()
    const row = rowOf(page, '북부 점검반')
    for (const { isdn } of data) await expect(row).toContainText(formatPhone(isdn))
  })

  await test.step('the page of each chosen device lists the record, and leads to the form of another', async () => {
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
