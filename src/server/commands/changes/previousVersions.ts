/** Stores what an undo needs of each changed record: the replaced values, and the version that the change has made. */
import { sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { setValue } from '../../../engine/values'
import type { Db } from '../../store/database'
import { sourceOf, type Wire } from '../../store/records/sources'
import type { Tenant } from '../../store/tenancy'
import type { SavedRecord } from '../records/saveRecords'
import type { Job } from './job'

/** Records per statement. */
const CHUNK = 500

/**
 * Collects the records of a job and writes them in chunks.
 *
 * @param tx the transaction of the change
 */
export function storePrevious(tx: Db, tenant: Tenant, { id: job }: Job, resource: CompiledResource) {
  let records: { id: string; before: unknown }[] = []
  const write = async () => {
    const chunk = records
    records = []
    if (chunk.length === 0) return
    await sql`
      insert into bulk_rows (bulk_id, record_id, before, updated)
      select ${job}::bigint, id, before, now() from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as stored (id text, before jsonb)
      on conflict do nothing`.execute(tx)
  }
  return {
    add({ before, after, row: { id, vendor_id: vendor } }: SavedRecord): void {
      const values = before && replacedValues(resource, before, after)
      records.push({ id: String(id), before: values ? { columns: {}, extra: values, vendor } : null })
    },
    /** Writes the collected records if they are many. */
    async flush(): Promise<void> {
      if (records.length >= CHUNK) await write()
    },
    /** Writes the others. Call it after all changes: a later change may have touched an earlier record. */
    async finish(): Promise<void> {
      await write()
      const { rows } = sourceOf(resource.name)
      const changed = tenant.from(rows(tenant)).select(['row.id', 'row.updated'])
      await sql`
        update bulk_rows set updated = changed.updated from (${changed}) changed
        where bulk_rows.bulk_id = ${job} and bulk_rows.record_id::integer = changed.id`.execute(tx)
    },
  }
}

/** The values before of the fields that users set and that differ; without secrets. */
function replacedValues(
  { fields }: CompiledResource,
  before: Readonly<Wire>,
  after: Readonly<Wire>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    const value = valueAt(before, field.name)
    if (isEntered(field) && !isSameValue(value, valueAt(after, field.name)))
      setValue(values, field.name, value ?? null, before)
  }
  return values
}

const isEntered = ({ write, computed, children, type }: CompiledField): boolean =>
  write !== 'never' && !computed && !children && type !== 'password'
