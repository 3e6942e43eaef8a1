/**
 * Korean by default, English as second language, and the theme; both are stored for the user (§4). Every screen in
 * English: sweeps/languages.
 */

import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import { switchLanguage } from '../support/languages'
import { upload } from '../support/rosterDialog'

test('the list and its dialogs are in English once the user chooses it, also after a reload', async ({
  open,
}) => {
  const page = await open('client', '/app/devices')
  await switchLanguage(page, 'en')
  await expect(page.getByText(/devices found/)).toBeVisible()
  await page.getByRole('button', { name: translate('roster.dialog.open', {}, 'en') }).click()
  const dialog = page.getByRole('dialog')
  await upload(page, 'en')
  await expect(dialog.getByText(translate('roster.dialog.choose', {}, 'en'))).toBeVisible()
  await expect(dialog).not.toContainText(/[가-힣]/)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(/devices found/)).toBeVisible()
})

test('the theme is dark until the user chooses light, which survives a reload', async ({ open }) => {
  const page = await open('vendor', '/app/devices', { colorScheme: 'light' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.getByRole('button', { name: translate('shell.theme.light') })).toBeVisible()
  expect(await background()).toBe('rgb(14, 17, 22)')
  await page.getByRole('button', { name: translate('shell.theme.light') }).click()
  await expect.poll(background).toBe('rgb(246, 247, 249)')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#F6F7F9')
  await page.reload()
  await expect.poll(background).toBe('rgb(246, 247, 249)')
})
