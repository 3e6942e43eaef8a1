/** Vendors (§2, vendor list and edit; §5; §6; §8): screens of the master. */

import { translate } from '../../src/tools/translate'
import { expect, follow, test } from '../support/journey'
import {
  all,
  button,
  expectHeads,
  find,
  fresh,
  freshBrn,
  input,
  label,
  makeClient,
  makeVendor,
  question,
  rows,
  saidAt,
} from '../support/records'

const LIST = '/app/admin/vendors'
const VENDORS = '/api/admin/vendors'
const labelOf = (field: string) => label('vendors', field)
const grouped = (brn: string) => brn.replace(/^(\d{3})(\d\d)(\d{5})$/, '$1-$2-$3')

test.describe('the list of vendors', () => {
  test('has the columns of the specification in order, with the values of each vendor', async ({
    open,
    site,
  }) => {
    const brn = freshBrn()
    const vendor = await makeVendor(site, {
      brn,
      comment: '냉동 물류',
      page: 'https://cold.example.com/about',
      paid: true,
      expired: '2031-12-24T01:02:03Z',
    })
    const plain = await makeVendor(site)
    const page = await open('master', LIST)
    await expectHeads(page, ['name', 'brn', 'comment', 'page', 'paid', 'expired', 'created'].map(labelOf))
    const row = await find(page, vendor.name)
    await test.step('the registration number as 3-2-5 digits, the home page as a link, paid, expired', async () => {
      await expect(row).toContainText(grouped(brn))
      await expect(row).toContainText('냉동 물류')
      await expect(row).toContainText(translate('forms.dot.paid.on'))
      await expect(row).toContainText('2031 12-24 10:02:03')
      const link = row.getByRole('link', { name: /cold\.example\.com/ })
      await expect(link).toHaveAttribute('href', 'https://cold.example.com/about')
      await expect(link).toHaveAttribute('rel', /noopener/)
    })
    await test.step('a missing date is blank', async () => {
      const other = await find(page, plain.name)
      await expect(other).toContainText(translate('forms.dot.paid.off'))
      await expect(other).not.toContainText('0001')
    })
  })

  test('asks before deleting: No keeps the vendor, Yes removes it, a vendor with clients cannot be deleted', async ({
    open,
    site,
  }) => {
    const vendor = await makeVendor(site)
    const kept = await makeVendor(site)
    await makeClient(site, { vendor: kept.id })
    const page = await open('master', LIST)
    const row = await find(page, vendor.name)
    await button.remove(row).click()
    await expect(question(page)).toContainText(vendor.name)
    await button.no(page).click()
    await expect(row).toBeVisible()
    await button.remove(row).click()
    await button.yes(page).click()
    await expect(page.getByText('Vendor has been Deleted!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    await expect(row).toHaveCount(0)
    expect((await all(site, 'master', VENDORS)).map(record => record.id)).not.toContain(vendor.id)
    await button.remove(await find(page, kept.name)).click()
    await button.yes(page).click()
    await expect(page.getByText(/회원[^.]*1/).last()).toBeVisible()
    expect((await all(site, 'master', VENDORS)).map(record => record.id)).toContain(kept.id)
  })
})

test.describe('a new vendor', () => {
  test('is created with a notice, and listed', async ({ open, site }) => {
    const brn = freshBrn()
    const name = fresh('새 업체')
    const page = await open('master', LIST)
    await button.create(page).first().click()
    await expect(page).toHaveURL(new RegExp(`${LIST}/edit/?0?$`))
    await expect(button.save(page)).toBeVisible()
    await input(page, labelOf('name')).fill(name)
    await input(page, labelOf('brn')).pressSequentially(brn)
    await expect(input(page, labelOf('brn'))).toHaveValue(grouped(brn))
    await input(page, labelOf('comment')).fill('설명 첫 줄')
    await input(page, labelOf('addr')).fill('서울특별시 종로구 세종대로 209')
    await input(page, labelOf('post')).fill('03171')
    await input(page, labelOf('page')).fill('https://new.example.com')
    await input(page, labelOf('maker')).check()
    await button.save(page).click()
    await expect(page.getByText('업체를 생성하였습니다.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    await expect(await find(page, name)).toContainText(grouped(brn))
    expect((await all(site, 'master', VENDORS)).find(record => record.name === name)).toMatchObject({
      brn,
      comment: '설명 첫 줄',
      addr: '서울특별시 종로구 세종대로 209',
      post: '03171',
      page: 'https://new.example.com',
      maker: true,
      paid: false,
    })
  })

  test('has the addresses edit and edit/0, with the empty form of the specification', async ({ open }) => {
    const page = await open('master', LIST)
    await expect(rows(page).first()).toBeVisible()
    for (const path of [`${LIST}/edit`, `${LIST}/edit/0`]) {
      await follow(page, path)
      await expect(page.getByRole('heading', { level: 1, name: '업체 생성' }), path).toBeVisible()
      for (const field of ['name', 'brn', 'comment'])
        await expect(input(page, labelOf(field)), path).toHaveValue('')
      await expect(input(page, labelOf('paid')), path).not.toBeChecked()
      await follow(page, LIST)
      await expect(rows(page).first()).toBeVisible()
    }
  })

  test('shows invalid input at its field, and keeps the values when the server fails', async ({ open }) => {
    const page = await open('master', `${LIST}/edit/0`)
    await test.step('no name', async () => {
      await input(page, labelOf('brn')).fill(freshBrn())
      await button.save(page).click()
      await expect(page.getByText('업체명이 없습니다!').first()).toBeVisible()
      await expect(input(page, labelOf('name'))).toBeFocused()
    })
    const name = fresh('업체')
    await input(page, labelOf('name')).fill(name)
    const wrong = page.getByText('정확한 사업자 등록번호를 입력해 주십시요!')
    for (const [what, brn] of [
      ['none', ''],
      ['of nine digits', '123456789'],
      ['with a wrong check digit', '1234567890'],
    ] as const) {
      await test.step(`a registration number ${what}`, async () => {
        await input(page, labelOf('brn')).fill(freshBrn())
        await expect(wrong).toHaveCount(0)
        await input(page, labelOf('brn')).fill(brn)
        await button.save(page).click()
        await expect(wrong.first()).toBeVisible()
        await expect(input(page, labelOf('brn'))).toBeFocused()
        await expect(page).toHaveURL(/edit\/0/)
      })
    }
    await input(page, labelOf('brn')).fill(freshBrn())
    await test.step('a postal code above six characters, and an invalid home page', async () => {
      await input(page, labelOf('post')).pressSequentially('12345678')
      await input(page, labelOf('page')).fill('javascript:alert(1)')
      await button.save(page).click()
      await saidAt(input(page, labelOf('page')), translate('errors.field.url'))
      const kept = await input(page, labelOf('post')).inputValue()
      if (kept.length > 6)
        await saidAt(input(page, labelOf('post')), translate('errors.field.tooLong', { limit: 6 }))
      else expect(kept).toBe('123456')
      await expect(page).toHaveURL(/edit\/0/)
    })
    await input(page, labelOf('post')).fill('12345')
    await input(page, labelOf('page')).fill('')
    await test.step('a server that fails', async () => {
      await page.route('**/api/admin/vendors', route =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
      )
      await button.save(page).click()
      await expect(page.getByText('업체 생성에 실패하였습니다!').first()).toBeVisible()
      await expect(input(page, labelOf('name'))).toHaveValue(name)
    })
  })
})

test.describe('an existing vendor', () => {
  test('is changed with a notice and stored', async ({ open, site }) => {
    const vendor = await makeVendor(site, { comment: '옛 설명' })
    const page = await open('master', LIST)
    await button.edit(await find(page, vendor.name)).click()
    await expect(page).toHaveURL(`${LIST}/edit/${vendor.id}`)
    await input(page, labelOf('comment')).fill('새 설명')
    await input(page, labelOf('active')).uncheck()
    await button.save(page).click()
    await expect(page.getByText('업체을 수정하였습니다.')).toBeVisible()
    await page.reload()
    await expect(input(page, labelOf('comment'))).toHaveValue('새 설명')
    await expect(input(page, labelOf('active'))).not.toBeChecked()
    await button.back(page).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
  })

  test('has an expiry when it is paid, entered in Korean time and stored in UTC', async ({ open, site }) => {
    const vendor = await makeVendor(site)
    const page = await open('master', `${LIST}/edit/${vendor.id}`)
    await expect(input(page, labelOf('name'))).toHaveValue(vendor.name)
    const picker = page.getByRole('group', { name: new RegExp(`^${labelOf('expired')}`) })
    await expect(picker).toHaveCount(0)
    await input(page, labelOf('paid')).check()
    await expect(picker).toBeVisible()
    await picker.getByRole('spinbutton').first().click()
    await page.keyboard.type('20310405')
    await page.keyboard.type('163000')
    await button.save(page).click()
    await expect(page.getByText('업체을 수정하였습니다.')).toBeVisible()
    const kept = (await all(site, 'master', VENDORS)).find(record => record.id === vendor.id)!
    expect(kept.paid).toBe(true)
    expect(String(kept.expired)).toMatch(/^2031-04-05T07:30:00/)
  })

  test('keeps the input when the server fails; an unknown vendor is not found', async ({ open, site }) => {
    const vendor = await makeVendor(site)
    const page = await open('master', `${LIST}/edit/${vendor.id}`)
    await input(page, labelOf('addr')).fill('잃으면 안 되는 주소')
    await page.route(`**/api/admin/vendors/${vendor.id}`, route => route.abort())
    await button.save(page).click()
    await expect(page.getByText('업체 수정에 실패하였습니다!').first()).toBeVisible()
    await expect(input(page, labelOf('addr'))).toHaveValue('잃으면 안 되는 주소')
    await page.goto(`${LIST}/edit/999999`)
    await expect(page.getByText(translate('records.form.gone'))).toBeVisible()
  })
})

for (const who of ['guest', 'client', 'vendor'] as const) {
  test(`a ${who} is refused the list and the form of vendors`, async ({ open }) => {
    const page = await open(who, LIST)
    for (const path of [LIST, `${LIST}/edit/0`, `${LIST}/edit/1`]) {
      await follow(page, path)
      await expect(page.getByText(translate('shell.denied.sentence'))).toBeVisible()
      await expect(page.getByRole('textbox', { name: labelOf('name') })).toHaveCount(0)
    }
  })
}
