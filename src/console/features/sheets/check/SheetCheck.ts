/**
 * Checks a sheet in memory by the server's rules, corrects cells whose correct value is certain, applies edits, and
 * writes the sheet again. Independent of page and worker: callbacks check rows against stored records and return error
 * messages.
 */
import type { ColumnMapping, SheetReading } from '../../../../contract/devices'
import type { RowError } from '../../../../contract/envelope'
import type { CompiledRosterColumn } from '../../../../engine/compiled'
import { pick } from '../../../../engine/i18n'
import {
  correctedCell,
  isCorrectable,
  planOf,
  type RosterReader,
  rosterReader,
  type SheetPlan,
} from '../../../../engine/roster'
import type { SheetCell, SheetRow, TablePlace, WrittenSheet } from '../../../../sheet'
import { cellFault, reasonKey, reasonsIn } from './faults'
import { SheetHeader } from './SheetHeader'
import { cellOf, rowOf, type StoredRow, toStoredRow } from './storedRow'
import type {
  BadRow,
  BadSheet,
  CellFault,
  CheckContext,
  CheckResult,
  CheckRows,
  Conflict,
  Correction,
} from './types'

/** How many bad rows and corrections a result contains at most. */
const MAX_BAD_ROWS = 2_000
const MAX_CORRECTIONS = 100
/** The number of rows in a request for error messages, and in a request to the server. */
const ROWS_PER_REQUEST = 1_000
/** The number of rows in a request that makes the server try to save them. */
const ROWS_PER_TRIAL = 250

/** A column whose values spreadsheets tend to alter (such as leading zeros), with its index. */
type CorrectableColumn = [index: number, column: CompiledRosterColumn]

/** A correction with the cell as it was. */
interface RevocableCorrection extends Omit<Correction, 'row' | 'column'> {
  stored: StoredRow
  index: number
  cell: SheetCell
}

/**
 * Checks rows against stored records; undefined if the server lacks the call. `done` of `total` rows are checked
 * already.
 */
type CheckOnServer = (
  rows: CheckRows,
  done: number,
  total: number,
) => Promise<readonly Conflict[] | undefined>

/** Returns the message of each fault. */
type FaultTexts = (faults: readonly CellFault[]) => Promise<readonly string[]>

export class SheetCheck {
  #header: SheetHeader | undefined
  readonly #rows: StoredRow[] = []
  #corrections: RevocableCorrection[] = []
  /** All bad rows of the last validation. */
  #badRows: readonly BadRow[] = []
  #correctableColumns: CorrectableColumn[] | undefined
  #isEdited = false
  #isUpdate = false
  #canAskServer = true
  readonly #reading: SheetReading = {}
  /** Headers of columns that only number the rows. */
  #numbering: readonly string[] = []
  /** The result of the last validation. */
  #lastResult: Pick<CheckResult, 'headerFaults' | 'checkedOnServer'> | undefined
  #chosenReason: string | undefined
  /** Conflicts with stored records, by row number; an edited row is checked again. */
  readonly #conflicts = new Map<number, readonly Conflict[]>()
  readonly #rowsCheckedOnServer = new Set<number>()

  /** For an update, by row number: cells that the server refused in the comparison and that were not edited since. */
  readonly #refusedCells = new Map<number, CellFault[]>()

  readonly #plan: SheetPlan

  constructor(private readonly context: CheckContext) {
    this.#plan = planOf(context.config, context.resource)!
    this.setPurpose(context.isUpdate ?? false)
  }

  /** @param isUpdate whether the sheet changes stored records */
  setPurpose(isUpdate: boolean): void {
    this.#isUpdate = isUpdate
    this.#canAskServer = !isUpdate
    this.#header?.setPurpose(isUpdate)
    this.#readAgain()
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
    else {
      const { context } = this
      this.#header = new SheetHeader(stored, { ...context, plan: this.#plan, isUpdate: this.#isUpdate })
    }
  }

  get rows(): number {
    return this.#rows.length
  }

  /** Changes a cell; `column` is zero-based. */
  edit(row: number, column: number, text: string): void {
    const stored = this.#rows.find(({ number }) => number === row)
    if (!stored) return
    while (stored.texts.length < column) stored.texts.push('')
    stored.texts[column] = text
    stored.typedCells?.delete(column + 1)
    this.#isEdited = true
    this.#rowsCheckedOnServer.delete(row)
    this.#conflicts.delete(row)
    this.#refusedCells.set(
      row,
      (this.#refusedCells.get(row) ?? []).filter(({ index }) => index !== column),
    )
  }

  /** Reads columns as the user has chosen. */
  map(columns: ColumnMapping): void {
    this.#header?.map(columns)
    this.#readAgain()
  }

  /** Corrects all rows again, because columns may have another meaning, and forgets what the server said. */
  #readAgain(): void {
    this.#forgetServer()
    for (const { stored, index, from, to, cell } of this.#corrections) {
      if (stored.texts[index] !== to) continue
      stored.texts[index] = from
      stored.typedCells?.set(index + 1, cell)
    }
    this.#corrections = []
    this.#correctableColumns = undefined
    for (const stored of this.#rows) this.#correct(stored)
  }

