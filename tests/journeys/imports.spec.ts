/** Contracts from a spreadsheet. Updates and clients: tests/console/imports and tests/server/imports. */
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { dropExamples } from '../support/configFolder'
import { expect, fitsTheWidth, type Locator, type Page, type Site, test } from '../support/journey'
import { ask, label, rows } from '../support/records'

const CONTRACTS = '/api/resources/contracts'
/** A header that is nearly that of the last day. */
const ENDS = '종료일자'
const labelOf = (field: string) => label('examples/contracts', field)

async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: translate('import.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

const choose = (page: Page, lines: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'contracts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${lines.join('\n')}\n`),
  })

const press = (dialog: Locator, key: string, values: object = {}) =>
  dialog.getByRole('button', { name: translate(key, { ...values }), exact: true }).click()

const cell = (dialog: Locator, row: number, column: string) =>
  dialog.getByRole('textbox', { name: translate('roster.check.cell', { row, column }) })

async function contractsLike(site: Site, stem: string): Promise<{ number: string; ends: string }[]> {
  const filter = encodeURIComponent(JSON.stringify({ q: stem }))
  const found: unknown = await ask(site, 'vendor', 'GET', `${CONTRACTS}?filter=${filter}&range=[0,999]`)
  type Contract = { number: string; ends: string }
  return Object.values(found as Record<string, Contract>).filter(value => typeof value === 'object')
}

test('200 contracts of a sheet are corrected, stored and undone', async ({ open, configSite: site }) => {
  test.slow()
  await dropExamples(site, 'contracts')
  const stem = `S${process.pid}`
  // Ten rows with a day that does not exist, and three with an unknown service.
  const line = (nth: number) => {
    const ends = nth < 10 ? '2027-02-30' : '2027-12-31'
    const service = nth >= 197 ? '점검' : '수리'
    return `${stem}-${String(nth).padStart(3, '0')},2026-01-01,${ends},${service},메모`
  }
  const body = Array.from({ length: 200 }, (_, nth) => line(nth))
  const page = await open('vendor', '/app/contracts', { site })
  const dialog = await openImport(page)

  await test.step('the sample has the columns of the form', async () => {
    const coming = page.waitForEvent('download')
    await press(dialog, 'roster.dialog.sample')
    expect((await coming).suggestedFilename()).toMatch(/계약.*\.xlsx$/)
  })
  await test.step('an unknown header gets its column by the keyboard, or is not imported', async () => {
    await choose(page, [`계약번호,${'시작 '.repeat(60)},${ENDS},서비스,비고`, ...body])
    await expect(
      dialog.getByText(translate('roster.columns.missing', { columns: labelOf('begins') })),
    ).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: ENDS })).toContainText(labelOf('ends'))
    await dialog.getByRole('combobox', { name: /^시작 시작/ }).focus()
    for (const key of ['Enter', 'Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('option', { name: translate('roster.columns.unwanted') }).press('Enter')
    await expect(dialog.getByText(translate('roster.check.found', { rows: 200, bad: 13 }))).toBeVisible()
    expect(await fitsTheWidth(page)).toBe(true)
    expect(await axeFindings(page)).toEqual([])
  })
  await test.step('nothing is sent while rows are bad', async () => {
    await press(dialog, 'roster.dialog.upload')
    await expect(dialog.getByText(translate('roster.check.remain', { bad: 13 }))).toBeVisible()
  })
  await test.step('the rows of one reason are corrected one below the other', async () => {
    await dialog.getByRole('combobox', { name: translate('roster.check.reason') }).click()
    await page.getByRole('option', { name: new RegExp(`^${labelOf('services')}`) }).click()
    const table = dialog.getByRole('table', { name: translate('roster.check.bad') })
    await expect(table.getByRole('rowheader')).toHaveCount(3)
    await cell(dialog, 199, labelOf('services')).focus()
    for (const row of [199, 200, 201]) {
      await expect(cell(dialog, row, labelOf('services'))).toBeFocused()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('수리')
      await page.keyboard.press('Enter')
    }
    for (let row = 2; row < 12; row++) {
      await cell(dialog, row, ENDS).fill('2027-02-28')
      await page.keyboard.press('Enter')
    }
    await expect(dialog.getByText(translate('roster.check.fine', { rows: 200 }))).toBeVisible()
  })
  await test.step('corrections are not lost by closing', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: translate('records.leave.stay') }).click()
  })
  await test.step('the new contracts are listed', async () => {
    await press(dialog, 'roster.dialog.upload')
    await expect(page.getByText(translate('import.done.add', { records: '계약 200건' }))).toBeVisible()
    expect(await contractsLike(site, stem)).toHaveLength(200)
    await page.getByRole('link', { name: translate('import.view', { records: '계약 200건' }) }).click()
    await expect(page).toHaveURL(/created_gte/)
    await expect(rows(page).filter({ hasText: stem })).toHaveCount(20)
  })
  await test.step('the import is undone', async () => {
    await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
    await expect(page.getByText(translate('import.undone', { records: '계약 200건' }))).toBeVisible()
    expect(await contractsLike(site, stem)).toEqual([])
  })
})
