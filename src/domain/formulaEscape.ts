/**
 * Protection against formula injection: an apostrophe before texts that a spreadsheet program would run as a formula
 * (security 30).
 */

/** Characters that may precede the formula: apostrophes, white space and invisible characters. */
const GAP = String.raw`['\s\u200b-\u200f\u2060]*`
const FORMULA = new RegExp(`^${GAP}[=+\\-@\\t\\r]`)
/** An apostrophe before a formula or a number, as `escapeFormula` or a user writes it. */
const APOSTROPHE = new RegExp(`^[\\s\\u200b-\\u200f\\u2060]*'(?=${GAP}[\\d=+\\-@\\t\\r])`)

/** Also escapes texts that `unescapeFormula` would change, so that `unescapeFormula` restores every text. */
export const escapeFormula = (text: string): string =>
  FORMULA.test(text) || APOSTROPHE.test(text) ? `'${text}` : text

/** Removes the apostrophe before a formula or a number. */
export const unescapeFormula = (text: string): string => text.replace(APOSTROPHE, '')
