/** Clients (§2, client list and edit; §5; §6; §8): the list, and creating, changing and deleting a client. */

import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, type Level, type Page, type Site, test } from '../support/journey'
import {
  button,
  choose,
  expectDeletion,
  expectFailedSave,
  expectFieldError,
  expectHeads,
  find,
  fresh,
  freshEmail,
  input,
  label,
  makeClient,
  makeVendor,
  openForm,
  readAll,
  rows,
  saveAndExpect,
  search,
  statusOfLogin,
} from '../support/records'

const LIST = '/app/admin/clients'
const PASSWORD = 'Journey-1!'
const MARKUP = `'; DROP TABLE clients; -- <img src=x onerror=alert(1)> =1+2`
const labelOf = (field: string) => label('clients', field)
const expiry = (page: Page) => page.getByRole('group', { name: labelOf('expired') })
const SAVE = '**/api/clients/'

const clientsOf = (site: Site, who: Level) => readAll(site, who, '/api/admin/clients')

async function fillPasswords(page: Page, password: string, confirmation = password): Promise<void> {
  await input(page, labelOf('password')).fill(password)
  const confirming = page.getByLabel(/비밀번호 확인/).first()
  await confirming.fill(confirmation)
}

test('a master sees every client (§2), and deletes one without devices', async ({ open, site }) => {
  const payer = await makeVendor(site, { paid: true, expired: '2032-02-03T04:05:06Z' })
  const ofVendor = await makeClient(site, {
    duty: '배차 팀장',
    phone: '01012345678',
    level: 6,
    vendor: payer.id,
  })
  const paidInactive = await makeClient(site, {
    vendor: 0,
    level: 1,
    active: false,
    paid: true,
    expired: '2031-05-06T07:08:09Z',
  })
  const unpaid = await makeClient(site, { vendor: 0, level: 1, paid: false })
  const page = await open('master', LIST)
  const first = ['name', 'duty', 'level_name', 'email', 'vendor_name']
  await expectHeads(page, [...first, 'phone', 'active', 'paid', 'created', 'expired'].map(labelOf))

  await test.step('a client of a vendor has the payment and the expiry of the vendor', async () => {
    const row = await find(page, ofVendor.name)
    for (const text of ['배차 팀장', '업체', String(ofVendor.email), payer.name, '010-1234-5678'])
      await expect(row).toContainText(text)
    await expect(row).toContainText(translate('forms.dot.paid.on'))
    await expect(row).toContainText('2032 02-03 13:05:06')
  })
  await test.step('a client without a vendor has its own payment and expiry, and the filter for waiting clients finds it', async () => {
    await choose(page, '업체 배정 대기', '예')
    const row = await find(page, paidInactive.name)
    await expect(row).toContainText(translate('forms.dot.active.off'))
    await expect(row).toContainText(translate('forms.dot.paid.on'))
    await expect(row).toContainText('2031 05-06 16:08:09')
    await expect(await find(page, unpaid.name)).toContainText(translate('forms.dot.paid.off'))
    await search(page).fill(ofVendor.name)
    await expect(rows(page)).toHaveCount(0)
    await choose(page, '업체 배정 대기', '전체')
  })
  await test.step('a client is deleted after a question, unless it has devices', async () => {
    await expectDeletion(page, await find(page, ofVendor.name), ofVendor.name, 'Client has been deleted!')
    const owner = (await clientsOf(site, 'master')).find(record => record.email === emailOf('client'))!
    await button.remove(await find(page, owner.name)).click()
    await button.yes(page).click()
    await expect(page.getByText(/단말[^.]*\d+/).last()).toBeVisible()
    const left = (await clientsOf(site, 'master')).map(record => record.id)
    expect([left.includes(ofVendor.id), left.includes(owner.id)]).toEqual([false, true])
  })
})

