/** The beginning of a spreadsheet, as text, for somebody who only wants to look. */
import { readSheet } from '../../../sheet'

export interface SheetView {
  head: { column: number; text: string }[]
  rows: { number: number; texts: ReadonlyMap<number, string> }[]
  /** Whether there are rows beyond. */
  more: boolean
}

export const SHOWN_ROWS = 200

/** @throws SheetProblem when the file is none that can be read */
export async function firstRows(blob: Blob, most = SHOWN_ROWS): Promise<SheetView> {
  const view: SheetView = { head: [], rows: [], more: false }
  for await (const { number, cells } of readSheet(chunksOf(blob))) {
    if (view.head.length === 0) {
      view.head = cells.map(({ column, text }) => ({ column, text }))
    } else if (view.rows.length < most) {
      view.rows.push({ number, texts: new Map(cells.map(({ column, text }) => [column, text])) })
    } else {
      view.more = true
      break
    }
  }
  return view
}

/** A blob's stream is no iterator everywhere yet. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await blob.arrayBuffer())
}
