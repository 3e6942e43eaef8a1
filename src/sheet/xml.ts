/**
 * A part's XML as events. Entities are never expanded beyond the five that XML itself has: a document type is refused.
 * Names lose their prefix, because writers are free to choose one.
 */
import { SaxesParser } from 'saxes'
import { expectAtMost, SheetProblem } from './SheetProblem'

export interface XmlHandler {
  open?(name: string, attribute: (name: string) => string | undefined): void
  text?(text: string): void
  close?(name: string): void
}

/** Elements within elements; a sheet has about eight. */
const DEPTH = 64
/** Characters without a tag in between: more than the longest cell, tens of thousands of times less than a bomb. */
const STRETCH = 256 * 1024
/** Bytes parsed at once. */
const STEP = 64 * 1024

/**
 * Feeds pieces to the handler and stops after each, so that the caller can hand on what has gathered. Throws
 * `SheetProblem`: `corrupt`, `doctype`, `textLength`, and what the handler throws.
 */
export function* parseXml(
  pieces: Iterable<Uint8Array>,
  handler: XmlHandler,
): Generator<undefined, void, undefined> {
  let depth = 0
  let silent = 0
  const parser = new SaxesParser({ position: false, xmlns: false as const })
  parser.on('error', () => {
    throw new SheetProblem('corrupt')
  })
  parser.on('doctype', () => {
    throw new SheetProblem('doctype')
  })
  parser.on('opentag', tag => {
    silent = 0
    if (++depth > DEPTH) throw new SheetProblem('corrupt')
    handler.open?.(localName(tag.name), name => attributeOf(tag.attributes, name))
  })
  parser.on('closetag', tag => {
    silent = 0
    depth--
    handler.close?.(localName(tag.name))
  })
  const text = (words: string) => handler.text?.(words)
  parser.on('text', text)
  parser.on('cdata', text)

  let decoder: TextDecoder | undefined
  for (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    for (let at = 0; at < piece.length; at += STEP) {
      const words = decode(decoder, piece.subarray(at, at + STEP))
      silent += words.length
      parser.write(words)
      // A text or a comment can go on for ever without an event; the parser gathers it all.
      expectAtMost(STRETCH, silent, 'textLength')
      yield
    }
  }
  if (!decoder) throw new SheetProblem('corrupt')
  parser.write(decode(decoder))
  parser.close()
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

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key]
  return undefined
}
