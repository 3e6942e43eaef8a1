/** PGlite's thread as seen from the server: orders go out, answers come back, and a dead thread is replaced. */
import { readFile, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../packageRoot'
import { workerScript } from '../../workerScript'
import { CHANGES_CHANNEL } from '../changesChannel'
import { DatabaseGone } from '../failures'

/**
 * A folder that stays, or memory; a new one may be filled from a dump (for tests: it saves making one from nothing).
 */
export type PgliteLocation = ({ folder: string } | { memory: true }) & { template?: string }

/** What the thread is started with. */
export type PgliteStart = PgliteLocation & {
  engine: WebAssembly.Module
  /** Whose notifications it passes on. */
  channel: string
}

type PgliteTask =
  | { do: 'query'; sql: string; parameters: readonly unknown[] }
  | { do: 'close' }
  | { do: 'dump' }

export type PgliteOrder = PgliteTask & { id: number }

/** Answer to the order of that id; id 0 says that the database is open, -1 is a notification. */
export interface PgliteAnswer {
  id: number
  rows?: unknown[]
  affected?: number
  /** The text of a notification. */
  notification?: string
  /** `broken`: not PostgreSQL refused but PGlite itself failed; nothing it says from here on can be trusted. */
  error?: { message: string; fields: Record<string, string>; broken: boolean }
}

const require = createRequire(join(packageRoot, 'package.json'))

export interface PgliteListener {
  heard(notification: string): void
  /** The thread is another one: some may not have come. */
  missed(): void
}

interface Pending {
  resolve(answer: PgliteAnswer): void
  reject(error: Error): void
}

/** How often an answer that does not come is checked for a full disk. */
const LOOK_MS = 2_000
/** PostgreSQL takes its log in pieces of this size; without room for one PGlite runs in a circle. */
const LOG_PIECE_BYTES = 16 * 1024 * 1024

export class PgliteThread {
  #worker: Worker | undefined
  #opening: Promise<void> | undefined
  #pending = new Map<number, Pending>()
  #last = 0
  #closed = false
  readonly #listeners = new Set<PgliteListener>()

  /** @param isFull whether a folder has no room left */
  constructor(
    readonly place: PgliteLocation,
    private readonly isFull: (folder: string) => Promise<boolean> = diskIsFull,
  ) {}

  /** Starts the thread, or waits for the start under way. */
  open(): Promise<void> {
    this.#opening ??= this.#start()
    return this.#opening
  }

  async ask(order: PgliteTask): Promise<PgliteAnswer> {
    if (this.#closed) throw new DatabaseGone('the database is closed')
    await this.open()
    const id = ++this.#last
    return this.#unlessStuck(
      new Promise<PgliteAnswer>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject })
        this.#worker!.postMessage({ id, ...order } satisfies PgliteOrder)
      }),
    )
  }

  /** Hears notifications of changes; returns what ends that. */
  listen(listener: PgliteListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    // A start under way has a thread that is not in `#worker` yet.
    await this.#opening?.catch(() => undefined)
    const worker = this.#worker
    if (worker) await this.ask({ do: 'close' }).catch(() => undefined)
    this.#closed = true
    await worker?.terminate()
  }

  async #start(): Promise<void> {
    const worker = await startWorker(this.place)
    this.#worker = worker
    const opened = new Promise<PgliteAnswer>((resolve, reject) => this.#pending.set(0, { resolve, reject }))
    worker.on('message', (answer: PgliteAnswer) => this.#receive(worker, answer))
    worker.on('error', error => this.#fail(worker, error))
    worker.on('exit', code => this.#fail(worker, new Error(`the database thread ended (${code})`)))
    await this.#unlessStuck(opened)
    for (const { missed } of this.#listeners) missed()
  }

  /**
   * On a full disk the thread may never answer again: it is ended, and the next order starts one, which heals what it
   * finds.
   */
  async #unlessStuck(answer: Promise<PgliteAnswer>): Promise<PgliteAnswer> {
    const worker = this.#worker
    const look = async () => {
      if (!worker || !('folder' in this.place) || !(await this.isFull(this.place.folder))) return
      this.#fail(worker, new Error('the disk is full'))
      void worker.terminate()
    }
    const looking = setInterval(() => void look(), LOOK_MS)
    try {
      return await answer
    } finally {
      clearInterval(looking)
    }
  }

  #receive(worker: Worker, answer: PgliteAnswer): void {
    if (answer.notification !== undefined) {
      for (const { heard } of this.#listeners) heard(answer.notification)
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

async function diskIsFull(folder: string): Promise<boolean> {
  const room = await statfs(dirname(folder)).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize < LOG_PIECE_BYTES
}

async function startWorker(place: PgliteLocation): Promise<Worker> {
  const script = await workerScript('store/pglite/pgliteWorker')
  const workerData: PgliteStart = { ...place, engine: await engine(), channel: CHANGES_CHANNEL }
  return new Worker(script, { workerData, execArgv: [] })
}

let compiled: Promise<WebAssembly.Module> | undefined
/** PGlite compiled, for every thread of the process: one that takes the place of another starts sooner. */
function engine(): Promise<WebAssembly.Module> {
  compiled ??= readFile(join(dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm')).then(code =>
    WebAssembly.compile(code),
  )
  return compiled
}
