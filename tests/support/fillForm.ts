/** Fills in every editable field of a form by its label and type, in any language. */
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

/** Values of fields with a required format; other fields get a value of their type. */
const TEXTS: Record<string, () => string> = {
  'vendors.brn': freshBrn,
  'vendors.post': () => '04781',
  'methods.code': () => `code-${digits(8)}`,
  'sims.iccid': () => `8982${digits(15)}`,
  'kinds.name': () => digits(8),
}
/** Limits of a text, and a schema of several values. */
const METHOD_JSON: Record<string, string> = {
  'methods.content.Value': '[0, 9]',
  'methods.content.Schema': '{"type":"object","properties":{"brightness":{"type":"integer"}}}',
}
const PASSWORD = 'Journey-1!'

/** Only a maker may own models and batches, so choose the first option, which is "none". */
const FIRST_ALONE = ['batches.vendor', 'models.vendor']

/** Choose the first or the last options. */
export type Which = 'first' | 'last'

/** Fills in the form of the page, and returns the record name to search for. */
export async function fillForm(
  page: Page,
  config: CompiledConfig,
  resource: string,
  locale: Locale,
  which: Which,
): Promise<string> {
  const { fields, form, recordName } = config.resources[resource]!
  let recordTitle = ''
  for (const name of form!.sections.flatMap(section => section.fields)) {
    const text = await fillField(page, config, fields[name]!, `${resource}.${name}`, locale, which)
    if (name === recordName) recordTitle = text
  }
  return recordTitle
}

/** @returns the typed text, or '' if the field is not a text */
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
    // Wait until the code of the pickers is loaded.
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
  // Some fields need a higher level or depend on another field.
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

/** Types, chooses a day in the calendar, clears, and types again. */
async function fillPicker(page: Page, box: Locator): Promise<void> {
  if ((await box.count()) === 0) return
  const picker = pickerIn(page, box)
  await picker.type('20310405163000'.slice(0, (await picker.parts.count()) > 3 ? 14 : 8))
  await picker.chooseDay(9)
  await picker.clear()
  await picker.type('20320102030405'.slice(0, (await picker.parts.count()) > 3 ? 14 : 8))
}

/** Adds a child row. */
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

/** Chooses some options of a dropdown. */
async function chooseSome(page: Page, control: Locator, count: number, which: Which): Promise<void> {
  await control.click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  const last = (await options.count()) - 1
  for (let nth = 0; nth < count; nth++) await options.nth(which === 'first' ? nth : last - nth).click()
  if (count > 1) await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}
