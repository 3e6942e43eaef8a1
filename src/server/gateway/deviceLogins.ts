/** Who may connect to the broker within the server: devices by their secret, asked of the database for many at a time. */
import type { Db } from '../store/database'
import { type DeviceAccess, hashOfSecret, secretsOf } from '../store/gateway/secrets'

/** What a device has proved itself with, looked at again while it is connected. */
export interface Login {
  imei: string
  hash: string
  owner: string
}

/** Questions that come within so long are one query: thousands of devices come back at the same moment. */
const GATHER_MS = 10
const MOST = 500

interface Question {
  imei: string
  answer(access: DeviceAccess | undefined): void
  fail(error: unknown): void
}

export class DeviceLogins {
  #questions: Question[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly db: Db,
    private readonly now: () => Date,
  ) {}

  /** @returns `undefined` for a wrong secret */
  async check(imei: string, secret: string): Promise<Login | undefined> {
    const access = await new Promise<DeviceAccess | undefined>((answer, fail) => {
      this.#questions.push({ imei, answer, fail })
      this.#timer ??= setTimeout(() => void this.#ask(), GATHER_MS)
    })
    const hash = hashOfSecret(imei, secret)
    return access?.hashes.includes(hash) ? { imei, hash, owner: access.owner } : undefined
  }

  /** Of these logins, the ones that are no longer good: the secret is gone or the device has changed hands. */
  async withdrawn(logins: readonly Login[]): Promise<Login[]> {
    const gone: Login[] = []
    for (let at = 0; at < logins.length; at += MOST) {
      const some = logins.slice(at, at + MOST)
      const known = await secretsOf(
        this.db,
        some.map(({ imei }) => imei),
        this.now(),
      )
      gone.push(
        ...some.filter(({ imei, hash, owner }) => {
          const access = known.get(imei)
          return access?.owner !== owner || !access.hashes.includes(hash)
        }),
      )
    }
    return gone
  }

  async #ask(): Promise<void> {
    const questions = this.#questions.splice(0, MOST)
    this.#timer = this.#questions.length > 0 ? setTimeout(() => void this.#ask(), 0) : undefined
    try {
      const imeis = [...new Set(questions.map(({ imei }) => imei))]
      const known = await secretsOf(this.db, imeis, this.now())
      for (const { imei, answer } of questions) answer(known.get(imei))
    } catch (error) {
      for (const { fail } of questions) fail(error)
    }
  }
}
