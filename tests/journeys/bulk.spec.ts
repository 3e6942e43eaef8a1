/** Bulk actions: devices selected with mouse, touch and keyboard; edit, move, undo, order, remove. */
import { translate } from '../../src/tools/translate'
import {
  bar,
  choose,
  countClicks,
  devicesIn,
  dialog,
  listOf,
  makeDevices,
  pick,
  press,
  pressIn,
} from '../support/bulk'
import { expect, keepsFocus, type Page, PHONE, type Site, tabTo, test } from '../support/journey'
import {
  ask,
  type Device,
  devicesOf,
  filtered,
  fresh,
  label,
  makeBatch,
  rows,
  sendOrders,
} from '../support/records'

const LIST = '/app/devices'

/** The first devices of a group of the vendor, in the order of their list. */
async function groupOf(site: Site): Promise<{ before: Device[]; group: number }> {
  const { data } = await devicesOf(site, 'vendor', 'page_limit=200')
  const sizeOf = (batch: number) => data.filter(({ batch_id }) => batch_id === batch).length
  const group = data.find(({ batch_id }) => sizeOf(batch_id) > 3 && batch_id > 0)!.batch_id
  const { data: before } = await devicesOf(site, 'vendor', `batch=${group}&page_limit=3`)
  return { before, group }
}

/** The submit button of the open dialog; its label contains the number of devices. */
const confirm = (page: Page, what: 'change' | 'remove', count: number) =>
  pressIn(dialog(page), `bulk.do.${what}`, { records: `단말 ${count}대` })

/** @returns the name of the file */
async function download(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await pressIn(dialog(page), 'exports.download')
  return (await coming).suggestedFilename()
}

test('a vendor moves a range of devices to a group, and undoes the move', async ({ open, site }) => {
  const { before, group } = await groupOf(site)
  const batch = await makeBatch(site, { model: before[0]!.model_id })
  const page = await open('vendor', filtered(LIST, { model: before[0]!.model_id, batch: group }))
  await expect(rows(page).first()).toContainText(before[0]!.id)
  await pick(page, 0).click()
  await pick(page, 2).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 3대' }))
  await pressIn(bar(page), 'bulk.action.moveBatch')
  await choose(page, label('devices', 'model_id'), before[0]!.model)
  await choose(page, label('devices', 'batch_id'), batch.name)
  await confirm(page, 'change', 3)
  await expect(page.getByText(translate('bulk.changed', { records: '단말 3대' }))).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  const moved = await devicesOf(site, 'vendor', `batch=${batch.id}`)
  expect(moved.count).toBe(3)
  await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
  await expect(page.getByText(translate('bulk.undo.done', { records: '단말 3대' }))).toBeVisible()
  const back = await devicesOf(site, 'vendor', `ids=${before.map(({ id }) => id)}`)
  expect(back.data.map(({ batch_id }) => batch_id)).toEqual([group, group, group])
})

test('thirty devices change their group with six clicks, and one leaves misfits out', async ({
  open,
  site,
}) => {
  const { created } = await makeDevices(site, 28)
  const { ids: misfits, created: last } = await makeDevices(site, 2)
  for (const id of misfits)
    await ask(site, 'vendor', 'PUT', `/api/devices/${id}`, { model_id: 2, batch_id: 0, bunch_id: 0 })
  const target = await makeBatch(site, { model: 1 })
  const until = new Date(Date.parse(last) + 1).toISOString()
  const page = await open('vendor', filtered(LIST, { created_gte: created, created_lte: until }))
  await expect(rows(page)).toHaveCount(20)
  const clicks = await countClicks(page)
  await page.getByRole('checkbox', { name: translate('ra.action.select_all') }).click()
  await pressIn(bar(page), 'bulk.chooseAll', { records: '단말 30대' })
  await pressIn(bar(page), 'bulk.action.moveBatch')
  // The dialog has already chosen the model of the devices in view.
  await choose(page, label('devices', 'batch_id'), target.name)
  await confirm(page, 'change', 30)
  const without = dialog(page).getByRole('button', {
    name: translate('bulk.leaveOut', { misfits: '단말 2대', records: '단말 28대' }),
  })
  await expect(without).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(6)
  await without.click()
  await expect(page.getByText(translate('bulk.changed', { records: '단말 28대' }))).toBeVisible()
  expect((await devicesOf(site, 'vendor', `batch=${target.id}`)).count).toBe(28)
})

