/**
 * Records in the dialect of ra-data-simple-rest, all in one shape: those of config alone, and models, bunches and order methods,
 * which have tables of their own. `data` holds the fields under their names on the wire, as JSON.
 */
import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { Extra } from '../schema'
import type { Tenant } from '../tenancy'
import { namesOfPictures, type Unread, withoutPictures } from './pictures'

export interface RecordRow {
  id: number
  /** Whose it is; 0 for the provider. */
  vendor_id: number
  data: Extra
  created: Date
  updated: Date
  /** In lists: the fields that have a picture, where the resource has such fields. */
  pictures?: string[] | null
}

/** Keys of `data` that are columns there. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  models: ['name', 'vendor'],
  bunches: ['name', 'batch'],
  methods: ['code', 'caption', 'content', 'position'],
}

type Rows = (tenant: Tenant, unread?: Unread) => AliasableExpression<RecordRow>

/** What is stored beside the columns, those as JSON over it, and the names of the pictures that are not read. */
const dataOf = (extra: RawBuilder<Extra>, columns: RawBuilder<unknown>, unread: Unread | undefined) =>
  [
    sql<Extra>`${withoutPictures(extra, unread)} || jsonb_build_object(${columns})`.as('data'),
    namesOfPictures(extra, unread).as('pictures'),
  ] as const

export const modelRows = (tenant: Tenant, unread?: Unread) =>
  tenant
    .models()
    .select(['models.id', 'models.vendor_id', 'models.name', 'models.created', 'models.updated'])
    .select(dataOf(sql`models.extra`, sql`'name', models.name, 'vendor', models.vendor_id`, unread))

export const bunchRows = (tenant: Tenant, unread?: Unread) =>
  tenant
    .bunches()
    .select(['bunches.id', 'batches.vendor_id', 'bunches.name', 'bunches.batch_id'])
    .select(['bunches.created', 'bunches.updated'])
    .select(dataOf(sql`bunches.extra`, sql`'name', bunches.name, 'batch', bunches.batch_id`, unread))

const METHOD = sql`
  'code', methods.code, 'caption', methods.caption, 'content', methods.content, 'position', methods.position`

const methodRows = (tenant: Tenant, unread?: Unread) =>
  tenant
    .methods()
    .select(['methods.id', sql<number>`0`.as('vendor_id'), 'methods.created', 'methods.updated'])
    .select(['methods.code', 'methods.caption', 'methods.position'])
    .select(dataOf(sql`methods.extra`, METHOD, unread))

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

/**
 * The same as a query to be asked further.
 *
 * @param unread leaves out the pictures
 */
export function recordQuery(
  tenant: Tenant,
  resource: string,
  unread?: Unread,
): AliasableExpression<RecordRow> {
  const rows: Rows = Object.hasOwn(TABLES, resource) ? TABLES[resource]! : describedRows(resource)
  return rows(tenant, unread)
}

const DATA = sql<Extra>`records.data`

const describedRows =
  (resource: string): Rows =>
  ({ records }, unread) =>
    records(resource)
      .select(['records.id', 'records.vendor_id', 'records.created', 'records.updated'])
      .select(withoutPictures(DATA, unread).as('data'))
      .select(namesOfPictures(DATA, unread).as('pictures'))

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
