import { translate } from '../../src/tools/translate'
import { expect, follow, test } from '../support/journey'
import { button, fresh, freshBrn, input, label, readAll, rows } from '../support/records'

const LIST = '/app/admin/vendors'

test('a save without a network shows an error, keeps the input and is not sent later', async ({
  open,
  site,
}) => {
  const page = await open('master', LIST)
  const name = fresh('끊긴 업체')
  await button.create(page).click()
  await input(page, label('vendors', 'name')).fill(name)
  await input(page, label('vendors', 'brn')).fill(freshBrn())
  await page.context().setOffline(true)
  await expect(page.getByText(translate('shell.connection.offline'))).toBeVisible()
  await button.save(page).click()
  await expect(page.getByText(translate('shell.failure.offline'))).toBeVisible()
  await expect(input(page, label('vendors', 'name'))).toHaveValue(name)
  await expect(button.save(page)).toBeEnabled()

  // A failed load shows a message, and succeeds by itself later.
  await button.back(page).click()
  await page.getByRole('button', { name: translate('records.leave.leave') }).click()
  await expect(page).toHaveURL(LIST)
  await follow(page, '/app/admin/clients')
  await expect(page.getByText(translate('shell.failure.load'))).toBeVisible()
  await page.context().setOffline(false)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText(translate('shell.connection.offline'))).toHaveCount(0)
  expect(
    (await readAll(site, 'master', '/api/admin/vendors')).filter(record => record.name === name),
  ).toEqual([])
})
