/** The cells of a list as text and numbers, for spreadsheets; the counterpart of `console/forms/cells`. */
import { levelName } from '../../domain/authority'
import { formatBrn } from '../../domain/brn'
import { sheetTime, type Zone } from '../../domain/dates'
import { formatPhone } from '../../domain/phone'
import { padSerial } from '../../domain/serial'
import type { CompiledColumn, CompiledConfig, CompiledField, CompiledResource, Locale } from '../compiled'
import { pick } from '../i18n'
import type { FormatName } from '../registry'
import { changedFields } from './changedFields'
import { displayValue } from './derived'
import { headerOf } from './units'

type Row = Readonly<Record<string, unknown>>
type Plain = string | number | null

interface CellContext {
  config: CompiledConfig
  locale: Locale
  /** Translates a key of i18n; returns an unknown key unchanged. */
  translate: (key: string) => string
  /** The zone that the user chose for all times; if absent, device times are in UTC, others Korean (decision 36). */
  zone?: Zone | undefined
  /** The name of a referenced record; `undefined` if unknown. */
  nameOf: (resource: string, id: string) => string | undefined
}

export interface PlainColumn {
  field: string
  header: string
  /** In characters. */
  width: number
  cell: (record: Row) => Plain
}

/** Columns with these formats are left out. */
const NOT_EXPORTED: readonly FormatName[] = ['image']

/** Empty for lists, objects and absent values. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The columns of a spreadsheet for these columns of a list. */
export function plainColumns(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  context: CellContext,
): PlainColumn[] {
  return columns.flatMap(column => {
    const { field: name, format } = column
    if (NOT_EXPORTED.includes(format)) return []
    const field = resource.fields[name]
    const toPlain = TO_PLAIN[format]
    const fieldContext = { ...context, name, ...(field && { field }) }
    return {
      field: name,
      header: headerOf(column, context.locale, context.zone),
      width: WIDTHS[format] ?? DEFAULT_WIDTH,
      cell: record => toPlain(displayValue(resource, name, record), { ...fieldContext, record }),
    }
  })
}

/** In characters. */
const DEFAULT_WIDTH = 16
const WIDTHS: Partial<Record<FormatName, number>> = {
  identifier: 18,
  phone: 16,
  brn: 14,
  serial: 12,
  deviceTime: 20,
  time: 20,
  date: 12,
  positive: 8,
  count: 10,
  signal: 12,
  connection: 10,
  dot: 10,
  yesNo: 10,
  link: 28,
  email: 26,
  json: 30,
  changes: 60,
}

type ToPlain = (
  value: unknown,
  context: CellContext & { name: string; record: Row; field?: CompiledField },
) => Plain

const text: ToPlain = (value, { field }) => (field?.type === 'number' ? numberOf(value) : textOf(value))
const count: ToPlain = value => numberOf(value)
const nonZero: ToPlain = value => numberOf(value) || null

/** The labels of choices; a value that is not among the choices stays as it is. */
const choice: ToPlain = (value, { field, locale }) =>
  // One value or a list.
  [value]
    .flat()
    .map(textOf)
    .map(text => {
      const choice = field?.choices?.find(candidate => String(candidate.value) === text)
      return choice ? pick(choice.label, locale) : text
    })
    .filter(Boolean)
    .join(', ')

/** A boolean as a word. @param keysOf returns the keys of i18n for true and false by the name of the field */
const yesNo =
  (keysOf: (name: string) => [yes: string, no: string]): ToPlain =>
  (value, { translate, name }) => {
    if (value === undefined || value === null) return null
    const [yes, no] = keysOf(name)
    const key = value ? yes : no
    const word = translate(key)
    // Fields that config adds have no words in i18n: use yes and no.
    return word === key ? translate(value ? 'forms.yes' : 'forms.no') : word
  }

const TO_PLAIN: Readonly<Record<FormatName, ToPlain>> = {
  text,
  identifier: textOf,
  badge: (value, context) => (context.field?.choices ? choice : text)(value, context),
  link: textOf,
  email: textOf,
  color: textOf,
  image: () => null,
  phone: value => formatPhone(textOf(value)),
  brn: value => formatBrn(textOf(value)),
  serial: (value, { config }) => padSerial(textOf(value), config.app.limits.serialWidth),
  deviceTime: (value, { zone = 'UTC' }) => sheetTime(textOf(value), zone),
  time: (value, { zone = 'KST' }) => sheetTime(textOf(value), zone),
  // A day without a time has no zone and stays as it is.
  date: (value, { field, zone = 'KST' }) =>
    sheetTime(textOf(value), field?.type === 'datetime' ? zone : 'UTC').slice(0, 10),
  positive: value => {
    const number = numberOf(value)
    return number !== null && number > 0 ? number : null
  },
  count,
  signal: nonZero,
  connection: (value, { translate }) =>
    value === undefined ? null : translate(`orders.connectivity.${value === 'linked' ? 'linked' : 'closed'}`),
  dot: yesNo(name => [`forms.dot.${name}.on`, `forms.dot.${name}.off`]),
  yesNo: yesNo(() => ['forms.yes', 'forms.no']),
  choice,
  level: (value, context) => {
    const { levels } = context.config
    const number = numberOf(value)
    if (number === null) return choice(value, context) || null
    return pick(levels.labels[levelName(number, levels.numbers)], context.locale)
  },
  reference: (value, { field, nameOf }) => {
    const ids = [value].flat().map(textOf)
    const names = ids
      .filter(id => id !== '' && id !== '0')
      .map(id => (field?.reference && nameOf(field.reference, id)) || id)
    return names.length > 0 ? names.join(', ') : null
  },
  json: value => (value === undefined || value === null ? null : JSON.stringify(value)),
  changes: (value, context) => {
    const { config, locale, record, translate } = context
    const plain = (field: CompiledField | undefined, name: string, value: unknown) => {
      // Within a change, a value in this format is shown as JSON.
      const format = field?.format === 'changes' ? 'json' : field?.format
      const text = field && format && TO_PLAIN[format](value, { ...context, name, field })
      if (!field && name === 'problem') return wordOr(String(value), 'problems', translate)
      return text ?? (typeof value === 'object' ? JSON.stringify(value) : textOf(value))
    }
    const lines = changedFields(config.resources, record).map(({ name, field, before, after }) => {
      const values = [before, after].flatMap(value =>
        value === undefined ? [] : [plain(field, name, value)],
      )
      return `${changedName(name, field, locale, translate)}: ${values.join(' → ')}`
    })
    // A value that is no entry of the history.
    if (lines.length === 0) return TO_PLAIN.json(value, context)
    return lines.join('; ')
  },
}

/** The label of a changed field; of a value that is no field the word of i18n, if it has one. */
const changedName = (
  name: string,
  field: CompiledField | undefined,
  locale: Locale,
  translate: CellContext['translate'],
): string => (field ? pick(field.label, locale) || name : wordOr(name, 'values', translate))

/** The word of i18n for a name or code of the history, if it has one. */
function wordOr(name: string, kind: 'values' | 'problems', translate: CellContext['translate']): string {
  const key = `forms.changes.${kind}.${name}`
  const word = translate(key)
  return word === key ? name : word
}
