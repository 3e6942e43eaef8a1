/** Collects the problems of an uploaded sheet and formats them in the caller's language. */
import { type RawBuilder, sql } from 'kysely'
import type { ColumnMapping } from '../../../contract/devices'
import type { RowError } from '../../../contract/envelope'
import type { Compiled, Locale } from '../../../engine/compiled'
import { fill, pick } from '../../../engine/i18n'
import {
  isSheetProblem,
  type RosterProblem,
  type RosterProblemCode,
  type RosterReader,
  type RosterRecord,
} from '../../../engine/roster'
import { columnName, type SheetProblem, type SheetProblemCode } from '../../../sheet'
import type { ConfigSource } from '../../deps'
import { Refusal, type RefusalDetails } from '../../refusal'
import type { UploadQueue } from '../../sheets/uploadQueue'
import type { Db } from '../../store/database'

export interface RosterSettings extends Compiled {
  /** The language of the messages. */
  locale: Locale
  translate: ConfigSource['translate']
  /** When the upload began. */
  now: Date
  /** The columns that the sender has mapped by hand. */
  mapping?: ColumnMapping
  /** Aborted when the sender cancels the upload: nothing is stored after that. */
  cancelled?: AbortSignal
  /** Limits how many uploads are read at a time; without it there is no limit. */
  queue?: Pick<UploadQueue, 'enter'>
}

/** Call it between steps, and last before the commit. @throws Refusal 409 after the upload was cancelled */
export function refuseCancelled({ cancelled }: Pick<RosterSettings, 'cancelled'>): void {
  if (cancelled?.aborted) throw new Refusal(409, 'upload.cancelled')
}

/** An invalid or conflicting cell that a query has found; `total` counts all of them. */
export interface CellRow {
  line: number
  /** The field of the device, not the header in the sheet. */
  field: string
  value: string
  code: RosterProblemCode
  total: number
}

/** The order of the problems of a row. */
const FIELD_ORDER = sql`array['id', 'isdn', 'model', 'batch', 'bunch', 'vendor', 'client']`

/**
 * Runs a query that finds cells.
 *
 * @param cells query with the columns line, field, value and code
 * @returns the first `limit` cells by line and field
 */
export async function findCells(tx: Db, limit: number, cells: RawBuilder<unknown>): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    select line, field, value, code, count(*) over () as total from (${cells}) as conflict
    order by line, array_position(${FIELD_ORDER}, field)
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** The purpose of an uploaded sheet, also the prefix of its error codes. */
export type SheetTask = 'roster' | 'batchDevices' | 'rosterUpdate' | 'import'

/** A problem of the sheet, or of the save of a record. */
export interface ReportedProblem extends Pick<RosterProblem, 'params' | 'message'> {
  code: string
}

/** Counts all problems and keeps the first of them. */
export class RosterProblems {
  private readonly first: RosterProblem[] = []
  private count = 0
  /** Headers from left to right: problems of a row are sorted by them. */
  order: readonly string[] = []

  constructor(private readonly settings: Pick<RosterSettings, 'server' | 'translate' | 'locale'>) {}

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** The maximum number of problems in a response. */
  get limit(): number {
    return this.settings.server.rowErrors
  }

  /** @param total the number of all problems if `problems` has only the first ones */
  add(problems: readonly RosterProblem[], total = problems.length): void {
    this.count += total
    if (this.first.length < this.limit) this.first.push(...problems.slice(0, this.limit))
  }

  addCells(cells: readonly CellRow[], reader: RosterReader): void {
    const problems = cells.map(({ line, field, value, code }) => ({
      row: line,
      column: reader.headerOf(field),
      value: value.slice(0, 100),
      code,
    }))
    this.add(problems, cells[0]?.total)
  }

  /** Adds a problem of the cell of this field. */
  report(
    reader: RosterReader,
    { row, values, extra }: Pick<RosterRecord, 'row' | 'values' | 'extra'>,
    field: string,
    { code, ...words }: ReportedProblem,
  ): void {
    const value = String(values[field] ?? extra[field] ?? '').slice(0, 100)
    this.add([{ ...words, row, column: reader.headerOf(field), value, code: code as RosterProblemCode }])
  }

  get total(): number {
    return this.count
  }

  /** The error response with the first problems. @param details further fields of its body */
  refusal(code: `${SheetTask}.${'header' | 'rows'}`, details: Pick<RefusalDetails, 'leaving'> = {}): Refusal {
    const rows = { rows: this.rows(), rowsTotal: this.count }
    return new Refusal(422, code, { total: this.count }, { ...rows, ...details })
  }

  /** The first problems by row, with messages. */
  rows(): RowError[] {
    return this.first
      .sort((a, b) => a.row - b.row || this.order.indexOf(a.column) - this.order.indexOf(b.column))
      .slice(0, this.limit)
      .map(
        ({ params, message, ...problem }): RowError => ({
          ...problem,
          message: this.sentence({ ...problem, params, message }),
        }),
      )
  }

  /** The message of a problem. */
  sentence({ code, column, params, message }: Omit<RosterProblem, 'row' | 'value'>): string {
    const { translate, locale } = this.settings
    if (message) return fill(pick(message, locale), params ?? {})
    const key = isSheetProblem(code) ? `roster.rows.${code}` : `errors.${code}`
    return translate(locale, key, { column, ...params })
  }
}

const TOO_LARGE: readonly SheetProblemCode[] = ['bytesIn', 'memory', 'unzipped', 'ratio', 'parts', 'cells']
const OTHER_FORMATS: readonly SheetProblemCode[] = [
  'notSpreadsheet',
  'oldXls',
  'xlsb',
  'ods',
  'numbers',
  'pdf',
  'html',
]

function statusOf(code: SheetProblemCode): number {
  if (TOO_LARGE.includes(code)) return 413
  return OTHER_FORMATS.includes(code) ? 415 : 422
}

/** The error response for an unreadable file, with the cell if the problem has one. */
export function refusalOfSheet(
  problem: SheetProblem,
  { translate, locale }: Pick<RosterSettings, 'translate' | 'locale'>,
): Refusal {
  const { code, row, column } = problem
  const params = { row: row ?? '', limit: readableLimit(problem) }
  const name = `sheet.${code}`
  if (row === undefined) return new Refusal(statusOf(code), name, params)
  const cell: RowError = {
    row,
    column: column === undefined ? '' : columnName(column),
    value: '',
    code,
    message: translate(locale, `errors.${name}`, params),
  }
  return new Refusal(statusOf(code), name, params, { rows: [cell], rowsTotal: 1 })
}

/** The limit as a text: bytes as MB with one decimal, rows without the header row. */
function readableLimit({ code, limit = 0 }: SheetProblem): string {
  if (code === 'bytesIn') return (Math.round((limit / 1024 / 1024) * 10) / 10).toLocaleString('en-US')
  return (code === 'rows' ? limit - 1 : limit).toLocaleString('en-US')
}
