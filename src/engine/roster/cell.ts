/** Reads one cell of a sheet: cleans its text, detects numbers that a spreadsheet has changed, applies the rules. */
import { isDay, type Zone } from '../../domain/dates'
import { unescapeFormula } from '../../domain/formulaEscape'
import { checkImei } from '../../domain/imei'
import { digitsOf, isPhone } from '../../domain/phone'
import {
  cleanText,
  composed,
  countLetters,
  isVisibleAscii,
  plainText,
  withoutMarks,
} from '../../domain/typed'
import type { CompiledField, CompiledRoster, CompiledRosterColumn } from '../compiled'
import { KINDS } from '../kinds'
import { RULE_CHECKS, type RuleName } from '../validation/rules'
import type { CellProblem, RosterCell } from './types'

/** The cleaned text, empty for an empty cell, with the value for the field; or the problem of the cell. */
type CheckedCell = { text: string; value?: unknown } | { problem: CellProblem }

const problem = (code: CellProblem['code'], params?: CellProblem['params']): { problem: CellProblem } => ({
  problem: { code, params },
})

/** Words for true and false, whether the check digit of an IMEI must be correct, and the zone of times. */
type CellOptions = Pick<CompiledRoster, 'yes' | 'no' | 'imeiCheckDigit'> & { zone?: Zone }

/** Checks one cell of a column. */
export function checkCell(
  cell: RosterCell,
  column: CompiledRosterColumn,
  field: CompiledField | undefined,
  options: CellOptions,
): CheckedCell {
  return cellChecker(column, field, options)(cell)
}

/** Returns a function that checks the cells of a column. */
export function cellChecker(
  column: CompiledRosterColumn,
  field: CompiledField | undefined,
  options: CellOptions,
): (cell: RosterCell) => CheckedCell {
  const rules = [...new Set([...column.rules, ...kindRulesOf(field)])].flatMap(rule => CELL_RULES[rule] ?? [])
  // Built-in numbers are stored in integer columns of 32 bits: nine digits always fit.
  const mustBeInteger = column.storage === 'contract' && field?.type === 'number'
  const kind = field && KINDS[field.type]
  const isDate = kind?.sortAs === 'time'
  // For other kinds it does not matter how the spreadsheet rounds and formats numbers.
  const isText = !kind?.cell
  const isPlain = !isText || rules.length > 0
  // The rules of these two recognise damaged numbers, and may mend them.
  const mayBeDamaged = isText && !rules.includes(checkImeiCell) && !rules.includes(checkPhoneCell)
  const hasLines = field?.type === 'multiline' || field?.type === 'json'
  const clean = hasLines ? (text: string) => composed(text).trim() : cleanText
  return cell => {
    if (cell.kind === 'formula') return problem('formula')
    if (cell.kind === 'error') return problem('errorCell')
    if (cell.kind === 'date' && !isDate) return problem('dateCell')
    const damage = mayBeDamaged && numberDamage(cell)
    if (damage) return problem(damage, damage === 'shownDifferently' ? { stored: cell.text } : undefined)
    const isPercent = field?.type === 'number' && plainText(cell.text).includes('%')
    const isStoredNumber = cell.kind === 'number' && field?.type === 'number' && !isPercent
    let text = isStoredNumber ? String(Number(cell.raw)) : clean(unescapeFormula(cell.text))
    if (isPlain) text = plainText(text)
    if (text === '') return { text }
    // Control characters and unpaired surrogates are invisible, and PostgreSQL does not store all of them.
    const visible = hasLines ? text.replace(/[\t\n\r]/g, '') : text
    if (!isVisibleAscii(visible) && /[\p{Cc}\p{Cs}]/u.test(visible)) return problem('control')
    for (const rule of rules) {
      const result = rule(text, cell, options)
      if (typeof result !== 'string') return { problem: result }
      text = result
    }
    if (text.length > column.max && countLetters(text) > column.max)
      return problem('tooLong', { max: column.max })
    if (!field) return { text, value: text }
    if (mustBeInteger && !/^\d{1,9}$/.test(text)) return problem('integer')
    // `10%` may mean 10 or 0.1: it is 10 if the label of the field has the sign.
    if (isPercent) {
      const [, digits] = /^(-?[\d.,]+) ?%$/.exec(text) ?? []
      if (digits === undefined || !hasPercentSign(column, field)) return problem('percent')
      text = digits
    }
    // The spreadsheet shows midnight as a day.
    if (cell.kind === 'date' && field.type === 'datetime' && isDay(text)) text += ' 00:00'
    return parseText(text, field, options)
  }
}

const hasPercentSign = ({ header }: CompiledRosterColumn, { label }: CompiledField): boolean =>
  [header, label].some(words => words.ko.includes('%') || words.en.includes('%'))

/** Checks the secret with which a device will sign in: 20 to 64 printable ASCII characters. */
export function checkSecretCell({ kind, text }: RosterCell): CheckedCell {
  if (kind === 'formula') return problem('formula')
  if (kind === 'error') return problem('errorCell')
  const secret = withoutMarks(text).trim()
  if (secret === '') return { text: secret }
  // Refuse a number: a spreadsheet keeps only 15 of its digits.
  if (kind !== 'text') return problem('secretText')
  if (!/^[!-~]*$/.test(secret)) return problem('secretSigns')
  const { length } = secret
  return length < SECRET_LENGTH.min || length > SECRET_LENGTH.max
    ? problem('secretLength', { ...SECRET_LENGTH, length })
    : { text: secret, value: secret }
}

