/** The rows of a worksheet, as they are read. */
import type { SheetLimits } from './limits'
import type { PackedStrings } from './packedStrings'
import { expectAtMost, SheetProblem } from './SheetProblem'
import { dateOfSerial, timeOfSerial } from './serialDate'
import { ESCAPED, StringText, unescapeText } from './sharedStrings'
import type { NumberStyle } from './styles'
import type { CellKind, SheetCell, SheetRow } from './types'
import type { XmlHandler } from './xml'

/** A worksheet has no row beyond (ECMA-376), and a number beyond fits no database. */
const LAST_ROW = 1_048_576

interface SheetContext {
  sharedStrings: Pick<PackedStrings, 'at'>
  styles: readonly NumberStyle[]
  from1904: boolean
  limits: SheetLimits
}

/** A handler for the sheet's XML; rows that hold something are handed on as each ends. */
export function worksheetHandler(context: SheetContext, emit: (row: SheetRow) => void): XmlHandler {
  const { limits } = context
  const inline = new StringText(limits)
  let row: SheetRow | undefined
  let rowNumber = 0
  let filled = 0
  let cells = 0
  let column = 0
  let cell: RawCell | undefined
  let within: 'v' | 'is' | undefined
  let isWorksheet = false

  const endCell = () => {
    const here = cell!
    cell = undefined
    const read = readCell(here, context, rowNumber, column)
    if (read === undefined || row === undefined) return
    expectAtMost(limits.columns, column, 'columns', rowNumber, column)
    row.cells.push({ column, ...read })
  }

  const endRow = () => {
    const done = row!
    row = undefined
    if (done.cells.length === 0) return
    expectAtMost(limits.rows, ++filled, 'rows', done.number)
    emit(done)
  }

  return {
    open(name, attribute) {
      if (cell) {
        if (name === 'f') cell.formula = true
        else if (name === 'v') within = 'v'
        else if (name === 'is') {
          within = 'is'
          inline.start()
        } else if (within === 'is') inline.open(name)
      } else if (name === 'c' && row) {
        expectAtMost(limits.cells, ++cells, 'cells', rowNumber)
        const next = columnOf(attribute('r')) ?? column + 1
        // Cells come in order; one that steps back would silently replace another.
        if (next <= column) throw new SheetProblem('corrupt', { row: rowNumber })
        column = next
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), raw: '', formula: false }
      } else if (name === 'row') {
        const next = Number(attribute('r') ?? rowNumber + 1)
        if (!Number.isInteger(next) || next <= rowNumber || next > LAST_ROW) throw new SheetProblem('corrupt')
        rowNumber = next
        row = { number: next, cells: [] }
        column = 0
      } else if (name === 'worksheet') isWorksheet = true
      else if (!isWorksheet) throw new SheetProblem('corrupt')
    },
    text(words) {
      if (!cell || !within) return
      if (within === 'is') return inline.add(words)
      cell.raw += words
      expectAtMost(limits.textLength, cell.raw.length / ESCAPED, 'textLength', rowNumber, column)
    },
    close(name) {
      if (cell) {
        if (name === 'c') endCell()
        else if (name === 'v') within = undefined
        else if (name === 'is') {
          within = undefined
          cell.text = inline.end()
        } else if (within === 'is') inline.close(name)
      } else if (name === 'row' && row) endRow()
    },
  }
}

/** `AB12` → 28; `undefined` where there is no such attribute or it is none. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column > 0 && column <= 16_384 ? column : undefined
}

type RawCell = { type: string; style: number; raw: string; formula: boolean; text?: string }

function readCell(
  cell: RawCell,
  context: SheetContext,
  row: number,
  column: number,
): Omit<SheetCell, 'column'> | undefined {
  const read = contentOf(cell, context)
  if (read === 'corrupt') throw new SheetProblem('corrupt', { row, column })
  expectAtMost(context.limits.textLength, read.text.length, 'textLength', row, column)
  if (cell.formula) return { ...read, kind: 'formula' }
  return read.text.trim() === '' ? undefined : read
}

function contentOf(
  cell: RawCell,
  { sharedStrings, styles, from1904 }: SheetContext,
): { text: string; kind: CellKind; raw: string } | 'corrupt' {
  const { raw } = cell
  const value = raw.trim()
  switch (cell.type) {
    case 's': {
      const text = value === '' ? '' : sharedStrings.at(Number(raw))
      return text === undefined ? 'corrupt' : textCell(text)
    }
    case 'inlineStr':
      return textCell(cell.text ?? '')
    case 'str':
      return textCell(unescapeText(raw))
    case 'b':
      return { text: value && (/^(1|true)$/.test(value) ? 'TRUE' : 'FALSE'), kind: 'boolean', raw }
    case 'e':
      return { text: value, kind: 'error', raw }
    case 'd':
      return { text: value, kind: 'date', raw }
    default:
      return numberOf(value, styles[cell.style], from1904)
  }
}

const textCell = (text: string) => ({ text, kind: 'text' as const, raw: text })

function numberOf(raw: string, style: NumberStyle | undefined, from1904: boolean) {
  if (raw === '') return { text: '', kind: 'number' as const, raw }
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?$/i.test(raw) ? Number(raw) : Number.NaN
  if (!Number.isFinite(number)) return 'corrupt'
  if (style?.kind === 'date' || style?.kind === 'time') {
    const shown = style.kind === 'time' ? timeOfSerial(number) : dateOfSerial(number, from1904)
    if (shown !== undefined) return { text: shown, kind: 'date' as const, raw }
  }
  const text = plainNumber(raw, number)
  const padded = style?.kind === 'digits' && /^\d+$/.test(text) ? text.padStart(style.digits, '0') : text
  return { text: padded, kind: 'number' as const, raw }
}

/** All digits of a whole number; of another the 15 that a spreadsheet keeps. */
function plainNumber(raw: string, number: number): string {
  if (Number.isSafeInteger(number)) return String(number === 0 ? 0 : number)
  if (/^\d+$/.test(raw)) return raw
  return String(Number(number.toPrecision(15)))
}
