/** Lists that come whole, or page by page for whoever asks for pages (decision 38, `contract/pages.ts`). */
import { type ListQuery, PagedQuery } from '../../contract/pages'
import { partsFor } from '../../engine/access'
import type { CompiledConfig, CompiledResource, Locale } from '../../engine/compiled'
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import { type RecordField, recordFields } from '../store/records/fields'
import { FilterRefused, filterConditions } from '../store/records/filter'
import { type Listed, listAll, listPage, type RecordOrder } from '../store/records/list'
import { type Marked, markPictures, unreadPictures } from '../store/records/pictures'
import type { Tenant } from '../store/tenancy'

interface Listing<Row, Shown> {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  /** Name of the resource, whose filters and fields config describes. */
  resource: string
  locale: Locale
  rows: Listed<Row>['rows']
  /** The field that a list is ordered by that nobody orders; `id` for the order in which the records were made. */
  sort: string
  show: (row: Row) => Shown
}

const KNOWN: ReadonlySet<string> = new Set(Object.keys(PagedQuery({}).properties))

/** @throws Refusal 400 for filters and fields that are unknown or not for this caller */
export async function answerList<Row extends object, Shown extends object>(
  query: ListQuery,
  { tenant, caller, config, rows, show, ...listing }: Listing<Row, Shown>,
): Promise<{ result: true; message: ''; payload: Shown[]; count?: number }> {
  const resource = config.resources[listing.resource]!
  const fields = recordFields(config, caller.level, resource, listing.locale)
  const conditions = conditionsOf(query, resource, config, caller, fields)
  const listed = { rows, unread: unreadPictures(config, caller.level, listing.resource) }
  const shown = (row: Row & Marked) => {
    const { pictures, ...rest } = row
    return markPictures(show(rest as unknown as Row), pictures)
  }
  const { page_index: index, page_limit: limit } = query
  const paged = index !== undefined || limit !== undefined
  // Nobody's order is the list's own in pages; whole lists keep theirs.
  const sort = paged && resource.list?.sort ? resource.list.sort : { field: listing.sort, order: 'ASC' }
  const forward = query.ascending !== 0
  const order = query.order_by
    ? orderOf(query.order_by, forward, fields)
    : // A level that may not see the field gets the order in which the records were made.
      orderOf(fields.has(sort.field) ? sort.field : 'id', forward === (sort.order === 'ASC'), fields)
  if (!paged) {
    const all = await listAll(tenant, listed, conditions, order)
    return { result: true, message: '', payload: all.map(shown) }
  }
  const { pageLimit } = config.app.limits
  const rowsOfPage = Math.min(limit ?? resource.list?.perPage ?? 20, pageLimit)
  const page = await listPage(tenant, listed, conditions, {
    order,
    offset: ((index ?? 1) - 1) * rowsOfPage,
    limit: rowsOfPage,
  })
  return { result: true, message: '', payload: page.rows.map(shown), count: page.count }
}

const wrong = (field: string) => new Refusal(400, 'invalidQuery', { field: field.slice(0, 40) })

function orderOf(name: string, ascending: boolean, fields: ReadonlyMap<string, RecordField>): RecordOrder {
  if (name === 'id') return { by: undefined, ascending }
  const field = fields.get(name)
  if (!field?.order) throw wrong('order_by')
  return { by: field.order, ascending, present: field.present }
}

function conditionsOf(
  query: ListQuery,
  resource: CompiledResource,
  config: CompiledConfig,
  { level }: Caller,
  fields: ReadonlyMap<string, RecordField>,
) {
  const filters = partsFor(config, level, resource.list?.filters ?? [])
  const filter: Record<string, unknown> = Object.fromEntries(
    Object.entries(query).filter(([name]) => !KNOWN.has(name)),
  )
  // A search looks where the search of the list looks.
  if (query.search) filter[filters.find(({ type }) => type === 'search')?.name ?? 'q'] = query.search
  if (query.ids) filter.id = query.ids.split(',')
  try {
    return filterConditions(filter, { fields, filters, level, levels: config.levels.numbers })
  } catch (error) {
    throw error instanceof FilterRefused ? wrong(error.key) : error
  }
}
