/** A spreadsheet that is made while it is sent. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { plainFileName } from '../../domain/fileName'
import type { Locale } from '../../engine/compiled'
import { type WrittenSheet, writeCsv, writeXlsx } from '../../sheet'
import type { ConfigSource } from '../deps'

/** In which words a spreadsheet is written. */
export interface SheetWords {
  locale: Locale
  translate: ConfigSource['translate']
}

export interface Download {
  fileName: string
  sheets: readonly WrittenSheet[]
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Answers with the spreadsheet; its rows are read while it is sent, and others are served in between. */
export function sendSheet(reply: FastifyReply, { fileName, sheets }: Download): Readable {
  reply.headers({ 'content-type': XLSX_TYPE, 'content-disposition': attachment(fileName) })
  const body = writeXlsx(sheets, { pause: () => new Promise(setImmediate) })
  return Readable.from(body, { objectMode: false })
}

/** The same as csv, which has one sheet. */
export function sendCsv(reply: FastifyReply, { fileName, sheets: [sheet] }: Download): Readable {
  reply.headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachment(fileName) })
  return Readable.from(sheet ? writeCsv(sheet) : [], { objectMode: false })
}

/**
 * `Content-Disposition` of a download with any name (RFC 6266): in ASCII for the very old, and as it is for all others.
 * What could end the header or leave the folder is replaced.
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
