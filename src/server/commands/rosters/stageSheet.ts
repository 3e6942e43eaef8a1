/** A spreadsheet of devices on its way into the database: rows are judged as they are read and staged in batches. */
import {
  type RosterContext,
  type RosterReader,
  type RosterRecord,
  type RosterRow,
  rosterReader,
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
import { openStaging, type StagedRow, type Staging, stagedRow } from './rosterStaging'

interface Reading {
  task: SheetTask
  /** Which columns are looked at; all of the roster without it. */
  columns?: RosterContext['columns']
  isUpdate?: boolean
}

/** What has been read, and what was wrong with it so far. */
export interface Staged {
  staging: Staging
  header: RosterReader
  problems: RosterProblems
}

/** A sheet while it is read. */
interface OpenSheet {
  header: RosterReader
  /** Gets what is wrong with a row when the row is read. */
  problems: RosterProblems
  /**
   * Every row with its valid cells, some at a time. Reading goes on behind a bad one, so that the sender gets all that
   * is wrong.
   */
  pieces: AsyncIterable<RosterRecord[]>
}

/**
 * Reads the whole file and hands its staged rows to `use`; they are gone afterwards.
 *
 * @throws Refusal as `openSheet`, 422 without a row
 */
export function stageSheet<Result>(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  { use, ...reading }: Reading & { use: (staged: Staged) => Promise<Result> },
): Promise<Result> {
  return openSheet(caller, file, settings, reading, async ({ header, problems, pieces }) => {
    const staging = await openStaging(db, settings.now)
    try {
      const rows = await staging.fill(staged(pieces))
      if (rows === 0) throw new Refusal(422, `${reading.task}.noRows`)
      refuseCancelled(settings)
      return await use({ staging, header, problems })
    } finally {
      await staging.drop()
    }
  })
}

async function* staged(pieces: AsyncIterable<RosterRecord[]>): AsyncGenerator<StagedRow[]> {
  for await (const records of pieces) yield records.map(stagedRow)
}

/**
 * Reads the header of a file and hands its rows to `use`. The file is received to its end before it waits for its turn,
 * so that a slow upload does not block others.
 *
 * @param file the spreadsheet as it arrives; it is read no further than `limits.upload.bytes`
 * @throws Refusal 413 for a file too large, 415 for one that is no spreadsheet, 422 with `rows` for a header that is
 *   not understood, 429 when too many are read already
 */
export async function openSheet<Result>(
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  reading: Reading,
  use: (sheet: OpenSheet) => Promise<Result>,
): Promise<Result> {
  const ticket = settings.queue?.enter()
  try {
    const spooled = await spool(file, settings.shared.app.limits.upload.bytes)
    try {
      await ticket?.turn(settings.cancelled)
      return await readRows(caller, spooled.fd, settings, reading, use)
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
  reading: Reading,
  use: (sheet: OpenSheet) => Promise<Result>,
): Promise<Result> {
  const { upload } = settings.shared.app.limits
  const problems = new RosterProblems(settings)
  const pieces = readInThread(fd, {
    limits: { bytesIn: upload.bytes, rows: upload.rows + 1 },
    memoryMb: settings.server.uploads.memoryMb,
  })
  try {
    const [head, ...rows] = (await pieces.next()).value ?? []
    if (!head) throw new SheetProblem('empty')
    const header = readHeader(head, caller, settings, problems, reading)
    problems.order = header.headers
    const judge = judging(header, problems, settings)
    return await use({ header, problems, pieces: judged(rows, pieces, judge) })
  } finally {
    await pieces.return()
  }
}

function readHeader(
  head: RosterRow,
  caller: Caller,
  { shared: config, locale }: RosterSettings,
  problems: RosterProblems,
  { task, columns, isUpdate = false }: Reading,
): RosterReader {
  const understood = rosterReader(head, {
    config,
    level: caller.level,
    user: userOf(caller),
    locale,
    ...(columns && { columns }),
    isUpdate,
  })
  if ('reader' in understood) return understood.reader
  problems.add(understood.problems)
  throw problems.refusal(`${task}.header`)
}

/** Judges some rows. @throws Refusal 409 once the sender has stopped it */
const judging =
  (reader: RosterReader, problems: RosterProblems, settings: RosterSettings) =>
  (rows: readonly RosterRow[]): RosterRecord[] => {
    refuseCancelled(settings)
    return rows.map(row => {
      const { record, problems: found } = reader.read(row)
      problems.add(found)
      return record
    })
  }

/** @param first those that came with the header */
async function* judged(
  first: readonly RosterRow[],
  pieces: AsyncIterable<readonly RosterRow[]>,
  judge: (rows: readonly RosterRow[]) => RosterRecord[],
): AsyncGenerator<RosterRecord[]> {
  yield judge(first)
  for await (const rows of pieces) yield judge(rows)
}
