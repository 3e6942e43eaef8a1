/**
 * Every screen, dialog and picker in every language of i18n/: opened, filled in and saved, except what the journeys
 * cover in Korean. No page errors, failed screens, raw keys or unfilled placeholders, no Korean in English except
 * record data, no times without a zone, no calls outside §7. In Korean also: axe (dark and light), the font of
 * controls, the language of texts, forced colours.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Response } from '@playwright/test'
import { hasLevel } from '../../src/domain/authority'
import type { CompiledConfig, Locale } from '../../src/engine/compiled'
import {
  EXAMPLE_VIEWS,
  type Sentence,
  sentencesOf,
  VIEWS,
  VIEWS_ENV,
  type View,
  type Viewer,
} from '../../src/tools/pictures/views'
import { copyConfig } from '../support/configFolder'
import { KINDS_RESOURCE } from '../support/everyKind'
import { configOf, fillForm } from '../support/fillForm'
import {
  expect,
  type Level,
  PASSWORD,
  type Page,
  type Site,
  settled,
  startSite,
  testOn,
} from '../support/journey'
import { LOCALES } from '../support/languages'
import { pickerIn } from '../support/pickers'
import { filtered, fresh, freshImei } from '../support/records'
import { choose, given, upload } from '../support/rosterDialog'
import { isWalkedByWidths, selectedViews, withExamples } from '../support/views'
import { VIEWERS, type Visit, visit } from '../support/visit'

/** The journeys save these in Korean: clients, batches, vendors, fieldKinds and rows. */
const SAVED_BY_JOURNEYS = ['clients', 'batches', 'vendors', 'kinds', 'quotes']
/**
 * All forms are one component. In other languages these stand for all that is saved: calls of both dialects, every kind
 * of field, and rows; the texts of the other forms are in the views.
 */
const SAVED_IN_OTHERS = ['kinds', 'clients', 'quotes']

interface Kinds extends Site {
  config: CompiledConfig
}

/** The demo fleet with a resource that has every kind of field, and one of the examples. */
async function startKinds(): Promise<Kinds> {
  const folder = await copyConfig()
  await writeFile(join(folder.path, 'resources/kinds.json'), JSON.stringify(KINDS_RESOURCE))
  await folder.drop('config/examples/sims.json', 'resources/sims.json')
  await withExamples(folder)
  // Rows are alike, and most dialogs open above this list.
  await folder.change<{ list: { perPage: number } }>('resources/devices.json', ({ list }) => {
    list.perPage = 10
  })
  const env = { FLEET_CONFIG: folder.path, ...VIEWS_ENV }
  const site = await startSite({ data: process.env.JOURNEY_SEED, env })
  return { ...site, config: await configOf(site), stop: () => site.stop().then(folder.discard) }
}

const test = testOn(startKinds)

let site: Kinds
let config: CompiledConfig
test.beforeEach(({ site: own }) => {
  site = own
  config = own.config
})

for (const locale of LOCALES) {
  const sentence = sentencesOf(locale)

  for (const who of VIEWERS) {
    // sweeps/widths checks these views at the desktop sizes.
    if (isWalkedByWidths(who, locale)) continue
    const views = viewsOf(who, locale)
    if (views.length === 0) continue
    test(`${locale}: every screen and dialog of ${who} has complete texts`, async ({ open }) => {
      const { expectView } = await visit(open, { site, config }, who, locale)
      let before: View | undefined
      for (const view of views) {
        await test.step(view.name, () => expectView(view, before, sentence))
        before = view
      }
    })
  }

  const saver = locale === 'ko' ? 'master' : 'vendor'
  test(`${locale}: ${saver} saves, reopens and changes forms, and deletes the records`, async ({ open }) => {
    const { page, expectSound } = await visit(open, { site, config }, saver, locale)
    const writable = writableBy(saver)
    expect(writable).toEqual(expect.arrayContaining(locale === 'ko' ? SAVED_BY_JOURNEYS : SAVED_IN_OTHERS))
    const resources =
      locale === 'ko' ? writable.filter(name => !SAVED_BY_JOURNEYS.includes(name)) : SAVED_IN_OTHERS
    for (const resource of resources)
      await test.step(resource, () => createEditDelete(page, resource, locale as Locale, expectSound))
  })

  // In Korean journeys/account, compose, orders, roster and batches cover this.
  if (locale === 'ko') continue

  // The texts do not depend on the level.
  test(`${locale}: a client changes and restores the profile, composes, runs a command and uploads`, async ({
    open,
  }) => {
    const seen = await visit(open, { site, config }, 'client', locale)
    await test.step('profile', () => changeProfile(seen, sentence, locale as Locale))
    await test.step('compose', () => compose(seen, sentence))
    await test.step('orders dialog', () => runCommand(seen, sentence))
    await test.step('roster', () => uploadRoster(seen, sentence, locale))
    await seen.expectSound('at the end')
  })

  test(`${locale}: vendor staff download and upload the devices of a batch`, async ({ open }) => {
    const seen = await visit(open, { site, config }, 'vendor', locale)
    await exchangeDevices(seen, sentence, locale)
    await seen.expectSound('at the end')
  })
}

