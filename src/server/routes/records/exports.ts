/** Routes that export lists as spreadsheets. Rows are read while they are sent. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints'
import type { DeviceExport, ExportKeys, RecordExport } from '../../../contract/exports'
import { hasLevel } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { may, partsFor } from '../../../engine/access'
import type { CompiledColumn, CompiledConfig, CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import type { Deps } from '../../deps'
import { Refusal } from '../../refusal'
import { disconnectSignal, onceClosed } from '../../request'
import { configOf } from '../../roles'
import { Semaphore } from '../../semaphore'
import { asListed, withStatus } from '../../sheets/listedOrders'
import { listSheet } from '../../sheets/listSheet'
import type { Db } from '../../store/database'
import { toDevice } from '../../store/devices/devices'
import { allOrders, listMethods } from '../../store/orders/orders'
import { type MarkedOrder, toOrder, withFiguresInScope } from '../../store/orders/orderWire'
import { everyRow, type WholeList } from '../../store/records/everyRow'
import { wrongQuery } from '../../store/records/filter'
import { countList } from '../../store/records/list'
import type { StoredRow, Wire } from '../../store/records/sources'
import { viewOf } from '../../store/records/visible'
import { inNumbers } from '../../store/sql'
import { tenantOf } from '../../store/tenancy'
import { answer, wordsOf } from '../answers'
import { deviceListOf } from '../devices/deviceFilter'
import { sendDownload } from '../downloads'
import { orderFiltersOf } from '../orders/orderFilter'
import { route } from '../route'
import { concealRows, recordListOf } from './lists'
import { contextOf, type RecordCall } from './recordCalls'
import { readFilter } from './records'

/** Maximum number of simultaneous exports: each keeps a part of a core busy, here and in the database. */
const MAX_CONCURRENT = 2
/** How long an export waits for its turn. */
const WAIT_MS = 20_000
/** Maximum rows of an xlsx file, without the header. */
const XLSX_ROWS = 1_048_575

/** A list, and a function that converts a row to the fields that the caller may see. */
interface Exported<Row> extends WholeList<Row> {
  toWire: (row: Row) => Wire
  /** Completes the rows of a chunk, such as with figures in the caller's scope. */
  complete?: (rows: Row[]) => Promise<Row[]>
}

interface Export<Row> {
  resource: CompiledResource
  query: ExportKeys
  call: RecordCall
  list: Exported<Row>
}

