/** Formats JSON: an object or array that fits into a line of 110 columns takes one line. */

const WIDTH = 110

export const compactJson = (value: object): string => `${multiLine(value, '')}\n`

/** The value in one line if it fits, else in several. @param taken columns that the key and the comma take */
function format(value: unknown, indent: string, taken: number): string {
  const line = oneLine(value)
  return isContainer(value) && indent.length + taken + line.length > WIDTH ? multiLine(value, indent) : line
}

/** Columns around a value with a key: `: ` before the value and a comma after it. */
const AROUND_VALUE = 3
const COMMA = 1

function multiLine(value: object, indent: string): string {
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines = linesOf(value, inner).map(line => inner + line)
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** One entry per line; but lists of plain values fill lines like words of a text. */
function linesOf(value: object, indent: string): string[] {
  if (!Array.isArray(value))
    return quotedEntries(value).map(
      ([key, entry]) => `${key}: ${format(entry, indent, key.length + AROUND_VALUE)}`,
    )
  if (value.some(isContainer)) return value.map(item => format(item, indent, COMMA))
  return fillLines(value.map(oneLine), WIDTH - indent.length - COMMA)
}

function fillLines(words: string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const lastLine = lines.at(-1)
    const longerLine = `${lastLine}, ${word}`
    if (lastLine !== undefined && longerLine.length <= width) lines[lines.length - 1] = longerLine
    else lines.push(word)
  }
  return lines
}

function oneLine(value: unknown): string {
  if (!isContainer(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const entries = quotedEntries(value).map(([key, entry]) => `${key}: ${oneLine(entry)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** Entries whose keys are in quotation marks. */
const quotedEntries = (value: object): [key: string, value: unknown][] =>
  Object.entries(value).map(([key, entry]) => [JSON.stringify(key), entry])

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
