/** One cell of a roster: cleaned, judged by its column's rules, and told apart from what a spreadsheet made of it. */
import { checkImei } from '../domain/imei'
import { digitsOf, isPhone } from '../domain/phone'
import type { CompiledField, CompiledRoster, CompiledRosterColumn } from './compiled'
import type { RuleName } from './registry'
import type { CellProblem, RosterCell } from './rosterTerms'
import { RULE_CHECKS } from './rules'

type Checked = { text: string; value?: unknown } | { problem: CellProblem }

const problem = (code: CellProblem['code'], params?: CellProblem['params']): { problem: CellProblem } => ({
  problem: { code, ...(params && { params }) },
})

/** What people write for true and false. */
type Words = Pick<CompiledRoster, 'yes' | 'no'>

/** The text that the cell stands for (empty: nothing), and for a field that config adds its value. */
export function checkCell(
  cell: RosterCell,
  column: CompiledRosterColumn,
  field: CompiledField | undefined,
  words: Words,
): Checked {
  if (cell.kind === 'formula') return problem('formula')
  if (cell.kind === 'error') return problem('errorCell')
  let text = clean(cell.text)
  if (text === '') return { text }
  // What no database text can hold, or no reader sees.
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return problem('control')
  for (const rule of new Set([...column.rules, ...(ALWAYS[column.field] ?? [])])) {
    const judged = RULES[rule]?.(text, cell)
    if (judged === undefined) continue
    if (typeof judged !== 'string') return { problem: judged }
    text = judged
  }
  if ([...text].length > column.max) return problem('tooLong', { max: column.max })
  if (column.stored === 'extra' && field) return typed(text, field, words)
  if (field?.type === 'select') return asValue(typed(text, field, words))
  // A number of the contract is a column of whole numbers in the database.
  if (field?.type === 'number' && !/^\d{1,9}$/.test(text)) return problem('integer')
  return { text }
}

/** Of a choice that has a column of its own: what is stored, not what it is called. */
const asValue = (checked: Checked): Checked =>
  'problem' in checked ? checked : { text: String(checked.value ?? checked.text) }

/** Without what copying brings along: spaces of every kind, invisible marks, the apostrophe that keeps a number text. */
function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[\d+])/, '')
}

/** What the database insists on, whatever config asks for. */
const ALWAYS: Readonly<Record<string, readonly RuleName[]>> = { id: ['imei'], isdn: ['phone'] }

/** A rule gives the text as it is kept, or what is wrong. */
type CellRule = (text: string, cell: RosterCell) => string | CellProblem

/** Rules that need a value of their own, such as a pattern, do not apply to sheets. */
const PLAIN_RULES = ['email', 'brn', 'url', 'digits', 'integer'] as const

const RULES: Partial<Record<RuleName, CellRule>> = {
  ...Object.fromEntries(PLAIN_RULES.map(name => [name, plainRule(name)])),
  imei: checkImeiCell,
  phone: checkPhoneCell,
}

function plainRule(name: (typeof PLAIN_RULES)[number]): CellRule {
  return text => (RULE_CHECKS[name](text, { password: { min: 0 } }) === undefined ? text : { code: name })
}

/** `3.5E+14`: a spreadsheet showed a long number so, and the digits behind are gone. */
const EXPONENT = /^\d([.,]\d*)?E\+?\d+$/i

function checkImeiCell(text: string, cell: RosterCell): string | CellProblem {
  const digits = text.replace(/[\s-]/g, '')
  if (EXPONENT.test(digits) || isCutNumber(cell)) return { code: 'exponent' }
  const wrong = checkImei(digits)
  if (wrong === 'notDigits') return { code: 'imeiDigits' }
  if (wrong === 'length') {
    const lost = digits.length === 14 && checkImei(`0${digits}`) === undefined
    return lost ? { code: 'imeiZero' } : { code: 'imeiLength', params: { length: digits.length } }
  }
  if (wrong === 'checkDigit') return /0{5}$/.test(digits) ? { code: 'exponent' } : { code: 'imeiCheckDigit' }
  return digits
}

/** A number in a cell whose file holds fewer digits than it has: `3.5E+14` of 350123456789012. */
function isCutNumber({ kind, raw }: RosterCell): boolean {
  if (kind !== 'number' || !EXPONENT.test(raw)) return false
  return digitsOf(raw.replace(/E.*$/i, '')).length < 11
}

function checkPhoneCell(text: string, cell: RosterCell): string | CellProblem {
  if (EXPONENT.test(text) || isCutNumber(cell)) return { code: 'exponent' }
  const home = text.replace(/^\+82[\s-]*\(?0?\)?/, '0')
  if (!/^[\d\s().-]+$/.test(home)) return { code: 'phoneDigits' }
  const digits = digitsOf(home)
  // No number of Korea begins with another digit; a spreadsheet took the zero for a number's.
  if (!digits.startsWith('0') && /^\d{9,10}$/.test(digits))
    return { code: 'phoneZero', params: { number: `0${digits}` } }
  return isPhone(digits) ? digits : { code: 'phoneLength', params: { length: digits.length } }
}

/** The value of a field that config adds, in the type that config gives it. */
function typed(text: string, field: CompiledField, { yes, no }: Words): Checked {
  switch (field.type) {
    case 'number': {
      const number = Number(text.replaceAll(',', ''))
      if (!Number.isFinite(number)) return problem('number')
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field
      return number < min || number > max
        ? problem('outOfBounds', { min: field.min ?? '', max: field.max ?? '' })
        : { text, value: number }
    }
    case 'boolean': {
      const word = text.toLowerCase()
      if (!yes.includes(word) && !no.includes(word)) return problem('boolean')
      return { text, value: yes.includes(word) }
    }
    case 'date':
      return isDay(text) ? { text, value: text } : problem('date')
    case 'datetime':
      return isMoment(text)
        ? { text, value: new Date(`${text.replace(' ', 'T')}Z`).toISOString() }
        : problem('date')
    case 'select': {
      const choice = field.choices?.find(({ value, label, short = label }) =>
        [String(value), label.ko, label.en, short.ko, short.en].some(
          word => word.toLowerCase() === text.toLowerCase(),
        ),
      )
      if (choice) return { text, value: choice.value }
      return problem('choice', { choices: (field.choices ?? []).map(one => one.label.ko).join(', ') })
    }
    default:
      return { text, value: text }
  }
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isMoment(text: string): boolean {
  const [day = '', time = ''] = text.split(/[ T]/)
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time)
}
