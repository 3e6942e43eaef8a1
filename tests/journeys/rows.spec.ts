/**
 * Child records as rows in the form of their parent (`children`), defined only in config: two files are copied into
 * the config folder of a running built server.
 */
import { axeFindings } from '../support/axe'
import { applyConfigChange, dropExamples } from '../support/configFolder'
import { expect, fitsTheWidth, type Page, PHONE, test } from '../support/journey'
import { ask, button, expectFieldError, fresh, input, label, openForm, rowOf } from '../support/records'

const title = label('examples/quotes/quotes', 'title')
const column = (field: string) => label('examples/quotes/quote-lines', field)
const cell = (page: Page, row: number, field: string) => input(page, `${row}행 ${column(field)}`)
const add = (page: Page) => page.getByRole('button', { name: '항목 행 추가' })
const pressButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const names = (page: Page) =>
  page
    .getByLabel(new RegExp(`행 ${column('name')}`))
    .evaluateAll(inputs => inputs.map(one => (one as HTMLInputElement).value))

/** Saves an edited record and waits for the response, because an early reload would cut the request off. */
async function saved(page: Page): Promise<void> {
  const answered = page.waitForResponse(answer => answer.request().method() === 'PUT')
  await button.save(page).click()
  expect((await answered).status()).toBe(200)
}

test('rows are added, corrected, moved and removed in the form', async ({ open, configSite: site }) => {
  const { config } = site
  await dropExamples(site, 'quotes/quote-lines', 'quotes/quotes')
  const spring = fresh('봄 견적')
  const page = await open('vendor', '/app/quotes', { site })

  await test.step('rows are entered with the keyboard, and errors are shown at their cell', async () => {
    await button.create(page).click()
    await input(page, title).fill(spring)
    await button.save(page).click()
    await expect(page.getByText('1행 이상이어야 합니다.')).toBeVisible()
    await add(page).focus()
    await page.keyboard.press('Enter')
    await expect(cell(page, 1, 'name')).toBeFocused()
    await page.keyboard.type('단말')
    await page.keyboard.press('Tab')
    await page.keyboard.type('-5')
    await button.save(page).click()
    await expectFieldError(cell(page, 1, 'amount'), '0 이상이어야 합니다.')
    await cell(page, 1, 'amount').fill('1000')
    await cell(page, 1, 'quantity').fill('3')
    await expect(page.getByText('3,000', { exact: true })).toBeVisible()
    await add(page).click()
    await cell(page, 2, 'name').fill('단말')
    await cell(page, 2, 'amount').fill('500')
    await button.save(page).click()
    await expectFieldError(cell(page, 2, 'name'), '이미 사용 중인 값입니다.')
    await cell(page, 2, 'name').fill('설치')
    expect(await axeFindings(page)).toEqual([])
    await button.save(page).click()
    await expect(rowOf(page, spring)).toBeVisible()
  })

  await test.step('a master reorders the rows, which keep their vendor', async () => {
    const master = await open('master', '/app/quotes', { site })
    await openForm(master, rowOf(master, spring))
    await expect(cell(master, 2, 'name')).toHaveValue('설치')
    await pressButton(master, '2행 위로')
    await expect(master.getByRole('button', { name: '1행 아래로', exact: true })).toBeFocused()
    await add(master).click()
    await cell(master, 3, 'name').fill('출장')
    await cell(master, 3, 'amount').fill('70')
    await pressButton(master, '2행 지우기')
    await expect(cell(master, 2, 'name')).toBeFocused()
    expect(await names(master)).toEqual(['설치', '출장'])
    await saved(master)
    await openForm(master, rowOf(master, spring))
    await expect(cell(master, 2, 'name')).toHaveValue('출장')
    await master.close()
  })

  await test.step('an older form asks which version of the rows to keep', async () => {
    await openForm(page, rowOf(page, spring))
    await expect(cell(page, 2, 'name')).toHaveValue('출장')
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)![0])
    const stored: unknown = await ask(site, 'vendor', 'GET', `/api/resources/quotes/${id}`)
    const [first] = (stored as { lines: { id: number }[] }).lines
    await ask(site, 'vendor', 'PUT', `/api/resources/quote-lines/${first!.id}`, { amount: 900 })
    await cell(page, 2, 'amount').fill('80')
    await button.save(page).click()
    await expect(page.getByRole('alertdialog')).toContainText('설치 900')
    await page.getByRole('button', { name: '새 값 불러오기' }).click()
    await expect(cell(page, 1, 'amount')).toHaveValue('900')
  })

  await test.step('a level without write access to rows sees a table, and can change the other fields', async () => {
    await applyConfigChange(site, async () => {
      await config.change<{ fields: { lines: { min?: number } } }>('resources/quotes.json', file => {
        delete file.fields.lines.min
      })
      await config.change<{ access: Record<string, string> }>('resources/quote-lines.json', file => {
        Object.assign(file.access, { create: 'master', edit: 'master', delete: 'master' })
      })
    })
    await page.setViewportSize(PHONE)
    await page.reload()
    await expect(page.getByRole('cell', { name: '출장' })).toBeVisible()
    await expect(add(page)).toHaveCount(0)
    expect(await fitsTheWidth(page)).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await input(page, title).fill(`${spring} 2`)
    const form = page.url()
    await saved(page)
    await expect(page).toHaveURL(/quotes(\?|$)/)
    await page.goto(form)
    await expect(input(page, title)).toHaveValue(`${spring} 2`)
    await expect(page.getByRole('cell', { name: '설치' })).toBeVisible()
  })
})