test('a client is created and changed, with the messages of §5 and §8', async ({ open, site }) => {
  const page = await open('master', LIST)
  await expect(rows(page).first()).toBeVisible()
  await test.step('each URL for a new client opens a form with the defaults', async () => {
    await button.create(page).click()
    for (const path of ['edit/0', 'edit', 'edit/-1'].map(end => `${LIST}/${end}`)) {
      await follow(page, path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: '회원 생성' }), path).toBeVisible()
    }
    await expect(input(page, labelOf('level'))).toContainText('회원')
    await expect(input(page, labelOf('active'))).toBeChecked()
    for (const field of [input(page, labelOf('password')), page.getByLabel(/비밀번호 확인/).first()])
      await expect(field).toHaveAttribute('placeholder', /8/)
    await input(page, labelOf('level')).click()
    await expect(page.getByRole('option')).toHaveText(['방문객', '회원', '업체', '관리자'])
    await page.keyboard.press('Escape')
  })
  await test.step('only a client without a vendor can be marked as paid, and only then has an expiry', async () => {
    await expect(input(page, labelOf('paid'))).not.toBeChecked()
    await expect(expiry(page)).toHaveCount(0)
    await input(page, labelOf('paid')).check()
    await expect(expiry(page)).toBeVisible()
    await choose(page, labelOf('vendor'), '다온스마트팜')
    await expect(input(page, labelOf('paid'))).toHaveCount(0)
    await expect(expiry(page)).toHaveCount(0)
  })
  const name = fresh('회원')
  const email = freshEmail()
  await test.step('a name and a valid, unused e-mail address are required', async () => {
    await input(page, labelOf('comment')).fill('첫 줄\n둘째 줄')
    await input(page, labelOf('zone')).fill('관제팀')
    await saveAndExpect(page, '필수 회원 생성 데이터가 없습니다!')
    await expect(input(page, labelOf('name'))).toBeFocused()
    await expectFieldError(input(page, labelOf('email')), '필수 회원 생성 데이터가 없습니다!')
    await input(page, labelOf('name')).fill(name)
    await input(page, labelOf('email')).fill('not-an-address')
    await button.save(page).click()
    await expectFieldError(input(page, labelOf('email')), '정확한 이메일을 입력해 주십시요!')
    await expect(input(page, labelOf('email'))).toBeFocused()
    await fillPasswords(page, PASSWORD)
    await input(page, labelOf('email')).fill(emailOf('client'))
    await button.save(page).click()
    await expectFieldError(input(page, labelOf('email')), '이미 사용 중인 이메일입니다')
    await expect(input(page, labelOf('comment'))).toHaveValue('첫 줄\n둘째 줄')
    await input(page, labelOf('email')).fill(email)
  })
  await test.step('an invalid phone number is cleared, and can be restored', async () => {
    await input(page, labelOf('phone')).pressSequentially('010123')
    await saveAndExpect(page, '정확한 전화번호를 입력해 주십시요!')
    await expect(input(page, labelOf('phone'))).toHaveValue('')
    const restore = page.getByRole('button', { name: /되돌리기/ }).first()
    await restore.click()
    await expect(input(page, labelOf('phone'))).toHaveValue(/^010-?123$/)
    await input(page, labelOf('phone')).fill('')
    await input(page, labelOf('phone')).pressSequentially('01098765432')
    await expect(input(page, labelOf('phone'))).toHaveValue('010-9876-5432')
  })
  await test.step('a password has eight characters and is confirmed', async () => {
    await fillPasswords(page, '1234567')
    await saveAndExpect(page, '비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!')
    await fillPasswords(page, PASSWORD, 'Journey-2!')
    await saveAndExpect(page, '비밀번호가 일치하지 않습니다!')
    await fillPasswords(page, PASSWORD)
  })
  await test.step('a failed save keeps the values, and the next one succeeds', async () => {
    await expectFailedSave(page, SAVE, '회원 생성에 실패하였습니다!')
    await expect(input(page, labelOf('name'))).toHaveValue(name)
    await saveAndExpect(page, '회원을 생성하였습니다.')
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    await expect(await find(page, name)).toContainText('다온스마트팜')
    expect((await clientsOf(site, 'master')).find(record => record.email === email)).toMatchObject({
      name,
      phone: '01098765432',
      zone: '관제팀',
      comment: '첫 줄\n둘째 줄',
      level: 3,
      active: true,
      paid: false,
    })
    expect(await statusOfLogin(site, email, PASSWORD)).toBe(200)
  })
  await test.step('the client is changed; an empty password field keeps the password', async () => {
    await openForm(page, await find(page, name))
    await expect(input(page, labelOf('password'))).toHaveValue('')
    await input(page, labelOf('name')).fill('')
    await saveAndExpect(page, '필수 회원 데이터가 없습니다!')
    await input(page, labelOf('name')).fill(name)
    await input(page, labelOf('duty')).fill(MARKUP)
    await expectFailedSave(page, SAVE, '회원 수정에 실패하였습니다!')
    await expect(input(page, labelOf('duty'))).toHaveValue(MARKUP)
    await saveAndExpect(page, '회원을 수정하였습니다.')
    expect(await statusOfLogin(site, email, PASSWORD)).toBe(200)
    await openForm(page, await find(page, name))
    await expect(input(page, labelOf('duty'))).toHaveValue(MARKUP)
    await button.back(page).click()
    await expect(await find(page, name)).toContainText(MARKUP)
    await expect(page.locator('main img[src=x]'), 'markup is shown as text').toHaveCount(0)
  })
})

test('vendor staff see and create clients of their vendor, up to their level', async ({ open, site }) => {
  const foreign = await makeClient(site, { vendor: 2 })
  const page = await open('vendor', LIST)
  await expect(rows(page).first()).toBeVisible()
  await search(page).fill(foreign.name)
  await expect(rows(page)).toHaveCount(0)
  for (const id of [foreign.id, 999_999]) {
    await follow(page, `${LIST}/edit/${id}`)
    await expect(page.getByText(translate('records.form.gone'))).toBeVisible()
    await expect(page.getByText(foreign.name)).toHaveCount(0)
  }
  await follow(page, `${LIST}/edit/0`)
  await input(page, labelOf('level')).click()
  await expect(page.getByRole('option')).toHaveText(['방문객', '회원', '업체'])
  await page.keyboard.press('Escape')
  const name = fresh('회원')
  await input(page, labelOf('name')).fill(name)
  await input(page, labelOf('email')).fill(freshEmail())
  await fillPasswords(page, PASSWORD)
  await expect(input(page, labelOf('paid'))).toHaveCount(0)
  await saveAndExpect(page, '회원을 생성하였습니다.')
  const own = await clientsOf(site, 'vendor')
  expect(new Set(own.map(record => record.vendor))).toEqual(new Set([1]))
  expect(own.map(record => record.name)).toContain(name)
})
