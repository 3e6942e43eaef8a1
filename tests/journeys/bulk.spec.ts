/** Bulk actions: edit, move, undo, order, remove; as a vendor and as a client, on a desktop and on a phone. */
import { readFile } from 'node:fs/promises'
import korean from 'ra-language-korean'
import { translate } from '../../src/tools/translate'
import {
  bar,
  choose,
  type Device,
  devicesIn,
  dialog,
  listOf,
  makeDevices,
  pick,
  press,
} from '../support/bulk'
import { expect, keepsFocus, type Page, PHONE, type Site, test } from '../support/journey'
import { ask, input, label, makeBatch, rows, search } from '../support/records'

const LIST = '/app/devices'

const devicesOf = async (site: Site, query: string) =>
  (await ask(site, 'vendor', 'GET', `/api/devices?${query}`)) as unknown as { data: Device[]; count: number }

/** The first devices of a group of the vendor, in the order of their list. */
async function groupOf(site: Site): Promise<{ before: Device[]; group: number }> {
  const { data } = await devicesOf(site, 'page_limit=200')
  const group = data.find(
    ({ batch_id }) => data.filter(record => record.batch_id === batch_id).length > 3 && batch_id > 0,
  )!.batch_id
  const { data: before } = await devicesOf(site, `batch=${group}&page_limit=3`)
  return { before, group }
}

/** The submit button of the open dialog; its label contains the number of devices. */
const confirm = (page: Page, what: 'change' | 'remove', count: number) =>
  dialog(page)
    .getByRole('button', { name: translate(`bulk.do.${what}`, { count }) })
    .click()

/** @returns the name of the file */
async function download(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: translate('exports.download') })
    .click()
  return (await coming).suggestedFilename()
}

test('a vendor selects a range of devices with Shift, moves them to a group, and undoes the move', async ({
  open,
  site,
}) => {
  const { before, group } = await groupOf(site)
  const batch = await makeBatch(site, { model: before[0]!.model_id })
  const page = await open(
    'vendor',
    `${LIST}?filter=${encodeURIComponent(JSON.stringify({ model: before[0]!.model_id, batch: group }))}`,
  )
  await expect(rows(page).first()).toContainText(before[0]!.id)
  await pick(page, 0).click()
  await pick(page, 2).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText(translate('bulk.chosen', { count: 3 }))
  await bar(page)
    .getByRole('button', { name: translate('bulk.action.moveBatch') })
    .click()
  await choose(page, label('devices', 'model_id'), before[0]!.model)
  await choose(page, label('devices', 'batch_id'), batch.name)
  await confirm(page, 'change', 3)
  await expect(page.getByText(translate('bulk.changed', { count: 3 }))).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  const moved = await devicesOf(site, `batch=${batch.id}`)
  expect(moved.count).toBe(3)
  await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
  await expect(page.getByText(translate('bulk.undo.done', { count: 3 }))).toBeVisible()
  const back = await devicesOf(site, `ids=${before.map(({ id }) => id)}`)
  expect(back.data.map(({ batch_id }) => batch_id)).toEqual([group, group, group])
})

test('all found devices are changed after typing their number; changing the filter clears the selection', async ({
  open,
  site,
}) => {
  const page = await open('vendor', LIST)
  await page.getByRole('checkbox', { name: translate('ra.action.select_all') }).click()
  await bar(page)
    .getByRole('button', { name: /검색된 전체/ })
    .click()
  const { count } = await devicesOf(site, '')
  const number = count.toLocaleString('ko-KR')
  await expect(bar(page)).toContainText(translate('bulk.all', { count: number }))
  await bar(page)
    .getByRole('button', { name: translate('bulk.action.editField') })
    .click()
  await choose(page, translate('bulk.field'), label('devices', 'edition'))
  await dialog(page).getByLabel(label('devices', 'edition'), { exact: true }).last().fill('여정')
  await dialog(page)
    .getByRole('button', { name: translate('bulk.do.change', { count: number }) })
    .click()
  await expect(dialog(page).getByText(translate('bulk.confirm.wrong', { count: number }))).toBeVisible()
  await dialog(page).getByLabel(translate('bulk.confirm.label')).fill(String(count))
  await dialog(page)
    .getByRole('button', { name: translate('bulk.do.change', { count: number }) })
    .click()
  await expect(page.getByText(translate('bulk.changed', { count: number }))).toBeVisible()
  await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
  await expect(page.getByText(translate('bulk.undo.done', { count: number }))).toBeVisible()
  await pick(page, 0).click()
  await expect(bar(page)).toBeVisible()
  await search(page).fill('0101')
  await expect(bar(page)).toHaveCount(0)
})

