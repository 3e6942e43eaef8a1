/** Stores what an undo needs of each changed record: the replaced values, and the version that the change has made. */
import { sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { setValue } from '../../../engine/values'
import type { Db } from '../../store/database'
import type { Wire } from '../../store/records/sources'
import type { Extra } from '../../store/schema'
import type { SavedRecord } from '../records/saveRecord'
import type { Job } from './job'

/** Records per statement. */
const CHUNK = 500

interface Previous {
  id: string
  /** Null for a record that the job has created. */
  before: { columns: Extra; extra: Extra; vendor: number } | null
  /** The version that the job has made. */
  updated: Date
}

/**
 * Collects the records of a job and writes them in chunks.
 *
 * @param tx the transaction of the change
 */
export function storePrevious(tx: Db, { id: job }: Job, resource: CompiledResource) {
  const records = new Map<string, Previous>()
  /** Writes the collected records. Call it after the last change. */
  const finish = async (): Promise<void> => {
    const chunk = [...records.values()]
    records.clear()
    if (chunk.length === 0) return
    await sql`
      insert into bulk_rows (bulk_id, record_id, before, updated)
      select ${job}::bigint, id, before, updated
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as stored (id text, before jsonb, updated timestamptz)
      on conflict (bulk_id, record_id) do update set updated = excluded.updated, before = jsonb_set(
        bulk_rows.before, '{extra}', (excluded.before -> 'extra') || (bulk_rows.before -> 'extra'))`.execute(
      tx,
    )
  }
  return {
    /** Adds a saved record. Of a value that is replaced twice, the first one is kept. */
    add({ before, after, row: { vendor_id: vendor, updated, ...row } }: SavedRecord): void {
      const id = String(row.id)
      const extra = before && replacedValues(resource, before, after)
      const first = records.get(id)
      if (first) {
        first.updated = updated
        if (first.before) first.before.extra = { ...extra, ...first.before.extra }
      } else records.set(id, { id, before: extra ? { columns: {}, extra, vendor } : null, updated })
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
