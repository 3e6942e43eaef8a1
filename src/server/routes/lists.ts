/** Lists of records: what a query asks for as SQL, and lists that come whole or page by page (decision 38, `contract/pages.ts`). */
import type { RawBuilder } from 'kysely'
import { ListQuery } from '../../contract/pages'
import { partsFor } from '../../engine/access'
import type { CompiledConfig, CompiledFilter, CompiledResource, Locale } from '../../engine/compiled'
import type { Caller } from '../caller'
import { fieldsOf } from '../store/records/fields'
import { filterConditions, wrongQuery } from '../store/records/filter'
import { listAll, listPage, type RecordOrder } from '../store/records/list'
import { type OmittedPictures, omittedPictures, withPictureNames } from '../store/records/pictures'
import { shownRecord, viewOf } from '../store/records/shown'
import { type StoredRow, sourceOf, type Wire } from '../store/records/sources'
import type { Tenant } from '../store/tenancy'
import { answer } from './answers'

export interface Listing {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  resource: CompiledResource
  locale?: Locale
}

/** What one caller may ask of a list. */
export interface ListSql {
  /** Those of the list in config. */
  filters: readonly CompiledFilter[]
  omitted: OmittedPictures
  /** Whether the caller may use the field. */
  has(field: string): boolean
  /** @throws Refusal 400 for a key or a value that means nothing here */
  conditions(filter: Readonly<Record<string, unknown>>): RawBuilder<boolean>[]
  /** @throws Refusal 400, naming `part`, for something that is no field, or none that the caller may see */
  order(field: string, ascending: boolean, part: string): RecordOrder
}

export function listSqlOf({ tenant, caller: { level }, config, resource, locale }: Listing): ListSql {
  const fields = fieldsOf(tenant, config, level, resource, locale)
  const filters = partsFor(config, level, resource.list?.filters ?? [])
  const context = { fields, filters, level, levels: config.levels.numbers }
  // Every record has an id; config may still keep it from a level.
  const isId = (name: string) => name === 'id' && (fields.has(name) || !Object.hasOwn(resource.fields, name))
  return {
    filters,
    omitted: omittedPictures(config, level, resource.name),
    has: name => fields.has(name),
    conditions: filter => filterConditions(filter, context),
    order(name, ascending, part) {
      if (isId(name)) return { by: undefined, ascending }
      const field = fields.get(name)
      if (!field?.order) throw wrongQuery(part)
      return { by: field.order, ascending, present: field.present }
    },
  }
}

/**
 * @param sort the field that a list is ordered by where the query names none; `id` for the order in which the records were made
 * @param within what makes the list another one, such as the batch of bunches
 * @throws Refusal 400 for filters and fields that are unknown or not for this caller
 */
export async function answerList<Shown extends object = Wire>(
  query: ListQuery,
  listing: Listing,
  {
    sort: usual,
    within = [],
    show,
  }: { sort: string; within?: RawBuilder<boolean>[]; show?: (row: StoredRow) => Shown },
): Promise<{ result: true; message: string; payload: Shown[]; count?: number }> {
  const { tenant, caller, config, resource, locale } = listing
  const listSql = listSqlOf(listing)
  const conditions = listSql.conditions(filterOf(query, listSql))
  const view = viewOf(config, resource, caller.level, locale)
  const list = {
    rows: (omitted?: OmittedPictures) => sourceOf(resource.name).rows(tenant, omitted),
    omitted: listSql.omitted,
    within,
  }
  const shown = (row: StoredRow) =>
    withPictureNames(show?.(row) ?? (shownRecord(row, view) as Shown), row.pictures)

  const { page_index: index, page_limit: limit } = query
  const isPaged = index !== undefined || limit !== undefined
  // A page that names no order has that of the list in config; whole lists keep theirs.
  const sort = isPaged && resource.list?.sort ? resource.list.sort : { field: usual, order: 'ASC' }
  const isForward = query.ascending !== 0
  const order = query.order_by
    ? listSql.order(query.order_by, isForward, 'order_by')
    : // A level that may not see the field gets the order in which the records were made.
      listSql.order(
        listSql.has(sort.field) ? sort.field : 'id',
        isForward === (sort.order === 'ASC'),
        'order_by',
      )
  if (!isPaged) {
    const rows = await listAll(tenant, list, conditions, order)
    return answer(rows.map(shown))
  }
  const size = Math.min(limit ?? resource.list?.perPage ?? 20, config.app.limits.pageLimit)
  const page = await listPage(tenant, list, conditions, {
    order,
    offset: ((index ?? 1) - 1) * size,
    limit: size,
  })
  return { ...answer(page.rows.map(shown)), count: page.count }
}

function filterOf(query: ListQuery, { filters }: ListSql): Record<string, unknown> {
  const filter: Record<string, unknown> = Object.fromEntries(furtherKeys(query, ListQuery))
  // A search looks where the search of the list looks.
  if (query.search) filter[filters.find(({ type }) => type === 'search')?.name ?? 'q'] = query.search
  if (query.ids) filter.id = query.ids.split(',')
  return filter
}

/** The keys of a query that its contract does not name: filters that config adds. */
export const furtherKeys = (query: object, { properties }: { properties: object }): [string, unknown][] =>
  Object.entries(query).filter(([key]) => !Object.hasOwn(properties, key))
