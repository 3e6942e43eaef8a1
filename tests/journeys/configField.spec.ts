/**
 * A field defined only in config: each test changes a file of a copied config folder under the built server.
 */

import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { applyConfigChange } from '../support/configFolder'
import type { ConfigSite } from '../support/configSite'
import { expect, type Page, test } from '../support/journey'
import {
  all,
  ask,
  button,
  choose,
  find,
  fresh,
  input,
  makeVendor,
  rows,
  saidAt,
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

async function english(page: Page): Promise<void> {
  await page.getByRole('button', { name: translate('shell.language.title') }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

test('a field added to vendors.json is in list, filter and form after a reload, and is stored', async ({
  open,
}) => {
  const vendor = await makeVendor(site)
  const page = await open('master', LIST, { site })
  await expect(page.getByRole('columnheader', { name: '거래 등급' })).toHaveCount(0)
  await addFields()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '거래 등급' })).toBeVisible()
  await button.edit(await find(page, vendor.name)).click()
  // The list, shown until the form opens, has a filter of the same name.
  await expect(page).toHaveURL(new RegExp(`${LIST}/edit/${vendor.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: '업체 수정' })).toBeVisible()
  await choose(page, '거래 등급', '우수')
  await input(page, '직원 수').fill('42')
  await button.save(page).click()
  await expect(page.getByText('업체을 수정하였습니다.')).toBeVisible()
  await page.reload()
  await expect(input(page, '직원 수')).toHaveValue('42')
  await button.back(page).click()
  const row = await find(page, vendor.name)
  await expect(row).toContainText('우수')
  await expect(row).toContainText('42')
  expect((await all(site, 'master', VENDORS)).find(record => record.id === vendor.id)).toMatchObject({
    grade: 'gold',
    staff: 42,
  })
})

test('the form and the server validate it with the same message', async ({ open }) => {
  const vendor = await makeVendor(site)
  await addFields()
  const page = await open('master', `${LIST}/edit/${vendor.id}`, { site })
  await input(page, '직원 수').fill('6000')
  await button.save(page).click()
  const above = translate('errors.field.maximum', { limit: 5000 })
  await saidAt(input(page, '직원 수'), above)
  await expect(input(page, '거래 등급')).toHaveAttribute('aria-invalid', 'true')
  const refused = await ask(site, 'master', 'PUT', `${VENDORS}/${vendor.id}`, {
    ...vendor,
    grade: 'silver',
    staff: 6000,
  })
  expect(refused.status).toBe(422)
  expect(refused.errors).toMatchObject({ staff: above, grade: translate('errors.field.choice') })
  const kept = (await all(site, 'master', VENDORS)).find(record => record.id === vendor.id)!
  expect(kept.staff ?? null).toBeNull()
})

test('it is sorted by its type and can be filtered', async ({ open }) => {
  await addFields()
  // Vendors of other tests may have a grade too.
  const stem = fresh('거래처')
  const created = []
  for (const [grade, staff] of [
    ['gold', 9],
    ['plain', 100],
    ['gold', 20],
  ] as const)
    created.push(await makeVendor(site, { name: `${stem} ${staff}`, grade, staff }))
  const page = await open('master', LIST, { site })
  await search(page).fill(stem)
  await expect(rows(page)).toHaveCount(3)
  await choose(page, '거래 등급', '우수')
  await expect(rows(page)).toHaveCount(2)
  const head = page.getByRole('columnheader', { name: /^직원 수/ })
  await head.getByRole('button').first().click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).nth(0)).toContainText(created[0]!.name)
  await expect(rows(page).nth(1)).toContainText(created[2]!.name)
  await choose(page, '거래 등급', '일반')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(created[1]!.name)
})

test('its label and choices are shown in English', async ({ open }) => {
  const vendor = await makeVendor(site)
  await addFields()
  const page = await open('master', LIST, { site })
  await english(page)
  await expect(page.getByRole('columnheader', { name: 'Grade' })).toBeVisible()
  await page.goto(`${LIST}/edit/${vendor.id}`)
  await choose(page, 'Grade', 'Gold')
  await input(page, 'Staff').fill('0')
  await page.getByRole('button', { name: /^save$/i }).click()
  await saidAt(input(page, 'Staff'), translate('errors.field.minimum', { limit: 1 }, 'en'))
})

test('a removed field disappears from the screen and stays in the database; a renamed field keeps its values', async ({
  open,
}) => {
  await addFields()
  const vendor = await makeVendor(site, { grade: 'gold', staff: 77 })
  const page = await open('master', LIST, { site })
  await expect(await find(page, vendor.name)).toContainText('77')
  const drop = (vendors: ResourceFile, field: string) => {
    delete vendors.fields[field]
    vendors.list.columns = vendors.list.columns.filter(column => column !== field)
    vendors.form.sections[0]!.fields = vendors.form.sections[0]!.fields.filter(name => name !== field)
  }
  await change(vendors => {
    drop(vendors, 'staff')
  })
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '직원 수' })).toHaveCount(0)
  await expect(await find(page, vendor.name)).not.toContainText('77')
  // Saving without the field keeps its stored value.
  await page.goto(`${LIST}/edit/${vendor.id}`)
  await expect(input(page, '직원 수')).toHaveCount(0)
  await input(page, '설명').fill('그 사이의 수정')
  await button.save(page).click()
  await expect(page.getByText('업체을 수정하였습니다.')).toBeVisible()
  await change(vendors => {
    vendors.fields.headcount = { type: 'number', label: '인원', renamedFrom: 'staff' }
    vendors.list.columns.push('headcount')
    vendors.form.sections[0]!.fields.push('headcount')
  })
  await page.goto(LIST)
  await expect(page.getByRole('columnheader', { name: '인원' })).toBeVisible()
  await expect(await find(page, vendor.name)).toContainText('77')
  await page.goto(`${LIST}/edit/${vendor.id}`)
  await expect(input(page, '인원')).toHaveValue('77')
  await input(page, '인원').fill('78')
  await button.save(page).click()
  await expect(page.getByText('업체을 수정하였습니다.')).toBeVisible()
  expect((await all(site, 'master', VENDORS)).find(record => record.id === vendor.id)).toMatchObject({
    headcount: 78,
  })
})

test('a field added to orders.json is entered in compose and shown in the list and the order', async ({
  open,
}) => {
  await applyConfigChange(site, () =>
    site.config.change<ResourceFile>('resources/orders.json', orders => {
      orders.fields.reason = {
        type: 'select',
        label: '접수 사유',
        choices: [
          { value: 'fault', label: '장애' },
          { value: 'care', label: '점검' },
        ],
        required: true,
      }
      orders.fields.ticket = { type: 'text', label: '접수 번호', rules: ['digits'] }
      orders.form = { sections: [{ title: '접수', fields: ['reason', 'ticket'] }] }
      orders.list.columns.splice(6, 0, 'reason')
      orders.list.filters.push({ name: 'reason', type: 'select', label: '접수 사유' })
    }),
  )
  const page = await open('client', '/app/orders/compose', { site })
  const pick = async (name: RegExp, option: string) => {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const register = page.getByRole('button', { name: translate('compose.register'), exact: true })
  const card = page.getByRole('region', { name: '접수' })
  await pick(/제어 명령/, '단말 재시작')
  await pick(/^값/, 'NOW')
  await page.getByRole('combobox', { name: /^그룹/ }).click()
  await page.getByRole('option').first().click()
  await register.click()
  await saidAt(card.getByRole('combobox', { name: /^접수 사유/ }), translate('errors.field.required'))
  await pick(/^접수 사유/, '장애')
  await card.getByRole('textbox', { name: '접수 번호' }).fill('2026')
  expect(await axeFindings(page)).toEqual([])
  await register.click()
  await expect(page.getByText('단말 제어 명령이 등록되었습니다.')).toBeVisible()
  await expect(page.locator('tbody tr').first()).toContainText('장애')
  await pick(/^접수 사유/, '점검')
  await expect(page.locator('tbody tr')).toHaveCount(0)
  await pick(/^접수 사유/, '장애')
  await page.locator('tbody tr').first().getByRole('link').click()
  await expect(page.getByRole('definition').filter({ hasText: '2026' }).first()).toBeVisible()
})

test('values longer than the limit are sent after order-methods.json raises it', async ({ open }) => {
  const Schema = {
    type: 'object',
    properties: { note: { type: 'string', title: '안내문' } },
    required: ['note'],
  }
  const command = { code: 'long-note', caption: '긴 안내문', content: { Type: 'object', Schema } }
  expect((await ask(site, 'master', 'POST', '/api/resources/methods', command)).status).toBe(200)
  const long = 'a'.repeat(5000)
  const linked = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`
  const refusal = /^값이 모두 합쳐 너무 깁니다/
  const done = '단말 제어 명령이 등록되었습니다.'

  const client = await open('client', linked, { site })
  const dialog = client.getByRole('dialog', { name: translate('orders.dialog.title') })
  const send = async () => {
    await client.getByRole('button', { name: /제어$/ }).first().click()
    await dialog.getByRole('button', { name: '긴 안내문', exact: true }).click()
    await dialog.getByRole('textbox', { name: '안내문' }).fill(long)
    await dialog.getByRole('button', { name: '긴 안내문 실행' }).click()
  }
  const vendor = await open('vendor', '/app/orders/compose', { site })
  const compose = async () => {
    const pick = async (name: RegExp) => {
      await vendor.getByRole('combobox', { name }).click()
      return vendor.getByRole('option')
    }
    await (await pick(/제어 명령/)).filter({ hasText: '긴 안내문' }).click()
    await (await pick(/^모델/)).filter({ hasText: 'FT-100' }).first().click()
    await (await pick(/^그룹/)).first().click()
    await vendor.getByRole('textbox', { name: '안내문' }).fill(long)
    await vendor.getByRole('button', { name: translate('compose.register'), exact: true }).click()
  }
  await test.step('refused with the delivered file', async () => {
    await send()
    await expect(dialog.getByText(refusal).first()).toBeVisible()
    await compose()
    await expect(vendor.getByText(refusal).first()).toBeVisible()
  })

  await applyConfigChange(site, () =>
    site.config.change<{ types: Record<string, { maxLength?: number }> }>('order-methods.json', file => {
      expect(file.types.object!.maxLength).toBe(4000)
      file.types.object!.maxLength = 8000
    }),
  )
  await test.step('sent by a client from the dialog of a device, and by vendor staff from compose', async () => {
    await client.reload()
    await send()
    await expect(dialog.getByText(done)).toBeVisible()
    await vendor.reload()
    await compose()
    await expect(vendor.getByText(done)).toBeVisible()
  })
  await test.step('a guest is offered no commands', async () => {
    const guest = await open('guest', linked, { site })
    await expect(guest.getByRole('row').nth(1)).toBeVisible()
    await expect(guest.getByRole('button', { name: /제어$/ })).toHaveCount(0)
  })
})
