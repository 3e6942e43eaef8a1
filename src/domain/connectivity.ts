/** Whether a device is online (`linked`) or offline (`closed`) (§4). */
import { isAbsent } from './dates'

type Connectivity = 'linked' | 'closed'

/**
 * Compares the times of the last connection and disconnection. A device that was never connected counts as closed.
 */
export function connectivity(device: { linked?: string | null; closed?: string | null }): Connectivity {
  if (isAbsent(device.linked)) return 'closed'
  if (isAbsent(device.closed)) return 'linked'
  return Date.parse(device.closed!) < Date.parse(device.linked!) ? 'linked' : 'closed'
}
