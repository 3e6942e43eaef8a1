/**
 * The time zone in which times are shown (decision 36). Until the user chooses one, device tables and orders have UTC
 * and all other times are Korean (§9). The choice holds for all times, except in pickers.
 */
import { useStore } from 'ra-core'
import { ZONES, type Zone } from '../../../domain/dates'

/** `undefined` until the user has chosen. */
export function useZoneChoice(): [chosen: Zone | undefined, choose: (zone: Zone | undefined) => void] {
  const [stored, store] = useStore<Zone | 'specified'>('times.zone', 'specified')
  // The browser's storage may contain any value.
  const chosen = ZONES.find(zone => zone === stored)
  return [chosen, zone => store(zone ?? 'specified')]
}

/** @param utcFirst whether the time is in UTC until the user chooses: in device tables and orders */
export function useZone({ utcFirst }: { utcFirst: boolean }): Zone {
  const [chosen] = useZoneChoice()
  return chosen ?? (utcFirst ? 'UTC' : 'KST')
}
