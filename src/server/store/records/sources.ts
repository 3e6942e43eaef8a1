/**
 * Reads the records of each resource: a query of the rows in scope, and the conversion of columns to API names. Added
 * fields are in `extra`; described records (defined only in config) have no other fields.
 */
import { type AliasableExpression, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { levelName } from '../../../domain/authority'
import { wireTime } from '../../../domain/dates'
import type { CompiledConfig, Locale } from '../../../engine/compiled'
import { pick } from '../../../engine/i18n'
import { type DeviceRow, deviceRows, deviceToWire } from '../devices/deviceRows'
import { readContent } from '../methodContent'
import type { Extra, Tables } from '../schema'
import { inIds } from '../sql'
import type { Tenant } from '../tenancy'
import { historyRows, historyToWire } from './historyRows'
import { hasImageColumn, namesOfPictures, type OmittedPictures, withoutPictures } from './pictures'
import { columnNames, TABLES, tableOf } from './tables'

/** A record as in the API. */
export type Wire = Record<string, unknown>

/** The columns that rows of all resources have. */
export interface StoredRow {
  id: number
  /** The owner; 0 for the provider. */
  vendor_id: number
  created: Date
  updated: Date
  /** Added fields, including those that config no longer has. */
  extra: Extra
  /** In lists: the fields that have a picture. */
  pictures?: string[] | null
}

/** The config and language of labels in a record. */
export interface Wording {
  config: CompiledConfig
  locale: Locale
  /** The caller's level; without it all fields are readable, for conditions and the history. */
  level?: number | undefined
}

interface Source<Row extends StoredRow> {
  /**
   * The records in scope.
   *
   * @param omitted leaves out the pictures
   */
  rows(tenant: Tenant, omitted?: OmittedPictures): AliasableExpression<Row>
  /** Converts the columns of a row. */
  toWire(row: Row, wording: Wording): Wire
}

type Table = 'vendors' | 'clients' | 'batches' | 'models' | 'bunches' | 'methods'

/** Id, timestamps, `extra`, and the picture of a single record or the names of a list row's pictures. */
function selectStored(table: Table, omitted: OmittedPictures | undefined) {
  const extra = sql.ref<Extra>(`${table}.extra`)
  return [
    sql.ref<number>(`${table}.id`).as('id'),
    sql.ref<Date>(`${table}.created`).as('created'),
    sql.ref<Date>(`${table}.updated`).as('updated'),
    withoutPictures(extra, omitted).as('extra'),
    namesOfPictures(extra, omitted).as('pictures'),
    (hasImageColumn(table) && !omitted ? sql.ref<string | null>(`${table}.img`) : sql<null>`null::text`).as(
      'img',
    ),
  ] as const
}

type Picture = { img: string | null }
const imageToWire = ({ img }: Picture): Wire => (img ? { img } : {})

/** Texts, flags and ids of a row. */
const fieldsToWire = (table: Table, row: object): Wire =>
  Object.fromEntries(
    Object.entries(columnNames(table)).map(([field, column]) => [field, (row as Wire)[column]]),
  )

const vendors = {
  rows: (tenant, omitted) =>
    tenant
      .vendors()
      .select([...TABLES.vendors.texts, ...TABLES.vendors.flags, 'expired', 'vendors.id as vendor_id'])
      .select(selectStored('vendors', omitted)),
  toWire: row => ({
    ...fieldsToWire('vendors', row),
    expired: wireTime(row.expired),
    ...imageToWire(row),
  }),
} satisfies Source<Stored<'vendors'> & Picture>

const clients = {
  // Never selects `password_hash`.
  rows: (tenant, omitted) =>
    tenant
      .clients()
      .innerJoin('vendors', 'vendors.id', 'clients.vendor_id')
      .select([
        'clients.vendor_id',
        'clients.level',
        'clients.role',
        'clients.name',
        'clients.email',
        'clients.phone',
      ])
      .select(['clients.zone', 'clients.duty', 'clients.comment', 'clients.active', 'clients.paid'])
      .select(['clients.expired', 'vendors.name as vendor_name', 'vendors.paid as vendor_paid'])
      .select(['vendors.expired as vendor_expired', 'vendors.addr as vendor_addr'])
      .select(selectStored('clients', omitted)),
  toWire: (row, { config, locale }) => ({
    ...fieldsToWire('clients', row),
    level: row.level,
    role: row.role ?? '',
    level_name: pick(config.levels.labels[levelName(row.level, config.levels.numbers)], locale),
    vendor_name: row.vendor_id === 0 ? '' : row.vendor_name,
    vendor_paid: row.vendor_id !== 0 && row.vendor_paid,
    vendor_expired: wireTime(row.vendor_id === 0 ? null : row.vendor_expired),
    expired: wireTime(row.expired),
    ...imageToWire(row),
  }),
} satisfies Source<
  Omit<Stored<'clients'>, 'password_hash'> &
    Picture & { vendor_name: string; vendor_paid: boolean; vendor_expired: Date | null; vendor_addr: string }
>

const batches = {
  rows: (tenant, omitted) =>
    tenant
      .batches()
      .innerJoin('models', 'models.id', 'batches.model_id')
      .innerJoin('vendors', 'vendors.id', 'batches.vendor_id')
      // The client to which the group belongs, if the caller sees this account.
      .leftJoin(tenant.clients().select(['clients.id', 'clients.name']).as('owner'), join =>
        join.onRef('owner.id', '=', 'batches.client_id'),
      )
      .select(['batches.vendor_id', 'batches.model_id', 'batches.name', 'batches.comment'])
      .select(['owner.id as client_id', 'owner.name as client_name'])
      .select(['models.name as model_name', 'vendors.name as maker'])
      .select(tenant.counters.ofBatch(sql.ref('batches.id')).as('devices'))
      .select(selectStored('batches', omitted)),
  toWire: ({ model_name, maker, client_name, devices, ...row }) => ({
    ...fieldsToWire('batches', row),
    model_name,
    maker,
    client: row.client_id ?? 0,
    client_name: client_name ?? '',
    devices,
    ...imageToWire(row),
  }),
} satisfies Source<
  Stored<'batches'> &
    Picture & { model_name: string; maker: string; client_name: string | null; devices: number }
>

const models = {
  rows: (tenant, omitted) =>
    tenant.models().select(['models.vendor_id', 'models.name']).select(selectStored('models', omitted)),
  toWire: row => fieldsToWire('models', row),
} satisfies Source<Stored<'models'>>

const bunches = {
  rows: (tenant, omitted) =>
    tenant
      .bunches()
      .select(['batches.vendor_id', 'bunches.name', 'bunches.batch_id'])
      .select(selectStored('bunches', omitted)),
  toWire: row => fieldsToWire('bunches', row),
} satisfies Source<Stored<'bunches'> & { vendor_id: number }>

const methods = {
  rows: (tenant, omitted) =>
    tenant
      .methods()
      .select(['methods.code', 'methods.caption', 'methods.content', 'methods.position'])
      .select(sql<number>`0`.as('vendor_id'))
      .select(selectStored('methods', omitted)),
  toWire: row => ({ ...fieldsToWire('methods', row), content: readContent(row.content) }),
} satisfies Source<Omit<Stored<'methods'>, 'subject'> & { vendor_id: number }>

/** Not a `Source`, since the id of a device is text (its IMEI). */
const devices = {
  rows: deviceRows,
  toWire: deviceToWire,
} satisfies Record<'rows' | 'toWire', unknown>

/** Not a `Source`, since the rows of the history have no added fields. */
const history = { rows: historyRows, toWire: historyToWire } satisfies Record<'rows' | 'toWire', unknown>

const SOURCES = { vendors, clients, batches, models, bunches, methods, devices, history }

/** The id of a record: a number, or the IMEI of a device. */
export type RecordKey = number | string

type Stored<Name extends Table> = Selectable<Tables[Name]> & StoredRow

/** The source of a described resource. */
const described = (resource: string): Source<StoredRow> => ({
  rows: (tenant, omitted) =>
    tenant
      .records(resource)
      .select(['records.id', 'records.vendor_id', 'records.created', 'records.updated'])
      .select(withoutPictures(sql.ref<Extra>('records.data'), omitted).as('extra'))
      .select(namesOfPictures(sql.ref('records.data'), omitted).as('pictures')),
  toWire: () => ({}),
})

export type ClientRow = Parameters<(typeof clients)['toWire']>[0]
export type { DeviceRow }
export type BatchRow = Parameters<(typeof batches)['toWire']>[0]

/** The source of a resource. The cast ignores that rows have more columns, and that ids of devices are text. */
export const sourceOf = (resource: string): Source<StoredRow> =>
  Object.hasOwn(SOURCES, resource)
    ? (SOURCES[resource as keyof typeof SOURCES] as unknown as Source<StoredRow>)
    : described(resource)

/**
 * The records in scope with these ids, by id.
 *
 * @param lock locks the rows in the order of their ids until the transaction ends. `lock` also waits for running
 *   changes by callers whose rights depend on a record (`changing`). `lockFields` does not wait for them; use it for
 *   changes that affect no rights
 */
export async function findRecords<Row extends StoredRow = StoredRow>(
  tenant: Tenant,
  resource: string,
  ids: readonly RecordKey[],
  lock?: 'lock' | 'lockFields',
): Promise<Map<RecordKey, Row>> {
  if (ids.length === 0) return new Map()
  const table = tableOf(resource)
  const id = sql.ref(`${table}.id`)
  // The cast to one table is safe: each of these queries selects from the table of its resource.
  const rows = sourceOf(resource).rows(tenant) as unknown as SelectQueryBuilder<Tables, 'models', Row>
  let query = rows.where(ids.length === 1 ? sql<boolean>`${id} = ${ids[0]}` : inIds(id, ids))
  if (lock) query = query.orderBy(id)
  if (lock === 'lock') query = query.forUpdate(table as 'models')
  if (lock === 'lockFields') query = query.forNoKeyUpdate(table as 'models')
  const found = (await query.execute()) as Row[]
  return new Map(found.map(row => [row.id as RecordKey, row]))
}

/** A record in scope, or `undefined`; `lock` as in `findRecords`. */
export async function findRecord<Row extends StoredRow = StoredRow>(
  tenant: Tenant,
  resource: string,
  id: RecordKey,
  lock?: 'lock' | 'lockFields',
): Promise<Row | undefined> {
  const found = await findRecords<Row>(tenant, resource, [id], lock)
  return found.values().next().value
}

export const findBatch = (tenant: Tenant, id: number, lock?: 'lock') =>
  findRecord<BatchRow>(tenant, 'batches', id, lock)
