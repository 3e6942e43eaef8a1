/** Builds xlsx archives whose headers may contradict their contents, and reads them. */
import { constants, deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib'
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

export function craftZip(parts: readonly CraftedPart[], comment = ''): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const method = part.method ?? 8
    const packed = part.packed ? Buffer.from(part.packed) : method === 8 ? deflateRawSync(content) : content
    const name = Buffer.from(part.name)
    const size = part.size ?? content.length
    const crc = part.crc ?? crc32(0, content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(part.flags ?? 0, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(crc, 14)
    local.writeUInt32LE(part.localSize ?? packed.length, 18)
    local.writeUInt32LE(part.localSize ?? size, 22)
    local.writeUInt16LE(name.length, 26)
    const extra = part.zip64 ? Buffer.alloc(28) : Buffer.alloc(0)
    if (part.zip64) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(size), 4)
      extra.writeBigUInt64LE(BigInt(packed.length), 12)
      extra.writeBigUInt64LE(BigInt(offset), 20)
    }
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(part.flags ?? 0, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc, 16)
    entry.writeUInt32LE(part.zip64 ? 0xffffffff : packed.length, 20)
    entry.writeUInt32LE(part.zip64 ? 0xffffffff : size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(part.zip64 ? 0xffffffff : offset, 42)
    files.push(local, name, packed)
    directory.push(entry, name, extra)
    offset += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  const directorySize = directory.reduce((sum, piece) => sum + piece.length, 0)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
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
  const packed = Buffer.concat([
    flush(before),
    ...Array<Buffer>(times).fill(packedBlock),
    flush(after),
    Buffer.from([0x03, 0x00]),
  ])
  const size = Buffer.byteLength(before) + Buffer.byteLength(block) * times + Buffer.byteLength(after)
  return { name, content: '', packed, size, crc: 0 }
}

/** The checksum of Node, if this version has it. */
export const referenceCrc32 = nodeCrc32 as ((data: Uint8Array) => number) | undefined

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
