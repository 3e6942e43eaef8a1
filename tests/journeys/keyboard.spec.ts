/** The main task with only the keyboard. */
import { translate } from '../../src/tools/translate'
import { emailOf, expect, keepsFocus, PASSWORD, settled, tabTo, test } from '../support/journey'
import { devicesOf, freshImei, phoneOfImei, rows } from '../support/records'

test('a user registers a device and sends a command with only the keyboard', async ({ open, site }) => {
  const page = await open('nobody', '/login', { reducedMotion: 'no-preference' })
  await page.getByRole('textbox', { name: /이메일/ }).focus()
  await page.keyboard.type(emailOf('client'))
  await tabTo(page, page.getByRole('textbox', { name: '비밀번호' }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/main/fleet')
  // The bar measures how many links fit, and renders again.
  await settled(page)

  await tabTo(page, page.getByRole('link', { name: '디바이스' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/devices/)
  await expect(rows(page).first()).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: translate('roster.dialog.open') }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, dialog.getByRole('button', { name: translate('roster.dialog.pick') }))
  await page.keyboard.press('Enter')
  const imei = freshImei()
  const sheet = `IMEI,Phone,Serial,Model\r\n${imei},${phoneOfImei(imei)},17,FT-100\r\n`
  await (await choosing).setFiles({ name: 'keyboard.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await tabTo(page, dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  await keepsFocus(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await tabTo(page, page.getByPlaceholder('전화번호, IMEI, 시리얼'))
  const { data } = await devicesOf(site, 'client', 'status=linked&page_limit=1')
  await page.keyboard.type(data[0]!.isdn)
  await expect(rows(page)).toHaveCount(1)
  await tabTo(page, rows(page).getByRole('button', { name: /제어$/ }))
  await page.keyboard.press('Enter')
  const orders = page.getByRole('dialog', { name: translate('orders.dialog.title') })
  await tabTo(page, orders.getByRole('button', { name: '표시 문구', exact: true }))
  await page.keyboard.press('Enter')
  // The code of the input is loaded when its panel first opens.
  await settled(page)
  await tabTo(page, orders.getByRole('textbox'))
  await page.keyboard.type('키보드로 보낸 문구')
  await page.keyboard.press('Enter')
  await expect(orders.getByText('단말 제어 명령이 등록되었습니다.')).toBeVisible()
  await keepsFocus(page)
  await page.keyboard.press('Escape')
  await expect(orders).toHaveCount(0)
  await tabTo(page, page.getByRole('link', { name: '제어', exact: true }).first(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('키보드로 보낸 문구')
})
