/** A product owner's contracts, many at once: edited together, and the edit undone. */
import { translate } from '../../src/tools/translate'
import { bar, dialog, pick, press, pressIn } from '../support/bulk'
import { dropExamples } from '../support/configFolder'
import { expect, fitsTheWidth, PHONE, type Site, test } from '../support/journey'
import { ask, filtered, input, label, rows } from '../support/records'

const CONTRACTS = '/api/resources/contracts'
const labelOf = (field: string) => label('examples/contracts', field)
const TEN = { records: '계약 10건' }

/** Creates ten contracts that end on different days; the search finds them by `stem`. */
async function makeContracts(site: Site, stem: string): Promise<number[]> {
  const ids: number[] = []
  for (let day = 10; day < 20; day++) {
    const number = `${stem}-${day}`
    const contract = { number, begins: '2026-01-01', ends: `2027-01-${day}`, services: ['repair'] }
    const made: unknown = await ask(site, 'vendor', 'POST', CONTRACTS, contract)
    ids.push((made as { id: number }).id)
  }
  return ids
}

test('ten contracts get the same end together, and their own back', async ({ open, configSite: site }) => {
  await dropExamples(site, 'contracts')
  const stem = `K${process.pid}`
  const ids = await makeContracts(site, stem)
  const ends = async () => {
    const read = ids.map(id => ask(site, 'vendor', 'GET', `${CONTRACTS}/${id}`))
    return (await Promise.all(read)).map(contract => (contract as unknown as { ends: string }).ends)
  }
  const before = await ends()

  const page = await open('vendor', filtered('/app/contracts', { q: stem }), { site })
  await expect(rows(page)).toHaveCount(10)
  await pick(page, 0).click()
  await pick(page, 9).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText(translate('bulk.chosen', TEN))
  await press(page, 'editField')
  await input(dialog(page), translate('bulk.field')).click()
  await page.getByRole('option', { name: labelOf('ends'), exact: true }).click()
  // A date has one input for each of its parts, and digits go from part to part.
  const day = dialog(page).getByRole('group', { name: labelOf('ends') })
  await day.getByRole('spinbutton').first().click()
  await page.keyboard.type('20280331')
  await pressIn(dialog(page), 'bulk.do.change', TEN)
  await expect(page.getByText(translate('bulk.changed', TEN))).toBeVisible()
  expect([...new Set(await ends())]).toEqual(['2028-03-31'])
  await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
  await expect(page.getByText(translate('bulk.undo.done', TEN))).toBeVisible()
  expect(await ends()).toEqual(before)

  await test.step('two fields are edited together', async () => {
    await pick(page, 0).click()
    await press(page, 'editField')
    await pressIn(dialog(page), 'bulk.addField')
    await expect(dialog(page).getByRole('combobox', { name: translate('bulk.field') })).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })
  await page.setViewportSize(PHONE)
  expect(await fitsTheWidth(page)).toBe(true)
})
