/**
 * Lists of records: translates queries into SQL, and answers complete lists or pages (decision 38,
 * `contract/pages.ts`).
 */
import type { RawBuilder } from 'kysely'
import type { TObject } from 'typebox'
import type { HistoryRow } from '../../../contract/history'
import { ListQuery } from '../../../contract/pages'
import { ownValue } from '../../../domain/own'
import { partsFor } from '../../../engine/access'
import type { CompiledFilter } from '../../../engine/compiled'
import { type Caller, userOf } from '../../caller'
import type { Deps } from '../../deps'
import { concealHistory } from '../../store/history'
import { queryFields } from '../../store/records/fields'
import { filterConditions, wrongQuery } from '../../store/records/filter'
import { type ListSource, listAll, listPage, type RecordOrder } from '../../store/records/list'
import { type OmittedPictures, omittedPictures, withPictureNames } from '../../store/records/pictures'
import { conceal } from '../../store/records/reach'
import { type StoredRow, sourceOf, type Wire } from '../../store/records/sources'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { answer } from '../answers'
import { authorize } from '../authorize'
import { pagingOf } from '../paging'
import { contextOf, type RecordCall } from './recordCalls'

export interface Listing extends RecordContext {
  tenant: Tenant
  caller: Caller
  /** For relative bounds, such as `now-24h`. */
  now: Date
}

/** The filters and orders of a list that a caller may use. */
export interface ListSql {
  /** The filters of the list in config. */
  filters: readonly CompiledFilter[]
  omitted: OmittedPictures
  /** Whether the search for text (`q`) covers any field. */
  isSearchable(): boolean
  /** Whether the caller may use the field. */
  mayUse(field: string): boolean
  /** @throws Refusal 400 for an unknown key or an invalid value */
  conditions(filter: Readonly<Record<string, unknown>>): RawBuilder<boolean>[]
  /** @throws Refusal 400, naming `part`, for an unknown field or one that the caller may not see */
  order(field: string, isAscending: boolean, part: string): RecordOrder
}

export function listSqlOf({ tenant, caller, config, resource, locale, now }: Listing): ListSql {
  const { level } = caller
  const fields = queryFields(tenant, config, level, resource, locale)
  const filters = partsFor(config, level, resource.list?.filters ?? [])
  const context = { fields, filters, level, levels: config.levels.numbers, user: userOf(caller), now }
  // Every record has an id, but config may hide it from a level.
  const isId = (name: string) => name === 'id' && (fields.has(name) || !Object.hasOwn(resource.fields, name))
  return {
    filters,
    omitted: omittedPictures(config, level, resource.name),
    isSearchable: () => [...fields.names()].some(name => fields.get(name)?.isSearched),
    mayUse: name => fields.has(name),
    conditions: filter => filterConditions(filter, context),
    order(name, isAscending, part) {
      if (isId(name)) return { by: undefined, isAscending }
      const field = fields.get(name)
      if (!field?.order) throw wrongQuery(part)
      const { order: by, isNeverNull, nameOf, hadColumn: needsJoins } = field
      return { by, isAscending, isNeverNull, nameOf, needsJoins }
    },
  }
}

/** The keys of a query that its schema does not have: they name filters and fields of config. */
export const keysBeyond = (
  query: object,
  { properties }: Pick<TObject, 'properties'>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !Object.hasOwn(properties, key)))

/** `listSqlOf` with the resource's default source, and a function that converts a row for the caller. */
export function recordListOf(listing: Listing) {
  const { tenant, caller, resource } = listing
  const listSql = listSqlOf(listing)
  const view = viewOf(listing, caller.level)
  const source: ListSource<StoredRow> = {
    rows: omitted => sourceOf(resource.name).rows(tenant, omitted),
    omitted: listSql.omitted,
    ...(!tenant.isRuled && { prepares: 'no filter' }),
  }
  return { ...listSql, source, record: (row: StoredRow): object => visibleRecord(row, view) }
}

/**
 * Answers a list in the envelope of §7, complete or a page of it.
 *
 * @param sort the default order; `id` is the order of creation
 * @param within more conditions, such as the batch of bunches
 * @param toAnswer converts a row; by default all fields that the caller may see
 * @throws Refusal 403; 400 for filters and fields that are unknown or hidden from the caller
 */
export async function answerList<Answer extends object = Wire>(
  deps: Deps,
  { caller, request, query }: Pick<RecordCall, 'caller' | 'request'> & { query: ListQuery },
  name: string,
  options: { sort: string; within?: RawBuilder<boolean>[]; toAnswer?: (row: StoredRow) => Answer },
): Promise<{ result: true; message: string; payload: Answer[]; count?: number }> {
  const tenant = authorize(deps, caller, name, 'list')
  const context = contextOf(deps, name, request)
  const { config, resource } = context
  const list = recordListOf({ ...context, tenant, caller, now: deps.now() })
  const source = { ...list.source, within: options.within }
  const conditions = list.conditions(filterOf(query, list))
  const toAnswer = (row: StoredRow) =>
    withPictureNames((options.toAnswer ?? list.record)(row) as Answer, row.pictures)

  const isPaged = query.page_index !== undefined || query.page_limit !== undefined
  // Pages default to the order in config, complete lists to the order of the call.
  const sort = isPaged && resource.list?.sort ? resource.list.sort : { field: options.sort, order: 'ASC' }
  // By id, the order of creation, if the caller may not see the default field.
  const defaultField = list.mayUse(sort.field) ? sort.field : 'id'
  const isReversed = query.ascending === 0
  const isAscending = query.order_by || sort.order === 'ASC' ? !isReversed : isReversed
  const order = list.order(query.order_by || defaultField, isAscending, 'order_by')
  const answersOf = (rows: StoredRow[]) => concealRows(tenant, context, rows, toAnswer)
  if (!isPaged) return answer(await answersOf(await listAll(tenant, source, conditions, order)))
  const page = { order, ...pagingOf(query, config, resource.list?.perPage) }
  const { rows, count } = await listPage(tenant, source, conditions, page)
  return { ...answer(await answersOf(rows)), count }
}

/** The rows as the caller gets them: references that lead out of its scope are empty. */
export function concealRows<Row, Shown extends object>(
  tenant: Tenant,
  { config, resource }: Pick<RecordContext, 'config' | 'resource'>,
  rows: readonly Row[],
  toShown: (row: Row) => Shown,
): Promise<Shown[]> {
  const shown = rows.map(toShown)
  if (resource.name !== 'history') return conceal(tenant, resource, shown)
  // The resource of the stored row: the caller may not be shown it.
  const resources = new Map(shown.map((entry, index) => [entry, (rows[index] as Change).resource]))
  return concealHistory(tenant, shown as (Shown & Change)[], entry =>
    ownValue(config.resources, resources.get(entry) ?? ''),
  )
}

type Change = Pick<HistoryRow, 'resource' | 'before' | 'after'>

function filterOf(query: ListQuery, { filters }: ListSql): Record<string, unknown> {
  const filter = keysBeyond(query, ListQuery)
  // `search` uses the search filter of the list in config.
  if (query.search) filter[filters.find(({ type }) => type === 'search')?.name ?? 'q'] = query.search
  if (query.ids) filter.id = query.ids.split(',')
  return filter
}
