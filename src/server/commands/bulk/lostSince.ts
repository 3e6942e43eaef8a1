/** Undoing a change gives devices back what they referred to: not what is gone since. */
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
 * @returns the staged devices whose references of config led to a record that is gone
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
    const { rows } = await sql<{ held: string }>`
      select distinct held from (select ${held} as held from bulk_rows where bulk_rows.bulk_id = ${id}) formerly
      where held is not null and held not in ('', '0')`.execute(tx)
    const isThere = await findReferable(
      tenant,
      rows.map(({ held: one }) => ({ resource: reference, value: one })),
    )
    const gone = rows.flatMap(({ held: one }) => (isThere({ resource: reference, value: one }) ? [] : [one]))
    if (gone.length === 0) continue
    const { rows: devices } = await sql<{ id: string }>`
      select formerly.id from (
        select bulk_rows.device_id as id, ${held} as held from bulk_rows where bulk_rows.bulk_id = ${id}) formerly
      where formerly.held = any(${gone}::text[])`.execute(tx)
    for (const device of devices) lost.add(device.id)
  }
  return [...lost]
}
