/** Merged cells: the file has the value only in the first cell, but users see it in the whole area. */
import type { SheetLimits } from './limits'
import { columnOf, rowOf } from './references'
import { expectAtMost, SheetProblem } from './SheetProblem'
import type { SheetCell, SheetRow } from './types'
import { decodeXml, parseXml } from './xml'
import type { Zip, ZipPart } from './zip'

interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

/** Reads the merged areas of a sheet, which a file lists after the rows. Yields so that the caller can pause. */
export function* readMergedAreas(zip: Zip, part: ZipPart): Generator<undefined, Area[], undefined> {
  const areas: Area[] = []
  // Most sheets have none: searching the text is much quicker than parsing it.
  if (!(yield* contains(decodeXml(zip.read(part)), 'mergeCell'))) return areas
  yield* parseXml(zip.read(part), {
    open(name, attribute) {
      if (name !== 'mergeCell') return
      const area = areaOf(attribute('ref') ?? '')
      if (!area) throw new SheetProblem('corrupt')
      areas.push(area)
    },
  })
  return areas
}

function* contains(pieces: Iterable<string>, word: string): Generator<undefined, boolean, undefined> {
  /** The end of the previous piece: the word may begin there. */
  let end = ''
  for (const piece of pieces) {
    if ((end + piece).includes(word)) return true
    end = piece.slice(1 - word.length)
    yield
  }
  return false
}

/** `B2:C5` → its rows and columns. */
function areaOf(reference: string): Area | undefined {
  const [first = '', last = first] = reference.split(':')
  const [top, bottom, left, right] = [rowOf(first), rowOf(last), columnOf(first), columnOf(last)]
  if (!top || !bottom || !left || !right || top > bottom || left > right) return undefined
  return { top, bottom, left, right }
}

/** Gives rows the values of the areas that cover them. Rows must be passed from top to bottom. */
export class MergedCells {
  /** Areas below the current row, the next one last. */
  readonly #below: Area[]
  /** Areas that cover the current row, with the content of their first cell. */
  #current: (Area & { content: SheetCell | undefined })[] = []
  #filledCount = 0

  constructor(
    areas: readonly Area[],
    private readonly limits: Pick<SheetLimits, 'columns' | 'cells'>,
  ) {
    this.#below = areas.toSorted((one, other) => other.top - one.top)
  }

  /** @param row a row with cells in the file; the caller drops rows that only merged areas cover */
  fill(row: SheetRow): void {
    this.#updateCurrent(row)
    for (const { left, right, content } of this.#current) {
      const lastColumn = Math.min(right, this.limits.columns)
      // Values below a merged cell are invisible.
      row.cells = row.cells.filter(({ column }) => column < left || column > right)
      this.#filledCount += Math.max(0, lastColumn - left + 1)
      expectAtMost(this.limits.cells, this.#filledCount, 'cells', row.number)
      if (content)
        for (let column = left; column <= lastColumn; column++)
          row.cells.push({ ...content, column, ...(column > left && { isContinued: true }) })
    }
    if (this.#current.length > 0) row.cells.sort((one, other) => one.column - other.column)
  }

  /** Drops the areas above the row, and adds those that begin in it or in an empty row above it. */
  #updateCurrent(row: SheetRow): void {
    this.#current = this.#current.filter(({ bottom }) => bottom >= row.number)
    for (let area = this.#below.at(-1); area && area.top <= row.number; area = this.#below.at(-1)) {
      this.#below.pop()
      const { top, bottom, left } = area
      const content = top === row.number ? row.cells.find(({ column }) => column === left) : undefined
      if (bottom >= row.number) this.#current.push({ ...area, content })
    }
  }
}
