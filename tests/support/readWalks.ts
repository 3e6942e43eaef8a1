/** User actions that cause each read of the console, for the outage sweeps: one per call, or why there is none. */

import { type CallName, calls, effectOf } from '../../src/console/api/calls'
import { translate } from '../../src/tools/translate'
import { follow, type Locator, type Page, type Site } from './journey'
import { all, label, rows } from './records'

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
const listed = (page: Page) => rows(page).first()
const region = (page: Page) => main(page).getByRole('list').first()
const form = (page: Page) => main(page).locator('form [type=submit]')

const at =
  (path: string): ReadWalk['ask'] =>
  page =>
    follow(page, path)
const press = (button: (page: Page) => Locator) => (page: Page) => button(page).click()

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
  button: (page: Page) => Locator,
  shown: ReadWalk['shown'],
): ReadWalk => ({ call, prepare, ask: press(button), again: press(button), shown })

/** Opens a dialog by its button in the first row of a list. */
const ofFirst = (path: string, name: string) => async (page: Page) => {
  await follow(page, path)
  await listed(page)
    .getByRole('button', { name: new RegExp(name) })
    .click()
  await dialog(page).waitFor()
}

/** The first device that was ever connected. */
async function linked(site: Site): Promise<{ id: string; isdn: string }> {
  const answer = await fetch(`${site.url}/api/devices?status=linked&page_limit=1`, {
    headers: { authorization: `Bearer ${await site.token('master')}` },
  })
  return ((await answer.json()) as { data: { id: string; isdn: string }[] }).data[0]!
}

const atDevice = async (page: Page, site: Site) => follow(page, `/app/devices/${(await linked(site)).id}`)

async function compose(page: Page): Promise<void> {
  await follow(page, '/app/orders/compose')
  await main(page)
    .getByRole('button', { name: translate('compose.cancel'), exact: true })
    .click()
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
  const { model_name: model } = (await all(site, 'master', '/api/batches?page_limit=1'))[0]!
  await compose(page)
  await picker(page, 'model').fill(String(model))
  await page.getByRole('option', { name: String(model), exact: true }).click()
  await picker(page, 'batch').click()
  await page.getByRole('option').first().waitFor()
}

/** The dialog of an action for the first two devices. */
const chosen = (action: string) => async (page: Page) => {
  await follow(page, DEVICES)
  for (const row of [0, 1]) await rows(page).nth(row).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: translate('bulk.bar') })
  await bar.getByRole('button', { name: translate(`bulk.action.${action}`), exact: true }).click()
}

async function roster(page: Page): Promise<void> {
  await follow(page, DEVICES)
  await page
    .getByRole('button', { name: translate('roster.dialog.open') })
    .first()
    .click()
  await dialog(page).waitFor()
}

const exporting = (path: string) => async (page: Page) => {
  await follow(page, path)
  await page.getByRole('button', { name: translate('exports.open'), exact: true }).click()
  await dialog(page).waitFor()
}
const download = (page: Page) => dialog(page).getByRole('button', { name: translate('exports.download') })
const done = (page: Page) =>
  dialog(page)
    .getByRole('status')
    .filter({ hasText: translate('exports.done') })

