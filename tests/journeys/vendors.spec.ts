/** Vendors (§2, vendor list and edit; §5; §6; §8): screens of the master. */

import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import {
  button,
  expectDeletion,
  expectFailedSave,
  expectFieldError,
  expectHeads,
  find,
  fresh,
  freshBrn,
  input,
  label,
  makeClient,
  makeVendor,
  openForm,
  readAll,
  saveAndExpect,
} from '../support/records'

const LIST = '/app/admin/vendors'
const VENDORS = '/api/admin/vendors'
const labelOf = (field: string) => label('vendors', field)
const grouped = (brn: string) => brn.replace(/^(\d{3})(\d\d)(\d{5})$/, '$1-$2-$3')

test('a master sees the vendors (§2), and deletes one without clients', async ({ open, site }) => {
  const brn = freshBrn()
  const vendor = await makeVendor(site, {
    brn,
    comment: '냉동 물류',
    page: 'https://cold.example.com/about',
    paid: true,
    expired: '2031-12-24T01:02:03Z',
  })
  const kept = await makeVendor(site)
  await makeClient(site, { vendor: kept.id })
  const page = await open('master', LIST)
  await expectHeads(page, ['name', 'brn', 'comment', 'page', 'paid', 'expired', 'created'].map(labelOf))
  const row = await find(page, vendor.name)
  for (const text of [grouped(brn), '냉동 물류', translate('forms.dot.paid.on'), '2031 12-24 10:02:03'])
    await expect(row).toContainText(text)
  const link = row.getByRole('link', { name: /cold\.example\.com/ })
  await expect(link).toHaveAttribute('href', 'https://cold.example.com/about')
  await expect(link).toHaveAttribute('rel', /noopener/)

  await expectDeletion(page, row, vendor.name, 'Vendor has been Deleted!')
  const other = await find(page, kept.name)
  await expect(other).toContainText(translate('forms.dot.paid.off'))
  await expect(other.getByText(/^0001/), 'a missing date is blank').toHaveCount(0)
  await button.remove(other).click()
  await button.yes(page).click()
  await expect(page.getByText(/회원[^.]*1/).last()).toBeVisible()
  const left = (await readAll(site, 'master', VENDORS)).map(record => record.id)
  expect([left.includes(vendor.id), left.includes(kept.id)]).toEqual([false, true])
})

test('a vendor is created and changed, with the messages of §5 and §8', async ({ open, site }) => {
  const page = await open('master', LIST)
  await button.create(page).click()
  await expect(page).toHaveURL(`${LIST}/edit/0`)
  await test.step('a name and a registration number with a valid check digit are required', async () => {
    for (const brn of ['', '123456789', '1234567890']) {
      await input(page, labelOf('brn')).fill(brn)
      await saveAndExpect(page, '정확한 사업자 등록번호를 입력해 주십시요!')
      await expect(page.getByText('업체명이 없습니다!').first()).toBeVisible()
      await expect(input(page, labelOf('name'))).toBeFocused()
    }
  })
  const name = fresh('새 업체')
  const brn = freshBrn()
  await input(page, labelOf('name')).fill(name)
  await input(page, labelOf('brn')).fill('')
  await input(page, labelOf('brn')).pressSequentially(brn)
  await expect(input(page, labelOf('brn'))).toHaveValue(grouped(brn))
  await test.step('the postal code has at most six characters, and the home page is an address', async () => {
    await input(page, labelOf('post')).fill('1234567')
    await input(page, labelOf('page')).fill('javascript:alert(1)')
    await button.save(page).click()
    await expectFieldError(input(page, labelOf('page')), translate('errors.field.url'))
    await expectFieldError(input(page, labelOf('post')), translate('errors.field.tooLong', { limit: 6 }))
    await input(page, labelOf('post')).fill('123456')
    await input(page, labelOf('page')).fill('https://new.example.com')
  })
  await input(page, labelOf('comment')).fill('설명 첫 줄')
  await input(page, labelOf('addr')).fill('서울특별시 종로구 세종대로 209')
  await input(page, labelOf('maker')).check()
  const picker = page.getByRole('group', { name: new RegExp(`^${labelOf('expired')}`) })
  await test.step('the expiry of a paid vendor is entered in Korean time', async () => {
    await expect(picker).toHaveCount(0)
    await input(page, labelOf('paid')).check()
    await picker.getByRole('spinbutton').first().click()
    await page.keyboard.type('20310405')
    await page.keyboard.type('163000')
  })
  await test.step('a failed save keeps the values, and the next one succeeds', async () => {
    await expectFailedSave(page, `**${VENDORS}`, '업체 생성에 실패하였습니다!')
    await expect(input(page, labelOf('name'))).toHaveValue(name)
    await saveAndExpect(page, '업체를 생성하였습니다.')
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    expect((await readAll(site, 'master', VENDORS)).find(record => record.name === name)).toMatchObject({
      brn,
      comment: '설명 첫 줄',
      addr: '서울특별시 종로구 세종대로 209',
      post: '123456',
      page: 'https://new.example.com',
      active: true,
      maker: true,
      paid: true,
      expired: expect.stringMatching(/^2031-04-05T07:30:00/),
    })
  })
  await test.step('the vendor is changed', async () => {
    await openForm(page, await find(page, name))
    await expect(input(page, labelOf('comment'))).toHaveValue('설명 첫 줄')
    await input(page, labelOf('comment')).fill('새 설명')
    await input(page, labelOf('active')).uncheck()
    await expectFailedSave(page, `**${VENDORS}/*`, '업체 수정에 실패하였습니다!')
    await saveAndExpect(page, '업체을 수정하였습니다.')
    await openForm(page, await find(page, name))
    await expect(input(page, labelOf('comment'))).toHaveValue('새 설명')
    await expect(input(page, labelOf('active'))).not.toBeChecked()
    await button.back(page).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
  })
})
