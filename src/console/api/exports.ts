/** Lists as spreadsheets: what a list shows at the moment, asked of the server as a file (a call of ours). */
import type { ExportFormat } from '../../contract/exports'
import type { Zone } from '../../domain/dates'
import type { CompiledResource } from '../../engine/compiled'
import type { Client } from './client'
import type { Download } from './downloads'
import { describedFilter, deviceQuery, type Fields } from './filters'
import { orderQuery } from './pages'

/** The rows: filters and order of the list. */
export interface ExportedRows {
  filter: Fields
  sort: { field: string; order: 'ASC' | 'DESC' }
  /** These alone, whatever the filters find. */
  ids?: readonly string[] | undefined
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

export function exportList(
  client: Client,
  { name, list }: CompiledResource,
  { filter, sort, ids, expected }: ExportedRows,
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
  const query = {
    ...file,
    sort: JSON.stringify([sort.field, sort.order]),
    filter: JSON.stringify(ids ? { id: ids } : describedFilter(list?.filters, filter)),
  }
  return client.download('exports.records', { params: { resource: name }, query })
}
