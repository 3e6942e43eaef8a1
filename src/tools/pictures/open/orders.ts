/** Opens the views of the mailbox, of an order and of compose. */
import type { Page } from '@playwright/test'
import { dialogOf, type OpenView, rowsOf, type Sentence } from '../view'
import { chooseAllDevices, pressBulk, pressRowButton } from './devices'

export async function firstOrder(page: Page): Promise<void> {
  await page.locator('main [data-mail] a').first().click()
  await page.locator('main [data-mail]').first().waitFor({ state: 'detached' })
}

/** The menu of actions on a chosen order. */
export const mailMenu: OpenView = async (page, sentence) => {
  await rowsOf(page).first().getByRole('checkbox').first().check()
  await page
    .getByRole('button', { name: sentence('orders.action.open'), exact: true })
    .first()
    .click()
  await page.getByRole('menu').waitFor()
}

/** The dialog of keyboard shortcuts, opened by its key: a phone has no button for it. */
export async function mailKeys(page: Page): Promise<void> {
  await rowsOf(page).first().waitFor()
  await page.keyboard.press('?')
  await dialogOf(page).waitFor()
}

/** The results of an order as a table. */
export async function orderFile(page: Page, sentence: Sentence): Promise<void> {
  await page
    .getByRole('region', { name: sentence('orders.files.title') })
    .locator('[aria-haspopup=dialog]')
    .click()
  await dialogOf(page).locator('table').waitFor()
}

/** The question before the waiting targets of the first order are cancelled. */
export async function orderCancel(page: Page, sentence: Sentence): Promise<void> {
  await firstOrder(page)
  await page
    .getByRole('region', { name: sentence('orders.progress.title') })
    .locator('[aria-haspopup=dialog]')
    .click()
  await dialogOf(page).waitFor()
}

/** The order dialog of the first device, with the input of its second method. */
export async function ordersDialog(page: Page, sentence: Sentence): Promise<void> {
  await pressRowButton(page, sentence('orders.control'))
  const dialog = dialogOf(page)
  await dialog.locator('h3 button').nth(1).click()
  await dialog.locator('form input').first().waitFor()
}

/**
 * Indexes of the selects of compose. Models and batches count from the end, because some commands add a select before
 * them.
 */
const COMMANDS = 0
const MODELS = -3
const BATCHES = -2

/** Chooses an option of a select. Both parameters are indexes, which count from the end if negative. */
async function choose(page: Page, field: number, option: number): Promise<void> {
  await page.locator('main').getByRole('combobox').nth(field).click()
  await page.getByRole('option').nth(option).click()
}

/** Opens the list of commands. */
export async function composeCommands(page: Page): Promise<void> {
  await page.locator('main').getByRole('combobox').first().click()
  await page.getByRole('option').first().waitFor()
}

export async function composeCalendar(page: Page): Promise<void> {
  await page.locator('[data-field=expired]').getByRole('button').last().click()
  await dialogOf(page).getByRole('grid').waitFor()
}

/** Chooses the first group; staff must first choose a model that has one. */
export async function composeGroup(page: Page, sentence: Sentence): Promise<void> {
  await choose(page, COMMANDS, -1)
  await page.getByRole('radio', { name: sentence('compose.mode.group') }).check()
  const groups = page.getByRole('option')
  const none = page.getByText(sentence('forms.input.nothing'), { exact: true })
  const batches = page.locator('main').getByRole('combobox').nth(BATCHES)
  for (let model = 0; ; model++) {
    if (await batches.isEnabled()) {
      await batches.click()
      await groups.or(none).first().waitFor()
      if ((await groups.count()) > 0) return groups.first().click()
      await page.keyboard.press('Escape')
    }
    await choose(page, MODELS, model)
  }
}

export async function composeSearch(page: Page, sentence: Sentence): Promise<void> {
  await choose(page, COMMANDS, 2)
  await page.getByRole('radio', { name: sentence('compose.mode.search') }).check()
  await page.getByLabel(sentence('compose.search.label')).fill('0101')
  await page.getByRole('list', { name: sentence('compose.search.results') }).waitFor()
}

/** The result of pasted numbers: a known one twice, an unknown one, and an invalid one. */
export async function composePaste(page: Page, sentence: Sentence): Promise<void> {
  await composeSearch(page, sentence)
  const hits = page.getByRole('list', { name: sentence('compose.search.results') })
  const [number = ''] = /[\d-]{9,}/.exec((await hits.textContent()) ?? '') ?? []
  await page.getByRole('button', { name: sentence('compose.paste.open') }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox').fill(`${number}\n${number}\n010-0000-0000\n12-34`)
  await dialog.getByRole('button').last().click()
  await dialog.locator('dl').waitFor()
}

/** Opens compose with all devices of the list as targets. */
async function composeAll(page: Page, sentence: Sentence): Promise<void> {
  if (page.url().includes('/compose')) return
  await chooseAllDevices(page, sentence)
  await pressBulk(page, sentence, 'order')
  await page.getByRole('region', { name: sentence('compose.targets.title') }).waitFor()
}

/** The dialog with all targets; the page shows only the first. */
export async function composeTargets(page: Page, sentence: Sentence): Promise<void> {
  await composeAll(page, sentence)
  const targets = page.getByRole('region', { name: sentence('compose.targets.title') })
  await targets.getByRole('button').last().click()
  await dialogOf(page).getByRole('listitem').first().waitFor()
}

/** The question that asks to confirm a large number of targets. */
export async function composeCount(page: Page, sentence: Sentence): Promise<void> {
  await composeAll(page, sentence)
  const register = page.getByRole('button', { name: sentence('compose.register'), exact: true })
  const question = dialogOf(page).getByRole('textbox')
  const missing = page.locator('main section').first().locator('[aria-invalid=true]')
  // Tries commands until one needs no value.
  for (let command = 0; !(await question.isVisible()); command++) {
    await choose(page, COMMANDS, command)
    // The error mark of a missing value disappears if the next command needs none.
    const isReady = await missing.waitFor({ state: 'detached', timeout: 2_000 }).then(
      () => true,
      () => false,
    )
    if (!isReady) continue
    await register.click()
    await question.or(missing).first().waitFor()
  }
}

/** Shows the second order below the list; does nothing on a phone, which has no such place. */
export async function orderPeek(page: Page): Promise<void> {
  await rowsOf(page).first().waitFor()
  const opener = rowsOf(page).nth(1).locator('[data-peek]')
  if ((await opener.count()) === 0) return
  await opener.click()
  await page.locator('aside a').first().waitFor()
}
