/** Stores the results of orders that devices report. */
import type { DeviceResult } from '../../../contract/deviceMessages'
import { type Db, inTransaction } from '../../store/database'
import { moveTargets } from '../orders/moveTargets'

export interface Result extends DeviceResult {
  device: string
}

/**
 * Applies results of orders that were sent to their device. Repeated results, and results of finished or unsent orders,
 * are ignored.
 *
 * @returns the number of applied results
 */
export function storeResults(db: Db, results: readonly Result[], now: Date): Promise<number> {
  return inTransaction(db, async tx => {
    const moved = await moveTargets(
      tx,
      results.map(({ id, device, outcome, reason }) => ({
        order: id,
        device,
        // A device could guess the id of an order that was not sent to it (decision 301).
        from: 'ongoing',
        to: outcome,
        ...(outcome === 'failure' && { reason: reason?.trim() || 'refused' }),
      })),
      now,
    )
    return moved.length
  })
}
