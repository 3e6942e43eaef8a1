/**
 * A chosen sheet in memory: judged as the server will judge it, mended where that is certain, edited, and written
 * again. Knows neither page nor thread; what the records say is asked through `ask`, and how a fault is said through
 * `say`.
 */
import type { RosterConflict } from '../../../../contract/devices'
import type { RowError } from '../../../../contract/envelope'
import type { CompiledRosterColumn } from '../../../../engine/compiled'
import { pick } from '../../../../engine/i18n'
import {
  correctedCell,
  headerFinder,
  isCorrectable,
  type RosterReader,
  rosterReader,
} from '../../../../engine/roster'
import type { SheetRow, WrittenSheet } from '../../../../sheet'
import { cellOf, keep, rowOf, type StoredRow } from './storedRow'
import type { BadRow, BadSheet, CellFault, CheckContext, CheckResult, CheckRows, Correction } from './types'

/** Bad rows that the page is given. */
const SHOWN = 2_000
const MENDINGS_SHOWN = 100
/** Rows that the server is asked about at once, and bad ones whose reasons the page is asked for. */
const ASKED = 1_000

/** A column that spreadsheets change, and where it stands. */
type Mendable = [at: number, column: CompiledRosterColumn]

type Ask = (rows: CheckRows, done: number, total: number) => Promise<readonly RosterConflict[] | undefined>

type Say = (faults: readonly CellFault[]) => Promise<readonly string[]>

export class SheetCheck {
  #header: StoredRow | undefined
  readonly #rows: StoredRow[] = []
  readonly #mendings: Correction[] = []
  #mended = 0
  /** All bad rows, as they were judged last. */
  #bad: readonly BadRow[] = []
  #mendable: Mendable[] | undefined
  #changed = false
  #canAsk: boolean
  /** The server's findings, by row; a row that was edited is asked for again. */
  readonly #conflicts = new Map<number, readonly RosterConflict[]>()
  readonly #askedRows = new Set<number>()

  /** Of an update, by row: what the server refused when it compared it, until the cell is edited. */
  readonly #refused = new Map<number, CellFault[]>()

  constructor(private readonly context: CheckContext) {
    this.#canAsk = !context.isUpdate
  }

