/** Limits the choices of a reference to records that the server accepts. */
import { deviceOwnerLevels, type Levels } from '../../domain/authority'

/**
 * Devices can be assigned only to accounts of certain levels, of the device's vendor.
 *
 * @param vendor the id of the vendor in the form, if any
 * @returns filter values for the list of the referenced resource; empty if all its records may be chosen
 */
export function acceptedRecordsFilter(
  resource: string,
  field: string,
  { levels, vendor }: { levels: Levels; vendor: unknown },
): Readonly<Record<string, number>> {
  if (resource !== 'devices' || field !== 'client') return {}
  const { min, max } = deviceOwnerLevels(levels)
  const owner = Number(vendor) || 0
  // A bulk edit of devices of several vendors has no vendor: then the server reports the devices that do not fit.
  return { level_gte: min, level_lte: max, ...(owner > 0 && { vendor: owner }) }
}
