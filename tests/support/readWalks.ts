/** User actions that cause each read of the console, for the outage sweeps: one per call, or why there is none. */

import { type CallName, calls, effectOf } from '../../src/console/api/calls'
import { translate } from '../../src/tools/translate'
import { follow, type Locator, type Page, type Site } from './journey'
import { devicesOf, label, readAll, rows } from './records'

export interface ReadWalk {
  call: CallName
  /** Distinguishes several walks of one call. */
  name?: string
  /** Brings the page to the state before the read, while the server works. */
  prepare?: (page: Page, site: Site) => Promise<void>
  /** Causes the read. */
  ask: (page: Page, site: Site) => Promise<void>
  /** A background read: the console shows no message when it fails. */
  silent?: boolean
  /** Repeats the read by a button; without it the console must retry by itself. */
  again?: (page: Page) => Promise<void>
  /** Visible after the read has succeeded. */
  shown: (page: Page) => Locator
}

/** Reads without a walk, with the reason or the test that covers them. */
export const ELSEWHERE: Partial<Record<CallName, string>> = {
  'records.counts': 'follows the rows of a list; without it the tabs of views have no numbers',
  'dashboard.history': 'read with dashboard.attention; a later failure keeps the curve',
  'auth.login': 'tests/sweeps/outageWrites: sign-in shows an error',
  'auth.refresh': 'runs in the background: tests/console/renewal',
  'auth.logout': 'runs in the background: tests/console/session',
  'auth.exchange': 'runs before the first page: tests/console/logins',
  'auth.pendingLink': 'needs a provider: tests/console/logins',
  'auth.logins': 'needs a provider: tests/console/logins',
  'auth.addLogin': 'needs a provider: tests/console/logins',
  'bulk.values': 'only narrows choices, without it all are offered: tests/console/bulk',
  'bulk.progress': 'runs during a change, which shows the result: tests/console/bulk',
  'clients.images': 'optional pictures next to names: tests/console/formsCells',
  'vendors.images': 'same as clients.images',
  'batches.images': 'same as clients.images',
  'pictures.get': 'same as clients.images',
  'config.problems': 'polled every minute, only for the banner: tests/console/configBanner',
  'devices.rosterCheck': 'optional, the server also checks on upload: tests/console/roster',
  'events.stream': 'optional, screens poll without it: tests/console/live',
  'history.list': 'not called by the console',
  'records.removal': 'only where config clears or deletes further: tests/console/removal',
  'batches.bunches': 'as batches.models',
  'batches.download': 'as exports.devices',
  'deviceSecrets.ofBatch': 'as deviceSecrets.get',
  'devices.rosterSample': 'as exports.devices',
  'exports.orders': 'as exports.devices',
  'exports.records': 'as exports.devices',
  'orders.results': 'as exports.devices',
  'uploads.turn': 'runs during an upload, which shows the result: tests/console/upload',
}

/** Reads of screens when they open: tests/sweeps/outage opens every screen. */
export const READS_OF_SCREENS: readonly string[] = [
  'batches.get',
  'batches.list',
  'clients.byEmail',
  'clients.get',
  'clients.list',
  'dashboard.place',
  'dashboard.stats',
  'devicePage.get',
  'devices.list',
  'orders.get',
  'orders.list',
  'orders.methods',
  'orders.recipients',
  'orders.targets',
  'records.get',
  'records.list',
  'vendors.get',
  'vendors.list',
]

/** Names of calls that only read. */
export const READS = (Object.keys(calls) as CallName[]).filter(name => effectOf(name) === 'nothing')

const DEVICES = `/app/devices?filter=${encodeURIComponent('{}')}`
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const tabPanel = (page: Page) => page.getByRole('tabpanel')
const firstOption = (page: Page) => page.getByRole('option').first()
const firstRow = (page: Page) => rows(page).first()

type Part = Page | Locator
/** The button with a text of `i18n`. */
const button = (part: Part, key: string, params = {}) =>
  part.getByRole('button', { name: translate(key, params), exact: true })
/** The first button whose name begins with a text of `i18n`, such as one of a row. */
const firstButton = (part: Part, key: string) =>
  part.getByRole('button', { name: new RegExp(translate(key)) }).first()
const buttonInDialog =
  (key: string, params = {}) =>
  (page: Page) =>
    button(dialog(page), key, params)
const statusInDialog = (text: string) => (page: Page) =>
  dialog(page).getByRole('status').filter({ hasText: text })

const at =
  (path: string): ReadWalk['ask'] =>
  page =>
    follow(page, path)
const press = (target: (page: Page) => Locator) => (page: Page) => target(page).click()

/** A file or list fetched by a button. */
const file = (
  call: CallName,
  prepare: NonNullable<ReadWalk['prepare']>,
  target: (page: Page) => Locator,
  shown: ReadWalk['shown'],
): ReadWalk => ({ call, prepare, ask: press(target), again: press(target), shown })

/** The first device that was ever connected. */
async function linkedDevice(site: Site): Promise<{ id: string; isdn: string }> {
  const { data } = await devicesOf(site, 'master', 'status=linked&page_limit=1')
  return data[0]!
}

