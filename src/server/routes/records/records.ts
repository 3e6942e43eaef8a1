/** Routes in the dialect of ra-data-simple-rest: described records, models, bunches and order methods. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../../contract/endpoints'
import type { DescribedQuery, DescribedRecord } from '../../../contract/records'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { wrongQuery } from '../../store/records/filter'
import { listPage, type RecordOrder, type RecordPaging } from '../../store/records/list'
import { withPictureNames } from '../../store/records/pictures'
import { conceal } from '../../store/records/reach'
import type { RecordContext } from '../../store/records/visible'
import { authorize } from '../authorize'
import { route } from '../route'
import { type ListSql, recordListOf } from './lists'
import {
  contextOf,
  previewRemovalOnCall,
  type RecordCall,
  readRecord,
  removeOnCall,
  saveOnCall,
} from './recordCalls'

export function recordRoutes(app: FastifyInstance, deps: Deps): void {
  const { list, get, create, update, remove, removal } = endpoints.records

  /** @throws Refusal 404 for an unknown resource or one with another dialect */
  const contextFor = ({ request, params }: RecordCall & { params: { resource: string } }): RecordContext => {
    // In this dialect labels of levels are in the installation's language.
    const { locale: _, ...context } = contextOf(deps, params.resource, request)
    if (context.resource.dialect !== 'simple-rest') throw new Refusal(404, 'notFound')
    return context
  }

  route(app, list, async call => {
    const { caller, query, reply } = call
    const context = contextFor(call)
    const { name } = context.resource
    const tenant = authorize(deps, caller, name, 'list')
    const listed = recordListOf({ ...context, tenant, caller, now: deps.now() })
    const { filter, paging } = readQuery(query, listed, context)
    const { rows, count } = await listPage(tenant, listed.source, listed.conditions(filter), paging)
    const range = rows.length > 0 ? `${paging.offset}-${paging.offset + rows.length - 1}` : '*'
    reply.header('content-range', `${name} ${range}/${count}`)
    const records = await conceal(tenant, context.resource, rows.map(listed.record))
    return records.map((record, index) => withPictureNames(record as DescribedRecord, rows[index]!.pictures))
  })

  route(app, get, async call => {
    const context = contextFor(call)
    const tenant = authorize(deps, call.caller, context.resource.name, 'show')
    return (await readRecord(tenant, call, context, call.params.id)) as DescribedRecord
  })

  route(app, create, async call => {
    return (await saveOnCall(deps, call, contextFor(call), { input: call.body })) as DescribedRecord
  })

  route(app, update, async call => {
    const record = { id: call.params.id, input: call.body }
    return (await saveOnCall(deps, call, contextFor(call), record)) as DescribedRecord
  })

  route(app, remove, async call => {
    const { resource } = contextFor(call)
    return (await removeOnCall(deps, call, resource, call.params.id)) as DescribedRecord
  })

  // The only call here that serves resources of both dialects.
  route(app, removal, async call => {
    const { resource, id } = call.params
    return previewRemovalOnCall(deps, call, contextOf(deps, resource, call.request).resource, id)
  })
}

/** @throws Refusal 400 for invalid JSON, and for fields that are unknown or hidden from the caller */
function readQuery(
  query: DescribedQuery,
  listSql: ListSql,
  context: RecordContext,
): { filter: Record<string, unknown>; paging: RecordPaging } {
  const { pageLimit } = context.config.app.limits
  const { filter, order } = readFilter(query, listSql, context)
  const { id } = filter
  // A query by ids returns all of them.
  const limit = Array.isArray(id) ? Math.max(id.length, 1) : pageLimit
  return { filter, paging: { order, ...(readRange(query.range, pageLimit) ?? { offset: 0, limit }) } }
}

/** Reads filter and order; the order defaults to that of the list. @throws Refusal as `readQuery` */
export function readFilter(
  query: Pick<DescribedQuery, 'filter' | 'sort'>,
  listSql: ListSql,
  { resource: { list } }: RecordContext,
): { filter: Record<string, unknown>; order: RecordOrder } {
  const filter = readJson('filter', query.filter) ?? {}
  if (typeof filter !== 'object' || Array.isArray(filter)) throw wrongQuery('filter')
  const defaultSort =
    list?.sort && listSql.mayUse(list.sort.field) ? [list.sort.field, list.sort.order] : ['id', 'ASC']
  const parsed = readJson('sort', query.sort)
  const sort = parsed === undefined ? defaultSort : parsed
  const [field, order] = Array.isArray(sort) && sort.length === 2 ? sort : []
  if (typeof field !== 'string' || (order !== 'ASC' && order !== 'DESC')) throw wrongQuery('sort')
  return {
    filter: filter as Record<string, unknown>,
    order: listSql.order(field, order === 'ASC', field),
  }
}

const MAX_ROW = 1_000_000_000

/** Reads `[first, last]`, zero-based and inclusive; limited to a page of the size in config. */
function readRange(
  text: string | undefined,
  pageLimit: number,
): Pick<RecordPaging, 'offset' | 'limit'> | undefined {
  const parsed = readJson('range', text)
  if (parsed === undefined) return undefined
  const [first, last] = Array.isArray(parsed) && parsed.length === 2 ? parsed : []
  const isRow = (row: unknown): row is number =>
    Number.isInteger(row) && Number(row) >= 0 && Number(row) <= MAX_ROW
  if (!isRow(first) || !isRow(last) || last < first) throw wrongQuery('range')
  return { offset: first, limit: Math.min(last - first + 1, pageLimit) }
}

function readJson(name: string, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw wrongQuery(name)
  }
}
