/** PGlite's thread as seen from the server: orders go out, answers come back, and a dead thread is replaced. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { fromSource, packageRoot } from '../packageRoot'
import { DatabaseGone } from './failures'
import type { PgliteAnswer, PgliteOrder, PglitePlace, PgliteTask } from './pgliteWire'

interface Pending {
  resolve(answer: PgliteAnswer): void
  reject(error: Error): void
}

export class PgliteThread {
  #worker: Worker | undefined
  #opening: Promise<void> | undefined
  #pending = new Map<number, Pending>()
  #last = 0
  #closed = false

  constructor(readonly place: PglitePlace) {}

  /** Starts the thread, or waits for the start under way. */
  open(): Promise<void> {
    this.#opening ??= this.#start()
    return this.#opening
  }

  async ask(order: PgliteTask): Promise<PgliteAnswer> {
    if (this.#closed) throw new DatabaseGone('the database is closed')
    await this.open()
    const id = ++this.#last
    return new Promise<PgliteAnswer>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker!.postMessage({ id, ...order } satisfies PgliteOrder)
    })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    const worker = this.#worker
    if (worker) await this.ask({ do: 'close' }).catch(() => undefined)
    this.#closed = true
    await worker?.terminate()
  }

  async #start(): Promise<void> {
    const worker = startWorker(this.place)
    this.#worker = worker
    const opened = new Promise<PgliteAnswer>((resolve, reject) => this.#pending.set(0, { resolve, reject }))
    worker.on('message', (answer: PgliteAnswer) => this.#receive(worker, answer))
    worker.on('error', error => this.#fail(worker, error))
    worker.on('exit', code => this.#fail(worker, new Error(`the database thread ended (${code})`)))
    await opened
  }

  #receive(worker: Worker, answer: PgliteAnswer): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (!answer.error) {
      pending?.resolve(answer)
      return
    }
    const { message, fields, broken } = answer.error
    pending?.reject(Object.assign(new Error(message), fields))
    if (broken) {
      this.#fail(worker, new Error(message))
      void worker.terminate()
    }
  }

  /** What waits is refused; the next order starts a new thread on the same folder. */
  #fail(worker: Worker, cause: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#opening = undefined
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(new DatabaseGone(cause.message, { cause }))
  }
}

/** The bundle holds the worker as JavaScript; from source tsx reads it, which a worker must be told to itself. */
function startWorker(place: PglitePlace): Worker {
  if (!fromSource)
    return new Worker(join(import.meta.dirname, 'pgliteWorker.js'), { workerData: place, execArgv: [] })
  const require = createRequire(join(packageRoot, 'package.json'))
  const tsx = pathToFileURL(join(dirname(require.resolve('tsx/package.json')), 'dist/esm/api/index.mjs')).href
  const source = pathToFileURL(join(packageRoot, 'src/server/store/pgliteWorker.ts')).href
  const start = `import('${tsx}').then(({ tsImport }) => tsImport('${source}', '${source}'))`
  return new Worker(start, { eval: true, workerData: place, execArgv: [] })
}
