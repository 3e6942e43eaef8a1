/** What is wrong with an uploaded sheet, in the words of the caller's language. */
import type { RowError } from '../../../contract/envelope'
import type { Compiled, Locale } from '../../../engine/compiled'
import { isSheetProblem, type RosterProblem } from '../../../engine/roster'
import { fill, pick } from '../../../engine/text'
import { columnName, type SheetProblem, type SheetProblemCode } from '../../../sheet'
import type { ConfigSource } from '../../deps'
import { Refusal } from '../../refusal'
import type { UploadPlaces } from '../../sheets/places'

export interface RosterSettings extends Compiled {
  /** For the sentence of each refused cell. */
  locale: Locale
  say: ConfigSource['translate']
  /** When the upload began. */
  now: Date
  /** Aborted when the sender stops the upload: from then on nothing is stored. */
  cancelled?: AbortSignal
  /** Where uploads wait for their turn; without it all are read at once. */
  places?: UploadPlaces
}

/** @throws Refusal 409 once the upload is stopped; asked between the steps, and last before the commit */
export function refuseCancelled({ cancelled }: Pick<RosterSettings, 'cancelled'>): void {
  if (cancelled?.aborted) throw new Refusal(409, 'upload.cancelled')
}

/** What a sheet of devices is uploaded for: its refusals have sentences of their own. */
export type SheetTask = 'roster' | 'batchDevices'

/** Counts all problems and keeps the first of them. */
export class RosterProblems {
  private readonly kept: RosterProblem[] = []
  private count = 0
  /** Headers from left to right: in this order a row's problems are told. */
  order: readonly string[] = []

  constructor(private readonly settings: Pick<RosterSettings, 'server' | 'say' | 'locale'>) {}

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
    if (this.kept.length < this.room) this.kept.push(...problems.slice(0, this.room))
  }

  /** All of it as a refusal, row by row. */
  refusal(code: `${SheetTask}.${'header' | 'rows'}`): Refusal {
    const { say, locale } = this.settings
    const rows = this.kept
      .sort((a, b) => a.row - b.row || this.order.indexOf(a.column) - this.order.indexOf(b.column))
      .slice(0, this.room)
      .map(
        ({ params, message, ...problem }): RowError => ({
          ...problem,
          message: message
            ? fill(pick(message, locale), params ?? {})
            : say(
                locale,
                isSheetProblem(problem.code) ? `roster.rows.${problem.code}` : `errors.${problem.code}`,
                {
                  column: problem.column,
                  ...params,
                },
              ),
        }),
      )
    return new Refusal(422, code, { total: this.count }, { rows, rowsTotal: this.count })
  }
}

const STATUS: Partial<Record<SheetProblemCode, number>> = {
  bytesIn: 413,
  memory: 413,
  unzipped: 413,
  ratio: 413,
  parts: 413,
  cells: 413,
  notSpreadsheet: 415,
  oldXls: 415,
  xlsb: 415,
  ods: 415,
  numbers: 415,
  pdf: 415,
  html: 415,
}

/** A file that could not be read to its end; where it says so, the place. */
export function refusalOfSheet(
  problem: SheetProblem,
  { say, locale }: Pick<RosterSettings, 'say' | 'locale'>,
): Refusal {
  const { code, row, column } = problem
  const params = { row: row ?? '', limit: shownLimit(problem) }
  const name = `sheet.${code}`
  if (row === undefined) return new Refusal(STATUS[code] ?? 422, name, params)
  const place: RowError = {
    row,
    column: column === undefined ? '' : columnName(column),
    value: '',
    code,
    message: say(locale, `errors.${name}`, params),
  }
  return new Refusal(STATUS[code] ?? 422, name, params, { rows: [place], rowsTotal: 1 })
}

/** As people count it: bytes in MB, rows without the header. */
function shownLimit({ code, limit = 0 }: SheetProblem): string {
  const number = code === 'bytesIn' ? Math.round((limit / 1024 / 1024) * 10) / 10 : limit
  return (code === 'rows' ? number - 1 : number).toLocaleString('en-US')
}