export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  const { offer, devices, chosen, orders, records, chosenRecords } = endpoints.exports
  const turns = new Semaphore(() => MAX_CONCURRENT)
  const current = (caller: Caller) => configOf(deps.config, caller).shared
  const { bulkDb: db } = deps

  route(app, offer, async ({ caller }) => {
    const config = current(caller)
    return answer(Object.keys(config.resources).filter(name => mayExport(config, caller, name)))
  })

  route(app, devices, call => sendDevices(call, call.query))

  route(app, chosen, call => sendDevices(call, { ...call.query, ids: call.body.ids.join() }))

  async function sendDevices(call: RecordCall, parameters: DeviceExport) {
    const { caller } = call
    const { query, keys } = splitQuery(parameters)
    const config = current(caller)
    const resource = exportable(config, caller, 'devices')
    const { list, order, view } = deviceListOf({
      tenant: tenantOf(db, caller),
      caller,
      config,
      query,
      now: deps.now(),
    })
    const toWire = (row: Parameters<typeof toDevice>[0]): Wire => toDevice(row, view)
    return send({ resource, query: keys, call, list: { ...list, order, toWire } })
  }

  route(app, orders, async call => {
    const { caller, request } = call
    const { query, keys } = splitQuery(call.query)
    const context = contextOf(deps, 'orders', request)
    const resource = withStatus(exportable(context.config, caller, 'orders'), deps.config.translate)
    const tenant = tenantOf(db, caller)
    const archived = query.archived === 'true'
    const filters = orderFiltersOf(
      { ...context, tenant, caller, now: deps.now() },
      { ...query, archived },
      'query',
    )
    const view = viewOf(context, caller.level)
    const words = wordsOf(deps, request)
    const without = call.query['export[without]']?.split(',').map(Number) ?? []
    const complete = (rows: MarkedOrder[]) => withFiguresInScope(tenant, rows)
    const methods = await listMethods(tenant)
    const toWire = (row: MarkedOrder): Wire => asListed(toOrder(row, view), methods, words)
    return send({
      resource,
      query: keys,
      call,
      list: { ...allOrders(tenant, filters, without), complete, toWire },
    })
  })

  route(app, records, call => sendRecords(call, call.params.resource, call.query))

  route(app, chosenRecords, call => {
    // The mailbox has other filters than lists of records.
    if (call.params.resource === 'orders') throw new Refusal(404, 'notFound')
    return sendRecords(call, call.params.resource, call.query, call.body.ids)
  })

  async function sendRecords(call: RecordCall, name: string, query: RecordExport, ids?: string[]) {
    const { caller, request } = call
    const resource = exportable(current(caller), caller, name)
    const context = contextOf(deps, resource.name, request)
    const tenant = tenantOf(db, caller)
    const records = recordListOf({ ...context, tenant, caller, now: deps.now() })
    const { filter, order } = readFilter(query, records, context)
    const chosen = ids ? [inNumbers(sql`"row".id`, ids)] : []
    const conditions = [...records.conditions(filter), ...chosen]
    const toWire = (row: StoredRow) => records.record(row) as Wire
    const list = { tenant, source: records.source, conditions, order, toWire }
    return send({ resource, query, call, list })
  }

  async function send<Row>({ resource, query, call, list }: Export<Row>) {
    const { caller, request, reply } = call
    const config = current(caller)
    const format = query['export[format]']
    const columns = columnsOf(config, caller, resource, query['export[columns]'])
    const expected = query['export[expected]']
    // A CSV file needs no count unless the caller expects one.
    const found = expected === undefined && format === 'csv' ? 0 : await countList(list)
    if (expected !== undefined && found !== expected)
      throw new Refusal(409, 'bulk.changed', { found }, { found })
    if (format === 'xlsx' && found > XLSX_ROWS)
      throw new Refusal(422, 'export.rows', { max: XLSX_ROWS.toLocaleString('en-US') })
    const release = await turns.acquire(WAIT_MS, disconnectSignal(reply.raw))
    if (!release) throw new Refusal(429, 'export.busy', {}, { retryAfter: 20 })
    onceClosed(reply.raw, release)
    const download = await listSheet(
      {
        config,
        resource,
        columns,
        format,
        zone: query['export[zone]'],
        now: deps.now(),
        chunks: chunksOf(db, { config, resource }, list),
        tenant: list.tenant,
        mayName: name => may(config, caller.level, name, 'list'),
      },
      wordsOf(deps, request),
    )
    return sendDownload(deps, call, { download, format, resource: resource.name })
  }
}

/** All rows of the list in chunks, as the caller may see them. */
async function* chunksOf<Row>(
  db: Db,
  { config, resource }: { config: CompiledConfig; resource: CompiledResource },
  list: Exported<Row>,
): AsyncGenerator<Wire[]> {
  for await (const rows of everyRow(db, list)) {
    const completed = (await list.complete?.(rows)) ?? rows
    yield concealRows(list.tenant, { config, resource }, completed, list.toWire)
  }
}

const mayExport = (config: CompiledConfig, { level }: Caller, name: string): boolean => {
  const list = ownValue(config.resources, name)?.list
  return (
    list?.export !== undefined &&
    hasLevel(level, list.export, config.levels.numbers) &&
    may(config, level, name, 'list')
  )
}

/**
 * @throws Refusal 404 for a resource that is missing in config or has no `list.export`, 403 if the caller may not
 *   export it
 */
function exportable(config: CompiledConfig, caller: Caller, name: string): CompiledResource {
  const resource = ownValue(config.resources, name)
  if (!resource?.list?.export) throw new Refusal(404, 'notFound')
  if (!mayExport(config, caller, name)) throw new Refusal(403, 'forbidden')
  return resource
}

/** The columns to export, by default the visible ones. @throws Refusal 400 for a column that the caller cannot see */
function columnsOf(
  config: CompiledConfig,
  { level }: Caller,
  { list }: CompiledResource,
  requested: string | undefined,
): CompiledColumn[] {
  const all = partsFor(config, level, list?.columns ?? [])
  if (!requested) return all.filter(({ hidden }) => !hidden)
  return [...new Set(requested.split(','))].map(name => {
    const column = all.find(({ field }) => field === name)
    if (!column) throw wrongQuery('export[columns]')
    return column
  })
}

/** Splits a query into that of the list and the options of the file (`export[…]`). */
function splitQuery<Query extends ExportKeys>(query: Query) {
  const isFileOption = ([key]: [string, unknown]) => key.startsWith('export[')
  const entries = Object.entries(query)
  const keys = Object.fromEntries(entries.filter(isFileOption))
  const rest = Object.fromEntries(entries.filter(entry => !isFileOption(entry)))
  return { query: rest as Omit<Query, keyof ExportKeys>, keys: keys as ExportKeys }
}
