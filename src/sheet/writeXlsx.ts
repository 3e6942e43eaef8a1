/** Writes an xlsx as a stream: any number of rows in the memory of a few hundred. */
import { Zip, ZipDeflate } from 'fflate'
import { type Breathe, breather } from './breathe'
import * as parts from './xlsxParts'

/** A text that begins with = + - or @ stays a text; `null` leaves the cell empty. */
export type WrittenValue = string | number | null

interface WrittenColumn {
  header: string
  /** In characters. */
  width?: number
  /** What the cells below may be chosen from; other entries are refused by the spreadsheet program. */
  choices?: readonly string[]
  /** Something else may stand there too: the choices are a help. */
  isOpen?: boolean
}

export interface WrittenSheet {
  /** As its tab says; characters that a tab cannot have become spaces. */
  name: string
  columns: readonly WrittenColumn[]
  rows: Iterable<readonly WrittenValue[]> | AsyncIterable<readonly WrittenValue[]>
  /** Long lines are broken rather than running on: for sheets to read rather than to fill in. */
  wrap?: boolean
}

/** Characters of XML that are packed at once. */
const STEP = 64 * 1024

/**
 * The bytes of a workbook, made as they are asked for: a bold header that stays in view, every column formatted as text
 * so that what is typed keeps its zeros, and below it the rows.
 */
export async function* writeXlsx(
  sheets: readonly WrittenSheet[],
  options: { breathe?: Breathe } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const turn = breather(options.breathe)
  const ready: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, bytes) => {
    if (error) failure = error
    else ready.push(bytes)
  })
  const encoder = new TextEncoder()
  const choices = sheets.map(({ columns }) => columns.flatMap(column => choicesOf(column)))
  const lists = choices.flat()
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
    addSheet(sheetXml(sheet, choices.slice(0, index).flat().length), index + 1)
  if (lists.length > 0) addSheet(parts.hiddenListSheet(lists), count)

  for (const [name, content] of contents) {
    // A fixed date: the same rows make the same file.
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = new Date(1980, 0, 1)
    zip.add(file)
    // Sent at once, so that the download visibly begins.
    yield* ready.splice(0)
    let words = ''
    for await (const piece of content) {
      words += piece
      if (words.length < STEP) continue
      file.push(encoder.encode(words))
      words = ''
      yield* ready.splice(0)
      await turn()
    }
    file.push(encoder.encode(words), true)
    if (failure) throw failure
  }
  zip.end()
  yield* ready
}

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

const choicesOf = ({ choices }: WrittenColumn) => (choices?.length ? [choices] : [])