const SECRET_LENGTH = { min: 20, max: 64 }

/** A spreadsheet keeps 15 digits; numbers of this size or more have at least 16. */
const TOO_MANY_DIGITS = 1e15

/** How Excel writes a long number into a csv file: `3.50123E+14`. */
const EXCEL_EXPONENT = /^\d(\.\d+)?E\+\d{2,}$/

/** How a spreadsheet has damaged a text that looks like a number; `undefined` if the text is intact. */
function numberDamage(cell: RosterCell): 'digitsLost' | 'shownDifferently' | 'exponent' | undefined {
  if (cell.kind === 'text') return EXCEL_EXPONENT.test(cell.text.trim()) ? 'exponent' : undefined
  if (cell.kind !== 'number') return undefined
  if (Math.abs(Number(cell.raw)) >= TOO_MANY_DIGITS) return 'digitsLost'
  return cell.isShownDifferently && 'shownDifferently'
}

/** All phone fields get the phone rule, since spreadsheets drop their leading zero. */
const kindRulesOf = (field: CompiledField | undefined): readonly RuleName[] =>
  field?.type === 'phone' ? ['phone'] : []

/** Returns the normalised text, or the problem. */
type CellRule = (text: string, cell: RosterCell, options: CellOptions) => string | CellProblem

/** Rules without an argument; those with one, such as `pattern`, do not apply to cells. */
const PLAIN_RULES = ['email', 'brn', 'url', 'digits', 'integer'] as const

const CELL_RULES: Partial<Record<RuleName, CellRule>> = {
  ...Object.fromEntries(PLAIN_RULES.map(name => [name, plainRule(name)])),
  imei: checkImeiCell,
  phone: checkPhoneCell,
}

function plainRule(name: (typeof PLAIN_RULES)[number]): CellRule {
  return text => (RULE_CHECKS[name](text, { password: { min: 0 } }) === undefined ? text : { code: name })
}

/** A number in scientific notation, such as `3.5E+14`: the spreadsheet may have dropped digits. */
const EXPONENT = /^\d([.,]\d*)?E\+?\d+$/i

function checkImeiCell(
  text: string,
  cell: RosterCell,
  { imeiCheckDigit }: CellOptions,
): string | CellProblem {
  const digits = text.replace(/[\s-]/g, '')
  if (EXPONENT.test(digits) || hasLostDigits(cell)) return { code: 'exponent' }
  const imeiProblem = checkImei(digits)
  if (imeiProblem === 'notDigits') return { code: 'imeiDigits' }
  if (imeiProblem === 'length') {
    const hasLostZero = digits.length === 14 && checkImei(`0${digits}`) === undefined
    return hasLostZero ? { code: 'imeiZero' } : { code: 'imeiLength', params: { length: digits.length } }
  }
  // Zeros at the end replace digits that were lost in scientific notation.
  if (imeiProblem === 'checkDigit' && imeiCheckDigit)
    return /0{5}$/.test(digits) ? { code: 'exponent' } : { code: 'imeiCheckDigit' }
  return digits
}

/** True if the spreadsheet has dropped digits of the number: `3.5E+14` for 350123456789012. */
function hasLostDigits({ kind, raw }: RosterCell): boolean {
  if (kind !== 'number' || !EXPONENT.test(raw)) return false
  return digitsOf(raw.replace(/E.*$/i, '')).length < DIGITS_OF_PHONE
}

/** A mobile number has 11 digits, an IMEI more. */
const DIGITS_OF_PHONE = 11

function checkPhoneCell(text: string, cell: RosterCell): string | CellProblem {
  if (EXPONENT.test(text) || hasLostDigits(cell)) return { code: 'exponent' }
  // `+82 10-…`, `+82 (0)10-…` → `010-…`.
  const national = text.replace(/^\+82[\s-]*\(?0?\)?/, '0')
  if (!/^[\d\s().-]+$/.test(national)) return { code: 'phoneDigits' }
  const digits = digitsOf(national)
  // Korean numbers begin with 0: the spreadsheet dropped it as the leading zero of a number.
  if (!digits.startsWith('0') && /^\d{9,10}$/.test(digits))
    return { code: 'phoneZero', params: { number: `0${digits}` } }
  return isPhone(digits) ? digits : { code: 'phoneLength', params: { length: digits.length } }
}

/** Converts the text to a value of the field's kind; `validateRow` validates the value. */
function parseText(text: string, field: CompiledField, options: CellOptions): CheckedCell {
  const { cell } = KINDS[field.type]
  if (!cell) return { text, value: text }
  const value = cell.read(text, field.choices ?? [], options)
  if (value !== undefined) return { text, value }
  return problem(
    cell.problem,
    field.choices && { choices: field.choices.map(({ label }) => label.ko).join(', ') },
  )
}
