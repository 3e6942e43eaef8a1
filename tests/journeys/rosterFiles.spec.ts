/** Devices are registered and updated with files of other programs, on a desktop and a phone. */
import { readFileSync } from 'node:fs'
import { translate } from '../../src/tools/translate'
import { expect, PHONE, test } from '../support/journey'
import { ask, devicesOf } from '../support/records'
import { choose, fixture, given, openDialog, upload } from '../support/rosterDialog'

test('a file of another program registers devices on a phone, and another updates them on a desktop', async ({
  open,
  site,
}) => {
  const phone = await open('client', '/app/devices', { viewport: PHONE })
  let dialog = await openDialog(phone)
  await choose(phone, fixture('others/libreoffice.xlsx'))
  await expect(dialog.getByText(translate('roster.check.fine', { rows: 2 }))).toBeVisible()
  await upload(phone)
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()

  const page = await open('vendor', '/app/devices')
  dialog = await openDialog(page)
  await dialog.getByRole('button', { name: translate('roster.purpose.update') }).click()
  await choose(page, fixture('others/update.xlsx'))
  await dialog.getByRole('button', { name: translate('roster.update.compare') }).click()
  const changes = dialog.getByRole('region', { name: translate('roster.update.title') })
  await expect(changes).toContainText('S1 → U1')
  await expect(changes).toContainText('3.0')
  await dialog.getByRole('button', { name: translate('roster.update.do', { count: 2 }) }).click()
  await expect(dialog.getByText(translate('roster.update.done', { count: 2 }))).toBeVisible()
  const { data } = await devicesOf(site, 'vendor', 'ids=356938030000013')
  expect(data).toMatchObject([{ serial: 'U1', version: '' }])
})

test('a client on a phone sees the errors of an update file, corrects them in the dialog, and updates its devices', async ({
  open,
  site,
}) => {
  const page = await open('client', '/app/devices', { viewport: PHONE })
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: translate('roster.purpose.update') }).click()
  await choose(page, given('a.csv', 'IMEI;Serial\n490154203237518;8800\n'))
  // Until the page has checked the file, the errors of the server are a plain list.
  await expect(dialog.getByText(translate('roster.check.fine', { rows: 1 }))).toBeVisible()
  await dialog.getByRole('button', { name: translate('roster.update.compare') }).click()
  const cell = dialog.getByRole('textbox', {
    name: translate('roster.check.cell', { row: 2, column: 'IMEI' }),
  })
  await expect(cell).toHaveAccessibleDescription(translate('roster.rows.deviceUnknown'))
  await expect(dialog.getByText(translate('roster.update.mend', { total: 1 }))).toBeVisible()
  const { id } = (await devicesOf(site, 'client', 'page_limit=1&order_by=serial')).data[0]!
  await cell.fill(id)
  await cell.press('Enter')
  await expect(cell).toHaveCount(0)
  await dialog.getByRole('button', { name: translate('roster.update.compare') }).click()
  await dialog.getByRole('button', { name: translate('roster.update.do', { count: 1 }) }).click()
  await expect(dialog.getByText(translate('roster.update.done', { count: 1 }))).toBeVisible()
  expect((await devicesOf(site, 'client', `ids=${id}`)).data).toMatchObject([{ serial: '8800' }])
})

test('a vendor on a phone sees the reason for every unreadable file, and registers a file of Korean Excel', async ({
  open,
  site,
}) => {
  // The first test has registered these devices, with `libreoffice.xlsx`.
  for (const [id] of readFileSync(fixture('others/cp949.csv'), 'latin1').matchAll(/\d{15}/g))
    await ask(site, 'master', 'DELETE', `/api/devices/${id}`)
  const before = (await devicesOf(site, 'vendor')).count
  const page = await open('vendor', '/app/devices', { viewport: PHONE })
  const dialog = await openDialog(page)
  for (const [name, code, params] of BROKEN)
    await test.step(name, async () => {
      const sentence = dialog.getByText(translate(`errors.${code}`, params))
      await choose(page, fixture(`others/${name}`))
      await expect(dialog.getByText(name, { exact: true })).toBeVisible()
      await expect(sentence, 'by the check').toHaveCount(1)
      await upload(page)
      await expect(sentence.nth(1), 'by the server too').toBeVisible()
      await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toHaveCount(0)
    })
  await test.step('empty.xlsx', async () => {
    await choose(page, fixture('others/empty.xlsx'))
    await expect(dialog.getByText(translate('roster.dialog.empty', { name: 'empty.xlsx' }))).toBeVisible()
  })
  expect((await devicesOf(site, 'vendor')).count).toBe(before)
  await choose(page, fixture('others/cp949.csv'))
  await expect(dialog.getByText(translate('roster.check.fine', { rows: 2 }))).toBeVisible()
  await upload(page)
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  expect((await devicesOf(site, 'vendor')).count).toBe(before + 2)
})

/** The unreadable and mislabelled files of the fixtures, each with its message. */
const BROKEN: [file: string, code: string, params?: Record<string, number>][] = [
  ['bad-xml.xlsx', 'sheet.corrupt'],
  ['encrypted.xlsx', 'sheet.encrypted'],
  ['open-quote.csv', 'sheet.quote', { row: 2 }],
  ['header-only.xlsx', 'roster.noRows'],
]
