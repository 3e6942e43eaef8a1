/** Records in the dialect of ra-data-simple-rest: what config alone describes, and models, bunches and order methods. */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/endpoints'
import type { KeptQuery } from '../../contract/records'
import { partsFor } from '../../engine/access'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import type { RecordAction } from '../../engine/registry'
import type { Caller } from '../caller'
import { createRecord, deleteRecord, type Keeping, updateRecord } from '../commands/records/keepRecord'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { recordFields } from '../store/records/fields'
import { FilterRefused, filterConditions } from '../store/records/filter'
import { listRecords, type RecordPaging } from '../store/records/list'
import { markPictures, unreadPictures } from '../store/records/pictures'
import { findRecord } from '../store/records/rows'
import { toRecord } from '../store/records/wire'
import { reach } from './reach'
import { createOnce } from './repeat'
import { route } from './route'

export function recordRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const { list, get, create, update, remove } = endpoints.records

  route(app, list, async ({ caller, params, query, reply }) => {
    const { resource, config, tenant } = open(deps, caller, params.resource, 'list')
    const { conditions, paging } = readQuery(query, resource, config, caller)
    const unread = unreadPictures(config, caller.level, resource.name)
    const { rows, count } = await listRecords(tenant, unread, conditions, paging)
    const rowsShown = rows.length > 0 ? `${paging.offset}-${paging.offset + rows.length - 1}` : '*'
    reply.header('content-range', `${resource.name} ${rowsShown}/${count}`)
    return rows.map(row => markPictures(toRecord(row, config, caller.level, resource), row.pictures))
  })

  route(app, get, async ({ caller, params }) => {
    const { resource, config, tenant } = open(deps, caller, params.resource, 'show')
    const row = await findRecord(tenant, resource.name, params.id)
    if (!row) throw new Refusal(404, 'notFound')
    return toRecord(row, config, caller.level, resource)
  })

  route(app, create, async ({ caller, params, body, request }) => {
    const keeping = open(deps, caller, params.resource, 'create')
    return createOnce(deps, caller, request, tx => createRecord(tx, caller, body, keeping))
  })

  route(app, update, async ({ caller, params, body }) =>
    updateRecord(db, caller, { id: params.id, input: body }, open(deps, caller, params.resource, 'edit')),
  )

  route(app, remove, async ({ caller, params }) =>
    deleteRecord(db, caller, params.id, open(deps, caller, params.resource, 'delete')),
  )
}

/**
 * The resource as config has it at this moment.
 *
 * @throws Refusal 404 for a resource that config does not have, or has another way of asking for; 403 for a level too low
 */
function open(
  deps: Deps,
  caller: Caller,
  name: string,
  action: RecordAction,
): Keeping & { tenant: ReturnType<typeof reach> } {
  const config = deps.config.current().console
  const resource = Object.hasOwn(config.resources, name) ? config.resources[name] : undefined
  if (resource?.dialect !== 'simple-rest') throw new Refusal(404, 'notFound')
  return { resource, config, tenant: reach(deps, caller, name, action) }
}

/** @throws Refusal 400 for what is no such JSON, and for fields that are unknown or not for this caller */
function readQuery(
  query: KeptQuery,
  resource: CompiledResource,
  config: CompiledConfig,
  { level }: Caller,
): { conditions: ReturnType<typeof filterConditions>; paging: RecordPaging } {
  const fields = recordFields(config, level, resource)
  const filters = partsFor(config, level, resource.list?.filters ?? [])
  const { pageLimit } = config.app.limits
  const filter = readFilter(query.filter)
  // Whoever names records wants them all.
  const named = Array.isArray(filter.id) ? Math.max(filter.id.length, 1) : pageLimit
  return {
    conditions: conditionsOf(filter, { fields, filters, level, levels: config.levels.numbers }),
    paging: {
      order: readSort(query.sort, fields, resource),
      ...(readRange(query.range, pageLimit) ?? { offset: 0, limit: named }),
    },
  }
}

const wrong = (field: string) => new Refusal(400, 'invalidQuery', { field: field.slice(0, 40) })

function readFilter(text: string | undefined): Record<string, unknown> {
  const filter = readJson('filter', text) ?? {}
  if (typeof filter !== 'object' || Array.isArray(filter)) throw wrong('filter')
  return filter as Record<string, unknown>
}

function conditionsOf(
  filter: Record<string, unknown>,
  context: Parameters<typeof filterConditions>[1],
): ReturnType<typeof filterConditions> {
  try {
    return filterConditions(filter, context)
  } catch (error) {
    throw error instanceof FilterRefused ? wrong(error.key) : error
  }
}

/** By the list's own order where the query names none. */
function readSort(
  text: string | undefined,
  fields: ReturnType<typeof recordFields>,
  { list }: CompiledResource,
): RecordPaging['order'] {
  const sent = readJson('sort', text)
  const fallback =
    list?.sort && fields.has(list.sort.field) ? [list.sort.field, list.sort.order] : ['id', 'ASC']
  const [field, order] = sent === undefined ? fallback : Array.isArray(sent) && sent.length === 2 ? sent : []
  if (order !== 'ASC' && order !== 'DESC') throw wrong('sort')
  if (field === 'id') return { by: undefined, ascending: order === 'ASC' }
  const known = typeof field === 'string' ? fields.get(field) : undefined
  if (!known?.order) throw wrong(typeof field === 'string' ? field : 'sort')
  return { by: known.order, ascending: order === 'ASC', present: known.present }
}

const LAST = 1_000_000_000

/** The first and the last row, from 0; at most a page of the limit in config. */
function readRange(
  text: string | undefined,
  pageLimit: number,
): Pick<RecordPaging, 'offset' | 'limit'> | undefined {
  const sent = readJson('range', text)
  if (sent === undefined) return undefined
  const [first, last] = Array.isArray(sent) && sent.length === 2 ? sent : []
  const isRow = (row: unknown): row is number =>
    Number.isInteger(row) && Number(row) >= 0 && Number(row) <= LAST
  if (!isRow(first) || !isRow(last) || last < first) throw wrong('range')
  return { offset: first, limit: Math.min(last - first + 1, pageLimit) }
}

function readJson(name: string, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw wrong(name)
  }
}
