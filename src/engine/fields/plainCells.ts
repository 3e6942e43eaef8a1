/** The cells of a list as plain text and numbers for spreadsheets: those of `console/forms/cells`, without colours. */
import { levelName } from '../../domain/authority'
import { formatBrn } from '../../domain/brn'
import { sheetTime, type Zone } from '../../domain/dates'
import { formatPhone } from '../../domain/phone'
import { padSerial } from '../../domain/serial'
import type { CompiledColumn, CompiledConfig, CompiledField, CompiledResource, Locale } from '../compiled'
import { pick } from '../i18n'
import type { FormatName } from '../registry'
import { displayValue } from './derived'

type Row = Readonly<Record<string, unknown>>
type Plain = string | number | null

/** Language, time zone and names for the cells. */
interface PlainWords {
  config: CompiledConfig
  locale: Locale
  /** A sentence of i18n. */
  translate: (key: string) => string
  /** The zone of the times that the user may switch (decision 36). */
  zone: Zone
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

/** Formats that a spreadsheet leaves out. */
const NOT_EXPORTED: readonly FormatName[] = ['image']

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** What a list shows, column by column. */
export function plainColumns(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  words: PlainWords,
): PlainColumn[] {
  return columns.flatMap(column => {
    const { field: name, format, label } = column
    if (NOT_EXPORTED.includes(format)) return []
    const field = resource.fields[name]
    const toPlain = TO_PLAIN[format]
    const about = { ...words, name, ...(field && { field }) }
    return {
      field: name,
      header: pick(label, words.locale) + (UNITS[format]?.(words) ?? ''),
      width: WIDTHS[format] ?? 16,
      cell: record => toPlain(displayValue(resource, name, record), about),
    }
  })
}

/** Units and time zones in the column heads (decision 36). */
const UNITS: Partial<Record<FormatName, (words: PlainWords) => string>> = {
  deviceTime: ({ zone }) => ` (${zone})`,
  time: () => ' (KST)',
  signal: () => ' (dBm)',
}

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
}

type ToPlain = (value: unknown, about: PlainWords & { name: string; field?: CompiledField }) => Plain

const text: ToPlain = (value, { field }) => (field?.type === 'number' ? numberOf(value) : textOf(value))
const count: ToPlain = value => numberOf(value)
const present: ToPlain = value => numberOf(value) || null

const yesNo =
  (on: (name: string) => [yes: string, no: string]): ToPlain =>
  (value, { translate, name }) => {
    if (value === undefined || value === null) return null
    const [yes, no] = on(name)
    const key = value ? yes : no
    const word = translate(key)
    // Added switches have no words of their own.
    return word === key ? translate(value ? 'forms.yes' : 'forms.no') : word
  }

const TO_PLAIN: Readonly<Record<FormatName, ToPlain>> = {
  text,
  identifier: textOf,
  badge: text,
  link: textOf,
  email: textOf,
  color: textOf,
  image: () => null,
  phone: value => formatPhone(textOf(value)),
  brn: value => formatBrn(textOf(value)),
  serial: (value, { config }) => padSerial(textOf(value), config.app.limits.serialWidth),
  deviceTime: (value, { zone }) => sheetTime(textOf(value), zone),
  time: value => sheetTime(textOf(value), 'KST'),
  date: (value, { field }) =>
    sheetTime(textOf(value), field?.type === 'datetime' ? 'KST' : 'UTC').slice(0, 10),
  positive: value => {
    const number = numberOf(value)
    return number !== null && number > 0 ? number : null
  },
  count,
  signal: present,
  connection: (value, { translate }) =>
    value === undefined ? null : translate(`orders.connectivity.${value === 'linked' ? 'linked' : 'closed'}`),
  dot: yesNo(name => [`forms.dot.${name}.on`, `forms.dot.${name}.off`]),
  yesNo: yesNo(() => ['forms.yes', 'forms.no']),
  choice: (value, { field, locale }) =>
    [value]
      .flat()
      .map(one => {
        const choice = field?.choices?.find(other => String(other.value) === textOf(one))
        return choice ? pick(choice.label, locale) : textOf(one)
      })
      .filter(Boolean)
      .join(', '),
  level: (value, { config: { levels }, locale }) => {
    const number = numberOf(value)
    return number === null ? null : pick(levels.labels[levelName(number, levels.numbers)], locale)
  },
  reference: (value, { field, nameOf }) => {
    const ids = [value].flat().map(textOf)
    const names = ids
      .filter(id => id !== '' && id !== '0')
      .map(id => (field?.reference && nameOf(field.reference, id)) || id)
    return names.length > 0 ? names.join(', ') : null
  },
  json: value => (value === undefined || value === null ? null : JSON.stringify(value)),
}
