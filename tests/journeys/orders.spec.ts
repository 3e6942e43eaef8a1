/** The orders dialog of a device and the list of registered orders (§2, §5 Order inputs, §8). */

import { translate } from '../../src/tools/translate'
import { expect, type Locator, type Page, test } from '../support/journey'

const LINKED = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`
const rows = (page: Page) => page.locator('tbody tr')

async function openDialog(page: Page, row = 0): Promise<Locator> {
  await rows(page).nth(row).getByRole('button', { name: /제어$/ }).click()
  const dialog = page.getByRole('dialog', { name: translate('orders.dialog.title') })
  await expect(dialog.getByRole('button', { name: '단말 재시작', exact: true })).toBeVisible()
  return dialog
}

const panel = (dialog: Locator, caption: string) => dialog.getByRole('button', { name: caption, exact: true })
const run = (dialog: Locator, caption: string) =>
  dialog.getByRole('button', { name: translate('orders.dialog.runOf', { caption }) })

test('the dialog names its device; every kind of content has its input, and its limits are enforced', async ({
  open,
  site,
}) => {
  const answer = await fetch(`${site.url}/api/devices?status=linked&page_limit=20`, {
    headers: { authorization: `Bearer ${await site.token('client')}` },
  })
  const { data } = (await answer.json()) as { data: { vpn?: object }[] }
  const has = data.map(device => Object.keys(device.vpn ?? {}).length > 0)
  const page = await open('client', LINKED)
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/orders/order')) sent.push(request.postData() ?? '')
  })
  const number = (await rows(page).first().getByRole('cell').nth(3).textContent()) ?? ''
  const dialog = await openDialog(page)
  await expect(dialog.getByText(number)).toBeVisible()

  await panel(dialog, '보고 주기 (초)').click()
  await expect(dialog.getByRole('spinbutton')).toHaveAttribute('placeholder', '60')
  await panel(dialog, 'APN 변경').click()
  await expect(dialog.getByRole('textbox', { name: /APN/ })).toHaveAttribute('placeholder', 'iot.lte')
  await panel(dialog, '관리자 비밀번호 변경').click()
  await expect(dialog.locator('input[type=password]')).toBeVisible()
  await panel(dialog, '펌웨어 업데이트').click()
  await expect(dialog.locator('input[type=url]')).toBeVisible()
  await panel(dialog, '통신 방식').click()
  await dialog.getByRole('combobox').click()
  await expect(page.getByRole('option', { name: '5G' })).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('a value outside its limits is refused at the field, and nothing is sent', async () => {
    for (const [caption, value] of [
      ['보고 주기 (초)', '5'],
      ['표시등 밝기', '256'],
    ] as const) {
      await panel(dialog, caption).click()
      const field = dialog.getByRole('spinbutton', { name: caption })
      await field.fill(value)
      await run(dialog, caption).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    expect(sent).toEqual([])
  })

  await test.step('VPN commands are offered only for a device with a VPN', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const withVpn = await openDialog(page, has.indexOf(true))
    await expect(panel(withVpn, 'VPN 사용')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(withVpn).toHaveCount(0)
    const without = await openDialog(page, has.indexOf(false))
    await expect(without.getByRole('button', { name: /VPN/ })).toHaveCount(0)
  })
})

test('a command is sent once, as the specification defines, with a notice at the top; a refusal shows its message', async ({
  open,
}) => {
  const page = await open('client', LINKED)
  const dialog = await openDialog(page)
  await panel(dialog, '통신 방식').click()
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'LTE', exact: true }).click()
  const sending = page.waitForRequest('**/api/orders/order')
  await run(dialog, '통신 방식').click()
  const request = await sending
  expect(request.postDataJSON()).toMatchObject({ code: 'network-mode', data: 'LTE' })
  expect(request.postDataJSON().targets).toHaveLength(1)
  const notice = dialog.getByText('단말 제어 명령이 등록되었습니다.')
  await expect(notice).toBeVisible()
  const [above, below] = await Promise.all([notice.boundingBox(), panel(dialog, '단말 재시작').boundingBox()])
  expect(above!.y).toBeLessThan(below!.y)

  await test.step('when the server refuses, the dialog shows the message and keeps the value', async () => {
    await page.route('**/api/orders/order', route =>
      route.fulfill({ status: 409, json: { result: false, code: 'x', message: '지금은 보낼 수 없습니다.' } }),
    )
    await panel(dialog, '표시 문구').click()
    const text = dialog.getByRole('textbox', { name: /표시 문구/ })
    await text.fill('그대로 남을 문구')
    await run(dialog, '표시 문구').click()
    await expect(dialog.getByText('단말 제어 등록이 실패하였습니다!')).toBeVisible()
    await expect(dialog.getByText('지금은 보낼 수 없습니다.')).toBeVisible()
    await expect(text).toHaveValue('그대로 남을 문구')
  })
})

test('a guest sees devices without a control button, and the server refuses its command with a message', async ({
  open,
}) => {
  const page = await open('guest', LINKED)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /제어$/ })).toHaveCount(0)
  const refused = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ code: 'reboot', data: 'NOW', targets: ['358126090000000'] })
    const answer = await fetch('/api/orders/order', { method: 'POST', headers, body })
    return { status: answer.status, message: (await answer.json()).message as string }
  })
  expect(refused.status).toBe(403)
  expect(refused.message).toMatch(/[가-힣]/)
})

test('orders are listed newest first, five a page, with the counts of each status', async ({
  open,
  site,
}) => {
  const answer = await fetch(`${site.url}/api/orders/status`, {
    headers: { authorization: `Bearer ${await site.token('vendor')}` },
  })
  const { payload } = (await answer.json()) as { payload: Record<string, number> }
  const page = await open('vendor', '/app/orders')
  await expect(rows(page)).toHaveCount(5)
  for (const [label, key] of [
    ['전체', 'overall'],
    ['성공', 'success'],
    ['실패', 'failure'],
    ['대기', 'waiting'],
    ['진행', 'ongoing'],
  ] as const) {
    await expect(page.getByRole('button', { name: new RegExp(`^${label}`) }).first()).toContainText(
      (payload[key] ?? -1).toLocaleString('ko-KR'),
    )
  }
  await page.getByRole('button', { name: '2 페이지', exact: true }).click()
  await expect(page.getByRole('button', { name: '2 페이지', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('orders are filtered by status and searched by words; a missing start or end is blank', async ({
  open,
}) => {
  const page = await open('master', '/app/orders')
  await test.step('an order without a start or an end never shows the year 0001', async () => {
    await expect(rows(page)).toHaveCount(5)
    await expect(page.getByRole('main')).not.toContainText('01-01 00:00:00')
  })
  await test.step('a status button lists only the orders with that status', async () => {
    await page.getByRole('button', { name: /^성공/ }).first().click()
    await expect(page).toHaveURL(/success/)
    await expect(rows(page).first()).toContainText(translate('orders.state.success'))
    for (const row of await rows(page).all())
      await expect(row).toContainText(translate('orders.state.success'))
    await page.getByRole('button', { name: /^전체/ }).first().click()
  })
  await test.step('orders are searched by words', async () => {
    await page.getByPlaceholder('Search Orders').fill('표시등')
    await expect(rows(page).first()).toContainText('표시등')
    await page.getByPlaceholder('Search Orders').fill('없는 제목 %_')
    await expect(page.getByText('검색 결과가 없습니다!')).toBeVisible()
  })
})
