/**
 * Every screen, dialog and menu of the console, who may see it, and how it is reached in any language and at any width: for the
 * sweeps, the journeys and `npm run screens`. A new screen or dialog is added here, and all of them look at it.
 */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { packageRoot } from '../../server/packageRoot'
import { say } from '../say'
import { LEVELS, type Level } from '../services/site'
import { bulkDialog, chooseDevices, firstDeviceForm, updateSheet } from './bulkViews'

export type Viewer = Level | 'nobody'

/** A sentence of i18n in the language of the page. */
export type Sentence = (key: string, values?: Record<string, string | number>) => string

export const sentencesOf =
  (locale: string): Sentence =>
  (key, values) =>
    say(key, values, locale)

export interface View {
  name: string
  path: string
  who: readonly Viewer[]
  /** Brings the page into the state that is checked. */
  reach?: (page: Page, sentence: Sentence) => Promise<void>
}

// Filters are kept for the user: without any in the address, those of the view before would be in force.
const ALL = `/app/devices?filter=${encodeURIComponent('{}')}`
const LINKED = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`
/** Devices that were never connected come first. */
const NEW = `/app/devices?filter=${encodeURIComponent('{"status":"closed"}')}&sort=linked&order=ASC`
const ONGOING = `/app/orders?filter=${encodeURIComponent('{"status":"ongoing"}')}`
const NONE = `/app/devices?filter=${encodeURIComponent('{"search":"99999999"}')}`
const WRONG_ROSTER = join(packageRoot, 'tests/sheet/fixtures/roster-wrong.xlsx')
const MEMBERS: readonly Level[] = ['client', 'vendor', 'master']
const STAFF: readonly Level[] = ['vendor', 'master']
const MASTER: readonly Level[] = ['master']

export const VIEWS: readonly View[] = [
  { name: 'login', path: '/login', who: ['nobody'] },
  { name: 'register', path: '/register', who: ['nobody'] },
  { name: 'error', path: '/error', who: ['nobody', 'client'] },
  { name: 'main', path: '/app/main/fleet', who: LEVELS },
  { name: 'province', path: '/app/main/fleet?sido=KR-41', who: ['vendor'] },
  { name: 'devices', path: ALL, who: LEVELS },
  { name: 'devices-none', path: NONE, who: ['vendor'] },
  { name: 'devices-columns', path: ALL, who: ['vendor'], reach: listDialog('forms.columns.open') },
  { name: 'devices-filters', path: ALL, who: ['master'], reach: listDialog('forms.filters.open') },
  { name: 'device', path: LINKED, who: LEVELS, reach: devicePage() },
  { name: 'device-table', path: LINKED, who: ['client'], reach: devicePage('signal', pressTable) },
  { name: 'device-orders', path: LINKED, who: ['client'], reach: devicePage('orders') },
  { name: 'device-connections', path: LINKED, who: ['guest'], reach: devicePage('connections') },
  { name: 'device-timeline', path: LINKED, who: ['vendor'], reach: devicePage('timeline') },
  { name: 'device-unknown', path: '/app/devices/000000000000000', who: ['guest'] },
  { name: 'roster', path: ALL, who: MEMBERS, reach: rosterDialog },
  { name: 'roster-errors', path: ALL, who: ['client'], reach: rosterErrors },
  { name: 'roster-update', path: ALL, who: ['vendor'], reach: updateSheet },
  { name: 'devices-chosen', path: ALL, who: ['client', 'vendor'], reach: chooseDevices },
  { name: 'device-edit', path: ALL, who: ['client', 'vendor'], reach: firstDeviceForm },
  { name: 'bulk-move', path: ALL, who: ['vendor'], reach: bulkDialog('moveBatch') },
  { name: 'bulk-assign', path: ALL, who: ['vendor'], reach: bulkDialog('assignClient') },
  { name: 'bulk-edit', path: ALL, who: ['vendor'], reach: bulkDialog('editField') },
  { name: 'bulk-export', path: ALL, who: ['client'], reach: bulkDialog('export') },
  { name: 'bulk-remove', path: ALL, who: STAFF, reach: bulkDialog('remove') },
  { name: 'device-secret', path: ALL, who: ['vendor'], reach: secretDialog },
  { name: 'orders-dialog', path: LINKED, who: MEMBERS, reach: ordersDialog },
  { name: 'orders', path: '/app/orders', who: LEVELS },
  { name: 'order', path: '/app/orders/3', who: ['guest', 'master'] },
  { name: 'compose', path: '/app/orders/compose', who: MEMBERS },
  { name: 'compose-group', path: '/app/orders/compose', who: ['vendor'], reach: composeGroup },
  { name: 'compose-search', path: '/app/orders/compose', who: ['vendor'], reach: composeSearch },
  { name: 'batches', path: '/app/groups/batches', who: LEVELS },
  { name: 'batch-devices', path: '/app/groups/batches', who: STAFF, reach: rowDialog(0) },
  { name: 'batch-secrets', path: '/app/groups/batches', who: ['vendor'], reach: rowDialog(1) },
  { name: 'batch-delete', path: '/app/groups/batches', who: STAFF, reach: rowDialog(-1) },
  { name: 'batch-new', path: '/app/groups/batches/edit/0', who: STAFF, reach: form },
  { name: 'batch', path: '/app/groups/batches/edit/1', who: MASTER, reach: form },
  { name: 'clients', path: '/app/admin/clients', who: STAFF },
  { name: 'client-new', path: '/app/admin/clients/edit/0', who: STAFF, reach: form },
  { name: 'client-errors', path: '/app/admin/clients/edit/0', who: STAFF, reach: formErrors },
  { name: 'client', path: '/app/admin/clients/edit/1', who: MASTER, reach: form },
  { name: 'vendors', path: '/app/admin/vendors', who: MASTER },
  { name: 'vendor-new', path: '/app/admin/vendors/edit/0', who: MASTER, reach: form },
  { name: 'vendor-paid', path: '/app/admin/vendors/edit/1', who: MASTER, reach: form },
  { name: 'models', path: '/app/admin/models', who: MASTER },
  { name: 'model-new', path: '/app/admin/models/edit/0', who: MASTER, reach: form },
  { name: 'bunches', path: '/app/admin/bunches', who: MASTER },
  { name: 'bunch-new', path: '/app/admin/bunches/edit/0', who: MASTER, reach: form },
  { name: 'methods', path: '/app/admin/methods', who: MASTER },
  { name: 'method', path: '/app/admin/methods/edit/1', who: MASTER, reach: form },
  { name: 'profile', path: '/app/profile', who: LEVELS },
  { name: 'profile-password', path: '/app/profile?change=password', who: ['client'] },
  { name: 'settings-menu', path: '/app/profile', who: STAFF, reach: barMenu('shell.nav.settings') },
  { name: 'language-menu', path: '/app/profile', who: ['guest'], reach: barMenu('shell.language.title') },
  { name: 'search', path: '/app/profile', who: ['vendor'], reach: searchBox },
  { name: 'denied', path: '/app/admin/vendors', who: ['client'] },
  { name: 'not-found', path: '/app/nowhere', who: ['client'] },
]

/** Screens of `VIEWS` with other records, for pictures. */
export const PICTURES: readonly View[] = [
  ...VIEWS,
  { name: 'device-new', path: NEW, who: ['vendor'], reach: devicePage() },
  { name: 'order-running', path: ONGOING, who: ['vendor'], reach: firstOrder },
]

const dialogOf = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]').last()
const barButton = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('button', { name })
const rowsOf = (page: Page): Locator => page.locator('main tbody tr:visible, main li.MuiCard-root:visible')

/** A dialog above the list, at the widths that have its button: filters stand in one on a phone only, the columns elsewhere. */
function listDialog(button: string): NonNullable<View['reach']> {
  return async (page, sentence) => {
    const opener = page.getByRole('button', { name: sentence(button), exact: true })
    await rowsOf(page).first().waitFor()
    if ((await opener.count()) === 0) return
    await opener.click()
    await dialogOf(page).waitFor()
  }
}

/** The page of the first linked device, at a tab. */
function devicePage(tab?: string, then?: View['reach']): NonNullable<View['reach']> {
  return async (page, sentence) => {
    await rowsOf(page).first().locator('a').first().click()
    await page.getByRole('tabpanel').waitFor()
    if (tab) await page.locator(`#device-${tab}-tab`).click()
    await then?.(page, sentence)
  }
}

