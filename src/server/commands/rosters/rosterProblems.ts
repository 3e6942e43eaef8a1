/** What is wrong with an uploaded sheet, in the words of the caller's language. */
import { type RawBuilder, sql } from 'kysely'
import type { RowError } from '../../../contract/envelope'
import type { Compiled, Locale } from '../../../engine/compiled'
import { fill, pick } from '../../../engine/i18n'
import {
  isSheetProblem,
  type RosterProblem,
  type RosterProblemCode,
  type RosterReader,
} from '../../../engine/roster'
import { columnName, type SheetProblem, type SheetProblemCode } from '../../../sheet'
import type { ConfigSource } from '../../deps'
import { Refusal, type RefusalDetails } from '../../refusal'
import type { UploadQueue } from '../../sheets/uploadQueue'
import type { Db } from '../../store/database'

export interface RosterSettings extends Compiled {
  /** For the sentence of each refused cell. */
  locale: Locale
  translate: ConfigSource['translate']
  /** When the upload began. */
  now: Date
  /** Aborted when the sender stops the upload: from then on nothing is stored. */
  cancelled?: AbortSignal
  /** Where uploads wait for their turn; without it all are read at once. */
  queue?: Pick<UploadQueue, 'enter'>
}

/** @throws Refusal 409 once the upload is stopped; asked between the steps, and last before the commit */
export function refuseCancelled({ cancelled }: Pick<RosterSettings, 'cancelled'>): void {
  if (cancelled?.aborted) throw new Refusal(409, 'upload.cancelled')
}

/** Cells that do not fit, as a query tells them: the first of them, each with the number of all. */
export interface CellRow {
  line: number
  /** The field of the device; `column` is the header of the sheet. */
  field: string
  value: string
  code: RosterProblemCode
  total: number
}

/** In this order the cells of a row are named. */
const FIELDS = sql`array['id', 'isdn', 'model', 'batch', 'bunch', 'vendor', 'client']`

/** @param cells a query of all that do not fit: line, field, value and code. @returns the first of them */
export async function findCells(tx: Db, limit: number, cells: RawBuilder<unknown>): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    select line, field, value, code, count(*) over () as total from (${cells}) as conflict
    order by line, array_position(${FIELDS}, field)
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** What a sheet of devices is uploaded for: its refusals have sentences of their own. */
export type SheetTask = 'roster' | 'batchDevices' | 'rosterUpdate'

/** Counts all problems and keeps the first of them. */
export class RosterProblems {
  private readonly first: RosterProblem[] = []
  private count = 0
  /** Headers from left to right: in this order the problems of a row are named. */
  order: readonly string[] = []

  constructor(private readonly settings: Pick<RosterSettings, 'server' | 'translate' | 'locale'>) {}

  get none(): boolean {
    return this.count === 0
  }

  /** How many are worth fetching. */
  get room(): number {
    return this.settings.server.rowErrors
  }

  /** @param total how many there are in all, where `problems` are only the first */
  add(problems: readonly RosterProblem[], total = problems.length): void {
    this.count += total
    if (this.first.length < this.room) this.first.push(...problems.slice(0, this.room))
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

  get total(): number {
    return this.count
  }

  /** All of it as a refusal. @param beside what else the sender is told */
  refusal(code: `${SheetTask}.${'header' | 'rows'}`, beside: Pick<RefusalDetails, 'leaving'> = {}): Refusal {
    const rows = { rows: this.rows(), rowsTotal: this.count }
    return new Refusal(422, code, { total: this.count }, { ...rows, ...beside })
  }

  /** The first of them, row by row, each with its sentence. */
  rows(): RowError[] {
    const { translate, locale } = this.settings
    return this.first
      .sort((a, b) => a.row - b.row || this.order.indexOf(a.column) - this.order.indexOf(b.column))
      .slice(0, this.room)
      .map(
        ({ params, message, ...problem }): RowError => ({
          ...problem,
          message: message
            ? fill(pick(message, locale), params ?? {})
            : translate(
                locale,
                isSheetProblem(problem.code) ? `roster.rows.${problem.code}` : `errors.${problem.code}`,
                {
                  column: problem.column,
                  ...params,
                },
              ),
        }),
      )
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

const statusOf = (code: SheetProblemCode) =>
  TOO_LARGE.includes(code) ? 413 : OTHER_FORMATS.includes(code) ? 415 : 422

/** A file that could not be read to its end; where the problem has a place, with the cell. */
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

/** As people count it: bytes in MB, rows without the header. */
function readableLimit({ code, limit = 0 }: SheetProblem): string {
  const number = code === 'bytesIn' ? Math.round((limit / 1024 / 1024) * 10) / 10 : limit
  return (code === 'rows' ? number - 1 : number).toLocaleString('en-US')
}
