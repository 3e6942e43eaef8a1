/** The device form: edited by its client, assigned and removed by its vendor. */
import { devicesIn, makeDevices } from '../support/bulk'
import { expect, PHONE, test } from '../support/journey'
import { button, devicesOf, input, label, makeClient, makeVendor, saveAndExpect } from '../support/records'

const LIST = '/app/devices'
const serialOf = label('devices', 'serial')

test('a device is edited by its client, and assigned and removed by its vendor', async ({ open, site }) => {
  const { data } = await devicesOf(site, 'client', 'page_limit=1')
  const { id, batch_id } = data[0]!
  const phone = await open('client', `${LIST}/edit/${id}`, { viewport: PHONE })
  await input(phone, serialOf).fill('7701')
  await expect(input(phone, label('devices', 'client'))).toHaveCount(0)
  await expect(button.remove(phone.getByRole('main'))).toHaveCount(0)
  await saveAndExpect(phone, '단말을 수정하였습니다.')
  expect((await devicesOf(site, 'vendor', `ids=${id}`)).data).toMatchObject([{ serial: '7701', batch_id }])

  const { batch, ids } = await makeDevices(site, 2)
  const { vendor } = (await devicesIn(site, batch.id))[0]!
  const named = crypto.randomUUID().slice(0, 8)
  const make = (ofVendor: number, level: number) =>
    makeClient(site, { name: `${named} ${level} ${ofVendor}`, vendor: ofVendor, level })
  const user = await make(vendor, 3)
  for (const level of [1, 6]) await make(vendor, level)
  await make((await makeVendor(site)).id, 3)
  const page = await open('vendor', `${LIST}/edit/${ids[0]}`)
  await test.step('the device is assigned only to clients of its vendor, not to guests, staff or other vendors', async () => {
    const field = input(page, label('devices', 'client'))
    await field.click()
    await field.fill(named)
    await expect(page.getByRole('option')).toHaveText([new RegExp(String(user.name))])
    await page.getByRole('option').click()
    await saveAndExpect(page, '단말을 수정하였습니다.')
  })
  await test.step('the device is removed after a confirmation', async () => {
    await page.goto(`${LIST}/edit/${ids[0]}`)
    const main = page.getByRole('main')
    await button.remove(main).click()
    await button.no(page).click()
    expect(await devicesIn(site, batch.id)).toHaveLength(2)
    await button.remove(main).click()
    await button.yes(page).click()
    await expect(page.getByText('단말을 삭제하였습니다.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    expect((await devicesIn(site, batch.id)).map(record => record.id)).toEqual([ids[1]])
  })
})
