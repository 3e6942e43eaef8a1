/**
 * What is stored, record by record, as the server shows it to a master: the rules of config look at the same values in
 * a save.
 */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import type { Db } from '../../server/store/database'
import { type RecordKey, type StoredRow, sourceOf, type Wire } from '../../server/store/records/sources'
import { tableOf } from '../../server/store/records/tables'
import { viewOf, visibleRecord } from '../../server/store/records/visible'
import type { Tables } from '../../server/store/schema'
import { tenantOf } from '../../server/store/tenancy'

/** Resources with a table of their own. Orders are none of them: they stay as they were sent. */
const TABLES = ['clients', 'vendors', 'batches', 'models', 'bunches', 'methods', 'devices'] as const

/** Rows that are held in memory at once. */
const PAGE = 1000

/** All records of a resource, a page at a time; none of one that keeps no records here. */
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
  // Ids are numbers from 0 on, but those of devices are digits: both come after this.
  let last: RecordKey = name === 'devices' ? '' : -1
  for (;;) {
    // All of these queries begin at their table, whatever they join.
    const all = sourceOf(name).rows(tenant) as unknown as SelectQueryBuilder<Tables, 'models', StoredRow>
    const rows = await all.where(sql<boolean>`${id} > ${last}`).orderBy(id).limit(PAGE).execute()
    if (rows.length > 0) yield rows.map(row => visibleRecord(row, view))
    if (rows.length < PAGE) return
    last = rows.at(-1)!.id
  }
}
