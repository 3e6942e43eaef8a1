import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, PASSWORD, signIn, test } from '../support/journey'
import { all, button, fresh, freshBrn, input, label, rows } from '../support/records'

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
  expect((await all(site, 'master', '/api/admin/vendors')).filter(record => record.name === name)).toEqual([])
})

test('after the session ends, signing in again restores the page and the unsaved input', async ({ open }) => {
  const page = await open('master', `${LIST}/edit/0`)
  const name = fresh('되살린 업체')
  await input(page, label('vendors', 'name')).fill(name)
  await input(page, label('vendors', 'brn')).fill(freshBrn())
  // Only the save is refused: background requests of the page may come first.
  await page.route('**/api/**', route =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 401, json: { result: false, message: '' } }),
  )
  await button.save(page).click()
  await expect(page).toHaveURL(/\/login/)
  await page.unroute('**/api/**')
  await signIn(page, emailOf('master'), PASSWORD)
  await expect(page).toHaveURL(`${LIST}/edit/0`)
  await expect(page.getByText(translate('records.kept.restored'))).toBeVisible()
  await expect(input(page, label('vendors', 'name'))).toHaveValue(name)
  await button.save(page).click()
  await expect(page).toHaveURL(new RegExp(`${LIST}$`))
})
