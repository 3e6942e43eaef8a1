/** The main task, from login to the registered order: with the mouse, and with only the keyboard. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import {
  emailOf,
  expect,
  keepsFocus,
  PASSWORD,
  type Page,
  type Site,
  settled,
  signIn,
  startSite,
  tabTo,
  test,
} from '../support/journey'
import { root } from '../support/source'

// Written by LibreOffice.
const roster = join(root, 'tests/sheet/fixtures/roster-good.xlsx')
const search = (page: Page) => page.getByPlaceholder('전화번호, IMEI, 시리얼')
const rows = (page: Page) => page.locator('tbody tr')

// The tests share one fleet and run one after the other.
test.describe.configure({ mode: 'default' })

let site: Site
test.beforeAll(async () => {
  site = await startSite({ data: process.env.JOURNEY_SEED })
})
test.afterAll(() => site.stop())

test('a user signs in, registers devices from a spreadsheet, finds them, sends an order and opens it', async ({
  open,
}) => {
  const page = await open('nobody', '/', { site, reducedMotion: 'no-preference' })
  await signIn(page, emailOf('client'), PASSWORD)
  await page.getByRole('link', { name: '디바이스' }).first().click()
  await expect(rows(page).first()).toBeVisible()

  await page.getByRole('button', { name: translate('roster.dialog.open') }).click()
  const dialog = page.getByRole('dialog')
  await page.locator('input[type=file]').setInputFiles(roster)
  await dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }).click()
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '닫기' }).last().click()

  await search(page).fill('010-9876-01')
  await expect(page.getByText('9 개의 디바이스가 검색되었습니다.')).toBeVisible()
  await search(page).fill('01098760000')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('356938037000008')
  await expect(rows(page)).toContainText('010-9876-0000')
  await expect(rows(page).getByRole('button', { name: /제어$/ }), 'never linked yet').toHaveCount(0)

  const digits = await linkedNumber(site)
  await search(page).fill(digits)
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

test('uploading the same spreadsheet again is refused with an error for each row', async ({ open }) => {
  const page = await open('client', '/app/devices', { site, reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: translate('roster.dialog.open') }).click()
  const dialog = page.getByRole('dialog')
  const choose = () => page.locator('input[type=file]').setInputFiles(roster)
  const added = dialog.getByText(/추가된 단말/)
  const refused = dialog.getByRole('table', { name: translate('roster.check.bad') })
  await choose()
  await dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }).click()
  await expect(added.or(refused)).toBeVisible()
  // Another journey may have registered the devices before.
  if (await added.isVisible()) await choose()
  const first = refused.getByRole('textbox', {
    name: translate('roster.check.cell', { row: 2, column: 'IMEI' }),
  })
  await expect(first).toHaveValue('356938037000008')
})

test('the same task works with only the keyboard', async ({ open }) => {
  const page = await open('nobody', '/login', { site, reducedMotion: 'no-preference' })
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
  await (await choosing).setFiles({ name: 'keyboard.csv', mimeType: 'text/csv', buffer: ownRoster() })
  await tabTo(page, dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  await keepsFocus(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await tabTo(page, search(page))
  await page.keyboard.type(await linkedNumber(site))
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

async function linkedNumber(at: Site): Promise<string> {
  const answer = await fetch(`${at.url}/api/devices?status=linked&page_limit=1`, {
    headers: { authorization: `Bearer ${await at.token('client')}` },
  })
  const { data } = (await answer.json()) as { data: { isdn: string }[] }
  return data[0]!.isdn
}

/** A roster with one new device, under the headers of the fixture. */
function ownRoster(): Buffer {
  const [headers = ''] = readFileSync(join(root, 'tests/sheet/fixtures/roster-excel.csv'), 'utf8').split(
    /\r?\n/,
  )
  const known: Record<string, string> = {
    IMEI: '490154203237518',
    전화번호: '01055550001',
    시리얼: '00000017',
    모델: 'FT-100',
  }
  const separator = headers.includes(';') ? ';' : headers.includes('\t') ? '\t' : ','
  const names = headers.replace(/^\ufeff/, '').split(separator)
  return Buffer.from(
    `${names.join(separator)}\r\n${names.map(name => known[name] ?? '').join(separator)}\r\n`,
  )
}
