/**
 * Which zone a time is shown in (decision 36): UTC where the specification says so, unless the user switches; Korean
 * time elsewhere.
 */
import { useStore } from 'ra-core'
import type { Zone } from '../../../domain/dates'

/** The user's switch for device tables and orders. */
export const useZoneSwitch = () => useStore<Zone>('times.zone', 'UTC')

/** @param switched whether the switch decides: device tables and orders */
export function useZone(switched: boolean): Zone {
  const [chosen] = useZoneSwitch()
  // Storage may hold anything.
  return switched && chosen !== 'KST' ? 'UTC' : 'KST'
}
