/**
 * Every list, filter and reference of config on a server with 10,000 records of each kind: searched by the server, the
 * chosen one always shown, and never an answer that holds them all. What is walked comes from the config in force.
 */
import type { CompiledField, CompiledFilter, CompiledResource } from '../../src/engine/compiled'
import { translate } from '../../src/tools/translate'
import { arrive, expect, follow, type Locator, type Page, settled, testOn } from '../support/journey'
import { type Asked, type ManySite, startManySite, watchAnswers } from '../support/manyRecords'

/** As in a dropdown: fifty, and what config allows of a page. */
const MOST_ROWS = 100
const MOST_BYTES = 100_000

const test = testOn(() => startManySite(process.env.JOURNEY_SEED!))

let site: ManySite
test.beforeEach(({ site: own }) => {
  site = own
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A field by its label; the star of a required one is no part of it. */
const box = (page: Page | Locator, name: string) =>
  page.getByRole('combobox', { name: new RegExp(`^${escaped(name)}(\\s?\\*)?$`) }).first()

/** Looks for a record as a user does, and takes it. */
async function look(page: Page, field: Locator, name: string): Promise<void> {
  await field.click()
  await field.fill(name)
  await expect(field).toHaveValue(name)
  await page.getByRole('option').filter({ hasText: name }).first().click()
  await expect(field).toHaveValue(name)
}

async function expectSmall(asked: Asked): Promise<void> {
  const large = (await asked.answers()).filter(({ rows, bytes }) => rows > MOST_ROWS || bytes > MOST_BYTES)
  expect.soft(large).toEqual([])
}

const resources = () => Object.values(site.config.resources)
const NAMES = [
  'devices',
  'batches',
  'clients',
  'vendors',
  'models',
  'bunches',
  'methods',
  'sims',
  'visits',
] as const

test('the config has no list that is not walked here', () => {
  const lists = resources().filter(({ list }) => list)
  // Orders have a list of their own, of five a page.
  expect(lists.map(({ name }) => name).sort()).toEqual([...NAMES, 'orders'].sort())
})

for (const name of NAMES) {
  test(`the list of ${name}: one page a call, searched and ordered by the server, each filter finds the last record`, async ({
    open,
  }) => {
    const resource = site.config.resources[name]!
    const { filters, columns, perPage, sort } = resource.list!
    const page = await open('master', '/app/nowhere')
    const asked = watchAnswers(page)
    await follow(page, resource.path)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await settled(page)
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(perPage)
    // The list itself, and what it shows of others: as few calls as with 20 records.
    expect.soft(listCalls(asked, resource).length, 'calls of the list').toBe(1)

    for (const column of columns.filter(({ sortable, hidden }) => sortable && !hidden)) {
      // In the order that the list began with, the server was asked already.
      if (column.field === sort?.field) continue
      const before = listCalls(asked, resource).length
      const head = page.getByRole('columnheader', { name: new RegExp(`^${escaped(column.label.ko)}`) })
      await head.getByRole('button').first().click()
      await expect.poll(() => listCalls(asked, resource).length, `order by ${column.field}`).toBe(before + 1)
    }
    const search = filters.find(({ type }) => type === 'search')
    if (search) await findsTheLast(page, resource, search)
    await filtersByTheLast(
      page,
      resource,
      filters.filter(({ type }) => type === 'reference'),
    )
    await expectSmall(asked)
  })
}

test('in every form each reference finds the last record by its name', async ({ open }) => {
  for (const resource of withReferences()) {
    const page = await open('master', `${resource.path}/edit/0`)
    const asked = watchAnswers(page)
    await settled(page)
    for (const field of referencesOf(resource))
      await look(page, box(page, field.label.ko), lastOf(field).name)
    await expectSmall(asked)
  }
})

test('every form of a record that refers to the last ones names them', async ({ open }) => {
  const page = await open('master', '/app/nowhere')
  const asked = watchAnswers(page)
  for (const resource of withReferences()) {
    await arrive(page, `${resource.path}/edit/${site.last[resource.name]!.id}`)
    await page.locator('main form').waitFor()
    await settled(page)
    for (const field of referencesOf(resource)) {
      const input = box(page, field.label.ko)
      if ((await input.count()) > 0) await expect(input).toHaveValue(lastOf(field).name)
      else await expect(page.getByRole('main').getByText(lastOf(field).name).first()).toBeVisible()
    }
    await expectSmall(asked)
  }
})

test('the form of a device names what it belongs to, and each reference finds the last record', async ({
  open,
}) => {
  const devices = site.config.resources.devices!
  const references = referencesOf(devices)
  expect(references.map(({ reference }) => reference)).toEqual(
    expect.arrayContaining(['models', 'batches', 'bunches', 'vendors', 'clients']),
  )
  const page = await open('master', '/app/nowhere')
  const asked = watchAnswers(page)
  await arrive(page, `${devices.path}/edit/${site.last.devices!.id}`)
  await page.locator('main form').waitFor()
  await settled(page)
  for (const field of references) await expect(box(page, field.label.ko)).toHaveValue(lastOf(field).name)
  for (const field of references) {
    const input = box(page, field.label.ko)
    // What is in the field already would not be looked for.
    await input.clear()
    await look(page, input, lastOf(field).name)
  }
  await expectSmall(asked)
})

test('compose finds the last model, its last batch and the last bunch of that', async ({ open }) => {
  const page = await open('master', '/app/orders/compose')
  const asked = watchAnswers(page)
  await settled(page)
  const { devices, bunches } = site.config.resources
  const labels = {
    models: devices!.fields.model!.label.ko,
    batches: devices!.fields.batch!.label.ko,
    bunches: devices!.fields.bunch?.label.ko ?? bunches!.label.ko,
  }
  for (const name of ['models', 'batches', 'bunches'] as const)
    await look(page, box(page, labels[name]), site.last[name]!.name)
  await expectSmall(asked)
})

test('the dialogs for chosen devices find the last of all that they ask for, and show it', async ({
  open,
}) => {
  const { path, fields } = site.config.resources.devices!
  const page = await open('master', path)
  const asked = watchAnswers(page)
  for (const row of [0, 1]) await page.locator('tbody tr').nth(row).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: translate('bulk.bar') })
  for (const [action, names] of Object.entries(ASKED)) {
    await bar.getByRole('button', { name: translate(`bulk.action.${action}`), exact: true }).click()
    const dialog = page.getByRole('dialog')
    // Each narrows the next; what was chosen stays.
    for (const name of names)
      await look(page, box(dialog, fields[name]!.label.ko), lastOf(fields[name]!).name)
    for (const name of names)
      await expect(box(dialog, fields[name]!.label.ko)).toHaveValue(lastOf(fields[name]!).name)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await expectSmall(asked)
})

/** By action; of the fields that many devices are given one of, none leads to other records here. */
const ASKED = { moveBatch: ['model_id', 'batch_id', 'bunch_id'], assignClient: ['client'] }

const referencesOf = ({ form, fields }: CompiledResource): CompiledField[] =>
  (form?.sections ?? [])
    .flatMap(section => section.fields.map(field => fields[field]!))
    .filter(({ reference }) => reference)

function withReferences(): CompiledResource[] {
  // Devices are not made in a form, and have a test of their own.
  const found = resources().filter(resource => resource.formCreates && referencesOf(resource).length > 0)
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['batches', 'clients', 'visits']))
  return found
}

