/** Opens the views of the device list, its dialogs, and the page of a device. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { packageRoot } from '../../../server/packageRoot'
import { callFrom, dialogOf, type OpenView, rowsOf, type Sentence } from '../view'

/** The number of rows or cards to choose. */
const CHOSEN = 2
const WRONG_ROSTER = join(packageRoot, 'tests/sheet/fixtures/roster-wrong.xlsx')

const barOf = (page: Page, sentence: Sentence) => page.getByRole('toolbar', { name: sentence('bulk.bar') })
/** The button of the menu of actions; exists only on a phone. */
const menuButton = (page: Page, sentence: Sentence) =>
  barOf(page, sentence).getByRole('button', { name: sentence('bulk.open'), exact: true })

/** Chooses the first devices, which shows the bar below the list. */
export async function chooseDevices(page: Page, sentence: Sentence): Promise<void> {
  for (let row = 0; row < CHOSEN; row++) await rowsOf(page).nth(row).getByRole('checkbox').check()
  await barOf(page, sentence).waitFor()
}

/** Chooses all devices of the list, on all its pages. */
export async function chooseAllDevices(page: Page, sentence: Sentence): Promise<void> {
  await rowsOf(page).first().waitFor()
  // Cards on a phone have no checkbox for the whole page.
  const wholePage = page.locator('main thead').getByRole('checkbox')
  if ((await wholePage.count()) > 0) await wholePage.check()
  else await chooseDevices(page, sentence)
  const namePatterns = ['bulk.chooseAll', 'bulk.chooseFound'].map(key =>
    sentence(key, { records: '#' }).replace('#', '.*\\d.*'),
  )
  await barOf(page, sentence)
    .getByRole('button', { name: new RegExp(namePatterns.join('|')) })
    .click()
}

/** Opens the menu of actions if there is one. */
export async function bulkMenu(page: Page, sentence: Sentence): Promise<void> {
  await chooseDevices(page, sentence)
  const menu = menuButton(page, sentence)
  if ((await menu.count()) === 0) return
  await menu.click()
  await page.getByRole('menu').waitFor()
}

/** Opens the dialog of an action on many devices. */
export function bulkDialog(action: string): OpenView {
  return async (page, sentence) => {
    await chooseDevices(page, sentence)
    await pressBulk(page, sentence, action)
    await dialogOf(page).waitFor()
  }
}

export async function pressBulk(page: Page, sentence: Sentence, action: string): Promise<void> {
  const name = sentence(`bulk.action.${action}`)
  const menu = menuButton(page, sentence)
  if ((await menu.count()) > 0) {
    await menu.click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await barOf(page, sentence).getByRole('button', { name, exact: true }).click()
}

/** The order dialog with an error: it sends a wrong expected number of devices, which the server refuses. */
export async function bulkOrderError(page: Page, sentence: Sentence): Promise<void> {
  const targets = '**/api/devices/bulk/targets'
  await page.route(targets, route => {
    const body = route.request().postDataJSON() as { expected: number }
    return route.continue({ postData: JSON.stringify({ ...body, expected: body.expected + 1 }) })
  })
  await bulkDialog('order')(page, sentence)
  await dialogOf(page).getByRole('alert').waitFor()
  await page.unroute(targets)
}

/** For many devices, the dialog asks to type their number. */
export async function bulkCount(page: Page, sentence: Sentence): Promise<void> {
  await chooseAllDevices(page, sentence)
  await pressBulk(page, sentence, 'remove')
  await dialogOf(page).getByRole('textbox').waitFor()
}

/** The form of the first device. */
export async function firstDeviceForm(page: Page): Promise<void> {
  await rowsOf(page).first().waitFor()
  const actions = await rowActions(page)
  await actions.locator('a[href*="/devices/edit/"]').first().click()
  await page.locator('main form').waitFor()
}

/** Gives the first device a secret, then opens the question before it moves to another vendor. */
export async function moveQuestion(page: Page): Promise<void> {
  await firstDeviceForm(page)
  await callFrom(page, 'POST', `/api/devices/${page.url().split('/').at(-1)}/secret`)
  const form = page.locator('main form')
  // The vendor stands before the client, which is the last one.
  await form.getByRole('combobox').nth(-2).click()
  await page.locator('[role=option][aria-selected=false]').last().click()
  await form.locator('button[type=submit]').click()
  await dialogOf(page).getByRole('radio').first().waitFor()
}

/** Opens the choices of the first reference in the form of a device. */
export async function referenceChoices(page: Page): Promise<void> {
  await firstDeviceForm(page)
  await page.locator('main form').getByRole('combobox').first().click()
  await page.getByRole('option').first().waitFor()
}

/**
 * Opens a dialog by its button above the list, if the button exists at this width: the button for filters exists only
 * on a phone, the button for columns only on wider screens.
 */
export function listDialog(button: string): OpenView {
  return async (page, sentence) => {
    const opener = page.getByRole('button', { name: sentence(button), exact: true })
    await rowsOf(page).first().waitFor()
    if ((await opener.count()) === 0) return
    try {
      await opener.click({ timeout: 10_000 })
    } catch (error) {
      // The button disappears a moment after the window has become wider.
      if ((await opener.count()) === 0) return
      throw error
    }
    await dialogOf(page).waitFor()
  }
}

export async function rosterDialog(page: Page, sentence: Sentence): Promise<void> {
  await page
    .getByRole('button', { name: sentence('roster.dialog.open') })
    .first()
    .click()
  await dialogOf(page).waitFor()
}

export async function rosterErrors(page: Page, sentence: Sentence): Promise<void> {
  await rosterDialog(page, sentence)
  await page.locator('input[type=file]').setInputFiles(WRONG_ROSTER)
  const dialog = dialogOf(page)
  await dialog.getByRole('table', { name: sentence('roster.check.bad') }).waitFor()
}

/** The roster dialog with the changes that a sheet would make to the first device. */
export async function updateSheet(page: Page, sentence: Sentence): Promise<void> {
  const link = rowsOf(page).first().locator('a[href*="/devices/"]').first()
  // The id of a device is its IMEI.
  const imei = /\/devices\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1]
  await rosterDialog(page, sentence)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: sentence('roster.purpose.update'), exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(csv(`IMEI,S/N\n${imei},${'7'.repeat(32)}\n`))
  await dialog.getByRole('button', { name: sentence('roster.update.compare') }).click()
  await dialog.getByRole('region', { name: sentence('roster.update.title') }).waitFor()
}

