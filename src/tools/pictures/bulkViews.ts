/** How the bar and the dialogs for chosen devices are reached, for `VIEWS`. */
import type { Locator, Page } from '@playwright/test'

type Sentence = (key: string, values?: Record<string, string | number>) => string
type Reach = (page: Page, sentence: Sentence) => Promise<void>

/** Rows or cards that are chosen. */
const CHOSEN = 2

const rowsOf = (page: Page): Locator => page.locator('main tbody tr:visible, main li.MuiCard-root:visible')
const barOf = (page: Page, sentence: Sentence) => page.getByRole('toolbar', { name: sentence('bulk.bar') })

/** The bar beneath the list. */
export async function chooseDevices(page: Page, sentence: Sentence): Promise<void> {
  for (let at = 0; at < CHOSEN; at++) await rowsOf(page).nth(at).getByRole('checkbox').check()
  await barOf(page, sentence).waitFor()
}

/** The dialog of an action, which is in a menu on a phone. */
export function bulkDialog(action: string): Reach {
  return async (page, sentence) => {
    await chooseDevices(page, sentence)
    const name = sentence(`bulk.action.${action}`)
    const bar = barOf(page, sentence)
    const menu = bar.getByRole('button', { name: sentence('bulk.open'), exact: true })
    if ((await menu.count()) > 0) {
      await menu.click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    } else await bar.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
}

/** The form of the first device. */
export async function firstDeviceForm(page: Page): Promise<void> {
  await rowsOf(page).first().locator('a[href*="/devices/edit/"]').first().click()
  await page.locator('main form').waitFor()
}

/** The roster dialog with what a sheet would change in the first device. */
export async function updateSheet(page: Page, sentence: Sentence): Promise<void> {
  const link = rowsOf(page).first().locator('a[href*="/devices/"]').first()
  const id = /\/devices\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1]
  await page
    .getByRole('button', { name: sentence('roster.dialog.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: sentence('roster.purpose.update'), exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: '1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`IMEI,S/N\n${id},${'7'.repeat(32)}\n`),
  })
  await dialog.getByRole('button', { name: sentence('roster.update.compare') }).click()
  await dialog.getByRole('region', { name: sentence('roster.update.title') }).waitFor()
}
