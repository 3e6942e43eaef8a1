/** The strings that a workbook keeps once for all its cells. */
import type { SheetLimits } from './limits'
import type { PackedStrings } from './packedStrings'
import { expectAtMost } from './SheetProblem'
import { parseXml } from './xml'
import type { Zip, ZipPart } from './zip'

/** Fills `into` with the strings in their order; stops now and then so that the caller can give others a turn. */
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

/** The text of an `<si>` or `<is>`: its runs joined, without how East Asian words are pronounced (`<rPh>`). */
export class StringText {
  private text: string | undefined
  private within = false
  private phonetic = 0

  constructor(private readonly limits: Pick<SheetLimits, 'textLength'>) {}

  start(): void {
    this.text = ''
    this.within = false
    this.phonetic = 0
  }

  open(name: string): void {
    if (name === 'rPh') this.phonetic++
    else if (name === 't') this.within = this.phonetic === 0
  }

  close(name: string): void {
    if (name === 'rPh') this.phonetic--
    else if (name === 't') this.within = false
  }

  add(words: string): void {
    if (this.text === undefined || !this.within) return
    this.text += words
    expectAtMost(this.limits.textLength, this.text.length / ESCAPED, 'textLength')
  }

  end(): string {
    const text = unescapeText(this.text ?? '')
    this.text = undefined
    expectAtMost(this.limits.textLength, text.length, 'textLength')
    return text
  }
}

/** Characters that one may take in the file: `_x000D_`. */
export const ESCAPED = 7

/**
 * Excel writes characters that XML cannot hold as `_x000D_`, and an underscore that would look like one as `_x005F_`.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The other way, for what is written. */
export function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(NOT_IN_XML, found => `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

/**
 * Control characters but tab and line feed (a lone return would come back as a line feed), halves of pairs, and two
 * non-characters.
 */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
