/**
 * Reads all stored records in the form in which the server sends them to a master: the form that the rules of config
 * check when a record is saved.
 */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import type { Db } from '../../server/store/database'
import { type RecordKey, type StoredRow, sourceOf, type Wire } from '../../server/store/records/sources'
import { tableOf } from '../../server/store/records/tables'
import { viewOf, visibleRecord } from '../../server/store/records/visible'
import type { Tables } from '../../server/store/schema'
import { tenantOf } from '../../server/store/tenancy'

/** Built-in resources to check. Not orders, which cannot be changed. */
const TABLES = ['clients', 'vendors', 'batches', 'models', 'bunches', 'methods', 'devices'] as const

/** Rows per query. */
const PAGE = 1000

/** Yields all records of a resource in pages; none for resources that are not stored here. */
export async function* storedRecords(
  db: Db,
  config: CompiledConfig,
  resource: CompiledResource,
): AsyncGenerator<Wire[]> {
  const { name } = resource
  if (resource.dialect !== 'simple-rest' && !TABLES.some(table => table === name)) return
  const levels = config.levels.numbers
  const tenant = tenantOf(db, { id: 0, level: levels.master, vendor: 0, levels })
  const id = sql.ref<RecordKey>(`${tableOf(name)}.id`)
  const view = viewOf({ config, resource })
  // Start before the first id: ids of devices are digits as text, all other ids are numbers from 0.
  let lastId: RecordKey = name === 'devices' ? '' : -1
  for (;;) {
    // The cast is safe: each of these queries selects from the table of its resource first.
    const query = sourceOf(name).rows(tenant) as unknown as SelectQueryBuilder<Tables, 'models', StoredRow>
    const rows = await query.where(sql<boolean>`${id} > ${lastId}`).orderBy(id).limit(PAGE).execute()
    if (rows.length > 0) yield rows.map(row => visibleRecord(row, view))
    if (rows.length < PAGE) return
    lastId = rows.at(-1)!.id
  }
}