test('a client sends an order to selected devices on a phone, and has no button to move or remove them', async ({
  open,
}) => {
  const page = await open('client', LIST, { viewport: PHONE })
  await page.getByRole('checkbox').first().check()
  await expect(bar(page)).toContainText(translate('bulk.chosen', { count: 1 }))
  await bar(page)
    .getByRole('button', { name: translate('bulk.open') })
    .click()
  await expect(page.getByRole('menuitem')).toHaveText([
    translate('bulk.action.order'),
    translate('bulk.action.export'),
  ])
  await page.getByRole('menuitem', { name: translate('bulk.action.export') }).click()
  expect(await download(page)).toMatch(/\.xlsx$/)
  await expect(dialog(page).getByText(translate('exports.done'))).toBeVisible()
  await keepsFocus(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await bar(page)
    .getByRole('button', { name: translate('bulk.open') })
    .click()
  await page.getByRole('menuitem', { name: translate('bulk.action.order') }).click()
  await expect(page).toHaveURL(/\/app\/orders\/compose\?chosen=\d+/)
  await expect(page.getByText(/010-\d{4}-\d{4}/).first()).toBeVisible()
})

test('a vendor on a phone downloads and moves devices, assigns some to a client, undoes that, and removes some permanently', async ({
  open,
  site,
}) => {
  const { batch, ids } = await makeDevices(site, 3)
  const other = await makeBatch(site, { model: 1 })
  const page = await open('vendor', listOf(batch), { viewport: PHONE })
  const boxes = page.getByRole('listitem').getByRole('checkbox')
  await test.step('download and move', async () => {
    await boxes.nth(0).check()
    await press(page, 'export')
    expect(await download(page)).toMatch(/\.xlsx$/)
    await page.keyboard.press('Escape')
    await press(page, 'moveBatch')
    const removalNotice = dialog(page).getByText(translate('bulk.takesAway.moveBatch', { count: 1 }))
    await expect(removalNotice).toBeVisible()
    await choose(page, label('devices', 'model_id'), 'FT-100')
    await choose(page, label('devices', 'batch_id'), other.name)
    await expect(removalNotice).toHaveCount(0)
    await confirm(page, 'change', 1)
    await expect(page.getByText(translate('bulk.changed', { count: 1 }))).toBeVisible()
    expect((await devicesIn(site, other.id)).map(({ id }) => id)).toEqual([ids.toSorted()[0]])
    await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
    await expect(page.getByText(translate('bulk.undo.done', { count: 1 }))).toBeVisible()
    await expect(boxes).toHaveCount(3)
  })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await press(page, 'assignClient')
  await input(dialog(page), label('devices', 'client')).click()
  await page.getByRole('option').nth(1).click()
  await confirm(page, 'change', 2)
  await expect(page.getByText(translate('bulk.changed', { count: 2 }))).toBeVisible()
  const clients = async () => (await devicesIn(site, batch.id)).map(({ client }) => client > 0)
  expect(await clients()).toEqual([true, true, false])
  await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
  await expect(page.getByText(translate('bulk.undo.done', { count: 2 }))).toBeVisible()
  expect(await clients()).toEqual([false, false, false])

  await boxes.nth(1).check()
  await boxes.nth(2).check()
  await press(page, 'remove')
  await expect(dialog(page)).toContainText(translate('bulk.about.remove', { count: 2 }))
  await dialog(page).getByRole('button', { name: korean.ra.action.cancel }).click()
  expect(await devicesIn(site, batch.id)).toHaveLength(3)
  await press(page, 'remove')
  await confirm(page, 'remove', 2)
  await expect(page.getByText(translate('bulk.removed', { count: 2 }))).toBeVisible()
  await expect(page.getByRole('button', { name: translate('bulk.undo.button') })).toHaveCount(0)
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual([ids.toSorted()[0]])
  await expect(page.getByRole('listitem').getByRole('checkbox')).toHaveCount(1)
})

test('on a desktop only the selected devices are downloaded, without formulas, assigned to a client, sent an order and removed', async ({
  open,
  site,
}) => {
  const { batch, ids } = await makeDevices(site, 3)
  const edited = { name: crypto.randomUUID(), kind: 'change', ids: [ids[0]], expected: 1 }
  const answer = await ask(site, 'vendor', 'POST', '/api/devices/bulk', {
    ...edited,
    values: { edition: '=1+1' },
  })
  expect(answer.status).toBe(200)
  const page = await open('vendor', listOf(batch))
  await pick(page, 0).click()
  await pick(page, 2).click()
  await press(page, 'export')
  await dialog(page).getByLabel(translate('exports.csv')).check()
  const coming = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: translate('exports.download') })
    .click()
  const text = await readFile(await (await coming).path(), 'utf8')
  const sorted = ids.toSorted()
  expect(text.split('\r\n').filter(line => /\d{15}/.test(line))).toHaveLength(2)
  for (const [at, id] of sorted.entries()) expect(text.includes(id), id).toBe(at !== 1)
  expect(text).toContain("'=1+1")
  await page.keyboard.press('Escape')

  await test.step('assigned to a client, sent an order, and removed', async () => {
    await press(page, 'assignClient')
    await input(dialog(page), label('devices', 'client')).click()
    await page.getByRole('option').nth(1).click()
    await confirm(page, 'change', 2)
    await expect(page.getByText(translate('bulk.changed', { count: 2 }))).toBeVisible()
    expect((await devicesIn(site, batch.id)).filter(({ client }) => client > 0)).toHaveLength(2)
    await pick(page, 0).click()
    await press(page, 'order')
    await expect(page).toHaveURL(/\/app\/orders\/compose\?chosen=\d+/)
    await page.goBack()
    await pick(page, 1).click()
    await press(page, 'remove')
    await confirm(page, 'remove', 1)
    await expect(page.getByText(translate('bulk.removed', { count: 1 }))).toBeVisible()
    expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual([sorted[0], sorted[2]])
  })
})
