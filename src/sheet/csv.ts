/** Reads csv with any usual separator, in UTF-8, UTF-16 or CP949 (Excel's encoding in Korea). */
import { cp949Decoder } from './cp949'
import { withoutEndMark } from './kind'
import type { SheetLimits } from './limits'
import { expectAtMost, SheetProblem } from './SheetProblem'
import type { SheetCell, SheetRow } from './types'

/** Bytes to decode at a time. */
const CHUNK_BYTES = 64 * 1024

/**
 * The rows that are not empty. Yields `undefined` after each chunk, so that the caller can pause. Throws
 * `SheetProblem`: `encoding`, `quote`, `rows`, `columns`, `cells`, `textLength`.
 */
export function* readCsv(
  bytes: Uint8Array,
  limits: SheetLimits,
): Generator<SheetRow | undefined, void, undefined> {
  const rows: SheetRow[] = []
  let parser: RecordParser | undefined
  for (const text of decodeText(bytes)) {
    parser ??= new RecordParser(separatorOf(text), limits, row => rows.push(row))
    parser.write(text)
    yield* rows.splice(0)
    yield
  }
  parser?.end()
  yield* rows
}

/**
 * The text of a file in pieces, without its byte order mark. CP949 if it is not valid UTF-8.
 */
function* decodeText(file: Uint8Array): Generator<string> {
  const bytes = withoutEndMark(file)
  const decode = decoderFor(bytes)
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    yield decode(bytes.subarray(offset, offset + CHUNK_BYTES), offset + CHUNK_BYTES >= bytes.length)
}

/** Returns a function that decodes the next piece. It throws `SheetProblem`: `encoding`. */
function decoderFor(bytes: Uint8Array): (piece: Uint8Array, isLast: boolean) => string {
  const encoding = unicodeEncodingOf(bytes)
  if (!encoding) return cp949Decoder()
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece, isLast) => {
    try {
      return decoder.decode(piece, { stream: !isLast })
    } catch {
      throw new SheetProblem('encoding')
    }
  }
}

function unicodeEncodingOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** The field separator: from Excel's line `sep=;`, else the most frequent one in the first line, outside quotes. */
function separatorOf(text: string): string {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  if (declared) return declared[1]!
  const counts = new Map([',', '\t', ';', '|'].map(char => [char, 0]))
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === '\n' || char === '\r')) break
    else if (!isQuoted && counts.has(char)) counts.set(char, counts.get(char)! + 1)
  }
  return [...counts].reduce((best, candidate) => (candidate[1] > best[1] ? candidate : best))[0]
}

/**
 * Splits text into records. A quoted field may contain separators, line ends and doubled quotes. In the state
 * `quoteInQuoted`, the last character was a quote that ends the quoted field, unless a second quote follows.
 */
class RecordParser {
  private state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' = 'start'
  private field = ''
  private cells: SheetCell[] = []
  private column = 1
  private rowNumber = 1
  private rowCount = 0
  private cellCount = 0
  private isAfterCarriageReturn = false
  private isFirstPiece = true

  private readonly specialChars: RegExp

  constructor(
    private readonly separator: string,
    private readonly limits: SheetLimits,
    private readonly emit: (row: SheetRow) => void,
  ) {
    // Quotes, line ends and the separator, which is escaped if it has a meaning between brackets.
    this.specialChars = new RegExp(`["\\r\\n${separator.replace(/[\]\\^-]/, '\\$&')}]`, 'g')
  }

  write(piece: string): void {
    const text = this.isFirstPiece ? piece.replace(/^sep=.\r?\n/i, '') : piece
    this.isFirstPiece = false
    let from = 0
    for (const { 0: char, index } of text.matchAll(this.specialChars)) {
      this.addContent(text.slice(from, index))
      this.handleSpecialChar(char)
      from = index + 1
    }
    this.addContent(text.slice(from))
  }

  end(): void {
    if (this.state === 'quoted') throw new SheetProblem('quote', { row: this.rowNumber, column: this.column })
    if (this.column > 1 || this.field !== '') this.endRecord()
  }

  private addContent(text: string): void {
    if (text === '') return
    this.isAfterCarriageReturn = false
    // Text after a closing quote belongs to the field, as in Excel.
    if (this.state !== 'quoted') this.state = 'plain'
    this.append(text)
  }

  private handleSpecialChar(char: string): void {
    const isEndOfCrLf = this.isAfterCarriageReturn && char === '\n'
    this.isAfterCarriageReturn = false
    if (this.state === 'quoted') {
      if (char === '"') this.state = 'quoteInQuoted'
      else this.append(char)
    } else if (this.state === 'quoteInQuoted' && char === '"') {
      this.append('"')
      this.state = 'quoted'
    } else if (char === this.separator) this.endField()
    else if (char === '\n' || char === '\r') {
      this.isAfterCarriageReturn = char === '\r'
      if (!isEndOfCrLf) this.endRecord()
    } else if (this.state === 'start') this.state = 'quoted'
    else this.addContent(char)
  }

  private append(text: string): void {
    this.field += text
    expectAtMost(this.limits.textLength, this.field.length, 'textLength', this.rowNumber, this.column)
  }

  private endField(): void {
    // Users write ="01012345678" so that Excel keeps the leading zero.
    const text = /^="([^"]*)"$/.exec(this.field)?.[1] ?? this.field
    expectAtMost(this.limits.cells, ++this.cellCount, 'cells', this.rowNumber)
    if (text.trim() !== '') {
      expectAtMost(this.limits.columns, this.column, 'columns', this.rowNumber, this.column)
      this.cells.push({ column: this.column, text, kind: 'text', raw: this.field })
    }
    this.field = ''
    this.state = 'start'
    this.column++
  }

  private endRecord(): void {
    this.endField()
    if (this.cells.length > 0) {
      expectAtMost(this.limits.rows, ++this.rowCount, 'rows', this.rowNumber)
      this.emit({ number: this.rowNumber, cells: this.cells })
      this.cells = []
    }
    this.rowNumber++
    this.column = 1
  }
}
