/** Reads an uploaded spreadsheet in a thread of its own, as seen from the server. */
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type SheetLimits, SheetProblem, type SheetProblemCode, type SheetRow } from '../../sheet'
import { errorCode } from '../store/failures'
import { workerScript } from '../workerScript'
import { type PackedRows, unpackRows } from './packedRows'

/** What the thread is started with. */
export interface SheetStart {
  /** The descriptor of the open file, which the starter of the thread closes. */
  fd: number
  limits: Partial<SheetLimits>
}

/** Some rows, the last of them, or why there are no more. Each is answered once the next may come. */
export type SheetMessage =
  | { rows: PackedRows; last: boolean }
  | { problem: { code: SheetProblemCode; row?: number; column?: number; limit?: number } }

interface ThreadSettings {
  limits: Partial<SheetLimits>
  /** What its values may take; its bytes are held beside them. */
  memoryMb: number
}

/** Bounds the thread's young generation: rows are short-lived, and without it 48 MB of them accumulate. */
const YOUNG_MB = 8

/**
 * The rows of the file in pieces, read ahead by two pieces at most. The thread ends with the last row, or when the
 * generator is closed.
 *
 * @param fd of a file that stays open until then
 * @throws SheetProblem as `readSheet`, and `memory` when the thread runs out of memory
 */
export async function* readInThread(
  fd: number,
  { limits, memoryMb }: ThreadSettings,
): AsyncGenerator<SheetRow[], void, undefined> {
  const worker = new Worker(await workerScript('sheets/sheetWorker', ['sheet', 'server/sheets']), {
    workerData: { fd, limits } satisfies SheetStart,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    execArgv: [],
  })
  // A thread that is terminated in the middle may still emit an error.
  worker.on('error', () => undefined)
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<
      [SheetMessage]
    >) {
      if ('problem' in message) throw new SheetProblem(message.problem.code, message.problem)
      yield unpackRows(message.rows)
      if (message.last) return
      worker.postMessage('next')
    }
    throw new Error('the thread that reads a spreadsheet has ended')
  } catch (error) {
    throw errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetProblem('memory') : error
  } finally {
    await worker.terminate()
  }
}