/**
 * In Korean all views of the level; of vendor staff those that masters have not, as sweeps/widths opens all theirs in
 * English. In other languages the texts do not depend on the level, so the views that sweeps/widths checks are left
 * out.
 */
function viewsOf(who: Viewer, locale: string): View[] {
  const seen = selectedViews([...VIEWS, ...EXAMPLE_VIEWS]).filter(view => view.who.includes(who))
  if (locale === 'ko') return who === 'vendor' ? seen.filter(view => !view.who.includes('master')) : seen
  const others = VIEWERS.filter(other => isWalkedByWidths(other, locale))
  return seen.filter(view => !others.some(other => view.who.includes(other)))
}

test('guests have no form to create records, and journeys walk those of clients', () => {
  expect(writableBy('guest')).toEqual([])
  expect(SAVED_BY_JOURNEYS).toEqual(expect.arrayContaining(writableBy('client')))
})

/** Resources with a form in which this level may create records. */
function writableBy(who: Level): string[] {
  const { numbers } = config.levels
  return Object.values(config.resources)
    .filter(
      ({ form, formCreates, access }) =>
        form && formCreates && hasLevel(numbers[who], access.create, numbers),
    )
    .map(({ name }) => name)
}

type Sound = Visit['expectSound']

/** Acts, waits for the response, and expects it to succeed. */
async function answered(page: Page, method: RegExp, act: () => Promise<void>): Promise<Response> {
  const coming = page.waitForResponse(
    response => method.test(response.request().method()) && response.url().includes('/api/'),
  )
  await act()
  const response = await coming
  expect(response.status(), await response.text()).toBeLessThan(300)
  return response
}

async function createEditDelete(page: Page, name: string, locale: Locale, expectSound: Sound): Promise<void> {
  const { path, list } = config.resources[name]!
  const save = page.locator('main form [type=submit]')
  const searchable = list!.filters.find(({ type }) => type === 'search')!.name

  await page.goto(`${path}/edit/0`)
  await save.waitFor()
  const called = await fillForm(page, config, name, locale, 'last')
  await expectSound(`${name}, filled in`)
  await answered(page, /PUT|POST/, () => save.click())
  await expect(page).not.toHaveURL(/edit/)
  await expectSound(`${name}, saved`)

  const listed = async (text: string) => {
    await page.goto(filtered(path, { [searchable]: text }))
    await expect(page.locator('main tbody tr')).toHaveCount(1)
    return page.locator('main tbody tr')
  }
  await (await listed(called)).locator('a[href*="/edit/"]').click()
  await save.waitFor()
  const renamed = await fillForm(page, config, name, locale, 'first')
  await answered(page, /PUT/, () => save.click())
  await settled(page)
  await expectSound(`${name}, changed`)

  const row = await listed(renamed || called)
  await row.locator('[aria-haspopup=dialog]').last().click()
  const question = page.getByRole('alertdialog')
  await expectSound(`${name}, asked before it is deleted`)
  await answered(page, /DELETE/, () => question.getByRole('button').last().click())
  await expect(question).toHaveCount(0)
  await expectSound(`${name}, deleted`)
}

const NEW_PASSWORD = 'Sweep-2026!x'
const CHANGED: Record<string, string> = {
  name: 'Sweep',
  email: 'languages@sweep.example.com',
  phone: '01077778888',
  zone: 'Sweep',
  duty: 'Sweep',
}

