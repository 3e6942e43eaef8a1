/** Reads the valid secrets of devices, many devices per query: after an outage thousands connect at once. */
import { type SecretUse, storeFirstUses } from '../commands/gateway/formerSecrets'
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { currentAccess, type DeviceAccess } from '../store/gateway/secrets'
import { BatchQueue } from './batchQueue'

/** Requests that arrive within this time share one query. */
const GATHER_MS = 10
/** Requests per query. */
const MAX_PER_QUERY = 500
/** Queries at the same time. Later requests wait, and share the next query. */
const MAX_QUERIES = 2
/** How long a request may wait for its query. */
const TIMEOUT_MS = 5_000
/** Maximum of waiting requests; more are refused at once. */
const MAX_WAITING = 20_000

interface AccessRequest {
  imei: string
  resolve(access: DeviceAccess | undefined): void
  reject(error: unknown): void
}

export class AccessReader {
  /** Oldest first, each with its timeout. */
  readonly #waiting = new Map<AccessRequest, NodeJS.Timeout>()
  #gatherTimer: NodeJS.Timeout | undefined
  #queries = 0
  readonly #firstUses = new BatchQueue<SecretUse>({
    max: MAX_PER_QUERY,
    gatherMs: GATHER_MS,
    // If this fails, the next sign-in of the device counts as the first use.
    store: uses => storeFirstUses(this.db, uses, this.now()).catch(() => undefined),
  })

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
  ) {}

  /**
   * Reads the access of a device.
   *
   * @returns `undefined` for a device that is not registered
   * @throws Refusal 503 when too many requests wait, or after 5 seconds
   */
  read(imei: string): Promise<DeviceAccess | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= MAX_WAITING) return reject(databaseBusy())
      const request = { imei, resolve, reject }
      const onTimeout = () => {
        this.#waiting.delete(request)
        reject(databaseBusy())
      }
      this.#waiting.set(request, setTimeout(onTimeout, TIMEOUT_MS))
      this.#gatherTimer ??= setTimeout(() => {
        this.#gatherTimer = undefined
        this.#startQueries()
      }, GATHER_MS)
    })
  }

  /** Stores that the device has signed in with this secret, if it is the first time. */
  recordSignIn(imei: string, hash: string, { unused }: DeviceAccess): void {
    if (unused?.includes(hash)) this.#firstUses.add({ imei, hash })
  }

  #startQueries(): void {
    while (this.#queries < MAX_QUERIES && this.#waiting.size > 0) void this.#query(this.#takeBatch())
  }

  #takeBatch(): AccessRequest[] {
    const requests: AccessRequest[] = []
    for (const [request, wait] of this.#waiting) {
      if (requests.length === MAX_PER_QUERY) break
      clearTimeout(wait)
      this.#waiting.delete(request)
      requests.push(request)
    }
    return requests
  }

  async #query(requests: readonly AccessRequest[]): Promise<void> {
    this.#queries++
    try {
      const accessByImei = await currentAccess(
        this.db,
        [...new Set(requests.map(({ imei }) => imei))],
        this.now(),
      )
      for (const { imei, resolve } of requests) resolve(accessByImei.get(imei))
    } catch (error) {
      for (const { reject } of requests) reject(error)
    } finally {
      this.#queries--
      // While the gather timer runs, it starts the next query.
      if (!this.#gatherTimer) this.#startQueries()
    }
  }
}

const databaseBusy = () => new Refusal(503, 'databaseBusy', {}, { retryAfter: 5 })
