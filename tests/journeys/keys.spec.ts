/** Lists by keyboard, with the record of the focused row beside them. */
import { formatPhone } from '../../src/domain/phone'
import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import { devicesOf, filtered, rows, sendOrders } from '../support/records'

const LIST = '/app/devices'

test('keys walk the rows, choose them, open menus, and show one beside the list', async ({ open, site }) => {
  const { data } = await devicesOf(site, 'vendor', '')
  const page = await open('vendor', LIST)
  await expect(rows(page)).toHaveCount(20)
  const beside = (index: number) =>
    page.getByRole('complementary', {
      name: translate('forms.peek.label', { name: formatPhone(data[index]!.isdn) }),
    })
  for (const key of ['j', 'x', 'Space']) await page.keyboard.press(key)
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked()
  await expect(beside(0)).toBeVisible()
  await page.keyboard.press('j')
  await expect(beside(1).getByRole('heading', { name: '신호' })).toBeVisible()
  await page.keyboard.press('.')
  await expect(page.getByRole('menuitem', { name: translate('secrets.device.open') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(translate('forms.keys.peek'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${LIST}/${data[0]!.id}`)
})

test('in a wide window an open order stands beside the list, and follows its keys', async ({
  open,
  site,
}) => {
  const word = '곁여정'
  await sendOrders(site, [`${word} 1`, `${word} 2`])
  const page = await open('master', filtered('/app/orders', { search: word }))
  const mail = page.getByRole('link', { name: new RegExp(`${word} 2$`) })
  await expect(mail).toBeVisible()
  const beside = (title: string) =>
    page.getByRole('complementary', { name: translate('forms.peek.label', { name: title }) })
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await expect(beside(`${word} 2`)).toBeVisible()
  await expect(mail.last()).toBeVisible()
  const list = page.getByRole('list', { name: '제어 명령' })
  const gap = async () => {
    const { x, width } = (await list.boundingBox())!
    return (await beside(`${word} 2`).boundingBox())!.x - (x + width)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await expect(list.getByRole('link', { name: `${word} 2` })).toBeFocused()
  await page.keyboard.press('j')
  await expect(beside(`${word} 1`)).toBeVisible()
  await list.getByRole('link', { name: `${word} 2` }).click()
  await expect(beside(`${word} 2`)).toBeVisible()
  await page.keyboard.press('Escape')
  const mails = page.locator('tbody tr[data-mail]')
  await expect(mails).toHaveCount(2)
  await expect(mails.first().getByRole('link')).toBeFocused()
})