const atDevice = async (page: Page, site: Site) =>
  follow(page, `/app/devices/${(await linkedDevice(site)).id}`)

async function compose(page: Page): Promise<void> {
  await follow(page, '/app/orders/compose')
  await button(main(page), 'compose.cancel').click()
}

async function composeSearch(page: Page): Promise<void> {
  await compose(page)
  await page.getByRole('radio', { name: translate('compose.mode.search') }).check()
}

const picker = (page: Page, field: string) =>
  main(page)
    .getByRole('combobox', { name: new RegExp(`^${label('devices', field)}`) })
    .first()

/** Opens the list of groups of a model in compose. */
async function composeGroup(page: Page, site: Site): Promise<void> {
  const { model_name: model } = (await readAll(site, 'master', '/api/batches?page_limit=1'))[0]!
  await compose(page)
  await picker(page, 'model').fill(String(model))
  await page.getByRole('option', { name: String(model), exact: true }).click()
  await picker(page, 'batch').click()
  await firstOption(page).waitFor()
}

/** The dialog of an action for the first two devices. */
const chosen = (action: string) => async (page: Page) => {
  await follow(page, DEVICES)
  for (const row of [0, 1]) await rows(page).nth(row).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: translate('bulk.bar') })
  await button(bar, `bulk.action.${action}`).click()
}

/** Opens a screen, and a dialog by the first of its buttons with this name. */
const openDialog = (path: string, key: string) => async (page: Page) => {
  await follow(page, path)
  await firstButton(main(page), key).click()
  await dialog(page).waitFor()
}
const roster = openDialog(DEVICES, 'roster.dialog.open')
const download = buttonInDialog('exports.download')
const downloaded = statusInDialog(translate('exports.done'))

/** The order matters: the page caches what it has read, so walks come before others that read the same data. */
export const READ_WALKS: readonly ReadWalk[] = [
  {
    call: 'dashboard.attention',
    ask: at('/app'),
    shown: page => page.locator('[data-widget="attention"]').getByRole('listitem').first(),
  },
  { call: 'exports.offer', ask: at(DEVICES), silent: true, shown: page => button(page, 'exports.open') },
  {
    call: 'devicePage.signals',
    prepare: atDevice,
    ask: press(page => button(page, 'device.signal.ranges.7d')),
    shown: page => tabPanel(page).getByText(/dBm/).first(),
  },
  {
    call: 'devicePage.timeline',
    prepare: atDevice,
    ask: press(page => page.locator('#device-timeline-tab')),
    shown: page => tabPanel(page).getByRole('listitem').first(),
  },
  {
    call: 'orders.counts',
    ask: at('/app/orders?filter=%7B%7D'),
    silent: true,
    shown: page => main(page).getByRole('navigation').getByText(/\d/).first(),
  },
  {
    call: 'batches.models',
    ask: async page => {
      await compose(page)
      await picker(page, 'model').click()
    },
    shown: firstOption,
  },
  {
    call: 'orders.preview',
    prepare: composeGroup,
    ask: press(page => page.getByRole('option').nth(1)),
    shown: page => main(page).getByRole('status').filter({ hasText: /\d대/ }).first(),
  },
  {
    call: 'devices.search',
    prepare: composeSearch,
    ask: page => page.getByRole('searchbox', { name: translate('compose.search.label') }).fill('0101'),
    shown: page => page.getByRole('list', { name: translate('compose.search.results') }),
  },
  file(
    'devices.numbers',
    async (page, site) => {
      await composeSearch(page)
      await button(page, 'compose.paste.open').click()
      const { isdn } = await linkedDevice(site)
      await dialog(page).getByRole('textbox').fill(isdn)
    },
    buttonInDialog('compose.paste.sort', { count: 1 }),
    buttonInDialog('compose.paste.add', { count: 1 }),
  ),
  {
    call: 'search.find',
    prepare: press(page => button(page.getByRole('banner'), 'search.name')),
    ask: page => page.getByRole('combobox', { name: translate('search.name') }).fill('0101'),
    shown: firstOption,
  },
  {
    call: 'deviceSecrets.get',
    prepare: at(DEVICES),
    ask: async page => {
      await firstRow(page).locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: translate('secrets.device.open') }).click()
    },
    shown: buttonInDialog('secrets.device.issue'),
  },
  {
    call: 'bulk.targets',
    ask: chosen('order'),
    shown: page => page.getByRole('heading', { level: 1, name: translate('compose.title') }),
  },
  file(
    'devices.rosterCompare',
    async (page, site) => {
      await roster(page)
      await button(dialog(page), 'roster.purpose.update').click()
      const text = `IMEI,시리얼\r\n${(await linkedDevice(site)).id},${String(Date.now()).slice(-8)}\r\n`
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    },
    buttonInDialog('roster.update.compare'),
    buttonInDialog('roster.update.do', { count: 1 }),
  ),
  file('exports.devices', openDialog(DEVICES, 'exports.open'), download, downloaded),
  file('exports.chosen', chosen('export'), download, downloaded),
]
