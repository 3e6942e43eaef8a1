/** The device list (§2): search, filters, shared links, stored settings, and the phone layout. */

import { translate } from '../../src/tools/translate'
import { expect, fitsTheWidth, type Level, type Page, PHONE, type Site, test } from '../support/journey'

const LIST = '/app/devices'

interface Answer {
  data: { id: string; isdn: string; model: string; batch: string; serial: string }[]
  count: number
}

/** Reads devices from the API, without the browser. */
async function devices(site: Site, level: Level, query = ''): Promise<Answer> {
  const token = await site.token(level)
  const answer = await fetch(`${site.url}/api/devices?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as Answer
}

const found = (count: number) => `${count.toLocaleString('ko-KR')} 개의 디바이스가 검색되었습니다.`
const rows = (page: Page) => page.locator('tbody tr')
const search = (page: Page) => page.getByPlaceholder('전화번호, IMEI, 시리얼')

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('lists twenty devices a page in the columns of the specification, searched by digits and filtered by status', async ({
  open,
  site,
}) => {
  const { count, data } = await devices(site, 'vendor')
  const wanted = (await devices(site, 'vendor', 'page_index=3')).data[7]!
  const pasted = (await devices(site, 'vendor', 'page_index=2')).data[3]!
  const [linked, closed] = await Promise.all(
    ['linked', 'closed'].map(status => devices(site, 'vendor', `status=${status}`)),
  )
  const page = await open('vendor', LIST)
  await test.step('twenty a page, with the total number found', async () => {
    await expect(page.getByText(found(count))).toBeVisible()
    await expect(rows(page)).toHaveCount(20)
    await expect(rows(page).first()).toContainText(data[0]!.id)
    await expect(rows(page).first()).toContainText(data[0]!.serial.padStart(8, '0'))
    await expect(rows(page).first()).toContainText(
      data[0]!.isdn.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3'),
    )
  })
  await test.step('the columns are in order, after the checkboxes', () =>
    expect(page.locator('thead th:not(:has(input))')).toHaveText([
      /^(#|번호|)$/,
      'IMEI',
      '전화번호',
      '연결',
      '시리얼',
      '모델',
      '그룹',
      '버전',
      '빌드',
      /^연결일시/,
      /^종료일시/,
      'APN',
      '밴드',
      '신호',
      '에디션',
    ]))
  await test.step('the status dropdown filters linked and closed devices', async () => {
    await choose(page, '상태', '온라인')
    await expect(page.getByText(found(linked!.count))).toBeVisible()
    await choose(page, '상태', '오프라인')
    await expect(page.getByText(found(closed!.count))).toBeVisible()
    await choose(page, '상태', '전체')
    await expect(page.getByText(found(count))).toBeVisible()
  })
  await test.step('digits of a phone number find the device, and letters cannot be typed', async () => {
    await search(page).pressSequentially(`ab${wanted.isdn.slice(-8)}c`)
    await expect(search(page)).toHaveValue(wanted.isdn.slice(-8))
    await expect(page.getByText(found(1))).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(wanted.id)
  })
  await test.step('a pasted number with dashes finds the device', async () => {
    await search(page).fill(pasted.isdn.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3'))
    await expect(search(page)).toHaveValue(pasted.isdn)
    await expect(page.getByText(found(1))).toBeVisible()
    await expect(rows(page)).toContainText(pasted.id)
  })
  await test.step('a search without results says so in the result line and in the table', async () => {
    await search(page).fill('99999999999')
    await expect(page.getByText('검색 결과가 없습니다!')).toBeVisible()
    await expect(page.getByText('검색된 결과가 없습니다!')).toBeVisible()
  })
})

test('batches are offered after choosing a model, and are cleared with it', async ({ open }) => {
  const page = await open('vendor', LIST)
  await expect(page.getByText(/개의 디바이스가/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: '그룹' })).toHaveCount(0)
  await choose(page, '모델', 'FT-100')
  await page.getByRole('combobox', { name: '그룹' }).click()
  const options = page.getByRole('option')
  await expect.poll(() => options.count()).toBeGreaterThan(2)
  // A batch of the demo fleet: other journeys create batches without devices.
  const batch = '수도권 화물 1차'
  await page.getByRole('option', { name: batch, exact: true }).click()
  await expect(rows(page).first()).toContainText(batch)
  await choose(page, '모델', 'FT-200')
  await expect(page).not.toHaveURL(/batch/)
})

test('a link with filters shows the same list to another user, who can reset all filters', async ({
  open,
  site,
}) => {
  const page = await open('vendor', LIST)
  await choose(page, '상태', '온라인')
  await choose(page, '모델', 'FT-100')
  await expect(page).toHaveURL(/model/)
  const { model } = JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as { model: number }
  const { count } = await devices(site, 'vendor', `status=linked&model=${model}`)
  await expect(page.getByText(found(count))).toBeVisible()
  expect(count).toBeLessThan((await devices(site, 'vendor', 'status=linked')).count)
  const other = await open('vendor', page.url())
  await expect(other.getByText(found(count))).toBeVisible()
  await expect(other.getByRole('combobox', { name: '상태' })).toHaveText('온라인')
  await search(other).fill('0101')
  await other.getByRole('button', { name: translate('forms.filters.reset') }).click()
  await expect(other.getByText(found((await devices(site, 'vendor')).count))).toBeVisible()
  await expect(search(other)).toHaveValue('')
  await expect(other.getByRole('combobox', { name: '상태' })).toHaveText('전체')
})

test('ten page numbers are shown, without a choice of the page size', async ({ open, site }) => {
  const second = await devices(site, 'master', 'page_index=2')
  // The address cannot raise the page size.
  const page = await open('master', `${LIST}?perPage=100000&page=1`)
  await expect(rows(page)).toHaveCount(20)
  const pager = page.getByRole('navigation', { name: translate('forms.pager.label') })
  await expect(pager.getByRole('button', { name: /^\d+ 페이지$/ })).toHaveCount(10)
  await pager.getByRole('button', { name: '2 페이지', exact: true }).click()
  await expect(rows(page).first()).toContainText(second.data[0]!.id)
  await expect(rows(page).first().locator('td:not(:has(input))').first()).toHaveText('21')
  await expect(page.getByRole('combobox', { name: /행|개씩|page/i })).toHaveCount(0)
})

test('a click on a header sorts and shows the direction; the column selection survives a reload', async ({
  open,
  site,
}) => {
  const { data } = await devices(site, 'vendor', 'order_by=isdn&ascending=1')
  const page = await open('vendor', LIST)
  const header = page.getByRole('columnheader', { name: /^전화번호/ })
  await header.getByRole('button').first().click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText(data[0]!.id)
  await header.getByRole('button').first().click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  const head = page.getByRole('columnheader', { name: '에디션' })
  await expect(head).toBeVisible()
  await page.getByRole('button', { name: translate('forms.columns.open') }).click()
  await page.getByRole('checkbox', { name: '에디션' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(head).toHaveCount(0)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(head).toHaveCount(0)
})

test('only linked devices have the control button; the list keeps its filters and shows load failures', async ({
  open,
}) => {
  const page = await open('vendor', `${LIST}?filter=${encodeURIComponent('{"status":"closed"}')}`)
  const control = rows(page).getByRole('button', { name: /제어$/ })
  await expect(rows(page)).toHaveCount(20)
  await expect(control).toHaveCount(0)
  await choose(page, '상태', '온라인')
  await expect(page).toHaveURL(/linked/)
  await expect(control).toHaveCount(20)
  await test.step('filters are kept after leaving and reopening the list', async () => {
    await page.goto('/app/orders')
    await page.getByRole('navigation').getByRole('link', { name: '디바이스' }).first().click()
    await expect(page.getByRole('combobox', { name: '상태' })).toHaveText('온라인')
    await expect(rows(page)).toHaveCount(20)
  })
  await test.step('when the server is unreachable the list shows an error and retries', async () => {
    await page.route('**/api/devices?**', route => route.abort())
    await choose(page, '상태', '오프라인')
    await expect(page.getByText(translate('shell.failure.network')).first()).toBeVisible()
    await page.unroute('**/api/devices?**')
    await page.getByRole('button', { name: translate('shell.retry') }).click()
    await expect(rows(page).first()).toBeVisible()
  })
})

test('on a phone the list shows cards without horizontal overflow', async ({ open, site }) => {
  const { data } = await devices(site, 'vendor')
  const page = await open('vendor', LIST, { viewport: PHONE, hasTouch: true, isMobile: true })
  const cards = page.getByRole('list', { name: '디바이스' }).getByRole('listitem')
  await expect(cards).toHaveCount(20)
  await expect(cards.first()).toContainText(data[0]!.isdn.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3'))
  expect(await fitsTheWidth(page)).toBe(true)
  await page.getByRole('button', { name: translate('forms.filters.open') }).tap()
  await page.getByRole('combobox', { name: '상태' }).tap()
  await page.getByRole('option', { name: '온라인' }).tap()
  await page.getByRole('button', { name: translate('forms.filters.done') }).tap()
  await expect(page).toHaveURL(/linked/)
  // Never-connected devices have no times, and other journeys register some.
  await expect(cards.first().locator('time').first()).toBeVisible()
  expect(await fitsTheWidth(page)).toBe(true)
  const lines = await cards
    .locator('time')
    .evaluateAll(times => times.map(time => time.getClientRects().length))
  expect(Math.max(...lines), 'no time is broken by the buttons beside it').toBe(1)
})
