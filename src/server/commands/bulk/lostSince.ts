/** Undoing a change gives devices back what they referred to: not what is gone since, or another vendor's by now. */
import { sql } from 'kysely'
import type { CompiledResource } from '../../../engine/compiled'
import { isReferring } from '../../../engine/kinds/choices'
import type { Db } from '../../store/database'
import { findReferable } from '../../store/records/references'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'

/**
 * What is still there is locked against deletion until the transaction ends.
 *
 * @returns the staged devices whose references of config led to a record to which they could not refer by now
 */
export async function findLostSince(
  tx: Db,
  tenant: Tenant,
  { fields }: CompiledResource,
  { id, patch: { keys } }: { id: number; patch: BulkPatch },
): Promise<string[]> {
  const lost = new Set<string>()
  for (const { name, type, storage, reference } of Object.values(fields)) {
    if (!isReferring(type) || !reference || storage !== 'extra' || !keys.includes(name)) continue
    const value = sql`bulk_rows.before -> 'extra' -> ${name}::text`
    const held = sql<string>`jsonb_array_elements_text(
      case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end)`
    const formerly = sql`(
      select device_id as id, (before ->> 'vendor')::integer as vendor, ${held} as held from bulk_rows where bulk_id = ${id}) formerly`
    const { rows } = await sql<{ held: string; vendor: number }>`
      select distinct held, vendor from ${formerly} where held is not null and held not in ('', '0')`.execute(
      tx,
    )
    const asked = rows.map(row => ({ ...row, resource: reference, value: row.held }))
    const fits = await findReferable(tenant, asked)
    const gone = asked.filter(one => !fits(one)).map(({ held: one, vendor }) => ({ held: one, vendor }))
    if (gone.length === 0) continue
    const { rows: devices } = await sql<{ id: string }>`
      select distinct formerly.id from ${formerly}
      join jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone (held text, vendor integer) using (held, vendor)`.execute(
      tx,
    )
    for (const device of devices) lost.add(device.id)
  }
  return [...lost]
}
