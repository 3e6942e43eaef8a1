/** Whether a device is online (§4): linked, or closed. */
import { isAbsent } from './dates'

type Connectivity = 'linked' | 'closed'

/**
 * A device is linked when it has connected and has not been closed since. One that never connected counts as closed, so
 * that linked and closed together are all devices.
 */
export function connectivity(device: { linked?: string | null; closed?: string | null }): Connectivity {
  if (isAbsent(device.linked)) return 'closed'
  if (isAbsent(device.closed)) return 'linked'
  return Date.parse(device.closed!) < Date.parse(device.linked!) ? 'linked' : 'closed'
}
