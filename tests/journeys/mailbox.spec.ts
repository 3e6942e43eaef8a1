/**
 * The orders page as a mailbox, and one order (§2, decision 6). Each test creates its own orders with a unique title.
 */
import { translate } from '../../src/tools/translate'
import { expect, type Locator, type Page, test } from '../support/journey'
import { ask, filtered, sendOrders } from '../support/records'

const rows = (page: Page) => page.locator('tbody tr[data-mail]')
const mail = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`${title}$`) })
const listOf = (words: string) => filtered('/app/orders', { search: words })

/** The buttons of stars in this state. */
const star = (part: Page | Locator, state: string) =>
  part.getByRole('button', { name: new RegExp(`${translate(`orders.star.${state}`)}$`) })

async function pick(page: Page, menu: string, entry: string) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('orders are selected, marked, archived and deleted; marks outlive a reload', async ({ open, site }) => {
  const word = '우편함여정'
  const numbers = [1, 2, 3, 4, 5, 6, 7]
  await sendOrders(
    site,
    numbers.map(at => `${word} ${at}`),
  )
  const page = await open('master', listOf(word))
  const links = rows(page).locator('[data-mail-link]')
  const titles = (...numbers: number[]) => numbers.map(at => new RegExp(`${word} ${at}$`))

  await test.step('five orders a page, newest first; the second page has the rest', async () => {
    await expect(links).toHaveText(titles(7, 6, 5, 4, 3))
    await page.getByRole('button', { name: '2 페이지', exact: true }).click()
    await expect(links).toHaveText(titles(2, 1))
    await page.getByRole('button', { name: '1 페이지', exact: true }).click()
    await expect(links).toHaveText(titles(7, 6, 5, 4, 3))
  })

  await test.step('each status has its count; the star is full when all targets succeeded, half when some did', async () => {
    const { payload } = await ask<Record<string, number>>(site, 'master', 'GET', '/api/orders/status')
    const counted = { 전체: 'overall', 성공: 'success', 실패: 'failure', 대기: 'waiting', 진행: 'ongoing' }
    for (const [name, key] of Object.entries(counted)) {
      const folder = page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
      await expect(folder).toContainText(payload[key]!.toLocaleString('ko-KR'))
    }
    await page.getByPlaceholder('Search Orders').fill('')
    await expect(page).not.toHaveURL(/search/)
    await page.getByRole('button', { name: /^성공/ }).first().click()
    await expect(page).toHaveURL(/success/)
    await expect(rows(page)).toHaveCount(5)
    await expect(rows(page).filter({ hasText: translate('orders.state.success') })).toHaveCount(5)
    await expect(star(page, 'full')).toHaveCount(5)
    await page.goto(listOf('정상 운행 문구 복귀'))
    await expect(star(page, 'half').first()).toBeVisible()
    await page.goto(listOf(word))
    await expect(links).toHaveText(titles(7, 6, 5, 4, 3))
  })

  await test.step('Select All and Mark As Read, two marked unread, then Select Read and Select Unread', async () => {
    await pick(page, 'Select', 'All')
    await expect(page.getByText(translate('orders.chosen', { count: 5 }))).toBeVisible()
    await pick(page, 'Actions', 'Mark As Read')
    await expect(page.getByRole('link', { name: translate('orders.unread') })).toHaveCount(0)
    await pick(page, 'Select', 'None')
    await rows(page).nth(1).getByRole('checkbox').check()
    await rows(page).nth(3).getByRole('checkbox').check()
    await pick(page, 'Actions', 'Mark As Unread')
    await expect(page.getByRole('link', { name: translate('orders.unread') })).toHaveCount(2)
    await pick(page, 'Select', 'Read')
    await expect(page.getByText(translate('orders.chosen', { count: 3 }))).toBeVisible()
    await pick(page, 'Select', 'Unread')
    await expect(page.getByText(translate('orders.chosen', { count: 2 }))).toBeVisible()
    await pick(page, 'Select', 'None')
  })

  await test.step('a click fills the star', async () => {
    const kept = page.waitForResponse('**/api/orders/marks')
    await star(rows(page).first(), 'empty').click()
    await expect(star(rows(page).first(), 'set')).toBeVisible()
    expect((await kept).ok()).toBe(true)
  })

  await test.step('Archive removes two, the page refills, and 보관 lists them', async () => {
    await rows(page).nth(1).getByRole('checkbox').check()
    await rows(page).nth(2).getByRole('checkbox').check()
    await pick(page, 'Actions', 'Archive')
    await expect(links).toHaveText(titles(7, 4, 3, 2, 1))
    await page.getByRole('button', { name: new RegExp(`^${translate('orders.archive')}`) }).click()
    await expect(links).toHaveText(titles(6, 5))
    await page.getByRole('button', { name: /^전체/ }).first().click()
    await expect(links).toHaveText(titles(7, 4, 3, 2, 1))
  })

  await test.step('Delete sends no request, and can be undone', async () => {
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() !== 'GET' && !request.url().endsWith('/api/orders')) sent.push(request.url())
    })
    await rows(page).first().getByRole('checkbox').check()
    await pick(page, 'Actions', 'Delete')
    await expect(links).toHaveText(titles(4, 3, 2, 1))
    await page.getByRole('button', { name: '되돌리기' }).last().click()
    await expect(links).toHaveText(titles(7, 4, 3, 2, 1))
    await rows(page).first().getByRole('checkbox').check()
    await pick(page, 'Actions', 'Delete')
    await expect(links).toHaveText(titles(4, 3, 2, 1))
    expect(sent).toEqual([])
  })

  await test.step('after a reload the deleted order is back, and the marks are unchanged', async () => {
    await page.reload()
    await expect(links).toHaveText(titles(7, 4, 3, 2, 1))
    await expect(star(rows(page).first(), 'set')).toBeVisible()
    await expect(mail(page, `${word} 4`)).toHaveAccessibleName(new RegExp(translate('orders.unread')))
    await expect(mail(page, `${word} 3`)).not.toHaveAccessibleName(new RegExp(translate('orders.unread')))
  })
})

