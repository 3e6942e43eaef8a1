/** What is stored, record by record, as the wire shows it: of the product's tables, and of the resources that config alone describes. */
import { sql } from 'kysely'
import type { CompiledResource } from '../../engine/compiled'
import { withExtra } from '../../engine/stored'
import type { Db } from '../../server/store/database'

type Row = Record<string, unknown>

/** Resources with a table of their own. Devices name their model and group, and those names are not theirs to keep rules. */
const TABLES = ['clients', 'vendors', 'batches', 'models', 'bunches', 'methods', 'devices'] as const

/** Rows that are held in memory at once. */
const PAGE = 1000

/** All records of a resource, a page at a time; none of one that keeps no records here. */
export async function* storedRecords(db: Db, resource: CompiledResource): AsyncGenerator<Row[]> {
  const table = TABLES.find(name => name === resource.name)
  const own = resource.dialect === 'simple-rest' && !table
  if (!table && !own) return
  // Ids are numbers from 0 on, but those of devices are digits: both come after this.
  let last: unknown = table === 'devices' ? '' : table === 'vendors' ? 0 : -1
  for (;;) {
    const { rows } = own
      ? await sql<Row>`select id, data from records where resource = ${resource.name} and id > ${last} order by id limit ${PAGE}`.execute(
          db,
        )
      : await sql<Row>`select * from ${sql.table(table!)} where id > ${last} order by id limit ${PAGE}`.execute(
          db,
        )
    if (rows.length > 0) yield rows.map(row => wireOf(resource, row))
    if (rows.length < PAGE) return
    last = rows.at(-1)!.id
  }
}

function wireOf(resource: CompiledResource, { data, extra, ...columns }: Row): Row {
  const named = Object.entries(columns).map(([name, value]) => [
    name.replace(/^(vendor|model|batch)_id$/, '$1'),
    value instanceof Date ? value.toISOString() : value,
  ])
  return withExtra(resource, Object.fromEntries(named), (data ?? extra ?? {}) as Row)
}
