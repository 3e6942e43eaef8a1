/** Reads the first visible sheet of an xlsx, or a csv, from an untrusted sender. */
import { type Breathe, breather } from './breathe'
import { readCsv } from './csv'
import { archiveProblem, fileKind } from './kind'
import { SHEET_LIMITS, type SheetLimits } from './limits'
import { PackedStrings } from './packedStrings'
import { expectAtMost, SheetProblem } from './SheetProblem'
import { readSharedStrings } from './sharedStrings'
import { readStyles } from './styles'
import type { SheetRow } from './types'
import { openWorkbook } from './workbook'
import { worksheetHandler } from './worksheet'
import { parseXml } from './xml'
import { openZip } from './zip'

export interface ReadOptions {
  limits?: Partial<SheetLimits>
  breathe?: Breathe
}

/**
 * The rows that hold something, from top to bottom. Throws `SheetProblem`, at the latest when
 * the last row has been asked for: what came before is then not to be used.
 */
export async function* readSheet(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<SheetRow, void, undefined> {
  const limits = { ...SHEET_LIMITS, ...options.limits }
  const turn = breather(options.breathe)
  const bytes = await collect(source, limits)
  const kind = fileKind(bytes)
  if (kind !== 'zip' && kind !== 'text') throw new SheetProblem(kind)
  for (const row of kind === 'zip' ? readXlsx(bytes, limits) : readCsv(bytes, limits)) {
    if (row) yield row
    else await turn()
  }
}

/**
 * The file as one piece of memory: a zip has its table of contents at the end. Throws `bytesIn` as soon as the limit is
 * passed; what follows is then never asked for.
 */
async function collect(
  source: AsyncIterable<Uint8Array>,
  limits: Pick<SheetLimits, 'bytesIn'>,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source) {
    size += piece.length
    expectAtMost(limits.bytesIn, size, 'bytesIn')
    pieces.push(piece)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Rows, and `undefined` where there is a chance to pause. */
function* readXlsx(bytes: Uint8Array, limits: SheetLimits): Generator<SheetRow | undefined, void, undefined> {
  const zip = openZip(bytes, limits)
  const problem = archiveProblem(zip)
  if (problem) throw new SheetProblem(problem)
  const workbook = openWorkbook(zip)
  const sharedStrings = new PackedStrings()
  // The strings come first: a cell is only a number into them, and the archive may have them behind the sheet.
  if (workbook.sharedStrings) yield* readSharedStrings(zip, workbook.sharedStrings, limits, sharedStrings)
  const rows: SheetRow[] = []
  const handler = worksheetHandler(
    { sharedStrings, styles: readStyles(zip, workbook.styles), from1904: workbook.from1904, limits },
    row => rows.push(row),
  )
  for (const _ of parseXml(zip.read(workbook.sheet), handler)) {
    yield* rows.splice(0)
    yield
  }
  yield* rows
}