async function changeProfile(
  { page, expectSound }: Visit,
  sentence: Sentence,
  locale: Locale,
): Promise<void> {
  const openTab = async (name: string) => {
    await page.getByRole('tab', { name }).click()
    return page.getByRole('tabpanel', { name })
  }
  const change = () =>
    answered(page, /PUT/, () => page.getByRole('tabpanel').locator('[type=submit]').click())
  for (const [name, typed] of Object.entries(CHANGED)) {
    const panel = await openTab(config.resources.clients!.fields[name]!.label[locale])
    const field = panel.getByRole('textbox')
    const before = await field.inputValue()
    for (const value of [typed, before]) {
      if (value === '') continue
      await field.fill(value)
      await change()
      await settled(page)
      await expectSound(`profile, ${name}`)
    }
  }
  const panel = await openTab(sentence('profile.password.tab'))
  for (const [old, next] of [
    [PASSWORD, NEW_PASSWORD],
    [NEW_PASSWORD, PASSWORD],
  ] as const) {
    const fields = panel.locator('input:not([type=hidden])')
    for (const [nth, value] of [old, next, next].entries()) await fields.nth(nth).fill(value)
    await change()
    await settled(page)
    await expectSound('profile, password')
  }
}

/** A command of the demo fleet that takes a number. */
const COMMAND = '보고 주기'

async function compose({ page, expectSound }: Visit, sentence: Sentence): Promise<void> {
  await page.goto('/app/orders/compose')
  await page.getByRole('main').getByRole('combobox').first().click()
  await page.getByRole('option').filter({ hasText: COMMAND }).click()
  await page.getByRole('spinbutton', { name: sentence('compose.value.number') }).fill('300')
  await page.getByRole('radio', { name: sentence('compose.mode.search') }).check()
  await page.getByRole('searchbox', { name: sentence('compose.search.label') }).fill('0101')
  await page
    .getByRole('list', { name: sentence('compose.search.results') })
    .getByRole('button')
    .first()
    .click()
  const title = fresh('sweep')
  await page.getByRole('textbox', { name: sentence('compose.subject.label'), exact: true }).fill(title)
  await pickerIn(page, page.locator('[data-field=expired]')).type('20990102030405')
  await expectSound('compose, filled in')
  await answered(page, /POST/, () =>
    page.getByRole('button', { name: sentence('compose.register'), exact: true }).click(),
  )
  await expect(page.locator('main tbody tr').filter({ hasText: title })).toBeVisible()
  await expectSound('compose, registered')
}

async function runCommand({ page, expectSound }: Visit, sentence: Sentence): Promise<void> {
  const { path, open } = VIEWS.find(({ name }) => name === 'orders-dialog')!
  await page.goto(path)
  await open!(page, sentence)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton').fill('300')
  await expectSound('orders dialog')
  await answered(page, /POST/, () => dialog.locator('form [type=submit]').click())
  await expectSound('orders dialog, run')
}

async function uploadRoster({ page, expectSound }: Visit, sentence: Sentence, locale: string): Promise<void> {
  const { path, open } = VIEWS.find(({ name }) => name === 'roster-errors')!
  await page.goto(path)
  await open!(page, sentence)
  await expectSound('roster, refused')
  const row = [freshImei(), `0105${String(Date.now()).slice(-7)}`, '17', 'FT-100']
  await choose(page, given('roster.csv', `IMEI,Phone,Serial,Model\r\n${row.join()}\r\n`))
  await answered(page, /POST/, () => upload(page, locale))
  await expect(page.getByRole('dialog').getByText(sentence('roster.dialog.done'))).toBeVisible()
  await expectSound('roster, registered')
}

/** Uploads the downloaded file again, which changes nothing. */
async function exchangeDevices(
  { page, expectSound }: Visit,
  sentence: Sentence,
  locale: string,
): Promise<void> {
  const { path, open } = VIEWS.find(({ name }) => name === 'batch-devices')!
  await page.goto(path)
  await open!(page, sentence)
  const dialog = page.getByRole('dialog')
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: sentence('records.devices.download') }).click()
  const file = await (await coming).path()
  await expectSound('devices of a batch, downloaded')
  // The temporary file of a download has no sheet extension.
  await choose(page, { name: 'devices.xlsx', mimeType: '', buffer: await readFile(file) })
  await answered(page, /POST/, () => upload(page, locale))
  await expectSound('devices of a batch, uploaded')
}