  /** Forgets what the server said about the rows. */
  #forgetServer(): void {
    this.#rowsCheckedOnServer.clear()
    this.#conflicts.clear()
    this.#refusedCells.clear()
  }

  /** Limits the bad rows of the result to one reason. @returns the result, if the rows have been validated */
  filter(reason: string | undefined): CheckResult | undefined {
    this.#chosenReason = reason
    return this.#lastResult && this.#result(this.#lastResult)
  }

  /** Sets the cells that the server refused in the comparison of an update. */
  refuse(rows: readonly RowError[]): void {
    const names = this.#header?.names ?? []
    this.#refusedCells.clear()
    for (const { row, column, code, message: text } of rows) {
      // The server's message is already in the user's language.
      const message = { ko: text, en: text }
      const refused = cellFault({ column, code: code as CellFault['code'], message }, names)
      this.#refusedCells.set(row, [...(this.#refusedCells.get(row) ?? []), refused])
    }
  }

  /** Validates all rows. Rows that are new or edited are also checked on the server. */
  async validate(checkOnServer: CheckOnServer): Promise<CheckResult> {
    const names = this.#header?.names ?? []
    const parsedHeader = this.#header && rosterReader(rowOf(this.#header.row), this.#header.readContext)
    if (!parsedHeader || 'problems' in parsedHeader) {
      this.#badRows = []
      const headerFaults = (parsedHeader?.problems ?? []).map(problem => cellFault(problem, names))
      return this.#result({ headerFaults, checkedOnServer: false })
    }
    const { reader } = parsedHeader
    this.#numbering = reader.numbering
    const faultsByRow = new Map<number, CellFault[]>()
    const rowsPerRequest = this.#plan.isRoster ? ROWS_PER_REQUEST : ROWS_PER_TRIAL
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
          problems.map(problem => cellFault(problem, names)),
        )
      if (!this.#canAskServer || this.#rowsCheckedOnServer.has(stored.number)) continue
      const { row, values, extra, isInvalid } = record
      pendingRows.push({
        row,
        values: { ...values },
        extra: { ...extra },
        ...(isInvalid && !this.#plan.isRoster && { invalid: true }),
      })
      if (pendingRows.length >= rowsPerRequest) await checkPendingRows()
    }
    await checkPendingRows()
    this.#addConflicts(faultsByRow, reader, names)
    for (const [row, faults] of this.#refusedCells)
      if (faults.length > 0) faultsByRow.set(row, [...(faultsByRow.get(row) ?? []), ...faults])
    this.#badRows = this.#rows
      .filter(({ number }) => faultsByRow.has(number))
      .map(({ number, texts }): BadRow => ({ row: number, cells: texts, faults: faultsByRow.get(number)! }))
    // The server checks an update as a whole, in the comparison.
    return this.#result({
      headerFaults: [],
      checkedOnServer: this.#canAskServer || this.#isUpdate,
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
    const columns = (this.#header?.row.texts ?? []).map((header, index) => ({
      header,
      width: this.#header?.columnAt(index)?.width ?? 16,
    }))
    return { name: pick(this.#plan.sheet, this.context.locale), columns, rows }
  }

  #addConflicts(faultsByRow: Map<number, CellFault[]>, reader: RosterReader, names: readonly string[]): void {
    for (const [row, conflicts] of this.#conflicts) {
      const faults = faultsByRow.get(row) ?? []
      for (const { field, code, message } of conflicts)
        faults.push(
          cellFault(
            {
              // A problem of the whole row has no field.
              column: field && reader.headerOf(field),
              code: code as CellFault['code'],
              // The server's message is already in the user's language.
              ...(message !== undefined && { message: { ko: message, en: message } }),
            },
            names,
          ),
        )
      faultsByRow.set(row, faults)
    }
  }

  #correct(row: StoredRow): StoredRow {
    this.#correctableColumns ??= this.#findCorrectableColumns()
    for (const [index, column] of this.#correctableColumns) {
      const cell = cellOf(row, index)
      const text = cell && correctedCell(cell, column, this.#plan)
      if (!cell || text === undefined) continue
      this.#corrections.push({ stored: row, index, from: row.texts[index] ?? '', to: text, cell })
      row.texts[index] = text
      row.typedCells?.delete(index + 1)
    }
    return row
  }

  #findCorrectableColumns(): CorrectableColumn[] {
    return (this.#header?.names ?? []).flatMap((_, index): CorrectableColumn[] => {
      const column = this.#header?.columnAt(index)
      return column && isCorrectable(column, this.#plan) ? [[index, column]] : []
    })
  }

  #result(rest: Pick<CheckResult, 'headerFaults' | 'checkedOnServer'>): CheckResult {
    this.#lastResult = rest
    const reasons = reasonsIn(this.#badRows)
    // When the last row with the chosen reason is corrected, all bad rows are shown again.
    if (!reasons.some(({ key }) => key === this.#chosenReason)) this.#chosenReason = undefined
    const chosen = this.#chosenReason
    const shownRows =
      chosen === undefined
        ? this.#badRows
        : this.#badRows.filter(({ faults }) => faults.some(fault => reasonKey(fault) === chosen))
    const names = this.#header?.names ?? []
    return {
      rows: this.#rows.length,
      headers: names,
      unknownHeaders: this.#header?.unknown(this.#rows) ?? [],
      columnOptions: this.#header?.options ?? [],
      mapping: this.#header?.mapping ?? {},
      firstBadRows: shownRows.slice(0, MAX_BAD_ROWS),
      badRowCount: this.#badRows.length,
      reasons,
      ...(chosen !== undefined && { chosenReason: chosen }),
      firstCorrections: this.#corrections
        .slice(0, MAX_CORRECTIONS)
        .map(({ stored, index, from, to }) => ({ row: stored.number, column: names[index] ?? '', from, to })),
      correctionCount: this.#corrections.length,
      isChanged: this.#isEdited || this.#corrections.length > 0,
      isEdited: this.#isEdited || (this.#header?.isChosen ?? false),
      reading: this.#reading,
      numbering: this.#numbering,
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
