/** Opens the views of records. */
import type { Locator, Page } from '@playwright/test'
import { callFrom, dialogOf, type OpenView, rowsOf, type Sentence } from '../view'
import { csv } from './devices'

/** @param button index among the buttons of the first row that open a dialog; negative from the end */
export function rowDialog(button: number): OpenView {
  return async page => {
    const row = rowsOf(page).first()
    await row.waitFor()
    const menu = row.locator('[aria-haspopup=menu]')
    if (button !== 0 && (await menu.count()) > 0) {
      // A card on a phone shows its first button; the others are in its menu.
      await menu.click()
      const items = page.getByRole('menu').locator('[role=menuitem]:not([href])')
      await items.nth(button > 0 ? button - 1 : button).click()
    } else await row.locator('[aria-haspopup=dialog]').nth(button).click()
    await dialogOf(page).waitFor()
  }
}

/** All parameters that `GET /api/devices` requires (§7), for a page with one device. */
const ONE_DEVICE = {
  order_by: 'id',
  ascending: '1',
  'search[topic]': 'all',
  'search[alike]': '',
  status: 'all',
  model: '0',
  page_index: '1',
  page_limit: '1',
  level: '1',
  draw: '1',
}

/**
 * The question before a sheet removes devices from the largest batch. A sheet replaces all devices of its batch, and
 * this sheet contains only one device.
 */
export async function batchQuestion(page: Page, sentence: Sentence): Promise<void> {
  const { payload } = await callFrom<{ payload: { id: number; name: string; devices: number }[] }>(
    page,
    'GET',
    '/api/batches',
  )
  const { id, name } = payload.reduce((largest, batch) => (batch.devices > largest.devices ? batch : largest))
  const query = new URLSearchParams({ ...ONE_DEVICE, batch: String(id) })
  const { data } = await callFrom<{ data: { id: string }[] }>(page, 'GET', `/api/devices?${query}`)
  const row = rowsOf(page).filter({ hasText: name })
  await row.locator('[aria-haspopup=dialog]').first().click()
  const dialog = dialogOf(page)
  await page.locator('input[type=file]').setInputFiles(csv(`IMEI\n${data[0]?.id}\n`))
  await dialog.getByRole('button', { name: sentence('roster.dialog.upload'), exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
}

export async function waitForForm(page: Page): Promise<void> {
  await page.locator('main form [type=submit]').waitFor()
}

export async function formErrors(page: Page): Promise<void> {
  await waitForForm(page)
  await page.locator('main form [type=submit]').click()
  await page.locator('main [aria-invalid=true]').first().waitFor()
}

const commentOf = (page: Page): Locator => page.locator('main form [name=comment]')

/** The question before a form with changes is left. */
export async function leaveForm(page: Page): Promise<void> {
  await commentOf(page).fill(`${await commentOf(page).inputValue()} 2`)
  // Back to the list.
  await page.locator('main a').first().click()
  await dialogOf(page).waitFor()
}

/** The dialog of a conflict: another user has saved the batch since the form was opened. */
export async function conflict(page: Page): Promise<void> {
  await waitForForm(page)
  const comment = await commentOf(page).inputValue()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const path = `/api/batches/${id}`
  const { payload } = await callFrom<{ payload: object }>(page, 'GET', path)
  // The other user appends ` 2`, or removes it if an earlier run has appended it; this user shortens the comment.
  const otherComment = comment.endsWith(' 2') ? comment.slice(0, -' 2'.length) : `${comment} 2`
  const ownComment = comment.slice(0, -3)
  await callFrom(page, 'PUT', path, { ...payload, comment: otherComment })
  await commentOf(page).fill(ownComment)
  await page.locator('main form [type=submit]').click()
  await dialogOf(page).locator('table').waitFor()
}

/** The question before the newest change of the batch on the page is undone. */
export async function undoQuestion(page: Page, sentence: Sentence): Promise<void> {
  const path = `/api/batches/${/\d+/.exec(new URL(page.url()).pathname)![0]}`
  const { payload } = await callFrom<{ payload: { comment: string } }>(page, 'GET', path)
  const comment = payload.comment.endsWith(' 3')
    ? payload.comment.slice(0, -' 3'.length)
    : `${payload.comment} 3`
  await callFrom(page, 'PUT', path, { ...payload, comment })
  await page.reload()
  const undo = page.getByRole('button', { name: sentence('records.undo.label') })
  await undo.first().click()
  await dialogOf(page).waitFor()
}

/** An empty row within a form, with its errors. */
export async function formRow(page: Page): Promise<void> {
  await waitForForm(page)
  await page.locator('main [data-rows=add]').click()
  await formErrors(page)
}

export async function importDialog(page: Page, sentence: Sentence): Promise<void> {
  await page.getByRole('button', { name: sentence('import.open'), exact: true }).click()
  await dialogOf(page).waitFor()
}

/** The import of clients, with a header of a similar name and an unknown one of 130 characters. */
export async function importHeaders(page: Page, sentence: Sentence): Promise<void> {
  await importDialog(page, sentence)
  await page
    .locator('input[type=file]')
    .setInputFiles(csv(`name,e-mails,${'memo '.repeat(26)}\nA,a@example.com,x\n`))
  await dialogOf(page).getByRole('combobox').last().waitFor()
}

/** The import of clients, with bad rows of two reasons. */
export async function importErrors(page: Page, sentence: Sentence): Promise<void> {
  await importDialog(page, sentence)
  await page
    .locator('input[type=file]')
    .setInputFiles(csv(`name,email,active\n${'W'.repeat(130)},a,1\nB,b@example.com,?\n`))
  await dialogOf(page)
    .getByRole('table', { name: sentence('roster.check.bad') })
    .waitFor()
}
