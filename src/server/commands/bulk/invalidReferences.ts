/** For undo: finds previous references to records that were deleted or have moved to another vendor. */
import { sql } from 'kysely'
import type { CompiledResource } from '../../../engine/compiled'
import { isReferring } from '../../../engine/kinds/choices'
import type { Db } from '../../store/database'
import { findReferable } from '../../store/records/references'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'

/**
 * Locks the referenced records against deletion until the transaction ends.
 *
 * @returns ids of staged devices with a previous reference (an added field) that is no longer valid
 */
export async function findInvalidReferences(
  tx: Db,
  tenant: Tenant,
  { fields }: CompiledResource,
  { id, patch: { keys } }: { id: number; patch: BulkPatch },
): Promise<string[]> {
  const ids = new Set<string>()
  for (const { name, type, storage, reference } of Object.values(fields)) {
    if (!isReferring(type) || !reference || storage !== 'extra' || !keys.includes(name)) continue
    const value = sql`bulk_rows.before -> 'extra' -> ${name}::text`
    const referencedId = sql<string>`jsonb_array_elements_text(
      case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end)`
    const previous = sql`(
      select record_id as id, (before ->> 'vendor')::integer as vendor, ${referencedId} as referenced from bulk_rows where bulk_id = ${id}) previous`
    const { rows } = await sql<{ referenced: string; vendor: number }>`
      select distinct referenced, vendor from ${previous} where referenced is not null and referenced not in ('', '0')`.execute(
      tx,
    )
    const references = rows.map(row => ({ ...row, resource: reference, value: row.referenced }))
    const isReferable = await findReferable(tenant, references)
    const invalid = references
      .filter(reference => !isReferable(reference))
      .map(({ referenced, vendor }) => ({ referenced, vendor }))
    if (invalid.length === 0) continue
    const { rows: devices } = await sql<{ id: string }>`
      select distinct previous.id from ${previous}
      join jsonb_to_recordset(${JSON.stringify(invalid)}::jsonb) as invalid (referenced text, vendor integer) using (referenced, vendor)`.execute(
      tx,
    )
    for (const device of devices) ids.add(device.id)
  }
  return [...ids]
}
