/** What devices may prove themselves with, read for many at a time: after an outage thousands connect at once. */
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { accessOf, type DeviceAccess } from '../store/gateway/secrets'
import { Turns } from '../turns'

/** Devices that are asked about within this time are read by one query. */
const GATHER_MS = 10
const MOST = 500
/** Queries at once; the others wait, so long at most. */
const AT_ONCE = 2
const WAIT_MS = 5_000

interface Question {
  imei: string
  answer(access: DeviceAccess | undefined): void
  fail(error: unknown): void
}

export class AccessReader {
  #questions: Question[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #turns = new Turns(() => AT_ONCE)

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
  ) {}

  /**
   * @returns `undefined` for a device that is not registered
   * @throws Refusal 503 when too many are asking
   */
  read(imei: string): Promise<DeviceAccess | undefined> {
    return new Promise((answer, fail) => {
      this.#questions.push({ imei, answer, fail })
      this.#timer ??= setTimeout(() => void this.#ask(), GATHER_MS)
    })
  }

  async #ask(): Promise<void> {
    const questions = this.#questions.splice(0, MOST)
    this.#timer = this.#questions.length > 0 ? setTimeout(() => void this.#ask(), 0) : undefined
    const giveBack = await this.#turns.take(WAIT_MS)
    try {
      if (!giveBack) throw new Refusal(503, 'databaseBusy', {}, { retryAfter: 5 })
      const known = await accessOf(this.db, [...new Set(questions.map(({ imei }) => imei))], this.now())
      for (const { imei, answer } of questions) answer(known.get(imei))
    } catch (error) {
      for (const { fail } of questions) fail(error)
    } finally {
      giveBack?.()
    }
  }
}
