/** Writes an xlsx as a stream; memory does not grow with the number of rows. */
import { Zip, ZipDeflate } from 'fflate'
import { createPauser, type Pause } from './pause'
import * as parts from './xlsxParts'

/** Text is never written as a formula; `null` leaves the cell empty. */
export type WrittenValue = string | number | null

interface WrittenColumn {
  header: string
  /** In characters. */
  width?: number
  /** Allowed values, offered in a drop-down; the spreadsheet program refuses other values. */
  choices?: readonly string[]
  /** True if the cells accept values other than the choices too. */
  isOpen?: boolean
}

export interface WrittenSheet {
  /** The name of the tab; characters that are not allowed become spaces. */
  name: string
  columns: readonly WrittenColumn[]
  rows: Iterable<readonly WrittenValue[]> | AsyncIterable<readonly WrittenValue[]>
  /** Wraps long text: for sheets to read rather than to fill in. */
  wrap?: boolean
}

/** Characters of XML to compress at a time. */
const CHUNK_CHARS = 64 * 1024

/**
 * The bytes of a workbook, generated on demand: a bold, frozen header, then the rows. Columns are formatted as text,
 * so that entered numbers keep their leading zeros.
 */
export async function* writeXlsx(
  sheets: readonly WrittenSheet[],
  options: { pause?: Pause } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const pauseWhenDue = createPauser(options.pause)
  const ready: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, bytes) => {
    if (error) failure = error
    else ready.push(bytes)
  })
  const encoder = new TextEncoder()
  const listsOfSheets = sheets.map(({ columns }) => columns.flatMap(column => choicesOf(column)))
  const lists = listsOfSheets.flat()
  const count = sheets.length + (lists.length > 0 ? 1 : 0)
  const names = sheets.map(sheet => sheet.name)
  const contents: [name: string, Iterable<string> | AsyncIterable<string>][] = [
    ['[Content_Types].xml', [parts.contentTypes(count)]],
    ['_rels/.rels', [parts.packageRelations]],
    ['xl/workbook.xml', [parts.workbook(names, lists.length > 0)]],
    ['xl/_rels/workbook.xml.rels', [parts.workbookRelations(count)]],
    ['xl/styles.xml', [parts.styles]],
  ]
  const addSheet = (content: AsyncIterable<string> | Iterable<string>, number: number) =>
    contents.push([`xl/worksheets/sheet${number}.xml`, content])
  for (const [index, sheet] of sheets.entries())
    addSheet(sheetXml(sheet, listsOfSheets.slice(0, index).flat().length), index + 1)
  if (lists.length > 0) addSheet(parts.hiddenListSheet(lists), count)

  for (const [name, content] of contents) {
    // A fixed date, so that the same rows give the same file.
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = new Date(1980, 0, 1)
    zip.add(file)
    // Sent first, so that the download starts visibly.
    yield* ready.splice(0)
    let chunk = ''
    for await (const piece of content) {
      chunk += piece
      if (chunk.length < CHUNK_CHARS) continue
      file.push(encoder.encode(chunk))
      chunk = ''
      yield* ready.splice(0)
      await pauseWhenDue()
    }
    file.push(encoder.encode(chunk), true)
    if (failure) throw failure
  }
  zip.end()
  yield* ready
}

/** @param firstList index of the sheet's first list of choices in the hidden sheet */
async function* sheetXml(sheet: WrittenSheet, firstList: number): AsyncGenerator<string> {
  yield parts.sheetHead(sheet.columns.map(column => column.width))
  yield parts.row(
    1,
    sheet.columns.map(column => column.header),
    parts.STYLE.header,
  )
  let number = 1
  for await (const values of sheet.rows)
    yield parts.row(++number, values, sheet.wrap ? parts.STYLE.wrapped : parts.STYLE.text)
  let list = firstList
  const validations = sheet.columns.flatMap((column, index) =>
    choicesOf(column).map(({ length }) =>
      parts.validation(index + 1, { list: list++, length, isOpen: column.isOpen ?? false }),
    ),
  )
  yield parts.sheetFoot(validations)
}

/** The choices of a column as a list with one element; empty without choices. */
const choicesOf = ({ choices }: WrittenColumn) => (choices?.length ? [choices] : [])
