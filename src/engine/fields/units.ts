/** The headers of columns in spreadsheets, with their units: exports write them, and uploads are read by them. */
import type { Zone } from '../../domain/dates'
import type { CompiledColumn, Locale } from '../compiled'
import { pick } from '../i18n'
import type { FormatName } from '../registry'

/** Units and time zones (decision 36); the first is the default. */
const UNITS: Partial<Record<FormatName, readonly string[]>> = {
  deviceTime: ['UTC', 'KST'],
  time: ['KST', 'UTC'],
  signal: ['dBm'],
}

type Headed = Pick<CompiledColumn, 'label' | 'format'>

const withUnit = (text: string, unit: string) => `${text} (${unit})`

/** The header that an export writes. */
export function headerOf({ label, format }: Headed, locale: Locale, zone?: Zone): string {
  const units = UNITS[format] ?? []
  const unit = units.find(candidate => candidate === zone) ?? units[0]
  return unit === undefined ? pick(label, locale) : withUnit(pick(label, locale), unit)
}

/** All headers that an export may have written, in both languages. */
export const headersOf = ({ label, format }: Headed): string[] =>
  [label.ko, label.en].flatMap(text => [text, ...(UNITS[format] ?? []).map(unit => withUnit(text, unit))])
