/**
 * The current time (decision 181): the database's clock, advanced between two readings by the monotonic clock of this
 * process. A jump of the machine's clock neither expires an order nor prolongs a lock (security 58).
 */
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { readValue } from '../store/counts'
import type { Db } from '../store/database'

/** Two clocks that run apart by more have jumped. */
const JUMP_MS = 5_000
/** An answer that took longer is too old to set a clock by. */
const SLOW_MS = 2_000
/** A jump that persists for this time is accepted: the clock was set, or the machine was suspended. */
const ADOPTED_AFTER_MS = 60_000
/** For this time after a jump was accepted nothing expires, so that a clock that was set wrongly can be noticed. */
const SETTLED_AFTER_MS = 10 * 60_000

export interface Clock {
  now(): Date
  /** Looks at the database's clock. @returns the time, by which things may expire; `undefined` while it is in doubt */
  check(): Promise<Date | undefined>
}

interface ClockSources {
  /** Milliseconds since 1970, as the database has them. */
  database(): Promise<number>
  /** Milliseconds of a clock that only goes on. */
  monotonic(): number
  log: { warn(details: object, message: string): void }
}

/** A clock that has looked at the database once. */
export async function startClock({ database, monotonic, log }: ClockSources): Promise<Clock> {
  /** Looks until the answer is quick: the first one counts whatever it took. */
  const look = async () => {
    const asked = monotonic()
    const time = await database()
    const answered = monotonic()
    return { offset: time - (asked + answered) / 2, slow: answered - asked > SLOW_MS }
  }
  let { offset } = await look()
  let doubt: { offset: number; since: number } | undefined
  let expiresFrom = Number.NEGATIVE_INFINITY
  const now = () => new Date(offset + monotonic())

  return {
    now,
    async check() {
      const seen = await look()
      if (seen.slow) return undefined
      if (Math.abs(seen.offset - offset) <= JUMP_MS) {
        if (doubt) log.warn({ seconds: 0 }, 'the clock is back')
        doubt = undefined
        offset = seen.offset
      } else if (!doubt || Math.abs(seen.offset - doubt.offset) > JUMP_MS) {
        doubt = { offset: seen.offset, since: monotonic() }
        const seconds = Math.round((seen.offset - offset) / 1000)
        log.warn({ seconds }, 'the clock has jumped: nothing expires until it is settled')
      } else if (monotonic() - doubt.since >= ADOPTED_AFTER_MS) {
        log.warn({ seconds: Math.round((doubt.offset - offset) / 1000) }, 'the clock was set')
        doubt = undefined
        offset = seen.offset
        expiresFrom = monotonic() + SETTLED_AFTER_MS
      }
      return doubt || monotonic() < expiresFrom ? undefined : now()
    },
  }
}

/** The clock of a database. */
export const databaseClock = (db: Db, log: ClockSources['log']): Promise<Clock> =>
  startClock({
    database: () => readValue(db, sql<number>`extract(epoch from clock_timestamp()) * 1000`),
    monotonic: () => performance.now(),
    log,
  })
