/**
 * Text as people type and paste it, where only its meaning counts: numbers, addresses, codes; not names, which stay as
 * they are.
 */

/** Signs of ASCII without a space: most cells of a sheet, which need no cleaning and no counting of letters. */
export const isPlain = (text: string): boolean => /^[!-~]*$/.test(text)

/** How many letters people count: an emoji is one. */
export const lettersIn = (text: string): number => (isPlain(text) ? text.length : [...text].length)

/**
 * Full-width signs and foreign spaces as plain ones, without what cannot be seen: zero-width characters, byte order and
 * direction marks, which spreadsheets and messengers leave in what is copied. `０１０－１２３４` becomes `010-1234`.
 */
export function plainText(text: string): string {
  if (isPlain(text)) return text
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .trim()
}

/** A number as it is typed: `1,200` and `１２００` are 1200. What is no number yet, such as `-` and `1.`, stays text. */
export function numberIn(text: string): string | number {
  const plain = plainText(text)
    .replace(/[,\s]/g, '')
    .replace(/^[\u2010-\u2015\u2212]/, '-')
  return /^-?\d+(\.\d*[1-9])?$/.test(plain) && Number.isSafeInteger(Math.trunc(Number(plain)))
    ? // No -0.
      Number(plain) + 0
    : plain
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** A name with a dot, as `www.example.com`, with whatever follows it. */
const HOST = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d+)?([/?#]|$)/u

/**
 * A web address as it is kept: one without a scheme is taken for `https`. Only its host is brought into plain signs.
 */
export function webAddress(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '').trim()
  const [, head = '', rest = ''] = /^((?:[^/?#]*:\/\/)?[^/?#]*)(.*)$/su.exec(visible) ?? []
  const address = plainText(head) + rest
  return !SCHEME.test(address) && HOST.test(address) ? `https://${address}` : address
}

/**
 * Keeps the characters of pasted text that a search takes (§2: digits and dots); without `accept` the text as it is.
 *
 * @param accept the body of a regular-expression class, such as `0-9.`, which makes `0101234` of `010-1234`
 */
export function keepAccepted(text: string, accept: string | undefined): string {
  return accept ? plainText(text).replace(new RegExp(`[^${accept}]`, 'gu'), '') : text
}
