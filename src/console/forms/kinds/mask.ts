/** Digits in the groups of a mask, where `#` stands for a digit: `###-##-#####`. */

/** The digits as the mask writes them; digits beyond it are hung on, for the validator to see. */
export function applyMask(digits: string, mask: string): string {
  let at = 0
  let text = ''
  for (const sign of mask) {
    if (at >= digits.length) break
    text += sign === '#' ? digits[at++] : sign
  }
  return text + digits.slice(at)
}

/** Where the caret belongs so that as many digits stand before it as did. */
export function caretAfter(text: string, digits: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at
    if (/\d/.test(text[at]!)) seen += 1
  }
  return text.length
}
