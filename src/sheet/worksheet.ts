/** Reads the rows of a worksheet. */
import type { SheetLimits } from './limits'
import type { MergedCells } from './mergedCells'
import type { PackedStrings } from './packedStrings'
import { columnOf, LAST_ROW } from './references'
import { expectAtMost, SheetProblem } from './SheetProblem'
import { dateOfSerial, timeOfSerial } from './serialDate'
import { MAX_ESCAPE_LENGTH, StringText, unescapeText } from './sharedStrings'
import type { NumberStyle } from './styles'
import type { SheetCell, SheetRow } from './types'
import { isTrue, type XmlHandler } from './xml'

interface SheetContext {
  sharedStrings: Pick<PackedStrings, 'at'>
  styles: readonly NumberStyle[]
  from1904: boolean
  mergedCells: Pick<MergedCells, 'fill'>
  limits: SheetLimits
}

/** Handles the XML of a sheet and emits each row that is not empty when it ends. */
export function worksheetHandler(context: SheetContext, emit: (row: SheetRow) => void): XmlHandler {
  const { limits, mergedCells } = context
  const inline = new StringText(limits)
  let row: SheetRow | undefined
  let rowNumber = 0
  let rowCount = 0
  let cellCount = 0
  let column = 0
  let cell: RawCell | undefined
  let textElement: 'v' | 'is' | undefined
  let isWorksheet = false

  const endCell = () => {
    const endedCell = cell!
    cell = undefined
    const content = readCell(endedCell, context, rowNumber, column)
    if (content === undefined || row === undefined) return
    expectAtMost(limits.columns, column, 'columns', rowNumber, column)
    row.cells.push({ column, ...content })
  }

  const endRow = () => {
    const endedRow = row!
    row = undefined
    if (endedRow.cells.length === 0) return
    expectAtMost(limits.rows, ++rowCount, 'rows', endedRow.number)
    mergedCells.fill(endedRow)
    emit(endedRow)
  }

  return {
    open(name, attribute) {
      if (cell) {
        if (name === 'f') cell.hasFormula = true
        else if (name === 'v') textElement = 'v'
        else if (name === 'is') {
          textElement = 'is'
          inline.start()
        } else if (textElement === 'is') inline.open(name)
      } else if (name === 'c' && row) {
        expectAtMost(limits.cells, ++cellCount, 'cells', rowNumber)
        const nextColumn = columnOf(attribute('r')) ?? column + 1
        // Cells must be in order: a repeated column would silently replace a cell.
        if (nextColumn <= column) throw new SheetProblem('corrupt', { row: rowNumber })
        column = nextColumn
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), raw: '', hasFormula: false }
      } else if (name === 'row') {
        const nextRow = Number(attribute('r') ?? rowNumber + 1)
        if (!Number.isInteger(nextRow) || nextRow <= rowNumber || nextRow > LAST_ROW)
          throw new SheetProblem('corrupt')
        rowNumber = nextRow
        row = { number: nextRow, cells: [] }
        if (isTrue(attribute('hidden'))) row.isHidden = true
        column = 0
      } else if (name === 'worksheet') isWorksheet = true
      else if (!isWorksheet) throw new SheetProblem('corrupt')
    },
    text(piece) {
      if (!cell || !textElement) return
      if (textElement === 'is') return inline.add(piece)
      cell.raw += piece
      // Unescaping leaves at least one of seven characters; `readCell` checks the exact length.
      expectAtMost(limits.textLength, cell.raw.length / MAX_ESCAPE_LENGTH, 'textLength', rowNumber, column)
    },
    close(name) {
      if (cell) {
        if (name === 'c') endCell()
        else if (name === 'v') textElement = undefined
        else if (name === 'is') {
          textElement = undefined
          cell.text = inline.end()
        } else if (textElement === 'is') inline.close(name)
      } else if (name === 'row' && row) endRow()
    },
  }
}

type RawCell = { type: string; style: number; raw: string; hasFormula: boolean; text?: string }

function readCell(
  cell: RawCell,
  context: SheetContext,
  row: number,
  column: number,
): Omit<SheetCell, 'column'> | undefined {
  const content = contentOf(cell, context)
  if (content === 'corrupt') throw new SheetProblem('corrupt', { row, column })
  expectAtMost(context.limits.textLength, content.text.length, 'textLength', row, column)
  if (cell.hasFormula) return { ...content, kind: 'formula' }
  return content.text.trim() === '' ? undefined : content
}

function contentOf(
  cell: RawCell,
  { sharedStrings, styles, from1904 }: SheetContext,
): Omit<SheetCell, 'column'> | 'corrupt' {
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
  const plain = plainNumber(raw, number)
  const shown = style?.kind === 'format' ? style.show(plain) : { text: plain }
  return { ...shown, kind: 'number' as const, raw }
}

/** All digits of an integer; other numbers with the 15 significant digits of spreadsheets. */
function plainNumber(raw: string, number: number): string {
  if (Number.isSafeInteger(number)) return String(number)
  // JavaScript would round a larger integer.
  if (/^\d+$/.test(raw)) return raw
  return String(Number(number.toPrecision(15)))
}
