/**
 * Registers the devices of a spreadsheet: all of them or none (decisions 25 and 29). Rows are judged as they are read and
 * staged in batches beside the devices; one transaction at the end judges them against the records and takes them over.
 */
import { type RosterReader, type RosterRow, rosterReader } from '../../engine/roster'
import { readSheet, SheetProblem } from '../../sheet'
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { sqlState } from '../store/failures'
import { RosterProblems, type RosterSettings, refusalOfSheet } from './rosterProblems'
import { openStaging, type StagedRow, type Staging } from './rosterStaging'
import { takeOver } from './rosterTakeOver'

/**
 * @param caller at least of level client; what a client registers is its own, of others it is their vendor's
 * @param file the spreadsheet as it arrives; it is read no further than `limits.upload.bytes`
 * @returns how many devices there are more
 * @throws Refusal 413 for a file too large, 415 for one that is no spreadsheet, 422 with `rows` for everything else, naming each
 *   refused cell (the first `rowErrors` of them) and their number
 */
export async function registerRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<{ added: number }> {
  const { upload } = settings.console.app.limits
  const problems = new RosterProblems(settings)
  const rows = readSheet(file, {
    limits: { bytesIn: upload.bytes, rows: upload.rows + 1 },
    breathe: () => new Promise(setImmediate),
  })
  try {
    const header = await readHeader(rows, caller, settings, problems)
    problems.order = header.headers
    const staging = await openStaging(db)
    try {
      const staged = await staging.fill(judge(rows, header, problems))
      if (staged === 0) throw new Refusal(422, 'roster.noRows')
      return { added: await settle(db, caller, staging, header, problems) }
    } finally {
      await staging.drop()
    }
  } catch (error) {
    throw error instanceof SheetProblem ? refusalOfSheet(error, settings) : error
  } finally {
    await rows.return()
  }
}

async function readHeader(
  rows: AsyncGenerator<RosterRow>,
  caller: Caller,
  { console: config, locale }: RosterSettings,
  problems: RosterProblems,
): Promise<RosterReader> {
  const first = await rows.next()
  if (first.done) throw new SheetProblem('empty')
  const understood = rosterReader(first.value, { config, level: caller.level, locale })
  if ('reader' in understood) return understood.reader
  problems.add(understood.problems)
  throw problems.refusal('roster.header')
}

/** Every row with what is right in it: what is wrong is noted, and the rest still told apart from what is registered. */
async function* judge(
  rows: AsyncIterable<RosterRow>,
  reader: RosterReader,
  problems: RosterProblems,
): AsyncGenerator<StagedRow> {
  for await (const row of rows) {
    const { record, problems: found } = reader.read(row)
    problems.add(found)
    const { id, isdn, 'modem.apn': modem_apn, 'modem.band': band, ...names } = record.values
    yield {
      vendor: '',
      client: '',
      model: '',
      batch: '',
      bunch: '',
      serial: '',
      version: '',
      release: '',
      edition: '',
      ...names,
      line: record.row,
      id: id ?? null,
      isdn: isdn ?? null,
      modem_apn: modem_apn ?? '',
      modem_band: Number(band ?? 0),
      extra: record.extra,
    }
  }
}

/** SQLSTATE of a value that is there already. */
const TAKEN = '23505'

async function settle(
  db: Db,
  caller: Caller,
  staging: Staging,
  header: RosterReader,
  problems: RosterProblems,
): Promise<number> {
  try {
    return await takeOver(db, caller, staging, header, problems)
  } catch (error) {
    if (sqlState(error) !== TAKEN) throw error
    // Somebody registered one of these devices in this very moment: judged again, the row says so.
    return takeOver(db, caller, staging, header, problems)
  }
}
