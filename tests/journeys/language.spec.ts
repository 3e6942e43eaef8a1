/**
 * Korean by default, English as second language, and the theme; both are stored for the user (§4). Every screen in
 * English: sweeps/languages.
 */
import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import { switchLanguage } from '../support/languages'

test('language and theme are Korean and dark until the user chooses others', async ({ open }) => {
  const page = await open('vendor', '/app/devices', { colorScheme: 'light' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = page.getByRole('button', { name: translate('shell.theme.light') })
  await expect(light).toBeVisible()
  expect(await background()).toBe('rgb(11, 13, 17)')
  await light.click()
  await expect.poll(background).toBe('rgb(246, 247, 249)')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#F6F7F9')
  await switchLanguage(page, 'en')
  await page.reload()
  await expect.poll(background).toBe('rgb(246, 247, 249)')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText(/devices found/)).toBeVisible()
})
