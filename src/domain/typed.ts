/**
 * Normalises typed and pasted text: numbers, addresses and codes. Names are kept as they are.
 */

/** True for printable ASCII without spaces, as in most cells of a sheet: such text needs no normalising. */
export const isVisibleAscii = (text: string): boolean => /^[!-~]*$/.test(text)

/** The number of characters (code points): an emoji counts as one. */
export const countLetters = (text: string): number => (isVisibleAscii(text) ? text.length : [...text].length)

/** An invisible character, or an emoji with the joiner that unites it with the next emoji, as in families. */
const MARK =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d(?=\p{Extended_Pictographic}))|\p{Cf}/gu

/** Removes invisible characters: zero-width, byte order and direction marks, but not the joiners within emoji. */
export const withoutMarks = (text: string): string => text.replace(MARK, '$1')

/** Removes invisible characters and composes Hangul that macOS has decomposed (NFD): it looks the same. */
export const composed = (text: string): string =>
  isVisibleAscii(text) ? text : withoutMarks(text).normalize('NFC')

/** A name as it is stored, from a form, a call or a sheet: without invisible characters and repeated spaces. */
export const cleanText = (text: string): string =>
  isVisibleAscii(text) ? text : composed(text).replace(/\s+/g, ' ').trim()

/** False for text with a NUL or an unpaired surrogate, which PostgreSQL cannot store. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/**
 * Replaces full-width characters and unusual spaces, and removes invisible characters (zero-width, byte order and
 * direction marks), which copied text often contains. `０１０－１２３４` becomes `010-1234`.
 */
export function plainText(text: string): string {
  if (isVisibleAscii(text)) return text
  return withoutMarks(text.normalize('NFKC')).replace(/\s/g, ' ').trim()
}

/**
 * Parses a typed number: `1,200` and `１２００` are 1200. Text that may still grow (`-`, `1.`, `1.0`) stays text, as does a
 * number that is too large to be exact.
 */
export function parseNumber(text: string): string | number {
  const plain = plainText(text)
    .replace(/[,\s]/g, '')
    .replace(/^[\u2010-\u2015\u2212]/, '-')
  const isNumber = /^-?\d+(\.\d*[1-9])?$/.test(plain) && Number.isSafeInteger(Math.trunc(Number(plain)))
  // Adding 0 turns -0 into 0.
  return isNumber ? Number(plain) + 0 : plain
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** A host name with a dot, such as `www.example.com`, and the rest of the URL. */
const HOST = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d+)?([/?#]|$)/u

/**
 * The web address to store: `https` is added if the scheme is missing. Only scheme and host are normalised.
 */
export function webAddress(text: string): string {
  const visible = withoutMarks(text).trim()
  // Splits the scheme and host from the path, query and fragment.
  const [, schemeAndHost = '', rest = ''] = /^((?:[^/?#]*:\/\/)?[^/?#]*)(.*)$/su.exec(visible) ?? []
  const address = plainText(schemeAndHost) + rest
  return !SCHEME.test(address) && HOST.test(address) ? `https://${address}` : address
}

/**
 * Removes the characters of pasted text that a search does not accept (§2: only digits and dots).
 *
 * @param accept the body of a regular-expression class, such as `0-9.`; `010-1234` becomes `0101234`
 */
export function keepAccepted(text: string, accept: string | undefined): string {
  return accept ? plainText(text).replace(new RegExp(`[^${accept}]`, 'gu'), '') : text
}

/** The form in which headers of sheets are compared: without case, width, marks, white space and punctuation. */
export function plainHeader(text: string): string {
  return withoutMarks(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s_()*·./-]/g, '')
}
