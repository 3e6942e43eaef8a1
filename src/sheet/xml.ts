/**
 * Parses the XML of a part into events. A document type is refused, so that no entities can be defined. Namespace
 * prefixes are removed from names, because writers choose them freely.
 */
import { SaxesParser } from 'saxes'
import { expectAtMost, SheetProblem } from './SheetProblem'

export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string | undefined): void
  text?(text: string): void
  close?(name: string): void
}

/** Maximum nesting of elements; a sheet has about eight levels. */
const MAX_DEPTH = 64
/** Maximum characters without a tag: more than the longest cell, far less than an XML bomb. */
const MAX_TEXT_CHARS = 256 * 1024
/** Bytes to parse at a time. */
const CHUNK_BYTES = 64 * 1024

/**
 * Parses in chunks and yields after each, so that the caller can emit rows and pause. Throws `SheetProblem`:
 * `corrupt`, `doctype`, `textLength`, and errors of the handler.
 */
export function* parseXml(
  pieces: Iterable<Uint8Array>,
  handler: XmlHandler,
): Generator<undefined, void, undefined> {
  let depth = 0
  let charsSinceTag = 0
  const parser = new SaxesParser({ position: false, xmlns: false as const })
  parser.on('error', () => {
    throw new SheetProblem('corrupt')
  })
  parser.on('doctype', () => {
    throw new SheetProblem('doctype')
  })
  parser.on('opentag', tag => {
    charsSinceTag = 0
    if (++depth > MAX_DEPTH) throw new SheetProblem('corrupt')
    handler.open?.(localName(tag.name), name => attributeOf(tag.attributes, name))
  })
  parser.on('closetag', tag => {
    charsSinceTag = 0
    depth--
    handler.close?.(localName(tag.name))
  })
  const text = (chars: string) => handler.text?.(chars)
  parser.on('text', text)
  parser.on('cdata', text)

  for (const chars of decodeXml(pieces)) {
    charsSinceTag += chars.length
    parser.write(chars)
    // The parser buffers a text or comment of any length without an event.
    expectAtMost(MAX_TEXT_CHARS, charsSinceTag, 'textLength')
    yield
  }
  parser.close()
}

/** The text of a part in chunks. Throws `SheetProblem`: `corrupt`. */
export function* decodeXml(pieces: Iterable<Uint8Array>): Generator<string, void, undefined> {
  let decoder: TextDecoder | undefined
  for (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    for (let offset = 0; offset < piece.length; offset += CHUNK_BYTES)
      yield decode(decoder, piece.subarray(offset, offset + CHUNK_BYTES))
  }
  if (!decoder) throw new SheetProblem('corrupt')
  yield decode(decoder)
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw new SheetProblem('corrupt')
  }
}

/** Office documents are UTF-8 or UTF-16 (ECMA-376 part 2). */
function encodingOf(piece: Uint8Array): string {
  const [first, second] = piece
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return 'utf-8'
}

/** True for the ways in which Open XML writes true. */
export const isTrue = (attribute: string | undefined): boolean => /^(1|true|on)$/.test(attribute ?? '')

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key]
  return undefined
}
