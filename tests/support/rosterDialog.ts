/** Helpers for journeys through the roster dialog: its files and its buttons. */
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import { expect, type Page } from './journey'
import { root } from './source'

export const fixture = (name: string) => join(root, 'tests/sheet/fixtures', name)

export async function openDialog(page: Page) {
  await page.getByRole('button', { name: translate('roster.dialog.open') }).click()
  const dialog = page.getByRole('dialog', { name: translate('roster.dialog.title') })
  await expect(dialog).toBeVisible()
  return dialog
}

export const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file)

export const upload = (page: Page, locale = 'ko') =>
  page.getByRole('button', { name: translate('roster.dialog.upload', {}, locale), exact: true }).click()
