/**
 * Decodes CP949, the encoding in which Korean Excel saves csv. The `euc-kr` decoder of Node knows only KS X 1001, which
 * has 2,350 of the 11,172 syllables; browsers know all. This decoder gives the same result everywhere.
 */
import { SheetProblem } from './SheetProblem'

/** Lead and trail bytes of two-byte characters. */
const FIRST_BYTE = 0x41
const LAST_BYTE = 0xfe
const FIRST_LEAD = 0x81
/** KS X 1001 uses only bytes from here on. */
const FIRST_KS_BYTE = 0xa1
/** Columns of the table: possible trail bytes. */
const TRAILS = LAST_BYTE - FIRST_BYTE + 1

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
/** The decoder of Node maps the user-defined area of KS X 1001 to these private characters. */
const isPrivate = (code: number) => code >= 0xe000 && code <= 0xf8ff

/** Added to KS X 1001 in 1998; missing in older decoders. */
const ADDED_SYMBOLS: readonly [bytes: number, character: string][] = [
  [0xa2e6, '€'],
  [0xa2e7, '®'],
]

/** The UTF-16 code of each pair of bytes; 0 for an unassigned pair. */
let table: Uint16Array | undefined

const indexOf = (lead: number, trail: number) => (lead - FIRST_LEAD) * TRAILS + trail - FIRST_BYTE

/** Returns a function that decodes the next piece of a file. It throws `SheetProblem`: `encoding`. */
export function cp949Decoder(): (piece: Uint8Array, isLast: boolean) => string {
  table ??= createTable()
  const codes = table
  /** The lead byte at the end of the last piece; 0 for none. */
  let lead = 0
  return (piece, isLast) => {
    const decoded = new Uint16Array(piece.length)
    let length = 0
    for (const byte of piece) {
      if (lead > 0) {
        const code = byte >= FIRST_BYTE && byte <= LAST_BYTE ? codes[indexOf(lead, byte)]! : 0
        if (code === 0) throw new SheetProblem('encoding')
        decoded[length++] = code
        lead = 0
      } else if (byte < 0x80) decoded[length++] = byte
      else if (byte >= FIRST_LEAD && byte <= LAST_BYTE) lead = byte
      else throw new SheetProblem('encoding')
    }
    if (isLast && lead > 0) throw new SheetProblem('encoding')
    return new TextDecoder('utf-16le').decode(decoded.subarray(0, length))
  }
}

function createTable(): Uint16Array {
  const codes = new Uint16Array((LAST_BYTE - FIRST_LEAD + 1) * TRAILS)
  const decoder = new TextDecoder('euc-kr')
  const inStandard = new Set<number>()
  for (let lead = FIRST_KS_BYTE; lead <= LAST_BYTE; lead++)
    for (let trail = FIRST_KS_BYTE; trail <= LAST_BYTE; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      const code = text.charCodeAt(0)
      if (text.length !== 1 || text === '\ufffd' || isPrivate(code)) continue
      codes[indexOf(lead, trail)] = code
      inStandard.add(code)
    }
  for (const [bytes, character] of ADDED_SYMBOLS)
    codes[indexOf(bytes >> 8, bytes & 0xff)] = character.charCodeAt(0)
  // The other syllables follow in the order of Unicode, in the pairs that KS X 1001 does not use.
  const unusedIndexes = unusedPairs()
  for (let syllable = FIRST_SYLLABLE; syllable <= LAST_SYLLABLE; syllable++)
    if (!inStandard.has(syllable)) codes[unusedIndexes.next().value!] = syllable
  return codes
}

/** The table's indexes of the pairs of bytes beside KS X 1001 that CP949 uses, in ascending order. */
function* unusedPairs(): Generator<number, undefined> {
  for (let lead = FIRST_LEAD; lead <= LAST_BYTE; lead++)
    for (let trail = FIRST_BYTE; trail <= LAST_BYTE; trail++) {
      const isLetter = (trail >= 0x41 && trail <= 0x5a) || (trail >= 0x61 && trail <= 0x7a)
      const isInStandard = lead >= FIRST_KS_BYTE && trail >= FIRST_KS_BYTE
      if (isLetter || (trail >= FIRST_LEAD && !isInStandard)) yield indexOf(lead, trail)
    }
}
