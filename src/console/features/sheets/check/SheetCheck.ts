/**
 * Checks a sheet in memory by the server's rules, corrects cells whose correct value is certain, applies edits, and
 * writes the sheet again. Independent of page and worker: callbacks check rows against stored records and return error
 * messages.
 */
import type { RosterConflict, SheetReading } from '../../../../contract/devices'
import type { RowError } from '../../../../contract/envelope'
import type { CompiledRosterColumn } from '../../../../engine/compiled'
import { pick } from '../../../../engine/i18n'
import {
  correctedCell,
  headerFinder,
  isCorrectable,
  planOf,
  type RosterReader,
  rosterReader,
  type SheetPlan,
} from '../../../../engine/roster'
import type { SheetRow, TablePlace, WrittenSheet } from '../../../../sheet'
import { cellOf, rowOf, type StoredRow, toStoredRow } from './storedRow'
import type { BadRow, BadSheet, CellFault, CheckContext, CheckResult, CheckRows, Correction } from './types'

/** How many bad rows and corrections a result contains at most. */
const MAX_BAD_ROWS = 2_000
const MAX_CORRECTIONS = 100
/** The number of rows in a request to the server, and in a request for error messages. */
const ROWS_PER_REQUEST = 1_000

/** A column whose values spreadsheets tend to alter (such as leading zeros), with its index. */
type CorrectableColumn = [index: number, column: CompiledRosterColumn]

/**
 * Checks rows against stored records; undefined if the server lacks the call. `done` of `total` rows are checked
 * already.
 */
type CheckOnServer = (
  rows: CheckRows,
  done: number,
  total: number,
) => Promise<readonly RosterConflict[] | undefined>

/** Returns the message of each fault. */
type FaultTexts = (faults: readonly CellFault[]) => Promise<readonly string[]>

export class SheetCheck {
  #header: StoredRow | undefined
  readonly #rows: StoredRow[] = []
  /** Up to `MAX_CORRECTIONS`. */
  readonly #firstCorrections: Correction[] = []
  #correctionCount = 0
  /** All bad rows of the last validation. */
  #badRows: readonly BadRow[] = []
  #correctableColumns: CorrectableColumn[] | undefined
  #isChanged = false
  #isEdited = false
  #canAskServer: boolean
  readonly #reading: SheetReading = {}
  #skippedHeaders: readonly string[] = []
  /** Conflicts with stored records, by row number; an edited row is checked again. */
  readonly #conflicts = new Map<number, readonly RosterConflict[]>()
  readonly #rowsCheckedOnServer = new Set<number>()

  /** For an update, by row number: cells that the server refused in the comparison and that were not edited since. */
  readonly #refusedCells = new Map<number, CellFault[]>()

  readonly #plan: SheetPlan

  constructor(private readonly context: CheckContext) {
    this.#plan = planOf(context.config, context.resource)!
    this.#canAskServer = !context.isUpdate
  }

  /** Notes in which sheet of the file the table is. Called before its first row. */
  begin({ sheet }: TablePlace): void {
    if (sheet !== undefined) this.#reading.sheet = sheet
  }

