/** Determines which changed records a tenant sees. */
import { type RawBuilder, sql } from 'kysely'
import { inIds, inNumbers } from './sql'
import { type Tenant, tableRows } from './tenancy'

interface SeenRow {
  resource: string
  id: string
}

/** Returns the ids that the tenant sees now, by resource; with one query. @param wanted ids by resource */
export async function seenIds(
  tenant: Tenant,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const queries = [...wanted].flatMap(([resource, ids]) => queryFor(tenant, resource, ids) ?? [])
  const seen = new Map<string, Set<string>>([...wanted.keys()].map(resource => [resource, new Set()]))
  if (queries.length === 0) return seen
  const rows = await tenant
    .from(sql<SeenRow>`(${sql.join(queries, sql` union all `)})`)
    .select(['row.resource', 'row.id'])
    .execute()
  for (const { resource, id } of rows) seen.get(resource)?.add(id)
  return seen
}

function queryFor(tenant: Tenant, resource: string, ids: readonly string[]): RawBuilder<unknown> | undefined {
  // Ids of devices are text. All others are bigint: an id that is not a number matches nothing, and a cast would fail.
  const isText = resource === 'devices'
  const possible = isText ? ids : ids.filter(id => /^\d{1,15}$/.test(id))
  if (possible.length === 0) return undefined
  const { table, rows } = tableRows(tenant, resource)
  const id = sql.ref(`${table}.id`)
  return sql`(${rows
    .where(isText ? inIds(id, possible) : inNumbers(id, possible))
    .select([sql<string>`${resource}::text`.as('resource'), sql<string>`${id}::text`.as('id')])})`
}