  /** Takes the next row of the sheet; the first is its header. */
  add(row: SheetRow): void {
    const kept = keep(row)
    if (this.#header) this.#rows.push(this.#correct(kept))
    else this.#header = kept
  }

  get rows(): number {
    return this.#rows.length
  }

  /** Changes a cell, from 0. */
  edit(row: number, at: number, text: string): void {
    const kept = this.#header?.number === row ? this.#header : this.#rows.find(one => one.number === row)
    if (!kept) return
    while (kept.texts.length < at) kept.texts.push('')
    kept.texts[at] = text
    kept.odd?.delete(at + 1)
    this.#changed = true
    this.#askedRows.delete(row)
    this.#conflicts.delete(row)
    this.#refused.set(
      row,
      (this.#refused.get(row) ?? []).filter(fault => fault.at !== at),
    )
    if (kept !== this.#header) return
    // Other columns: every row is checked, mended and asked for again.
    this.#askedRows.clear()
    this.#conflicts.clear()
    this.#refused.clear()
    this.#mendable = undefined
    for (const other of this.#rows) this.#correct(other)
  }

  /** What only the server knows of an update; it replaces what was refused before. */
  refuse(rows: readonly RowError[]): void {
    const headers = this.#header?.texts ?? []
    this.#refused.clear()
    for (const { row, column, code, message: said } of rows) {
      // The server has said it in the user's language.
      const message = { ko: said, en: said }
      const refused = fault({ column, code: code as CellFault['code'], message }, headers)
      this.#refused.set(row, [...(this.#refused.get(row) ?? []), refused])
    }
  }

  /** Judges all rows; those that the server was not asked about are asked about. */
  async judge(ask: Ask): Promise<CheckResult> {
    const headers = this.#header?.texts ?? []
    const understood = this.#header && rosterReader(rowOf(this.#header), this.context)
    if (!understood || 'problems' in understood) {
      this.#bad = []
      const headerFaults = (understood?.problems ?? []).map(problem => fault(problem, headers))
      return this.#result({ headerFaults, asked: false })
    }
    const { reader } = understood
    const found = new Map<number, CellFault[]>()
    let waiting: CheckRows = []
    let done = 0
    const flush = async () => {
      if (waiting.length === 0 || !this.#canAsk) return
      const conflicts = await ask(waiting, done, this.#rows.length)
      done += waiting.length
      if (!conflicts) this.#canAsk = false
      else {
        for (const { row } of waiting) this.#askedRows.add(row)
        for (const conflict of conflicts)
          this.#conflicts.set(conflict.row, [...(this.#conflicts.get(conflict.row) ?? []), conflict])
      }
      waiting = []
    }
    for (const kept of this.#rows) {
      const { record, problems } = reader.read(rowOf(kept))
      if (problems.length > 0)
        found.set(
          kept.number,
          problems.map(problem => fault(problem, headers)),
        )
      if (!this.#canAsk || this.#askedRows.has(kept.number)) continue
      waiting.push({ row: record.row, values: { ...record.values }, extra: { ...record.extra } })
      if (waiting.length >= ASKED) await flush()
    }
    await flush()
    this.#addMisfits(found, reader, headers)
    for (const [row, faults] of this.#refused)
      if (faults.length > 0) found.set(row, [...(found.get(row) ?? []), ...faults])
    this.#bad = this.#rows
      .filter(({ number }) => found.has(number))
      .map(({ number, texts }): BadRow => ({ row: number, cells: texts, faults: found.get(number)! }))
    // What an update changes is asked as a whole, when it is compared.
    return this.#result({ headerFaults: [], asked: this.#canAsk || this.context.isUpdate === true })
  }

  /** The sheet as it is now. */
  write(): WrittenSheet[] {
    return [this.#sheet(this.#rows.map(({ texts }) => texts))]
  }

  /** All bad rows alone, with the reasons on a sheet of their own. */
  writeBad({ reasonSheet, header }: BadSheet, translate: Say): WrittenSheet[] {
    return [
      this.#sheet(this.#bad.map(({ cells }) => cells)),
      {
        name: reasonSheet,
        columns: header.map(text => ({ header: text, width: 24 })),
        rows: reasonsOf(this.#bad, translate),
        wrap: true,
      },
    ]
  }

  #sheet(rows: readonly (readonly string[])[]): WrittenSheet {
    const { config, locale } = this.context
    const find = headerFinder(config.roster.columns)
    const columns = (this.#header?.texts ?? []).map(header => ({
      header,
      width: find(header).found?.width ?? 16,
    }))
    return { name: pick(config.roster.sheet, locale), columns, rows }
  }

  #addMisfits(found: Map<number, CellFault[]>, reader: RosterReader, headers: readonly string[]): void {
    for (const [row, conflicts] of this.#conflicts) {
      const faults = found.get(row) ?? []
      for (const { field, code } of conflicts)
        faults.push(fault({ column: reader.headerOf(field), code: code as CellFault['code'] }, headers))
      found.set(row, faults)
    }
  }

  #correct(row: StoredRow): StoredRow {
    this.#mendable ??= this.#findMendable()
    for (const [at, column] of this.#mendable) {
      const cell = cellOf(row, at)
      const text = cell && correctedCell(cell, column, this.context.config)
      if (text === undefined) continue
      this.#mended += 1
      this.#changed = true
      const mending: Correction = {
        row: row.number,
        column: this.#header?.texts[at] ?? '',
        from: row.texts[at] ?? '',
        to: text,
      }
      if (this.#mendings.length < MENDINGS_SHOWN) this.#mendings.push(mending)
      row.texts[at] = text
      row.odd?.delete(at + 1)
    }
    return row
  }

  #findMendable(): Mendable[] {
    const { config } = this.context
    const find = headerFinder(config.roster.columns)
    return (this.#header?.texts ?? []).flatMap((header, at): Mendable[] => {
      const { found } = find(header)
      return found && isCorrectable(found, config) ? [[at, found]] : []
    })
  }

  #result(rest: Pick<CheckResult, 'headerFaults' | 'asked'>): CheckResult {
    return {
      rows: this.#rows.length,
      headers: this.#header?.texts ?? [],
      headerRow: this.#header?.number ?? 1,
      bad: this.#bad.slice(0, SHOWN),
      badRows: this.#bad.length,
      mendings: this.#mendings,
      mended: this.#mended,
      changed: this.#changed,
      ...rest,
    }
  }
}

/** A line for each fault: where its row stands in the sheet that is written, column, value and reason. */
async function* reasonsOf(bad: readonly BadRow[], translate: Say): AsyncGenerator<string[]> {
  for (let from = 0; from < bad.length; from += ASKED) {
    const piece = bad.slice(from, from + ASKED)
    const sentences = (await translate(piece.flatMap(({ faults }) => faults))).values()
    for (const [at, { cells, faults }] of piece.entries())
      for (const fault of faults)
        yield [String(from + at + 2), fault.column, cells[fault.at] ?? '', sentences.next().value ?? '']
  }
}

function fault(
  { column, code, params, message }: Pick<CellFault, 'column' | 'code' | 'params' | 'message'>,
  headers: readonly string[],
): CellFault {
  const at =
    typeof params?.at === 'number' ? params.at - 1 : headers.findIndex(header => header.trim() === column)
  return { at, column, code, ...(params && { params }), ...(message && { message }) }
}
