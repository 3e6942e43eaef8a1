/** Upload of a group's devices on a phone: the user confirms which devices leave (decision 30). */
import korean from 'ra-language-korean'
import { translate } from '../../src/tools/translate'
import { devicesIn, makeDevices } from '../support/bulk'
import { expect, PHONE, test } from '../support/journey'
import { question } from '../support/records'
import { choose, given, upload } from '../support/rosterDialog'

test('an upload that removes devices from a group asks with their number: No changes nothing, Yes removes them', async ({
  open,
  site,
}) => {
  const { batch, ids } = await makeDevices(site, 3)
  const page = await open('vendor', '/app/groups/batches', { viewport: PHONE })
  const card = page.getByRole('listitem').filter({ hasText: batch.name })
  await card.getByRole('button', { name: new RegExp(translate('records.devices.open')) }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, given('one.csv', `IMEI\n${ids[0]}\n`))
  await upload(page)
  await expect(question(page)).toHaveAccessibleName('단말 3대 중 2대가 그룹에서 빠집니다. 계속하시겠습니까?')
  await question(page).getByRole('button', { name: korean.ra.action.cancel }).click()
  await expect(dialog.getByText(translate('roster.dialog.cancelled'))).toBeVisible()
  await expect(dialog.getByText('one.csv'), 'the file stays chosen').toBeVisible()
  expect(await devicesIn(site, batch.id)).toHaveLength(3)

  await upload(page)
  await question(page)
    .getByRole('button', { name: translate('records.devices.leaving.yes') })
    .click()
  await expect(dialog.getByText(/단말목록을 업데이트 하였습니다/)).toBeVisible()
  expect((await devicesIn(site, batch.id)).map(({ id }) => id)).toEqual([ids[0]])
})
