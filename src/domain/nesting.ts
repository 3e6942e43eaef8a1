/** How deep JSON is nested, by its text: recursion over a parsed value would overflow the stack first. */

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/** True for JSON that is nested deeper than the given depth. */
export const isNestedBeyond = (levels: number, json: string): boolean =>
  nestedBeyondAt(levels, json) !== undefined

/** Where the first list or object begins that is nested deeper than that: an index into the text. */
export function nestedBeyondAt(levels: number, json: string): number | undefined {
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (quoted) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) quoted = false
    } else if (sign === QUOTE) quoted = true
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (++depth > levels) return at
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--
  }
  return undefined
}
