/** Counts records that have fewer or more rows (`children`) than config allows. */
import { sql } from 'kysely'
import { childrenFieldsOf } from '../../engine/children'
import type { CompiledConfig } from '../../engine/compiled'
import { KINDS } from '../../engine/kinds'
import { storedKeys } from '../../engine/stored'
import type { Db } from '../../server/store/database'

export interface RowCount {
  resource: string
  field: string
  kind: 'rowsLeast' | 'rowsMost'
  /** The number of records. */
  count: number
  /** The minimum or maximum number of rows per record. */
  limit: number
}

/** Counts in the database, which can also handle many rows. */
export async function countRowProblems(db: Db, { resources }: CompiledConfig): Promise<RowCount[]> {
  const rowCounts: RowCount[] = []
  for (const resource of Object.values(resources))
    for (const { name: field, children, min = 0, max = KINDS.children.defaultMax! } of childrenFieldsOf(
      resource,
    )) {
      const parentField = resources[children.resource]?.fields[children.by]
      if (!parentField) continue
      const parent = sql.join(storedKeys(parentField).map(key => sql`child.data ->> ${key}::text`))
      const { rows } = await sql<{ few: number; many: number }>`
        with counted as (
          select coalesce(${parent}) as id, count(*) as rows from records child where child.resource = ${children.resource} group by 1)
        select count(*) filter (where coalesce(counted.rows, 0) < ${min}::integer)::integer as few,
          count(*) filter (where counted.rows > ${max}::integer)::integer as many
        from records parent left join counted on counted.id = parent.id::text where parent.resource = ${resource.name}`.execute(
        db,
      )
      const [{ few, many } = { few: 0, many: 0 }] = rows
      if (few > 0)
        rowCounts.push({ resource: resource.name, field, kind: 'rowsLeast', count: few, limit: min })
      if (many > 0)
        rowCounts.push({ resource: resource.name, field, kind: 'rowsMost', count: many, limit: max })
    }
  return rowCounts
}
