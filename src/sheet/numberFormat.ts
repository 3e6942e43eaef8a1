/**
 * Shows numbers as a spreadsheet does, for formats of digits and fixed text such as `000-0000-0000`, `00-12-34`, `0.00`
 * and `0%`. Identifiers are often typed as numbers, and users see only the formatted text.
 */

import type { SheetCell } from './types'

/** One section of a format; a format has up to four, chosen by conditions or by the sign. */
interface Section {
  condition: ((value: number) => boolean) | undefined
  /** `undefined` for a section that this module cannot show, such as a fraction. */
  parts: Part[] | undefined
  isPercent: boolean
}

type Part =
  | { kind: 'literal'; text: string }
  /** `shownAlways`: a place without a digit is shown as 0. */
  | { kind: 'digit'; shownAlways: boolean }
  | { kind: 'point' }

/** Returns the text for a number in plain digits (`1234`, `-0.5`). */
export type ShowNumber = (plain: string) => Pick<SheetCell, 'text' | 'isShownDifferently'>

/** Returns a function that shows numbers in this format, which is neither a date nor a time nor `General`. */
export function numberFormat(code: string): ShowNumber {
  const sections = splitSections(code).map(parseSection)
  return plain => {
    if (!/^-?\d+(\.\d+)?$/.test(plain)) return { text: plain, isShownDifferently: true }
    const section = sectionFor(Number(plain), sections)
    const { isPercent = false } = section ?? sections[0] ?? {}
    const digits = isPercent ? timesHundred(plain) : plain
    const text = section?.parts && showParts(digits.replace(/^-/, ''), section.parts)
    if (text !== undefined) return { text }
    return { text: isPercent ? `${digits}%` : plain, isShownDifferently: true }
  }
}

function sectionFor(value: number, sections: readonly Section[]): Section | undefined {
  if (sections.some(({ condition }) => condition))
    return sections.find(({ condition }) => condition?.(value) ?? true)
  // A negative number is shown with a sign or in its own section: rare in identifiers.
  if (value < 0) return undefined
  return value === 0 && sections.length > 2 ? sections[2] : sections[0]
}

/** Splits at semicolons that are neither quoted nor escaped. */
const splitSections = (code: string): string[] =>
  (code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*;?/g) ?? [])
    .filter((section, index) => section !== '' || index === 0)
    .map(section => section.replace(/;$/, ''))

const TOKEN =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|[_*].|\[(?<bracket>[^\]]*)\]|(?<digit>[0#?])|(?<point>\.)|(?<percent>%)|(?<fixed>[-() +$:/]|[^\x20-\x7e])|(?<other>.)/gu

function parseSection(text: string): Section {
  const parts: Part[] = []
  let condition: Section['condition']
  let isShowable = true
  let isPercent = false
  let hasZero = false
  let isAfterPoint = false
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { bracket, digit, point, percent, other } = groups
    const literal = groups.quoted ?? groups.escaped ?? groups.fixed ?? percent
    if (percent) isPercent = true
    if (literal !== undefined) parts.push({ kind: 'literal', text: literal })
    else if (digit !== undefined) {
      // Before the point, a 0 also makes all places to its right appear; after the point, it affects only one place.
      hasZero = isAfterPoint ? digit === '0' : hasZero || digit === '0'
      parts.push({ kind: 'digit', shownAlways: hasZero })
    } else if (point !== undefined) {
      if (isAfterPoint) isShowable = false
      isAfterPoint = true
      parts.push({ kind: 'point' })
    } else if (bracket !== undefined) condition ??= conditionOf(bracket)
    // Not supported: grouping, exponents and `@`.
    else if (other !== undefined) isShowable = false
  }
  // A slash between digits is a fraction.
  if (/[0#?]\s*\/\s*[0#?\d]/.test(text)) isShowable = false
  return { condition, parts: isShowable ? parts : undefined, isPercent }
}

/** The condition in `[<=9999999]`; `undefined` for a colour or language. */
function conditionOf(bracket: string): Section['condition'] {
  const [, operator, number] = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$/.exec(bracket) ?? []
  const limit = Number(number)
  switch (operator) {
    case '<':
      return value => value < limit
    case '<=':
      return value => value <= limit
    case '>':
      return value => value > limit
    case '>=':
      return value => value >= limit
    case '=':
      return value => value === limit
    case '<>':
      return value => value !== limit
    default:
      return undefined
  }
}

/** Moves the point by two digits: `0.125` becomes `12.5`. */
function timesHundred(plain: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d*)\.?(\d*)/.exec(plain) ?? []
  const digits = `${whole}${decimals.slice(0, 2).padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
  return `${sign}${digits}${decimals.length > 2 ? '.' : ''}${decimals.slice(2)}`
}

/** @param plain digits with or without a point */
function showParts(plain: string, parts: readonly Part[]): string | undefined {
  const [whole = '', decimals = ''] = plain.split('.')
  const point = parts.findIndex(({ kind }) => kind === 'point')
  const wholeParts = point < 0 ? parts : parts.slice(0, point)
  const decimalParts = point < 0 ? [] : parts.slice(point + 1)
  // The spreadsheet would round a number with more decimals.
  if (decimals.length > decimalParts.filter(isDigit).length) return undefined
  const shownWhole = showWhole(whole === '0' ? '' : whole, wholeParts)
  if (shownWhole === undefined || point < 0) return shownWhole
  return `${shownWhole}.${showDecimals(decimals, decimalParts)}`
}

const isDigit = ({ kind }: Part) => kind === 'digit'

/** Fills the places from the right; the first place takes all digits that are left. */
function showWhole(digits: string, parts: readonly Part[]): string | undefined {
  let places = parts.filter(isDigit).length
  if (places === 0 && digits !== '') return undefined
  let remaining = digits
  let text = ''
  for (const part of parts.toReversed()) {
    if (part.kind === 'literal') text = part.text + text
    else if (part.kind === 'digit') {
      places--
      const digit = places === 0 ? remaining : remaining.slice(-1)
      remaining = places === 0 ? '' : remaining.slice(0, -1)
      text = (digit || (part.shownAlways ? '0' : '')) + text
    }
  }
  return text
}

function showDecimals(digits: string, parts: readonly Part[]): string {
  let usedDigits = 0
  return parts
    .map(part => {
      if (part.kind !== 'digit') return part.kind === 'literal' ? part.text : ''
      const digit = digits[usedDigits]
      usedDigits++
      return digit ?? (part.shownAlways ? '0' : '')
    })
    .join('')
}
