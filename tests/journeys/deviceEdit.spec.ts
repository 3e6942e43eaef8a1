/** The device form: edited by vendor and client, on desktop and phone, and moved to another vendor. */
import { translate } from '../../src/tools/translate'
import { type Device, devicesIn, makeDevices } from '../support/bulk'
import { expect, PHONE, type Site, test } from '../support/journey'
import { ask, button, input, label, makeClient, makeVendor, question } from '../support/records'

const LIST = '/app/devices'

const devicesOf = async (site: Site, who: 'vendor' | 'client', query: string) =>
  (await ask(site, who, 'GET', `/api/devices?${query}`)) as unknown as { data: Device[] }

test('vendor and client both edit a device in its form, on a desktop and on a phone', async ({
  open,
  site,
}) => {
  const { data } = await devicesOf(site, 'client', 'page_limit=1')
  const { id, batch_id } = data[0]!
  for (const [who, viewport, serial] of [
    ['vendor', undefined, '7700'],
    ['client', PHONE, '7701'],
    ['vendor', PHONE, '7702'],
    ['client', undefined, '7703'],
  ] as const)
    await test.step(`${who}, ${serial}`, async () => {
      const page = await open(who, `${LIST}/edit/${id}`, viewport && { viewport })
      await input(page, label('devices', 'serial')).fill(serial)
      await expect(input(page, label('devices', 'client'))).toHaveCount(who === 'vendor' ? 1 : 0)
      await button.save(page).click()
      await expect(page.getByText('단말을 수정하였습니다.')).toBeVisible()
      const { data: after } = await devicesOf(site, 'vendor', `ids=${id}`)
      expect(after[0]).toMatchObject({ serial, batch_id })
    })
})

test('a device can be assigned only to clients of its vendor, not to guests, staff or other vendors', async ({
  open,
  site,
}) => {
  const { ids } = await makeDevices(site, 1)
  const [device] = (
    (await ask(site, 'master', 'GET', `/api/devices?ids=${ids[0]}`)) as unknown as { data: Device[] }
  ).data
  const other = await makeVendor(site)
  const named = crypto.randomUUID().slice(0, 8)
  const make = (vendor: number, level: number) =>
    makeClient(site, { name: `${named} ${level} ${vendor}`, vendor, level })
  const { vendor } = device!
  const user = await make(vendor, 3)
  for (const level of [1, 6]) await make(vendor, level)
  await make(other.id, 3)
  for (const [who, path] of [
    ['vendor', `${LIST}/edit/${ids[0]}`],
    ['master', `${LIST}/edit/${ids[0]}`],
  ] as const) {
    const page = await open(who, path)
    const field = input(page, label('devices', 'client'))
    await field.click()
    await field.fill(named)
    await expect(page.getByRole('option')).toHaveText([new RegExp(String(user.name))])
  }
})

test('a master moves a device to another vendor: it leaves its group, and the former vendor no longer finds it', async ({
  open,
  site,
}) => {
  const { batch, ids } = await makeDevices(site, 2)
  const newVendor = await makeVendor(site)
  const [theirs, page] = [
    await open('vendor', `${LIST}/edit/${ids[0]}`),
    await open('master', `${LIST}/edit/${ids[0]}`),
  ]
  await input(theirs, label('devices', 'serial')).fill('4711')
  await input(page, label('devices', 'vendor')).click()
  await input(page, label('devices', 'vendor')).fill(newVendor.name)
  await page.getByRole('option', { name: newVendor.name }).click()
  await button.save(page).click()
  await expect(page.getByText('단말을 수정하였습니다.')).toBeVisible()
  await button.save(theirs).click()
  await expect(
    theirs
      .getByRole('alert')
      .or(theirs.getByText(translate('records.form.gone')))
      .first(),
  ).toContainText(/[가-힣]/)
  const found = await ask<unknown>(site, 'master', 'GET', `/api/devices?ids=${ids[0]}`)
  expect((found as unknown as { data: Device[] }).data).toMatchObject([
    { vendor: newVendor.id, batch_id: 0, serial: expect.not.stringMatching('4711') },
  ])
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual([ids[1]])
})

test('the vendor, not the client, removes a device in its form after confirmation', async ({
  open,
  site,
}) => {
  const { data } = await devicesOf(site, 'client', 'page_limit=1')
  const theirs = await open('client', `${LIST}/edit/${data[0]!.id}`)
  await expect(input(theirs, label('devices', 'serial'))).toBeVisible()
  await expect(button.remove(theirs.getByRole('main'))).toHaveCount(0)
  const { batch, ids } = await makeDevices(site, 2)
  const remainingIds = async () => (await devicesIn(site, batch.id)).map(({ id }) => id)
  const page = await open('vendor', `${LIST}/edit/${ids[0]}`)
  await button.remove(page.getByRole('main')).click()
  await expect(question(page)).toBeVisible()
  await button.no(page).click()
  expect(await remainingIds()).toHaveLength(2)
  await button.remove(page.getByRole('main')).click()
  await button.yes(page).click()
  await expect(page.getByText('단말을 제거하였습니다.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
  expect(await remainingIds()).toEqual([ids[1]])
})
