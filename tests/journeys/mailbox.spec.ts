/** One order (§2, decision 6): its page, files, cancellation and answers. The list: tests/console/mailbox. */
import { translate } from '../../src/tools/translate'
import { expect, type Page, test } from '../support/journey'
import { filtered, sendOrders } from '../support/records'

const rows = (page: Page) => page.locator('tbody tr[data-mail]')
const mail = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`${title}$`) })
const listOf = (words: string) => filtered('/app/orders', { search: words })

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
