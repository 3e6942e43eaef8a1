/** Text that a user typed, as a pattern of LIKE. */

/** Matches where the text occurs as it is: `%`, `_` and `\` stand for themselves (security.md 41). */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
