/**
 * The time zone in which times are shown (decision 36). In device tables and orders the user can switch between UTC,
 * the default there, and Korean time; all other times are Korean.
 */
import { useStore } from 'ra-core'
import type { Zone } from '../../../domain/dates'

/** The user's switch for device tables and orders. */
export const useZoneSwitch = () => useStore<Zone>('times.zone', 'UTC')

/** @param followsSwitch whether the user's switch applies, that is, in device tables and orders */
export function useZone({ followsSwitch }: { followsSwitch: boolean }): Zone {
  const [chosen] = useZoneSwitch()
  // The stored value may be anything.
  return followsSwitch && chosen !== 'KST' ? 'UTC' : 'KST'
}
