/** Unanswered at its end, an order has failed (decision 32). */
import type { Db } from '../../store/database'
import { expireTargets } from './moveTargets'

/** Fails what is past its end, bit by bit, until nothing is left. @returns how many targets failed */
export async function sweepOrders(db: Db, now: Date): Promise<number> {
  let failed = 0
  for (;;) {
    const step = await expireTargets(db, now)
    if (step === 0) return failed
    failed += step
  }
}