async function firstOrder(page: Page): Promise<void> {
  await page.locator('main [data-mail] a').first().click()
  await page.locator('main [data-mail]').first().waitFor({ state: 'detached' })
}

async function pressTable(page: Page, sentence: Sentence): Promise<void> {
  await page.getByRole('button', { name: sentence('device.signal.table') }).click()
  await page.getByRole('tabpanel').locator('table').waitFor()
}

async function rosterDialog(page: Page, sentence: Sentence): Promise<void> {
  await page
    .getByRole('button', { name: sentence('roster.dialog.open') })
    .first()
    .click()
  await dialogOf(page).waitFor()
}

async function rosterErrors(page: Page, sentence: Sentence): Promise<void> {
  await rosterDialog(page, sentence)
  await page.locator('input[type=file]').setInputFiles(WRONG_ROSTER)
  const dialog = dialogOf(page)
  await dialog.getByRole('table', { name: sentence('roster.check.bad') }).waitFor()
}

/** The new secret of the first device. */
async function secretDialog(page: Page, sentence: Sentence): Promise<void> {
  await openOfRow(page, sentence('secrets.device.open'))
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: sentence('secrets.device.issue'), exact: true }).click()
  await dialog.locator('input[readonly]').waitFor()
}

/** The dialog behind a button of the first row, whose name begins with that of the record. */
async function openOfRow(page: Page, button: string): Promise<void> {
  await rowsOf(page).first().waitFor()
  await rowsOf(page).first().getByRole('button', { name: button }).click()
}

