/** Determines which changed records a tenant sees. */
import { type RawBuilder, sql } from 'kysely'
import type { Changes } from './announce'
import { inIds } from './sql'
import type { Tenant } from './tenancy'

type TableResource = (typeof TABLES)[number]

/** Resources with a separate table; all others are described records. */
const TABLES = ['vendors', 'clients', 'models', 'batches', 'bunches', 'methods', 'devices', 'orders'] as const

interface SeenRow {
  resource: string
  id: string
}

/** Returns the ids that the tenant sees now, by resource; with one query. */
export async function seenIds(
  tenant: Tenant,
  changes: readonly Changes[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const wanted = new Map<string, Set<string>>()
  for (const { resource, ids = [] } of changes) {
    const idsOfResource = wanted.get(resource) ?? new Set()
    for (const id of ids) idsOfResource.add(String(id))
    wanted.set(resource, idsOfResource)
  }
  const queries = [...wanted].flatMap(([resource, ids]) => queryFor(tenant, resource, [...ids]) ?? [])
  const seen = new Map<string, Set<string>>([...wanted.keys()].map(resource => [resource, new Set()]))
  if (queries.length === 0) return seen
  const rows = await tenant
    .from(sql<SeenRow>`(${sql.join(queries, sql` union all `)})`)
    .select(['row.resource', 'row.id'])
    .execute()
  for (const { resource, id } of rows) seen.get(resource)?.add(id)
  return seen
}

function queryFor(tenant: Tenant, resource: string, ids: string[]): RawBuilder<unknown> | undefined {
  // Ids of devices are text. All others are bigint: an id that is not a number matches nothing, and a cast would fail.
  const numbers = ids.filter(id => /^\d{1,15}$/.test(id))
  const rows = rowsOf(tenant, resource)
  const id = sql.ref(`${TABLES.includes(resource as TableResource) ? resource : 'records'}.id`)
  const hasId = resource === 'devices' ? inIds(id, ids) : sql<boolean>`${id} = any(${numbers}::bigint[])`
  if ((resource === 'devices' ? ids : numbers).length === 0) return undefined
  return sql`(${rows
    .where(hasId)
    .select([sql<string>`${resource}::text`.as('resource'), sql<string>`${id}::text`.as('id')])})`
}

function rowsOf(tenant: Tenant, resource: string) {
  const isTable = (TABLES as readonly string[]).includes(resource)
  const rows = isTable ? tenant[resource as TableResource]() : tenant.records(resource)
  // The type of one resource stands for all: only the id is used.
  return rows as ReturnType<Tenant['devices']>
}
