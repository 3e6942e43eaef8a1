/**
 * Every kind of field, in one resource defined only in config: entered by mouse and keyboard, validated with a message
 * at its field, saved, listed, reopened and changed.
 */

import { FIELD_TYPES } from '../../src/engine/shapes/resource'
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { applyConfigChange } from '../support/configFolder'
import { KINDS_FIELDS, KINDS_RESOURCE, PICTURE } from '../support/everyKind'
import { expect, fitsTheWidth, type Page, PHONE, test } from '../support/journey'
import { ask, button, choose, expectFieldError, input, openForm, rows } from '../support/records'

const field = (name: keyof typeof KINDS_FIELDS) => KINDS_FIELDS[name].label.ko
/** A picker has no single input: its parts are one group, and digits go from part to part. */
const picker = (page: Page, name: 'day' | 'moment') =>
  page.getByRole('group', { name: new RegExp(`^${field(name)}`) }).first()
const firstPart = (page: Page, name: 'day' | 'moment') => picker(page, name).getByRole('spinbutton').first()

async function pick(page: Page, name: 'day' | 'moment', digits: string): Promise<void> {
  await firstPart(page, name).click()
  await page.keyboard.type(digits)
}

const choosePicture = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  const chooser = page.waitForEvent('filechooser')
  const buttons = page.getByRole('group', { name: field('picture') }).getByRole('button')
  await buttons.first().click()
  await (await chooser).setFiles(file)
}

