/** Lists as spreadsheets: what a list shows at the moment, asked of the server as a file (a call of ours). */
import type { Zone } from '../../domain/dates'
import type { ExportFormat } from '../../domain/fileName'
import type { CompiledResource } from '../../engine/compiled'
import type { ApiClient } from './client'
import type { Download } from './downloads'
import { deviceQuery, type Fields, orderFilter, restFilter } from './filters'
import { orderQuery } from './pages'

/** The rows: filters and order of the list. */
export interface ExportedRows {
  filter: Fields
  sort: { field: string; order: 'ASC' | 'DESC' }
  /** These alone, whatever the filters find. */
  ids?: readonly string[] | undefined
  /** Orders that the user has taken out of the list on the screen. */
  without?: readonly number[]
  /** How many the user saw chosen. */
  expected?: number | undefined
}

/** How they are written. */
export interface ExportedFile {
  format: ExportFormat
  zone: Zone
  /** Names of columns, in their order. */
  columns: readonly string[]
}

const MAX_EXCLUDED = 600

export function exportList(
  client: ApiClient,
  { name, list }: CompiledResource,
  { filter, sort, ids, without = [], expected }: ExportedRows,
  { format, zone, columns }: ExportedFile,
): Promise<Download> {
  const file = {
    'export[format]': format,
    'export[zone]': zone,
    'export[columns]': columns.join(','),
    ...(expected !== undefined && { 'export[expected]': expected }),
  }
  if (name === 'devices') {
    const order = orderQuery(sort)
    if (ids)
      return client.download('exports.chosen', { query: { ...file, ...order }, body: { ids: [...ids] } })
    const query = { ...file, ...deviceQuery(list?.filters, filter), ...order }
    return client.download('exports.devices', { query })
  }
  // The mailbox has one order.
  if (name === 'orders') {
    const { archived, ...filters } = orderFilter(list?.filters, filter)
    const query = {
      ...file,
      ...filters,
      ...(archived && { archived: 'true' as const }),
      // No address holds more.
      ...(without.length > 0 && { 'export[without]': without.slice(-MAX_EXCLUDED).join() }),
    }
    return client.download('exports.orders', { query })
  }
  const query = {
    ...file,
    sort: JSON.stringify([sort.field, sort.order]),
    filter: JSON.stringify(ids ? { id: ids } : restFilter(list?.filters, filter)),
  }
  return client.download('exports.records', { params: { resource: name }, query })
}
