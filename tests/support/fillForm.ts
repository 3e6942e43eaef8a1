/** Fills in a form of config in any language: every field that the user may enter, by its label and its type. */
import type { CompiledConfig, CompiledField, Locale } from '../../src/engine/compiled'
import { PICTURE } from './everyKind'
import { expect, type Locator, type Page, type Site } from './journey'
import { pickerIn } from './pickers'
import { fresh, freshBrn, freshEmail, input } from './records'

export async function configOf(site: Site): Promise<CompiledConfig> {
  const answer = await fetch(`${site.url}/config.json`)
  return ((await answer.json()) as { config: CompiledConfig }).config
}

let made = 0
const digits = (length: number) =>
  String(++made + process.pid * 1000)
    .padStart(length, '0')
    .slice(-length)

/** What a field of some name must look like; others take what their type takes. */
const TEXTS: Record<string, () => string> = {
  'vendors.brn': freshBrn,
  'vendors.post': () => '04781',
  'methods.code': () => `code-${digits(8)}`,
  'sims.iccid': () => `8982${digits(15)}`,
  'kinds.name': () => digits(8),
}
/** Of a method that takes a text, and of one that takes several values. */
const METHOD_JSON: Record<string, string> = {
  'methods.content.Value': '[0, 9]',
  'methods.content.Schema': '{"type":"object","properties":{"brightness":{"type":"integer"}}}',
}
const PASSWORD = 'Journey-1!'

/** Only a vendor that is a maker may own models and batches: the choice of none, which comes first. */
const FIRST_ALONE = ['batches.vendor', 'models.vendor']

/** Which choices are taken: the first ones or the last ones. */
export type Which = 'first' | 'last'

/** Fills in one form, `main form`, and gives the name that finds the record again. */
export async function fillForm(
  page: Page,
  config: CompiledConfig,
  resource: string,
  locale: Locale,
  which: Which,
): Promise<string> {
  const { fields, form, recordName } = config.resources[resource]!
  let called = ''
  for (const name of form!.sections.flatMap(section => section.fields)) {
    const text = await fillField(page, config, fields[name]!, `${resource}.${name}`, locale, which)
    if (name === recordName) called = text
  }
  return called
}

/** @returns what was typed, where the field is a text */
async function fillField(
  page: Page,
  config: CompiledConfig,
  field: CompiledField,
  key: string,
  locale: Locale,
  which: Which,
): Promise<string> {
  const form = page.locator('main form')
  const label = field.label[locale]
  if (field.type === 'date' || field.type === 'datetime') {
    // The code of the pickers is on its way.
    await expect(form.locator('.MuiSkeleton-root')).toHaveCount(0)
    await fillPicker(page, form.locator(`[data-field="${field.name}"]`))
    return ''
  }
  if (field.type === 'image') {
    const file = form.locator('input[type=file]')
    if ((await file.count()) > 0)
      await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PICTURE })
    return ''
  }
  if (field.input === 'radio') {
    const radios = form.getByRole('radio')
    if ((await radios.count()) > 0) await radios.last().check()
    return ''
  }
  if (field.children) {
    await fillRow(page, config, field.children, locale)
    return ''
  }
  const control = input(form, label)
  // Not everybody may enter every field, and some go with others.
  if ((await control.count()) === 0 || (await control.isDisabled())) return ''
  switch (field.type) {
    case 'boolean':
      await control.uncheck()
      await control.check()
      return ''
    case 'number':
      await control.fill(String(field.min ?? 5))
      return ''
    case 'select':
    case 'multi-select':
    case 'reference':
      await chooseSome(
        page,
        control,
        field.type === 'multi-select' ? 2 : 1,
        FIRST_ALONE.includes(key) ? 'first' : which,
      )
      return ''
    case 'password':
      await control.fill(PASSWORD)
      if (field.confirm) await input(form, field.confirm.label[locale]).fill(PASSWORD)
      return ''
    default: {
      const text = (TEXTS[key] ?? BY_TYPE[field.type] ?? (() => fresh('text')))()
      await control.fill(METHOD_JSON[key] ?? text)
      return text
    }
  }
}

const BY_TYPE: Partial<Record<CompiledField['type'], () => string>> = {
  multiline: () => 'one\ntwo',
  email: () => freshEmail('sweep'),
  phone: () => `010${digits(8)}`,
  url: () => 'https://example.com/a',
  color: () => '#3fb68b',
  json: () => '{"on": [1, 2]}',
}

/** FormOrigin by its button, a day chosen, cleared, typed into. */
async function fillPicker(page: Page, box: Locator): Promise<void> {
  if ((await box.count()) === 0) return
  const picker = pickerIn(page, box)
  await picker.type('20310405163000'.slice(0, (await picker.parts.count()) > 3 ? 14 : 8))
  await picker.chooseDay(9)
  await picker.clear()
  await picker.type('20320102030405'.slice(0, (await picker.parts.count()) > 3 ? 14 : 8))
}

/** One more row of the records that belong to the form's. */
async function fillRow(
  page: Page,
  config: CompiledConfig,
  { resource, fields }: NonNullable<CompiledField['children']>,
  locale: Locale,
): Promise<void> {
  await page.locator('main form [data-rows=add]').click()
  const row = page.locator('main form [data-row]').last()
  for (const name of fields) {
    const { type, computed, min, label } = config.resources[resource]!.fields[name]!
    if (computed === undefined)
      await row.getByLabel(label[locale]).fill(type === 'number' ? String(min ?? 5) : fresh('row'))
  }
}

/** Some choices of a dropdown. */
async function chooseSome(page: Page, control: Locator, count: number, which: Which): Promise<void> {
  await control.click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  const last = (await options.count()) - 1
  for (let nth = 0; nth < count; nth++) await options.nth(which === 'first' ? nth : last - nth).click()
  if (count > 1) await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}
