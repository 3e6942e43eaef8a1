/** The thread in which an uploaded spreadsheet is read, with a memory limit of its own (security 26, 52). */
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet, SheetProblem, type SheetRow } from '../../sheet'
import { packRows } from './packedRows'
import type { SheetMessage, SheetStart } from './sheetThread'

/** Rows are handed over in pieces of at most this many rows or letters. */
const PIECE_ROWS = 100
const PIECE_LETTERS = 64 * 1024
/** Pieces that may be on their way at once. */
const AHEAD = 2

const { fd, limits } = workerData as SheetStart
const port = parentPort!

let room = AHEAD
let wake: () => void = () => undefined
port.on('message', () => {
  room++
  wake()
})

async function hand(message: SheetMessage): Promise<void> {
  while (room === 0)
    await new Promise<void>(resolve => {
      wake = resolve
    })
  room--
  port.postMessage(message)
}

const lettersOf = (row: SheetRow) =>
  row.cells.reduce((sum, cell) => sum + cell.text.length + cell.raw.length, 0)

try {
  let rows: SheetRow[] = []
  let letters = 0
  const bytes = createReadStream('', { fd, start: 0, autoClose: false })
  // Nothing else runs in this thread, so reading need not yield.
  for await (const row of readSheet(bytes, { limits, pause: async () => undefined })) {
    rows.push(row)
    letters += lettersOf(row)
    if (rows.length < PIECE_ROWS && letters < PIECE_LETTERS) continue
    await hand({ rows: packRows(rows), last: false })
    rows = []
    letters = 0
  }
  await hand({ rows: packRows(rows), last: true })
} catch (error) {
  if (!(error instanceof SheetProblem)) throw error
  const { code, row, column, limit } = error
  await hand({ problem: { code, row, column, limit } })
} finally {
  port.close()
}
