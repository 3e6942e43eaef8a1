/**
 * Reads zip archives from untrusted senders. Declared sizes are not trusted: parts are unpacked in small pieces, and
 * the limits are checked after each piece.
 */
import { Inflate } from 'fflate'
import type { SheetLimits } from './limits'
import { expectAtMost, SheetProblem } from './SheetProblem'

export interface ZipPart {
  name: string
  /** Compression: 0 for none, 8 for deflate. */
  method: number
  isEncrypted: boolean
  /** Bytes in the archive. */
  packed: number
  /** Bytes when unpacked, as declared. */
  size: number
  crc: number
  /** Position of the local header in the archive. */
  offset: number
}

export interface Zip {
  /** By the name in the archive. */
  parts: ReadonlyMap<string, ZipPart>
  /** Finds a part by name. Ignores case, a leading slash and backslashes, which some writers use. */
  find(name: string): ZipPart | undefined
  /** Unpacks a part in pieces. Throws `SheetProblem`: `ratio`, `unzipped`, `encrypted`, `corrupt`. */
  read(part: ZipPart): Generator<Uint8Array, void, undefined>
}

/** Signatures of the records of a zip archive (little-endian). */
const END = 0x06054b50
const END64_LOCATOR = 0x07064b50
const END64 = 0x06064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** Bytes of each record without its variable parts. */
const END_BYTES = 22
const END64_LOCATOR_BYTES = 20
const END64_BYTES = 56
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** Bytes of the end record and the longest comment after it. */
const MAX_END_BYTES = 65_535 + END_BYTES
/** Packed bytes to unpack at a time. Deflate expands at most 1,032 times: one chunk gives at most 4 MiB. */
const CHUNK_BYTES = 4096
/** The same for parts without compression: they do not expand, so more bytes are safe. */
const STORED_CHUNK_BYTES = 16 * CHUNK_BYTES

/** Reads the central directory of an archive. Throws `SheetProblem`: `corrupt`, `parts`. */
export function openZip(bytes: Uint8Array, limits: SheetLimits): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = readDirectory(bytes, view, limits)
  const byNormalName = new Map([...parts.values()].map(part => [normalName(part.name), part]))
  /** Unpacked bytes by part. A part that is read again counts once. */
  const unpacked = new Map<ZipPart, number>()
  let total = 0

  function* read(part: ZipPart): Generator<Uint8Array, void, undefined> {
    if (part.isEncrypted) throw new SheetProblem('encrypted')
    let size = 0
    let crc = 0
    for (const [piece, consumed] of unpack(packedBytes(bytes, view, part), part.method)) {
      size += piece.length
      total += Math.max(0, size - (unpacked.get(part) ?? 0))
      unpacked.set(part, Math.max(size, unpacked.get(part) ?? 0))
      if (size > limits.ratioFrom) expectAtMost(limits.ratio, size / consumed, 'ratio')
      expectAtMost(limits.partBytes, size, 'unzipped')
      expectAtMost(limits.totalBytes, total, 'unzipped')
      // A declared size that is too small is an attack on readers that trust the size.
      if (size > part.size) throw new SheetProblem('corrupt')
      crc = crc32(crc, piece)
      yield piece
    }
    if (size !== part.size || crc !== part.crc) throw new SheetProblem('corrupt')
  }

  return { parts, find: name => parts.get(name) ?? byNormalName.get(normalName(name)), read }
}

const normalName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Unpacked pieces, each with the number of packed bytes consumed so far. */
function* unpack(packed: Uint8Array, method: number): Generator<[Uint8Array, number]> {
  if (method === 0) {
    for (let offset = 0; offset < packed.length; offset += STORED_CHUNK_BYTES) {
      const piece = packed.subarray(offset, offset + STORED_CHUNK_BYTES)
      yield [piece, offset + piece.length]
    }
    return
  }
  let pieces: Uint8Array[] = []
  const inflate = new Inflate(piece => {
    if (piece.length > 0) pieces.push(piece)
  })
  for (let offset = 0; offset < packed.length; offset += CHUNK_BYTES) {
    const end = Math.min(offset + CHUNK_BYTES, packed.length)
    try {
      inflate.push(packed.subarray(offset, end), end === packed.length)
    } catch {
      throw new SheetProblem('corrupt')
    }
    for (const piece of pieces) yield [piece, end]
    pieces = []
  }
}

