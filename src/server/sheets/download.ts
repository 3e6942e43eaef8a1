/** Sends spreadsheets that are generated while they are sent. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { plainFileName } from '../../domain/fileName'
import type { Locale } from '../../engine/compiled'
import { type WrittenSheet, writeCsv, writeXlsx } from '../../sheet'
import type { ConfigSource } from '../deps'

/** The language of a spreadsheet. */
export interface SheetWords {
  locale: Locale
  translate: ConfigSource['translate']
}

export interface Download {
  fileName: string
  sheets: readonly WrittenSheet[]
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Sends an xlsx file. Yields to other requests while it is generated. */
export function sendSheet(reply: FastifyReply, { fileName, sheets }: Download): Readable {
  reply.headers({ 'content-type': XLSX_TYPE, 'content-disposition': attachment(fileName) })
  const body = writeXlsx(sheets, { pause: () => new Promise(setImmediate) })
  return Readable.from(body, { objectMode: false })
}

/** Sends the first sheet as csv. */
export function sendCsv(reply: FastifyReply, { fileName, sheets: [sheet] }: Download): Readable {
  reply.headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(fileName) })
  return Readable.from(sheet ? writeCsv(sheet) : [], { objectMode: false })
}

/**
 * `Content-Disposition` for a download (RFC 6266), with an ASCII fallback for old clients. Replaces characters that
 * could end the header or leave the folder.
 */
export function attachment(name: string): string {
  const safe = plainFileName(name).replace(/[\p{Cs}/\\:*?"<>|]/gu, '_')
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replace(/[%;]/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
