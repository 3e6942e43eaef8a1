/** Reads a spreadsheet of 100,000 rows in a process of its own, and tells how fast and in how much memory. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readSheet, writeXlsx } from '../../sheet'

const ROWS = 100_000

export interface SheetSpeed {
  rows: number
  fileBytes: number
  seconds: number
  /** How much the process grew beyond what it had before it began to read. */
  grownMiB: number
}

/** Runs the measurement in a child process, so that nothing else is in its memory. */
export async function measureSheet(): Promise<SheetSpeed> {
  const child = fork(import.meta.filename, ['read'], { execArgv: ['--import', 'tsx', '--expose-gc'] })
  const [speed] = (await once(child, 'message')) as [SheetSpeed]
  return speed
}

async function readHere(): Promise<SheetSpeed> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeXlsx([{ name: 'roster', columns: COLUMNS, rows: rows() }]))
    pieces.push(piece)
  const fileBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  let read = 0
  const began = performance.now()
  for await (const row of readSheet(given(pieces))) {
    if (row.cells.length > 0) read += 1
    if (read % 1000 === 0) peak = Math.max(peak, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - began) / 1000
  peak = Math.max(peak, process.memoryUsage().rss)
  if (read !== ROWS + 1) throw new Error(`${read} rows were read of ${ROWS + 1}`)
  return { rows: ROWS, fileBytes, seconds, grownMiB: (peak - before) / 2 ** 20 }
}

const COLUMNS = ['IMEI', 'phone', 'serial', 'model', 'batch', 'version'].map(header => ({ header }))

function* rows(): Generator<string[]> {
  for (let at = 0; at < ROWS; at++) {
    const digits = String(at).padStart(6, '0')
    yield [`35693803${digits}0`, `0101${digits}0`, digits, 'FT-100', `batch ${at % 40}`, '1.2.3']
  }
}

async function* given(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

if (process.argv[2] === 'read' && process.send) process.send(await readHere())