test('in a wide window an open order stands beside the list, and follows its keys', async ({
  open,
  site,
}) => {
  const word = '곁여정'
  await sendOrders(site, [`${word} 1`, `${word} 2`])
  const page = await open('master', listOf(word), { viewport: { width: 1440, height: 900 } })
  await expect(mail(page, `${word} 2`)).toBeVisible()
  const beside = (title: string) =>
    page.getByRole('complementary', { name: translate('forms.peek.label', { name: title }) })
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await expect(beside(`${word} 2`)).toBeVisible()
  await expect(mail(page, `${word} 2`).last()).toBeVisible()
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
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first().getByRole('link')).toBeFocused()
})

test('an order shows its recipients, their results, and a file to download', async ({ open, site }) => {
  const word = '상세여정'
  const [id] = await sendOrders(site, [word], 4)
  const page = await open('master', listOf(word))

  await test.step('a click on the row opens the order and marks it read', async () => {
    await expect(mail(page, word)).toHaveAccessibleName(new RegExp(translate('orders.unread')))
    const read = page.waitForRequest('**/api/orders/marks')
    await rows(page).first().getByRole('cell').nth(8).click()
    await expect(page).toHaveURL(new RegExp(`/app/orders/${id}$`))
    expect((await read).postDataJSON()).toEqual({ ids: [id], read: true })
  })

  await test.step('the page shows header, body and the progress in words', async () => {
    await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
    const head = page.getByRole('region', { name: translate('orders.detail.head') })
    await expect(head).toContainText('3대')
    await expect(page.getByRole('region', { name: translate('orders.detail.body') })).toContainText('40')
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('응답 0/4')
    const reply = page.getByRole('link', { name: 'Reply' })
    await expect(reply).toHaveAttribute('href', `/app/orders/compose?reply=${id}`)
  })

  await test.step('the result sheet is previewed, downloaded and exported', async () => {
    const files = page.getByRole('region', { name: translate('orders.files.title') })
    const ofFiles = (key: string) =>
      files.getByRole('button', { name: new RegExp(`${translate(`orders.files.${key}`)}$`) })
    await ofFiles('view').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('row')).toHaveCount(5)
    await page.keyboard.press('Escape')
    for (const [button, named] of [
      [ofFiles('download'), /[가-힣].*\.xlsx$/],
      [page.getByRole('button', { name: translate('orders.targets.export') }), /[가-힣].*\.xlsx$/],
      [page.getByRole('button', { name: translate('orders.targets.exportCsv') }), /[가-힣].*\.csv$/],
    ] as const) {
      const saving = page.waitForEvent('download')
      await button.click()
      expect((await saving).suggestedFilename()).toMatch(named)
    }
  })

  await test.step('waiting targets are cancelled after confirming their number, and can be resent', async () => {
    await page.getByRole('button', { name: translate('orders.cancel.open', { count: 4 }) }).click()
    const yes = translate('orders.cancel.yes', { count: 4 })
    await page.getByRole('alertdialog').getByRole('button', { name: yes }).click()
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('응답 4/4')
    await expect(page.getByText(translate('orders.reason.cancelled'))).toHaveCount(4)
    await expect(
      page.getByRole('link', { name: translate('orders.failedAgain', { count: 4 }) }),
    ).toHaveAttribute('href', `/app/orders/compose?failed=${id}`)
  })

  await test.step('Reply keeps the devices, Forward keeps the command without devices (decision 6)', async () => {
    const chosen = page.getByRole('button', { name: /^010-.* 빼기$/ })
    await page.getByRole('link', { name: 'Reply', exact: true }).click()
    await expect(chosen).toHaveCount(4)
    await page.goto(`/app/orders/${id}`)
    await page.getByRole('link', { name: 'Forward', exact: true }).click()
    await expect(page.getByRole('spinbutton', { name: /^값/ })).toHaveValue('40')
    await expect(chosen).toHaveCount(0)
    await page.goto(`/app/orders/${id}`)
  })

  await test.step('the back button returns to the list, where the order is marked read', async () => {
    await page.getByRole('link', { name: translate('orders.back') }).click()
    await expect(mail(page, word)).toBeVisible()
    await expect(mail(page, word)).not.toHaveAccessibleName(new RegExp(translate('orders.unread')))
  })

  await test.step('until the count arrives, the list shows 4 pages, as for 16 orders', async () => {
    let answer = () => {}
    const held = new Promise<void>(done => {
      answer = done
    })
    await page.route('**/api/orders', async route => {
      await held
      await route.continue()
    })
    await page.goto(listOf(word))
    const button = (number: number) => page.getByRole('button', { name: `${number} 페이지`, exact: true })
    await expect(button(4)).toBeVisible()
    await expect(button(5)).toHaveCount(0)
    answer()
    await expect(mail(page, word)).toBeVisible()
    await expect(button(4)).toHaveCount(0)
  })
})
