/** Upload of a group's devices: the user confirms which devices leave and join (decision 30). */
import korean from 'ra-language-korean'
import { translate } from '../../src/tools/translate'
import { devicesIn, makeDevices } from '../support/bulk'
import { expect, PHONE, test } from '../support/journey'
import { all, find, question } from '../support/records'

const LIST = '/app/groups/batches'

test('an upload that removes devices from a group asks with their number, and No changes nothing', async ({
  open,
  site,
}) => {
  const known = (await all(site, 'vendor', '/api/batches')).find(record => record.name === '영남 간선')!
  const before = Number(known.devices)
  const devicesOf = async (query: string, page = 1) => {
    const answer = await fetch(`${site.url}/api/devices?${query}&page_limit=100&page_index=${page}`, {
      headers: { authorization: `Bearer ${await site.token('vendor')}` },
    })
    return ((await answer.json()) as { data: { id: string; model_id: number; batch_id: number }[] }).data
  }
  const pages = Array.from({ length: Math.ceil(before / 100) }, (_, at) => at + 1)
  const data = (await Promise.all(pages.map(page => devicesOf(`batch=${known.id}`, page)))).flat()
  const page = await open('vendor', LIST)
  const row = await find(page, known.name)
  await row.getByRole('button', { name: new RegExp(translate('records.devices.open')) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'one.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`IMEI\n${data[0]!.id}\n`),
  })
  await dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }).click()
  const asked = page.getByRole('alertdialog', {
    name: `단말 ${before}대 중 ${before - 1}대가 그룹에서 빠집니다. 계속하시겠습니까?`,
  })
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: korean.ra.action.cancel }).click()
  await expect(dialog.getByText(translate('roster.dialog.cancelled'))).toBeVisible()
  await expect(dialog.getByText('one.csv'), 'the file stays chosen').toBeVisible()

  // No device leaves; the question is also asked for devices that join.
  const others = await devicesOf(`model=${data[0]!.model_id}`)
  const other = others.find(device => device.batch_id !== data[0]!.batch_id)!
  expect(data).toHaveLength(before)
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['IMEI', ...data.map(({ id }) => id), other.id, ''].join('\n')),
  })
  await dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }).click()
  const joining = page.getByRole('alertdialog', {
    name: translate('records.devices.joining.question', { joined: 1 }),
  })
  await expect(joining).toContainText(
    translate('records.devices.joining.body', { stays: before, devices: before + 1 }),
  )
  await joining.getByRole('button', { name: korean.ra.action.cancel }).click()
  const after = (await all(site, 'vendor', '/api/batches')).find(record => record.id === known.id)!
  expect(after.devices).toBe(before)
})

test('on a phone an upload removes a device from a group after confirmation', async ({ open, site }) => {
  const { batch, ids } = await makeDevices(site, 2)
  const page = await open('vendor', LIST, { viewport: PHONE })
  const card = page.getByRole('listitem').filter({ hasText: batch.name })
  await card.getByRole('button', { name: new RegExp(translate('records.devices.open')) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'one.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`IMEI\n${ids[0]}\n`),
  })
  await dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }).click()
  await question(page)
    .getByRole('button', { name: translate('records.devices.leaving.yes') })
    .click()
  await expect(question(page)).toHaveCount(0)
  await expect(dialog.getByRole('status').first()).toContainText(/[가-힣]/)
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual([ids[0]])
})
