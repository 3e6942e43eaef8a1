/** Detects the kind of a file by its content, not by its name. */
import type { SheetProblemCode } from './SheetProblem'
import type { Zip } from './zip'

type FileKind = 'zip' | 'text' | SheetProblemCode

/** The first bytes of files. Old Excel files and encrypted ones are OLE containers. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const PDF = [0x25, 0x50, 0x44, 0x46]

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

/** `zip` and `text` may be a sheet; any other result is the reason for refusal. */
export function fileKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return 'empty'
  if (startsWith(bytes, ZIP) || startsWith(bytes, EMPTY_ZIP)) return 'zip'
  if (startsWith(bytes, OLE)) return containsUtf16(bytes, 'EncryptedPackage') ? 'encrypted' : 'oldXls'
  // Excel 2 to 4 wrote the stream without a container: it begins with a BOF record, such as 0209 (hexadecimal).
  if (bytes[0] === 0x09 && bytes[1]! <= 0x08 && bytes[1]! % 2 === 0 && bytes[3] === 0) return 'oldXls'
  if (startsWith(bytes, PDF)) return 'pdf'
  return textKind(bytes)
}

/** The reason why an archive is no xlsx; `undefined` if it may be one. */
export function archiveProblem(zip: Zip): SheetProblemCode | undefined {
  if (zip.find('xl/workbook.bin')) return 'xlsb'
  if (zip.find('Index/Document.iwa') || zip.find('Index.zip')) return 'numbers'
  if (zip.find('content.xml') && zip.find('mimetype')) return 'ods'
  return zip.find('_rels/.rels') ? undefined : 'notSpreadsheet'
}

/** Bytes of a text file to examine. */
const SAMPLE_BYTES = 4096

function textKind(bytes: Uint8Array): FileKind {
  const hasUtf16Mark = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])
  if (hasUtf16Mark) return 'text'
  const start = withoutEndMark(bytes).subarray(0, SAMPLE_BYTES)
  if (start.some(isBinary)) return 'notSpreadsheet'
  const text = new TextDecoder().decode(start).trimStart()
  if (text === '' && bytes.length <= start.length) return 'empty'
  return text.startsWith('<') ? 'html' : 'text'
}

/** Drops the 0x1A with which programs of DOS end a text file. */
export function withoutEndMark(bytes: Uint8Array): Uint8Array {
  const length = bytes.findLastIndex(byte => byte !== 0x1a) + 1
  return bytes.subarray(0, length)
}

/** True for control characters other than tab, line ends and form feed: text does not contain them. */
function isBinary(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c
}

/** Searches the whole OLE file for a name, in UTF-16: its directory has no fixed position. */
function containsUtf16(bytes: Uint8Array, word: string): boolean {
  const codes = [...word].flatMap(letter => [letter.charCodeAt(0), 0])
  for (let index = bytes.indexOf(codes[0]!); index >= 0; index = bytes.indexOf(codes[0]!, index + 1))
    if (codes.every((code, offset) => bytes[index + offset] === code)) return true
  return false
}
