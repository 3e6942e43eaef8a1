/** Clients (§2, client list and edit; §5; §6; §8): the list, and creating, changing and deleting a client. */

import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, type Level, type Page, type Site, test } from '../support/journey'
import {
  button,
  choose,
  expectDeletion,
  expectHeads,
  find,
  fresh,
  freshEmail,
  input,
  label,
  makeClient,
  makeVendor,
  readAll,
  rows,
  saveAndExpect,
  search,
} from '../support/records'

const LIST = '/app/admin/clients'
const PASSWORD = 'Journey-1!'
const labelOf = (field: string) => label('clients', field)

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
  for (const path of ['edit', 'edit/-1', 'edit/0'].map(end => `${LIST}/${end}`)) {
    await follow(page, path)
    await expect(page.getByRole('heading', { level: 1, name: '회원 생성' }), path).toBeVisible()
  }
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
