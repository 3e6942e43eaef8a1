/**
 * A chosen sheet in memory: judged as the server will judge it, mended where that is certain, edited, and written again. Knows neither
 * page nor thread; what the records say is asked through `ask`.
 */
import type { RosterMisfit } from '../../../../contract/devices'
import type { CompiledRosterColumn } from '../../../../engine/compiled'
import { pick } from '../../../../engine/i18n'
import {
  headerFinder,
  isMendable,
  mendedCell,
  type RosterReader,
  rosterReader,
} from '../../../../engine/roster'
import type { SheetCell, SheetRow, WrittenSheet } from '../../../../sheet'
import type { BadRow, BadSheet, CellFault, CheckContext, CheckResult, CheckRows, Mending } from './terms'

/** Bad rows that the page is given at once. */
const SHOWN = 2_000
const MENDINGS_SHOWN = 100
/** Rows that the server is asked about at once. */
const ASKED = 1_000

/** A row as text; cells that hold more than text as they came. */
interface KeptRow {
  number: number
  texts: string[]
  odd: Map<number, SheetCell> | undefined
}

/** A column that spreadsheets change, and where it stands. */
type Mendable = [at: number, column: CompiledRosterColumn]

type Ask = (rows: CheckRows, done: number, total: number) => Promise<readonly RosterMisfit[] | undefined>

export class SheetCheck {
  #header: KeptRow | undefined
  readonly #rows: KeptRow[] = []
  readonly #mendings: Mending[] = []
  #mended = 0
  #mendable: Mendable[] | undefined
  #changed = false
  #canAsk: boolean
  /** The server's findings, by row; a row that was edited is asked for again. */
  readonly #misfits = new Map<number, readonly RosterMisfit[]>()
  readonly #askedRows = new Set<number>()

  constructor(private readonly context: CheckContext) {
    this.#canAsk = !context.isUpdate
  }

  /** Takes the next row of the sheet; the first is its header. */
  add(row: SheetRow): void {
    const kept = keep(row)
    if (this.#header) this.#rows.push(this.#mend(kept))
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
    this.#misfits.delete(row)
    if (kept !== this.#header) return
    // Other columns: every row is checked, mended and asked for again.
    this.#askedRows.clear()
    this.#misfits.clear()
    this.#mendable = undefined
    for (const other of this.#rows) this.#mend(other)
  }

  /** Judges all rows; those that the server was not asked about are asked about. */
  async judge(ask: Ask): Promise<CheckResult> {
    const headers = this.#header?.texts ?? []
    const understood = this.#header && rosterReader(rowOf(this.#header), this.context)
    if (!understood || 'problems' in understood) {
      const headerFaults = (understood?.problems ?? []).map(problem => fault(problem, headers))
      return this.#result({ headerFaults, bad: [], asked: false })
    }
    const { reader } = understood
    const found = new Map<number, CellFault[]>()
    let waiting: CheckRows = []
    let done = 0
    const flush = async () => {
      if (waiting.length === 0 || !this.#canAsk) return
      const misfits = await ask(waiting, done, this.#rows.length)
      done += waiting.length
      if (!misfits) this.#canAsk = false
      else {
        for (const { row } of waiting) this.#askedRows.add(row)
        for (const misfit of misfits)
          this.#misfits.set(misfit.row, [...(this.#misfits.get(misfit.row) ?? []), misfit])
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
    const bad = this.#rows
      .filter(({ number }) => found.has(number))
      .map(({ number, texts }): BadRow => ({ row: number, cells: texts, faults: found.get(number)! }))
    // What an update changes is asked as a whole, when it is compared.
    return this.#result({ headerFaults: [], bad, asked: this.#canAsk || this.context.isUpdate === true })
  }

  /** The sheet as it is now, or its bad rows alone with the reasons on a sheet of their own. */
  write(only?: BadSheet): WrittenSheet[] {
    const { config, locale } = this.context
    const find = headerFinder(config.roster.columns)
    const columns = (this.#header?.texts ?? []).map(header => ({
      header,
      width: find(header).found?.width ?? 16,
    }))
    const name = pick(config.roster.sheet, locale)
    if (!only) return [{ name, columns, rows: this.#rows.map(({ texts }) => texts) }]
    const [head = [], ...reasons] = only.reasons
    return [
      { name, columns, rows: only.bad.map(({ cells }) => cells) },
      {
        name: only.reasonSheet,
        columns: head.map(header => ({ header, width: 24 })),
        rows: reasons,
        wrap: true,
      },
    ]
  }

  #addMisfits(found: Map<number, CellFault[]>, reader: RosterReader, headers: readonly string[]): void {
    for (const [row, misfits] of this.#misfits) {
      const faults = found.get(row) ?? []
      for (const { field, code } of misfits)
        faults.push(fault({ column: reader.headerOf(field), code: code as CellFault['code'] }, headers))
      found.set(row, faults)
    }
  }

  #mend(row: KeptRow): KeptRow {
    this.#mendable ??= this.#findMendable()
    for (const [at, column] of this.#mendable) {
      const cell = cellOf(row, at)
      const text = cell && mendedCell(cell, column, this.context.config)
      if (text === undefined) continue
      this.#mended += 1
      this.#changed = true
      const mending: Mending = {
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
      return found && isMendable(found, config) ? [[at, found]] : []
    })
  }

  #result({ bad, ...rest }: Pick<CheckResult, 'headerFaults' | 'asked' | 'bad'>): CheckResult {
    return {
      rows: this.#rows.length,
      headers: this.#header?.texts ?? [],
      headerRow: this.#header?.number ?? 1,
      bad: bad.slice(0, SHOWN),
      badRows: bad.length,
      mendings: this.#mendings,
      mended: this.#mended,
      changed: this.#changed,
      ...rest,
    }
  }
}

function keep({ number, cells }: SheetRow): KeptRow {
  const texts: string[] = []
  let odd: KeptRow['odd']
  for (const cell of cells) {
    while (texts.length < cell.column - 1) texts.push('')
    texts[cell.column - 1] = cell.text
    if (cell.kind !== 'text' || cell.raw !== cell.text) {
      odd ??= new Map()
      odd.set(cell.column, cell)
    }
  }
  return { number, texts, odd }
}

const cellOf = ({ texts, odd }: KeptRow, at: number): SheetCell | undefined => {
  const text = texts[at]
  return odd?.get(at + 1) ?? (text ? { column: at + 1, text, kind: 'text', raw: text } : undefined)
}

function rowOf(row: KeptRow): SheetRow {
  const cells = row.texts.flatMap((_, at) => cellOf(row, at) ?? [])
  return { number: row.number, cells }
}

function fault(
  { column, code, params, message }: Pick<CellFault, 'column' | 'code' | 'params' | 'message'>,
  headers: readonly string[],
): CellFault {
  const at =
    typeof params?.at === 'number' ? params.at - 1 : headers.findIndex(header => header.trim() === column)
  return { at, column, code, ...(params && { params }), ...(message && { message }) }
}
