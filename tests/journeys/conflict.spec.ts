/** Concurrent edits of a record: the second user sees the changes of the first, and decides. */

import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import { button, input, label, makeVendor, readAll, saveAndExpect } from '../support/records'

const COMMENT = label('vendors', 'comment')
const DONE = '업체을 수정하였습니다.'

test('the second user sees the changes of the first, and saves over them or takes them', async ({
  open,
  site,
}) => {
  const record = await makeVendor(site, { comment: '처음' })
  const path = `/app/admin/vendors/edit/${record.id}`
  const [first, second] = [await open('master', path), await open('master', path)]
  const question = second.getByRole('alertdialog')
  const stored = async () =>
    (await readAll(site, 'master', '/api/admin/vendors')).find(({ id }) => id === record.id)?.comment
  const collide = async (before: string, value: string) => {
    await expect(input(second, COMMENT)).toHaveValue(before)
    await input(second, COMMENT).fill('나중에 저장한 값')
    await input(first, COMMENT).fill(value)
    await saveAndExpect(first, DONE)
    await button.save(second).click()
    for (const text of [COMMENT, value, '나중에 저장한 값']) await expect(question).toContainText(text)
    expect(await stored()).toBe(value)
  }
  await test.step('one’s own value', async () => {
    await collide('처음', '먼저 저장한 값')
    await second.getByRole('button', { name: '내 값으로 저장' }).click()
    await expect(question).toHaveCount(0)
    await expect.poll(stored).toBe('나중에 저장한 값')
  })
  await test.step('the new values; what is typed afterwards is saved', async () => {
    await first.reload()
    await second.reload()
    await collide('나중에 저장한 값', '다시 먼저')
    await second.getByRole('button', { name: '새 값 불러오기' }).click()
    await expect(question).toHaveCount(0)
    await expect(input(second, COMMENT)).toHaveValue('다시 먼저')
    await input(second, COMMENT).fill('이어서 고친 값')
    await saveAndExpect(second, DONE)
  })
  await test.step('the same user saves twice in a row without a conflict', async () => {
    await input(second, COMMENT).fill('한 번 더')
    await button.save(second).click()
    await expect.poll(stored).toBe('한 번 더')
    await expect(question).toHaveCount(0)
  })
})

test('a form with unsaved changes asks before leaving', async ({ open, site }) => {
  const record = await makeVendor(site)
  const page = await open('master', `/app/admin/vendors/edit/${record.id}`)
  await input(page, COMMENT).fill('아직 저장하지 않음')
  await button.back(page).click()
  await expect(page.getByText(translate('records.leave.title'))).toBeVisible()
  await page.getByRole('button', { name: translate('records.leave.stay') }).click()
  await expect(page).toHaveURL(/edit/)
  await expect(input(page, COMMENT)).toHaveValue('아직 저장하지 않음')
  await button.back(page).click()
  await page.getByRole('button', { name: translate('records.leave.leave') }).click()
  await expect(page).not.toHaveURL(/edit/)
})
