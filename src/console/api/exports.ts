/** Exports a list as a spreadsheet, with its current filters and sort. Only our server has these calls. */
import type { Zone } from '../../domain/dates'
import type { ExportFormat } from '../../domain/fileName'
import type { CompiledResource } from '../../engine/compiled'
import type { ApiClient } from './client'
import type { Download } from './downloads'
import { deviceQuery, type Fields, orderFilter, restFilter } from './filters'
import { orderQuery } from './pages'

/** Which rows are exported. */
export interface ExportedRows {
  filter: Fields
  sort: { field: string; order: 'ASC' | 'DESC' }
  /** If given, only these records, regardless of the filter. */
  ids?: readonly string[] | undefined
  /** Orders to leave out: those that the user has deleted from the list on the screen. */
  without?: readonly number[]
  /** The number of selected records that the user saw; the server refuses another number. */
  expected?: number | undefined
}

/** How the rows are written. */
export interface ExportedFile {
  format: ExportFormat
  /** `undefined` until the user has chosen one. */
  zone: Zone | undefined
  /** Column names, in order. */
  columns: readonly string[]
}

/** More ids do not fit into a URL. If the user has deleted more orders, the export has those deleted first. */
const MAX_EXCLUDED = 600

export function exportList(
  client: ApiClient,
  resource: CompiledResource,
  { filter, sort, ids, without = [], expected }: ExportedRows,
  { format, zone, columns }: ExportedFile,
): Promise<Download> {
  const { name, list } = resource
  const file = {
    'export[format]': format,
    ...(zone && { 'export[zone]': zone }),
    'export[columns]': columns.join(','),
    ...(expected !== undefined && { 'export[expected]': expected }),
  }
  if (name === 'devices') {
    const order = orderQuery(sort)
    if (ids)
      return client.download('exports.chosen', { query: { ...file, ...order }, body: { ids: [...ids] } })
    const query = { ...file, ...deviceQuery(resource, filter), ...order }
    return client.download('exports.devices', { query })
  }
  // The mailbox cannot be sorted.
  if (name === 'orders') {
    const { archived, ...filters } = orderFilter(list?.filters, filter)
    const query = {
      ...file,
      ...filters,
      ...(archived && { archived: 'true' as const }),
      ...(without.length > 0 && { 'export[without]': without.slice(-MAX_EXCLUDED).join() }),
    }
    return client.download('exports.orders', { query })
  }
  const sorted = { ...file, sort: JSON.stringify([sort.field, sort.order]) }
  const params = { resource: name }
  if (ids) return client.download('exports.chosenRecords', { params, query: sorted, body: { ids: [...ids] } })
  const query = { ...sorted, filter: JSON.stringify(restFilter(list?.filters, filter)) }
  return client.download('exports.records', { params, query })
}
