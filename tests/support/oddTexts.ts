/** Texts that no keyboard types. */

/** Texts that the database cannot store. */
export const UNSTORABLE = { 'a lone surrogate': '가\ud800', 'a NUL': '가\u0000' }
export const STORABLE = {
  'a right-to-left override': '\u202egpj.exe',
  'an isolate without its end': '가\u2066나',
  'letters taken apart': '한빛'.normalize('NFD'),
  'a joined emoji': '👩‍👩‍👧',
  'tag characters': '🏴\u{e0067}\u{e0062}\u{e007f}',
}
export const ODD_TEXTS = Object.entries({ ...UNSTORABLE, ...STORABLE })
