/** Korean by default, complete English as second language, and the theme; both are stored for the user (§4). */

import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, settled, test } from '../support/journey'

async function english(page: Page): Promise<void> {
  await page.getByRole('button', { name: translate('shell.language.title') }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

async function koreanOn(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: what the page shows, without its scripts and hidden parts
  const shown = await page.evaluate(() => document.body.innerText)
  return shown
    .split(/[\n\t]/)
    .filter(line => /[가-힣]/.test(line))
    .map(line => line.trim())
}

const SCREENS = [
  '/app/main/fleet',
  '/app/devices',
  '/app/orders',
  '/app/groups/batches',
  '/app/groups/batches/edit/0',
  '/app/admin/clients',
  '/app/admin/clients/edit/0',
  '/app/admin/vendors',
  '/app/admin/vendors/edit/1',
  '/app/admin/models',
  '/app/admin/bunches',
  '/app/admin/methods',
  '/app/admin/methods/edit/1',
  '/app/profile',
  '/app/nowhere',
]

test('in English no Korean text is shown, except in record data', async ({ open, site }) => {
  const page = await open('master', '/app/devices')
  await english(page)
  await expect(page.getByText(/devices found/)).toBeVisible()
  const payload = (await site.token('master')).split('.')[1] ?? ''
  let records = Buffer.from(payload, 'base64url').toString()
  page.on('response', async response => {
    if (!response.url().includes('/api/')) return
    // `+=` after the await: two responses may arrive at once, and both must be kept.
    const text = await response.text().catch(() => '')
    records += text
  })
  // Reload: the first responses arrived before the listener was registered.
  await page.reload()
  await expect(page.getByText(/devices found/)).toBeVisible()
  for (const path of SCREENS) {
    await follow(page, path)
    await settled(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    // The page may show a response before the listener has read it.
    await expect
      .poll(
        async () =>
          (await koreanOn(page)).filter(line => !line.split(' · ').every(part => records.includes(part))),
        path,
      )
      .toEqual([])
  }
})

test('the dialogs are in English too', async ({ open }) => {
  const page = await open('client', `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`)
  await english(page)
  await page.getByRole('button', { name: translate('roster.dialog.open', {}, 'en') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: translate('roster.dialog.upload', {}, 'en'), exact: true }).click()
  await expect(dialog.getByText(translate('roster.dialog.choose', {}, 'en'))).toBeVisible()
  await expect(dialog).not.toContainText(/[가-힣]/)
})

test('the language survives a reload', async ({ open }) => {
  const page = await open('vendor', '/app/devices')
  await english(page)
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
