/** Reads an uploaded spreadsheet in a worker thread. */
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  type SheetLimits,
  SheetProblem,
  type SheetProblemCode,
  type SheetRow,
  type TablePlace,
} from '../../sheet'
import { errorCode } from '../store/failures'
import { workerScript } from '../workerScript'
import { type PackedRows, unpackRows } from './packedRows'

/** The `workerData` of the thread. */
export interface SheetStart {
  /** The descriptor of the open file, closed by the caller. */
  fd: number
  limits: Partial<SheetLimits>
  /** The headers by which the table is found. */
  headers: readonly string[]
}

/** A message of the thread: a chunk of rows, which the server answers by `next`, or the problem that ended reading. */
export type SheetMessage =
  | { rows: PackedRows; isLast: boolean; place?: TablePlace | undefined }
  | { problem: { code: SheetProblemCode; row?: number; column?: number; limit?: number } }

interface ThreadSettings {
  limits: Partial<SheetLimits>
  headers: readonly string[]
  /** Called before the first rows. */
  onTable: (place: TablePlace) => void
  /** The limit of the JavaScript heap; buffers are not included. */
  memoryMb: number
}

/** Limit of the young generation of the heap; by default 48 MB of short-lived rows would accumulate. */
const YOUNG_MB = 8

/**
 * Yields the rows of the file in chunks, read at most two chunks ahead. The thread ends with the last row, or when the
 * generator is closed.
 *
 * @param fd descriptor of a file that stays open until then
 * @throws SheetProblem as `readSheet`, and `memory` if the thread runs out of memory
 */
export async function* readInThread(
  fd: number,
  { limits, headers, onTable, memoryMb }: ThreadSettings,
): AsyncGenerator<SheetRow[], void, undefined> {
  const worker = new Worker(await workerScript('sheets/sheetWorker', ['domain', 'sheet', 'server/sheets']), {
    workerData: { fd, limits, headers } satisfies SheetStart,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    execArgv: [],
  })
  // A terminated thread may still emit an error.
  worker.on('error', () => undefined)
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<
      [SheetMessage]
    >) {
      if ('problem' in message) throw new SheetProblem(message.problem.code, message.problem)
      if (message.place) onTable(message.place)
      yield unpackRows(message.rows)
      if (message.isLast) return
      worker.postMessage('next')
    }
    throw new Error('the thread that reads a spreadsheet has ended')
  } catch (error) {
    throw errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetProblem('memory') : error
  } finally {
    await worker.terminate()
  }
}
