/**
 * A field defined only in config: a file of a copied config folder changes under the built server.
 */

import { translate } from '../../src/tools/translate'
import { applyConfigChange } from '../support/configFolder'
import type { ConfigSite } from '../support/configSite'
import { expect, test } from '../support/journey'
import { switchLanguage } from '../support/languages'
import {
  ask,
  button,
  choose,
  expectFieldError,
  find,
  fresh,
  input,
  makeVendor,
  readAll,
  rows,
  saveAndExpect,
  search,
} from '../support/records'

const LIST = '/app/admin/vendors'
const VENDORS = '/api/admin/vendors'

interface ResourceFile {
  fields: Record<string, Record<string, unknown>>
  list: { columns: unknown[]; phone: string[]; filters: Record<string, unknown>[] }
  form: { sections: { title?: string; fields: string[] }[] }
}

let site: ConfigSite
test.beforeEach(({ configSite }) => {
  site = configSite
})

const change = (edit: (vendors: ResourceFile) => void) =>
  applyConfigChange(site, () => site.config.change<ResourceFile>('resources/vendors.json', edit))

/** Adds a contract number, a grade and a headcount, for which the code has no fields. */
const addFields = () =>
  change(vendors => {
    vendors.fields.grade = {
      type: 'select',
      label: { ko: '거래 등급', en: 'Grade' },
      choices: [
        { value: 'gold', label: { ko: '우수', en: 'Gold' } },
        { value: 'plain', label: { ko: '일반', en: 'Plain' } },
      ],
      required: true,
    }
    vendors.fields.staff = { type: 'number', label: { ko: '직원 수', en: 'Staff' }, min: 1, max: 5000 }
    vendors.list.columns.splice(2, 0, 'grade', 'staff')
    vendors.list.filters.push({
      name: 'grade',
      type: 'select',
      label: { ko: '거래 등급', en: 'Grade' },
      all: { value: '', label: { ko: '모든 등급', en: 'All grades' } },
    })
    vendors.form.sections[0]!.fields.push('grade', 'staff')
  })

test('a field added to vendors.json is in list, filter and form after a reload', async ({ open }) => {
  const stem = fresh('거래처')
  const vendor = await makeVendor(site, { name: `${stem} 42` })
  const page = await open('master', LIST, { site })
  await expect(page.getByRole('columnheader', { name: '거래 등급' })).toHaveCount(0)
  await addFields()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '거래 등급' })).toBeVisible()

  await test.step('the form and the server validate it with the same message', async () => {
    await button.edit(await find(page, vendor.name)).click()
    // The list, shown until the form opens, has a filter of the same name.
    await expect(page.getByRole('heading', { level: 1, name: '업체 수정' })).toBeVisible()
    await input(page, '직원 수').fill('6000')
    await button.save(page).click()
    const above = translate('errors.field.maximum', { limit: 5000 })
    await expectFieldError(input(page, '직원 수'), above)
    await expect(input(page, '거래 등급')).toHaveAttribute('aria-invalid', 'true')
    const wrong = { ...vendor, grade: 'silver', staff: 6000 }
    const refused = await ask(site, 'master', 'PUT', `${VENDORS}/${vendor.id}`, wrong)
    expect(refused.status).toBe(422)
    expect(refused.errors).toMatchObject({ staff: above, grade: translate('errors.field.choice') })
  })
  await test.step('it is stored', async () => {
    await choose(page, '거래 등급', '우수')
    await input(page, '직원 수').fill('42')
    await saveAndExpect(page, '업체을 수정하였습니다.')
    expect((await readAll(site, 'master', VENDORS)).find(record => record.id === vendor.id)).toMatchObject({
      grade: 'gold',
      staff: 42,
    })
  })
  await test.step('it is filtered, and sorted by its type', async () => {
    for (const [grade, staff] of [
      ['gold', 9],
      ['plain', 100],
    ] as const)
      await makeVendor(site, { name: `${stem} ${staff}`, grade, staff })
    await page.goto(LIST)
    await search(page).fill(stem)
    await expect(rows(page)).toHaveCount(3)
    const head = page.getByRole('columnheader', { name: /^직원 수/ })
    await head.getByRole('button').first().click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page)).toContainText([`${stem} 9`, `${stem} 42`, `${stem} 100`])
    await choose(page, '거래 등급', '일반')
    await expect(rows(page)).toContainText([`${stem} 100`])
  })
  await test.step('it has an English label and English choices', async () => {
    await switchLanguage(page, 'en')
    await expect(page.getByRole('columnheader', { name: 'Grade' })).toBeVisible()
    await expect(rows(page)).toContainText('Plain')
  })
})