export const csv = (text: string) => ({ name: '1.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Presses a button of the first row; `button` is part of its name. */
export async function pressRowButton(page: Page, button: string): Promise<void> {
  await rowsOf(page).first().waitFor()
  await rowsOf(page).first().getByRole('button', { name: button }).click()
}

/** The place with the rarer actions of the first row: its menu or, on a phone, the page of its record. */
async function rowActions(page: Page): Promise<Locator> {
  await openRowMenu(page)
  const menu = page.getByRole('menu')
  if ((await menu.count()) > 0) return menu
  await rowsOf(page).first().locator('a[href*="/devices/"]').first().click()
  await page.waitForURL(/\/devices\/\d/)
  return page.getByRole('main')
}

/** Opens the menu at the end of the first row, if it has one. */
export async function openRowMenu(page: Page): Promise<void> {
  const menu = rowsOf(page).first().locator('[aria-haspopup=menu]')
  await rowsOf(page).first().waitFor()
  // A card on a phone leaves these actions to the page of its record.
  if ((await menu.count()) === 0) return
  await menu.click()
  await page.getByRole('menu').waitFor()
}

/** Opens the panel beside the list with the second device. */
export async function peek(page: Page): Promise<void> {
  await rowsOf(page).first().waitFor()
  const opener = rowsOf(page).nth(1).locator('[data-peek]')
  // A card on a phone leads to the page of its record instead.
  if ((await opener.count()) === 0) return
  await opener.click()
  // Any of these: guests see facts (`dl`), but no chart and no orders (`ol`).
  await page.locator('aside, [role=dialog]').locator('dl, [data-chart], ol').first().waitFor()
}

/** Issues a new secret for the first device. */
export async function secretDialog(page: Page, sentence: Sentence): Promise<void> {
  const actions = await rowActions(page)
  const name = sentence('secrets.device.open')
  await actions
    .getByRole('menuitem', { name, exact: true })
    .or(actions.getByRole('button', { name, exact: true }))
    .first()
    .click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: sentence('secrets.device.issue'), exact: true }).click()
  await dialog.locator('input[readonly]').waitFor()
}

/** The question before that secret is revoked. */
export async function secretQuestion(page: Page, sentence: Sentence): Promise<void> {
  await secretDialog(page, sentence)
  await page.getByRole('button', { name: sentence('secrets.device.revoke'), exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** The page of the first device of the list, at a tab. */
export function devicePage(tab?: string, then?: OpenView): OpenView {
  return async (page, sentence) => {
    await rowsOf(page).first().locator('a').first().click()
    await page.getByRole('tabpanel').waitFor()
    if (tab) await page.locator(`#record-${tab}-tab`).click()
    await then?.(page, sentence)
  }
}

export async function pressTable(page: Page, sentence: Sentence): Promise<void> {
  await page.getByRole('button', { name: sentence('device.signal.table') }).click()
  await page.getByRole('tabpanel').locator('table').waitFor()
}

/** Shows a widget of the dashboard full screen. */
export const wholeWidget =
  (name: string): OpenView =>
  async (page, sentence) => {
    await widgetButton(page.locator(`[data-widget="${name}"]`), sentence).click()
    await dialogOf(page).waitFor()
  }

const widgetButton = (widget: Locator, sentence: Sentence): Locator =>
  widget.getByRole('button', { name: new RegExp(sentence('dashboard.widget.fullscreen'), 'i') })

/** The tour, also in a browser that has seen it. */
export async function tour(page: Page, sentence: Sentence): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith('tour.seen')) localStorage.removeItem(key)
  })
  await page.reload()
  await page.getByRole('button', { name: sentence('dashboard.tour.open') }).click()
  await dialogOf(page).waitFor()
}

/** The dialog that chooses and sorts the widgets. */
export async function arrangeWidgets(page: Page, sentence: Sentence): Promise<void> {
  await page.getByRole('button', { name: sentence('dashboard.widget.arrange'), exact: true }).click()
  await dialogOf(page).waitFor()
}
