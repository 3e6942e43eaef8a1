/** Digits in the groups of a mask, where `#` stands for a digit: `###-##-#####`. */

/** The digits as the mask groups them; digits beyond the mask are appended, so that the validator sees them. */
export function applyMask(digits: string, mask: string): string {
  let at = 0
  let text = ''
  for (const sign of mask) {
    if (at >= digits.length) break
    text += sign === '#' ? digits[at++] : sign
  }
  return text + digits.slice(at)
}

/** The caret position in `text` after a number of digits. */
export function caretAfter(text: string, digits: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at
    if (/\d/.test(text[at]!)) seen += 1
  }
  return text.length
}
