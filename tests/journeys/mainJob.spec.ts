/** The main task, from login to the registered order. */
import { translate } from '../../src/tools/translate'
import { emailOf, expect, PASSWORD, signIn, test } from '../support/journey'
import { devicesOf, rows } from '../support/records'
import { choose, fixture, openDialog, upload } from '../support/rosterDialog'

test('a user registers devices from a spreadsheet, and sends an order', async ({ open, site }) => {
  const page = await open('nobody', '/', { reducedMotion: 'no-preference' })
  await signIn(page, emailOf('client'), PASSWORD)
  await page.getByRole('link', { name: '디바이스' }).first().click()
  await expect(rows(page).first()).toBeVisible()

  const dialog = await openDialog(page)
  // LibreOffice has written this file.
  await choose(page, fixture('roster-good.xlsx'))
  await upload(page)
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '닫기' }).last().click()

  const search = page.getByPlaceholder('전화번호, IMEI, 시리얼')
  await search.fill('010-9876-01')
  await expect(page.getByText('9 개의 디바이스가 검색되었습니다.')).toBeVisible()
  await search.fill('01098760000')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('356938037000008')
  await expect(rows(page)).toContainText('010-9876-0000')
  await expect(rows(page).getByRole('button', { name: /제어$/ }), 'never linked yet').toHaveCount(0)

  const { data } = await devicesOf(site, 'client', 'status=linked&page_limit=1')
  await search.fill(data[0]!.isdn)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('button', { name: /제어$/ }).click()
  const orders = page.getByRole('dialog', { name: translate('orders.dialog.title') })
  await orders.getByRole('button', { name: '보고 주기 (초)', exact: true }).click()
  await orders.getByRole('spinbutton').fill('300')
  await orders.getByRole('button', { name: '보고 주기 (초) 실행' }).click()
  await expect(orders.getByText('단말 제어 명령이 등록되었습니다.')).toBeVisible()
  await orders.getByRole('link', { name: translate('orders.dialog.toList') }).click()

  // The link leads to the order that was registered.
  await expect(page).toHaveURL(/\/app\/orders\/\d+$/)
  const order = page.getByRole('main')
  await expect(order.getByRole('heading', { level: 1, name: '보고 주기 (초)' })).toBeVisible()
  await expect(order).toContainText('300')
  await expect(order).toContainText(translate('orders.state.waiting'))
})
