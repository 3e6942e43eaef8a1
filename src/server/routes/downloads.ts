/** Sends spreadsheets with data of records; the history has each download, its rows and whether it was complete. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ExportFormat } from '../../domain/fileName'
import type { WrittenValue } from '../../sheet'
import { addDownload } from '../commands/accessHistory'
import type { Deps } from '../deps'
import { onceClosed } from '../request'
import { type Download, sendCsv, sendSheet } from '../sheets/download'
import type { RecordCall } from './records/recordCalls'

interface DataFile {
  download: Download
  format: ExportFormat
  resource: string
  /** The id of the record; absent for a list. */
  record?: number
}

/** The row of the history is written after the response, so that it neither delays the download nor fails it. */
export function sendDownload(
  { db }: Pick<Deps, 'db'>,
  { caller, request, reply }: RecordCall,
  { download, format, ...about }: DataFile,
): Readable {
  const { fileName, sheets } = download
  let rows = 0
  async function* counted(all: Download['sheets'][number]['rows']): AsyncGenerator<readonly WrittenValue[]> {
    for await (const row of all) {
      rows += 1
      yield row
    }
  }
  const filter = filterText(request)
  let isComplete = false
  reply.raw.once('finish', () => {
    isComplete = true
  })
  const write = () => {
    addDownload(db, caller, { ...about, fileName, rows, isComplete, filter }).catch((err: unknown) =>
      request.log.warn({ err }, 'history: a download was not written'),
    )
  }
  // A HEAD request sends no rows.
  if (request.method !== 'HEAD') onceClosed(reply.raw, write)
  const file = { fileName, sheets: sheets.map(sheet => ({ ...sheet, rows: counted(sheet.rows) })) }
  return format === 'csv' ? sendCsv(reply, file) : sendSheet(reply, file)
}

/** Parameters that choose no rows. */
const NO_FILTER = /^(export\[.*|filter|order_by|ascending|sort|draw|level|locale|format|page_\w+)$/

/** The filter of the list as text: `status=linked, search[alike]=1234`. */
function filterText({ query }: FastifyRequest): string {
  const keys = query as Record<string, unknown>
  const filters = [
    ...Object.entries(keys).filter(([key]) => !NO_FILTER.test(key)),
    ...Object.entries(objectIn(keys.filter)),
  ]
  return filters
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')
}

/** The object in a JSON text; any other value by the name `filter`. */
function objectIn(filter: unknown): object {
  try {
    return JSON.parse(String(filter)) as object
  } catch {
    return { filter: filter ?? '' }
  }
}
