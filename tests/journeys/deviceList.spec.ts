/** The device list (§2): search, filters, pages, columns and the control button. */

import { formatPhone } from '../../src/domain/phone'
import { translate } from '../../src/tools/translate'
import { expect, type Page, test } from '../support/journey'
import { devicesOf, filtered, rows } from '../support/records'

const LIST = '/app/devices'

const found = (count: number) => `${count.toLocaleString('ko-KR')} 개의 디바이스가 검색되었습니다.`
const search = (page: Page) => page.getByPlaceholder('전화번호, IMEI, 시리얼')

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the list has the columns of §2, twenty devices, filters and a search', async ({ open, site }) => {
  const queries = ['', 'status=linked', 'status=closed']
  const [all, linked, closed] = await Promise.all(queries.map(query => devicesOf(site, 'vendor', query)))
  const { count, data } = all!
  const wanted = (await devicesOf(site, 'vendor', 'page_index=3')).data[7]!
  const page = await open('vendor', LIST)
  await expect(page.getByText(found(count))).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  const { id, serial, isdn } = data[0]!
  for (const text of [id, serial.padStart(8, '0'), isdn.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3')])
    await expect(rows(page).first()).toContainText(text)
  // The selector leaves out the first column, which has the checkboxes.
  await expect(page.locator('thead th:not(:has(input))')).toHaveText([
    /^(#|번호|)$/,
    ...['IMEI', '전화번호', '연결', '시리얼', '모델', '그룹', '버전', '빌드', /^연결일시/, /^종료일시/],
    // These columns follow those of §2; the last one has the buttons of the row.
    ...['APN', '밴드', /^신호/, '에디션', translate('forms.action.column')],
  ])

  await test.step('the status filters the list', async () => {
    const totals = { 온라인: linked!.count, 오프라인: closed!.count, 전체: count }
    for (const [status, total] of Object.entries(totals)) {
      await choose(page, '상태', status)
      await expect(page.getByText(found(total))).toBeVisible()
    }
  })
  await test.step('batches are offered for a chosen model, and their filter is removed when the model changes', async () => {
    await expect(page.getByRole('combobox', { name: '그룹' })).toHaveCount(0)
    await choose(page, '모델', 'FT-100')
    // A batch of the demo fleet: other journeys create batches without devices.
    const batch = '수도권 화물 1차'
    await choose(page, '그룹', batch)
    await expect(rows(page).first()).toContainText(batch)
    await choose(page, '모델', 'FT-200')
    await expect(page).not.toHaveURL(/batch/)
  })
  await test.step('one button resets all filters and the search', async () => {
    await choose(page, '상태', '온라인')
    await search(page).fill('0101')
    await page.getByRole('button', { name: translate('forms.filters.reset') }).click()
    await expect(page.getByText(found(count))).toBeVisible()
    await expect(search(page)).toHaveValue('')
    await expect(page.getByRole('combobox', { name: '상태' })).toHaveText('전체')
  })
  await test.step('the search takes digits of a phone number, typed or pasted, but no letters', async () => {
    await search(page).pressSequentially(`ab${wanted.isdn.slice(-8)}c`)
    await expect(search(page)).toHaveValue(wanted.isdn.slice(-8))
    await expect(page.getByText(found(1))).toBeVisible()
    await expect(rows(page)).toContainText(wanted.id)
    await search(page).fill(isdn.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3'))
    await expect(search(page)).toHaveValue(isdn)
    await expect(rows(page)).toContainText(id)
    await search(page).fill('99999999999')
    await expect(page.getByText('검색 결과가 없습니다!')).toBeVisible()
    await expect(page.getByText('검색된 결과가 없습니다!')).toBeVisible()
  })
})

test('the list has ten page numbers, is sorted, and keeps the chosen columns', async ({ open, site }) => {
  const second = await devicesOf(site, 'master', 'page_index=2')
  const sorted = await devicesOf(site, 'master', 'order_by=isdn&ascending=1')
  // The address cannot raise the page size.
  const page = await open('master', `${LIST}?perPage=100000&page=1`)
  await expect(rows(page)).toHaveCount(20)
  const pager = page.getByRole('navigation', { name: translate('forms.pager.label') })
  await expect(pager.getByRole('button', { name: /^\d+ 페이지$/ })).toHaveCount(10)
  await pager.getByRole('button', { name: '2 페이지', exact: true }).click()
  await expect(rows(page).first()).toContainText(second.data[0]!.id)
  await expect(rows(page).first().locator('td:not(:has(input))').first()).toHaveText('21')
  await expect(page.getByRole('combobox', { name: /행|개씩|page/i })).toHaveCount(0)

  const header = page.getByRole('columnheader', { name: /^전화번호/ })
  await header.getByRole('button').first().click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText(sorted.data[0]!.id)

  const edition = page.getByRole('columnheader', { name: '에디션' })
  await page.getByRole('button', { name: translate('forms.columns.open') }).click()
  await page.getByRole('checkbox', { name: '에디션' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(edition).toHaveCount(0)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(edition).toHaveCount(0)
})

test('only linked devices have the control button, and the list keeps its filters', async ({ open }) => {
  const page = await open('vendor', filtered(LIST, { status: 'closed' }))
  const control = rows(page).getByRole('button', { name: /제어$/ })
  await expect(rows(page)).toHaveCount(20)
  await expect(control).toHaveCount(0)
  await choose(page, '상태', '온라인')
  await expect(control).toHaveCount(20)
  await test.step('filters are kept after leaving and reopening the list', async () => {
    await page.goto('/app/orders')
    await page.getByRole('navigation').getByRole('link', { name: '디바이스' }).first().click()
    await expect(page.getByRole('combobox', { name: '상태' })).toHaveText('온라인')
    await expect(control).toHaveCount(20)
  })
})

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
