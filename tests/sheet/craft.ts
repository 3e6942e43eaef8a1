/** Builds xlsx archives whose headers may contradict their contents, and reads them. */
import { constants, deflateRawSync } from 'node:zlib'
import { readSheet, type SheetProblem, type SheetRow } from '../../src/sheet'
import type { ReadOptions } from '../../src/sheet/readSheet'
import { crc32 } from '../../src/sheet/zip'

export interface CraftedPart {
  name: string
  /** Compressed unless `method` is 0. */
  content: string | Uint8Array
  /** Compressed bytes; `size` and `crc` are then those of the uncompressed content. */
  packed?: Uint8Array
  method?: number
  flags?: number
  size?: number
  crc?: number
  zip64?: boolean
  /** The size in the header of the part, if it shall differ from the central directory. */
  localSize?: number
}

/** Little-endian fields, each given as its number of bytes and its value. */
function fields(...values: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value))
      else field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}

export function craftZip(parts: readonly CraftedPart[], comment = ''): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  const lengthOf = (buffers: Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0)
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const { method = 8, flags = 0, size = content.length, crc = crc32(0, content), zip64 } = part
    const packed = part.packed ? Buffer.from(part.packed) : method === 8 ? deflateRawSync(content) : content
    const name = Buffer.from(part.name)
    const sizeIn64 = (value: number) => (zip64 ? 0xffffffff : value)
    // Version, flags, method, time, date and checksum, as in both headers.
    const common = fields([2, 0], [2, flags], [2, method], [4, 0], [4, crc])
    const local = Buffer.concat([
      fields([4, 0x04034b50]),
      common,
      fields([4, part.localSize ?? packed.length], [4, part.localSize ?? size], [2, name.length], [2, 0]),
    ])
    const extra = zip64 ? fields([2, 1], [2, 24], [8, size], [8, packed.length], [8, offset]) : fields()
    const entry = Buffer.concat([
      fields([4, 0x02014b50], [2, 0]),
      common,
      fields([4, sizeIn64(packed.length)], [4, sizeIn64(size)], [2, name.length], [2, extra.length]),
      // Comment, disk and attributes, then the place of the part.
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, sizeIn64(offset)]),
    ])
    const file = [local, name, packed]
    files.push(...file)
    directory.push(entry, name, extra)
    offset += lengthOf(file)
  }
  const counts = fields([4, 0x06054b50], [4, 0], [2, parts.length], [2, parts.length])
  const end = Buffer.concat([
    counts,
    fields([4, lengthOf(directory)], [4, offset], [2, Buffer.byteLength(comment)]),
  ])
  return Buffer.concat([...files, ...directory, end, Buffer.from(comment)])
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The parts of a workbook; `sheet` is the content of `<sheetData>`, or a whole document. */
export function workbookParts(sheet: string | CraftedPart, more: readonly CraftedPart[] = []): CraftedPart[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const parts: CraftedPart[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}${relation('rId3', 'styles', 'styles.xml')}</Relationships>`,
    },
    typeof sheet === 'string'
      ? { name: 'xl/worksheets/sheet1.xml', content: sheet.startsWith('<?xml') ? sheet : worksheet(sheet) }
      : sheet,
  ]
  const replaced = new Set(more.map(part => part.name))
  return [...parts.filter(part => !replaced.has(part.name)), ...more]
}

const worksheet = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`

/** `times` copies of a text between two others, compressed without the whole text in memory. */
export function packRepeated(
  name: string,
  before: string,
  block: string,
  times: number,
  after: string,
): CraftedPart {
  const flush = (text: string) =>
    deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const packedBlock = flush(block)
  const packedBlocks = Array<Buffer>(times).fill(packedBlock)
  const packed = Buffer.concat([flush(before), ...packedBlocks, flush(after), Buffer.from([0x03, 0x00])])
  const size = Buffer.byteLength(before) + Buffer.byteLength(block) * times + Buffer.byteLength(after)
  return { name, content: '', packed, size, crc: 0 }
}

export async function* inPieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** All rows; if the file is refused, the rows before the problem, and the problem. */
export async function readAll(bytes: Uint8Array | string, options?: ReadOptions) {
  const rows: SheetRow[] = []
  try {
    for await (const row of readSheet(inPieces(Buffer.from(bytes)), options)) rows.push(row)
    return { rows, problem: undefined }
  } catch (error) {
    const problem = error as SheetProblem
    if (problem.name !== 'SheetProblem') throw error
    return { rows, problem }
  }
}

/** The number and the texts of each row. */
export const texts = (rows: readonly SheetRow[]) =>
  rows.map(row => [row.number, ...row.cells.map(cell => cell.text)])
