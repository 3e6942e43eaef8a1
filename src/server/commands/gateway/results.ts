/** Stores what became of orders at their devices. */
import type { DeviceResult } from '../../../contract/deviceMessages'
import { type Db, inTransaction } from '../../store/database'
import { moveTargets } from '../orders/moveTargets'

export interface Result extends DeviceResult {
  device: string
}

/**
 * Applies the results of orders that were handed to their devices. All others change nothing: a repetition, the result
 * of an order that is over, or that the device was never given.
 *
 * @returns how many were applied
 */
export function storeResults(db: Db, results: readonly Result[], now: Date): Promise<number> {
  return inTransaction(db, async tx => {
    const moved = await moveTargets(
      tx,
      results.map(({ id, device, outcome, reason }) => ({
        order: id,
        device,
        // A device may guess the number of an order (decision 301).
        from: 'ongoing',
        to: outcome,
        ...(outcome === 'failure' && { reason: reason?.trim() || 'refused' }),
      })),
      now,
    )
    return moved.length
  })
}
