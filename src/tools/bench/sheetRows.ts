/** Measures time and memory of reading a spreadsheet of 100,000 rows in a separate process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSheet, writeXlsx } from '../../sheet'
import { temporaryFolder } from '../services/site'

const ROWS = 100_000

interface SheetSpeed {
  rows: number
  fileBytes: number
  seconds: number
  /** Growth of the process while reading. */
  grownMiB: number
}

/** Writes the file here, and reads it in a child process, whose memory contains nothing else. */
export async function measureSheet(): Promise<SheetSpeed> {
  await using folder = await temporaryFolder('fleet-sheet-')
  const file = join(folder.path, 'roster.xlsx')
  const columns = ['IMEI', 'phone', 'serial', 'model', 'batch', 'version'].map(header => ({ header }))
  await pipeline(
    Readable.from(writeXlsx([{ name: 'roster', columns, rows: rows() }])),
    createWriteStream(file),
  )
  const child = fork(import.meta.filename, ['read', file], { execArgv: ['--import', 'tsx'] })
  const [speed] = (await once(child, 'message')) as [Omit<SheetSpeed, 'rows' | 'fileBytes'>]
  return { rows: ROWS, fileBytes: (await stat(file)).size, ...speed }
}

async function read(file: string): Promise<Omit<SheetSpeed, 'rows' | 'fileBytes'>> {
  const bytesBefore = process.memoryUsage().rss
  let peak = bytesBefore
  let rows = 0
  const began = performance.now()
  for await (const row of readSheet(createReadStream(file))) {
    if (row.cells.length > 0) rows += 1
    if (rows % 1000 === 0) peak = Math.max(peak, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - began) / 1000
  // With the header.
  if (rows !== ROWS + 1) throw new Error(`${rows} rows were read of ${ROWS + 1}`)
  return { seconds, grownMiB: (Math.max(peak, process.memoryUsage().rss) - bytesBefore) / 2 ** 20 }
}

function* rows(): Generator<string[]> {
  for (let row = 0; row < ROWS; row++) {
    const digits = String(row).padStart(6, '0')
    yield [`35693803${digits}0`, `0101${digits}0`, digits, 'FT-100', `batch ${row % 40}`, '1.2.3']
  }
}

// In the child process of `measureSheet`.
const [, , task, file] = process.argv
if (task === 'read' && file && process.send) process.send(await read(file))
