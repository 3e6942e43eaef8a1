/**
 * The current time (decision 181): the time of the database, advanced between two readings by the monotonic clock of
 * this process. A jump of the system clock neither expires an order nor prolongs a lock (security 58).
 */
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { readValue } from '../store/counts'
import type { Db } from '../store/database'

/** A larger difference between both clocks is a jump. */
const JUMP_MS = 5_000
/** A slower response of the database is too imprecise to set the clock. */
const SLOW_MS = 2_000
/** A jump that persists for this time is accepted: the clock was set, or the machine was suspended. */
const ADOPTED_AFTER_MS = 60_000
/** Nothing expires for this time after a jump was accepted, so that a wrong clock can be noticed. */
const SETTLED_AFTER_MS = 10 * 60_000

export interface Clock {
  now(): Date
  /**
   * Reads the database's clock.
   *
   * @returns the time by which tasks may expire records; `undefined` while the time is in doubt
   */
  check(): Promise<Date | undefined>
}

interface ClockSources {
  /** The database's time in milliseconds since 1970. */
  database(): Promise<number>
  /** Milliseconds of a monotonic clock. */
  monotonic(): number
  log: { warn(details: object, message: string): void }
}

/** Starts a clock with the time of the database. */
export async function startClock({ database, monotonic, log }: ClockSources): Promise<Clock> {
  const readOffset = async () => {
    const start = monotonic()
    const time = await database()
    const end = monotonic()
    return { offset: time - (start + end) / 2, isSlow: end - start > SLOW_MS }
  }
  let { offset } = await readOffset()
  /** A jump that is not accepted yet: the offset after it, and the monotonic time at which it was noticed. */
  let doubt: { offset: number; since: number } | undefined
  /** Nothing expires before this monotonic time. */
  let expiresFrom = Number.NEGATIVE_INFINITY
  const now = () => new Date(offset + monotonic())

  return {
    now,
    async check() {
      const reading = await readOffset()
      if (reading.isSlow) return undefined
      if (Math.abs(reading.offset - offset) <= JUMP_MS) {
        if (doubt) log.warn({ seconds: 0 }, 'the clock is right again')
        doubt = undefined
        offset = reading.offset
      } else if (!doubt || Math.abs(reading.offset - doubt.offset) > JUMP_MS) {
        doubt = { offset: reading.offset, since: monotonic() }
        const seconds = Math.round((reading.offset - offset) / 1000)
        log.warn({ seconds }, 'the clock has jumped: nothing expires until it is settled')
      } else if (monotonic() - doubt.since >= ADOPTED_AFTER_MS) {
        log.warn({ seconds: Math.round((doubt.offset - offset) / 1000) }, 'the clock was set')
        doubt = undefined
        offset = reading.offset
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