test('failed devices get their order again with three clicks from home', async ({ open, site }) => {
  const title = fresh('실패한 명령')
  const [id] = await sendOrders(site, [title], 2)
  await ask(site, 'client', 'POST', `/api/orders/${id}/cancel`)
  const page = await open('client', '/app/main/fleet')
  const order = page.getByRole('link', { name: title })
  await expect(order).toBeVisible()
  const clicks = await countClicks(page)
  await order.click()
  const again = page.getByRole('main').getByRole('link', { name: /다시 보내기/ })
  await again.first().click()
  await pressIn(page.getByRole('main'), 'compose.register')
  await expect(page.getByText('단말 제어 명령이 등록되었습니다.')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(3)
})

test('a client on a phone sends an order to devices, and cannot move or remove them', async ({ open }) => {
  const page = await open('client', LIST, { viewport: PHONE })
  await page.getByRole('checkbox').first().check()
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 1대' }))
  await pressIn(bar(page), 'bulk.open')
  const actions = ['order', 'export'].map(action => translate(`bulk.action.${action}`))
  await expect(page.getByRole('menuitem')).toHaveText(actions)
  await page.getByRole('menuitem', { name: translate('bulk.action.export') }).click()
  expect(await download(page)).toMatch(/\.xlsx$/)
  await expect(dialog(page).getByText(translate('exports.done'))).toBeVisible()
  await keepsFocus(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await pressIn(bar(page), 'bulk.open')
  await page.getByRole('menuitem', { name: translate('bulk.action.order') }).click()
  await expect(page).toHaveURL(/\/app\/orders\/compose\?chosen=\d+/)
  await expect(page.getByText(/010-\d{4}-\d{4}/).first()).toBeVisible()
})

test('a vendor on a phone selects all found devices, and changes them', async ({ open, site }) => {
  const { batch } = await makeDevices(site, 22)
  const page = await open('vendor', listOf(batch), { viewport: PHONE })
  await page.getByRole('listitem').getByRole('checkbox').first().check()
  await pressIn(bar(page), 'bulk.choosePage')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 20대' }))
  await expect(bar(page).getByRole('button', { name: translate('bulk.choosePage') })).toHaveCount(0)
  await pressIn(bar(page), 'bulk.clear')
  await page.getByRole('listitem').getByRole('checkbox').nth(1).check()
  await pressIn(bar(page), 'bulk.chooseFound', { records: '단말 22대' })
  await expect(bar(page)).toContainText(translate('bulk.all', { records: '단말 22대' }))
  await press(page, 'editField')
  await choose(page, translate('bulk.field'), label('devices', 'edition'))
  await dialog(page).getByLabel(label('devices', 'edition'), { exact: true }).last().fill('모두')
  await pressIn(dialog(page), 'bulk.do.change', { records: '단말 22대' })
  await expect(page.getByText(translate('bulk.changed', { records: '단말 22대' }))).toBeVisible()
  expect((await devicesIn(site, batch.id)).map(({ edition }) => edition)).toEqual(Array(22).fill('모두'))
})

test('one device and a range are selected and acted upon with the keyboard', async ({ open, site }) => {
  const { batch, ids } = await makeDevices(site, 4)
  const page = await open('vendor', listOf(batch))
  await expect(rows(page)).toHaveCount(4)
  await pick(page, 0).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 1대' }))
  await expect(pick(page, 0), 'the bar takes no focus').toBeFocused()
  await tabTo(page, pick(page, 2))
  await page.keyboard.press('Shift+Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 3대' }))
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText(translate('bulk.chosen', { records: '단말 2대' }))
  await tabTo(page, bar(page).getByRole('button', { name: translate('bulk.action.remove') }))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(translate('bulk.about.remove', { records: '단말 2대' }))
  const remove = translate('bulk.do.remove', { records: '단말 2대' })
  await tabTo(page, dialog(page).getByRole('button', { name: remove }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(translate('bulk.removed', { records: '단말 2대' }))).toBeVisible()
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual(ids.toSorted().slice(2))
})
