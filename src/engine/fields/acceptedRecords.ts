/** Limits the choices of a reference to records that the server accepts. */
import { deviceOwnerLevels, type Levels } from '../../domain/authority'

/**
 * Devices can be assigned only to groups of their vendor, and to its accounts of certain levels.
 *
 * @param vendor the id of the vendor in the form; undefined if it is unknown, or if several devices have several
 * @returns filter values for the list of the referenced resource; empty if all its records may be chosen
 */
export function acceptedRecordsFilter(
  resource: string,
  field: string,
  { levels, vendor }: { levels: Levels; vendor: unknown },
): Readonly<Record<string, number>> {
  if (resource !== 'devices') return {}
  const vendorId = Number(vendor) || 0
  // Do not filter by 0: it stands for the provider, but users who may not see the vendor get 0 too.
  const vendorFilter: Record<string, number> = vendorId > 0 ? { vendor: vendorId } : {}
  if (field === 'batch_id') return vendorFilter
  if (field !== 'client') return {}
  const { min, max } = deviceOwnerLevels(levels)
  return { level_gte: min, level_lte: max, ...vendorFilter }
}
