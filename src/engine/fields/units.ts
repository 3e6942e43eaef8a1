/** The headers of columns in spreadsheets, with their units: exports write them, and uploads are read by them. */
import { ZONES, type Zone } from '../../domain/dates'
import type { CompiledColumn, Locale } from '../compiled'
import { pick } from '../i18n'
import type { FormatName } from '../registry'

/** Units and time zones (decision 36); the first is the default. */
const UNITS: Partial<Record<FormatName, readonly string[]>> = {
  deviceTime: ZONES,
  time: ['KST', 'UTC'],
  signal: ['dBm'],
}

type Headed = Pick<CompiledColumn, 'label' | 'format'>

/** The header that an export writes. */
export function headerOf({ label, format }: Headed, locale: Locale, zone?: Zone): string {
  const units = UNITS[format] ?? []
  const unit = units.find(candidate => candidate === zone) ?? units[0]
  return pick(label, locale) + (unit === undefined ? '' : ` (${unit})`)
}

/** All headers that an export may have written, in both languages. */
export const headersOf = ({ label, format }: Headed): string[] =>
  ['', ...(UNITS[format] ?? []).map(unit => ` (${unit})`)].flatMap(unit => [label.ko + unit, label.en + unit])
