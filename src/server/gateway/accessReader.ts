/** What devices may prove themselves with, read for many at a time: after an outage thousands connect at once. */
import { Refusal } from '../refusal'
import type { Db } from '../store/database'
import { accessOf, type DeviceAccess } from '../store/gateway/secrets'

/** Devices that are asked about within this time are read by one query. */
const GATHER_MS = 10
/** Questions of one query. */
const MOST = 500
/** Queries at once. The questions that come meanwhile wait, and the next query takes all of them that it may. */
const AT_ONCE = 2
const WAIT_MS = 5_000
/** Questions that wait. */
const MOST_WAITING = 20_000

interface Question {
  imei: string
  answer(access: DeviceAccess | undefined): void
  fail(error: unknown): void
}

export class AccessReader {
  /** In the order in which they came, each with the end of its wait. */
  readonly #waiting = new Map<Question, NodeJS.Timeout>()
  #gathering: NodeJS.Timeout | undefined
  #queries = 0

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
      if (this.#waiting.size >= MOST_WAITING) return fail(tooMany())
      const question = { imei, answer, fail }
      const giveUp = () => {
        this.#waiting.delete(question)
        fail(tooMany())
      }
      this.#waiting.set(question, setTimeout(giveUp, WAIT_MS))
      this.#gathering ??= setTimeout(() => {
        this.#gathering = undefined
        this.#askNext()
      }, GATHER_MS)
    })
  }

  #askNext(): void {
    while (this.#queries < AT_ONCE && this.#waiting.size > 0) void this.#ask(this.#take())
  }

  #take(): Question[] {
    const questions: Question[] = []
    for (const [question, wait] of this.#waiting) {
      if (questions.length === MOST) break
      clearTimeout(wait)
      this.#waiting.delete(question)
      questions.push(question)
    }
    return questions
  }

  async #ask(questions: readonly Question[]): Promise<void> {
    this.#queries++
    try {
      const known = await accessOf(this.db, [...new Set(questions.map(({ imei }) => imei))], this.now())
      for (const { imei, answer } of questions) answer(known.get(imei))
    } catch (error) {
      for (const { fail } of questions) fail(error)
    } finally {
      this.#queries--
      // What is being gathered is asked at the end of that time.
      if (!this.#gathering) this.#askNext()
    }
  }
}

const tooMany = () => new Refusal(503, 'databaseBusy', {}, { retryAfter: 5 })