  /** Adds the next row of the table; the first row is the header. */
  add(row: SheetRow): void {
    if (row.isHidden) this.#reading.hiddenRows = (this.#reading.hiddenRows ?? 0) + 1
    const stored = toStoredRow(row)
    if (this.#header) this.#rows.push(this.#correct(stored))
    else this.#header = stored
  }

  get rows(): number {
    return this.#rows.length
  }

  /** Changes a cell; `column` is zero-based. */
  edit(row: number, column: number, text: string): void {
    const stored =
      this.#header?.number === row ? this.#header : this.#rows.find(({ number }) => number === row)
    if (!stored) return
    while (stored.texts.length < column) stored.texts.push('')
    stored.texts[column] = text
    stored.typedCells?.delete(column + 1)
    this.#isChanged = true
    this.#isEdited = true
    this.#rowsCheckedOnServer.delete(row)
    this.#conflicts.delete(row)
    this.#refusedCells.set(
      row,
      (this.#refusedCells.get(row) ?? []).filter(({ index }) => index !== column),
    )
    if (stored !== this.#header) return
    // The header has changed: correct and check all rows again.
    this.#rowsCheckedOnServer.clear()
    this.#conflicts.clear()
    this.#refusedCells.clear()
    this.#correctableColumns = undefined
    for (const other of this.#rows) this.#correct(other)
  }

  /** Sets the cells that the server refused in the comparison of an update. */
  refuse(rows: readonly RowError[]): void {
    const headers = this.#header?.texts ?? []
    this.#refusedCells.clear()
    for (const { row, column, code, message: text } of rows) {
      // The server's message is already in the user's language.
      const message = { ko: text, en: text }
      const refused = cellFault({ column, code: code as CellFault['code'], message }, headers)
      this.#refusedCells.set(row, [...(this.#refusedCells.get(row) ?? []), refused])
    }
  }

  /** Validates all rows. Rows that are new or edited are also checked on the server. */
  async validate(checkOnServer: CheckOnServer): Promise<CheckResult> {
    const headers = this.#header?.texts ?? []
    const parsedHeader =
      this.#header && rosterReader(rowOf(this.#header), { ...this.context, plan: this.#plan })
    if (!parsedHeader || 'problems' in parsedHeader) {
      this.#badRows = []
      const headerFaults = (parsedHeader?.problems ?? []).map(problem => cellFault(problem, headers))
      return this.#result({ headerFaults, checkedOnServer: false })
    }
    const { reader } = parsedHeader
    this.#skippedHeaders = reader.skipped
    const faultsByRow = new Map<number, CellFault[]>()
    let pendingRows: CheckRows = []
    let done = 0
    const checkPendingRows = async () => {
      if (pendingRows.length === 0 || !this.#canAskServer) return
      const conflicts = await checkOnServer(pendingRows, done, this.#rows.length)
      done += pendingRows.length
      if (!conflicts) this.#canAskServer = false
      else {
        for (const { row } of pendingRows) this.#rowsCheckedOnServer.add(row)
        for (const conflict of conflicts)
          this.#conflicts.set(conflict.row, [...(this.#conflicts.get(conflict.row) ?? []), conflict])
      }
      pendingRows = []
    }
    for (const stored of this.#rows) {
      const { record, problems } = reader.read(rowOf(stored))
      if (problems.length > 0)
        faultsByRow.set(
          stored.number,
          problems.map(problem => cellFault(problem, headers)),
        )
      if (!this.#canAskServer || this.#rowsCheckedOnServer.has(stored.number)) continue
      pendingRows.push({ row: record.row, values: { ...record.values }, extra: { ...record.extra } })
      if (pendingRows.length >= ROWS_PER_REQUEST) await checkPendingRows()
    }
    await checkPendingRows()
    this.#addConflicts(faultsByRow, reader, headers)
    for (const [row, faults] of this.#refusedCells)
      if (faults.length > 0) faultsByRow.set(row, [...(faultsByRow.get(row) ?? []), ...faults])
    this.#badRows = this.#rows
      .filter(({ number }) => faultsByRow.has(number))
      .map(({ number, texts }): BadRow => ({ row: number, cells: texts, faults: faultsByRow.get(number)! }))
    // The server checks an update as a whole, in the comparison.
    return this.#result({
      headerFaults: [],
      checkedOnServer: this.#canAskServer || this.context.isUpdate === true,
    })
  }

  /** The sheet with all corrections and edits. */
  write(): WrittenSheet[] {
    return [this.#sheet(this.#rows.map(({ texts }) => texts))]
  }

  /** Only the bad rows, with a second sheet that lists the reasons. */
  writeBad({ reasonSheet, header }: BadSheet, translate: FaultTexts): WrittenSheet[] {
    return [
      this.#sheet(this.#badRows.map(({ cells }) => cells)),
      {
        name: reasonSheet,
        columns: header.map(text => ({ header: text, width: 24 })),
        rows: reasonsOf(this.#badRows, translate),
        wrap: true,
      },
    ]
  }

  #sheet(rows: readonly (readonly string[])[]): WrittenSheet {
    const find = headerFinder(this.#plan)
    const columns = (this.#header?.texts ?? []).map(header => ({
      header,
      width: find(header).column?.width ?? 16,
    }))
    return { name: pick(this.#plan.sheet, this.context.locale), columns, rows }
  }

  #addConflicts(
    faultsByRow: Map<number, CellFault[]>,
    reader: RosterReader,
    headers: readonly string[],
  ): void {
    for (const [row, conflicts] of this.#conflicts) {
      const faults = faultsByRow.get(row) ?? []
      for (const { field, code } of conflicts)
        faults.push(cellFault({ column: reader.headerOf(field), code: code as CellFault['code'] }, headers))
      faultsByRow.set(row, faults)
    }
  }

  #correct(row: StoredRow): StoredRow {
    this.#correctableColumns ??= this.#findCorrectableColumns()
    for (const [index, column] of this.#correctableColumns) {
      const cell = cellOf(row, index)
      const text = cell && correctedCell(cell, column, this.#plan)
      if (text === undefined) continue
      this.#correctionCount += 1
      this.#isChanged = true
      const correction: Correction = {
        row: row.number,
        column: this.#header?.texts[index] ?? '',
        from: row.texts[index] ?? '',
        to: text,
      }
      if (this.#firstCorrections.length < MAX_CORRECTIONS) this.#firstCorrections.push(correction)
      row.texts[index] = text
      row.typedCells?.delete(index + 1)
    }
    return row
  }

  #findCorrectableColumns(): CorrectableColumn[] {
    const find = headerFinder(this.#plan)
    return (this.#header?.texts ?? []).flatMap((header, index): CorrectableColumn[] => {
      const { column } = find(header)
      return column && isCorrectable(column, this.#plan) ? [[index, column]] : []
    })
  }

  #result(rest: Pick<CheckResult, 'headerFaults' | 'checkedOnServer'>): CheckResult {
    return {
      rows: this.#rows.length,
      headers: this.#header?.texts ?? [],
      headerRow: this.#header?.number ?? 1,
      firstBadRows: this.#badRows.slice(0, MAX_BAD_ROWS),
      badRowCount: this.#badRows.length,
      firstCorrections: this.#firstCorrections,
      correctionCount: this.#correctionCount,
      isChanged: this.#isChanged,
      isEdited: this.#isEdited,
      reading: this.#reading,
      skippedHeaders: this.#skippedHeaders,
      ...rest,
    }
  }
}

/** The row number of the first row below the header: row numbers begin at 1. */
const FIRST_DATA_ROW = 2

/** A line for each fault: row number in the written sheet, column, value, reason. */
async function* reasonsOf(bad: readonly BadRow[], translate: FaultTexts): AsyncGenerator<string[]> {
  for (let from = 0; from < bad.length; from += ROWS_PER_REQUEST) {
    const chunk = bad.slice(from, from + ROWS_PER_REQUEST)
    const texts = (await translate(chunk.flatMap(({ faults }) => faults))).values()
    for (const [index, { cells, faults }] of chunk.entries())
      for (const fault of faults)
        yield [
          String(FIRST_DATA_ROW + from + index),
          fault.column,
          cells[fault.index] ?? '',
          texts.next().value ?? '',
        ]
  }
}

/** Adds the index of the column: from `params.at` (its number, from 1), else by its header. */
function cellFault(
  { column, code, params, message }: Pick<CellFault, 'column' | 'code' | 'params' | 'message'>,
  headers: readonly string[],
): CellFault {
  const index =
    typeof params?.at === 'number' ? params.at - 1 : headers.findIndex(header => header.trim() === column)
  return { index, column, code, ...(params && { params }), ...(message && { message }) }
}
