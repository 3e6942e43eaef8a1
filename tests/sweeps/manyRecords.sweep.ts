/**
 * The lists, filters and references of the active config on a server with 10,000 records of each kind: the server
 * searches, the selected record is always shown, and no response contains all records.
 */
import type { CompiledField, CompiledFilter, CompiledResource } from '../../src/engine/compiled'
import { translate } from '../../src/tools/translate'
import { arrive, expect, follow, type Locator, type Page, settled, testOn } from '../support/journey'
import { type ManySite, startManySite, type WatchedCalls, watchCalls } from '../support/manyRecords'

/** The largest page that config allows; a dropdown reads fifty. */
const MAX_ROWS = 100
const MAX_BYTES = 100_000

const test = testOn(() => startManySite(process.env.JOURNEY_SEED!))
// In one worker: each would make the records again, which takes longer than most tests.
test.describe.configure({ mode: 'default' })

let site: ManySite
test.beforeEach(({ site: own }) => {
  site = own
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A field by its label, with or without the star of a required field. */
const box = (page: Page | Locator, name: string) =>
  page.getByRole('combobox', { name: new RegExp(`^${escaped(name)}(\\s?\\*)?$`) }).first()

/** Searches for a record in a reference field and selects it. */
async function searchAndSelect(page: Page, field: Locator, name: string): Promise<void> {
  await field.click()
  await field.fill(name)
  await expect(field).toHaveValue(name)
  await page.getByRole('option').filter({ hasText: name }).first().click()
  await expect(field).toHaveValue(name)
}

async function expectSmall(asked: WatchedCalls): Promise<void> {
  const large = (await asked.answers()).filter(({ rows, bytes }) => rows > MAX_ROWS || bytes > MAX_BYTES)
  expect.soft(large).toEqual([])
}

const resources = () => Object.values(site.config.resources)
/** `visits` refers to all others, and stands for the lists with the same calls and the same screen. */
const NAMES = ['devices', 'batches', 'clients', 'vendors', 'visits'] as const

test('every list of config is walked, or is one of records at /api/resources like that of visits', () => {
  const walked = new Set<string>(NAMES)
  const others = resources().filter(({ name, list }) => list && !walked.has(name))
  expect(others.filter(({ dialect }) => dialect !== 'simple-rest').map(({ name }) => name)).toEqual([
    // A special list of five a page.
    'orders',
  ])
})

for (const name of NAMES) {
  test(`the list of ${name} loads one page a call, the server searches and sorts, and each filter finds the last record`, async ({
    open,
  }) => {
    const resource = site.config.resources[name]!
    const { filters, columns, perPage, sort } = resource.list!
    const page = await open('master', '/app/nowhere')
    const asked = watchCalls(page)
    await follow(page, resource.path)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await settled(page)
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(perPage)
    // As few calls as with 20 records.
    expect.soft(listCalls(asked, resource).length, 'calls of the list').toBe(1)

    for (const column of columns.filter(({ sortable, hidden }) => sortable && !hidden)) {
      // The initial order was already requested.
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

test('every form shows the names of the referenced last records, and each reference finds the last record', async ({
  open,
}) => {
  const page = await open('master', '/app/nowhere')
  const asked = watchCalls(page)
  for (const resource of withReferences()) {
    await arrive(page, `${resource.path}/edit/${site.last[resource.name]!.id}`)
    await page.locator('main form').waitFor()
    await settled(page)
    for (const field of referencesOf(resource)) {
      const input = box(page, field.label.ko)
      if ((await input.count()) > 0) await expect(input).toHaveValue(lastOf(field).name)
      else await expect(page.getByRole('main').getByText(lastOf(field).name).first()).toBeVisible()
    }
    // Devices cannot be created in a form.
    if (resource.formCreates) {
      await arrive(page, `${resource.path}/edit/0`)
      await settled(page)
    }
    for (const field of referencesOf(resource)) {
      const input = box(page, field.label.ko)
      // A search for the current value would send no request.
      await input.clear()
      await searchAndSelect(page, input, lastOf(field).name)
    }
    await expectSmall(asked)
  }
})

test('compose finds the last model, its last batch and the last bunch of that batch', async ({ open }) => {
  const page = await open('master', '/app/orders/compose')
  const asked = watchCalls(page)
  await settled(page)
  const { devices, bunches } = site.config.resources
  const labels = {
    models: devices!.fields.model!.label.ko,
    batches: devices!.fields.batch!.label.ko,
    bunches: devices!.fields.bunch?.label.ko ?? bunches!.label.ko,
  }
  for (const name of ['models', 'batches', 'bunches'] as const)
    await searchAndSelect(page, box(page, labels[name]), site.last[name]!.name)
  await expectSmall(asked)
})

test('the bulk dialogs find and show the last record of each reference', async ({ open }) => {
  const { path, fields } = site.config.resources.devices!
  const page = await open('master', path)
  const asked = watchCalls(page)
  for (const row of [0, 1]) await page.locator('tbody tr').nth(row).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: translate('bulk.bar') })
  for (const [action, names] of Object.entries(DIALOG_REFERENCES)) {
    await bar.getByRole('button', { name: translate(`bulk.action.${action}`), exact: true }).click()
    const dialog = page.getByRole('dialog')
    // Each selection narrows the next; earlier selections stay.
    for (const name of names)
      await searchAndSelect(page, box(dialog, fields[name]!.label.ko), lastOf(fields[name]!).name)
    for (const name of names)
      await expect(box(dialog, fields[name]!.label.ko)).toHaveValue(lastOf(fields[name]!).name)
    await dialog.getByRole('button', { name: '취소' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expectSmall(asked)
})

/** The references in each bulk dialog; the fields of "edit field" have none here. */
const DIALOG_REFERENCES = { moveBatch: ['model_id', 'batch_id', 'bunch_id'], assignClient: ['client'] }

const referencesOf = ({ form, fields }: CompiledResource): CompiledField[] =>
  (form?.sections ?? [])
    .flatMap(section => section.fields.map(field => fields[field]!))
    .filter(({ reference }) => reference)

function withReferences(): CompiledResource[] {
  const found = resources().filter(resource => referencesOf(resource).length > 0)
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['batches', 'clients', 'devices', 'visits']),
  )
  return found
}

const lastOf = ({ reference }: { reference?: string | undefined }) => site.last[reference!]!

/** Calls that load the list itself, not its filters or the names in it. */
function listCalls(asked: WatchedCalls, { name, dialect, list }: CompiledResource): string[] {
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

/** Each selected filter is in the address, and is shown by name after a reload. */
async function filtersByTheLast(page: Page, resource: CompiledResource, filters: CompiledFilter[]) {
  for (const filter of filters) {
    const { name, id } = lastOf(filter)
    await searchAndSelect(page, box(page, filter.label.ko), name)
    await expect(page).toHaveURL(url => (url.searchParams.get('filter') ?? '').includes(String(id)))
  }
  await page.reload()
  for (const filter of filters) await expect(box(page, filter.label.ko)).toHaveValue(lastOf(filter).name)
  await settled(page)
  expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(resource.list!.perPage)
}