/** The dialog of the first linked device, with the input of its second method. */
async function ordersDialog(page: Page, sentence: Sentence): Promise<void> {
  await openOfRow(page, sentence('orders.control'))
  const dialog = dialogOf(page)
  await dialog.locator('h3 button').nth(1).click()
  await dialog.locator('form input').first().waitFor()
}

/** A choice of a select; both are counted from the end when below 0. */
async function choose(page: Page, field: number, option: number): Promise<void> {
  await page.locator('main').getByRole('combobox').nth(field).click()
  await page.getByRole('option').nth(option).click()
}

async function composeGroup(page: Page, sentence: Sentence): Promise<void> {
  await choose(page, 0, -1)
  const groups = page.getByRole('option')
  const none = page.getByText(sentence('forms.input.nothing'), { exact: true })
  // A model may have no group.
  for (let model = 0; ; model++) {
    // The last three: a command may have a select of its own.
    await choose(page, -3, model)
    await page.locator('main').getByRole('combobox').nth(-2).click()
    await groups.or(none).first().waitFor()
    if ((await groups.count()) > 0) return groups.first().click()
    await page.keyboard.press('Escape')
  }
}

async function composeSearch(page: Page, sentence: Sentence): Promise<void> {
  await choose(page, 0, 2)
  await page.getByRole('radio', { name: sentence('compose.mode.search') }).check()
  await page.getByLabel(sentence('compose.search.label')).fill('0101')
  await page.getByRole('list', { name: sentence('compose.search.results') }).waitFor()
}

/** A dialog that a button of the first row opens. */
function rowDialog(button: number): NonNullable<View['reach']> {
  return async page => {
    await rowsOf(page).first().locator('[aria-haspopup=dialog]').nth(button).click()
    await dialogOf(page).waitFor()
  }
}

async function form(page: Page): Promise<void> {
  await page.locator('main form [type=submit]').waitFor()
}

async function formErrors(page: Page): Promise<void> {
  await form(page)
  await page.locator('main form [type=submit]').click()
  await page.locator('main [aria-invalid=true]').first().waitFor()
}

function barMenu(name: string): NonNullable<View['reach']> {
  return async (page, sentence) => {
    await barButton(page, sentence(name)).click()
    await page.getByRole('menu').waitFor()
  }
}

async function searchBox(page: Page, sentence: Sentence): Promise<void> {
  await barButton(page, sentence('search.name')).click()
  await page.getByRole('combobox', { name: sentence('search.name') }).fill('0101')
  await page.getByRole('option').first().waitFor()
}
