/**
 * Records in the dialect of ra-data-simple-rest, all in one shape: those of config alone, and models, bunches and order methods,
 * which have tables of their own. `data` holds the fields under their names on the wire, as JSON.
 */
import { type AliasableExpression, sql } from 'kysely'
import type { Extra } from './schema'
import type { Tenant } from './tenancy'

export interface RecordRow {
  id: number
  /** Whose it is; 0 for the provider. */
  vendor_id: number
  data: Extra
  created: Date
  updated: Date
}

/** Keys of `data` that are columns there. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  models: ['name', 'vendor'],
  bunches: ['name', 'batch'],
  methods: ['code', 'caption', 'content', 'position'],
}

type Rows = (tenant: Tenant) => AliasableExpression<RecordRow>

export const modelRows = (tenant: Tenant) =>
  tenant
    .models()
    .select(['models.id', 'models.vendor_id', 'models.name', 'models.created', 'models.updated'])
    .select(
      sql<Extra>`models.extra || jsonb_build_object('name', models.name, 'vendor', models.vendor_id)`.as(
        'data',
      ),
    )

export const bunchRows = (tenant: Tenant) =>
  tenant
    .bunches()
    .select(['bunches.id', 'batches.vendor_id', 'bunches.name', 'bunches.batch_id'])
    .select(['bunches.created', 'bunches.updated'])
    .select(
      sql<Extra>`bunches.extra || jsonb_build_object('name', bunches.name, 'batch', bunches.batch_id)`.as(
        'data',
      ),
    )

const methodRows = (tenant: Tenant) =>
  tenant
    .methods()
    .select(['methods.id', sql<number>`0`.as('vendor_id'), 'methods.created', 'methods.updated'])
    .select(['methods.code', 'methods.caption', 'methods.position'])
    .select(
      sql<Extra>`methods.extra || jsonb_build_object(
        'code', methods.code, 'caption', methods.caption, 'content', methods.content, 'position', methods.position
      )`.as('data'),
    )

/** Resources with a table of their own. What config adds to them lies beside, in `extra`; `data` has both. */
const TABLES: Readonly<Record<string, Rows>> = {
  models: modelRows,
  bunches: bunchRows,
  methods: methodRows,
}

/** What of a record has no column of its own: fields that config has added, also those that it no longer names. */
export function extraOf(resource: string, { data }: RecordRow): Extra {
  const columns = Object.hasOwn(COLUMNS, resource) ? COLUMNS[resource]! : []
  return Object.fromEntries(Object.entries(data).filter(([key]) => !columns.includes(key)))
}

/** The records of a resource in reach. */
export const recordRows = (tenant: Tenant, resource: string) => tenant.among(recordQuery(tenant, resource))

/** The same as a query to be asked further. */
export function recordQuery(tenant: Tenant, resource: string): AliasableExpression<RecordRow> {
  const rows: Rows = Object.hasOwn(TABLES, resource)
    ? TABLES[resource]!
    : ({ records }) =>
        records(resource).select([
          'records.id',
          'records.vendor_id',
          'records.data',
          'records.created',
          'records.updated',
        ])
  return rows(tenant)
}

/**
 * One record in reach.
 *
 * @param lock until the transaction ends nobody else changes it
 */
export function findRecord(
  tenant: Tenant,
  resource: string,
  id: number,
  lock?: 'lock',
): Promise<RecordRow | undefined> {
  const query = recordRows(tenant, resource).where('row.id', '=', id).selectAll()
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