const lastOf = ({ reference }: { reference?: string | undefined }) => site.last[reference!]!

/** Calls of the page of the list, not of a dropdown above it or of names in it. */
function listCalls(asked: Asked, { name, dialect, list }: CompiledResource): string[] {
  const path = dialect === 'simple-rest' ? `/api/resources/${name}` : PATHS[name]
  return asked.urls.filter(url => {
    const { pathname, searchParams } = new URL(url)
    const range = searchParams.get('range')
    const size = range
      ? JSON.parse(range)[1] - JSON.parse(range)[0] + 1
      : Number(searchParams.get('page_limit'))
    return pathname === path && size === list!.perPage && !searchParams.has('ids')
  })
}

const PATHS: Readonly<Record<string, string>> = {
  devices: '/api/devices',
  batches: '/api/batches',
  clients: '/api/admin/clients',
  vendors: '/api/admin/vendors',
}

async function findsTheLast(page: Page, resource: CompiledResource, search: CompiledFilter): Promise<void> {
  const { name } = site.last[resource.name]!
  const field = page.getByRole('main').getByRole('textbox', { name: search.label.ko, exact: true })
  await field.fill(name)
  await expect(page.locator('tbody tr').filter({ hasText: name })).toHaveCount(1)
  await field.fill('')
  await settled(page)
}

/** Chosen, each is in the address; loaded anew, each is named. */
async function filtersByTheLast(page: Page, resource: CompiledResource, filters: CompiledFilter[]) {
  for (const filter of filters) {
    const { name, id } = lastOf(filter)
    await look(page, box(page, filter.label.ko), name)
    await expect(page).toHaveURL(url => (url.searchParams.get('filter') ?? '').includes(String(id)))
  }
  await page.reload()
  for (const filter of filters) await expect(box(page, filter.label.ko)).toHaveValue(lastOf(filter).name)
  await settled(page)
  expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(resource.list!.perPage)
}
