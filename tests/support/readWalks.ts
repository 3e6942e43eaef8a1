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
  'auth.login': 'tests/sweeps/outageWrites: sign-in shows an error',
  'auth.refresh': 'runs in the background: tests/console/renewal',
  'auth.logout': 'runs in the background: tests/console/session',
  'auth.exchange': 'runs before the first page: tests/console/logins',
  'auth.pendingLink': 'needs a provider: tests/console/logins',
  'auth.logins': 'needs a provider: tests/console/logins',
  'auth.addLogin': 'needs a provider: tests/console/logins',
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
  'uploads.turn': 'runs during an upload, which shows the result: tests/console/upload',
}

/** Names of calls that only read. */
export const READS = (Object.keys(calls) as CallName[]).filter(name => effectOf(name) === 'nothing')

const DEVICES = `/app/devices?filter=${encodeURIComponent('{}')}`
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const tabPanel = (page: Page) => page.getByRole('tabpanel')
const firstOption = (page: Page) => page.getByRole('option').first()
const firstRow = (page: Page) => rows(page).first()
const firstList = (page: Page) => main(page).getByRole('list').first()
const submit = (page: Page) => main(page).locator('form [type=submit]')

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

/** A screen that reads when it opens. */
const screen = (call: CallName, path: string, shown: ReadWalk['shown']): ReadWalk => ({
  call,
  name: path,
  ask: at(path),
  shown,
})

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
const exported = (call: CallName, path: string) =>
  file(call, openDialog(path, 'exports.open'), download, downloaded)
const exportOfTargets = (page: Page) => button(main(page), 'orders.targets.export')

/** The order matters: the page caches what it has read, so walks come before others that read the same data. */
export const READ_WALKS: readonly ReadWalk[] = [
  { call: 'exports.offer', ask: at(DEVICES), silent: true, shown: page => button(page, 'exports.open') },
  screen('dashboard.stats', '/app/main/fleet', page => button(page, 'dashboard.stats.refresh')),
  screen('dashboard.place', '/app/main/fleet', firstList),
  screen('dashboard.place', '/app/main/fleet?sido=KR-41', firstList),
  screen('orders.list', '/app/orders', page => main(page).locator('[data-mail]').first()),
  screen('devices.list', DEVICES, firstRow),
  screen('batches.list', '/app/groups/batches', firstRow),
  screen('clients.list', '/app/admin/clients', firstRow),
  screen('vendors.list', '/app/admin/vendors', firstRow),
  screen('records.list', '/app/admin/models', firstRow),
  screen('clients.byEmail', '/app/profile', page => main(page).getByText('master@')),
  screen('clients.get', '/app/admin/clients/edit/2', submit),
  screen('vendors.get', '/app/admin/vendors/edit/2', submit),
  screen('batches.get', '/app/groups/batches/edit/2', submit),
  screen('records.get', '/app/admin/models/edit/2', submit),
  screen('orders.get', '/app/orders/3', page => page.getByRole('article')),
  screen('orders.targets', '/app/orders/4', firstRow),
  screen('orders.methods', '/app/orders/compose', page =>
    main(page).getByRole('combobox', { name: translate('compose.command.label') }),
  ),
  screen('orders.recipients', '/app/orders/compose?failed=5', submit),
  { call: 'devicePage.get', ask: atDevice, shown: tabPanel },
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
    call: 'batches.bunches',
    prepare: composeGroup,
    ask: async page => {
      await firstOption(page).click()
      await picker(page, 'bunch').click()
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
    ask: press(page => firstButton(firstRow(page), 'secrets.device.open')),
    shown: buttonInDialog('secrets.device.issue'),
  },
  {
    call: 'deviceSecrets.ofBatch',
    prepare: at('/app/groups/batches'),
    ask: press(page => firstButton(firstRow(page), 'secrets.batch.open')),
    shown: page => dialog(page).getByText(translate('secrets.batch.once')),
  },
  {
    call: 'bulk.targets',
    ask: chosen('order'),
    shown: page => page.getByRole('heading', { level: 1, name: translate('compose.title') }),
  },
  file(
    'batches.download',
    openDialog('/app/groups/batches', 'records.devices.open'),
    buttonInDialog('records.devices.download'),
    statusInDialog('다운로드 하였습니다'),
  ),
  file(
    'devices.rosterSample',
    roster,
    buttonInDialog('roster.dialog.sample'),
    statusInDialog(translate('roster.dialog.downloaded')),
  ),
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
  exported('exports.devices', DEVICES),
  exported('exports.orders', '/app/orders'),
  exported('exports.records', '/app/groups/batches'),
  file('exports.chosen', chosen('export'), download, downloaded),
  file(
    'orders.results',
    at('/app/orders/4'),
    exportOfTargets,
    // The only feedback is the enabled button.
    page => exportOfTargets(page).and(page.locator(':enabled')),
  ),
]
