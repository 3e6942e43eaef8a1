/** Who changed what: the tab on the form of a record, and the list for staff. */

import { editPath } from '../../src/console/paths'
import { expect, test } from '../support/journey'
import { input, label, makeBatch, rows, saveAndExpect } from '../support/records'

const LIST = '/app/groups/batches'

test('a change is shown on the form of its record and in the list of changes, with both values', async ({
  open,
  site,
}) => {
  const batch = await makeBatch(site)
  const page = await open('vendor', editPath(LIST, batch.id))
  await input(page, label('batches', 'name')).fill(`${batch.name} 새이름`)
  await saveAndExpect(page, '그룹을 수정하였습니다.')

  await page.goto(`${editPath(LIST, batch.id)}`)
  await page.getByRole('tab', { name: '이력' }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('row').nth(1)).toContainText(`변경이름${batch.name}→${batch.name} 새이름`)

  await page.getByRole('button', { name: '설정' }).click()
  await page.getByRole('menuitem', { name: '이력' }).click()
  await page.getByPlaceholder('사용자, 항목, 접속 주소').fill(`${batch.name} 새이름`)
  await expect(page.getByText('1 개의 이력이 있습니다.')).toBeVisible()
  await expect(rows(page)).toContainText('127.0.0.1')
})
