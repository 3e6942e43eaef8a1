/** What the choices of a field are narrowed to whatever config says: other records the server would refuse. */
import { holderLevels, type Levels } from '../../domain/authority'

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
  const { least, most } = holderLevels(levels)
  const owner = Number(vendor) || 0
  // Devices of several vendors say no vendor: the server names those that the chosen one does not fit.
  return { level_gte: least, level_lte: most, ...(owner > 0 && { vendor: owner }) }
}
