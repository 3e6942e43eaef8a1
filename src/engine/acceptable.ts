/** What a search of config takes: of pasted text only the characters that `accept` names (§2: digits and dots). */
import { plainText } from '../domain/typed'

/** `accept` is the body of a regular-expression class, such as `0-9.`; without one everything is taken: `010-1234` → `0101234`. */
export function acceptable(text: string, accept: string | undefined): string {
  return accept ? plainText(text).replace(new RegExp(`[^${accept}]`, 'gu'), '') : text
}
