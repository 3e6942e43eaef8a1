/** Stores what an undo needs of each changed record: the replaced values, and the version that the change has made. */
import { sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { setValue } from '../../../engine/values'
import type { Db } from '../../store/database'
import type { Wire } from '../../store/records/sources'
import type { SavedRecord } from '../records/saveRecords'
import type { Job } from './job'

/** Records per statement. */
const CHUNK = 500

/**
 * Collects the records of a job and writes them in chunks.
 *
 * @param tx the transaction of the change
 */
export function storePrevious(tx: Db, { id: job }: Job, resource: CompiledResource) {
  const records = new Map<string, { id: string; before: unknown; updated: Date }>()
  /** Writes the collected records. Call it after the last change. */
  const finish = async (): Promise<void> => {
    const chunk = [...records.values()]
    records.clear()
    if (chunk.length === 0) return
    await sql`
      insert into bulk_rows (bulk_id, record_id, before, updated)
      select ${job}::bigint, id, before, updated
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as stored (id text, before jsonb, updated timestamptz)
      on conflict (bulk_id, record_id) do update set updated = excluded.updated`.execute(tx)
  }
  return {
    /** Adds a saved record; of one that is saved twice, the first version is kept. */
    add({ before, after, row: { vendor_id: vendor, updated, ...row } }: SavedRecord): void {
      const id = String(row.id)
      const values = before && replacedValues(resource, before, after)
      const stored = values ? { columns: {}, extra: values, vendor } : null
      records.set(id, { id, before: stored, ...records.get(id), updated })
    },
    /** Writes the collected records if they are many. */
    async flush(): Promise<void> {
      if (records.size >= CHUNK) await finish()
    },
    finish,
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
