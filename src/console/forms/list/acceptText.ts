/** What a search field takes: of pasted text only the characters that config accepts (§2: digits and dots). */

/** Longer text is cut: no phone number, IMEI or serial has more, and the server refuses it. */
export const SEARCH_LENGTH = 32

/** `accept` is the body of a regular-expression class, such as `0-9.`; without one everything is taken. */
export function acceptText(text: string, accept: string | undefined): string {
  const kept = accept ? text.replace(new RegExp(`[^${accept}]`, 'gu'), '') : text
  return kept.slice(0, SEARCH_LENGTH)
}
