/** The orders dialog of a device (§2, §5 Order inputs, §8). */

import { translate } from '../../src/tools/translate'
import { expect, type Locator, type Page, test } from '../support/journey'
import { filtered, rows } from '../support/records'

async function openDialog(page: Page): Promise<Locator> {
  await rows(page).first().getByRole('button', { name: /제어$/ }).click()
  const dialog = page.getByRole('dialog', { name: translate('orders.dialog.title') })
  await expect(dialog.getByRole('button', { name: '단말 재시작', exact: true })).toBeVisible()
  return dialog
}

const panel = (dialog: Locator, caption: string) => dialog.getByRole('button', { name: caption, exact: true })
const run = (dialog: Locator, caption: string) =>
  dialog.getByRole('button', { name: translate('orders.dialog.runOf', { caption }) })

test('the dialog has an input for every kind of content, and sends a command once', async ({ open }) => {
  const page = await open('client', filtered('/app/devices', { status: 'linked' }))
  const sent: Record<string, unknown>[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/orders/order')) sent.push(request.postDataJSON())
  })
  const number = (await rows(page).first().getByRole('cell').nth(3).textContent()) ?? ''
  const dialog = await openDialog(page)
  await expect(dialog.getByText(number)).toBeVisible()

  await panel(dialog, 'APN 변경').click()
  await expect(dialog.getByRole('textbox', { name: /APN/ })).toHaveAttribute('placeholder', 'iot.lte')
  await panel(dialog, '관리자 비밀번호 변경').click()
  await expect(dialog.locator('input[type=password]')).toBeVisible()
  await panel(dialog, '펌웨어 업데이트').click()
  await expect(dialog.locator('input[type=url]')).toBeVisible()

  await test.step('a value outside its limits is refused at the field', async () => {
    for (const [caption, value] of Object.entries({ '보고 주기 (초)': '5', '표시등 밝기': '256' })) {
      await panel(dialog, caption).click()
      const field = dialog.getByRole('spinbutton', { name: caption })
      await field.fill(value)
      await run(dialog, caption).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    expect(sent).toEqual([])
  })
  await test.step('a choice is sent, with a notice at the top', async () => {
    await panel(dialog, '통신 방식').click()
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'LTE', exact: true }).click()
    await run(dialog, '통신 방식').click()
    const notice = dialog.getByText('단말 제어 명령이 등록되었습니다.')
    await expect(notice).toBeVisible()
    const order = { code: 'network-mode', data: 'LTE', targets: [expect.any(String)] }
    expect(sent).toEqual([expect.objectContaining(order)])
    const above = await notice.boundingBox()
    const below = await panel(dialog, '단말 재시작').boundingBox()
    expect(above!.y).toBeLessThan(below!.y)
  })
})
