/** Narrows the choices of a field to the records that the server accepts. */
import { deviceOwnerLevels, type Levels } from '../../domain/authority'

/**
 * @param vendor of the record in the form, where it says one
 * @returns a filter of the referenced resource; empty where all of its records may be chosen
 */
export function fixedNarrowing(
  resource: string,
  field: string,
  { levels, vendor }: { levels: Levels; vendor: unknown },
): Readonly<Record<string, number>> {
  if (resource !== 'devices' || field !== 'client') return {}
  const { min: least, max: most } = deviceOwnerLevels(levels)
  const owner = Number(vendor) || 0
  // For devices of several vendors the choices are not narrowed: the server reports the devices that do not fit.
  return { level_gte: least, level_lte: most, ...(owner > 0 && { vendor: owner }) }
}
