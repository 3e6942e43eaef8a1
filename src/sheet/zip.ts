/**
 * Zip archives from untrusted senders. The table of contents at the end counts. Its sizes are only compared at the end:
 * a part is unpacked in small pieces, and the limits are checked after each.
 */
import { Inflate } from 'fflate'
import type { SheetLimits } from './limits'
import { expectAtMost, SheetProblem } from './SheetProblem'

export interface ZipPart {
  name: string
  method: number
  encrypted: boolean
  packed: number
  size: number
  crc: number
  offset: number
}

export interface Zip {
  /** By name as it stands in the archive. */
  parts: ReadonlyMap<string, ZipPart>
  /** The part of this name, or of one that differs only in case or in a leading slash; some writers are careless. */
  find(name: string): ZipPart | undefined
  /** Unpacks a part in pieces. Throws `SheetProblem`: `ratio`, `unzipped`, `encrypted`, `corrupt`. */
  read(part: ZipPart): Generator<Uint8Array, void, undefined>
}

const END = 0x06054b50
const END64_LOCATOR = 0x07064b50
const END64 = 0x06064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** An archive may end with a comment of up to 65,535 bytes. */
const END_REACH = 65_535 + 22
/** Packed bytes taken at once. Deflate unfolds at most 1,032 times, so one step never makes more than 4 MiB. */
const STEP = 4096

/** Reads the table of contents. Throws `SheetProblem`: `corrupt`, `parts`. */
export function openZip(bytes: Uint8Array, limits: SheetLimits): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = readDirectory(bytes, view, limits)
  const byPlainName = new Map([...parts.values()].map(part => [plain(part.name), part]))
  let total = 0

  function* read(part: ZipPart): Generator<Uint8Array, void, undefined> {
    if (part.encrypted) throw new SheetProblem('encrypted')
    let size = 0
    let crc = 0
    for (const [piece, consumed] of unpack(packedBytes(bytes, view, part), part.method)) {
      size += piece.length
      total += piece.length
      if (size > limits.ratioFrom) expectAtMost(limits.ratio, size / consumed, 'ratio')
      expectAtMost(limits.partBytes, size, 'unzipped')
      expectAtMost(limits.totalBytes, total, 'unzipped')
      // A header that declares less than there is was made to fool readers that trust it.
      if (size > part.size) throw new SheetProblem('corrupt')
      crc = crc32(crc, piece)
      yield piece
    }
    if (size !== part.size || crc !== part.crc) throw new SheetProblem('corrupt')
  }

  return { parts, find: name => parts.get(name) ?? byPlainName.get(plain(name)), read }
}

const plain = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Pieces of a part with the number of packed bytes taken so far. */
function* unpack(packed: Uint8Array, method: number): Generator<[Uint8Array, number]> {
  if (method === 0) {
    for (let at = 0; at < packed.length; at += STEP * 16) {
      const piece = packed.subarray(at, at + STEP * 16)
      yield [piece, at + piece.length]
    }
    return
  }
  let pieces: Uint8Array[] = []
  const inflate = new Inflate(piece => {
    if (piece.length > 0) pieces.push(piece)
  })
  for (let at = 0; at < packed.length; at += STEP) {
    const end = Math.min(at + STEP, packed.length)
    try {
      inflate.push(packed.subarray(at, end), end === packed.length)
    } catch {
      throw new SheetProblem('corrupt')
    }
    for (const piece of pieces) yield [piece, end]
    pieces = []
  }
}

function packedBytes(bytes: Uint8Array, view: DataView, part: ZipPart): Uint8Array {
  if (part.method !== 0 && part.method !== 8) throw new SheetProblem('corrupt')
  if (part.offset + 30 > bytes.length || view.getUint32(part.offset, true) !== LOCAL)
    throw new SheetProblem('corrupt')
  const start =
    part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true)
  if (start + part.packed > bytes.length) throw new SheetProblem('corrupt')
  return bytes.subarray(start, start + part.packed)
}

function readDirectory(bytes: Uint8Array, view: DataView, limits: SheetLimits): Map<string, ZipPart> {
  const { count, offset } = findDirectory(bytes, view)
  expectAtMost(limits.parts, count, 'parts')
  const parts = new Map<string, ZipPart>()
  let at = offset
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new SheetProblem('corrupt')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(place =>
      view.getUint16(at + place, true),
    )
    const end = at + 46 + nameLength! + extraLength! + commentLength!
    if (end > bytes.length) throw new SheetProblem('corrupt')
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!))
    // Two parts of one name: programs differ in which they take, so neither is to be trusted.
    if (parts.has(name)) throw new SheetProblem('corrupt')
    const part: ZipPart = {
      name,
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    widen(part, view, at + 46 + nameLength!, extraLength!)
    parts.set(name, part)
    at = end
  }
  return parts
}

/** Where the table of contents is. The end record is searched from the back, since a comment may follow it. */
function findDirectory(bytes: Uint8Array, view: DataView): { count: number; offset: number } {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - END_REACH); at--) {
    if (view.getUint32(at, true) !== END) continue
    if (at + 22 + view.getUint16(at + 20, true) > bytes.length) continue
    const count = view.getUint16(at + 10, true)
    const offset = view.getUint32(at + 16, true)
    if (count !== 0xffff && offset !== 0xffffffff) return { count, offset }
    return findDirectory64(bytes, view, at) ?? { count, offset }
  }
  throw new SheetProblem('corrupt')
}

function findDirectory64(bytes: Uint8Array, view: DataView, end: number) {
  if (end < 20 || view.getUint32(end - 20, true) !== END64_LOCATOR) return undefined
  const at = wide(view, end - 12)
  if (at + 56 > bytes.length || view.getUint32(at, true) !== END64) throw new SheetProblem('corrupt')
  return { count: wide(view, at + 32), offset: wide(view, at + 48) }
}

/**
 * Zip64: sizes and offset that do not fit, or that the writer never tried to fit, stand in an extra field, in this
 * order.
 */
function widen(part: ZipPart, view: DataView, from: number, length: number): void {
  for (let at = from; at + 4 <= from + length; ) {
    const id = view.getUint16(at, true)
    const end = Math.min(at + 4 + view.getUint16(at + 2, true), from + length)
    if (id === 1) {
      let place = at + 4
      for (const key of ['size', 'packed', 'offset'] as const) {
        if (part[key] !== 0xffffffff) continue
        if (place + 8 > end) throw new SheetProblem('corrupt')
        part[key] = wide(view, place)
        place += 8
      }
    }
    at = end
  }
}

/** A 64-bit number; one beyond any file is as good as any other such number. */
function wide(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as zip uses it: the checksum of what came before (0 at first) and this piece. */
export function crc32(before: number, piece: Uint8Array): number {
  let crc = ~before
  for (let at = 0; at < piece.length; at++) crc = TABLE[(crc ^ piece[at]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