function packedBytes(bytes: Uint8Array, view: DataView, part: ZipPart): Uint8Array {
  if (part.method !== 0 && part.method !== 8) throw new SheetProblem('corrupt')
  if (part.offset + LOCAL_BYTES > bytes.length || view.getUint32(part.offset, true) !== LOCAL)
    throw new SheetProblem('corrupt')
  // The local header ends with name and extra field, whose lengths are at 26 and 28; they may differ from the entry's.
  const start =
    part.offset +
    LOCAL_BYTES +
    view.getUint16(part.offset + 26, true) +
    view.getUint16(part.offset + 28, true)
  if (start + part.packed > bytes.length) throw new SheetProblem('corrupt')
  return bytes.subarray(start, start + part.packed)
}

function readDirectory(bytes: Uint8Array, view: DataView, limits: SheetLimits): Map<string, ZipPart> {
  const { count, offset } = findDirectory(bytes, view)
  expectAtMost(limits.parts, count, 'parts')
  const parts = new Map<string, ZipPart>()
  let at = offset
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw new SheetProblem('corrupt')
    // 28, 30 and 32 are positions within the entry.
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(position =>
      view.getUint16(at + position, true),
    )
    const end = at + ENTRY_BYTES + nameLength! + extraLength! + commentLength!
    if (end > bytes.length) throw new SheetProblem('corrupt')
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength!))
    // Programs differ in which of two parts with the same name they read.
    if (parts.has(name)) throw new SheetProblem('corrupt')
    const part: ZipPart = {
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    readZip64Sizes(part, view, at + ENTRY_BYTES + nameLength!, extraLength!)
    parts.set(name, part)
    at = end
  }
  return parts
}

/** Locates the central directory. Searches the end record backwards, since a comment may follow it. */
function findDirectory(bytes: Uint8Array, view: DataView): { count: number; offset: number } {
  for (
    let position = bytes.length - END_BYTES;
    position >= Math.max(0, bytes.length - MAX_END_BYTES);
    position--
  ) {
    if (view.getUint32(position, true) !== END) continue
    if (position + END_BYTES + view.getUint16(position + 20, true) > bytes.length) continue
    const count = view.getUint16(position + 10, true)
    const offset = view.getUint32(position + 16, true)
    if (count !== 0xffff && offset !== 0xffffffff) return { count, offset }
    return findDirectory64(bytes, view, position) ?? { count, offset }
  }
  throw new SheetProblem('corrupt')
}

function findDirectory64(bytes: Uint8Array, view: DataView, end: number) {
  const locator = end - END64_LOCATOR_BYTES
  if (locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR) return undefined
  const start = readUint64(view, locator + 8)
  if (start + END64_BYTES > bytes.length || view.getUint32(start, true) !== END64)
    throw new SheetProblem('corrupt')
  return { count: readUint64(view, start + 32), offset: readUint64(view, start + 48) }
}

/**
 * Zip64: a size or offset that is 0xffffffff in the entry is in the extra field 1. This field has only such numbers, in
 * the order size, packed size, offset.
 */
function readZip64Sizes(part: ZipPart, view: DataView, from: number, length: number): void {
  for (let offset = from; offset + 4 <= from + length; ) {
    const id = view.getUint16(offset, true)
    const end = Math.min(offset + 4 + view.getUint16(offset + 2, true), from + length)
    if (id === 1) {
      let position = offset + 4
      for (const key of ['size', 'packed', 'offset'] as const) {
        if (part[key] !== 0xffffffff) continue
        if (position + 8 > end) throw new SheetProblem('corrupt')
        part[key] = readUint64(view, position)
        position += 8
      }
    }
    offset = end
  }
}

/** Loses precision above 2^53, which exceeds any file. */
function readUint64(view: DataView, offset: number): number {
  return view.getUint32(offset, true) + view.getUint32(offset + 4, true) * 2 ** 32
}

/** Lookup table of CRC-32, by byte. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** Updates a CRC-32 (0 at first) with the next piece. */
export function crc32(before: number, piece: Uint8Array): number {
  let crc = ~before
  for (let index = 0; index < piece.length; index++) crc = TABLE[(crc ^ piece[index]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
