/** The worker thread that reads an uploaded spreadsheet, with its own memory limit (security 26, 52). */
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet, SheetProblem, type SheetRow, type TablePlace } from '../../sheet'
import { packRows } from './packedRows'
import type { SheetMessage, SheetStart } from './sheetThread'

/** Maximum rows and characters per message. */
const CHUNK_ROWS = 100
const CHUNK_CHARACTERS = 64 * 1024
/** Messages that the server has not processed yet. */
const MAX_AHEAD = 2

const { fd, limits, headers } = workerData as SheetStart
const port = parentPort!

/** How many messages may be sent before the server asks for the next one. */
let credits = MAX_AHEAD
/** Ends the wait for a credit. */
let wake: () => void = () => undefined
port.on('message', () => {
  credits++
  wake()
})

async function send(message: SheetMessage): Promise<void> {
  while (credits === 0)
    await new Promise<void>(resolve => {
      wake = resolve
    })
  credits--
  port.postMessage(message)
}

const charactersOf = (row: SheetRow) =>
  row.cells.reduce((sum, cell) => sum + cell.text.length + cell.raw.length, 0)

try {
  let rows: SheetRow[] = []
  let characters = 0
  /** Where the table was found, until it has been sent. */
  let place: TablePlace | undefined
  const onTable = (found: TablePlace) => {
    place = found
  }
  const bytes = createReadStream('', { fd, start: 0, autoClose: false })
  // Nothing else runs in this thread, so reading need not yield.
  for await (const row of readSheet(bytes, { limits, headers, onTable, pause: async () => undefined })) {
    rows.push(row)
    characters += charactersOf(row)
    if (rows.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue
    await send({ rows: packRows(rows), isLast: false, place })
    place = undefined
    rows = []
    characters = 0
  }
  await send({ rows: packRows(rows), isLast: true, place })
} catch (error) {
  if (!(error instanceof SheetProblem)) throw error
  const { code, row, column, limit } = error
  await send({ problem: { code, row, column, limit } })
} finally {
  port.close()
}
