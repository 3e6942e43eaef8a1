/**
 * Texts that a spreadsheet program would take for a formula, behind the apostrophe that keeps them text (security 30).
 */

/** What such a text begins with, and what an apostrophe before it means. Marks that nobody sees are passed over. */
const GAP = String.raw`['\s\u200b-\u200f\u2060]*`
const FORMULA = new RegExp(`^${GAP}[=+\\-@\\t\\r]`)
const APOSTROPHE = new RegExp(`^[\\s\\u200b-\\u200f\\u2060]*'(?=${GAP}[\\d=+\\-@\\t\\r])`)

/** The text as it is written: `unguarded` gives it back. */
export const guarded = (text: string): string =>
  FORMULA.test(text) || APOSTROPHE.test(text) ? `'${text}` : text

/** Without the apostrophe that keeps a formula or a number text. */
export const unguarded = (text: string): string => text.replace(APOSTROPHE, '')
