/** Repeats a transaction that the database has rolled back because of a deadlock. */
import { setTimeout } from 'node:timers/promises'
import { isDeadlock } from './failures'

const MAX_ATTEMPTS = 3
/**
 * The pause before the next attempt, in which waiting transactions get the locks of the aborted one. A random time of
 * up to `spread` is added.
 */
const PAUSE_MS = { min: 20, spread: 60 }

/** @param transaction begins a new transaction at each call */
export async function retryDeadlocks<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
      await setTimeout(PAUSE_MS.min + Math.random() * PAUSE_MS.spread)
    }
  }
}
