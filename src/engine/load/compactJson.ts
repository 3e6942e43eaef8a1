/** JSON in lines of at most 110 columns: an object or array that fits into one line takes one. */
const WIDTH = 110

export const compactJson = (value: object): string => `${broken(value, '')}\n`

/** @param used columns of the line that the key before the value and the comma after it take */
function printed(value: unknown, indent: string, used: number): string {
  const line = inLine(value)
  return isTree(value) && indent.length + used + line.length > WIDTH ? broken(value, indent) : line
}

/** One entry a line, but words in as few lines as they need. */
function broken(value: object, indent: string): string {
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines = !Array.isArray(value)
    ? entriesOf(value).map(([key, one]) => `${key}: ${printed(one, inner, key.length + 3)}`)
    : value.some(isTree)
      ? value.map(one => printed(one, inner, 1))
      : filled(value.map(inLine), WIDTH - inner.length - 1)
  return `${open}\n${lines.map(line => inner + line).join(',\n')}\n${indent}${close}`
}

function filled(words: string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)}, ${word}`
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function inLine(value: unknown): string {
  if (!isTree(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`
  const entries = entriesOf(value).map(([key, one]) => `${key}: ${inLine(one)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** The keys in quotation marks, with their values. */
const entriesOf = (value: object): [key: string, value: unknown][] =>
  Object.entries(value).map(([key, one]) => [JSON.stringify(key), one])

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
