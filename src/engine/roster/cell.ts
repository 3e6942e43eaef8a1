/**
 * One cell of a roster: cleaned, checked against the rules of its column, and against what spreadsheets do to numbers.
 */
import { isDay } from '../../domain/dates'
import { unescapeFormula } from '../../domain/formulaEscape'
import { checkImei } from '../../domain/imei'
import { digitsOf, isPhone } from '../../domain/phone'
import { countLetters, isVisibleAscii } from '../../domain/typed'
import type { CompiledField, CompiledRoster, CompiledRosterColumn } from '../compiled'
import type { RuleName } from '../registry'
import { RULE_CHECKS } from '../validation/rules'
import type { CellProblem, RosterCell } from './types'

type Checked = { text: string; value?: unknown } | { problem: CellProblem }

const problem = (code: CellProblem['code'], params?: CellProblem['params']): { problem: CellProblem } => ({
  problem: { code, params },
})

/** What people write for true and false, and whether an IMEI is held against its last digit. */
type Words = Pick<CompiledRoster, 'yes' | 'no' | 'imeiCheckDigit'>

/** The text that the cell stands for (empty: nothing), and the value that its field keeps of it. */
export function checkCell(
  cell: RosterCell,
  column: CompiledRosterColumn,
  field: CompiledField | undefined,
  words: Words,
): Checked {
  return cellChecker(column, field, words)(cell)
}

/** `checkCell` for all cells of a column: what is asked of each is known before the first. */
export function cellChecker(
  column: CompiledRosterColumn,
  field: CompiledField | undefined,
  words: Words,
): (cell: RosterCell) => Checked {
  const rules = [...new Set([...column.rules, ...alwaysOf(column, field)])].flatMap(rule => RULES[rule] ?? [])
  // A number of the contract is a column of whole numbers in the database.
  const isWhole = column.storage === 'contract' && field?.type === 'number'
  return cell => {
    if (cell.kind === 'formula') return problem('formula')
    if (cell.kind === 'error') return problem('errorCell')
    let text = clean(cell.text)
    if (text === '') return { text }
    // What no database text can hold, or no reader sees.
    if (!isVisibleAscii(text) && /[\p{Cc}\p{Cs}]/u.test(text)) return problem('control')
    for (const rule of rules) {
      const judged = rule(text, cell, words)
      if (typeof judged !== 'string') return { problem: judged }
      text = judged
    }
    if (text.length > column.max && countLetters(text) > column.max)
      return problem('tooLong', { max: column.max })
    if (!field) return { text, value: text }
    if (isWhole && !/^\d{1,9}$/.test(text)) return problem('integer')
    return typed(text, field, words)
  }
}

/** What devices sign in with, as it was written: 20 to 64 printable characters of ASCII. */
export function checkSecretCell({ kind, text }: RosterCell): Checked {
  if (kind === 'formula') return problem('formula')
  if (kind === 'error') return problem('errorCell')
  const secret = text.trim()
  if (secret === '') return { text: secret }
  // A spreadsheet keeps 15 digits of a long number.
  if (kind !== 'text') return problem('secretText')
  if (!/^[!-~]*$/.test(secret)) return problem('secretSigns')
  const { length } = secret
  return length < SECRET_LENGTH.min || length > SECRET_LENGTH.max
    ? problem('secretLength', { ...SECRET_LENGTH, length })
    : { text: secret, value: secret }
}

const SECRET_LENGTH = { min: 20, max: 64 }

/**
 * Without what copying brings along: spaces of every kind, invisible marks, the apostrophe that keeps a number or a
 * formula text.
 */
function clean(text: string): string {
  if (isVisibleAscii(text) && !text.startsWith("'")) return text
  return unescapeFormula(text)
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What the database insists on, whatever config asks for. */
const ALWAYS: Readonly<Record<string, readonly RuleName[]>> = { id: ['imei'], isdn: ['phone'] }

/** Phone numbers lose their zero in a spreadsheet, whatever field they are. */
const alwaysOf = ({ field: name }: CompiledRosterColumn, field: CompiledField | undefined) =>
  ALWAYS[name] ?? (field?.type === 'phone' ? ALWAYS.isdn! : [])

/** A rule gives the text as it is kept, or what is wrong. */
type CellRule = (text: string, cell: RosterCell, words: Words) => string | CellProblem

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

function checkImeiCell(text: string, cell: RosterCell, { imeiCheckDigit }: Words): string | CellProblem {
  const digits = text.replace(/[\s-]/g, '')
  if (EXPONENT.test(digits) || isCutNumber(cell)) return { code: 'exponent' }
  const wrong = checkImei(digits)
  if (wrong === 'notDigits') return { code: 'imeiDigits' }
  if (wrong === 'length') {
    const lost = digits.length === 14 && checkImei(`0${digits}`) === undefined
    return lost ? { code: 'imeiZero' } : { code: 'imeiLength', params: { length: digits.length } }
  }
  if (wrong === 'checkDigit' && imeiCheckDigit)
    return /0{5}$/.test(digits) ? { code: 'exponent' } : { code: 'imeiCheckDigit' }
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

/** What a text means for a kind of field; whether the field takes it is the validator's to say. */
function typed(text: string, field: CompiledField, { yes, no }: Words): Checked {
  switch (field.type) {
    case 'number': {
      const value = Number(text.replaceAll(',', ''))
      return Number.isFinite(value) ? { text, value } : problem('number')
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
      const value = choiceOf(text, field)
      return value === undefined ? noChoice(field) : { text, value }
    }
    case 'multi-select': {
      // A label may itself have a comma.
      const names = choiceOf(text, field) === undefined ? text.split(/[,;]/).map(one => one.trim()) : [text]
      const values = names.filter(one => one !== '').map(one => choiceOf(one, field))
      return values.includes(undefined) ? noChoice(field) : { text, value: values }
    }
    // No password stands in a sheet that people mail to each other.
    case 'password':
      return problem('forbidden')
    default:
      return { text, value: text }
  }
}

const noChoice = ({ choices = [] }: CompiledField) =>
  problem('choice', { choices: choices.map(({ label }) => label.ko).join(', ') })

/** The choice that a text names, by its value or its label. */
function choiceOf(text: string, { choices = [] }: CompiledField): string | number | undefined {
  const wanted = text.toLowerCase()
  return choices.find(({ value, label, short = label }) =>
    [String(value), label.ko, label.en, short.ko, short.en].some(word => word.toLowerCase() === wanted),
  )?.value
}

function isMoment(text: string): boolean {
  const [day = '', time = ''] = text.split(/[ T]/)
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time)
}
