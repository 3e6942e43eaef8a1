/** The shared strings of a workbook, to which cells refer by index. */
import type { SheetLimits } from './limits'
import type { PackedStrings } from './packedStrings'
import { expectAtMost } from './SheetProblem'
import { parseXml } from './xml'
import type { Zip, ZipPart } from './zip'

/** Appends the strings to `into` in order; yields from time to time, so that the caller can pause. */
export function* readSharedStrings(
  zip: Zip,
  part: ZipPart,
  limits: SheetLimits,
  into: PackedStrings,
): Generator<undefined, void, undefined> {
  const text = new StringText(limits)
  let characters = 0
  yield* parseXml(zip.read(part), {
    open: name => (name === 'si' ? text.start() : text.open(name)),
    text: words => text.add(words),
    close(name) {
      if (name !== 'si') return text.close(name)
      const string = text.end()
      characters += string.length
      expectAtMost(limits.sharedText, characters, 'unzipped')
      expectAtMost(limits.cells, into.length + 1, 'cells')
      into.push(string)
    },
  })
}

/** Collects the text of an `<si>` or `<is>`: its runs joined, without phonetic text (`<rPh>`). */
export class StringText {
  private text: string | undefined
  private isInText = false
  private phoneticDepth = 0

  constructor(private readonly limits: Pick<SheetLimits, 'textLength'>) {}

  start(): void {
    this.text = ''
    this.isInText = false
    this.phoneticDepth = 0
  }

  open(name: string): void {
    if (name === 'rPh') this.phoneticDepth++
    else if (name === 't') this.isInText = this.phoneticDepth === 0
  }

  close(name: string): void {
    if (name === 'rPh') this.phoneticDepth--
    else if (name === 't') this.isInText = false
  }

  add(piece: string): void {
    if (this.text === undefined || !this.isInText) return
    this.text += piece
    // Unescaping leaves at least one of seven characters; `end` checks the exact length.
    expectAtMost(this.limits.textLength, this.text.length / MAX_ESCAPE_LENGTH, 'textLength')
  }

  end(): string {
    const text = unescapeText(this.text ?? '')
    this.text = undefined
    expectAtMost(this.limits.textLength, text.length, 'textLength')
    return text
  }
}

/** The length of an escaped character in the file: `_x000D_`. */
export const MAX_ESCAPE_LENGTH = 7

/**
 * Excel escapes characters that XML does not allow, such as `_x000D_`, and an underscore before such text (`_x005F_`).
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The inverse of `unescapeText`. */
export function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(NOT_IN_XML, found => `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

/**
 * Control characters other than tab and line feed (parsers turn a carriage return into a line feed), unpaired
 * surrogates, and two non-characters.
 */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
