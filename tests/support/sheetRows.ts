/** Spreadsheets in responses. */
import { Readable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'
import { readSheet } from '../../src/sheet'

/** The texts of the cells, row by row; an empty cell is ''. */
export async function sheetRows({
  rawPayload,
}: Pick<LightMyRequestResponse, 'rawPayload'>): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readSheet(Readable.from([rawPayload]))) {
    const row: string[] = []
    for (const { column, text } of cells) row[column - 1] = text
    rows.push(Array.from(row, text => text ?? ''))
  }
  return rows
}
