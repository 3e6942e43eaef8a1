/** Comma-separated text as Korean offices meet it: any separator, any of the usual encodings. */
import type { SheetLimits } from './limits'
import { expectAtMost, SheetProblem } from './SheetProblem'
import type { SheetCell, SheetRow } from './types'

/** Bytes decoded at once. */
const STEP = 64 * 1024

/**
 * The rows that hold something. Stops after each step of bytes (`undefined`), so that the caller can give others a
 * turn. Throws `SheetProblem`: `encoding`, `quote`, `rows`, `columns`, `cells`, `textLength`.
 */
export function* readCsv(
  bytes: Uint8Array,
  limits: SheetLimits,
): Generator<SheetRow | undefined, void, undefined> {
  const rows: SheetRow[] = []
  let records: Records | undefined
  for (const words of decodeText(bytes)) {
    records ??= new Records(separatorOf(words), limits, row => rows.push(row))
    records.write(words)
    yield* rows.splice(0)
    yield
  }
  records?.end()
  yield* rows
}

/**
 * The text of a file in pieces, without its byte order mark. UTF-8 unless it cannot be; then CP949, Excel's own in
 * Korea.
 */
function* decodeText(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true })
  for (let at = 0; at < bytes.length; at += STEP) {
    const last = at + STEP >= bytes.length
    try {
      yield decoder.decode(bytes.subarray(at, at + STEP), { stream: !last })
    } catch (error) {
      if (error instanceof SheetProblem) throw error
      throw new SheetProblem('encoding')
    }
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'euc-kr'
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += STEP)
      decoder.decode(bytes.subarray(at, at + STEP), { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** What separates the fields: the most frequent of the first line, outside quotes; or what Excel's `sep=;` says. */
function separatorOf(words: string): string {
  const declared = /^sep=(.)\r?\n/i.exec(words)
  if (declared) return declared[1]!
  const counts = new Map([',', '\t', ';', '|'].map(sign => [sign, 0]))
  let quoted = false
  for (const sign of words) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) break
    else if (!quoted && counts.has(sign)) counts.set(sign, counts.get(sign)! + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** Splits text into records; a field in quotes may hold separators, line ends and doubled quotes. */
class Records {
  private state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' = 'start'
  private field = ''
  private cells: SheetCell[] = []
  private column = 1
  private number = 1
  private filled = 0
  private cellCount = 0
  private afterReturn = false
  private first = true

  private readonly signs: RegExp

  constructor(
    private readonly separator: string,
    private readonly limits: SheetLimits,
    private readonly emit: (row: SheetRow) => void,
  ) {
    this.signs = new RegExp(`["\\r\\n${separator.replace(/[\]\\^-]/, '\\$&')}]`, 'g')
  }

  write(piece: string): void {
    const words = this.first ? piece.replace(/^sep=.\r?\n/i, '') : piece
    this.first = false
    let from = 0
    for (const { 0: sign, index } of words.matchAll(this.signs)) {
      this.content(words.slice(from, index))
      this.sign(sign)
      from = index + 1
    }
    this.content(words.slice(from))
  }

  end(): void {
    if (this.state === 'quoted') throw new SheetProblem('quote', { row: this.number, column: this.column })
    if (this.column > 1 || this.field !== '') this.endRecord()
  }

  private content(words: string): void {
    if (words === '') return
    this.afterReturn = false
    // Text after a closing quote belongs to the field, as in Excel.
    if (this.state !== 'quoted') this.state = 'plain'
    this.add(words)
  }

  private sign(sign: string): void {
    const lineFeedOfPair = this.afterReturn && sign === '\n'
    this.afterReturn = false
    if (this.state === 'quoted') {
      if (sign === '"') this.state = 'quoteInQuoted'
      else this.add(sign)
    } else if (this.state === 'quoteInQuoted' && sign === '"') {
      this.add('"')
      this.state = 'quoted'
    } else if (sign === this.separator) this.endField()
    else if (sign === '\n' || sign === '\r') {
      this.afterReturn = sign === '\r'
      if (!lineFeedOfPair) this.endRecord()
    } else if (this.state === 'start') this.state = 'quoted'
    else this.content(sign)
  }

  private add(words: string): void {
    this.field += words
    expectAtMost(this.limits.textLength, this.field.length, 'textLength', this.number, this.column)
  }

  private endField(): void {
    // ="01012345678" is how people keep Excel from taking the zero away.
    const text = /^="([^"]*)"$/.exec(this.field)?.[1] ?? this.field
    expectAtMost(this.limits.cells, ++this.cellCount, 'cells', this.number)
    if (text.trim() !== '') {
      expectAtMost(this.limits.columns, this.column, 'columns', this.number, this.column)
      this.cells.push({ column: this.column, text, kind: 'text', raw: this.field })
    }
    this.field = ''
    this.state = 'start'
    this.column++
  }

  private endRecord(): void {
    this.endField()
    if (this.cells.length > 0) {
      expectAtMost(this.limits.rows, ++this.filled, 'rows', this.number)
      this.emit({ number: this.number, cells: this.cells })
      this.cells = []
    }
    this.number++
    this.column = 1
  }
}