/** The order matters: the page caches what it has read, so walks come before others that read the same data. */
export const READ_WALKS: readonly ReadWalk[] = [
  {
    call: 'exports.offer',
    ask: at(DEVICES),
    silent: true,
    shown: page => page.getByRole('button', { name: translate('exports.open'), exact: true }),
  },
  screen('dashboard.stats', '/app/main/fleet', page =>
    page.getByRole('button', { name: translate('dashboard.stats.refresh') }),
  ),
  screen('dashboard.place', '/app/main/fleet', region),
  screen('dashboard.place', '/app/main/fleet?sido=KR-41', region),
  screen('orders.list', '/app/orders', page => main(page).locator('[data-mail]').first()),
  screen('devices.list', DEVICES, listed),
  screen('batches.list', '/app/groups/batches', listed),
  screen('clients.list', '/app/admin/clients', listed),
  screen('vendors.list', '/app/admin/vendors', listed),
  screen('records.list', '/app/admin/models', listed),
  screen('clients.byEmail', '/app/profile', page => main(page).getByText('master@')),
  screen('clients.get', '/app/admin/clients/edit/2', form),
  screen('vendors.get', '/app/admin/vendors/edit/2', form),
  screen('batches.get', '/app/groups/batches/edit/2', form),
  screen('records.get', '/app/admin/models/edit/2', form),
  screen('orders.get', '/app/orders/3', page => page.getByRole('article')),
  screen('orders.targets', '/app/orders/4', listed),
  screen('orders.methods', '/app/orders/compose', page =>
    main(page).getByRole('combobox', { name: translate('compose.command.label') }),
  ),
  screen('orders.recipients', '/app/orders/compose?failed=5', form),
  { call: 'devicePage.get', ask: atDevice, shown: page => page.getByRole('tabpanel') },
  {
    call: 'devicePage.signals',
    prepare: atDevice,
    ask: press(page => page.getByRole('button', { name: translate('device.signal.ranges.7d') })),
    shown: page => page.getByRole('tabpanel').getByText(/dBm/).first(),
  },
  {
    call: 'devicePage.timeline',
    prepare: atDevice,
    ask: press(page => page.locator('#device-timeline-tab')),
    shown: page => page.getByRole('tabpanel').getByRole('listitem').first(),
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
    shown: page => page.getByRole('option').first(),
  },
  {
    call: 'batches.bunches',
    prepare: composeGroup,
    ask: async page => {
      await page.getByRole('option').first().click()
      await picker(page, 'bunch').click()
    },
    shown: page => page.getByRole('option').first(),
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
      await page.getByRole('button', { name: translate('compose.paste.open') }).click()
      await dialog(page)
        .getByRole('textbox')
        .fill((await linked(site)).isdn)
    },
    page => dialog(page).getByRole('button', { name: translate('compose.paste.sort', { count: 1 }) }),
    page => dialog(page).getByRole('button', { name: translate('compose.paste.add', { count: 1 }) }),
  ),
  {
    call: 'search.find',
    prepare: async page => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: translate('search.name') })
        .click()
    },
    ask: page => page.getByRole('combobox', { name: translate('search.name') }).fill('0101'),
    shown: page => page.getByRole('option').first(),
  },
  {
    call: 'deviceSecrets.get',
    prepare: at(DEVICES),
    ask: page =>
      listed(page)
        .getByRole('button', { name: new RegExp(translate('secrets.device.open')) })
        .click(),
    shown: page => dialog(page).getByRole('button', { name: translate('secrets.device.issue') }),
  },
  {
    call: 'deviceSecrets.ofBatch',
    prepare: at('/app/groups/batches'),
    ask: page =>
      listed(page)
        .getByRole('button', { name: new RegExp(translate('secrets.batch.open')) })
        .click(),
    shown: page => dialog(page).getByText(translate('secrets.batch.once')),
  },
  {
    call: 'bulk.targets',
    ask: chosen('order'),
    shown: page => page.getByRole('heading', { level: 1, name: translate('compose.title') }),
  },
  file(
    'batches.download',
    ofFirst('/app/groups/batches', translate('records.devices.open')),
    page => dialog(page).getByRole('button', { name: translate('records.devices.download') }),
    page => dialog(page).getByRole('status').filter({ hasText: '다운로드 하였습니다' }),
  ),
  file(
    'devices.rosterSample',
    roster,
    page => dialog(page).getByRole('button', { name: translate('roster.dialog.sample') }),
    page =>
      dialog(page)
        .getByRole('status')
        .filter({ hasText: translate('roster.dialog.downloaded') }),
  ),
  file(
    'devices.rosterCompare',
    async (page, site) => {
      await roster(page)
      await dialog(page)
        .getByRole('button', { name: translate('roster.purpose.update') })
        .click()
      const text = `IMEI,시리얼\r\n${(await linked(site)).id},${String(Date.now()).slice(-8)}\r\n`
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    },
    page => dialog(page).getByRole('button', { name: translate('roster.update.compare') }),
    page => dialog(page).getByRole('button', { name: translate('roster.update.do', { count: 1 }) }),
  ),
  file('exports.devices', exporting(DEVICES), download, done),
  file('exports.orders', exporting('/app/orders'), download, done),
  file('exports.records', exporting('/app/groups/batches'), download, done),
  file(
    'exports.chosen',
    async page => {
      await chosen('export')(page)
      await dialog(page).waitFor()
    },
    download,
    done,
  ),
  file(
    'orders.results',
    at('/app/orders/4'),
    page => main(page).getByRole('button', { name: translate('orders.targets.export') }),
    // The only feedback is the enabled button.
    page => main(page).getByRole('button', { name: translate('orders.targets.export'), disabled: false }),
  ),
]
