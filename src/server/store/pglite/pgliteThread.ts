/** Runs PGlite in a worker thread: sends requests to it, receives its answers, and replaces it if it fails. */
import { readFile, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../packageRoot'
import { workerScript } from '../../workerScript'
import { CHANGES_CHANNEL } from '../changesChannel'
import { DatabaseGone } from '../failures'

/** A folder, or memory for tests. A new database is loaded from the dump `template`, if given. */
export type PgliteLocation = ({ folder: string } | { memory: true }) & { template?: string }

/** The `workerData` of the thread. */
export type PgliteStart = PgliteLocation & {
  engine: WebAssembly.Module
  /** The channel whose notifications it forwards. */
  channel: string
}

type PgliteTask =
  | { do: 'query'; sql: string; parameters: readonly unknown[] }
  | { do: 'close' }
  | { do: 'dump' }

export type PgliteRequest = PgliteTask & { id: number }

/** The answer to the request with this id. Without a request: id 0 when the database is open, -1 for a notification. */
export interface PgliteAnswer {
  id: number
  /** Rows of a query; for a dump its bytes (`Uint8Array`) as the only row. */
  rows?: unknown[]
  /** The number of affected rows. */
  affected?: number
  /** The text of a notification. */
  notification?: string
  /** `broken` if PGlite itself failed, not just the statement: the thread must be replaced. */
  error?: { message: string; fields: Record<string, string>; broken: boolean }
}

const require = createRequire(join(packageRoot, 'package.json'))

export interface PgliteListener {
  onNotification(notification: string): void
  /** A new thread was started: notifications may have been lost. */
  onMissed(): void
}

interface Pending {
  resolve(answer: PgliteAnswer): void
  reject(error: Error): void
}

/** The interval at which free disk space is checked while an answer is pending. */
const DISK_CHECK_MS = 2_000
/** PostgreSQL allocates its write-ahead log in segments of this size; without space for one, PGlite loops forever. */
const WAL_SEGMENT_BYTES = 16 * 1024 * 1024

export class PgliteThread {
  #worker: Worker | undefined
  #opening: Promise<void> | undefined
  /** Requests without an answer, by id; 0 is the start of the thread. */
  #pending = new Map<number, Pending>()
  #lastId = 0
  #closed = false
  readonly #listeners = new Set<PgliteListener>()

  /** @param isFull whether the disk of a folder is full */
  constructor(
    readonly location: PgliteLocation,
    private readonly isFull: (folder: string) => Promise<boolean> = diskIsFull,
  ) {}

  /** Starts the thread, or waits for the start under way. */
  open(): Promise<void> {
    this.#opening ??= this.#start()
    return this.#opening
  }

  async request(task: PgliteTask): Promise<PgliteAnswer> {
    if (this.#closed) throw new DatabaseGone('the database is closed')
    await this.open()
    const id = ++this.#lastId
    return this.#unlessDiskFull(
      new Promise<PgliteAnswer>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject })
        this.#worker!.postMessage({ id, ...task } satisfies PgliteRequest)
      }),
    )
  }

  /** Subscribes to notifications. @returns unsubscribes */
  listen(listener: PgliteListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    // A thread that is being started is not in `#worker` yet.
    await this.#opening?.catch(() => undefined)
    const worker = this.#worker
    if (worker) await this.request({ do: 'close' }).catch(() => undefined)
    this.#closed = true
    await worker?.terminate()
  }

  async #start(): Promise<void> {
    const worker = await startWorker(this.location)
    this.#worker = worker
    const opened = new Promise<PgliteAnswer>((resolve, reject) => this.#pending.set(0, { resolve, reject }))
    worker.on('message', (answer: PgliteAnswer) => this.#receive(worker, answer))
    worker.on('error', error => this.#fail(worker, error))
    worker.on('exit', code => this.#fail(worker, new Error(`the database thread ended (${code})`)))
    await this.#unlessDiskFull(opened)
    for (const { onMissed } of this.#listeners) onMissed()
  }

  /**
   * Waits for the answer, but terminates the thread if the disk is full: it may never answer again. The next request
   * starts a new thread, in which PostgreSQL recovers the database.
   */
  async #unlessDiskFull(answer: Promise<PgliteAnswer>): Promise<PgliteAnswer> {
    const worker = this.#worker
    const checkDisk = async () => {
      if (!worker || !('folder' in this.location) || !(await this.isFull(this.location.folder))) return
      this.#fail(worker, new Error('the disk is full'))
      void worker.terminate()
    }
    const timer = setInterval(() => void checkDisk(), DISK_CHECK_MS)
    try {
      return await answer
    } finally {
      clearInterval(timer)
    }
  }

  #receive(worker: Worker, answer: PgliteAnswer): void {
    if (answer.notification !== undefined) {
      for (const { onNotification } of this.#listeners) onNotification(answer.notification)
      return
    }
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (!answer.error) {
      pending?.resolve(answer)
      return
    }
    const { message, fields, broken } = answer.error
    const cause = Object.assign(new Error(message), fields)
    pending?.reject(broken ? new DatabaseGone(message, { cause }) : cause)
    if (broken) {
      this.#fail(worker, cause)
      void worker.terminate()
    }
  }

  /** Rejects all pending requests; the next request starts a new thread on the same folder. */
  #fail(worker: Worker, cause: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#opening = undefined
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of pending) reject(new DatabaseGone(cause.message, { cause }))
  }
}

async function diskIsFull(folder: string): Promise<boolean> {
  const disk = await statfs(dirname(folder)).catch(() => undefined)
  return disk !== undefined && disk.bavail * disk.bsize < WAL_SEGMENT_BYTES
}

async function startWorker(location: PgliteLocation): Promise<Worker> {
  const script = await workerScript('store/pglite/pgliteWorker')
  const workerData: PgliteStart = { ...location, engine: await compileEngine(), channel: CHANGES_CHANNEL }
  return new Worker(script, { workerData, execArgv: [] })
}

let compiledEngine: Promise<WebAssembly.Module> | undefined
/** Compiles PGlite once for all threads of the process, so that a replacement starts faster. */
function compileEngine(): Promise<WebAssembly.Module> {
  compiledEngine ??= readFile(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')).then(
    code => WebAssembly.compile(code),
  )
  return compiledEngine
}