test('every kind of field is entered, saved, listed and changed', async ({ open, configSite: site }) => {
  test.slow()
  const covered: Set<string> = new Set(Object.values(KINDS_FIELDS).map(({ type }) => type))
  // Rows of another resource are tested in `rows.spec`.
  expect([...covered, 'children'].sort()).toEqual([...FIELD_TYPES].sort())
  await applyConfigChange(site, () => site.config.write('resources/kinds.json', KINDS_RESOURCE))
  const page = await open('vendor', '/app/kinds', { site })
  await button.create(page).click()

  await test.step('an invalid value of each kind is reported at its field, with the focus on the first', async () => {
    await input(page, field('name')).fill('너무 긴 이름이라 들어가지 않음')
    await input(page, field('note')).fill('스무 글자를 넘는 메모는 저장되지 않으니 줄여야 합니다')
    await input(page, field('count')).fill('열')
    await pick(page, 'day', '2026')
    await pick(page, 'moment', '2026')
    await choose(page, field('tags'), '신규')
    await page.keyboard.press('Escape')
    await input(page, field('email')).fill('사람@')
    await input(page, field('phone')).fill('01012')
    await input(page, field('page')).fill('javascript:alert(1)')
    await input(page, field('secret')).fill('short')
    await input(page, field('color')).fill('빨강')
    await input(page, field('shape')).fill('{"on": ')
    await choosePicture(page, { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByText(translate('forms.input.noPicture'))).toBeVisible()
    await button.save(page).click()

    await expect(input(page, field('name'))).toBeFocused()
    await expectFieldError(input(page, field('name')), translate('errors.field.tooLong', { limit: 12 }))
    await expectFieldError(input(page, field('note')), translate('errors.field.tooLong', { limit: 20 }))
    await expectFieldError(input(page, field('count')), translate('errors.field.number'))
    await expectFieldError(input(page, field('email')), translate('errors.field.email'))
    await expectFieldError(input(page, field('phone')), translate('errors.field.phone'))
    await expectFieldError(input(page, field('page')), translate('errors.field.url'))
    await expectFieldError(input(page, field('color')), translate('errors.field.color'))
    await expectFieldError(input(page, field('shape')), translate('errors.field.json'))
    await expect(page.getByText(translate('errors.field.date'))).toHaveCount(2)
    await expect(page.getByText(translate('errors.field.tooFew', { limit: 2 }))).toBeVisible()
    await expect(page.getByText(translate('errors.password.short', { min: 8 }))).toBeVisible()
    // The dropdown, the radio buttons and the reference are empty.
    await expect(page.getByText(translate('errors.field.required'))).toHaveCount(3)
    // Nothing was saved: the list has no records.
    expect(await ask(site, 'vendor', 'GET', '/api/resources/kinds')).toEqual({ status: 200 })
  })

  await test.step('values are entered by mouse and keyboard', async () => {
    await input(page, field('name')).fill('첫째')
    await input(page, field('note')).fill('두 줄\n메모')
    await input(page, field('count')).fill('7')
    await page.getByRole('switch', { name: field('active') }).focus()
    await page.keyboard.press('Space')
    await pick(page, 'day', '20260305')
    await pick(page, 'moment', '20260306140530')
    await choose(page, field('size'), '큼')
    await page.getByRole('radio', { name: '왼쪽' }).check()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: '오른쪽' })).toBeChecked()
    await choose(page, field('tags'), '대여')
    await page.keyboard.press('Escape')
    await input(page, field('model')).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await input(page, field('email')).fill('kind@example.com')
    await input(page, field('phone')).fill('01012345678')
    await input(page, field('page')).fill('https://example.com/a')
    await input(page, field('secret')).fill('Kinds-8!x')
    await input(page, '암호 확인').fill('Kinds-8!x')
    await page.getByLabel(translate('forms.input.pick', { name: field('color') })).fill('#3fb68b')
    await expect(input(page, field('color'))).toHaveValue('#3fb68b')
    await input(page, field('shape')).fill('{"on": [1, 2]}')
    await choosePicture(page, { name: 'dot.png', mimeType: 'image/png', buffer: PICTURE })
    await expect(page.getByRole('button', { name: translate('forms.input.removePicture') })).toBeVisible()
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  })

  await test.step('axe finds nothing in the form, dark and light', async () => {
    expect(await axeFindings(page)).toEqual([])
    expect(await fitsTheWidth(page)).toBe(true)
  })

  await test.step('the record is saved, and the list formats each kind', async () => {
    await button.save(page).click()
    await expect(page).toHaveURL(/\/app\/kinds$/)
    const row = rows(page).filter({ hasText: '첫째' })
    const texts = ['7', '2026-03-05', '큼', '오른쪽', '신규, 대여', 'kind@example.com', '010-1234-5678']
    for (const shown of [...texts, 'example.com/a', '#3fb68b']) await expect(row).toContainText(shown)
    // The picture is fetched when its cell becomes visible.
    await row.locator('.column-picture').scrollIntoViewIfNeeded()
    await expect(row.locator('img')).toHaveCount(1)
    await expect(page.getByText('Kinds-8!x')).toHaveCount(0)
  })

  await test.step('the record reopens with the entered values, and is changed', async () => {
    await openForm(page, rows(page).filter({ hasText: '첫째' }))
    await expect(input(page, field('note'))).toHaveValue('두 줄\n메모')
    await expect(page.getByRole('switch', { name: field('active') })).toBeChecked()
    await expect(picker(page, 'day')).toContainText('2026')
    await expect(picker(page, 'moment')).toContainText('14')
    await expect(page.getByRole('radio', { name: '오른쪽' })).toBeChecked()
    await expect(input(page, field('shape'))).toHaveValue('{"on":[1,2]}')
    await expect(input(page, field('secret'))).toHaveValue('')
    await choose(page, field('size'), '작음')
    await page.getByRole('radio', { name: '왼쪽' }).check()
    await page.getByRole('button', { name: translate('forms.input.removePicture') }).click()
    await input(page, field('color')).fill('#112233')
    await button.save(page).click()
    await expect(page.getByText(translate('records.form.updated'))).toBeVisible()
    await openForm(page, rows(page).filter({ hasText: '첫째' }))
    await expect(input(page, field('color'))).toHaveValue('#112233')
    await expect(page.getByRole('radio', { name: '왼쪽' })).toBeChecked()
    await expect(page.getByRole('button', { name: translate('forms.input.removePicture') })).toHaveCount(0)
    await page.setViewportSize(PHONE)
    await expect.poll(() => fitsTheWidth(page)).toBe(true)
  })
})
