/** Reads an uploaded spreadsheet: validates each row as it is read; rows of devices are staged in chunks. */
import type { ColumnMapping, SheetReading } from '../../../contract/devices'
import {
  knownHeaders,
  type RosterReader,
  type RosterRecord,
  type RosterRow,
  rosterPlan,
  rosterReader,
  type SheetContext,
  type SheetPlan,
} from '../../../engine/roster'
import { SheetProblem } from '../../../sheet'
import { type Caller, userOf } from '../../caller'
import { Refusal } from '../../refusal'
import { readInThread } from '../../sheets/sheetThread'
import { spool } from '../../sheets/spool'
import type { Db } from '../../store/database'
import {
  RosterProblems,
  type RosterSettings,
  refusalOfSheet,
  refuseCancelled,
  type SheetTask,
} from './rosterProblems'
import { createStaging, type StagedRow, type Staging, stagedRow } from './rosterStaging'

interface Task {
  task: SheetTask
  /** The columns to read; default: all columns of the roster. */
  columns?: SheetContext['columns']
  /** Default: the sheet of devices. */
  plan?: SheetPlan
  /** The sheet updates stored records: an empty cell changes nothing, and a marker clears the value. */
  isUpdate?: boolean
}

/** A sheet that was read, and the problems so far. */
export interface Staged {
  staging: Staging
  header: RosterReader
  problems: RosterProblems
  /** Notes for the sender on how the sheet was read, such as the number of hidden rows. */
  reading: SheetReading
}

/** A sheet of which only the header has been read so far. */
export interface OpenSheet {
  header: RosterReader
  /** Problems are added as rows are read. */
  problems: RosterProblems
  /** Complete once all rows are read. */
  reading: SheetReading
  /** All rows in chunks. Invalid cells are left out; reading continues after them, to report all problems. */
  chunks: AsyncIterable<RosterRecord[]>
}

/**
 * Reads and stages the whole file, calls `use` with the staged rows, and drops them.
 *
 * @throws Refusal as `openSheet`, 422 without rows
 */
export function stageSheet<Result>(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  { use, ...task }: Task & { use: (staged: Staged) => Promise<Result> },
): Promise<Result> {
  return openSheet(caller, file, settings, task, async ({ header, problems, reading, chunks }) => {
    const staging = await createStaging(db, settings.now)
    try {
      const rows = await staging.fill(stagedRows(chunks))
      if (rows === 0) throw new Refusal(422, `${task.task}.noRows`)
      refuseCancelled(settings)
      return await use({ staging, header, problems, reading })
    } finally {
      await staging.drop()
    }
  })
}

async function* stagedRows(chunks: AsyncIterable<RosterRecord[]>): AsyncGenerator<StagedRow[]> {
  for await (const records of chunks) yield records.map(stagedRow)
}

/**
 * Reads the header of a file and calls `use` with its rows. The upload queue is entered only once the whole file has
 * arrived, so that a slow upload does not block others.
 *
 * @param file the spreadsheet as a stream; at most `limits.upload.bytes` are read
 * @throws Refusal 413 for a file too large, 415 for another file format, 422 with `rows` for an invalid header, 429 if
 *   the queue is full; 400 for a mapping to an unknown field
 */
export async function openSheet<Result>(
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  task: Task,
  use: (sheet: OpenSheet) => Promise<Result>,
): Promise<Result> {
  const ticket = settings.queue?.enter()
  try {
    const spooled = await spool(file, settings.shared.app.limits.upload.bytes)
    try {
      await ticket?.turn(settings.cancelled)
      return await readRows(caller, spooled.fd, settings, task, use)
    } finally {
      await spooled.close()
    }
  } catch (error) {
    throw error instanceof SheetProblem ? refusalOfSheet(error, settings) : error
  } finally {
    ticket?.leave()
  }
}

async function readRows<Result>(
  caller: Caller,
  fd: number,
  settings: RosterSettings,
  task: Task,
  use: (sheet: OpenSheet) => Promise<Result>,
): Promise<Result> {
  const { upload } = settings.shared.app.limits
  const problems = new RosterProblems(settings)
  const reading: SheetReading = {}
  const chunks = readInThread(fd, {
    headers: knownHeaders(task.plan ?? settings.shared.roster),
    onTable: place => Object.assign(reading, place),
    // One more for the header.
    limits: { bytesIn: upload.bytes, rows: upload.rows + 1 },
    memoryMb: settings.server.uploads.memoryMb,
  })
  try {
    const [head, ...rows] = (await chunks.next()).value ?? []
    if (!head) throw new SheetProblem('empty')
    const header = readHeader(head, caller, settings, problems, task)
    problems.order = header.headers
    const read = rowReader(header, problems, settings, reading)
    return await use({ header, problems, reading, chunks: readChunks(rows, chunks, read) })
  } finally {
    await chunks.return()
  }
}

function readHeader(
  head: RosterRow,
  caller: Caller,
  { shared: config, locale, mapping }: RosterSettings,
  problems: RosterProblems,
  { task, columns, plan = rosterPlan(config), isUpdate = false }: Task,
): RosterReader {
  refuseUnknownFields(plan, mapping)
  const result = rosterReader(head, {
    plan,
    config,
    level: caller.level,
    user: userOf(caller),
    locale,
    columns,
    mapping,
    isUpdate,
  })
  if ('reader' in result) return result.reader
  problems.add(result.problems)
  throw problems.refusal(`${task}.header`)
}

/** @throws Refusal 400 if a header is mapped to a field that the sheet cannot have */
function refuseUnknownFields({ columns }: SheetPlan, mapping: ColumnMapping = {}): void {
  const fields = columns.map(({ field }) => field)
  const unknown = Object.values(mapping).find(field => field !== null && !fields.includes(field))
  if (unknown) throw new Refusal(400, 'upload.column', { field: unknown, fields: fields.join(', ') })
}

/** Returns a function that validates rows; it throws Refusal 409 after the sender has cancelled. */
const rowReader =
  (reader: RosterReader, problems: RosterProblems, settings: RosterSettings, reading: SheetReading) =>
  (rows: readonly RosterRow[]): RosterRecord[] => {
    refuseCancelled(settings)
    const hidden = rows.filter(({ isHidden }) => isHidden).length
    if (hidden > 0) reading.hiddenRows = (reading.hiddenRows ?? 0) + hidden
    return rows.map(row => {
      const { record, problems: found } = reader.read(row)
      problems.add(found)
      return record
    })
  }

/** @param first the rows that were read along with the header */
async function* readChunks(
  first: readonly RosterRow[],
  chunks: AsyncIterable<readonly RosterRow[]>,
  read: (rows: readonly RosterRow[]) => RosterRecord[],
): AsyncGenerator<RosterRecord[]> {
  yield read(first)
  for await (const rows of chunks) yield read(rows)
}

/** Joins chunks until each has at least this number of rows. */
export async function* inSteps(
  chunks: AsyncIterable<RosterRecord[]>,
  size: number,
): AsyncGenerator<RosterRecord[]> {
  let rows: RosterRecord[] = []
  for await (const records of chunks) {
    rows.push(...records)
    if (rows.length < size) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
