/** Devices one by one and many at once: edited, moved, undone, ordered, removed; as a vendor and a user, on a desktop and a phone. */
import { say } from '../../src/tools/say'
import { expect, keepsFocus, type Page, PHONE, type Site, test } from '../support/journey'
import { ask, button, input, label, makeBatch, rows, search } from '../support/records'

const LIST = '/app/devices'
const bar = (page: Page) => page.getByRole('toolbar', { name: say('bulk.bar') })
const dialog = (page: Page) => page.getByRole('dialog')
const pick = (page: Page, at: number) => rows(page).nth(at).getByRole('checkbox')

/** An entry of a dropdown in the dialog: the filters behind it are called the same. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  await input(dialog(page), name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const devicesOf = async (site: Site, query: string) =>
  (await ask(site, 'vendor', 'GET', `/api/devices?${query}`)) as unknown as { data: Device[]; count: number }

interface Device {
  id: string
  batch: string
  batch_id: number
  model: string
  model_id: number
  serial: string
}

/** The first devices of a group of the vendor, in the order of their list. */
async function groupOf(site: Site): Promise<{ before: Device[]; group: number }> {
  const { data } = await devicesOf(site, 'page_limit=200')
  const group = data.find(
    ({ batch_id }) => data.filter(one => one.batch_id === batch_id).length > 3 && batch_id > 0,
  )!.batch_id
  const { data: before } = await devicesOf(site, `batch=${group}&page_limit=3`)
  return { before, group }
}

test('a vendor moves chosen devices to a group, with the shift key, and takes it back', async ({
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
  await expect(bar(page)).toContainText(say('bulk.chosen', { count: 3 }))
  await bar(page)
    .getByRole('button', { name: say('bulk.action.moveBatch') })
    .click()
  await choose(page, label('devices', 'model_id'), before[0]!.model)
  await choose(page, label('devices', 'batch_id'), batch.name)
  await dialog(page)
    .getByRole('button', { name: say('bulk.do.change', { count: 3 }) })
    .click()
  await expect(page.getByText(say('bulk.changed', { count: 3 }))).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  const moved = await devicesOf(site, `batch=${batch.id}`)
  expect(moved.count).toBe(3)
  await page.getByRole('button', { name: say('bulk.undo.button') }).click()
  await expect(page.getByText(say('bulk.undo.done', { count: 3 }))).toBeVisible()
  const back = await devicesOf(site, `ids=${before.map(({ id }) => id)}`)
  expect(back.data.map(({ batch_id }) => batch_id)).toEqual([group, group, group])
})

test('all that are found are changed by typing their number; another filter forgets the choice', async ({
  open,
  site,
}) => {
  const page = await open('vendor', LIST)
  await page.getByRole('checkbox', { name: say('ra.action.select_all') }).click()
  await bar(page)
    .getByRole('button', { name: /검색된 전체/ })
    .click()
  const { count } = await devicesOf(site, '')
  const number = count.toLocaleString('ko-KR')
  await expect(bar(page)).toContainText(say('bulk.all', { count: number }))
  await bar(page)
    .getByRole('button', { name: say('bulk.action.editField') })
    .click()
  await choose(page, say('bulk.field'), label('devices', 'edition'))
  await dialog(page).getByLabel(label('devices', 'edition'), { exact: true }).last().fill('여정')
  await dialog(page)
    .getByRole('button', { name: say('bulk.do.change', { count: number }) })
    .click()
  await expect(dialog(page).getByText(say('bulk.confirm.wrong', { count: number }))).toBeVisible()
  await dialog(page).getByLabel(say('bulk.confirm.label')).fill(String(count))
  await dialog(page)
    .getByRole('button', { name: say('bulk.do.change', { count: number }) })
    .click()
  await expect(page.getByText(say('bulk.changed', { count: number }))).toBeVisible()
  await page.getByRole('button', { name: say('bulk.undo.button') }).click()
  await expect(page.getByText(say('bulk.undo.done', { count: number }))).toBeVisible()
  await pick(page, 0).click()
  await expect(bar(page)).toBeVisible()
  await search(page).fill('0101')
  await expect(bar(page)).toHaveCount(0)
})

test('a user orders to chosen devices on a phone, and has no button to move or remove them', async ({
  open,
}) => {
  const page = await open('client', LIST, { viewport: PHONE })
  await page.getByRole('checkbox').first().check()
  await expect(bar(page)).toContainText(say('bulk.chosen', { count: 1 }))
  await bar(page)
    .getByRole('button', { name: say('bulk.open') })
    .click()
  await expect(page.getByRole('menuitem')).toHaveText([say('bulk.action.order'), say('bulk.action.export')])
  await page.getByRole('menuitem', { name: say('bulk.action.export') }).click()
  const coming = page.waitForEvent('download')
  await dialog(page)
    .getByRole('button', { name: say('exports.download') })
    .click()
  expect((await coming).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(dialog(page).getByText(say('exports.done'))).toBeVisible()
  await keepsFocus(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await bar(page)
    .getByRole('button', { name: say('bulk.open') })
    .click()
  await page.getByRole('menuitem', { name: say('bulk.action.order') }).click()
  await expect(page).toHaveURL(/\/app\/orders\/compose\?chosen=\d+/)
  await expect(page.getByText(/010-\d{4}-\d{4}/).first()).toBeVisible()
})

test('a device is edited by its form', async ({ open, site }) => {
  const { before, group } = await groupOf(site)
  const device = before[2]!
  const page = await open('vendor', `${LIST}/edit/${device.id}`)
  await input(page, label('devices', 'serial')).fill('7700')
  await button.save(page).click()
  await expect(page.getByText('단말을 수정하였습니다.')).toBeVisible()
  const { data: after } = await devicesOf(site, `ids=${device.id}`)
  expect(after[0]).toMatchObject({ serial: '7700', batch_id: group })
})
